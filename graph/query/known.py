"""What the store knows of the papers, spellings and ids that the user's corrections name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.query.find import phrase

if TYPE_CHECKING:
    from sqlite3 import Connection


def paper_keys(conn: Connection, key: str) -> frozenset[str]:
    """Return every identifier of the paper that this one leads to; none where there is no such paper."""
    row = conn.execute(
        "SELECT id FROM papers WHERE id = ?1 UNION SELECT paper FROM paper_aliases WHERE alias = ?1", (key,)
    ).fetchone()
    if not row:
        return frozenset()
    aliases = conn.execute("SELECT alias FROM paper_aliases WHERE paper = ?", (row[0],))
    return frozenset((str(row[0]), *(alias for (alias,) in aliases)))


def is_entity(conn: Connection, id_: str) -> bool:
    """Say whether this is the id of an entity here, now or before a correction."""
    statement = "SELECT 1 FROM entities WHERE id = ?1 UNION SELECT 1 FROM spellings WHERE spelling = ?1"
    return conn.execute(statement, (id_,)).fetchone() is not None


def is_written(conn: Connection, text: str) -> bool:
    """Say whether these words stand in any title, abstract or name here."""
    if not (query := phrase(text)):
        return False
    return conn.execute("SELECT 1 FROM texts WHERE texts MATCH ? LIMIT 1", (query,)).fetchone() is not None
