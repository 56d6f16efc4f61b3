from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from graph.build import build_graph
from graph.clean import clean
from graph.ingest import ingest
from graph.store import open_store
from loaders.paper import Paper
from tests.small_linker import CATALOG, link_many

if TYPE_CHECKING:
    from pathlib import Path

    import networkx as nx

PAPERS = [
    Paper(
        abstract="We introduce \\textbf{CRANE}, a neural network. New. We evaluate on $GSM8K$ and **GSM8K**, too.",
        title="Cranes on GSM8K",
        authors=("Ada Lund", "李明", "ADA LUND", "!"),
        year=2025,
        venue="ICML 2025",
        doi="10.1/a",
        source="a.jsonl",
        position=1,
    ),
    Paper(
        abstract="A neural network on CIFAR-100, says Go (2009). We evaluate on GSM8K and CIFAR-100. See Go (2009).",
        authors=("Ada Lund",),
        venue="ICML 2025",
        doi="10.1/b",
        source="a.jsonl",
        position=2,
    ),
    Paper(abstract="A neural network, nothing else.", doi="10.1/c", source="a.jsonl", position=3),
]
A, B, C = "doi:10.1/a", "doi:10.1/b", "doi:10.1/c"


def build(path: Path, papers: list[Paper]) -> nx.MultiDiGraph[str]:
    with open_store(path, write=True) as db:
        ingest(papers, db, link_many, entity=CATALOG.get, fingerprint="1")
    with open_store(path, write=False) as db:
        return build_graph(db)


@pytest.fixture
def graph(tmp_path: Path) -> nx.MultiDiGraph[str]:
    return build(tmp_path / "papers.db", PAPERS)


def one(tmp_path: Path, abstract: str) -> dict[str, Any]:
    """Return MENTIONS of GSM8K in a paper."""
    graph = build(tmp_path / "one.db", [Paper(abstract=abstract, doi="10.1/x", source="x.txt")])
    data: dict[str, Any] = graph.edges["doi:10.1/x", "dataset:gsm8k", "MENTIONS"]
    return data


def test_every_paper_and_entity_is_a_node_under_its_label(graph: nx.MultiDiGraph[str]) -> None:
    labels = {id_: data["label"] for id_, data in graph.nodes(data=True)}
    assert [labels[id_] for id_ in (A, B, C, "cited:go-2009@" + B)] == ["Paper"] * 4
    assert labels["dataset:gsm8k"] == "Dataset"
    assert labels["technique:crane"] == "Technique"
    assert (labels["author:ada-lund"], labels["venue:icml-2025"]) == ("Author", "Venue")


def test_what_is_unknown_of_a_node_is_absent(graph: nx.MultiDiGraph[str]) -> None:
    assert all(value is not None for _, data in graph.nodes(data=True) for value in data.values())
    assert set(graph.nodes[C]) == {
        *("label", "title", "title_derived", "abstract", "authors", "doi", "source", "position", "stub"),
    }
    assert graph.nodes[A]["year"] == 2025


def test_an_entity_has_its_names_its_kind_and_the_number_of_its_papers(graph: nx.MultiDiGraph[str]) -> None:
    assert graph.nodes["dataset:gsm8k"] == {
        "label": "Dataset",
        "name": "GSM8K",
        "kind": "dataset",
        "subkind": "benchmark",
        "aliases": ["Grade School Math 8K"],
        "same_as": [],
        "status": "catalog",
        "papers": 2,
        "generic": False,
    }
    assert graph.nodes["dataset:cifar-10"]["papers"] == 0


def test_the_key_of_an_edge_is_its_type(graph: nx.MultiDiGraph[str]) -> None:
    assert all(key == data["type"] for _, _, key, data in graph.edges(keys=True, data=True))
    assert sorted(graph[A]["technique:crane"]) == ["MENTIONS", "PROPOSES"]


def test_mentions_are_listed_side_by_side_in_the_order_of_the_raw_text(graph: nx.MultiDiGraph[str]) -> None:
    edge = graph.edges[A, "dataset:gsm8k", "MENTIONS"]
    raw = PAPERS[0].raw
    assert (edge["count"], edge["in_title"]) == (3, True)
    assert edge["surfaces"] == ["GSM8K"] * 3
    assert edge["starts"] == sorted(edge["starts"])
    assert [raw[start:end] for start, end in zip(edge["starts"], edge["ends"], strict=True)] == edge["surfaces"]


def test_a_role_has_only_the_mentions_that_carry_it(graph: nx.MultiDiGraph[str]) -> None:
    mentions = graph.edges[B, "dataset:cifar-100", "MENTIONS"]
    role = graph.edges[B, "dataset:cifar-100", "EVALUATES_ON"]
    assert (mentions["count"], role["count"]) == (2, 1)
    assert role["starts"] == mentions["starts"][1:]
    assert (role["score"], role["method"]) == (0.95, "exact")


def test_the_sentence_shown_is_the_surest_and_cleaned_for_people(graph: nx.MultiDiGraph[str]) -> None:
    assert graph.edges[A, "technique:crane", "PROPOSES"]["sentence"] == "We introduce CRANE, a neural network."
    mentions = graph.edges[B, "dataset:cifar-100", "MENTIONS"]
    assert mentions["sentence"] == "We evaluate on GSM8K and CIFAR-100."


def test_evidence_is_the_sentence_in_three_parts_once_a_sentence(graph: nx.MultiDiGraph[str]) -> None:
    assert graph.edges[A, "dataset:gsm8k", "MENTIONS"]["evidence"] == [
        ["We evaluate on ", "GSM8K", " and GSM8K, too."],
        ["Cranes on ", "GSM8K", ""],
    ]


def test_of_many_sentences_the_five_best_are_evidence_in_the_order_of_the_text(tmp_path: Path) -> None:
    plain = "".join(f"GSM8K is number {number}. " for number in range(7))
    edge = one(tmp_path, plain + "We evaluate on GSM8K.")
    assert [part[2] for part in edge["evidence"]] == [*(f" is number {number}." for number in range(4)), "."]
    assert edge["sentence"] == "We evaluate on GSM8K."
    assert edge["count"] == 8


def test_of_equal_sentences_the_first_is_shown(tmp_path: Path) -> None:
    assert one(tmp_path, "Then GSM8K. Now GSM8K.")["sentence"] == "Then GSM8K."


def test_citations_have_their_places_and_sentences(graph: nx.MultiDiGraph[str]) -> None:
    edge = graph.edges[B, "cited:go-2009@" + B, "CITES"]
    assert (edge["count"], edge["surfaces"]) == (2, ["Go (2009)", "Go (2009)"])
    assert edge["evidence"][1] == ["See ", "Go (2009)", "."]
    assert edge["sentence"] == "A neural network on CIFAR-100, says Go (2009)."


def test_papers_are_related_by_what_they_share_but_not_by_the_generic(graph: nx.MultiDiGraph[str]) -> None:
    related = [edge for edge in graph.edges(keys=True, data=True) if edge[2] == "RELATED_TO"]
    assert [(source, target) for source, target, *_ in related] == [(A, B)]
    assert related[0][3]["shared"] == ["GSM8K"]
    assert 0 < related[0][3]["score"] < 1


def test_variants_stay_apart_and_are_joined_by_an_edge(graph: nx.MultiDiGraph[str]) -> None:
    assert graph.edges["dataset:cifar-100", "dataset:cifar-10", "VARIANT_OF"] == {"type": "VARIANT_OF"}


def test_an_author_is_one_node_whatever_the_case_and_wrote_a_paper_once(graph: nx.MultiDiGraph[str]) -> None:
    wrote = sorted((source, target) for source, target, key in graph.edges(keys=True) if key == "WROTE")
    assert wrote == [("author:ada-lund", A), ("author:ada-lund", B), ("author:李明", A)]
    assert graph.nodes["author:ada-lund"]["name"] == "Ada Lund"
    assert graph.has_edge(A, "venue:icml-2025", "PUBLISHED_IN")


def test_the_order_of_the_papers_changes_neither_nodes_nor_edges(tmp_path: Path) -> None:
    def content(papers: list[Paper], name: str) -> tuple[list[Any], list[Any]]:
        graph = build(tmp_path / name, papers)
        return list(graph.nodes(data=True)), list(graph.edges(keys=True, data=True))

    assert content(PAPERS, "there.db") == content(PAPERS[::-1], "back.db")


def test_a_store_without_papers_is_an_empty_graph(tmp_path: Path) -> None:
    assert len(build(tmp_path / "papers.db", [])) == 0


def test_evidence_of_real_abstracts_is_what_their_clean_text_says(shared: Path, tmp_path: Path) -> None:
    texts = [
        text
        for file in sorted((shared / "seeds").glob("*.txt"))
        for text in file.read_text(encoding="utf-8").split("\n\n")[1:]
        if text.strip()
    ]
    graph = build(tmp_path / "seeds.db", [Paper(abstract=text, source="s", position=n) for n, text in enumerate(texts)])
    found = 0
    for paper, _, data in graph.edges(data=True):
        for before, surface, after in data.get("evidence", ()):
            assert before + surface + after in clean(graph.nodes[paper]["abstract"]).text
            assert surface in ("GSM8K", "neural network") or data["type"] != "RELATED_TO"
            found += 1
    assert found > 5
