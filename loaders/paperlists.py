"""The JSON files of paperlists: one venue and year a file, `nips1987.json`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.record import plain, to_paper
from loaders.records import first_is

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loaders.dialect import Aside
    from loaders.paper import Paper, Skipped

_OWN_KEYS = frozenset({"aff", "gs_citation", "author_num", "authors#_avg", "aff_domain", "or_profile"})
_FILE = re.compile(r"(?:.*[^a-z])?([a-z]+)[-_]?((?:19|20)\d\d)[^/]*", re.IGNORECASE)
_BIBTEX = re.compile(r"\b(doi|year)\s*=\s*[{\"]?\s*([^}\"\s,]+)", re.IGNORECASE)
_WRITTEN = {"neurips": "NeurIPS", "corl": "CoRL", "interspeech": "Interspeech"}


def sniff(head: str) -> bool:
    """Tell the files by their keys about authors."""
    return first_is(head, tells)


def tells(record: Mapping[str, object]) -> bool:
    """Say whether a record is one of paperlists."""
    return {"title", "author"} <= record.keys() and not _OWN_KEYS.isdisjoint(record)


def read(record: Mapping[str, object], *, place: str) -> Paper | Skipped | Aside:
    """Return the paper, whatever became of it (`status` may be Withdraw or Reject); the file names venue and year."""
    file = _FILE.fullmatch(place.rpartition(":")[0])
    bibtex = {key.lower(): value for key, value in _BIBTEX.findall(plain(record.get("bibtex")) or "")}
    authors = plain(record.get("author")) or ""
    known = {
        "title": record["title"],
        "abstract": record.get("abstract"),
        "authors": [name for name in authors.split(";") if name.strip()],
        "year": record.get("year") or (file[2] if file else None) or bibtex.get("year"),
        "venue": record.get("venue") or (_WRITTEN.get(file[1].lower(), file[1].upper()) if file else None),
        "doi": record.get("doi") or bibtex.get("doi"),
        "arxiv": record.get("arxiv"),
        "openreview": record.get("openreview"),
        "url": record.get("site"),
        "pdf": record.get("pdf"),
    }
    return to_paper(known, place=place)
