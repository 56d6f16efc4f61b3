"""The graph: the store as one `networkx.MultiDiGraph`, for the rooms that draw it, push it or measure it."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import networkx as nx

from graph.clean import clean
from graph.names import slug
from graph.related import SHOWN, related
from graph.store import entity_lists, raw_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from typing import TypeAlias

    from graph.clean import Cleaned

    Graph: TypeAlias = nx.MultiDiGraph[str]

SENTENCES = 5
"""How many sentences an edge shows at most."""

SHARED = 5
"""How many shared entities RELATED_TO names at most."""


def build_graph(db: sqlite3.Connection) -> Graph:
    """Return the whole store as a graph, in the same order every time.

    Nodes are papers, entities, and the authors and venues that the input names; what is unknown of one is absent. An
    edge has its type as key. MENTIONS, the roles and CITES carry their mentions and `evidence`: at most five sentences
    as [before, surface, after], cleaned for people. RELATED_TO goes from the smaller id to the larger and is read both
    ways.
    """
    graph: Graph = nx.MultiDiGraph()
    _add_papers(graph, db)
    _add_entities(graph, db)
    _add_people(graph)
    _add_found(graph, db)
    _add_derived(graph, db)
    return graph


def _add_papers(graph: Graph, db: sqlite3.Connection) -> None:
    for row in db.execute("SELECT * FROM papers ORDER BY id"):
        columns = (column for column in row.keys() if column not in ("id", "linked", "refs"))  # noqa: SIM118 - iterates values
        known = {column: row[column] for column in columns if row[column] is not None}
        flags = {column: bool(row[column]) for column in ("title_derived", "stub")}
        lists = {column: json.loads(row[column]) for column in ("authors", "other_ids")}
        if not lists["other_ids"]:
            del lists["other_ids"], known["other_ids"]
        graph.add_node(row["id"], label="Paper", **known | flags | lists)


def _add_entities(graph: Graph, db: sqlite3.Connection) -> None:
    statement = """
        SELECT *, (SELECT count(*) FROM edges WHERE target = entities.id AND type = 'MENTIONS') AS papers
        FROM entities ORDER BY id"""
    for row in db.execute(statement):
        plain = {column: row[column] for column in ("name", "kind", "subkind", "status", "papers")}
        lists = {column: json.loads(row[column]) for column in ("aliases", "same_as")}
        graph.add_node(row["id"], label=row["kind"].capitalize(), **plain, **lists, generic=bool(row["generic"]))


def _add_people(graph: Graph) -> None:
    """Add authors and venues; of several ways to write one name the first is shown."""
    edges: dict[tuple[str, str, str], None] = {}
    nodes: dict[str, tuple[str, str]] = {}
    for paper, data in graph.nodes(data=True):
        for name in data.get("authors", ()):
            if key := slug(name):
                nodes.setdefault(f"author:{key}", ("Author", name))
                edges[f"author:{key}", paper, "WROTE"] = None
        if key := slug(data.get("venue", "")):
            nodes.setdefault(f"venue:{key}", ("Venue", data["venue"]))
            edges[paper, f"venue:{key}", "PUBLISHED_IN"] = None
    for id_, (label, name) in sorted(nodes.items()):
        graph.add_node(id_, label=label, name=name)
    for source, target, type_ in sorted(edges):
        graph.add_edge(source, target, key=type_, type=type_)


def _add_found(graph: Graph, db: sqlite3.Connection) -> None:
    """Add the edges that stand in the texts, paper by paper."""
    for row in db.execute("SELECT * FROM papers WHERE NOT stub ORDER BY id"):
        mentions = _grouped(db, "SELECT * FROM mentions WHERE paper = ? ORDER BY start, end", row["id"], by="entity")
        cited = _grouped(db, "SELECT * FROM citations WHERE paper = ? ORDER BY start, end", row["id"], by="cited")
        text = clean(raw_text(row))
        edges = db.execute("SELECT type, target, score FROM edges WHERE source = ? ORDER BY type, target", (row["id"],))
        for type_, target, score in edges:
            if type_ == "CITES":
                data = _citing(cited[target], text)
            else:
                all_ = mentions[target]
                data = _mentioning(all_ if type_ == "MENTIONS" else _with_role(all_, type_), text, score=score)
            graph.add_edge(row["id"], target, key=type_, type=type_, **data)


def _add_derived(graph: Graph, db: sqlite3.Connection) -> None:
    """Add what no text says: the catalogue's edges between entities, and those between papers that share some."""
    statement = "SELECT source, target, type FROM edges WHERE type IN ('BROADER', 'VARIANT_OF') ORDER BY 1, 2, 3"
    for source, target, type_ in db.execute(statement):
        graph.add_edge(source, target, key=type_, type=type_)
    for one in related(entity_lists(db)):
        shared = [graph.nodes[id_]["name"] for id_ in one.shared[:SHARED]]
        data = {"score": round(one.score, SHOWN), "shared": shared}
        graph.add_edge(one.source, one.target, key="RELATED_TO", type="RELATED_TO", **data)


def _grouped(db: sqlite3.Connection, statement: str, paper: str, *, by: str) -> dict[str, list[sqlite3.Row]]:
    groups: dict[str, list[sqlite3.Row]] = defaultdict(list)
    for row in db.execute(statement, (paper,)):
        groups[row[by]].append(row)
    return groups


def _with_role(mentions: Sequence[sqlite3.Row], role: str) -> list[sqlite3.Row]:
    return [row for row in mentions if role in row["roles"].split()]


def _mentioning(mentions: Sequence[sqlite3.Row], text: Cleaned, *, score: float) -> dict[str, Any]:
    ranked = sorted(mentions, key=lambda row: (-row["score"], not row["roles"], row["start"]))
    return _spans(mentions) | {
        "score": round(score, SHOWN),
        "method": ranked[0]["method"],
        "in_title": any(row["in_title"] for row in mentions),
        "sentence": "".join(_sentence(ranked[0], text)),
        "evidence": _evidence(ranked, text),
    }


def _citing(citations: Sequence[sqlite3.Row], text: Cleaned) -> dict[str, Any]:
    if not citations:  # a list of references gives no sentence
        return {"count": 1, "surfaces": [], "starts": [], "ends": [], "sentence": "", "evidence": []}
    sentence = "".join(_sentence(citations[0], text))
    return _spans(citations) | {"sentence": sentence, "evidence": _evidence(citations, text)}


def _spans(rows: Sequence[sqlite3.Row]) -> dict[str, Any]:
    lists = {f"{column}s": [row[column] for row in rows] for column in ("surface", "start", "end")}
    return {"count": len(rows), **lists}


def _evidence(ranked: Sequence[sqlite3.Row], text: Cleaned) -> list[list[str]]:
    """Return the best mention of each of the best sentences, in the order of the text."""
    best: dict[int, sqlite3.Row] = {}
    for row in ranked:
        best.setdefault(row["sentence_start"], row)
    chosen = sorted(list(best.values())[:SENTENCES], key=lambda row: int(row["start"]))
    return [_sentence(row, text) for row in chosen]


def _sentence(row: sqlite3.Row, text: Cleaned) -> list[str]:
    """Return the sentence of a mention in three parts, cleaned for people: before it, itself, after it."""
    start, end = text.clean_span(row["start"], row["end"])
    first, last = text.clean_span(row["sentence_start"], row["sentence_end"])
    parts = (text.text[min(first, start) : start], text.text[start:end], text.text[end : max(last, end)])
    return [parts[0].lstrip(), parts[1], parts[2].rstrip()]
