"""Read the graph for the page: what is drawn, and what the panel tells about it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from graph.model import ROLES

if TYPE_CHECKING:
    import networkx as nx

Json = dict[str, Any]

_KINDS = {"Paper": "paper", "Dataset": "dataset", "Technique": "technique", "Concept": "concept"}
_STRENGTH = {role: rank for rank, role in enumerate([*ROLES, "MENTIONS"])}
_BETWEEN_PAPERS = ("CITES", "RELATED_TO")
_BETWEEN_ENTITIES = {"BROADER": ("Broader", "Narrower"), "VARIANT_OF": ("Variant of", "Variants")}
_HOMES = {
    "doi": ("DOI", "https://doi.org/"),
    "arxiv_id": ("arXiv", "https://arxiv.org/abs/"),
    "openreview_id": ("OpenReview", "https://openreview.net/forum?id="),
}


@dataclass(frozen=True, slots=True)
class Node:
    """A node to draw.

    Attributes:
        label: The whole name or title, cleaned for people.
        generic: Links nearly everything; the page leaves it out until it is asked for.
        stub: A cited work that was not read.
    """

    id: str
    kind: str
    label: str
    generic: bool
    stub: bool
    detail: Json


@dataclass(frozen=True, slots=True)
class Line:
    """A line to draw: all that one paper says of one entity, or one citation, or one relation.

    Attributes:
        role: The strongest of the edge types between the two.
    """

    source: str
    target: str
    role: str
    detail: Json = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Return an id that is the same in the next build."""
        return f"{self.source} {self.role} {self.target}"


def read_nodes(graph: nx.MultiDiGraph[str]) -> list[Node]:
    """Return the papers and entities to draw, by id; authors and venues stand in the panel of their papers."""
    return [_node(graph, id_) for id_ in sorted(graph) if _is_drawn(graph, id_)]


def read_lines(graph: nx.MultiDiGraph[str], nodes: list[Node]) -> list[Line]:
    """Return the lines between these nodes, one for each pair but for citations and relations, by their ends."""
    kinds = {node.id: node.kind for node in nodes}
    bundles: defaultdict[tuple[str, str], list[tuple[str, Json]]] = defaultdict(list)
    lines: list[Line] = []
    for source, target, key, data in graph.edges(keys=True, data=True):
        role = data.get("type", key)
        if kinds.get(source) != "paper" or target not in kinds:
            continue
        if role in _STRENGTH and kinds[target] != "paper":
            bundles[source, target].append((role, data))
        elif role in _BETWEEN_PAPERS and kinds[target] == "paper":
            lines.append(Line(source, target, role, _between_papers(role, data)))
    lines += [_bundle(source, target, edges) for (source, target), edges in bundles.items()]
    return sorted(lines, key=lambda line: (line.source, line.target, line.role))


def _is_drawn(graph: nx.MultiDiGraph[str], id_: str) -> bool:
    """Tell papers and entities from the rest; an entity known only as wider than another is not drawn."""
    kind = _KINDS.get(graph.nodes[id_].get("label", ""))
    if kind is None or kind == "paper":
        return kind == "paper"
    types = [data.get("type", key) for _, _, key, data in graph.in_edges(id_, keys=True, data=True)]
    types += [data.get("type", key) for _, _, key, data in graph.out_edges(id_, keys=True, data=True)]
    return any(type_ in _STRENGTH for type_ in types) or not any(type_ in _BETWEEN_ENTITIES for type_ in types)


def _node(graph: nx.MultiDiGraph[str], id_: str) -> Node:
    data = graph.nodes[id_]
    kind = _KINDS[data["label"]]
    if kind == "paper":
        label, detail = _clean(_text(data, "title")), _paper(data)
    else:
        label, detail = _text(data, "name"), _entity(graph, id_)
    generic, stub = data.get("generic") is True, data.get("stub") is True
    return Node(id_, kind, label or id_, generic, stub, {key: value for key, value in detail.items() if value})


def _paper(data: Json) -> Json:
    return {
        "abstract": _clean(_text(data, "abstract")),
        "authors": [_clean(author) for author in _texts(data, "authors")],
        "derived": data.get("title_derived") is True and data.get("stub") is not True,
        "ids": [_text(data, name) for name in _HOMES if _text(data, name)],
        "links": _addresses(data),
        "position": _number(data, "position"),
        "source": _text(data, "source"),
        "venue": _text(data, "venue"),
        "year": _number(data, "year"),
    }


def _addresses(data: Json) -> list[list[str]]:
    own = _text(data, "url")
    homes = [
        [name, home + quote(_text(data, key), safe="/:;().-_")]
        for key, (name, home) in _HOMES.items()
        if _text(data, key)
    ]
    return [*([[own, own]] if own else []), *homes]


def _entity(graph: nx.MultiDiGraph[str], id_: str) -> Json:
    data = graph.nodes[id_]
    return {
        "aliases": _texts(data, "aliases"),
        "links": [[url, url] for url in _texts(data, "same_as")],
        "relations": _relations(graph, id_),
        "status": _text(data, "status"),
        "subkind": _text(data, "subkind"),
    }


def _relations(graph: nx.MultiDiGraph[str], id_: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return wider, narrower and sibling entities: a heading and, for each, id and name."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for _, other, key, data in graph.out_edges(id_, keys=True, data=True):
        if (type_ := data.get("type", key)) in _BETWEEN_ENTITIES:
            found[_BETWEEN_ENTITIES[type_][0]].add(other)
    for other, _, key, data in graph.in_edges(id_, keys=True, data=True):
        if (type_ := data.get("type", key)) in _BETWEEN_ENTITIES:
            found[_BETWEEN_ENTITIES[type_][1]].add(other)
    headings = [heading for pair in _BETWEEN_ENTITIES.values() for heading in pair if heading in found]
    return [
        (heading, [(other, _text(graph.nodes[other], "name") or other) for other in sorted(found[heading])])
        for heading in headings
    ]


def _bundle(source: str, target: str, edges: list[tuple[str, Json]]) -> Line:
    """Join all that one paper says of one entity, the strongest role first and each sentence once."""
    edges = sorted(edges, key=lambda edge: _STRENGTH[edge[0]])
    seen: set[tuple[str, ...]] = set()
    evidence = []
    for role, data in edges:
        sentences = [s for s in _evidence(data) if tuple(s) not in seen]
        seen.update(map(tuple, sentences))
        if sentences or role != "MENTIONS":
            evidence.append({"role": role, "sentences": sentences})
    whole = edges[-1][1]  # MENTIONS is the complete relation
    detail = {"count": _number(whole, "count"), "evidence": evidence, "method": _text(whole, "method")}
    return Line(source, target, edges[0][0], {key: value for key, value in detail.items() if value})


def _between_papers(role: str, data: Json) -> Json:
    detail: Json = {"shared": _texts(data, "shared")}
    if sentences := _evidence(data):
        detail["evidence"] = [{"role": role, "sentences": sentences}]
    return {key: value for key, value in detail.items() if value}


def _evidence(data: Json) -> list[list[str]]:
    """Return sentences cut into segments, every second of which was found; the bare sentence where no cut is known."""
    cut = [list(map(str, segments)) for segments in data.get("evidence") or []]
    sentence = _text(data, "sentence")
    return cut or ([[sentence]] if sentence else [])


def _clean(raw: str) -> str:
    from graph.clean import clean

    return clean(raw).text.strip()


def _text(data: Json, name: str) -> str:
    value = data.get(name)
    return value if isinstance(value, str) else ""


def _texts(data: Json, name: str) -> list[str]:
    return [value for value in data.get(name) or [] if isinstance(value, str) and value]


def _number(data: Json, name: str) -> int:
    value = data.get(name)
    return value if isinstance(value, int) else 0
