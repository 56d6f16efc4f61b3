"""EndNote: a library exported as XML, by EndNote itself or by a manager that writes its format."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.cited import arxiv_in, doi_in
from loaders.record import to_paper
from loaders.xml import find, find_all, read_papers, root_name, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml import etree

    from loaders.paper import Paper, Skipped

_RECORDS = re.compile(r"<xml>\s*(?:<!--.{0,500}?-->\s*)?<records>|<records>\s*<record>", re.DOTALL)
_OWN = re.compile(r"<(?:ref-type|rec-number|source-app|contributors|titles)\b")
_PUBMED = re.compile(r"pubmed|medline", re.IGNORECASE)
_VENUES = ("periodical/full-title", "titles/secondary-title", "alt-periodical/full-title", "periodical/abbr-1")
_ADDRESSES = ("web-urls", "related-urls", "pdf-urls", "text-urls")


def sniff(head: str) -> bool:
    """Tell a library of EndNote by the first elements of the XML."""
    return root_name(head) in {"xml", "records"} and bool(_RECORDS.search(head) and _OWN.search(head))


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers of the records."""
    return read_papers(lines, {"record"}, _read, source=source)


def _read(record: etree._Element, place: str) -> Paper | Skipped:
    urls = [text_of(url) for kind in _ADDRESSES for url in find_all(record, f"urls/{kind}/url")]
    venues = [text for path in _VENUES if (text := text_of(find(record, path)))]
    fields = {
        "title": text_of(find(record, "titles/title")),
        "abstract": text_of(find(record, "abstract")),
        "authors": [_name(text_of(one)) for one in find_all(record, "contributors/authors/author")],
        "year": " ".join(text_of(find(record, path)) for path in ("dates/year", "dates/pub-dates/date")),
        "venue": next(iter(venues), ""),
        "doi": text_of(find(record, "electronic-resource-num")) or doi_in(" ".join(urls)) or "",
        "arxiv": arxiv_in(" ".join([*venues, *urls])) or "",
        "url": next((url for url in urls if url.startswith("http")), ""),
    }
    return to_paper(fields, place=place, other_ids=_other_ids(record, urls))


def _name(name: str) -> dict[str, str]:
    """Return the parts of a name such as "Lund, Ada, Jr."; a name without a comma is whole."""
    family, given, suffix = [*(part.strip() for part in name.split(",", 2)), "", ""][:3]
    return {"given": given, "family": f"{family} {suffix}".strip()}


def _other_ids(record: etree._Element, urls: Iterable[str]) -> tuple[str, ...]:
    """Return the accession number where it is one of PubMed: other databases count their own."""
    number = text_of(find(record, "accession-num"))
    database = text_of(find(record, "remote-database-name"))
    known = _PUBMED.search(database) or any(_PUBMED.search(url) and number in url for url in urls)
    return (f"pmid:{number}",) if number.isdecimal() and known else ()
