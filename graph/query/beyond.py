"""Two steps away: what is joined to a node by the papers or the entities between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.query.row import EDGES, Neighbor, make_row

if TYPE_CHECKING:
    from collections.abc import Iterable
    from sqlite3 import Connection


def entities_beyond(conn: Connection, entity: str) -> list[Neighbor]:
    """Return what the papers of an entity mention as well, by how many of them do; generic entities come last."""
    rows = conn.execute(
        "SELECT n.id, n.kind, n.name, n.generic, b.type, count(*), sum(b.count), max(b.score)"
        " FROM edges a JOIN edges b ON b.source = a.source JOIN entities n ON n.id = b.target"
        " WHERE a.target = ? AND a.type = 'MENTIONS' GROUP BY n.id, b.type",
        (entity,),
    )
    return _beyond(rows, direction="out")


def papers_beyond(conn: Connection, paper: str) -> list[Neighbor]:
    """Return the papers that share an entity with a paper, by how many they share."""
    rows = conn.execute(
        "SELECT p.id, 'paper', p.title, 0, b.type, count(*), count(*), max(b.score)"
        " FROM edges a JOIN entities n ON n.id = a.target AND n.generic = 0 JOIN edges b ON b.target = a.target"
        " JOIN papers p ON p.id = b.source WHERE a.source = ? AND a.type = 'MENTIONS' GROUP BY p.id, b.type",
        (paper,),
    )
    far = _beyond(rows, direction="in")
    for row in far:
        row["papers"] = 1
    return far


def _beyond(rows: Iterable[tuple[str, str, str, int, str, int, int, float]], *, direction: str) -> list[Neighbor]:
    """Return one neighbour an id from its counts by edge type, best first."""
    best: dict[str, tuple[int, Neighbor]] = {}
    frequency: dict[str, int] = {}
    for id_, kind, name, generic, edge, papers, count, score in sorted(rows, key=lambda row: EDGES.index(row[4])):
        _, row = best.setdefault(
            id_,
            (generic, make_row(id_, kind, name, edge, direction, papers=0, count=0, score=0.0, depth=2)),
        )
        if edge == "MENTIONS":  # the complete relation: a role is an extra
            row["papers"], row["count"] = papers, count
        elif papers > frequency.get(id_, 0):
            frequency[id_], row["edge"] = papers, edge
        row["score"] = max(row["score"], score)
    ranked = sorted(
        best.values(),
        key=lambda pair: (pair[0], -pair[1]["papers"], -pair[1]["count"], pair[1]["name"].casefold(), pair[1]["id"]),
    )
    return [row for _, row in ranked]
