"""The dialects of JSON: who tells a record, and who reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from loaders import (
    arxiv_json,
    citation_network,
    crossref,
    csl_json,
    datacite,
    openalex,
    openreview,
    paperlists,
    semantic_scholar,
    zotero,
)
from loaders.dialect import Aside
from loaders.paper import Paper, Skipped
from loaders.record import to_paper

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Read(Protocol):
    """Turn a record into a paper, or say why it gives none."""

    def __call__(self, record: Mapping[str, object], *, place: str) -> Paper | Skipped | Aside:
        """Return the paper (source and position are the reader's to add)."""


class Dialect(NamedTuple):
    """A dialect: a test of a record, and how it is read."""

    tells: Callable[[Mapping[str, object]], bool]
    read: Read


def read_record(record: object, *, place: str) -> Paper | Skipped | Aside:
    """Return the paper of a record in whatever dialect it is; one in none is read by its loose keys."""
    if isinstance(record, (Skipped, Aside)):
        return record
    try:
        if isinstance(record, dict):
            read = next((dialect.read for dialect in DIALECTS if dialect.tells(record)), to_paper)
            return read(record, place=place)
        return to_paper(record, place=place)
    except RecursionError:
        return Skipped(place, "nested too deep; expected an object with a title or an abstract")


def _is_recording(record: Mapping[str, object]) -> bool:
    return isinstance(record.get("body"), str) and not {"url", "status", "status_code", "headers"}.isdisjoint(record)


def _refuse_recording(record: Mapping[str, object], *, place: str) -> Skipped:
    return Skipped(place, 'a recorded answer of a server; save what stands in its "body" as a file of its own')


def _is_tokens(record: Mapping[str, object]) -> bool:
    return isinstance(record.get("sentences"), list) and "doc_key" in record and "title" not in record


def _refuse_tokens(record: Mapping[str, object], *, place: str) -> Aside:
    return Aside('full texts cut into tokens ("doc_key", "sentences") do not say what is title and abstract')


DIALECTS: tuple[Dialect, ...] = (
    Dialect(zotero.tells, zotero.read),
    Dialect(openreview.tells, openreview.read),
    Dialect(openalex.tells, openalex.read),
    Dialect(semantic_scholar.tells, semantic_scholar.read),
    Dialect(datacite.tells, datacite.read),
    Dialect(crossref.tells, crossref.read),
    Dialect(arxiv_json.tells_snapshot, arxiv_json.read_snapshot),
    Dialect(arxiv_json.tells_search, arxiv_json.read_search),
    Dialect(citation_network.tells, citation_network.read),
    Dialect(paperlists.tells, paperlists.read),
    Dialect(csl_json.tells, csl_json.read),
    Dialect(_is_recording, _refuse_recording),
    Dialect(_is_tokens, _refuse_tokens),
)
"""The first that tells a record reads it."""
