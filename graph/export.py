"""JSON Lines: everything the store says, one object a line, in key order; the same store gives the same bytes."""

from __future__ import annotations

import json
import os
from heapq import merge
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from graph.related import SHOWN, related
from graph.store import entity_lists

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

_FLAGS = ("title_derived", "stub", "generic", "in_title")
_LISTS = ("authors", "aliases", "same_as", "other_ids")


def write_jsonl(db: sqlite3.Connection, path: str | Path) -> None:
    """Write the store to a file, which appears whole or not at all; folders that are missing are made."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as out:
            export_jsonl(db, out)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def export_jsonl(db: sqlite3.Connection, out: TextIO) -> None:
    """Write papers by id, entities by id, mentions by paper and place, edges by source, type and target.

    Each object says in `type` which it is; the type of an edge is its `edge`. What is unknown is absent.
    """
    for objects in (_papers(db), _entities(db), _mentions(db), _edges(db)):
        for one in objects:
            out.write(json.dumps(one, ensure_ascii=False, sort_keys=True) + "\n")


def _papers(db: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    for row in db.execute("SELECT * FROM papers ORDER BY id"):
        aliases = db.execute("SELECT alias FROM paper_aliases WHERE paper = ? ORDER BY alias", (row["id"],))
        sources = db.execute("SELECT source FROM paper_sources WHERE paper = ? ORDER BY source", (row["id"],))
        found = _plain("paper", row) | {"aliases": [alias for (alias,) in aliases]}
        found["sources"] = [source for (source,) in sources]
        for key in ("linked", "refs"):
            del found[key]
        yield found


def _entities(db: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    statement = """
        SELECT *, (SELECT count(*) FROM edges WHERE target = entities.id AND type = 'MENTIONS') AS papers
        FROM entities ORDER BY id"""
    for row in db.execute(statement):
        yield _plain("entity", row)


def _mentions(db: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    for row in db.execute("SELECT * FROM mentions ORDER BY paper, start, end, entity"):
        yield _plain("mention", row) | {"roles": row["roles"].split()}


def _edges(db: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    stored = map(_edge, db.execute("SELECT * FROM edges ORDER BY source, type, target"))
    derived = (
        _ends(one.source, "RELATED_TO", one.target) | {"score": round(one.score, SHOWN), "shared": list(one.shared)}
        for one in related(entity_lists(db))
    )
    return merge(stored, derived, key=lambda edge: (edge["source"], edge["edge"], edge["target"]))


def _edge(row: sqlite3.Row) -> dict[str, Any]:
    found = _ends(row["source"], row["type"], row["target"])
    if row["type"] in ("BROADER", "VARIANT_OF"):
        return found
    return found | {"count": row["count"], "score": round(row["score"], SHOWN)}


def _ends(source: str, type_: str, target: str) -> dict[str, Any]:
    return {"type": "edge", "edge": type_, "source": source, "target": target}


def _plain(type_: str, row: sqlite3.Row) -> dict[str, Any]:
    """Return a row as an object, without what is unknown."""
    found: dict[str, Any] = {"type": type_}
    for column in row.keys():  # noqa: SIM118 - a row iterates over its values
        value = row[column]
        if column in _LISTS:
            value = json.loads(value)
        elif column in _FLAGS:
            value = bool(value)
        elif isinstance(value, float):
            value = round(value, SHOWN)
        if value is not None:
            found[column] = value
    return found
