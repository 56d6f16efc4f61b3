"""The clean text of a paper with its offset map."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import NamedTuple


class Pair(NamedTuple):
    r"""An opening and a closing mark in the raw text, such as `\textbf{` and `}`; each is a half-open span."""

    open_start: int
    open_end: int
    close_start: int
    close_end: int


@dataclass(frozen=True, slots=True)
class Cleaned:
    """Clean text, piece by piece beside the raw text it came from.

    A piece as long as its raw text is a copy, character by character; every character of any other piece stands for
    the whole raw text of the piece. Raw text between two pieces is markup.

    Attributes:
        text: For people and for the linker: one line, single blanks, no markup.
        at: Where each piece starts in the clean text, ascending.
        starts: Where the raw text of each piece starts, never descending.
        ends: Where it ends, never descending.
        urls: Spans of the clean text that are addresses.
        breaks: Places in the clean text where a paragraph, a heading or a list item starts, without the first.
        pairs: Marks that belong together, in the order in which they close.
    """

    text: str
    at: tuple[int, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    urls: tuple[tuple[int, int], ...] = ()
    breaks: tuple[int, ...] = ()
    pairs: tuple[Pair, ...] = ()

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        r"""Return the raw span of a clean span: from its first typed character to its last.

        Marks before the first and after the last character are left out (`LIFT-GS` in `\textbf{LIFT-GS}`). Where one
        half of a pair falls inside, the span grows over the other half if no other text lies between, so that marks
        stay balanced (`**P**erturbation`, `$k$-means`). An empty span gives an empty one.
        """
        if start >= end:
            place = self._raw_start(start) if start < len(self.text) else (self.ends[-1] if self.ends else 0)
            return place, place
        raw_start, raw_end = self._raw_start(start), self._raw_end(end - 1)
        return self._balanced(raw_start, raw_end) if self.pairs else (raw_start, raw_end)

    def clean_span(self, raw_start: int, raw_end: int) -> tuple[int, int]:
        """Return the clean span of what was typed in a raw span; a span of markup alone gives the place after it."""
        first = bisect_right(self.ends, raw_start)
        while first < len(self.at) and self.starts[first] == self.ends[first]:  # a blank that nobody typed
            first += 1
        if first == len(self.at):
            return len(self.text), len(self.text)
        start = self.at[first]
        if self._is_copy(first):
            start += max(0, raw_start - self.starts[first])
        last = bisect_left(self.starts, raw_end) - 1
        while last > first and self.starts[last] == self.ends[last]:
            last -= 1
        if last < first:
            return start, start
        end = self._piece_end(last)
        if self._is_copy(last):
            end = min(end, self.at[last] + raw_end - self.starts[last])
        return start, max(start, end)

    def _piece_end(self, piece: int) -> int:
        return self.at[piece + 1] if piece + 1 < len(self.at) else len(self.text)

    def _is_copy(self, piece: int) -> bool:
        return self.ends[piece] - self.starts[piece] == self._piece_end(piece) - self.at[piece]

    def _raw_start(self, index: int) -> int:
        piece = bisect_right(self.at, index) - 1
        return self.starts[piece] + (index - self.at[piece] if self._is_copy(piece) else 0)

    def _raw_end(self, index: int) -> int:
        piece = bisect_right(self.at, index) - 1
        return self.starts[piece] + index - self.at[piece] + 1 if self._is_copy(piece) else self.ends[piece]

    def _balanced(self, start: int, end: int) -> tuple[int, int]:
        """Grow a raw span over the missing halves of pairs; inner pairs close first, so one pass is enough."""
        for pair in self.pairs:
            opens = start <= pair.open_start and pair.open_end <= end
            closes = start <= pair.close_start and pair.close_end <= end
            if closes and pair.open_start < start and not self._has_text(pair.open_start, start):
                start = pair.open_start
            elif opens and end < pair.close_end and not self._has_text(end, pair.close_end):
                end = pair.close_end
        return start, end

    def _has_text(self, raw_start: int, raw_end: int) -> bool:
        start, end = self.clean_span(raw_start, raw_end)
        return raw_start < raw_end and start < end
