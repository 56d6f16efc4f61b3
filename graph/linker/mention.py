"""Nouns inside the linker: spans count in the clean text of one document."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from graph.model import Entity, Method

LIST_SEPARATOR = re.compile(r"\s*(?:,|,?\s*(?:and|or|as well as|&)|/|;)\s*(?:the\s+)?")
"""What stands between neighbours of a list of names."""


_LONGER = re.compile(r"[-‐‑–]\d|\+(?!\w)")
"""What makes a name longer than it seems: a number behind a hyphen, a plus at its end."""


_LAST_OF_LIST = re.compile(r"\b(?:and|or|&)\s+(?:the\s+)?$")


class _HasPlace(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


Place = TypeVar("Place", bound=_HasPlace)


class Mention(NamedTuple):
    """A place that was decided: it means this entity."""

    start: int
    end: int
    entity: Entity
    method: Method
    score: float


class Unclear(NamedTuple):
    """A place with several readings, or with one that nothing supports."""

    start: int
    end: int
    candidates: tuple[str, ...]


def ends_list(text: str, name: tuple[int, int], following: int) -> bool:
    """Say whether a list ends with this name: in "on A, B and C, X wins" a clause begins behind the comma."""
    return bool(_LAST_OF_LIST.search(text[max(0, name[0] - 12) : name[0]])) and "," in text[name[1] : following]


class Spans:
    """Spans of one text by their place, to ask what a span touches without reading them all."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        found = sorted(spans)
        self._starts = [start for start, _ in found]
        self._reach = list(accumulate((end for _, end in found), max))

    def touch(self, start: int, end: int) -> bool:
        """Say whether any of them shares a character with this span."""
        before = bisect_left(self._starts, end)
        return before > 0 and self._reach[before - 1] > start


class Placed(Generic[Place]):
    """Mentions or candidates that do not overlap, in the order of the text, to ask which of them a span touches."""

    def __init__(self, places: Iterable[Place]) -> None:
        self._places = sorted(places, key=lambda place: place.start)
        self._ends = [place.end for place in self._places]

    def touching(self, start: int, end: int) -> Iterator[Place]:
        """Yield those that share a character with the span, in order."""
        for index in range(bisect_right(self._ends, start), len(self._places)):
            if self._places[index].start >= end:
                return
            yield self._places[index]


def occurrences(text: str, name: str) -> list[tuple[int, int]]:
    """Return where the name stands as a word of its own, as written or with a plain plural."""
    found = []
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        end += text[end : end + 1] == "s"
        if not (_joined(text[start - 1 : start]) or _joined(text[end : end + 1]) or _LONGER.match(text, end)):
            found.append((start, end))
        start = text.find(name, start + 1)
    return found


def _joined(char: str) -> bool:
    return char.isalnum() or char == "_"


def without_overlaps(mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions in text order; of two that overlap the longer stays, of equally long ones the first."""
    kept: list[Mention] = []
    starts: list[int] = []
    for mention in sorted(mentions, key=lambda m: (m.start - m.end, m.start)):
        place = bisect_left(starts, mention.end)
        if place == 0 or kept[place - 1].end <= mention.start:
            starts.insert(place, mention.start)
            kept.insert(place, mention)
    return kept
