"""XML of DBLP: its dump, one record, the page of a person, or an answer of its search."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.identifiers import normal_arxiv, normal_doi
from loaders.paper import Reference, Skipped
from loaders.record import to_paper
from loaders.xml import find, find_all, local_name, read_papers, root_name, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml import etree

    from loaders.paper import Paper

_PAPERS = frozenset("article inproceedings incollection phdthesis mastersthesis book data info".split())
_OTHERS = {
    "proceedings": "a volume of proceedings, no paper",
    "www": "the home page of a person, no paper",
    "person": "a person, no paper",
}
_EDITED = "Editorship"  # what an answer of the search calls proceedings
_HOMONYM = re.compile(r"\s+[0-9]{4}$")
_UNKNOWN = "..."  # a work in a list of references that DBLP has no record of


def sniff(head: str) -> bool:
    """Tell whether the root is that of DBLP, or an answer of its search."""
    name = root_name(head)
    return name in {"dblp", "dblpperson"} or (
        name == "result" and "<hits" in head and re.search(r"//dblp\.|\bdblp/", head) is not None
    )


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers; proceedings, home pages and persons are skipped by name."""
    return read_papers(lines, _PAPERS | _OTHERS.keys(), _paper, source=source)


def _paper(element: etree._Element, place: str) -> Paper | Skipped:
    kind = "proceedings" if text_of(find(element, "type")) == _EDITED else local_name(element)
    if kind in _OTHERS:
        return Skipped(place, _OTHERS[kind])
    key = str(element.get("key") or "") or text_of(find(element, "key"))
    links = [text_of(link) for link in find_all(element, "ee")]
    venue = next((text for name in ("journal", "booktitle", "venue", "school") if (text := _text(element, name))), "")
    record = {
        "title": _without_stop(_text(element, "title")),
        "authors": [{"name": _HOMONYM.sub("", text_of(author))} for author in _authors(element)],
        "year": _text(element, "year"),
        "venue": venue,
        "doi": _text(element, "doi") or next((link for link in links if _is_doi(link)), ""),
        "arxiv": _arxiv(venue, _text(element, "volume")) or next(filter(normal_arxiv, links), ""),
        "openreview": next((link for link in links if "openreview.net" in link), ""),
        "url": next(iter(links), "") or (f"https://dblp.org/rec/{key}" if key else ""),
    }
    if not record["title"]:
        return Skipped(place, "no title, and DBLP has no abstracts")
    return to_paper(
        record, place=place, other_ids=(f"dblp:{key}",) if key else (), references=tuple(_references(element))
    )


def _text(element: etree._Element, name: str) -> str:
    return text_of(find(element, name))


def _authors(element: etree._Element) -> list[etree._Element]:
    return find_all(element, "author") or find_all(element, "authors/author")


def _is_doi(link: str) -> bool:
    """Tell whether a link is the DOI of what was published, not that of a preprint on arXiv."""
    return normal_doi(link) is not None and normal_arxiv(link) is None


def _arxiv(journal: str, volume: str) -> str:
    """Return the id that stands as the volume of CoRR, such as `abs/1706.03762` or `cs.CL/0001001`."""
    name = volume.removeprefix("abs/")
    return name if journal == "CoRR" and normal_arxiv(name) else ""


def _without_stop(title: str) -> str:
    """Return a title without the full stop that DBLP sets behind each."""
    return title if title.endswith("..") else title.removesuffix(".")


def _references(element: etree._Element) -> Iterator[Reference]:
    for cite in find_all(element, "cite"):
        key = text_of(cite)
        if key and key != _UNKNOWN:
            yield Reference(other_ids=(f"dblp:{key}",))
