"""PubMed: citations in the XML of the National Library of Medicine."""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING

from loaders.cited import arxiv_in, doi_in, to_reference
from loaders.notice import is_notice
from loaders.paper import Paper, Skipped
from loaders.record import to_paper
from loaders.sections import labelled
from loaders.xml import find, find_all, local_name, read_papers, root_name, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml import etree

    from loaders.paper import Reference

_ROOTS = frozenset(
    {
        *("PubmedArticleSet", "PubmedBookArticleSet", "PubmedArticle", "PubmedBookArticle"),
        *("MedlineCitationSet", "MedlineCitation"),
    }
)
_RECORDS = frozenset({"PubmedArticle", "PubmedBookArticle", "DeleteCitation"})
_OLD_RECORDS = frozenset({"MedlineCitation", "DeleteCitation"})
_HEAD = 100  # lines that show the root
_CITED_YEAR = re.compile(r"(?<!\d)((?:18|19|20)\d\d)(?=\s*;|\s+(?:[A-Z][a-z]{2}\b|Spring|Summer|Autumn|Fall|Winter))")
_NO_LABELS = frozenset({"UNLABELLED", "UNASSIGNED"})
_NO_TITLE = re.compile(r"\W*(?:not available|no title(?: available)?)\W*", re.IGNORECASE)


def sniff(head: str) -> bool:
    """Tell citations of PubMed by the root of the XML."""
    return root_name(head) in _ROOTS


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers of articles and of chapters and books of PubMed."""
    rest = iter(lines)
    head = list(islice(rest, _HEAD))
    old = root_name("".join(head)).startswith("Medline")
    return read_papers(chain(head, rest), _OLD_RECORDS if old else _RECORDS, _read, source=source)


def _read(record: etree._Element, place: str) -> Paper | Skipped:
    name = local_name(record)
    if name == "PubmedBookArticle":
        return _read_book(record, place)
    if name == "DeleteCitation":
        return Skipped(place, f"{len(record)} records that PubMed deleted are named, no papers")
    citation = find(record, "MedlineCitation")
    return _read_article(record if citation is None else citation, record, place)


def _read_article(citation: etree._Element, record: etree._Element, place: str) -> Paper | Skipped:
    article = find(citation, "Article")
    article = citation if article is None else article
    ids = _ids(find_all(record, "PubmedData/ArticleIdList/ArticleId"), "IdType")
    ids = {**_ids(find_all(article, "ELocationID"), "EIdType"), **ids}
    dates = ("Journal/JournalIssue/PubDate/Year", "Journal/JournalIssue/PubDate/MedlineDate", "ArticleDate/Year")
    fields = {
        "title": _title(text_of(find(article, "ArticleTitle")), text_of(find(article, "VernacularTitle"))),
        "abstract": _abstract(article, citation),
        "authors": _authors(find_all(article, "AuthorList/Author")),
        "year": " ".join(text_of(find(article, path)) for path in dates),
        "venue": text_of(find(article, "Journal/Title")) or text_of(find(article, "Journal/ISOAbbreviation")),
        "doi": ids.get("doi", ""),
        "arxiv": arxiv_in(ids.get("pii", "")) or "",
    }
    other_ids = _other_ids(text_of(find(citation, "PMID")), ids)
    return to_paper(fields, place=place, other_ids=other_ids, references=_references(find(record, "PubmedData")))


def _read_book(record: etree._Element, place: str) -> Paper | Skipped:
    """Return a chapter, or a book where the record is of a whole one."""
    document = find(record, "BookDocument")
    document = record if document is None else document
    ids = _ids(find_all(document, "ArticleIdList/ArticleId"), "IdType")
    ids = {**_ids(find_all(document, "Book/ELocationID"), "EIdType"), **ids}
    chapter, book = text_of(find(document, "ArticleTitle")), text_of(find(document, "Book/BookTitle"))
    lists = [*find_all(document, "AuthorList"), *find_all(document, "Book/AuthorList")]
    lists = [one for one in lists if one.get("Type", "authors") == "authors"]
    dates = ("Book/PubDate/Year", "Book/PubDate/MedlineDate", "ContributionDate/Year", "Book/BeginningDate/Year")
    fields = {
        "title": _title(chapter, text_of(find(document, "VernacularTitle"))) or book,
        "abstract": _abstract(document, document),
        "authors": _authors(find_all(lists[0], "Author") if lists else []),
        "year": " ".join(text_of(find(document, path)) for path in dates),
        "venue": book if chapter else "",
        "doi": ids.get("doi", ""),
    }
    other_ids = _other_ids(text_of(find(document, "PMID")), ids)
    return to_paper(fields, place=place, other_ids=other_ids, references=_references(document))


def _title(title: str, vernacular: str) -> str:
    """Return the title as typed (a translated one stands in brackets), else the one in the language of the paper."""
    return vernacular if not title or (vernacular and _NO_TITLE.fullmatch(title)) else title


def _abstract(article: etree._Element, citation: etree._Element) -> str:
    """Return the abstract; another one, as in English where there are several, only where there is none."""
    others = sorted(find_all(citation, "OtherAbstract"), key=lambda one: one.get("Language", "eng") != "eng")
    texts = (_parts(one) for one in [*find_all(article, "Abstract"), *others])
    return next((text for text in texts if text and not is_notice(text)), "")


def _parts(abstract: etree._Element) -> str:
    parts = ((part.get("Label", "").strip(), text_of(part)) for part in find_all(abstract, "AbstractText"))
    return " ".join(labelled("" if label.upper() in _NO_LABELS else label, text) for label, text in parts if text)


def _authors(people: Iterable[etree._Element]) -> list[dict[str, str]]:
    """Return the names; one that PubMed marks as misspelt stands there a second time, corrected."""
    names = []
    for one in people:
        said = {local_name(part): text_of(part) for part in one}
        family = " ".join(filter(None, (said.get("LastName"), said.get("Suffix"))))
        given = said.get("ForeName") or said.get("FirstName") or said.get("Initials") or ""
        if one.get("ValidYN") != "N":
            names.append({"given": given, "family": family} if family else {"family": said.get("CollectiveName", "")})
    return names


def _ids(elements: Iterable[etree._Element], kind: str) -> dict[str, str]:
    """Return the valid identifiers by their kind, the first of each."""
    ids: dict[str, str] = {}
    for one in elements:
        if one.get("ValidYN") != "N":
            ids.setdefault(one.get(kind, ""), text_of(one))
    return ids


def _other_ids(pmid: str, ids: dict[str, str]) -> tuple[str, ...]:
    pmid, pmcid = pmid or ids.get("pubmed", ""), ids.get("pmc", "") or ids.get("pmcid", "")
    pmcid = f"PMC{pmcid}" if pmcid.isdigit() else pmcid
    return tuple(f"{scheme}:{id_}" for scheme, id_ in (("pmid", pmid), ("pmcid", pmcid)) if id_)


def _references(data: etree._Element | None) -> tuple[Reference, ...]:
    """Return the works of all lists, which may lie in one another."""
    found = [] if data is None else [_reference(one) for one in data.iter("{*}Reference")]
    return tuple(reference for reference in found if reference)


def _reference(element: etree._Element) -> Reference | None:
    """Return what a reference says: its identifiers, and the year in the line that cites it, which has no parts."""
    ids = _ids(find_all(element, "ArticleIdList/ArticleId"), "IdType")
    line = text_of(find(element, "Citation"))
    year = _CITED_YEAR.search(line)
    return to_reference(
        year=year[1] if year else "",
        doi=ids.get("doi") or doi_in(line) or "",
        arxiv=arxiv_in(line) or "",
        other_ids=_other_ids("", ids),
    )
