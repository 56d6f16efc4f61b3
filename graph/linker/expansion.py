"""Names that hold a short form of the document: "OOD detection", "out-of-distribution (OOD) detection"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.linker.mention import Mention, occurrences
from graph.names import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.linker.abbreviations import Definition
    from graph.linker.matcher import Matcher
    from graph.model import Entity

_TAIL = re.compile(r"([)\]]?)[ -]([A-Za-z]+)(?:[ -]([A-Za-z]+))?(?:[ -]([A-Za-z]+))?")
_SCORE = 0.9


def expanded(text: str, definitions: Sequence[Definition], matcher: Matcher) -> list[Mention]:
    """Return the mentions whose name, with the short form written out, the catalogue spells."""
    found: list[Mention] = []
    for definition in definitions:
        long = text[definition.long_start : definition.long_end]
        plain = {spelling.entity for spelling in matcher.look_up(fold(long))}
        for start, end in occurrences(text, text[definition.short_start : definition.short_end]):
            tail = _TAIL.match(text, end)
            if not tail or bool(tail.group(1)) != (start == definition.short_start):
                continue
            begin = min(definition.long_start, start) if tail.group(1) else start
            for words in (3, 2, 1):
                entity = _spelled(long, tail, words, matcher)
                # "long short-term memory (LSTM) networks" is no more than its parts: each stands as a mention.
                if entity and entity.id not in plain:
                    found.append(Mention(begin, tail.end(words + 1), entity, "abbreviation", _SCORE))
                    break
    return found


def _spelled(long: str, tail: re.Match[str], words: int, matcher: Matcher) -> Entity | None:
    parts = [part for part in tail.groups()[1 : words + 1] if part]
    if len(parts) < words:
        return None
    spellings = matcher.look_up(fold(" ".join([long, *parts])))
    entities = {spelling.entity for spelling in spellings if spelling.rule != "context"}
    return matcher.entities[entities.pop()] if len(entities) == 1 else None
