"""Nouns inside the linker: spans count in the clean text of one document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graph.model import Entity, Method

LIST_SEPARATOR = re.compile(r"\s*(?:,|,?\s*(?:and|or|as well as|&)|/|;)\s*(?:the\s+)?")
"""What stands between neighbours of a list of names."""


_LONGER = re.compile(r"[-‐‑–]\d|\+(?!\w)")
"""What makes a name longer than it seems: a number behind a hyphen, a plus at its end."""


_LAST_OF_LIST = re.compile(r"\b(?:and|or|&)\s+(?:the\s+)?$")


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


def overlaps(start: int, end: int, spans: Iterable[tuple[int, int]]) -> bool:
    """Say whether the span shares a character with any of the others."""
    return any(start < other_end and other_start < end for other_start, other_end in spans)


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
    for mention in sorted(mentions, key=lambda m: (m.start - m.end, m.start)):
        if not overlaps(mention.start, mention.end, ((m.start, m.end) for m in kept)):
            kept.append(mention)
    return sorted(kept, key=lambda m: m.start)
