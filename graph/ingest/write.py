"""What is written for one paper."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING

from graph.clean import clean
from graph.ingest.references import redirect_citations, write_references, write_stub
from graph.names import slug

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from graph.model import Citation, Link, Linked
    from loaders.paper import Paper

PER_PAPER = ("mentions", "ambiguous", "citations", "discoveries")


def write_paper(db: sqlite3.Connection, row: tuple[object, ...], *, before: sqlite3.Row | None) -> None:
    """Write a row of `papers`, in the order of its columns, and what can be searched of it, unless `before` had it."""
    db.execute(f"INSERT OR REPLACE INTO papers VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - only marks
    id_, title, _, abstract, authors, year, venue, *_ = row
    shown = (title, abstract, authors, year, venue)
    if before is None or tuple(before[key] for key in ("title", "abstract", "authors", "year", "venue")) != shown:
        people = "; ".join(json.loads(str(authors)))
        told = " ".join(str(part) for part in (venue, year) if part) if venue else ""
        body = "\n".join(part for part in (clean(str(abstract)).text, people, told) if part)
        write_text(db, str(id_), kind="paper", name=clean(str(title)).text, body=body)


def paper_row(id_: str, paper: Paper, *, derived: str, digest: str) -> tuple[object, ...]:
    """Return the row of a paper, under its derived title if it has no other, under its id if there is no text."""
    authors = json.dumps(paper.authors, ensure_ascii=False)
    known = (paper.year, paper.venue, paper.url, paper.doi, paper.arxiv_id, paper.openreview_id, paper.version)
    named = (paper.title or derived or id_, int(not paper.title))
    refs = [{key: value for key, value in asdict(one).items() if value} for one in paper.references]
    lists = (json.dumps(paper.other_ids, ensure_ascii=False), json.dumps(refs, ensure_ascii=False))
    return (id_, *named, paper.abstract, authors, *known, *lists, paper.source, paper.position, 0, digest)


def write_keys(db: sqlite3.Connection, paper: str, keys: Iterable[str]) -> None:
    """Let further identifiers lead to a paper; one that leads to a paper already stays with it."""
    statement = "INSERT OR IGNORE INTO paper_aliases SELECT ?1, ?2 WHERE ?1 NOT IN (SELECT id FROM papers)"
    db.executemany(statement, [(key, paper) for key in keys if key != paper])


def write_linked(db: sqlite3.Connection, paper: str, linked: Linked) -> set[str]:
    """Write what the linker found in a paper; return the entities."""
    db.executemany(
        f"INSERT INTO mentions VALUES ({', '.join('?' * 11)})",  # noqa: S608 - only marks
        [_mention(paper, link) for link in linked.links],
    )
    db.executemany(
        "INSERT INTO ambiguous VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (paper, one.start, one.end, one.surface, *one.sentence, json.dumps(one.candidates))
            for one in linked.ambiguous
        ],
    )
    db.executemany(
        "INSERT INTO edges VALUES (?, ?, ?, ?, ?)",
        _edges(paper, [(link.entity, link.roles, link.score) for link in linked.links]),
    )
    _write_citations(db, paper, linked.citations)
    return {link.entity for link in linked.links}


def write_edges(db: sqlite3.Connection, paper: str, entity: str) -> None:
    """Write the edges of a paper to an entity anew, from its mentions."""
    statement = "SELECT roles, score FROM mentions WHERE paper = ? AND entity = ?"
    found = [(entity, tuple(roles.split()), score) for roles, score in db.execute(statement, (paper, entity))]
    db.execute("DELETE FROM edges WHERE source = ? AND target = ?", (paper, entity))
    db.executemany("INSERT INTO edges VALUES (?, ?, ?, ?, ?)", _edges(paper, found))


def forget_linked(db: sqlite3.Connection, paper: str) -> set[str]:
    """Remove what the linker found in a paper; return the entities."""
    entities = {entity for (entity,) in db.execute("SELECT entity FROM mentions WHERE paper = ?", (paper,))}
    unsettle(db, paper)
    db.execute("DELETE FROM papers WHERE stub AND id IN (SELECT cited FROM citations WHERE paper = ?)", (paper,))
    for table in PER_PAPER:
        db.execute(f"DELETE FROM {table} WHERE paper = ?", (paper,))  # noqa: S608 - the names above
    db.execute("DELETE FROM edges WHERE source = ? AND (type <> 'CITES' OR target GLOB 'cited:*')", (paper,))
    return entities


def absorb(db: sqlite3.Connection, paper: str, other: str) -> set[str]:
    """Remove a paper that is another one, to which its identifiers lead from now on; return its entities."""
    entities = forget_linked(db, other)
    write_references(db, other, ())
    redirect_citations(db, paper, other)
    db.execute("DELETE FROM papers WHERE id = ?", (other,))
    db.execute("UPDATE OR REPLACE paper_sources SET paper = ? WHERE paper = ?", (paper, other))
    db.execute("DELETE FROM likeness WHERE paper = ?", (other,))
    forget_text(db, other)
    db.execute("UPDATE paper_aliases SET paper = ? WHERE paper = ?", (paper, other))
    write_keys(db, paper, [other])
    return entities


def unsettle(db: sqlite3.Connection, paper: str) -> None:
    """Have it looked at again which papers mean the same by the names that a paper brings along."""
    db.execute("INSERT OR IGNORE INTO unsettled SELECT base FROM discoveries WHERE paper = ?", (paper,))


def write_text(db: sqlite3.Connection, id_: str, *, kind: str, name: str, body: str) -> None:
    """Make a name and a text findable."""
    forget_text(db, id_)
    row = db.execute("INSERT INTO texts VALUES (?, ?, ?, ?)", (id_, kind, name, body)).lastrowid
    db.execute("INSERT INTO text_rows VALUES (?, ?)", (id_, row))


def forget_text(db: sqlite3.Connection, id_: str) -> None:
    """Take a name and its text out of the search."""
    for (row,) in db.execute("DELETE FROM text_rows WHERE id = ? RETURNING row", (id_,)).fetchall():
        db.execute("DELETE FROM texts WHERE rowid = ?", (row,))


def _mention(paper: str, link: Link) -> tuple[object, ...]:
    roles = " ".join(sorted(link.roles))
    span = (link.start, link.end, link.entity, link.surface, *link.sentence)
    return (paper, *span, link.method, link.score, roles, int(link.in_title))


def _edges(paper: str, mentions: Iterable[tuple[str, Iterable[str], float]]) -> list[tuple[str, str, str, int, float]]:
    """Return MENTIONS for every entity and an edge for each role, with the mentions that carry it and their best."""
    found: dict[tuple[str, str], tuple[int, float]] = {}
    for entity, roles, best in mentions:
        for type_ in ("MENTIONS", *roles):
            count, score = found.get((type_, entity), (0, 0.0))
            found[type_, entity] = (count + 1, max(score, best))
    return [(paper, *edge, count, score) for edge, (count, score) in sorted(found.items())]


def _write_citations(db: sqlite3.Connection, paper: str, citations: Iterable[Citation]) -> None:
    """Write in-text citations, each work as a stub of this paper alone.

    "Zhang et al. 2024" of two papers may be two works, so they are never one node.
    """
    stubs = {f"cited:{slug(one.key)}@{paper}": one for one in citations}
    rows = [
        (paper, one.start, one.end, one.surface, *one.sentence, f"cited:{slug(one.key)}@{paper}") for one in citations
    ]
    counts = Counter(row[-1] for row in rows)
    db.executemany("INSERT INTO citations VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    for id_, one in stubs.items():
        year = int(one.year[:4]) if one.year[:4].isdecimal() else None
        write_stub(db, id_, _cited_title(one), is_derived=True, year=year)
    db.executemany("INSERT INTO edges VALUES (?, 'CITES', ?, ?, 1.0)", [(paper, *pair) for pair in counts.items()])


def _cited_title(one: Citation) -> str:
    names = " and ".join(one.authors) if len(one.authors) < 3 else ", ".join(one.authors)
    return f"{names}{' et al.' if one.et_al else ''} ({one.year})"
