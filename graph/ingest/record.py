"""One record of the input: the paper it is, written with its links."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from graph.ingest.entities import write_discoveries
from graph.ingest.identity import all_keys, combine, find, find_stubs, strong_keys
from graph.ingest.likeness import write_likeness
from graph.ingest.references import citing, recite, replace_stubs, title_rivals, write_references
from graph.ingest.tally import Merge, Tally
from graph.ingest.title import derive_title
from graph.ingest.write import absorb, forget_linked, paper_row, unsettle, write_keys, write_linked, write_paper
from graph.model import Entity, Linked
from graph.store import paper_of
from loaders.paper import Paper

if TYPE_CHECKING:
    import sqlite3

LinkMany: TypeAlias = Callable[[Iterable[Paper]], Iterator[Linked]]
"""Links papers and gives the results in their order; it is called once a batch, with the next batch before the
results of this one are written, so an implementation that starts its work when called never waits for the disk."""

Links: TypeAlias = Mapping[str, Linked]
"""By the digest of the paper."""


@dataclass(frozen=True, slots=True)
class Told:
    """What corrections say of things that only papers name: the id of now, and the name, by the id."""

    moved: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Linker:
    """What links papers, and what its results stand on."""

    link_many: LinkMany
    entity: Callable[[str], Entity | None]
    fingerprint: str
    told: Told

    def digest(self, paper: Paper) -> str:
        """Return what tells whether a paper must be linked again."""
        text = "\0".join((self.fingerprint, paper.abstract, paper.title or ""))
        return hashlib.sha256(text.encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Done:
    """What writing a paper did."""

    touched: frozenset[str] = frozenset()
    relinked: bool = False
    ambiguous: int = 0


def met_at(db: sqlite3.Connection, paper: str) -> int | None:
    """Return when this run first read a paper, None if it did not; a table, since a million ids would be memory."""
    row = db.execute("SELECT at FROM met WHERE paper = ?", (paper,)).fetchone()
    return None if row is None else int(row[0])


def _meet(db: sqlite3.Connection, paper: str, at: int | None) -> None:
    """Note that the run has read a paper, now or as one that turned out to be the same."""
    db.execute("INSERT OR REPLACE INTO met VALUES (?, coalesce(?, (SELECT 1 + max(at) FROM met), 1))", (paper, at))


def _together(found: Sequence[sqlite3.Row], record: Paper, met: Sequence[int]) -> Paper:
    """Return what a record and the stored papers that it is say together.

    What the run met first goes first, as it will when all of it is read again: `met` are the places in `found` of what
    it met, in that order.
    """
    papers = [paper_of(row) for row in found]
    if not met:
        whole = combine(papers[0], record, first=True) if papers else record
        rest = papers[1:]
    else:
        first, *others = (papers[number] for number in met)
        rest = [*others, record, *(one for number, one in enumerate(papers) if number not in met)]
        whole = first
    for one in rest:
        whole = combine(whole, one, first=False)
    return whole


def take(db: sqlite3.Connection, linker: Linker, record: Paper, links: Links, tally: Tally) -> set[str]:
    """Write one record; return the entities whose mentions changed."""
    record = replace(record, other_ids=tuple(sorted(set(record.other_ids))))
    found = find(db, record)
    # Then the text leads to the paper already, or there is none and a title leads nowhere.
    is_known = any(row["abstract"] == record.abstract for row in found) if record.abstract else bool(found)
    keys = strong_keys(record) if is_known else all_keys(record)
    id_ = str(found[0]["id"]) if found else keys[0]
    met = sorted((at, number) for number, row in enumerate(found) if (at := met_at(db, row["id"])) is not None)
    first = not met
    _meet(db, id_, met[0][0] if met else None)
    whole = _together(found, record, [number for _, number in met])
    touched: set[str] = set()
    for other in found[1:]:
        touched |= absorb(db, id_, other["id"])
    own = {*strong_keys(whole), *strong_keys(record)}
    again = replace_stubs(db, id_, find_stubs(db, sorted(own)), own)
    write_keys(db, id_, keys)
    db.execute("INSERT OR REPLACE INTO paper_sources VALUES (?, ?, ?)", (id_, record.source, record.position))
    done = put(db, linker, id_, whole, found[0] if found else None, links)
    recite(db, again | (citing(db, [id_]) if found[1:] else set()))
    tally.ambiguous += done.ambiguous
    _count(tally, record, found, whole, first=first, relinked=done.relinked)
    return touched | done.touched


def _count(
    tally: Tally, record: Paper, found: Sequence[sqlite3.Row], whole: Paper, *, first: bool, relinked: bool
) -> None:
    """Count a record once, under the most telling of what it did."""
    if not found:
        tally.new += 1
        return
    stored = paper_of(found[0])
    is_changed = replace(whole, position=stored.position) != stored
    if len(found) > 1 or not first or (record.source != stored.source and not is_changed and not relinked):
        absorbed = tuple(str(row["id"]) for row in found[1:])
        tally.merged.append(Merge(str(found[0]["id"]), place(record), absorbed))
    elif is_changed:
        tally.changed += 1
    elif relinked:
        tally.relinked += 1
    else:
        tally.same += 1


def put(
    db: sqlite3.Connection, linker: Linker, id_: str, paper: Paper, before: sqlite3.Row | None, links: Links
) -> Done:
    """Write a paper as it is now, with its links if they may differ from what is stored."""
    digest = linker.digest(paper)
    if before is not None and before["linked"] == digest:
        row = paper_row(id_, paper, derived=before["title"], digest=digest)
        if tuple(before) != row:
            _write(db, id_, paper, row, before)
            unsettle(db, id_)  # authors or a year may tell more of a name
        return Done()
    linked = links.get(digest) or next(linker.link_many((paper,)))
    touched = forget_linked(db, id_) if before is not None else set()
    derived = "" if paper.title else derive_title(paper.abstract, linked)
    _write(db, id_, paper, paper_row(id_, paper, derived=derived, digest=digest), before)
    write_discoveries(db, id_, linked)
    touched |= write_linked(db, id_, linked)
    return Done(touched=frozenset(touched), relinked=True, ambiguous=len(linked.ambiguous))


def _write(db: sqlite3.Connection, id_: str, paper: Paper, row: tuple[object, ...], before: sqlite3.Row | None) -> None:
    """Write the row of a paper, what it cites and what it may be known by."""
    write_paper(db, row, before=before)
    write_likeness(db, id_, paper)
    if paper.references or (before is not None and before["refs"] != "[]"):
        write_references(db, id_, paper.references)
    former = paper_of(before) if before is not None else None
    if former is None or _told(former) != _told(paper):
        recite(db, citing(db, {*title_rivals(db, paper)} - {id_} | ({id_} if former else set())))


def _told(paper: Paper) -> tuple[object, ...]:
    """Return what a reference without identifiers is looked up by."""
    return (paper.title, paper.authors, paper.year)


def place(record: Paper) -> str:
    """Return where a record stands, as `more.jsonl:11`, or as `more.jsonl: paper 3` where its line is not known."""
    source = record.source or "input"
    return f"{source}:{record.line}" if record.line else f"{source}: paper {record.position}"
