"""The run: a stream of papers in batches, each one a transaction."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from graph.ingest.entities import settle
from graph.ingest.identity import combine, find
from graph.ingest.parting import part
from graph.ingest.record import Linker, Told, met_at, place, put, take
from graph.ingest.tally import Report, Tally
from graph.store import paper_of, transaction
from loaders.paper import Paper, Skipped

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from graph.ingest.record import LinkMany
    from graph.model import Entity, Linked


@dataclass(frozen=True, slots=True)
class _Batch:
    """Papers to write and the links on their way, by digest; a guess made before the former batch was written."""

    records: int
    papers: tuple[Paper, ...]
    digests: tuple[str, ...]
    links: Iterator[Linked]


def ingest(
    papers: Iterable[Paper | Skipped],
    db: sqlite3.Connection,
    link_many: LinkMany,
    *,
    entity: Callable[[str], Entity | None],
    fingerprint: str,
    told: Told | None = None,
    batch: int = 200,
    progress: Callable[[int], object] | None = None,
) -> Report:
    """Link papers and write them to the store; what is stored already and unchanged is not linked again.

    A run that is killed keeps every batch that was committed, and the same run started again goes on from there. If
    the catalogue or the linker changed since the last run, stored papers that this run did not read follow at the end.

    `entity` gives an entity of the catalogue, None for another id; `fingerprint` is that of catalogue and linker,
    `told` holds corrections of what only papers name, and `progress` is told after each batch how many more records
    are done.
    """
    linker, tally = Linker(link_many, entity, fingerprint, told or Told()), Tally()
    db.execute("DROP TABLE IF EXISTS temp.met")
    db.execute("CREATE TEMP TABLE met(paper TEXT PRIMARY KEY, at INTEGER) WITHOUT ROWID")
    is_current = _fingerprint(db) == fingerprint
    if not is_current:
        db.execute("DELETE FROM meta WHERE key = 'fingerprint'")
    for one in _ahead(_start(db, linker, records, tally) for records in _batches(papers, batch)):
        _write(db, linker, one, tally)
        if progress:
            progress(one.records)
    if not is_current:
        _relink(db, linker, tally, batch)
        db.execute("INSERT OR REPLACE INTO meta VALUES ('fingerprint', ?)", (fingerprint,))
    part(db, linker)
    return tally.report()


def _fingerprint(db: sqlite3.Connection) -> str | None:
    """Return the catalogue and linker that all stored papers were linked with; None after an interrupted change."""
    row = db.execute("SELECT value FROM meta WHERE key = 'fingerprint'").fetchone()
    return row and str(row[0])


def _batches(papers: Iterable[Paper | Skipped], size: int) -> Iterator[list[Paper | Skipped]]:
    stream = iter(papers)
    while records := list(islice(stream, size)):
        yield records


def _ahead(batches: Iterator[_Batch]) -> Iterator[_Batch]:
    """Give each batch after the next one was started."""
    waiting = next(batches, None)
    for batch in batches:
        if waiting:
            yield waiting
        waiting = batch
    if waiting:
        yield waiting


def _start(db: sqlite3.Connection, linker: Linker, records: Sequence[Paper | Skipped], tally: Tally) -> _Batch:
    """Start linking what seems to need it."""
    papers: list[Paper] = []
    wanted: dict[str, Paper] = {}
    for record in records:
        if isinstance(record, Skipped):
            tally.skipped.append(record)
        elif not _is_text(record):
            tally.skipped.append(Skipped(place(record), "holds half a character (a lone surrogate); expected Unicode"))
        else:
            papers.append(record)
            stored = find(db, record)
            whole = (
                combine(paper_of(stored[0]), record, first=met_at(db, stored[0]["id"]) is None) if stored else record
            )
            digest = linker.digest(whole)
            if not stored or stored[0]["linked"] != digest:
                wanted[digest] = whole
    links = linker.link_many(tuple(wanted.values())) if wanted else iter(())
    return _Batch(len(records), tuple(papers), tuple(wanted), links)


def _write(db: sqlite3.Connection, linker: Linker, batch: _Batch, tally: Tally) -> None:
    """Write a batch, all of it or nothing."""
    links = dict(zip(batch.digests, batch.links, strict=True))
    touched: set[str] = set()
    with transaction(db):
        for record in batch.papers:
            touched |= take(db, linker, record, links, tally)
        settle(db, touched, linker.entity, names=linker.told.names)


def _relink(db: sqlite3.Connection, linker: Linker, tally: Tally, size: int) -> None:
    """Link the stored papers that were linked with another catalogue or linker."""
    after = ""
    statement = "SELECT * FROM papers WHERE id > ? AND NOT stub ORDER BY id LIMIT ?"
    while rows := db.execute(statement, (after, size)).fetchall():
        after = rows[-1]["id"]
        stale = {linker.digest(paper_of(row)): row for row in rows}
        stale = {digest: row for digest, row in stale.items() if row["linked"] != digest}
        found = linker.link_many(tuple(paper_of(row) for row in stale.values())) if stale else iter(())
        links = dict(zip(stale, found, strict=True))
        touched: set[str] = set()
        with transaction(db):
            for row in stale.values():
                done = put(db, linker, row["id"], paper_of(row), row, links)
                touched |= done.touched
                tally.ambiguous += done.ambiguous
            settle(db, touched, linker.entity, names=linker.told.names)
        tally.relinked += len(stale)


def _is_text(record: Paper) -> bool:
    """Say whether a paper can be stored; JSON can hold halves of characters that no file can."""
    named = (record.title, record.venue, record.url, record.doi, record.arxiv_id, record.openreview_id, record.source)
    listed = [text for one in record.references for text in (one.title, one.doi, *one.authors, *one.other_ids)]
    texts = (record.abstract, *record.authors, *record.other_ids, *named, *listed)
    try:
        "".join(text for text in texts if text).encode()
    except UnicodeEncodeError:
        return False
    return True
