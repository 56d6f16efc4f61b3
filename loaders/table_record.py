"""A row of a table into a record: what is peculiar to the tables of databases and reference managers."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from loaders.authors import read_authors
from loaders.cited import arxiv_in, doi_in
from loaders.cited_lines import from_scopus, from_wos
from loaders.paper import Paper, Reference
from loaders.record import KEYS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WOS = {
    "ti": "title",
    "ab": "abstract",
    "af": "author full names",
    "au": "authors",
    "py": "year",
    "so": "venue",
    "di": "doi",
    "ut": "ut",
    "pm": "pmid",
    "cr": "references",
    "pt": "pt",
    "dt": "dt",
}
"""The tags that name the columns of Web of Science."""

_IDS = {
    "eid": "scopus",
    "pmid": "pmid",
    "pubmedid": "pmid",
    "medlinepmid": "pmid",
    "ut": "wos",
    "utuniquewosid": "wos",
}
_PLAIN_ID = re.compile(r"(?:WOS:|MEDLINE:)?([\w.-]{4,40})(?:\.0)?", re.IGNORECASE)
_FORMULA = re.compile(r'="(.*)"', re.DOTALL)
_LIST_ITEM = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")
_ISSUE = re.compile(r"(?P<venue>[^()]+?)\s*\((?P<year>(?:19|20)\d\d)\)(?:\s|$)")
_GLUED = re.compile(r"(?<=[^\W\d_A-ZÀ-Þ])(?<!\bMc)(?<!\bMac)(?<!\bDe)(?<!\bDi)(?<!\bLe)(?<!\bLa)(?<!\bVan)(?=[A-ZÀ-Þ])")
_DATABASES = frozenset({"scopus", "pubmed", "medline", "embase", "crossref", "openalex", "arxiv", "web of science"})
_YEAR = re.compile(r"\(((?:19|20)\d\d)\)")
_FAMILY_INITIALS = re.compile(r"\S.*? (?:[^\W\d_]\.-?){1,4}")
_NO_TITLE = re.compile(r"(?:pp?\.|vol\.|no\.|art\.|doi|issue)\s.*|[\d\s():-]+|[A-Z]?\d+", re.IGNORECASE)


def to_record(names: Sequence[str], cells: Sequence[str]) -> dict[str, object]:
    """Return a row by the names of its columns; of columns with one name the first counts that is not empty.

    Several columns of authors are one list.
    """
    record: dict[str, object] = {}
    folded = [re.sub(r"[\W_]", "", name).lower() for name in names]
    is_wos = len(WOS.keys() & set(folded)) > 3
    for name, cell in zip(folded, cells, strict=False):
        key = WOS.get(name, f"wos {name}") if is_wos else name
        value = _FORMULA.sub(r"\1", cell.strip())
        if value and re.sub(r"\W", "", key) in KEYS["authors"]:
            _add_authors(record, key, value)
        elif key and not record.get(key):
            record[key] = value
    if "itemtitle" in record and isinstance(glued := record.get("authors"), str):
        record["authors"] = _GLUED.sub("; ", glued)  # Springer sets no sign between authors
    _read_source(record)
    record["arxiv"] = record.get("arxiv") or arxiv_in(str(record.get("extra", ""))) or ""
    return record


def extras(paper: Paper, record: Mapping[str, object]) -> Paper:
    """Return the paper with its ids in catalogues and the works that its row says it cites."""
    ids = (f"{scheme}:{match[1]}" for key, scheme in _IDS.items() if (match := _match_id(record.get(key))))
    listed = record.get("references")
    authors = tuple(_initials_first(name) for name in paper.authors)
    references = _references(listed) if isinstance(listed, str) else ()
    return replace(paper, authors=authors, other_ids=tuple(dict.fromkeys(ids)), references=references)


def _match_id(value: object) -> re.Match[str] | None:
    return _PLAIN_ID.fullmatch(value) if isinstance(value, str) else None


def _initials_first(name: str) -> str:
    """Return "Lund A.B." as "A.B. Lund"."""
    family, _, initials = name.rpartition(" ")
    return f"{initials} {family}" if family and _FAMILY_INITIALS.fullmatch(name) and len(family) > 2 else name


def _add_authors(record: dict[str, object], key: str, value: str) -> None:
    names = _listed(value)
    held = record.get(key)
    if not held:
        record[key] = names or value
        return
    before = list(held) if isinstance(held, list) else list(read_authors(held))
    record[key] = [*before, *(names or read_authors(value))]


def _listed(value: str) -> list[object]:
    """Return the items of a list as a program prints it, ["Lund, Ada", "Meyer, Bo"] or with single marks; else none."""
    if not (value.startswith("[") and value.endswith("]")):
        return []
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return [single or double for single, double in _LIST_ITEM.findall(value)]
    return found if isinstance(found, list) else []


def _read_source(record: dict[str, object]) -> None:
    """Take venue and year from a source such as "Cancer (2004) 102:4 (253-258)" where no other column has them."""
    source = str(record.get("source", ""))
    if not source or source.lower() in _DATABASES or any(record.get(key) for key in KEYS["venue"]):
        return
    issue = _ISSUE.match(source)
    record["venue"] = issue["venue"] if issue else source
    if issue and not any(record.get(key) for key in KEYS["year"]):
        record["year"] = issue["year"]


def _references(listed: str) -> tuple[Reference, ...]:
    found = (_reference(" ".join(entry.split())) for entry in listed.split(";") if re.search(r"[^\W\d_]{3}", entry))
    return tuple(reference for reference in found if reference)


def _reference(entry: str) -> Reference | None:
    """Return a cited work, as Web of Science writes it, or as Scopus did once or does now.

    Now it is "Lund A., Meyer B., Title, Journal, 3, pp. 1-9, (2019)": the title counts only where the one other text
    is the journal, as a comma in a title looks like the end of it.
    """
    parts = entry.split(", ")
    year = _YEAR.search(entry)
    if len(parts) > 1 and re.fullmatch(r"(?:19|20)\d\d", parts[1]):
        return from_wos(entry)
    if year is None or entry[year.end() :].strip(" ,."):
        return from_scopus(entry)
    names: list[str] = []
    while parts and _FAMILY_INITIALS.fullmatch(parts[0]):
        names.append(_initials_first(parts.pop(0)))
    texts = [part for part in parts[:-1] if part and not _NO_TITLE.fullmatch(part)]
    return Reference(
        title=texts[0] if len(texts) == 2 else None,
        authors=tuple(names),
        year=int(year[1]),
        doi=doi_in(entry),
        arxiv_id=arxiv_in(entry),
    )
