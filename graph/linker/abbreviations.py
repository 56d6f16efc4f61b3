"""Abbreviations that a document defines itself.

Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical text" (PSB 2003): every
letter of the short form is found in the long form from right to left, the first one at the start of a word. Both orders
are read: "self-supervised learning (SSL)" and "SSL (self-supervised learning)".
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from graph.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_BRACKET = re.compile(r"[(\[]([^()\[\]]{2,120})[)\]]")
_LIST_NUMBER = re.compile(r"(?!VI$)(?:[ivx]+|\d+)(?:-[ivx\d]+)?", re.IGNORECASE)
"""A number before an item of a list; CL, CV and IL are none, and VI is variational inference more often than six."""
_YEAR = re.compile(r"\b(?:19|20)\d\d[a-z]?\b")
_NAME_LIST = re.compile(r"\s*[^\s,;]*[A-Z][^\s,;]*(?:\s\d\S*)?\s*[,;/]\s*(?:and\s+)?[^\s,;]*[A-Z]")
"""A bracket that lists names, "(SAM, CLIP, LLaMA)", gives examples and defines nothing."""
_APPOSITION = re.compile(
    r"(?<![\w-])([A-Z][A-Za-z]{1,11}), an? ((?:[A-Z][\w-]+ (?:(?:of|for|and|in|with|the|to) )?)+[A-Z][\w-]+)"
)
"""A name and the words that it is made of, in capitals: "BERT, a Bayesian Ensemble of Regression Trees"."""
_PART = re.compile(r"[^\W_]+")
_CLAUSE_END = ".;:,()[]?!"
_LONGEST_SHORT = 12


class Definition(NamedTuple):
    """A short form and its long form, as spans of the text."""

    short_start: int
    short_end: int
    long_start: int
    long_end: int


def find_definitions(text: str, sentences: Sequence[tuple[int, int]] | None = None) -> list[Definition]:
    """Return the definitions in order; one reaches over no end of a sentence, so over no heading and no title.

    A short form that is defined twice in the same way is given once, otherwise with each of its long forms.
    """
    found: dict[tuple[str, str], Definition] = {}
    for start, end in sentences or [(0, len(text))]:
        for definition in _in_sentence(text[start:end]):
            placed = Definition(*(place + start for place in definition))
            short = text[placed.short_start : placed.short_end]
            found.setdefault((short, fold(text[placed.long_start : placed.long_end])), placed)
    return sorted(found.values())


def _in_sentence(text: str) -> Iterator[Definition]:
    for bracket in _BRACKET.finditer(text):
        if not _YEAR.search(bracket.group(1)) and not _NAME_LIST.match(bracket.group(1)):
            yield from islice(_read(text, bracket), 1)
    for apposition in _APPOSITION.finditer(text):
        short, long = apposition.group(1), apposition.group(2)
        if _is_short(short) and len(long.split()) > 1 and _align(short, long) == 0:
            yield Definition(*apposition.span(1), *apposition.span(2))


def _read(text: str, bracket: re.Match[str]) -> Iterator[Definition]:
    inner = re.split(r"[;,]", bracket.group(1))[0]
    start = bracket.start(1) + len(inner) - len(inner.lstrip())
    end = bracket.start(1) + len(inner.rstrip())
    if _is_short(text[start:end]):
        short_end = end - 1 if _plural(text[start:end]) else end
        long = _long_before(text, bracket.start(), text[start:short_end])
        if long:
            yield Definition(start, short_end, *long)
    word = re.search(r"([^\s()\[\],;:]+)\s*$", text[: bracket.start()])
    if word and " " in inner.strip() and _is_short(word.group(1)):
        short_end = word.end(1) - 1 if _plural(word.group(1)) else word.end(1)
        if _align(text[word.start(1) : short_end], text[start:end]) == 0:
            yield Definition(word.start(1), short_end, start, end)


def _is_short(word: str) -> bool:
    """Say whether the word may be a short form: one to twelve characters with a capital, no list number."""
    if not 2 <= len(word) <= _LONGEST_SHORT or " " in word or not word[0].isalnum():
        return False
    return any(char.isupper() for char in word) and not _LIST_NUMBER.fullmatch(word)


def _plural(short: str) -> bool:
    return len(short) > 2 and short.endswith("s") and short[-2].isupper()


def _long_before(text: str, end: int, short: str) -> tuple[int, int] | None:
    """Return the long form that ends before the bracket, within the clause and min(n + 5, 2n) words."""
    end = len(text[:end].rstrip())
    letters = sum(char.isalnum() for char in short)
    low = end
    for _ in range(min(letters + 5, letters * 2)):
        low = max(text.rfind(" ", 0, low), 0)
        if low == 0 or text[low - 1] in _CLAUSE_END:
            break
    begin = _initials(short, text[low:end])
    if begin is None:
        begin = _align(short, text[low:end])
    if begin is None:
        return None
    while begin > 0 and (text[low + begin - 1].isalnum() or text[low + begin - 1] == "-"):
        begin -= 1  # "Boundary-based": a long form begins with a whole compound
    long = text[low + begin : end]
    if len(long) <= len(short) or short.lower() in long.lower().split():
        return None
    return low + begin, end


def _initials(short: str, window: str) -> int | None:
    """Return where the words begin whose first letters are the short form, small words too: "World of Workflows (WoW)".

    Read from right to left alone, the letters of "WoW" are found within "Workflows".
    """
    letters = [char for char in short.lower() if char.isalnum()]
    words = list(_PART.finditer(window))[-len(letters) :]
    if len(words) < max(2, len(letters)) or [word.group()[0].lower() for word in words] != letters:
        return None
    return words[0].start()


def _align(short: str, window: str) -> int | None:
    """Return where in the window the long form of this short form begins, or None."""
    place = len(window) - 1
    letters = [char for char in short.lower() if char.isalnum()]
    for left, char in zip(range(len(letters) - 1, -1, -1), reversed(letters), strict=True):
        while place >= 0 and not (window[place].lower() == char and (left or _begins_word(window, place))):
            place -= 1
        if place < 0:
            return None
        place -= 1
    return place + 1


def _begins_word(window: str, place: int) -> bool:
    return place == 0 or not window[place - 1].isalnum()
