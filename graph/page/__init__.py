"""The graph as one HTML page that needs nothing but itself."""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import networkx as nx

    from graph.page.data import Json, Line, Node

__all__ = ["PageStats", "render_page", "write_page"]


@dataclass(frozen=True, slots=True)
class PageStats:
    """What a page holds.

    Attributes:
        papers: Papers that were read.
        cited: Works that are only cited.
        links: Lines drawn; all that one paper says of one entity is one.
        size: Bytes of the file.
    """

    papers: int
    cited: int
    entities: int
    links: int
    size: int


def render_page(graph: nx.MultiDiGraph[str], *, title: str) -> str:
    """Return the page as HTML; the same graph and title give the same text."""
    return _render(graph, title)[0]


def write_page(graph: nx.MultiDiGraph[str], path: Path, *, title: str) -> PageStats:
    """Write the page and return what it holds; folders that are missing are made.

    The file is written beside its place and then renamed: a page that stood there stays whole until the new one is.
    """
    html, nodes, lines = _render(graph, title)
    content = html.encode("utf-8")
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    papers = [node for node in nodes if node.kind == "paper"]
    return PageStats(
        papers=sum(not paper.stub for paper in papers),
        cited=sum(paper.stub for paper in papers),
        entities=len(nodes) - len(papers),
        links=len(lines),
        size=len(content),
    )


def _render(graph: nx.MultiDiGraph[str], title: str) -> tuple[str, list[Node], list[Line]]:
    from graph.page.data import read_lines, read_nodes
    from graph.page.network import fill_template

    nodes = read_nodes(graph)
    lines = read_lines(graph, nodes)
    detail = {
        "nodes": {node.id: node.detail for node in nodes},
        "edges": {line.id: line.detail for line in lines},
    }
    edges = [{"id": line.id, "from": line.source, "to": line.target, "role": line.role} for line in lines]
    return fill_template(_placed(nodes, lines), edges, detail, title=title), nodes, lines


def _placed(nodes: list[Node], lines: list[Line]) -> list[Json]:
    """Return the nodes as vis-network wants them: bigger and nearer to each other the more they are linked."""
    from graph.page.layout import place

    number = {node.id: place_ for place_, node in enumerate(nodes)}
    links = [(number[line.source], number[line.target]) for line in lines if line.role != "RELATED_TO"]
    degree = [0] * len(nodes)
    for one, two in links:
        degree[one] += 1
        degree[two] += 1
    # what few papers share ties them more, as in RELATED_TO; what nearly all share ties none
    weights = [0.02 if nodes[two].generic else 1 / sqrt(degree[two]) for _, two in links]
    sizes = [_size(node, links) for node, links in zip(nodes, degree, strict=True)]
    spots = place(links, weights, [size + 8 for size in sizes])
    return [_vis(node, size, x, y) for node, size, (x, y) in zip(nodes, sizes, spots, strict=True)]


def _size(node: Node, links: int) -> float:
    return round(min(48.0, (11.0 if node.kind == "paper" else 8.0) + 3.0 * sqrt(links)), 1)


def _vis(node: Node, size: float, x: float, y: float) -> Json:
    made: Json = {"id": node.id, "label": node.label, "group": node.kind, "size": size, "x": x, "y": y}
    if node.generic:
        made["generic"] = True
    if node.stub:
        made["stub"] = True
    return made
