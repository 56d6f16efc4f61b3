"""A record with loose keys (an object of JSON, later a row of a table) into a paper."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from loaders.authors import read_authors
from loaders.heading import Heading, read_venue
from loaders.identifiers import arxiv_version, normal_arxiv, normal_doi, normal_openreview
from loaders.notice import is_notice
from loaders.paper import Paper, Skipped
from loaders.wrap import unwrap

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from loaders.paper import Reference

KEYS: dict[str, tuple[str, ...]] = {
    "title": (
        *("title", "papertitle", "documenttitle", "articletitle", "itemtitle", "primarytitle", "displayname", "name"),
    ),
    "abstract": ("abstract", "paperabstract", "abstractnote", "summary", "abstracttext"),
    "authors": (*("authorfullnames", "authors", "author", "authornames", "creators", "authorships", "firstauthors"),),
    "year": ("year", "publicationyear", "pubyear", "published", "publicationdate", "date", "issued", "versions"),
    "venue": (
        *("venue", "booktitle", "journal", "journaltitle", "conference", "containertitle", "publicationvenue"),
        *("publicationtitle", "sourcetitle", "publicationname", "journalbook", "publication"),
    ),
    "doi": ("doi", "itemdoi"),
    "arxiv": ("arxivid", "arxiv", "eprint"),
    "openreview": ("openreviewid", "openreview", "forum"),
    "url": ("url", "link", "paperurl", "abs", "absurl", "site", "pdf", "pdfurl", "pdflink", "articleurl"),
}
"""What a key of the record may be called, best first; keys count in lower case, without `_`, `-` and blanks."""

_ABSENT = frozenset({"", "nan", "none", "null", "n/a", "na", "n.a"})
_AROUND = " \t\r\n.-–—?_[]()"
_YEAR = re.compile(r"(?<!\d)(?:(?:19|20)\d\d|2100)(?!\d)")
_RETRACTED = ("retracted", "isretracted", "withdrawn", "iswithdrawn")
_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")


def to_paper(
    record: object,
    *,
    place: str,
    other_ids: tuple[str, ...] = (),
    references: tuple[Reference, ...] = (),
    version: int | None = None,
) -> Paper | Skipped:
    """Return the paper of a record (source and position are the reader's to add), or why there is none.

    A record whose title and abstract are empty is a paper all the same where an identifier says which. What is
    retracted or withdrawn has no abstract that counts.
    """
    if not isinstance(record, dict):
        return Skipped(place, f"expected an object with a title or an abstract, found {_kind(record)}")
    fields = _fields(record)
    paper = _paper(fields)
    named = paper.doi or paper.arxiv_id or paper.openreview_id or other_ids
    if not paper.title and not paper.abstract and not (named and _empty(fields)):
        return Skipped(place, _no_text(record, fields))
    return replace(paper, other_ids=other_ids, references=references, version=version or paper.version)


def _paper(fields: Mapping[str, object]) -> Paper:
    title, addresses = _text(fields, "title"), _addresses(fields)
    doi = _doi(fields, addresses)
    arxiv, version = _arxiv(fields, doi, addresses)
    venue = _text(fields, "venue")
    held = read_venue(venue) if venue else Heading(None, None)
    return Paper(
        abstract=_abstract(fields) or "",
        title=" ".join(title.split()) if title else None,
        authors=read_authors(_value(fields, "authors")),
        year=_year(fields) or held.year,
        venue=held.venue,
        url=next((url for url in addresses if url.startswith("http")), None),
        doi=None if doi and normal_arxiv(doi) else doi,
        arxiv_id=arxiv,
        openreview_id=_openreview(fields, addresses),
        version=version,
    )


def _no_text(record: Mapping[str, object], fields: Mapping[str, object]) -> str:
    """Return what is wrong with a record that has neither a title nor an abstract."""
    if len(_empty(fields)) == 2:
        return "title and abstract are both empty"
    known = ", ".join(key[:30] for key in sorted(map(str, record))[:8]) or "none"
    return f'no title and no abstract; expected keys such as "title", "abstract", found {known}'


def _empty(fields: Mapping[str, object]) -> list[str]:
    """Return which of title and abstract a record has a key for, where neither says anything."""
    return [key for key in ("title", "abstract") if any(name in fields for name in KEYS[key])]


def _fields(record: Mapping[str, object]) -> dict[str, object]:
    """Return the record with its keys folded; what lies in `content` or `externalIds` stands beside them."""
    fields: dict[str, object] = {}
    for key, value in record.items():
        name = re.sub(r"[\W_]", "", key).lower()
        if name in {"content", "externalids"} and isinstance(value, dict):
            fields = {**_fields(value), **fields}
        elif name not in fields or plain(fields[name]) is None:
            fields[name] = value
    return fields


def _value(fields: Mapping[str, object], key: str) -> object:
    """Return the first present value under one of the names of a key."""
    return next((fields[name] for name in KEYS[key] if name in fields and _present(fields[name])), None)


def _present(value: object) -> bool:
    return bool(value) if isinstance(value, (list, dict)) else plain(value) is not None


def plain(value: object) -> str | None:
    """Return a value as text; None for what stands for nothing (null, NaN, "n/a") or has no text."""
    if isinstance(value, dict):
        value = value.get("value", value.get("name", value.get("raw")))
    if isinstance(value, list):
        value = " ".join(part for part in map(plain, value) if part)
    if value is None or isinstance(value, (bool, dict)) or (isinstance(value, float) and math.isnan(value)):
        return None
    text = _UNWRITABLE.sub("\ufffd", str(value))
    return None if text.strip(_AROUND).lower() in _ABSENT else text


def _text(fields: Mapping[str, object], key: str) -> str | None:
    text = plain(_value(fields, key))
    return unwrap(text) if text else None


def _abstract(fields: Mapping[str, object]) -> str | None:
    """Return the first abstract that is one; "No abstract available" is none."""
    if any(fields.get(flag) is True for flag in _RETRACTED):
        return None
    texts = (plain(fields[name]) for name in KEYS["abstract"] if name in fields)
    return next((unwrap(text) for text in texts if text and not is_notice(text)), None)


def _year(fields: Mapping[str, object]) -> int | None:
    """Return the first year that a number, a date or nested date parts hold."""
    years = (read_year(fields[name]) for name in KEYS["year"] if name in fields)
    return next((year for year in years if year), None)


def read_year(value: object) -> int | None:
    """Return the first year from 1900 to 2100 in a number, a date or nested date parts."""
    match = _YEAR.search(str(value))
    return int(match.group()) if match else None


def _addresses(fields: Mapping[str, object]) -> list[str]:
    """Return what may tell where the paper lives, the best address first, and its `id` last."""
    values = (plain(fields[name]) for name in (*KEYS["url"], "id") if name in fields)
    return [value.strip() for value in values if value]


def _doi(fields: Mapping[str, object], addresses: Sequence[str]) -> str | None:
    named = _text(fields, "doi")
    places = [named] if named else [place for place in addresses if "doi" in place or place.startswith("10.")]
    return next((doi for doi in map(normal_doi, places) if doi), None)


def _arxiv(fields: Mapping[str, object], doi: str | None, addresses: Sequence[str]) -> tuple[str | None, int | None]:
    """Return the arXiv id, and the version that one of its spellings in the record names."""
    places = [place for place in (_text(fields, "arxiv"), doi, *addresses) if place]
    found = next((found for place in places if (found := normal_arxiv(place))), None)
    versions = (arxiv_version(place) for place in places if normal_arxiv(place) == found)
    return found, next((version for version in versions if version), None)


def _openreview(fields: Mapping[str, object], addresses: Sequence[str]) -> str | None:
    named = _text(fields, "openreview")
    places = [named] if named else [place for place in addresses if "openreview.net" in place]
    return next((found for place in places if (found := normal_openreview(place))), None)


def _kind(value: object) -> str:
    names = {str: "a text", list: "a list", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
