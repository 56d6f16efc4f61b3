"""A paper as the linker reads it: clean text with its sentences, zones that name nothing, and the way back to raw."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graph.clean import Cleaned, clean
from graph.linker.citations import find_citations
from graph.linker.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graph.model import Citation

_EMPHASIS = re.compile(
    r"(?<![\w*])\*{1,2}([^*\n]{2,60})\*{1,2}(?![\w*])|\\(?:textbf|emph|textit|textsc|texttt)\{([^{}]{2,60})\}"
)
_BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class Part:
    """The title or the abstract: its clean text begins at `start` in the document, its raw text at `raw_start`."""

    raw: str
    cleaned: Cleaned
    start: int
    raw_start: int
    title: bool

    @property
    def end(self) -> int:
        """Return where the part ends in the document."""
        return self.start + len(self.cleaned.text)


@dataclass(frozen=True, slots=True)
class Document:
    """The text that is linked: the title, if there is one, then the abstract, both clean.

    Attributes:
        sentences: Spans in order; the title is one of its own.
        zones: Spans of addresses and citations, where no entity is looked for.
        emphasised: Spans that the author set in bold, italics or typewriter letters.
    """

    text: str
    parts: tuple[Part, ...]
    sentences: tuple[tuple[int, int], ...]
    zones: tuple[tuple[int, int], ...]
    emphasised: tuple[tuple[int, int], ...]
    citations: tuple[Citation, ...]

    def sentence_of(self, place: int) -> tuple[int, int]:
        """Return the sentence that holds this character, or the last one before it."""
        found = bisect_right(self.sentences, (place, len(self.text) + 1)) - 1
        return self.sentences[max(found, 0)]

    def in_title(self, place: int) -> bool:
        """Say whether the character stands in the title."""
        return self.parts[0].title and place < self.parts[0].end

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the raw text that these characters were typed as."""
        part = self.parts[-1] if start >= self.parts[-1].start else self.parts[0]
        if end > part.end:
            raise ValueError(f"characters {start} to {end} lie in the title and the abstract")
        raw_start, raw_end = part.cleaned.raw_span(start - part.start, end - part.start)
        return raw_start + part.raw_start, raw_end + part.raw_start


def read_document(raw: str, title_start: int | None) -> Document:
    """Clean the raw text and cut it; the title, if any, begins at `title_start` and ends the raw text."""
    abstract = raw if title_start is None else raw[:title_start].rstrip("\n")
    pieces = [(abstract, 0, False)]
    if title_start is not None:
        pieces.insert(0, (raw[title_start:], title_start, True))
    parts: list[Part] = []
    text = ""
    for piece, raw_start, is_title in pieces:
        text += _BETWEEN if parts else ""
        cleaned = clean(piece)
        parts.append(Part(piece, cleaned, len(text), raw_start, is_title))
        text += cleaned.text
    return _document(text, tuple(parts))


def _document(text: str, parts: Sequence[Part]) -> Document:
    spans: list[tuple[int, int]] = []
    zones: list[tuple[int, int]] = []
    citations: list[Citation] = []
    for part in parts:
        inner = [(0, len(part.cleaned.text))] if part.title else sentences(part.cleaned.text, part.cleaned.breaks)
        found, cited = find_citations(part.cleaned.text, inner)
        spans += _shifted(inner, part.start)
        zones += _shifted([*part.cleaned.urls, *cited], part.start)
        citations += [replace(one, start=one.start + part.start, end=one.end + part.start) for one in found]
    return Document(
        text=text,
        parts=tuple(parts),
        sentences=tuple(spans) or ((0, 0),),
        zones=tuple(sorted(zones)),
        emphasised=tuple(span for part in parts for span in _emphasised(part)),
        citations=tuple(citations),
    )


def _shifted(spans: Iterable[tuple[int, int]], by: int) -> list[tuple[int, int]]:
    return [(start + by, end + by) for start, end in spans]


def _emphasised(part: Part) -> list[tuple[int, int]]:
    spans = []
    for match in _EMPHASIS.finditer(part.raw):
        group = 1 if match.group(1) else 2
        start, end = part.cleaned.clean_span(match.start(group), match.end(group))
        if start < end:
            spans.append((start + part.start, end + part.start))
    return spans
