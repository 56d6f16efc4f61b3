"""TEI as GROBID writes it: the document is one paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.cited import arxiv_in, doi_in, to_reference
from loaders.record import to_paper
from loaders.sections import text_of_sections
from loaders.xml import find, find_all, local_name, read_papers, root_name, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml import etree

    from loaders.paper import Paper, Reference, Skipped

_ROOTS = frozenset({"tei", "teicorpus"})
_HEADER = re.compile(r"<(?:\w+:)?teiheader\b", re.IGNORECASE)
_NAMELESS = "x"  # an element of broken XML whose name is only a prefix
_NAME_PARTS = ("forename", "surname", "genname")
_OTHER_IDS = {"pmid": "pmid", "pmcid": "pmcid", "pmc": "pmcid"}


def sniff(head: str) -> bool:
    """Tell TEI by its root and its header; some writers put all names in lower case."""
    return root_name(head).lower() in _ROOTS and _HEADER.search(head) is not None


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the paper that a document is; a corpus has several."""
    return read_papers(lines, {"TEI", "tei"}, _read, source=source)


def _read(document: etree._Element, place: str) -> Paper | Skipped:
    for element in document.iter("{*}*"):
        element.tag = local_name(element).lower() or _NAMELESS
    header = "teiheader/filedesc"
    source = find(document, f"{header}/sourcedesc/biblstruct")
    ids = {**_ids(find(document, f"{header}/publicationstmt")), **_ids(source)}
    record = {
        "title": _title(find_all(document, f"{header}/titlestmt/title")) or _title(_under(source, "analytic/title")),
        "abstract": " ".join(map(text_of_sections, find_all(document, "teiheader/profiledesc/abstract"))),
        "authors": _authors(_under(source, "analytic/author") or find_all(document, f"{header}/titlestmt/author")),
        "year": _year([*_under(source, "monogr/imprint/date"), *find_all(document, f"{header}/publicationstmt/date")]),
        "venue": _title(_under(source, "monogr/title")),
        "doi": ids.get("doi", ""),
        "arxiv": ids.get("arxiv", ""),
    }
    works = (_reference(work) for one in document.iter("listbibl") for work in find_all(one, "biblstruct"))
    return to_paper(record, place=place, other_ids=_other_ids(ids), references=tuple(filter(None, works)))


def _under(element: etree._Element | None, path: str) -> list[etree._Element]:
    return [] if element is None else find_all(element, path)


def _reference(work: etree._Element) -> Reference | None:
    """Return the work that an entry of the list of references is: an article, or else the book."""
    ids = _ids(work)
    books = [title for title in find_all(work, "monogr/title") if title.get("level") != "j"]
    notes = " ".join(text_of(note) for note in work.iter("note"))
    return to_reference(
        title=_title(_under(work, "analytic/title")) or _title(books),
        authors=_authors(_under(work, "analytic/author") or find_all(work, "monogr/author")),
        year=_year(find_all(work, "monogr/imprint/date")),
        doi=ids.get("doi") or doi_in(notes) or "",
        arxiv=ids.get("arxiv") or arxiv_in(notes) or "",
        other_ids=_other_ids(ids),
    )


def _title(titles: list[etree._Element]) -> str:
    """Return the main title, the first where none is called so."""
    titles = sorted(titles, key=lambda title: title.get("type") != "main")
    return next((text for title in titles if (text := text_of(title))), "")


def _authors(people: Iterable[etree._Element]) -> list[dict[str, str]]:
    names = []
    for person in people:
        name = find(person, "persname")
        if name is None:
            names.append({"family": text_of(find(person, "orgname"))})
            continue
        given, family, suffix = (" ".join(map(text_of, find_all(name, key))) for key in _NAME_PARTS)
        known = {"given": given, "family": f"{family} {suffix}".strip()}
        names.append(known if family else {"family": text_of(name)})
    return names


def _year(dates: list[etree._Element]) -> str:
    """Return the date of publication, the first where none is called so: an attribute, or the text."""
    dates = sorted(dates, key=lambda date: date.get("type") != "published")
    return " ".join(f"{date.get('when', '')} {text_of(date)}" for date in dates)


def _ids(element: etree._Element | None) -> dict[str, str]:
    """Return the identifiers by their kind in lower case, the first of each; one without a kind may say it itself."""
    ids: dict[str, str] = {}
    for one in [] if element is None else element.iter("idno", "ptr"):
        kind = (one.get("type") or "").lower()
        text = text_of(one) or one.get("target", "")
        if one.tag == "ptr" or kind in {"", "url", "uri"}:
            told = (("doi", doi_in(text)), ("arxiv", arxiv_in(text)))
            ids.update({kind: id_ for kind, id_ in told if id_ and kind not in ids})
        else:
            ids.setdefault(kind, (arxiv_in(f"arXiv:{text}") or text) if kind == "arxiv" else text)
    return ids


def _other_ids(ids: dict[str, str]) -> tuple[str, ...]:
    known = ((scheme, ids[kind]) for kind, scheme in _OTHER_IDS.items() if ids.get(kind))
    full = ((scheme, f"PMC{id_}" if scheme == "pmcid" and id_.isdecimal() else id_) for scheme, id_ in known)
    return tuple(dict.fromkeys(f"{scheme}:{id_}" for scheme, id_ in full))
