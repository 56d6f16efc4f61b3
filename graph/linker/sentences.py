"""Sentences of clean text."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def _words(table: str) -> frozenset[str]:
    return frozenset(table.split())


_END = re.compile(r"(?<![.!?])[.!?]++[\"'”’)\]]*(?= )|[。！？]")
_NEXT_WORD = re.compile(r"[\"'“‘(\[]*([^\s\"'”’)\],;:]+)")
_INITIALS = re.compile(r"[A-Z](?:[.-][A-Z])*|[a-z](?:\.[a-z])+")
_NUMBERED = re.compile(r"\(?\d{1,2}|\(?[ivx]{1,4}|\(?[a-h]")
_NEVER_LAST = _words("cf e.g eg i.e ie vs viz resp approx ca dr prof mr mrs ms w.r.t a.k.a")
_SELDOM_LAST = _words("al inc ltd st jr sr no nos")
_BEFORE_A_NUMBER = _words("fig figs eq eqs eqn sec secs sect tab tabs ch no nos vol pp p ref refs thm prop app alg")
_STARTERS = _words(
    """a additionally all although an and as at based both building but by code compared despite during each
    existing experiments extensive finally first for from furthermore given here hence how however if in instead
    is it its let many moreover most motivated on one our recent recently results second since specifically such
    suppose that the then there therefore these they this those though through thus to under unlike using we
    what when where whereas which while why with"""
)


def sentences(text: str, breaks: Sequence[int] = ()) -> list[tuple[int, int]]:
    """Return the spans of the sentences of clean text, without the blanks around them.

    Abbreviations ("et al.", "e.g.", "Fig. 2"), initials, decimals and list numbers end no sentence. A sentence never
    runs across one of `breaks` (see `Cleaned.breaks`).
    """
    spans = []
    edges = [0, *breaks, len(text)]
    for first, last in pairwise(edges):
        start = first
        for end in _ends(text, first, last):
            spans.append((start, end))
            start = end
        spans.append((start, last))
    stripped = (_strip(text, start, end) for start, end in spans)
    return [(start, end) for start, end in stripped if start < end]


def _ends(text: str, first: int, last: int) -> Iterator[int]:
    start = first
    for match in _END.finditer(text, first, last):
        if _ends_sentence(text, start, match):
            start = match.end()
            yield start


def _ends_sentence(text: str, start: int, match: re.Match[str]) -> bool:
    """Tell whether a full stop (question mark, …) ends the sentence that begins at `start`."""
    following = _NEXT_WORD.match(text, match.end() + 1)
    if text[match.start()] in "。！？" or following is None:
        return True
    word = following[1]
    if word[0].islower() and not any(char.isupper() for char in word):
        return False
    if text[match.start()] != ".":
        return True
    place = max(text.rfind(" ", start, match.start()) + 1, start)
    last = text[place : match.start()].lstrip('([“"')
    low = last.lower()
    if low in _NEVER_LAST or (low in _BEFORE_A_NUMBER and word[0].isdigit()):
        return False
    if low in _SELDOM_LAST or _INITIALS.fullmatch(last):
        return word.lower() in _STARTERS and following.start(1) == following.start()
    return place > start + 1 or not _NUMBERED.fullmatch(last)


def _strip(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] == " ":
        start += 1
    while start < end and text[end - 1] == " ":
        end -= 1
    return start, end
