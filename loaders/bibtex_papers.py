"""The papers of BibTeX entries: what a volume hands down, names, ids."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from loaders.bibtex_entries import Entry, read_entries
from loaders.bibtex_names import bibtex_authors
from loaders.identifiers import normal_arxiv
from loaders.latex import address, plain, unprotected
from loaders.paper import Paper, Skipped
from loaders.record import to_paper

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    _Parents = Mapping[str, Mapping[str, str]]

_BATCH = 4_000_000  # characters in which a crossref finds its entry wherever it stands
_CONTAINERS = frozenset("proceedings mvproceedings collection mvcollection book mvbook periodical xdata".split())
_INHERITED = ("booktitle", "journal", "journaltitle", "eventtitle", "year", "date")
_VENUES = ("booktitle", "journal", "journaltitle", "eventtitle")
_NOT_UTF8 = "not UTF-8, so this entry was not read; save the file as UTF-8"
_ESCAPED = re.compile("[\udc80-\udcff]")
_ARXIV = re.compile(
    r"\barxiv\s*:\s*(?:abs/)?(?P<id>(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?).*", re.I | re.S
)
_ABS = re.compile(r"(?:corr\s+)?abs/(\S+)")
_CATALOGUES = (
    ("dblp", "biburl", re.compile(r"dblp[\w.-]*/rec/(?:bib\d?/)?(.+?)(?:\.bib|\.html)?$")),
    ("dblp", "", re.compile(r"DBLP:(\S+)")),
    (
        "acl",
        "url",
        re.compile(r"https?://(?:www\.)?(?:aclanthology\.org|aclweb\.org/anthology)/([\w.-]+?)(?:\.pdf)?/?"),
    ),
    ("s2", "url", re.compile(r"https?://www\.semanticscholar\.org/paper/(?:[^/]+/)?([0-9a-f]{40})/?")),
    ("pmid", "pmid", re.compile(r"(\d+)")),
)
"""Scheme, field (the key where it is empty) and what the field holds."""


def read_papers(blocks: Iterable[tuple[int, str] | Skipped], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers of pieces of BibTeX, each with its line and as `cut` gives them."""
    parents: dict[str, dict[str, str]] = {}
    named: set[str] = set()
    waiting: list[tuple[Entry, int, list[Paper | Skipped]]] = []
    position = 0
    for batch in _batches(blocks):
        entries = [one for one in batch if isinstance(one, Entry)]
        named.update(key for entry in entries for key in _parents_of(entry))
        parents.update((entry.key.lower(), _bequest(entry)) for entry in entries if _is_parent(entry, named))
        for one in batch:
            if isinstance(one, Skipped) or not _is_paper(one, named):
                yield from [one] if isinstance(one, Skipped) else []
                continue
            found = list(_read(one, parents, source, position + 1))
            position += isinstance(found[0], Paper)
            if isinstance(found[0], Paper) and not all(key in parents for key in _parents_of(one)):
                waiting.append((one, position, found))
            else:
                yield from found
    for entry, place, found in waiting:
        is_named = any(key in parents for key in _parents_of(entry))
        yield from _read(entry, parents, source, place) if is_named else found


def _batches(blocks: Iterable[tuple[int, str] | Skipped]) -> Iterator[list[Entry | Skipped]]:
    strings: dict[str, str] = {}
    batch: list[Entry | Skipped] = []
    size = 0
    for block in blocks:
        if isinstance(block, Skipped):
            batch.append(block)
            continue
        batch.extend(read_entries(block[1], line=block[0], strings=strings))
        size += len(block[1])
        if size > _BATCH:
            yield batch
            batch, size = [], 0
    yield batch


def _parents_of(entry: Entry) -> list[str]:
    keys = f"{entry.fields.get('crossref', '')},{entry.fields.get('xdata', '')}".split(",")
    return [key for typed in keys if (key := typed.strip().lower()) and key != entry.key.lower()]


def _is_parent(entry: Entry, named: set[str]) -> bool:
    """Tell whether others may take fields from an entry; a volume may be named only later."""
    return entry.kind in _CONTAINERS or entry.key.lower() in named


def _is_paper(entry: Entry, named: set[str]) -> bool:
    is_volume = entry.kind in _CONTAINERS and entry.key.lower() in named and not entry.fields.get("abstract")
    return not is_volume and entry.kind != "xdata"


def _read(entry: Entry, parents: _Parents, source: str, position: int) -> Iterator[Paper | Skipped]:
    """Yield the paper of an entry, or why there is none; then what of it could not be read."""
    place = f"{source}:{entry.line}"
    if any(not value.isascii() and _ESCAPED.search(value) for value in entry.fields.values()):
        yield Skipped(place, _NOT_UTF8)
        return
    paper = to_paper(_record(_inherited(entry, parents)), place=place, other_ids=_other_ids(entry))
    if isinstance(paper, Skipped):
        yield Skipped(place, entry.fault or paper.reason)
        return
    yield replace(paper, source=source, position=position, line=entry.line)
    if entry.fault:
        yield Skipped(place, f"{entry.fault}; the fields before it were read")


def _bequest(entry: Entry) -> dict[str, str]:
    """Return the fields that an entry hands down: its title is the `booktitle` of what is in it."""
    if entry.kind == "xdata":
        return entry.fields
    given = {name: entry.fields[name] for name in _INHERITED if name in entry.fields}
    if "title" in entry.fields and not any(name in given for name in _VENUES):
        given["booktitle"] = entry.fields["title"]
    return given


def _inherited(entry: Entry, parents: _Parents) -> dict[str, str]:
    """Return the fields of an entry with those of the volume it names; its own venue and its own date come first."""
    fields = dict(entry.fields)
    for key in _parents_of(entry):
        given = dict(parents.get(key, {}))
        for alike in (_VENUES, ("year", "date")):
            if any(fields.get(name) for name in alike):
                given = {name: value for name, value in given.items() if name not in alike}
        fields = {**given, **fields}
    return fields


def _record(fields: Mapping[str, str]) -> dict[str, object]:
    """Return what is known of a paper under the keys that `to_paper` reads."""
    halves = [plain(fields[key]).strip() for key in ("title", "subtitle") if fields.get(key, "").strip()]
    record: dict[str, object] = {
        "title": ": ".join(halves),
        "abstract": unprotected(fields.get("abstract", "")),
        "authors": bibtex_authors(fields.get("author", "")),
        "year": fields.get("year"),
        "date": fields.get("date"),
        "venue": _venue(fields),
        "doi": address(fields.get("doi", "")),
        "arxiv": _arxiv(fields),
        "url": address(fields.get("url") or _howpublished(fields)),
    }
    return {key: value for key, value in record.items() if value or key in fields}


def _venue(fields: Mapping[str, str]) -> str:
    """Return the venue without the arXiv id that many put behind it."""
    typed = next((fields[key] for key in _VENUES if fields.get(key, "").strip()), "")
    venue = plain(typed)
    return _ARXIV.sub("", venue).rstrip() or (venue and "arXiv")


def _howpublished(fields: Mapping[str, str]) -> str:
    typed = fields.get("howpublished", "")
    return typed if "http" in typed and len(typed.split()) == 1 else ""


def _arxiv(fields: Mapping[str, str]) -> str | None:
    """Return the arXiv id of an entry, with its version where that is typed."""
    archive = (fields.get("archiveprefix") or fields.get("eprinttype") or "arxiv").strip().lower()
    places = [fields.get("eprint", "")] if archive.startswith("arxiv") else []
    places += [fields.get("arxiv", ""), fields.get("arxivid", "")]
    places += [match["id"] for key in (*_VENUES, "howpublished") if (match := _ARXIV.search(fields.get(key, "")))]
    places += [match[1] for key in ("volume", "journal") if (match := _ABS.match(fields.get(key, "").strip()))]
    texts = (address(place) for place in places)
    return next((text for text in texts if normal_arxiv(text)), None)


def _other_ids(entry: Entry) -> tuple[str, ...]:
    found = []
    for scheme, field, pattern in _CATALOGUES:
        typed = address(entry.fields.get(field, "")) if field else entry.key
        match = pattern.search(typed) if scheme == "dblp" and field else pattern.fullmatch(typed)
        found += [f"{scheme}:{match[1]}"] if match else []
    is_pubmed = entry.fields.get("eprinttype", "").lower() in {"pubmed", "pmid"}
    eprint = entry.fields.get("eprint", "").strip()
    return tuple(dict.fromkeys([*found, *([f"pmid:{eprint}"] if is_pubmed and eprint.isdigit() else [])]))
