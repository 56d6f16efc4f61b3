"""Atom: answers of the arXiv API, and other feeds of papers (OpenSearch, PRISM, Dublin Core)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from loaders.identifiers import normal_arxiv
from loaders.markup import jats_text
from loaders.paper import Skipped
from loaders.record import to_paper
from loaders.xml import find, find_all, local_name, read_papers, root_name, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml import etree

    from loaders.paper import Paper

_COUNTS = frozenset({"totalResults", "startIndex", "itemsPerPage"})
_DATES = ("published", "issued", "coverDate", "publicationDate", "date", "updated")
_ATOM = re.compile(r"http://www\.w3\.org/2005/Atom|http://purl\.org/atom/ns#")


@dataclass(slots=True)
class _Feed:
    """What a feed says that it holds, and how many entries came so far."""

    place: str
    counts: dict[str, int] = field(default_factory=dict)
    held: int = 0


def sniff(head: str) -> bool:
    """Tell whether the root is a feed or an entry of Atom."""
    return root_name(head) in {"feed", "entry"} and _ATOM.search(head) is not None


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers of the entries; an error that stands for one, and a promise not kept, are skipped by name."""
    feed = _Feed(f"{source}:1")
    yield from read_papers(lines, {"entry", *_COUNTS}, partial(_read, feed), source=source)
    missing = _missing(feed)
    if missing:
        yield missing


def _read(feed: _Feed, element: etree._Element, place: str) -> Paper | Skipped | None:
    name = local_name(element)
    if name == "entry":
        feed.held += 1
        return _paper(element, place)
    missing = None
    if name in feed.counts:  # the next feed of the same file
        missing = _missing(feed)
        feed.held, feed.counts = 0, {}
    if not feed.counts:
        feed.place = place
    feed.counts[name] = _number(element)
    return missing


def _number(element: etree._Element) -> int:
    text = text_of(element)
    return int(text) if re.fullmatch("[0-9]{1,15}", text) else 0


def _missing(feed: _Feed) -> Skipped | None:
    """Return what a feed promises and has not; a page short of its entries is a known fault of the API."""
    total, start = feed.counts.get("totalResults", 0), feed.counts.get("startIndex", 0)
    page = min(feed.counts.get("itemsPerPage", 0), total - start)
    if feed.held == 0 and total > start:
        return Skipped(feed.place, f"feed promises {total}, holds 0")
    if feed.held == 0:
        return Skipped(feed.place, "feed holds no entry; expected one for each paper")
    return Skipped(feed.place, f"feed promises {page} on this page, holds {feed.held}") if feed.held < page else None


def _paper(entry: etree._Element, place: str) -> Paper | Skipped:
    title, summary = _text(entry, "title"), _text(entry, "summary", "description", "content")
    name = _text(entry, "id").strip()
    if title.strip() == "Error" and not normal_arxiv(name):
        return Skipped(place, f"the server answered with an error in place of a paper: {' '.join(summary.split())}")
    if not title and not summary:
        return Skipped(place, "title and abstract are both empty")
    identifier = _text(entry, "identifier").strip()
    record = {
        "title": title,
        "abstract": summary,
        "authors": [text_of(author) for author in find_all(entry, "author/name") or find_all(entry, "creator")],
        "year": next((date for date in (_text(entry, name) for name in _DATES) if date), ""),
        "venue": _text(entry, "journal_ref", "publicationName"),
        "doi": _text(entry, "doi") or (identifier if identifier.lower().startswith(("doi:", "10.")) else ""),
        "arxiv": name if normal_arxiv(name) else "",
        "url": _address(entry) or name,
        "id": name,
    }
    return to_paper(record, place=place)


def _address(entry: etree._Element) -> str:
    """Return the page of a paper, which may be a link to it without a role."""
    links = [link for link in find_all(entry, "link") if link.get("rel", "alternate") == "alternate"]
    return next((address for link in links if (address := str(link.get("href", "")))), "")


def _text(entry: etree._Element, *names: str) -> str:
    """Return the text under the first of these names that has one, its line ends kept."""
    return next((text for name in names if (text := _content(find(entry, name))).strip()), "")


def _content(element: etree._Element | None) -> str:
    if element is None:
        return ""
    if len(element):
        return text_of(element)
    text = element.text or ""
    return jats_text(text) if element.get("type") in {"html", "text/html"} else text
