"""Crossref: works as its REST API and its public data files give them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loaders.dialect import Aside, fields_of, first_of, items_of, read_markup
from loaders.identifiers import normal_arxiv, normal_doi
from loaders.jats import jats_text
from loaders.paper import Paper, Reference, Skipped
from loaders.record import plain, read_year, to_paper
from loaders.records import first_is

if TYPE_CHECKING:
    from collections.abc import Mapping

_OWN_KEYS = frozenset({"indexed", "deposited", "is-referenced-by-count", "reference-count", "member", "prefix"})
_DATES = ("issued", "published", "published-print", "published-online", "posted", "year")


def sniff(head: str) -> bool:
    """Tell works of Crossref by what only its registry knows, or by titles in a list."""
    return first_is(head, tells)


def tells(record: Mapping[str, object]) -> bool:
    """Say whether a record is a work of Crossref."""
    return "DOI" in record and (isinstance(record.get("title"), list) or not _OWN_KEYS.isdisjoint(record))


def read(record: Mapping[str, object], *, place: str) -> Paper | Skipped | Aside:
    """Return the paper of a work."""
    years = (read_year(record.get(key)) for key in _DATES)
    known = {
        "title": read_markup(first_of(record.get("title"))),
        "abstract": jats_text(plain(record.get("abstract")) or ""),
        "authors": record.get("author"),
        "year": next((year for year in years if year), None),
        "venue": read_markup(first_of(record.get("container-title"))),
        "doi": record.get("DOI"),
        "url": record.get("URL"),
    }
    cited = (_reference(fields_of(item)) for item in items_of(record.get("reference")))
    return to_paper(known, place=place, references=tuple(reference for reference in cited if reference))


def _reference(item: Mapping[str, object]) -> Reference | None:
    """Return a reference; one that is only a line of text gives no more than the DOI in it."""
    line = plain(item.get("unstructured")) or ""
    doi = normal_doi(plain(item.get("DOI")) or line)
    title = read_markup(item.get("article-title")) or read_markup(item.get("volume-title"))
    author = plain(item.get("author"))
    reference = Reference(
        title=" ".join(title.split()) if title else None,
        authors=(author.strip(),) if author else (),
        year=read_year(item.get("year")),
        doi=None if doi and normal_arxiv(doi) else doi,
        arxiv_id=normal_arxiv(doi) if doi else None,
    )
    return None if reference == Reference() else reference
