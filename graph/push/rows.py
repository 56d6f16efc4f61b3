"""The rows of a push: what of the graph travels, and in which batches. Nothing here knows a server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graph.push.errors import PushError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import networkx as nx

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class NodeKind:
    """How the nodes of one label are sent.

    Attributes:
        query: Name of the Cypher text.
        matched_as: The label that carries the constraint.
        properties: What is sent; anything else stays here.
    """

    query: str
    matched_as: str
    properties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EdgeKind:
    """How the edges of one type are sent; `source` and `target` are labels that carry a constraint."""

    query: str
    source: str
    target: str
    properties: tuple[str, ...] = ()


_PAPER = ("title", "title_derived", "abstract", "year", "venue", "url", "doi", "arxiv_id", "openreview_id")
_PLACE = ("source", "position", "stub")
_ENTITY = ("name", "kind", "subkind", "aliases", "status", "same_as", "papers")
_MENTION = ("count", "score", "method", "surfaces", "starts", "ends", "sentence", "in_title")

# Literal on purpose: no label, type or property name ever comes from data.
NODE_KINDS: dict[str, NodeKind] = {
    "Paper": NodeKind("nodes/paper", "Paper", _PAPER + _PLACE),
    "Dataset": NodeKind("nodes/dataset", "Entity", _ENTITY),
    "Technique": NodeKind("nodes/technique", "Entity", _ENTITY),
    "Concept": NodeKind("nodes/concept", "Entity", _ENTITY),
    "Author": NodeKind("nodes/author", "Author", ("name",)),
    "Venue": NodeKind("nodes/venue", "Venue", ("name",)),
}
EDGE_KINDS: dict[str, EdgeKind] = {
    "MENTIONS": EdgeKind("edges/mentions", "Paper", "Entity", _MENTION),
    "PROPOSES": EdgeKind("edges/proposes", "Paper", "Entity", _MENTION),
    "EVALUATES_ON": EdgeKind("edges/evaluates_on", "Paper", "Entity", _MENTION),
    "USES": EdgeKind("edges/uses", "Paper", "Entity", _MENTION),
    "STUDIES": EdgeKind("edges/studies", "Paper", "Entity", _MENTION),
    "COMPARES_WITH": EdgeKind("edges/compares_with", "Paper", "Entity", _MENTION),
    "CITES": EdgeKind("edges/cites", "Paper", "Paper", ("count", "surfaces", "starts", "ends", "sentence")),
    "RELATED_TO": EdgeKind("edges/related_to", "Paper", "Paper", ("score", "shared")),
    "BROADER": EdgeKind("edges/broader", "Entity", "Entity"),
    "VARIANT_OF": EdgeKind("edges/variant_of", "Entity", "Entity"),
    "WROTE": EdgeKind("edges/wrote", "Author", "Paper"),
    "PUBLISHED_IN": EdgeKind("edges/published_in", "Paper", "Venue"),
}

_MOST_ROWS = 2_000
_MOST_CHARACTERS = 1_000_000


def node_rows(graph: nx.MultiDiGraph[str]) -> list[tuple[str, Iterator[Row]]]:
    """Return, for each label in the graph, the name of its Cypher text and its rows.

    Raises:
        PushError: A node has a label that the schema has not.
    """
    nodes: dict[str, list[str]] = {label: [] for label in NODE_KINDS}
    for node, data in graph.nodes(data=True):
        label = data.get("label", "")
        if label not in nodes:
            raise PushError(f"{node}: no node can have the label {label!r}; there are {', '.join(NODE_KINDS)}")
        nodes[label].append(node)

    def rows(label: str) -> Iterator[Row]:
        wanted = NODE_KINDS[label].properties
        return ({"id": node, "properties": _properties(graph.nodes[node], wanted)} for node in nodes[label])

    return [(kind.query, rows(label)) for label, kind in NODE_KINDS.items() if nodes[label]]


def edge_rows(graph: nx.MultiDiGraph[str]) -> list[tuple[str, Iterator[Row]]]:
    """Return, for each type of edge in the graph, the name of its Cypher text and its rows.

    Raises:
        PushError: An edge has a type that the schema has not, or one that does not join such nodes.
    """
    edges: dict[str, list[tuple[str, str, Row]]] = {name: [] for name in EDGE_KINDS}
    for source, target, data in graph.edges(data=True):
        name = data.get("type", "")
        kind = EDGE_KINDS.get(name)
        start, end = (NODE_KINDS[graph.nodes[node]["label"]].matched_as for node in (source, target))
        if kind is None or (kind.source, kind.target) != (start, end):
            raise PushError(f"{source} to {target}: no edge {name!r} can lead from {start} to {end}")
        edges[name].append((source, target, data))

    def rows(name: str) -> Iterator[Row]:
        wanted = EDGE_KINDS[name].properties
        return ({"source": a, "target": b, "properties": _properties(data, wanted)} for a, b, data in edges[name])

    return [(kind.query, rows(name)) for name, kind in EDGE_KINDS.items() if edges[name]]


def batches(
    rows: Iterable[Row], *, most_rows: int = _MOST_ROWS, most_characters: int = _MOST_CHARACTERS
) -> Iterator[list[Row]]:
    """Cut the rows into transactions that a server with little memory takes; a row that is too large goes alone."""
    batch: list[Row] = []
    size = 0
    for row in rows:
        weight = _weight(row)
        if batch and (len(batch) >= most_rows or size + weight > most_characters):
            yield batch
            batch, size = [], 0
        batch.append(row)
        size += weight
    if batch:
        yield batch


def _weight(value: object) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(len(key) + _weight(inner) for key, inner in value.items())
    if isinstance(value, list | tuple):
        return sum(map(_weight, value))
    return 8


def _properties(data: Row, wanted: tuple[str, ...]) -> Row:
    # A null takes away what an earlier push set and the graph no longer has.
    return {key: data.get(key) for key in wanted}
