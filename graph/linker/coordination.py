"""Names that share their beginning: "CIFAR-10/100", "ResNet-18 and -50"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.linker.mention import Mention, overlaps
from graph.names import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.linker.matcher import Matcher

_NEXT = re.compile(r"(?:/-?|(?:,| and| or|, and|, or) -)(\d+)(?![\w%]|\.\d)")
_NUMBER_END = re.compile(r"\d+$")


def coordinated(text: str, mentions: Sequence[Mention], matcher: Matcher) -> list[Mention]:
    """Return the mentions whose name begins in the mention before them; the surface is the number alone."""
    found: list[Mention] = []
    taken = [(m.start, m.end) for m in mentions]
    for mention in mentions:
        number = _NUMBER_END.search(text[mention.start : mention.end])
        if not number:
            continue
        stem = text[mention.start : mention.start + number.start()]
        place = mention.end
        while following := _NEXT.match(text, place):
            place = following.end()
            entities = {s.entity for s in matcher.look_up(fold(stem + following.group(1))) if s.rule != "context"}
            start, end = following.span(1)
            if len(entities) == 1 and not overlaps(start, end, taken):
                found.append(Mention(start, end, matcher.entities[entities.pop()], "variant", 0.9))
    return found
