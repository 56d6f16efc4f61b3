"""JATS: articles in the XML that journals and PubMed Central keep them in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.cited import arxiv_in, doi_in, to_reference
from loaders.markup import jats_text
from loaders.record import to_paper
from loaders.sections import text_of_sections
from loaders.xml import find, find_all, local_name, read_papers, root_name, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml import etree

    from loaders.paper import Paper, Reference, Skipped

__all__ = ["jats_text", "parse", "sniff"]

_OWN = re.compile(r"<(?:\w+:)?(?:front|article-meta)\b|\barticle-type\s*=|//DTD (?:JATS|Journal)")
_OTHER_ABSTRACTS = frozenset({"graphical", "toc", "teaser", "key-points", "web-summary", "video"})
_OTHER_DATES = frozenset({"preprint", "received", "rev-recd", "accepted", "retracted", "corrected", "nihms-submitted"})
_CITATIONS = frozenset({"element-citation", "mixed-citation", "citation", "nlm-citation"})
_NAMES = frozenset({"name", "string-name", "collab"})
_TITLES = ("article-title", "chapter-title", "part-title", "data-title")
_SCHEMES = {"pmid": "pmid", "pmc": "pmcid", "pmcid": "pmcid"}
_HREF = "{http://www.w3.org/1999/xlink}href"


def sniff(head: str) -> bool:
    """Tell an article, or a set of them, by its root and what only JATS has in it."""
    name = root_name(head)
    return name == "pmc-articleset" or (name == "article" and _OWN.search(head) is not None)


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the paper of each article: what stands in its front, and its list of references."""
    return read_papers(lines, {"article"}, _read, source=source)


def _read(article: etree._Element, place: str) -> Paper | Skipped:
    meta = find(article, "front/article-meta")
    meta = article if meta is None else meta
    journal = find(article, "front/journal-meta/journal-title-group/journal-title")
    journal = find(article, "front/journal-meta/journal-title") if journal is None else journal
    ids = _ids(meta, "article-id")
    record = {
        "title": _title(meta),
        "abstract": _abstract(meta),
        "authors": _authors(find_all(meta, "contrib-group/contrib")),
        "year": _year(meta),
        "venue": text_of(journal),
        "doi": ids.get("doi", ""),
        "arxiv": ids.get("arxiv", ""),
    }
    return to_paper(record, place=place, other_ids=_other_ids(ids), references=_references(article))


def _title(meta: etree._Element) -> str:
    """Return the title without the marks of its footnotes, and the subtitle behind a colon."""
    parts = []
    for name in ("article-title", "subtitle"):
        element = find(meta, f"title-group/{name}")
        for mark in [] if element is None else [*element.iter("{*}xref", "{*}fn")]:
            mark.text = None
            del mark[:]
        parts.append(text_of(element))
    title, subtitle = parts
    return f"{title}{'' if title.endswith((':', '?', '!')) else ':'} {subtitle}" if title and subtitle else title


def _abstract(meta: etree._Element) -> str:
    """Return the abstract proper; a translated one only where there is no other."""
    abstracts = [one for one in find_all(meta, "abstract") if one.get("abstract-type") not in _OTHER_ABSTRACTS]
    abstracts.sort(key=lambda one: one.get("abstract-type") not in {None, "abstract"})
    texts = map(text_of_sections, [*abstracts, *find_all(meta, "trans-abstract")])
    return next((text for text in texts if text), "")


def _authors(people: Iterable[etree._Element]) -> list[dict[str, str]]:
    """Return the names of those that are authors; of a group its own name, not those of its members."""
    names: list[dict[str, str]] = []
    for one in people:
        if one.get("contrib-type", "author") != "author":
            continue
        name = next((found for path in ("name", "name-alternatives/name") for found in find_all(one, path)), None)
        whole = next((found for found in one if local_name(found) in {"string-name", "collab"}), None)
        names.append(_name(name) if name is not None else _name(whole))
    return names


def _name(name: etree._Element | None) -> dict[str, str]:
    if name is None:
        return {}
    parts = {key: text_of(find(name, key)) for key in ("surname", "given-names", "suffix")}
    if parts["surname"]:
        return {"given": parts["given-names"], "family": f"{parts['surname']} {parts['suffix']}".strip()}
    for group in find_all(name, "contrib-group"):
        name.remove(group)
    return {"family": text_of(name)}


def _year(meta: etree._Element) -> str:
    """Return the first year of publication; dates of submission and the like are none."""
    kinds = ((date.get("date-type") or date.get("pub-type"), date) for date in find_all(meta, "pub-date"))
    years = [text_of(find(date, "year")) for kind, date in kinds if kind not in _OTHER_DATES]
    return min((year for year in years if year), default="")


def _ids(element: etree._Element, name: str) -> dict[str, str]:
    """Return the identifiers by their kind, the first of each."""
    ids: dict[str, str] = {}
    for one in element.iter(f"{{*}}{name}"):
        ids.setdefault((one.get("pub-id-type") or "").lower(), text_of(one))
    return ids


def _other_ids(ids: dict[str, str]) -> tuple[str, ...]:
    known = ((scheme, ids[kind].split(".")[0]) for kind, scheme in _SCHEMES.items() if ids.get(kind))
    full = ((scheme, f"PMC{id_}" if scheme == "pmcid" and id_.isdigit() else id_) for scheme, id_ in known)
    return tuple(dict.fromkeys(f"{scheme}:{id_}" for scheme, id_ in full))


def _references(article: etree._Element) -> tuple[Reference, ...]:
    lists = find_all(article, "back/ref-list")
    refs = (ref for one in lists for ref in one.iter("{*}ref"))
    found = (_reference(citation) for ref in refs for citation in _citations(ref))
    return tuple(reference for reference in found if reference)


def _citations(ref: etree._Element) -> list[etree._Element]:
    """Return the works of an entry: several may share one; of alternatives the first is taken."""
    alternatives = [one[0] for one in find_all(ref, "citation-alternatives") if len(one)]
    return alternatives or [child for child in ref if local_name(child) in _CITATIONS]


def _reference(citation: etree._Element) -> Reference | None:
    ids = _ids(citation, "pub-id")
    links = [link.get(_HREF) or text_of(link) for link in citation.iter("{*}ext-link")]
    text = " ".join([text_of(citation), *links])
    titles = [text_of(find(citation, name)) for name in _TITLES]
    book = "" if citation.get("publication-type") == "journal" else text_of(find(citation, "source"))
    groups = [one for one in find_all(citation, "person-group") if one.get("person-group-type", "author") == "author"]
    people = [name for group in groups or [citation] for name in group if local_name(name) in _NAMES]
    return to_reference(
        title=next((title for title in titles if title), book),
        authors=[_name(name) for name in people],
        year=text_of(find(citation, "year")),
        doi=ids.get("doi") or doi_in(text) or "",
        arxiv=ids.get("arxiv") or arxiv_in(text) or "",
        other_ids=_other_ids(ids),
    )
