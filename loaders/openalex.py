"""OpenAlex: works as its API and its snapshots give them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.dialect import Aside, fields_of, ids_of, items_of, read_markup
from loaders.identifiers import normal_arxiv
from loaders.paper import Paper, Reference, Skipped
from loaders.record import plain, to_paper
from loaders.records import first_is

if TYPE_CHECKING:
    from collections.abc import Mapping

_ADDRESS = re.compile(r"https?://(?:api\.)?openalex\.org/(?:works/)?(W\d{1,15})", re.IGNORECASE)
_WORK = re.compile(rf"{_ADDRESS.pattern}|(W\d{{1,15}})", re.IGNORECASE)
_OWN_KEYS = frozenset({"authorships", "referenced_works", "abstract_inverted_index", "primary_location"})
PARATEXT = "works of type paratext (covers, lists of contents) are no papers"


def sniff(head: str) -> bool:
    """Tell works of OpenAlex by their ids."""
    return first_is(head, tells)


def tells(record: Mapping[str, object]) -> bool:
    """Say whether a record is a work of OpenAlex."""
    id_ = str(record.get("id"))
    return bool(_ADDRESS.fullmatch(id_) or (_WORK.fullmatch(id_) and not _OWN_KEYS.isdisjoint(record))) or (
        "abstract_inverted_index" in record
    )


def read(record: Mapping[str, object], *, place: str) -> Paper | Skipped | Aside:
    """Return the paper of a work; its words stand in the order of their positions."""
    if record.get("type") == "paratext" or record.get("is_paratext") is True:
        return Aside(PARATEXT)
    location = fields_of(record.get("primary_location")) or fields_of(record.get("host_venue"))
    ids = fields_of(record.get("ids"))
    index = record.get("abstract_inverted_index")
    cited = (_work(value) for value in items_of(record.get("referenced_works")))
    known = {
        "title": read_markup(record.get("title")) or read_markup(record.get("display_name")),
        "abstract": read_markup(_abstract(index) or record.get("abstract")),
        "authors": record.get("authorships"),
        "year": record.get("publication_year") or record.get("publication_date"),
        "venue": fields_of(location.get("source")).get("display_name") or location.get("display_name"),
        "doi": plain(record.get("doi")) or ids.get("doi"),
        "arxiv_id": _arxiv(record),
        "url": location.get("landing_page_url"),
        "is_retracted": record.get("is_retracted"),
    }
    return to_paper(
        known,
        place=place,
        other_ids=_ids(record, ids),
        references=tuple(Reference(other_ids=(f"openalex:{work}",)) for work in dict.fromkeys(filter(None, cited))),
    )


def _work(value: object) -> str | None:
    match = _WORK.fullmatch(value) if isinstance(value, str) else None
    return (match[1] or match[2]).upper() if match else None


def _ids(record: Mapping[str, object], ids: Mapping[str, object]) -> tuple[str, ...]:
    pmid, pmcid = (str(ids.get(key) or "").rstrip("/").rpartition("/")[2] for key in ("pmid", "pmcid"))
    pmcid = f"PMC{pmcid}" if pmcid.isdigit() else pmcid
    work = _work(record.get("id")) or _work(ids.get("openalex"))
    return ids_of((("openalex", work), ("pmid", pmid), ("pmcid", pmcid), ("mag", ids.get("mag"))))


def _arxiv(record: Mapping[str, object]) -> str | None:
    """Return the address at arXiv among the places where a work lies."""
    places = [record.get("primary_location"), *items_of(record.get("locations"))]
    addresses = (fields_of(place).get("landing_page_url") for place in places)
    return next((address for address in addresses if isinstance(address, str) and normal_arxiv(address)), None)


def _abstract(index: object) -> str:
    """Return the text of an inverted index, also of one as MAG had it."""
    words = fields_of(index)
    words = fields_of(words.get("InvertedIndex")) or words
    placed = (
        (position, word)
        for word, positions in words.items()
        for position in items_of(positions)
        if isinstance(position, int)
    )
    return " ".join(word for _, word in sorted(placed))
