"""A graph written by hand, small enough to know every answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx

from graph.push import PushCounts, push

if TYPE_CHECKING:
    from tests.neo4j.server import Neo4jServer

STEPS = "arxiv:2101.00001"
SMALL = "arxiv:2202.00002"
NOISE = "text:aaaaaaaaaaaa"
SHARP = "text:bbbbbbbbbbbb"
STUB = f"cited:berg-et-al.-2019@{STEPS}"


def example_graph() -> nx.MultiDiGraph[str]:
    """Four papers, one that is only cited, and what joins them."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    _paper(graph, STEPS, "Checking language models step by step", 2021, venue="ICML", arxiv_id="2101.00001")
    _paper(graph, SMALL, "Small language models that reason", 2022, arxiv_id="2202.00002")
    _paper(graph, NOISE, "Image labels from noise", 2022)
    _paper(graph, SHARP, "Sharp minima of image models", 2023)
    graph.add_node(STUB, label="Paper", title="Berg et al. (2019)", title_derived=True, stub=True)
    _entities(graph)
    graph.add_node("author:ada-lund", label="Author", name="Ada Lund")
    graph.add_node("venue:icml", label="Venue", name="ICML")
    _mentions(graph)
    cites = {"count": 1, "surfaces": ["Berg et al. (2019)"], "starts": [30], "ends": [48]}
    _edge(graph, STEPS, "CITES", STUB, **cites, sentence="We follow Berg et al. (2019).")
    _edge(graph, SMALL, "CITES", STEPS, **cites | {"surfaces": ["Lund (2021)"]}, sentence="As Lund (2021) shows.")
    _edge(graph, STEPS, "RELATED_TO", SMALL, score=0.81649, shared=["StepCheck", "GSM8K"])
    _edge(graph, NOISE, "RELATED_TO", SHARP, score=0.5, shared=["mixup"])
    _edge(graph, "dataset:cifar-100", "VARIANT_OF", "dataset:cifar-10")
    _edge(graph, "concept:mathematical-reasoning", "BROADER", "concept:reasoning")
    _edge(graph, "author:ada-lund", "WROTE", STEPS)
    _edge(graph, "author:ada-lund", "WROTE", SMALL)
    _edge(graph, STEPS, "PUBLISHED_IN", "venue:icml")
    return graph


def one_paper(**data: Any) -> nx.MultiDiGraph[str]:
    """The smallest graph worth sending."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("text:000000000001", label="Paper", title="One", stub=False, **data)
    return graph


def send(graph: nx.MultiDiGraph[str], server: Neo4jServer, **options: Any) -> PushCounts:
    """Push to the tests' server."""
    return push(graph, **{"uri": server.uri, "user": server.user, "password": server.password} | options)


def _entities(graph: nx.MultiDiGraph[str]) -> None:
    for id_, name, aliases in (
        ("dataset:gsm8k", "GSM8K", ["Grade School Math 8K"]),
        ("dataset:math", "MATH", []),
        ("dataset:cifar-10", "CIFAR-10", []),
        ("dataset:cifar-100", "CIFAR-100", ["CIFAR100"]),
        ("technique:stepcheck", "StepCheck", []),
        ("technique:mixup", "mixup", []),
        ("technique:adam", "Adam", []),
        ("technique:sgd", "stochastic gradient descent", ["SGD"]),
        ("concept:mathematical-reasoning", "mathematical reasoning", []),
        ("concept:reasoning", "reasoning", []),
        ("concept:label-noise", "label noise", []),
    ):
        kind = id_.partition(":")[0]
        graph.add_node(
            id_, label=kind.title(), name=name, kind=kind, subkind="", aliases=aliases, status="catalog",
            same_as=[f"https://example.org/{kind}"], papers=1, generic=False,
        )  # fmt: skip


def _mentions(graph: nx.MultiDiGraph[str]) -> None:
    for paper, entity, count, roles in (
        (STEPS, "dataset:gsm8k", 3, ("EVALUATES_ON",)),
        (STEPS, "dataset:math", 1, ("EVALUATES_ON",)),
        (STEPS, "technique:stepcheck", 4, ("PROPOSES",)),
        (STEPS, "concept:mathematical-reasoning", 2, ("STUDIES",)),
        (SMALL, "dataset:gsm8k", 1, ("EVALUATES_ON",)),
        (SMALL, "technique:stepcheck", 1, ("USES",)),
        (SMALL, "technique:adam", 1, ()),
        (SMALL, "concept:mathematical-reasoning", 1, ()),
        (NOISE, "dataset:cifar-100", 2, ("EVALUATES_ON",)),
        (NOISE, "dataset:cifar-10", 1, ()),
        (NOISE, "technique:mixup", 1, ("USES",)),
        (NOISE, "concept:label-noise", 3, ("STUDIES",)),
        (SHARP, "dataset:cifar-100", 1, ("EVALUATES_ON",)),
        (SHARP, "technique:mixup", 1, ("USES",)),
        (SHARP, "technique:adam", 2, ()),
        (SHARP, "technique:sgd", 1, ("COMPARES_WITH",)),
        (SHARP, "concept:label-noise", 1, ()),
    ):
        name = graph.nodes[entity]["name"]
        for type_ in ("MENTIONS", *roles):
            _edge(
                graph, paper, type_, entity, count=count, score=0.9, method="exact", surfaces=[name] * count,
                starts=list(range(count)), ends=list(range(5, 5 + count)), sentence=f"Here {name} stands.",
                in_title=False, evidence=[["Here ", name, " stands."]],
            )  # fmt: skip


def _paper(graph: nx.MultiDiGraph[str], id_: str, title: str, year: int, **more: str) -> None:
    graph.add_node(
        id_, label="Paper", title=title, title_derived=False, abstract=f"{title}: an abstract.", year=year,
        source="papers.txt", position=graph.number_of_nodes() + 1, stub=False, authors=["Ada Lund"], **more,
    )  # fmt: skip


def _edge(graph: nx.MultiDiGraph[str], source: str, type_: str, target: str, **data: Any) -> None:
    graph.add_edge(source, target, key=type_, type=type_, **data)
