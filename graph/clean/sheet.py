"""The sheet that the cleaner writes on: clean text piece by piece, and the marks still to be closed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from graph.clean.cleaned import Pair

_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)


class Mark(NamedTuple):
    """A closing mark that is still ahead: where it ends, what it leaves in the text, and what opened it."""

    open_start: int
    open_end: int
    end: int
    text: str = ""


@dataclass(slots=True)
class Sheet:
    """Raw text being cleaned. Every handler moves forward: it writes what stands at a place and gives the next one."""

    raw: str
    math_end: int = -1
    size: int = 0
    out: list[str] = field(default_factory=list)
    at: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    urls: list[tuple[int, int]] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    marks: dict[int, Mark] = field(default_factory=dict)
    tags: list[tuple[str, int, int]] = field(default_factory=list)
    _braces: dict[int, int] | None = None

    @property
    def math(self) -> bool:
        """Tell whether a formula is open."""
        return self.math_end >= 0

    @property
    def last(self) -> str:
        """Return the last clean character, or a blank where there is none: no blank is wanted after it either."""
        return self.out[-1][-1] if self.out else " "

    def copy(self, start: int, end: int) -> int:
        """Write a raw span as it stands and return its end; it must hold no two blanks in a row."""
        if self.raw[start] == " " and self.last == " ":
            start += 1
        if start < end:
            self._write(self.raw[start:end], start, end)
        return end

    def put(self, text: str, start: int, end: int) -> int:
        """Write other text in place of a raw span (which may be empty) and return its end."""
        if text:
            self._write(text, start, end)
        return end

    def blank(self, start: int, end: int, *, breaks: bool = False) -> int:
        """Write one blank in place of a raw span, unless one is there already; note a new paragraph if asked."""
        if self.last != " ":
            self._write(" ", start, end)
        if breaks and self.size and self.breaks[-1:] != [self.size]:
            self.breaks.append(self.size)
        return end

    def apart(self, place: int) -> None:
        """Keep what comes next from growing together with a letter or digit before it."""
        if self.last.isalnum():
            self._write(" ", place, place)

    def pop(self) -> tuple[str, int, int]:
        """Take back the last character; return it with its raw span."""
        char, start, end = self.last, self.starts[-1], self.ends[-1]
        if self._ends_in_copy():
            start = self.ends[-1] = end - 1
        self.size -= 1
        self.out[-1] = self.out[-1][:-1]
        if not self.out[-1]:
            self.out.pop()
        if self.size == self.at[-1]:
            for column in (self.at, self.starts, self.ends):
                column.pop()
        return char, start, end

    def trim(self) -> None:
        """Take back a blank at the end."""
        while self.out and self.last == " ":
            self.pop()

    def close(self, place: int, mark: Mark) -> int:
        """Write what a closing mark leaves, note the pair, and return the end of the mark."""
        if mark.text == " ":
            self.blank(place, mark.end)
        else:
            self.put(mark.text, place, mark.end)
        self.pairs.append(Pair(mark.open_start, mark.open_end, place, mark.end))
        if place == self.math_end:
            self.math_end = -1
        return mark.end

    def brace(self, place: int) -> int | None:
        """Return the place of the brace that closes the one at `place`; None where nothing opens or closes there."""
        if self._braces is None:
            self._braces = _pair_braces(self.raw)
        return self._braces.get(place)

    def _write(self, text: str, start: int, end: int) -> None:
        goes_on = self.at and self.ends[-1] == start and len(text) == end - start and self._ends_in_copy()
        self.out.append(text)
        self.size += len(text)
        if goes_on:
            self.ends[-1] = end
            return
        self.at.append(self.size - len(text))
        self.starts.append(start)
        self.ends.append(end)

    def _ends_in_copy(self) -> bool:
        return self.size - self.at[-1] == self.ends[-1] - self.starts[-1]


def _pair_braces(raw: str) -> dict[int, int]:
    """Return for each opening brace the place of the one that closes it; escaped braces do not count."""
    pairs: dict[int, int] = {}
    open_places: list[int] = []
    for match in _BRACE.finditer(raw):
        if match.group() == "{":
            open_places.append(match.start())
        elif match.group() == "}" and open_places:
            pairs[open_places.pop()] = match.start()
    return pairs
