"""The sentence behind an edge, cleaned for people, with the mention's place in the raw text."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from graph.clean import clean

if TYPE_CHECKING:
    from sqlite3 import Connection

    from graph.clean import Cleaned

Place = tuple[str, int, int, str, int, int]
"""Paper, start, end, surface, start of the sentence, end of the sentence."""

PLACE = "m.paper, m.start, m.end, m.surface, m.sentence_start, m.sentence_end"
BEST = "instr(' ' || m.roles || ' ', ' ' || :edge || ' ') > 0 DESC, m.score DESC, m.in_title, m.paper, m.start"
"""The order in which mentions serve as evidence of an edge: those that say so, then the surest, then the first."""


class Evidence(TypedDict):
    """The best mention behind an edge; `start` and `end` are characters in the raw text of `paper`."""

    paper: str
    sentence: str
    start: int
    end: int
    surface: str


class Sentences:
    """Sentences of the papers of a store; keeps each paper's cleaned text between calls.

    Attributes:
        mark: What to put before and behind the mention in its sentence.
    """

    def __init__(self, conn: Connection, *, mark: tuple[str, str] = ("", "")) -> None:
        self.mark = mark
        self._conn = conn
        self._cleaned: dict[str, Cleaned] = {}

    def evidence(self, place: Place | None) -> Evidence | None:
        """Return the place as evidence, or None without a place."""
        if place is None:
            return None
        paper, start, end, surface, *_ = place
        return {"paper": paper, "sentence": self.sentence(place), "start": start, "end": end, "surface": surface}

    def sentence(self, place: Place) -> str:
        """Return the sentence of a mention in one line, with the mention marked."""
        paper, start, end, _, sentence_start, sentence_end = place
        cleaned = self._clean(paper)
        first, last = cleaned.clean_span(sentence_start, sentence_end)
        start, end = cleaned.clean_span(start, end)
        before, behind = self.mark
        text = cleaned.text
        return " ".join(f"{text[first:start]}{before}{text[start:end]}{behind}{text[end:last]}".split())

    def _clean(self, paper: str) -> Cleaned:
        if paper not in self._cleaned:
            abstract, title, derived = self._conn.execute(
                "SELECT abstract, title, title_derived FROM papers WHERE id = ?", (paper,)
            ).fetchone()
            self._cleaned[paper] = clean(f"{abstract}\n\n{title}" if title and not derived else abstract)
        return self._cleaned[paper]
