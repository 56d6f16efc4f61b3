"""CSL-JSON, as reference managers and citation processors exchange it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loaders.dialect import Aside, fields_of, ids_of, items_of, read_markup
from loaders.identifiers import normal_arxiv
from loaders.record import plain, to_paper
from loaders.records import first_is

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loaders.paper import Paper, Skipped

_TYPES = frozenset(
    {
        *("article", "article-journal", "article-magazine", "article-newspaper", "book", "chapter", "dataset", "entry"),
        *("manuscript", "paper-conference", "post", "post-weblog", "report", "review", "speech", "thesis", "webpage"),
        *("software", "document", "standard"),
    }
)
_OWN_KEYS = frozenset({"container-title", "citation-key", "event-title", "original-date", "accessed", "title-short"})
_PARTS = ("given", "dropping-particle", "non-dropping-particle", "family", "suffix")


def sniff(head: str) -> bool:
    """Tell CSL-JSON by its types and the way it writes names and dates."""
    return first_is(head, tells)


def tells(record: Mapping[str, object]) -> bool:
    """Say whether a record is an item of CSL-JSON."""
    if str(record.get("type")) not in _TYPES or isinstance(record.get("title"), list):
        return False
    dated = {"date-parts", "raw", "literal"} & fields_of(record.get("issued")).keys()
    named = any({"family", "literal"} & fields_of(name).keys() for name in items_of(record.get("author")))
    registered = {"is-referenced-by-count", "indexed", "deposited", "itemType"} & record.keys()
    return not registered and bool(dated or named or _OWN_KEYS & record.keys())


def read(record: Mapping[str, object], *, place: str) -> Paper | Skipped | Aside:
    """Return the paper of an item."""
    numbers = (plain(record.get(key)) for key in ("number", "archive_location", "URL"))
    known = {
        "title": read_markup(record.get("title")),
        "abstract": read_markup(record.get("abstract")),
        "authors": [_name(fields_of(item)) for item in items_of(record.get("author"))] or record.get("author"),
        "year": record.get("issued"),
        "venue": record.get("container-title") or record.get("event-title") or record.get("event"),
        "doi": record.get("DOI"),
        "arxiv": next((number for number in numbers if number and normal_arxiv(number)), None),
        "url": record.get("URL"),
    }
    return to_paper(
        known, place=place, other_ids=ids_of((("pmid", record.get("PMID")), ("pmcid", record.get("PMCID"))))
    )


def _name(item: Mapping[str, object]) -> str:
    parts = (plain(item.get(part)) for part in _PARTS)
    return plain(item.get("literal")) or " ".join(part.strip() for part in parts if part)
