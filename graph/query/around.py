"""What stands around an entity or a paper, one or two steps away."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from graph.query.beyond import entities_beyond, papers_beyond
from graph.query.evidence import BEST, PLACE, Sentences
from graph.query.row import EDGES, KINDS, Neighbor, make_row, near_order
from graph.store import related_papers

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from sqlite3 import Connection

    from graph.query.evidence import Place
    from graph.query.find import Match

MOST_SHARED = 5
"""How many of the entities that two related papers share are named."""


class Answer(TypedDict):
    """The neighbours that are shown and how many there are in all."""

    neighbors: list[Neighbor]
    total: int


def neighbors(
    conn: Connection,
    match: Match,
    *,
    kinds: Collection[str] = (),
    depth: int = 1,
    limit: int = 0,
    mark: tuple[str, str] = ("", ""),
) -> Answer:
    """Return the neighbours of a node, grouped by edge, then by kind.

    Around an entity stand its papers, wider and narrower entities and variants; two steps away what those papers
    mention as well. Around a paper stand its entities, citations and related papers; two steps away the other papers
    that share its entities, but for entities that nearly every paper has (generic).

    Args:
        conn: The store.
        match: The node.
        kinds: Keep only these kinds; all where empty.
        depth: 1 or 2.
        limit: At most so many of each depth; 0 for all.
        mark: What to put before and behind the mention in each sentence.
    """
    near = _around_paper(conn, match.id) if match.kind == "paper" else _around_entity(conn, match.id)
    rows = [sorted(near, key=near_order)]
    if depth > 1:
        known = {match.id, *(row["id"] for row in near)}
        far = papers_beyond(conn, match.id) if match.kind == "paper" else entities_beyond(conn, match.id)
        rows.append([row for row in far if row["id"] not in known])
    if kinds:
        rows = [[row for row in part if row["kind"] in kinds] for part in rows]
    chosen = [row for part in rows for row in (part[:limit] if limit else part)]
    sentences = Sentences(conn, mark=mark)
    for row in chosen:
        row["evidence"] = sentences.evidence(_place(conn, match, row))
        if "shared" in row:
            row["shared"] = [_name(conn, entity) for entity in row["shared"][:MOST_SHARED]]
    chosen.sort(key=lambda row: (row["depth"], KINDS.index(row["kind"]) if row["depth"] > 1 else 0))
    return {"neighbors": chosen, "total": sum(map(len, rows))}


def entities_of(conn: Connection, paper: str) -> list[Neighbor]:
    """Return the entities of a paper, without evidence."""
    rows = conn.execute(
        "SELECT n.id, n.kind, n.name, e.type, 'out', e.count, e.score,"
        " (SELECT count(*) FROM edges x WHERE x.target = n.id AND x.type = 'MENTIONS')"
        " FROM edges e JOIN entities n ON n.id = e.target WHERE e.source = ?",
        (paper,),
    )
    return sorted(_strongest(rows), key=near_order)


def _around_entity(conn: Connection, entity: str) -> list[Neighbor]:
    papers = conn.execute(
        "SELECT p.id, 'paper', p.title, e.type, 'in', e.count, e.score, 1"
        " FROM edges e JOIN papers p ON p.id = e.source WHERE e.target = ?",
        (entity,),
    ).fetchall()
    entities = conn.execute(
        "WITH beside(id, type, direction) AS (SELECT target, type, 'out' FROM edges WHERE source = ?1"
        " UNION ALL SELECT source, type, 'in' FROM edges WHERE target = ?1)"
        " SELECT n.id, n.kind, n.name, b.type, b.direction, 0, 1.0,"
        " (SELECT count(*) FROM edges x WHERE x.target = n.id AND x.type = 'MENTIONS')"
        " FROM beside b JOIN entities n ON n.id = b.id",
        (entity,),
    ).fetchall()
    return _strongest([*papers, *entities])


def _around_paper(conn: Connection, paper: str) -> list[Neighbor]:
    citations = conn.execute(
        "WITH beside(id, direction, count, score) AS"
        " (SELECT target, 'out', count, score FROM edges WHERE source = ?1 AND type = 'CITES'"
        " UNION ALL SELECT source, 'in', count, score FROM edges WHERE target = ?1 AND type = 'CITES')"
        " SELECT p.id, 'paper', p.title, 'CITES', b.direction, b.count, b.score, 1"
        " FROM beside b JOIN papers p ON p.id = b.id",
        (paper,),
    ).fetchall()
    near = [*entities_of(conn, paper), *_strongest(citations)]
    cited = {row["id"] for row in near}
    return near + [row for row in _related(conn, paper) if row["id"] not in cited]


def _related(conn: Connection, paper: str) -> list[Neighbor]:
    """Return the nearest papers; their `shared` holds ids until the rows to show are chosen."""
    rows = []
    for relation in related_papers(conn, paper):
        (title,) = conn.execute("SELECT title FROM papers WHERE id = ?", (relation.target,)).fetchone()
        count, score = len(relation.shared), relation.score
        row = make_row(relation.target, "paper", title, "RELATED_TO", "both", papers=1, count=count, score=score)
        row["shared"] = list(relation.shared)
        rows.append(row)
    return rows


def _name(conn: Connection, entity: str) -> str:
    return str(conn.execute("SELECT name FROM entities WHERE id = ?", (entity,)).fetchone()[0])


def _strongest(rows: Iterable[tuple[str, str, str, str, str, int, float, int]]) -> list[Neighbor]:
    """Return one neighbour an id, under its most telling edge."""
    best: dict[str, Neighbor] = {}
    for id_, kind, name, edge, direction, count, score, papers in rows:
        if id_ in best and EDGES.index(best[id_]["edge"]) <= EDGES.index(edge):
            continue
        best[id_] = make_row(id_, kind, name, edge, direction, papers=papers, count=count, score=score)
    return list(best.values())


def _place(conn: Connection, match: Match, row: Neighbor) -> Place | None:
    """Return the mention that shows the edge best, or None for an edge that no sentence makes."""
    if row["edge"] == "CITES":
        where = "FROM citations m WHERE m.paper = :source AND m.cited = :target ORDER BY m.start"
    elif row["edge"] in ("BROADER", "VARIANT_OF"):
        return None
    elif row["edge"] == "RELATED_TO":
        where = f"FROM mentions m WHERE m.paper = :source AND m.entity = :shared ORDER BY {BEST}"
    elif row["depth"] == 1:
        where = f"FROM mentions m WHERE m.paper = :source AND m.entity = :target ORDER BY {BEST}"
    elif match.kind == "paper":
        where = (
            "FROM edges e JOIN entities n ON n.id = e.target AND n.generic = 0"
            " JOIN mentions m ON m.paper = :source AND m.entity = n.id"
            f" WHERE e.source = :target AND e.type = 'MENTIONS' ORDER BY {BEST}"
        )
    else:
        where = (
            "FROM mentions m JOIN edges e ON e.source = m.paper AND e.type = 'MENTIONS' AND e.target = :source"
            f" WHERE m.entity = :target ORDER BY {BEST}"
        )
    ends = (match.id, row["id"]) if row["direction"] == "out" else (row["id"], match.id)
    names = {"source": ends[0], "target": ends[1], "edge": row["edge"], "shared": next(iter(row.get("shared", ())), "")}
    place: Place | None = conn.execute(f"SELECT {PLACE} {where} LIMIT 1", names).fetchone()
    return place
