"""Zotero: items of its API and of the JSON that Better BibTeX exports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.dialect import Aside, fields_of, ids_of, items_of, read_markup
from loaders.identifiers import normal_arxiv
from loaders.record import plain, to_paper
from loaders.records import first_is

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loaders.paper import Paper, Skipped

_VENUES = ("publicationTitle", "proceedingsTitle", "conferenceName", "bookTitle", "encyclopediaTitle", "websiteTitle")
_AT_ARXIV = re.compile(r"arxiv:\s*(\S+).*", re.IGNORECASE | re.DOTALL)
_EXTRA = re.compile(r"^\s*(arxiv|doi|pmid|pmcid)\s*:\s*(\S+)", re.IGNORECASE | re.MULTILINE)
ATTACHED = "notes and attachments of a library are no papers"


def sniff(head: str) -> bool:
    """Tell items of Zotero by their type."""
    return first_is(head, tells)


def tells(record: Mapping[str, object]) -> bool:
    """Say whether a record is an item of Zotero, or holds one as its data."""
    return "itemType" in record or "itemType" in fields_of(record.get("data"))


def read(record: Mapping[str, object], *, place: str) -> Paper | Skipped | Aside:
    """Return the paper of an item."""
    item = record if "itemType" in record else fields_of(record.get("data"))
    if str(item.get("itemType")) in {"note", "attachment", "annotation"}:
        return Aside(ATTACHED)
    extra = item.get("extra")
    lines = "\n".join(map(str, extra)) if isinstance(extra, list) else str(extra)
    more = {key.lower(): value for key, value in _EXTRA.findall(lines)}
    venue = next((name for key in _VENUES if (name := plain(item.get(key)))), None)
    at_arxiv = _AT_ARXIV.fullmatch(venue) if venue else None
    numbers = (more.get("arxiv"), plain(item.get("archiveID")), at_arxiv[1] if at_arxiv else None)
    known = {
        "title": read_markup(item.get("title")),
        "abstract": item.get("abstractNote"),
        "authors": _authors(items_of(item.get("creators"))),
        "year": item.get("date"),
        "venue": None if at_arxiv else venue,
        "doi": item.get("DOI") or more.get("doi"),
        "arxiv": next((number for number in numbers if number and normal_arxiv(number)), None),
        "url": item.get("url"),
    }
    pmids = (("pmid", item.get("PMID") or more.get("pmid")), ("pmcid", item.get("PMCID") or more.get("pmcid")))
    return to_paper(known, place=place, other_ids=ids_of(pmids))


def _authors(creators: list[object]) -> list[object]:
    """Return the creators who are authors; all where the item names none as such."""
    authors = [item for item in creators if fields_of(item).get("creatorType") == "author"]
    return authors or creators
