from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import networkx as nx
import pytest

from cypher import read_query
from graph.push import PushCounts, PushError
from graph.push.rows import EDGE_KINDS, NODE_KINDS
from tests.neo4j.example import STEPS, example_graph, one_paper, send

if TYPE_CHECKING:
    from collections.abc import Iterator

    from neo4j import Driver

    from tests.neo4j.server import Neo4jServer

NOTHING_NEW = {"nodes_created": 0, "relationships_created": 0, "properties_set": 0}


def snapshot(server: Neo4jServer) -> tuple[list[Any], list[Any]]:
    nodes = server.ask("MATCH (n) RETURN labels(n) AS labels, properties(n) AS own ORDER BY n.id, n.made_by, n.name")
    edges = server.ask(
        "MATCH (a)-[r]->(b) RETURN a.id AS a, type(r) AS type, b.id AS b, properties(r) AS own ORDER BY a, type, b",
    )
    return [record.data() for record in nodes], [record.data() for record in edges]


@pytest.mark.neo4j
def test_a_push_creates_every_node_and_edge_and_a_second_one_nothing(neo4j_clean: Neo4jServer) -> None:
    graph = example_graph()
    first = send(graph, neo4j_clean)
    before = snapshot(neo4j_clean)
    second = send(graph, neo4j_clean)
    assert (first.nodes_created, first.relationships_created) == (first.nodes, first.relationships)
    assert (first.nodes, first.relationships) == (graph.number_of_nodes(), graph.number_of_edges())
    assert second == PushCounts(nodes=first.nodes, relationships=first.relationships, **NOTHING_NEW)
    assert snapshot(neo4j_clean) == before


@pytest.mark.neo4j
def test_labels_and_types_arrive_as_the_schema_has_them(neo4j_clean: Neo4jServer) -> None:
    graph = example_graph()
    send(graph, neo4j_clean)
    nodes, edges = snapshot(neo4j_clean)
    above = {"Dataset": {"Entity"}, "Technique": {"Entity"}, "Concept": {"Entity"}}
    expected = {node: {data["label"], *above.get(data["label"], ())} for node, data in graph.nodes(data=True)}
    assert {node["own"]["id"]: set(node["labels"]) for node in nodes} == expected
    assert {(e["a"], e["type"], e["b"]) for e in edges} == {(a, type_, b) for a, b, type_ in graph.edges(keys=True)}


@pytest.mark.neo4j
def test_properties_arrive_as_they_are_and_only_those_of_the_schema(neo4j_clean: Neo4jServer) -> None:
    graph = example_graph()
    send(graph, neo4j_clean)
    nodes, edges = snapshot(neo4j_clean)
    for node in nodes:
        own = node["own"]
        kept = {k: v for k, v in graph.nodes[own["id"]].items() if k not in {"label", "authors", "generic"}}
        assert own == kept | {"id": own["id"], "made_by": "citegraph"}
    for edge in edges:
        data = graph.edges[edge["a"], edge["b"], edge["type"]]
        kept = {k: v for k, v in data.items() if k not in {"type", "evidence"}}
        assert edge["own"] == kept | {"made_by": "citegraph"}


@pytest.mark.neo4j
def test_a_paper_without_doi_or_title_arrives_without_them(neo4j_clean: Neo4jServer) -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("p1", label="Paper", title="One", doi=None)
    graph.add_node("p2", label="Paper", title=None, doi="10.5555/2")
    send(graph, neo4j_clean)
    found = neo4j_clean.ask("MATCH (p:Paper) RETURN properties(p) AS own ORDER BY p.id")
    mark = {"made_by": "citegraph"}
    assert [r["own"] for r in found] == [{"id": "p1", "title": "One"} | mark, {"id": "p2", "doi": "10.5555/2"} | mark]


@pytest.mark.neo4j
def test_a_push_takes_along_what_changed_and_what_went_away(neo4j_clean: Neo4jServer) -> None:
    send(one_paper(year=2020, doi="10.5555/1"), neo4j_clean)
    counts = send(one_paper(year=2021), neo4j_clean)
    assert counts.nodes_created == 0
    assert neo4j_clean.ask("MATCH (p:Paper) RETURN p.year, p.doi")[0].values() == [2021, None]


@pytest.mark.neo4j
@pytest.mark.parametrize(
    "text",
    [
        "'); MATCH (n) DETACH DELETE n //",
        '"}) DETACH DELETE n //',
        "`) DETACH DELETE n //",
        "$rows {x} \\u0027 \\",
        "<img src=x onerror=alert(1)></script>",
        "line\nbreak\ttab\0nul \u202e ünïcode 🙂",
        "",
    ],
)
def test_any_text_travels_as_data(neo4j_clean: Neo4jServer, text: str) -> None:
    graph = example_graph()
    graph.nodes[STEPS]["title"] = text
    graph.nodes["dataset:gsm8k"].update(name=text, aliases=[text, "plain"])
    graph.add_node(f"text:{text}", label="Paper", title="Odd id", where="x", order=1)
    send(graph, neo4j_clean)
    assert neo4j_clean.ask("MATCH (p:Paper {title: $t}) RETURN p.id", t=text)[0].value() == STEPS
    assert neo4j_clean.ask("MATCH (d:Dataset {name: $t}) RETURN d.aliases", t=text)[0].value() == [text, "plain"]
    assert neo4j_clean.ask("MATCH (n) RETURN count(n)")[0].value() == graph.number_of_nodes()


@pytest.mark.neo4j
def test_an_abstract_larger_than_a_batch_arrives_whole(neo4j_clean: Neo4jServer) -> None:
    send(one_paper(abstract="z" * 1_200_000), neo4j_clean)
    assert neo4j_clean.ask("MATCH (p:Paper) RETURN size(p.abstract)")[0].value() == 1_200_000


@pytest.mark.neo4j
def test_progress_ends_at_the_number_of_rows(neo4j_clean: Neo4jServer) -> None:
    graph = example_graph()
    seen: list[tuple[int, int]] = []
    send(graph, neo4j_clean, progress=lambda done, total: seen.append((done, total)))
    total = graph.number_of_nodes() + graph.number_of_edges()
    assert seen == sorted(seen)
    assert seen[-1] == (total, total)


@pytest.mark.neo4j
def test_a_push_that_was_stopped_is_made_whole_by_the_next(neo4j_clean: Neo4jServer) -> None:
    graph = example_graph()
    send(graph, neo4j_clean)
    whole = snapshot(neo4j_clean)
    neo4j_clean.clear()

    def stop(done: int, total: int) -> None:
        if done > total / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        send(graph, neo4j_clean, progress=stop)
    assert snapshot(neo4j_clean) != whole
    send(graph, neo4j_clean)
    assert snapshot(neo4j_clean) == whole


@pytest.mark.neo4j
def test_two_pushes_at_once_double_nothing(neo4j_clean: Neo4jServer) -> None:
    graph = example_graph()
    with ThreadPoolExecutor(2) as pool:
        counts = list(pool.map(lambda _: send(graph, neo4j_clean), range(2)))
    assert sum(count.nodes_created for count in counts) == graph.number_of_nodes()
    assert sum(count.relationships_created for count in counts) == graph.number_of_edges()


@pytest.mark.neo4j
def test_nodes_of_others_stay_as_they_are_even_with_our_labels_and_ids(neo4j_clean: Neo4jServer) -> None:
    neo4j_clean.ask(
        """
        CREATE (a:Paper {id: $id, title: 'Mine', year: 1999}), (:Paper {title: 'No id'}), (:Paper {id: $id}),
               (d:Entity:Dataset {id: 'dataset:gsm8k', name: 'My GSM8K'}), (:Person {id: $id, name: 'Somebody'}),
               (a)-[:MENTIONS {count: 7}]->(d)
        """,
        id=STEPS,
    )
    theirs = "MATCH (n) WHERE n.made_by IS NULL RETURN labels(n) AS l, properties(n) AS p, COUNT {(n)--()} AS d"
    before = [record.data() for record in neo4j_clean.ask(theirs)]
    counts = send(example_graph(), neo4j_clean)
    assert (counts.nodes_created, counts.relationships_created) == (counts.nodes, counts.relationships)
    assert [record.data() for record in neo4j_clean.ask(theirs)] == before
    assert neo4j_clean.ask("MATCH ()-[r:MENTIONS {count: 7}]->() RETURN properties(r)")[0].value() == {"count": 7}


@pytest.mark.neo4j
def test_others_can_still_have_two_nodes_with_one_id_after_a_push(neo4j_clean: Neo4jServer) -> None:
    send(example_graph(), neo4j_clean)
    neo4j_clean.ask("UNWIND [1, 2] AS i CREATE (:Paper {id: 'theirs'}), (:Paper {id: $id})", id=STEPS)
    assert neo4j_clean.ask("MATCH (p:Paper {id: $id}) RETURN count(p)", id=STEPS)[0].value() == 3


@pytest.mark.neo4j
def test_what_others_add_to_our_nodes_stays(neo4j_clean: Neo4jServer) -> None:
    send(example_graph(), neo4j_clean)
    neo4j_clean.ask(
        "MATCH (p:Paper {id: $id}), (d:Dataset {name: 'GSM8K'}) SET p:ToRead, p.stars = 5 "
        "CREATE (p)-[:USES {why: 'mine'}]->(d), (p)-[:ON]->(:Shelf)",
        id=STEPS,
    )
    counts = send(example_graph(), neo4j_clean)
    assert counts == PushCounts(nodes=counts.nodes, relationships=counts.relationships, **NOTHING_NEW)
    found = neo4j_clean.ask("MATCH (p:ToRead)-[r:USES|ON]->() RETURN p.stars AS stars, r.why AS why ORDER BY why")
    assert [tuple(record.values()) for record in found] == [(5, "mine"), (5, None)]


@pytest.mark.neo4j
def test_each_label_that_is_matched_has_its_constraint(neo4j_clean: Neo4jServer) -> None:
    neo4j_clean.drop_constraints()
    send(one_paper(), neo4j_clean)
    rows = neo4j_clean.ask("SHOW CONSTRAINTS YIELD labelsOrTypes, properties, type")
    found = {row["labelsOrTypes"][0]: (row["properties"], row["type"]) for row in rows}
    matched = {kind.matched_as for kind in NODE_KINDS.values()}
    assert found == dict.fromkeys(matched, (["id", "made_by"], "UNIQUENESS"))


@pytest.mark.neo4j
def test_a_refused_constraint_stops_the_push_before_anything_is_sent(neo4j_clean: Neo4jServer) -> None:
    neo4j_clean.drop_constraints()
    neo4j_clean.ask("UNWIND [1, 2] AS i CREATE (:Entity {id: 'dataset:gsm8k', made_by: 'citegraph'})")
    with pytest.raises(PushError, match=r"^nothing was sent: Neo4j refuses a constraint .*says: .+") as caught:
        send(example_graph(), neo4j_clean)
    assert "\n" not in str(caught.value)
    assert neo4j_clean.ask("MATCH (p:Paper) RETURN count(p)")[0].value() == 0


def operators(plan: dict[str, Any]) -> Iterator[str]:
    yield plan["operatorType"].partition("@")[0]
    for child in plan.get("children", []):
        yield from operators(child)


def planned(driver: Driver, query: str) -> list[str]:
    summary = driver.execute_query(f"EXPLAIN {read_query(query)}", rows=[]).summary
    assert [status for status in summary.gql_status_objects if status.is_notification] == []
    assert summary.plan
    return list(operators(summary.plan))


@pytest.mark.neo4j
def test_every_text_finds_its_nodes_by_the_index_and_is_not_deprecated(neo4j_clean: Neo4jServer) -> None:
    send(example_graph(), neo4j_clean)
    with neo4j_clean.driver() as driver:
        for query, seeks in [(k.query, 1) for k in NODE_KINDS.values()] + [(k.query, 2) for k in EDGE_KINDS.values()]:
            found = planned(driver, query)
            assert found.count("NodeUniqueIndexSeek(Locking)") == seeks, query
            assert not any("Scan" in operator for operator in found), query


@pytest.mark.neo4j
def test_a_push_says_nothing_in_the_log(neo4j_clean: Neo4jServer, caplog: pytest.LogCaptureFixture) -> None:
    send(example_graph(), neo4j_clean)
    send(example_graph(), neo4j_clean)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []
