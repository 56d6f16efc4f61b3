from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from cypher import read_query
from graph.cli import cli

if TYPE_CHECKING:
    from pathlib import Path

    from tests.neo4j.server import Neo4jServer


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = tmp_path_factory.mktemp("push") / "sample.db"
    assert kg("build", "--sample", "--db", str(store)).exit_code == 0
    return store


def kg(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(cli, arguments, env=environment, prog_name="kg")


def send(server: Neo4jServer, store: Path) -> Result:
    login = {"NEO4J_URI": server.uri, "NEO4J_USERNAME": server.user, "NEO4J_PASSWORD": server.password}
    return kg("push", "--db", str(store), **login)


@pytest.mark.neo4j
def test_the_second_push_says_that_nothing_is_new(neo4j_clean: Neo4jServer, sample: Path) -> None:
    first, second = send(neo4j_clean, sample), send(neo4j_clean, sample)
    assert (first.exit_code, second.exit_code) == (0, 0), first.output
    assert "(0 new)" not in first.stdout
    assert second.stdout.count("(0 new)") == 2


@pytest.mark.neo4j
def test_the_server_holds_as_much_as_kg_counts(neo4j_clean: Neo4jServer, sample: Path) -> None:
    send(neo4j_clean, sample)
    counted = json.loads(kg("stats", "--json", "--db", str(sample)).stdout)["edges"]
    rows = neo4j_clean.ask("MATCH ()-[r]->() RETURN type(r) AS type, count(*) AS count")
    pushed = {row["type"]: row["count"] for row in rows}
    assert {type_: pushed.get(type_, 0) for type_ in counted} == counted


@pytest.mark.neo4j
def test_the_questions_answer_what_kg_answers(neo4j_clean: Neo4jServer, sample: Path) -> None:
    send(neo4j_clean, sample)

    def said(*arguments: str) -> set[tuple[str, str]]:
        answer = kg("neighbors", "GSM8K", "--json", "--limit", "0", "--db", str(sample), *arguments)
        return {(row["name"], row["edge"]) for row in json.loads(answer.stdout)["neighbors"]}

    def asked(question: str) -> set[str]:
        return {row.value() for row in neo4j_clean.ask(read_query(f"questions/{question}"))}

    papers, datasets = said("--kind", "paper"), said("--kind", "dataset", "--depth", "2")
    assert len(papers) >= 1
    assert asked("papers-that-mention") == {name for name, _ in papers}
    assert asked("papers-that-evaluate-on") == {name for name, edge in papers if edge == "EVALUATES_ON"}
    assert asked("co-benchmarks-of-a-dataset") == {
        name for name, edge in datasets if edge not in {"VARIANT_OF", "BROADER"}
    }


@pytest.mark.neo4j
def test_a_wrong_password_is_one_line_and_exit_1(neo4j_clean: Neo4jServer, sample: Path) -> None:
    login = {"NEO4J_URI": neo4j_clean.uri, "NEO4J_PASSWORD": "hunter22hunter22"}
    result = kg("push", "--db", str(sample), **login)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert "hunter22" not in result.stderr
