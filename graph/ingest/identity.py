"""Which stored paper a record is, and what the two say together."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from graph.ingest.likeness import find_alike
from graph.store import paper_of
from loaders.identifiers import arxiv_version, identifiers, is_telling, paper_id
from loaders.notice import folded
from loaders.paper import Paper

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

_FIELDS = ("title", "authors", "year", "venue", "url", "doi", "arxiv_id", "openreview_id", "version", "references")
_TEXT = ("title", "authors", "version", "references")
"""What comes from the newest version, with the abstract."""
_VERSION = re.compile(r"v\d+(?=(?:\.pdf)?(?:[?#].*)?$)")


_BY_KEY = "SELECT * FROM papers WHERE id IN (SELECT ?1 UNION ALL SELECT paper FROM paper_aliases WHERE alias = ?1)"


def find(db: sqlite3.Connection, record: Paper) -> list[sqlite3.Row]:
    """Return the stored papers that the record is, the one to keep first; more than one where it joins them."""
    own = strong_keys(record)
    found = _stored(db, own) if own else _with_text(db, record)
    if own and record.abstract and all(row["abstract"] != record.abstract for row in found):
        found += [row for row in _with_text(db, record) if _is_proof(row, record)]
    found = found or find_alike(db, record)[:1]
    kept = [*own, *strong_keys(paper_of(found[0]))] if found else []
    return _unique(row for row in found if row is found[0] or not _differ(kept, strong_keys(paper_of(row))))


def find_stubs(db: sqlite3.Connection, keys: Iterable[str]) -> list[str]:
    """Return the ids of the cited works that have any of these identifiers."""
    rows = (row for key in keys for row in db.execute(f"{_BY_KEY} AND stub", (key,)))
    return list(dict.fromkeys(str(row["id"]) for row in rows))


def all_keys(paper: Paper) -> list[str]:
    """Return every identifier of a paper, the strongest first, its text last.

    A title says which paper it is only where there is nothing else.
    """
    strong = strong_keys(paper)
    return [*strong, _last_key(paper)] if folded(paper.abstract) or not strong else strong


def strong_keys(paper: Paper) -> list[str]:
    """Return the identifiers that need no text, the strongest first."""
    return identifiers(replace(paper, abstract="", title=None))[:-1]


def combine(stored: Paper, record: Paper, *, first: bool) -> Paper:
    """Return a stored paper with what a record of it says.

    The first record that a run meets corrects what is stored; a later one only fills in what is missing, so that two
    files that differ do not take turns. Of two versions the newest gives the text, and one of unknown version none.
    """
    base, other = (stored, record) if first else (record, stored)
    given = {name: value for name in _FIELDS if (value := getattr(other, name)) not in (None, "", ())}
    abstract = other.abstract or base.abstract
    if stored.version != record.version:
        older, newest = sorted((stored, record), key=lambda one: one.version or 0)
        given |= {name: getattr(newest, name) or getattr(older, name) for name in _TEXT}
        abstract = newest.abstract or older.abstract
        url = given.get("url") or base.url
        if url and arxiv_version(url) not in (None, newest.version):
            given["url"] = _VERSION.sub("", url)  # the text is not what stands at that address
    moved = first and record.source == stored.source
    return replace(
        base,
        **given,
        abstract=abstract,
        other_ids=tuple(sorted({*stored.other_ids, *record.other_ids})),
        source=stored.source,
        position=record.position if moved else stored.position,
    )


def _last_key(paper: Paper) -> str:
    """Return the id that the paper has where nothing but its text is known.

    Without an abstract, first author and year tell two papers of one title apart.
    """
    if paper.authors and paper.title and not folded(paper.abstract):
        return _text_key("", f"{paper.title} {folded(paper.authors[0]).rpartition(' ')[2]} {paper.year or ''}")
    return _text_key(paper.abstract, None if _tells(paper.abstract) else paper.title)


@lru_cache(maxsize=1024)  # asked for some four times a record, within two batches
def _text_key(abstract: str, title: str | None) -> str:
    return paper_id(Paper(abstract=abstract, title=title))


@lru_cache(maxsize=1024)
def _tells(abstract: str) -> bool:
    return is_telling(abstract)


def _with_text(db: sqlite3.Connection, record: Paper) -> list[sqlite3.Row]:
    """Return the stored papers with the text of a record; one that does not tell enough joins no two papers.

    Such a text may also be stored from before its title was known.
    """
    found = _stored(db, [_last_key(record)])
    if _tells(record.abstract):
        return found
    if record.title and folded(record.abstract):
        found += [row for row in _stored(db, [_text_key(record.abstract, None)]) if _fits(row, record)]
    return found[:1]


def _fits(row: sqlite3.Row, record: Paper) -> bool:
    """Say whether a stored paper has the title of the record, or neither a title nor an identifier."""
    stored = paper_of(row)
    if stored.title:
        return folded(stored.title) == folded(record.title or "")
    return not strong_keys(stored)


def _stored(db: sqlite3.Connection, keys: Iterable[str]) -> list[sqlite3.Row]:
    return _unique(row for key in keys for row in db.execute(f"{_BY_KEY} AND NOT stub", (key,)))


def _unique(rows: Iterable[sqlite3.Row]) -> list[sqlite3.Row]:
    return list({row["id"]: row for row in rows}.values())


def _is_proof(row: sqlite3.Row, record: Paper) -> bool:
    """Say whether its text shows that a stored paper is this record, which has identifiers."""
    theirs = strong_keys(paper_of(row))
    if not _tells(record.abstract):
        return not theirs and _fits(row, record)
    return not _differ(strong_keys(record), theirs)


def _differ(own: Sequence[str], theirs: Sequence[str]) -> bool:
    """Say whether two papers have identifiers that set them apart, by the strongest scheme that both have."""
    schemes = {key.partition(":")[0] for key in own}
    common = next((scheme for key in theirs if (scheme := key.partition(":")[0]) in schemes), None)
    return common is not None and not {key for key in theirs if key.startswith(f"{common}:")} & set(own)
