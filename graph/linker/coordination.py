"""Names that share a part: "CIFAR-10/100", "ResNet-18 and -50", "instance and semantic segmentation"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.linker.mention import Mention, Spans
from graph.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graph.linker.matcher import Matcher
    from graph.model import Entity

_NEXT_NUMBER = re.compile(r"(?:/-?|(?:,| and| or|, and|, or) -)(\d+)(?![\w%]|\.\d)")
_NUMBER_END = re.compile(r"\d+$")
_WORD_BEFORE = re.compile(r"(?<![\w-])([A-Za-z][\w-]+)(?: and | or |/)$")
_WORD_AFTER = re.compile(r"(?: and | or |/)([A-Za-z][\w-]+)(?![\w-])")
_SCORE = 0.9
_REACH = 40


def coordinated(text: str, mentions: Sequence[Mention], matcher: Matcher) -> list[Mention]:
    """Return the mentions whose name stands partly in a neighbour; the surface is the part that is their own."""
    found: list[Mention] = []
    taken = Spans((m.start, m.end) for m in mentions)
    for mention in mentions:
        for start, end, entity in (*_numbers(text, mention, matcher), *_words(text, mention, matcher)):
            if not taken.touch(start, end):
                found.append(Mention(start, end, entity, "variant", _SCORE))
    return found


def _numbers(text: str, mention: Mention, matcher: Matcher) -> Iterator[tuple[int, int, Entity]]:
    """Yield the numbers after a name that ends with one: 100 of "CIFAR-10/100"."""
    number = _NUMBER_END.search(text[mention.start : mention.end])
    if not number:
        return
    stem = text[mention.start : mention.start + number.start()]
    place = mention.end
    while following := _NEXT_NUMBER.match(text, place):
        place = following.end()
        entity = _spelled(stem + following.group(1), matcher)
        if entity:
            yield *following.span(1), entity


def _words(text: str, mention: Mention, matcher: Matcher) -> Iterator[tuple[int, int, Entity]]:
    """Yield the word that shares the end of the name after it, or the beginning of the name before it."""
    words = text[mention.start : mention.end].split(" ")
    if len(words) < 2:
        return
    window = max(0, mention.start - _REACH)
    before = _WORD_BEFORE.search(text[window : mention.start])
    if before and (entity := _named(" ".join([before.group(1), *words[1:]]), matcher)):
        yield window + before.start(1), window + before.end(1), entity
    after = _WORD_AFTER.match(text, mention.end)
    if after and (entity := _named(" ".join([*words[:-1], after.group(1)]), matcher)):
        yield *after.span(1), entity


def _spelled(name: str, matcher: Matcher) -> Entity | None:
    """Return the one entity that takes this spelling without context."""
    entities = {spelling.entity for spelling in matcher.look_up(fold(name)) if spelling.rule != "context"}
    return matcher.entities[entities.pop()] if len(entities) == 1 else None


def _named(name: str, matcher: Matcher) -> Entity | None:
    """Return the entity of this very name: half a name is too thin to be read as another spelling of something."""
    entity = _spelled(name, matcher)
    return entity if entity and fold(entity.name) == fold(name) else None
