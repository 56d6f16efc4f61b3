"""A paper, the mentions behind a pair, full-text search, and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from graph.query.around import entities_of
from graph.query.evidence import BEST, PLACE, Sentences
from graph.query.find import ENTITY_KINDS, all_words, resolve
from graph.query.row import EDGES

if TYPE_CHECKING:
    from sqlite3 import Connection

_PAPER_COLUMNS = (
    *("id", "title", "title_derived", "abstract", "authors", "year", "venue", "url", "doi", "arxiv_id"),
    *("openreview_id", "version", "other_ids", "source", "position", "stub"),
)


class Mention(TypedDict):
    """A mention in a paper; `start` and `end` are characters in its raw text."""

    start: int
    end: int
    surface: str
    sentence: str
    method: str
    score: float


class Found(TypedDict):
    """A hit of a search.

    Attributes:
        papers: Papers that mention the entity; 1 for a paper.
        snippet: The part of the text that fits, cleaned for people; the aliases of an entity.
    """

    id: str
    kind: str
    name: str
    papers: int
    snippet: str


def paper(conn: Connection, id_: str, *, mark: tuple[str, str] = ("", "")) -> dict[str, Any]:
    """Return the properties of a paper (null where unknown) and its entities with their evidence."""
    from json import loads

    statement = f"SELECT {', '.join(_PAPER_COLUMNS)} FROM papers WHERE id = ?"  # noqa: S608 - constants of this module
    row = conn.execute(statement, (id_,)).fetchone()
    found: dict[str, Any] = dict(zip(_PAPER_COLUMNS, row, strict=True))
    found |= {key: loads(found[key]) for key in ("authors", "other_ids")}
    statement = "SELECT source FROM paper_sources WHERE paper = ? ORDER BY source"
    found["sources"] = [source for (source,) in conn.execute(statement, (id_,))]
    found |= {key: bool(found[key]) for key in ("title_derived", "stub")}
    entities = entities_of(conn, id_)
    sentences = Sentences(conn, mark=mark)
    for entity in entities:
        names = {"paper": id_, "entity": entity["id"], "edge": entity["edge"]}
        where = f"FROM mentions m WHERE m.paper = :paper AND m.entity = :entity ORDER BY {BEST} LIMIT 1"
        entity["evidence"] = sentences.evidence(conn.execute(f"SELECT {PLACE} {where}", names).fetchone())
    return found | {"entities": entities}


def why(conn: Connection, paper: str, entity: str, *, mark: tuple[str, str] = ("", "")) -> list[Mention]:
    """Return every mention of an entity in a paper, in the order of the text."""
    sentences = Sentences(conn, mark=mark)
    where = "WHERE m.paper = ? AND m.entity = ? ORDER BY m.start, m.end"
    statement = f"SELECT {PLACE}, m.method, m.score FROM mentions m {where}"  # noqa: S608 - constants of this package
    rows = conn.execute(statement, (paper, entity)).fetchall()
    return [
        {
            "start": start,
            "end": end,
            "surface": surface,
            "sentence": sentences.sentence((paper, start, end, surface, *sentence)),
            "method": method,
            "score": score,
        }
        for _, start, end, surface, *sentence, method, score in rows
    ]


def edges_between(conn: Connection, paper: str, entity: str) -> list[str]:
    """Return the types of the edges from a paper to an entity, the most telling first."""
    rows = conn.execute("SELECT type FROM edges WHERE source = ? AND target = ?", (paper, entity))
    return sorted((edge for (edge,) in rows), key=EDGES.index)


def search(conn: Connection, text: str, *, limit: int = 0) -> tuple[list[Found], int]:
    """Return the entities and papers that hold every word of `text`, best first, and how many there are in all.

    What the whole text names comes first, so that `cifar10` finds CIFAR-10; no character of `text` is an operator.
    """
    named = {match.id: match for match in resolve(conn, text)}
    rows: list[tuple[str, str]] = []
    if query := all_words(text):
        rows = conn.execute(
            "SELECT id, snippet(texts, 3, '', '', '...', 24) FROM texts WHERE texts MATCH ?"
            " ORDER BY bm25(texts, 0, 0, 8, 1), id",
            (query,),
        ).fetchall()
    snippets = dict(rows)
    ids = list(dict.fromkeys((*named, *snippets)))
    found = [_found(conn, id_, snippets.get(id_, "")) for id_ in (ids[:limit] if limit else ids)]
    return found, len(ids)


def _found(conn: Connection, id_: str, snippet: str) -> Found:
    entity = conn.execute("SELECT kind, name FROM entities WHERE id = ?", (id_,)).fetchone()
    if not entity:
        (title,) = conn.execute("SELECT title FROM papers WHERE id = ?", (id_,)).fetchone()
        return {"id": id_, "kind": "paper", "name": title, "papers": 1, "snippet": " ".join(snippet.split())}
    papers = spread(conn, id_)
    return {"id": id_, "kind": entity[0], "name": entity[1], "papers": papers, "snippet": snippet.strip()}


def spread(conn: Connection, entity: str) -> int:
    """Return how many papers mention an entity."""
    statement = "SELECT count(*) FROM edges WHERE target = ? AND type = 'MENTIONS'"
    return int(conn.execute(statement, (entity,)).fetchone()[0])


def stats(conn: Connection) -> dict[str, Any]:
    """Return counts of nodes by kind and of edges by type; RELATED_TO is derived when read, and not counted.

    Counted by kind are the entities that a paper names; `unnamed` are those that only stand above or beside one.
    """

    def count(sql: str) -> dict[str, int]:
        return dict(conn.execute(sql).fetchall())

    papers = count("SELECT iif(stub, 'stubs', 'papers'), count(*) FROM papers GROUP BY stub")
    named = "EXISTS (SELECT 1 FROM edges WHERE target = entities.id AND type = 'MENTIONS')"
    kinds = count(f"SELECT iif({named}, kind, ''), count(*) FROM entities GROUP BY 1")  # noqa: S608 - a constant
    edges = count("SELECT type, count(*) FROM edges GROUP BY type")
    edges |= count(
        "SELECT 'PUBLISHED_IN', count(*) FROM papers WHERE venue IS NOT NULL"
        " UNION ALL SELECT 'WROTE', sum(json_array_length(authors)) FROM papers"
    )
    order = (*EDGES, "PUBLISHED_IN", "WROTE")
    (mentions,) = conn.execute("SELECT count(*) FROM mentions").fetchone()
    (ambiguous,) = conn.execute("SELECT count(*) FROM ambiguous").fetchone()
    return {
        "papers": papers.get("papers", 0),
        "stubs": papers.get("stubs", 0),
        "entities": {kind: kinds.get(kind, 0) for kind in ENTITY_KINDS},
        "unnamed": kinds.get("", 0),
        "edges": {edge: edges[edge] for edge in order if edges.get(edge)},
        "mentions": mentions,
        "ambiguous": ambiguous,
    }
