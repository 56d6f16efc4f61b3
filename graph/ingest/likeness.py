"""Records of one paper under different identifiers: a preprint and the version in the proceedings.

A title alone says nothing, since many papers share one and it changes on the way into print. Its first author or a
similar abstract must agree; a paper whose title changed is known by its authors and a similar abstract.
"""

from __future__ import annotations

import hashlib
import itertools
import re
from typing import TYPE_CHECKING

from graph.store import paper_of
from loaders.notice import folded, is_notice

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from loaders.paper import Paper, Reference

_LEAST_WORDS = 3
"""Words that a title needs before it is looked at: "Introduction" and "Reply" are titles of many."""
_LEAST_PAIRS = 25
"""Pairs of words that an abstract needs before it is compared."""
_ALIKE = 0.5
"""Share of the pairs of the shorter abstract that both have; of two papers on one subject it is below 0.1."""
_UNLIKE = 0.1
_YEARS = 3
"""Years that may lie between a preprint and its publication."""
_NUMBER = re.compile(r"\d+|\b(?:i{1,3}|iv|vi{0,3}|ix|x)\b")
_RECURRING = re.compile(
    r"^(?:a |the )?(?:authors? )?(?:reply|response|comments?|editorial|erratum|errata|corrigend\w+|corrections?|preface"
    r"|foreword|introduction to the|message from|welcome|report on|obituary|in memoriam|table of contents|author index"
    r"|subject index|call for)\b|\b(?:proceedings of|guest editors?|editor s|editors introduction|special issue"
    r"|book reviews?)\b"
)
"""Titles that one author gives to several texts."""


def likeness_keys(paper: Paper) -> list[str]:
    """Return under what a paper is found by its title, and by its authors where there are several."""
    keys = _title_keys(paper.title)
    if len(paper.authors) > 1:
        keys.append(f"authors:{_digest(' '.join(map(_family, paper.authors[:4])))}")
    return keys


def write_likeness(db: sqlite3.Connection, id_: str, paper: Paper) -> None:
    """Make a paper findable by its title and its authors."""
    db.execute("DELETE FROM likeness WHERE paper = ?", (id_,))
    db.executemany("INSERT INTO likeness VALUES (?, ?)", [(key, id_) for key in likeness_keys(paper)])


def find_alike(db: sqlite3.Connection, record: Paper) -> list[sqlite3.Row]:
    """Return the loaded papers that the record is by title and first author, or by a similar abstract."""
    rows = {row["id"]: row for key in likeness_keys(record) for row in _under(db, key)}
    return [row for _, row in sorted(rows.items()) if is_alike(paper_of(row), record)]


def with_title(db: sqlite3.Connection, reference: Reference) -> list[str]:
    """Return the loaded papers that a reference with nothing but a title may mean, those of its year first."""
    rows = [row for key in _title_keys(reference.title) for row in _under(db, key)]
    meant = [(row["year"] != reference.year, str(row["id"])) for row in rows if _may_mean(reference, paper_of(row))]
    return [id_ for _, id_ in sorted(meant)]


def is_alike(one: Paper, other: Paper) -> bool:
    """Say whether two papers with one title or the same authors are one.

    Two DOIs, arXiv ids or other ids of which a paper has only one are two papers unless title and abstract are alike as
    well. "Part I" is never "Part II", and a reply or an editorial is known by its abstract alone.
    """
    if one.year and other.year and abs(one.year - other.year) > _YEARS:
        return False
    title, others = folded(one.title or ""), folded(other.title or "")
    if title and others and _numbers(title) != _numbers(others):
        return False
    alike, apart = similarity(one.abstract, other.abstract), _set_apart(one, other)
    if alike is not None and alike >= _ALIKE:
        return title == others or not apart
    unlike = alike is not None and alike < _UNLIKE
    same_title = title == others != "" and not _RECURRING.search(title)
    return same_title and _same_first_author(one, other) and not unlike and not apart


def similarity(one: str, other: str) -> float | None:
    """Return the share of the pairs of neighbouring words of the shorter text that the other has too, 0 to 1.

    None where a text has too few words to be compared.
    """
    pairs, others = _pairs(one), _pairs(other)
    least = min(len(pairs), len(others))
    return None if least < _LEAST_PAIRS else len(pairs & others) / least


def _may_mean(reference: Reference, paper: Paper) -> bool:
    """Say whether nothing that a reference says of year and first author is against a paper."""
    if reference.year and paper.year and abs(reference.year - paper.year) > _YEARS:
        return False
    if not reference.authors or not paper.authors:
        return True
    names = (set(folded(one.authors[0]).split()) for one in (reference, paper))
    return not set.isdisjoint(*names)


def _title_keys(title: str | None) -> list[str]:
    text = folded(title or "")
    return [f"title:{_digest(text)}"] if len(text.split()) >= _LEAST_WORDS else []


def _set_apart(one: Paper, other: Paper) -> bool:
    own, theirs = _single_ids(one), _single_ids(other)
    return any(own[scheme] != theirs[scheme] for scheme in own.keys() & theirs.keys())


def _single_ids(paper: Paper) -> dict[str, str]:
    """Return the identifiers of which preprint and publication have one; DBLP and OpenAlex may have one for each."""
    known = {"doi": paper.doi, "arxiv": paper.arxiv_id, "openreview": paper.openreview_id}
    pairs = (id_.partition(":")[::2] for id_ in paper.other_ids)
    others = {scheme: value for scheme, value in pairs if scheme in {"acl", "pmid", "pmcid"}}
    return {scheme: value for scheme, value in (*known.items(), *others.items()) if value}


def _numbers(title: str) -> list[str]:
    return sorted(_NUMBER.findall(title))


def _same_first_author(one: Paper, other: Paper) -> bool:
    """Say whether the first authors have one family name and no different initials: "A. Lund" is Ada Lund."""
    if not one.authors or not other.authors:
        return False
    name, another = (folded(paper.authors[0]).split() for paper in (one, other))
    if not name or not another or name[-1] != another[-1]:
        return False
    return len(name) == 1 or len(another) == 1 or name[0][0] == another[0][0]


def _pairs(text: str) -> frozenset[tuple[str, str]]:
    words = folded(text).split() if not is_notice(text) else []
    return frozenset(itertools.pairwise(words))


def _under(db: sqlite3.Connection, key: str) -> Iterable[sqlite3.Row]:
    statement = "SELECT papers.* FROM likeness JOIN papers ON papers.id = paper WHERE key = ? AND NOT stub"
    return db.execute(statement, (key,)).fetchall()


def _family(name: str) -> str:
    """Return the family name of "Given Family", folded."""
    words = folded(name).split()
    return words[-1] if words else ""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
