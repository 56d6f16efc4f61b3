"""Semantic Scholar: papers of its Graph API, rows of its datasets, and its older open corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loaders.dialect import Aside, as_reference, fields_of, ids_of, items_of
from loaders.paper import Paper, Reference, Skipped
from loaders.record import plain, to_paper
from loaders.records import first_is

if TYPE_CHECKING:
    from collections.abc import Mapping

_ENDS = ("citedPaper", "citingPaper")
_SCHEMES = (
    ("acl", "acl"),
    ("dblp", "dblp"),
    ("pubmed", "pmid"),
    ("pubmedcentral", "pmcid"),
    ("mag", "mag"),
    ("corpusid", "corpusid"),
)


def sniff(head: str) -> bool:
    """Tell papers of Semantic Scholar by how they call their ids."""
    return first_is(head, tells)


def tells(record: Mapping[str, object]) -> bool:
    """Say whether a record is a paper of Semantic Scholar, or one end of a citation."""
    ends = any(isinstance(record.get(end), dict) for end in _ENDS)
    return ends or not {"paperId", "corpusid", "outCitations"}.isdisjoint(record)


def read(record: Mapping[str, object], *, place: str) -> Paper | Skipped | Aside:
    """Return the paper; a summary made by a machine (`tldr`) is no abstract."""
    record = next((fields_of(record[end]) for end in _ENDS if isinstance(record.get(end), dict)), record)
    open_access = fields_of(record.get("openaccessinfo"))
    ids = _lower(record.get("externalIds") or record.get("externalids") or open_access.get("externalids"))
    pmcid = plain(ids.get("pubmedcentral")) or ""
    ids = {"corpusid": record.get("corpusId") or record.get("corpusid"), **ids}
    ids["pubmedcentral"] = f"PMC{pmcid}" if pmcid.isdigit() else pmcid
    sha = record.get("paperId") or ("outCitations" in record and record.get("id")) or None
    known = {
        "title": record.get("title"),
        "abstract": record.get("abstract") or record.get("paperAbstract"),
        "authors": record.get("authors"),
        "year": record.get("year") or record.get("publicationDate") or record.get("publicationdate"),
        "venue": _venue(record),
        "doi": ids.get("doi") or record.get("doi"),
        "arxiv_id": ids.get("arxiv"),
        "url": record.get("url") or record.get("s2Url"),
    }
    other = (("s2", sha), *((scheme, ids.get(key)) for key, scheme in _SCHEMES))
    return to_paper(known, place=place, other_ids=ids_of(other), references=_references(record))


def _lower(value: object) -> dict[str, object]:
    return {str(key).lower(): id_ for key, id_ in fields_of(value).items()}


def _venue(record: Mapping[str, object]) -> object:
    names = (record.get("venue"), record.get("publicationVenue"), record.get("journal"))
    return next((name for name in names if plain(name)), None)


def _references(record: Mapping[str, object]) -> tuple[Reference, ...]:
    """Return the references in each of their forms: papers, `{"data": [{"citedPaper": ...}]}`, bare ids."""
    value = record.get("references")
    found = (_reference(item) for item in items_of(value) or items_of(fields_of(value).get("data")))
    bare = (Reference(other_ids=ids) for id_ in items_of(record.get("outCitations")) if (ids := ids_of([("s2", id_)])))
    return (*(reference for reference in found if reference), *bare)


def _reference(item: object) -> Reference | None:
    if isinstance(item, str):
        ids = ids_of([("s2", item)])
        return Reference(other_ids=ids) if ids else None
    return as_reference(read(item, place="")) if isinstance(item, dict) else None
