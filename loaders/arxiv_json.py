"""arXiv in JSON: the snapshot of all metadata, and the documents of arXiv's own search."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.dialect import Aside, fields_of, items_of
from loaders.record import plain, read_year, to_paper
from loaders.records import first_is

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loaders.paper import Paper, Skipped

_VERSION = re.compile(r"v?([1-9]\d{0,2})")
_LISTED = frozenset({"id", "uri", "archive"})


def sniff_snapshot(head: str) -> bool:
    """Tell the snapshot by its versions and parsed names."""
    return first_is(head, tells_snapshot)


def sniff_search(head: str) -> bool:
    """Tell documents of the search by their keys."""
    return first_is(head, tells_search)


def tells_snapshot(record: Mapping[str, object]) -> bool:
    """Say whether a record is a line of the snapshot."""
    return {"id", "title", "categories"} <= record.keys() and not {"versions", "authors_parsed"}.isdisjoint(record)


def tells_search(record: Mapping[str, object]) -> bool:
    """Say whether a record is a document of the search, or an entry in a list of its documents."""
    return {"paper_id", "abs_categories"} <= record.keys() or record.keys() == _LISTED


def read_snapshot(record: Mapping[str, object], *, place: str) -> Paper | Skipped | Aside:
    """Return the paper of a line: the text of its newest version, the year of its first."""
    versions = [fields_of(version) for version in items_of(record.get("versions"))]
    numbers = (_VERSION.fullmatch(str(version.get("version"))) for version in versions)
    years = (read_year(version.get("created")) for version in versions)
    known = {
        "title": record.get("title"),
        "abstract": record.get("abstract"),
        "authors": _names(record.get("authors_parsed")) or record.get("authors"),
        "year": next((year for year in years if year), None) or read_year(record.get("update_date")),
        "venue": record.get("journal-ref"),
        "doi": _first_word(record.get("doi")),
        "arxiv": plain(record.get("id")),
    }
    return to_paper(known, place=place, version=max((int(found[1]) for found in numbers if found), default=None))


def read_search(record: Mapping[str, object], *, place: str) -> Paper | Skipped | Aside:
    """Return the paper of a document; an entry of a list only says which paper it is."""
    version = _VERSION.fullmatch(str(record.get("version")))
    known = {
        "title": record.get("title_utf8") or record.get("title"),
        "abstract": record.get("abstract_utf8") or record.get("abstract"),
        "authors": record.get("authors_parsed") or record.get("authors"),
        "year": record.get("submitted_date_all") or record.get("submitted_date"),
        "venue": record.get("journal_ref_utf8") or record.get("journal_ref"),
        "doi": _first_word(record.get("doi")),
        "arxiv": plain(record.get("paper_id")) or plain(record.get("id")),
        "url": record.get("uri"),
        "is_withdrawn": record.get("is_withdrawn"),
    }
    return to_paper(known, place=place, version=int(version[1]) if version else None)


def _names(parsed: object) -> list[str]:
    """Return the names of `[["Lund", "Ada", "Jr."], ...]`; affiliations behind the third place are left out."""
    names = []
    for name in items_of(parsed):
        family, given, suffix, *_ = [*(plain(part) or "" for part in items_of(name)), "", "", ""]
        names.append(" ".join(f"{given} {family} {suffix}".split()))
    return [name for name in names if name]


def _first_word(value: object) -> str | None:
    """Return the first of several DOIs in one text."""
    return next(iter((plain(value) or "").split()), None)
