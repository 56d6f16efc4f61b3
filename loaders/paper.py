"""The noun that every loader gives: a paper as its author wrote it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reference:
    """A work in the list of references of a paper, with what the list says of it.

    Attributes:
        other_ids: As those of `Paper`.
    """

    title: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    openreview_id: str | None = None
    other_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as read from a file; nothing is cleaned, nothing is guessed.

    Attributes:
        abstract: The text as the author typed it, hard-wrapped lines joined; empty where the record has none.
        title: The title as typed, or None where the file gives none.
        source: Name of the file (no folder), empty for a paper that no file holds.
        version: Which version of a preprint the text is, from 1; None where that is not told.
        other_ids: Identifiers of catalogues, as `openalex:W2741809807`, `s2:204e3073...`, `dblp:conf/nips/LundM20`,
            `acl:2022.acl-long.1`, `pmid:19129924`.
        references: The works that the paper cites, in the order of its list.
        position: Which paper of the file it is, from 1; 0 for a paper that no file holds.
        line: Line of the file on which it starts; 0 where that is not known. No part of what the paper is.
    """

    abstract: str
    title: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    url: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    openreview_id: str | None = None
    version: int | None = None
    other_ids: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    source: str = ""
    position: int = 0
    line: int = field(default=0, compare=False)

    @property
    def raw(self) -> str:
        """Return the raw text that every offset of a mention counts in: the abstract, a blank line, the title.

        The abstract comes first, so that an offset in the abstract is one in the raw text as well, whether a title
        is known, turns up later or never does.
        """
        return f"{self.abstract}\n\n{self.title}" if self.title else self.abstract


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that gave no paper, or a title that no paper got.

    Attributes:
        place: Where it stands, as `papers.jsonl:3` (line) or `papers.txt:2` (line of its first word).
        reason: What is wrong and what was expected, in one line.
        what: `record`; `title` for a line of a file of titles; `note` for what is to be said of a file that was read.
    """

    place: str
    reason: str
    what: str = "record"
