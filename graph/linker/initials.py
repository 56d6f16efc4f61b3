"""Short forms without a definition whose long form the document names: "unlearnable examples", "UE"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.linker.mention import Mention, Spans, occurrences
from graph.names import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.linker.matcher import Matcher
    from graph.model import Entity

_SHORT = re.compile(r"(?<![\w-])[A-Z]{2,6}(?=s?(?![\w]))(?!-[A-Z\d])")
_WORD = re.compile(r"[^\W\d_]+")


def by_initials(
    text: str, mentions: Sequence[Mention], matcher: Matcher, taken: Sequence[tuple[int, int]]
) -> list[Mention]:
    """Return the places of undefined short forms that are the initials of just one entity of the document."""
    covered = Spans([*taken, *((m.start, m.end) for m in mentions)])
    shorts = dict.fromkeys(
        match.group()
        for match in _SHORT.finditer(text)
        if not covered.touch(match.start(), match.end()) and not matcher.look_up(fold(match.group()))
    )
    entities: dict[str, dict[str, Entity]] = {}
    for mention in mentions:
        words = _WORD.findall(text[mention.start : mention.end])
        if len(words) > 1:
            entities.setdefault("".join(word[0] for word in words).upper(), {})[mention.entity.id] = mention.entity
    found = []
    for short in shorts:
        named = entities.get(short, {})
        if len(named) == 1:
            (entity,) = named.values()
            found += [
                Mention(start, end, entity, "abbreviation", 0.7)
                for start, end in occurrences(text, short)
                if text[start - 1 : start] != "-" and not covered.touch(start, end)
            ]
    return found
