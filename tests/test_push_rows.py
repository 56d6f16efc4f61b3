from __future__ import annotations

import subprocess
import sys

import pytest

from cypher import read_query
from graph.push import PushError, push
from graph.push.rows import EDGE_KINDS, NODE_KINDS, batches, edge_rows, node_rows
from tests.neo4j.example import STEPS, example_graph, one_paper


def test_a_label_that_the_schema_has_not_is_refused_before_anything_is_sent() -> None:
    graph = one_paper()
    graph.add_node("dataset:mnist", label="Dataset`) DETACH DELETE n //")
    with pytest.raises(PushError, match=r"^dataset:mnist: .*there are Paper, Dataset, Technique"):
        push(graph, uri="bolt://127.0.0.1:1", user="neo4j", password="")


def test_an_edge_type_that_the_schema_has_not_is_refused() -> None:
    graph = example_graph()
    graph.add_edge(STEPS, "dataset:gsm8k", key="LIKES", type="LIKES")
    with pytest.raises(PushError, match="no edge 'LIKES' can lead from Paper to Entity"):
        edge_rows(graph)


def test_an_edge_between_the_wrong_nodes_is_refused_instead_of_lost() -> None:
    graph = example_graph()
    graph.add_edge("dataset:gsm8k", STEPS, key="MENTIONS", type="MENTIONS")
    with pytest.raises(PushError, match="no edge 'MENTIONS' can lead from Entity to Paper"):
        edge_rows(graph)


def test_every_node_and_edge_is_in_one_row() -> None:
    graph = example_graph()
    assert sum(len(list(rows)) for _, rows in node_rows(graph)) == graph.number_of_nodes()
    assert sum(len(list(rows)) for _, rows in edge_rows(graph)) == graph.number_of_edges()


def test_batches_are_bounded_by_rows_and_by_characters() -> None:
    rows = [{"id": "x" * 10, "properties": {"abstract": "y" * 100}}] * 10
    assert [len(batch) for batch in batches(rows, most_rows=4)] == [4, 4, 2]
    assert [len(batch) for batch in batches(rows, most_characters=300)] == [2, 2, 2, 2, 2]
    assert [len(batch) for batch in batches(rows, most_characters=1)] == [1] * 10
    assert list(batches([])) == []


def test_each_text_writes_the_label_or_type_that_it_is_kept_for() -> None:
    for label, node in NODE_KINDS.items():
        text = read_query(node.query)
        assert f"(n:{node.matched_as} {{id: row.id, made_by: 'citegraph'}})" in text
        assert (label == node.matched_as) != (f"SET n:{label}\n" in text)
    for type_, edge in EDGE_KINDS.items():
        text = read_query(edge.query)
        assert f"MATCH (a:{edge.source} {{id: row.source, made_by: 'citegraph'}})" in text
        assert f"MATCH (b:{edge.target} {{id: row.target, made_by: 'citegraph'}})" in text
        assert f"MERGE (a)-[r:{type_} {{made_by: 'citegraph'}}]->(b)" in text


def test_only_a_push_loads_the_driver() -> None:
    code = "import sys, graph.push; sys.exit(any(name in sys.modules for name in ('neo4j', 'networkx', 'numpy')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
