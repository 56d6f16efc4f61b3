from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import cypher
from cypher import Question, read_query, read_questions
from tests.neo4j.example import example_graph, send

if TYPE_CHECKING:
    from collections.abc import Iterator

    from neo4j import Driver, EagerResult

    from tests.neo4j.server import Neo4jServer

STEPS, SMALL = "Checking language models step by step", "Small language models that reason"
NOISE, SHARP = "Image labels from noise", "Sharp minima of image models"

ROWS: dict[str, list[tuple[Any, ...]]] = {
    "co-benchmarks-of-a-dataset": [("MATH", 1)],
    "concepts-nobody-joins-with": [("label noise", 2)],
    "entities-that-only-one-paper-has": [
        ("dataset", "CIFAR-10", "catalog", NOISE),
        ("dataset", "MATH", "catalog", STEPS),
        ("technique", "stochastic gradient descent", "catalog", SHARP),
    ],
    "most-used-datasets": [("CIFAR-100", 2, 2), ("GSM8K", 2, 2), ("CIFAR-10", 1, 0), ("MATH", 1, 1)],
    "papers-by-year": [(2021, 1), (2022, 1)],
    "papers-most-related-to-a-paper": [
        (STEPS, SMALL, 0.816, ["StepCheck", "GSM8K"]),
        (SMALL, STEPS, 0.816, ["StepCheck", "GSM8K"]),
    ],
    "papers-of-an-author": [("Ada Lund", SMALL, 2022), ("Ada Lund", STEPS, 2021)],
    "papers-that-evaluate-on": [(SMALL, 2022, "Here GSM8K stands."), (STEPS, 2021, "Here GSM8K stands.")],
    "papers-that-mention": [(STEPS, "GSM8K", 3, "Here GSM8K stands."), (SMALL, "GSM8K", 1, "Here GSM8K stands.")],
    "proposals-that-others-took-up": [("StepCheck", STEPS, [SMALL])],
    "techniques-compared-with": [
        ("stochastic gradient descent", SHARP, "Here stochastic gradient descent stands."),
    ],
    "techniques-that-meet-on-a-dataset": [
        ("mixup", 2, [NOISE, SHARP]),
        ("Adam", 1, [SHARP]),
        ("stochastic gradient descent", 1, [SHARP]),
    ],
    "variants-of-a-name": [("CIFAR-100", "VARIANT_OF", "CIFAR-10")],
    "what-a-paper-is-about": [
        (STEPS, "concept", "mathematical reasoning", ["STUDIES"], 2),
        (STEPS, "dataset", "GSM8K", ["EVALUATES_ON"], 3),
        (STEPS, "dataset", "MATH", ["EVALUATES_ON"], 1),
        (STEPS, "technique", "StepCheck", ["PROPOSES"], 4),
        (SMALL, "concept", "mathematical reasoning", [], 1),
        (SMALL, "dataset", "GSM8K", ["EVALUATES_ON"], 1),
        (SMALL, "technique", "Adam", [], 1),
        (SMALL, "technique", "StepCheck", ["USES"], 1),
    ],
    "what-a-paper-proposes": [(STEPS, "StepCheck", "technique", "Here StepCheck stands.")],
    "who-cites-whom": [
        (STEPS, "Berg et al. (2019)", True, "We follow Berg et al. (2019)."),
        (SMALL, STEPS, False, "As Lund (2021) shows."),
    ],
}
PATHS: dict[str, list[list[str]]] = {
    "neighbourhood-as-a-picture": [
        ["GSM8K", STEPS, "MATH"],
        ["GSM8K", STEPS, "StepCheck"],
        ["GSM8K", STEPS, "mathematical reasoning"],
        ["GSM8K", SMALL, "Adam"],
        ["GSM8K", SMALL, "StepCheck"],
        ["GSM8K", SMALL, "mathematical reasoning"],
    ],
    "shortest-path-between-two-papers": [
        [SMALL, "Adam", SHARP, "CIFAR-100", NOISE],
        [SMALL, "Adam", SHARP, "label noise", NOISE],
        [SMALL, "Adam", SHARP, "mixup", NOISE],
    ],
}


@pytest.fixture(scope="module")
def filled(neo4j_server: Neo4jServer) -> Iterator[Driver]:
    neo4j_server.clear()
    send(example_graph(), neo4j_server)
    with neo4j_server.driver() as driver:
        yield driver


def ask(driver: Driver, question: Question) -> EagerResult:
    return driver.execute_query(question.text)


def named(name: str) -> Question:
    return next(question for question in read_questions() if question.name == name)


def test_every_question_has_its_answer_here() -> None:
    assert sorted([*ROWS, *PATHS]) == [question.name for question in read_questions()]
    assert len(read_questions()) >= 12


@pytest.mark.neo4j
@pytest.mark.parametrize("name", ROWS)
def test_a_question_gives_its_rows(filled: Driver, name: str) -> None:
    records = ask(filled, named(name)).records
    assert [tuple(record.values()) for record in records] == ROWS[name]


@pytest.mark.neo4j
@pytest.mark.parametrize("name", PATHS)
def test_a_question_for_a_picture_gives_paths(filled: Driver, name: str) -> None:
    paths = [record["path"].nodes for record in ask(filled, named(name)).records]
    titles = [[node.get("title") or node.get("name") for node in path] for path in paths]
    assert sorted(titles) == sorted(PATHS[name])


@pytest.mark.neo4j
def test_the_server_has_nothing_to_remark_on_any_question(filled: Driver) -> None:
    for question in read_questions():
        told = ask(filled, question).summary.gql_status_objects
        assert [status.status_description for status in told if status.is_notification] == [], question.name


@pytest.mark.neo4j
def test_a_question_takes_any_case_and_an_alias_of_the_name(filled: Driver) -> None:
    text = named("papers-that-evaluate-on").text
    for spelling in ("gsm8k", "grade school math 8k"):
        other = Question(name="", title="", text=text.replace('"GSM8K"', f'"{spelling}"'))
        assert len(ask(filled, other).records) == 2


@pytest.mark.neo4j
def test_no_question_changes_anything(filled: Driver) -> None:
    assert not any(ask(filled, question).summary.counters.contains_updates for question in read_questions())


def test_a_question_begins_with_its_title_and_what_it_answers() -> None:
    for question in read_questions():
        first, second = question.text.splitlines()[:2]
        assert first == f"// {question.title}"
        assert second.startswith("// ")


def test_a_question_can_be_pasted_as_it_stands() -> None:
    for question in read_questions():
        assert "$" not in question.text, question.name
        assert ";" not in question.text, question.name
        assert ":param" not in question.text, question.name


def test_the_name_to_change_stands_in_the_first_statement() -> None:
    for question in read_questions():
        lines = [line for line in question.text.splitlines() if not line.startswith("//")]
        literals = [line for line in lines if re.search(r'"[^"]+"', line)]
        assert literals in ([], lines[:1]), question.name


def test_no_text_uses_the_old_id_function() -> None:
    for path in Path(cypher.__file__).parent.rglob("*.cypher"):
        assert not re.search(r"\b(?:id|elementId)\(", path.read_text(encoding="utf-8")), path.name


@pytest.mark.parametrize("name", ["nodes/nothing", "../pyproject", "questions", "/etc/passwd", ""])
def test_a_text_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no Cypher text"):
        read_query(name)


def test_a_text_is_read_by_its_name() -> None:
    assert "MERGE (n:Paper" in read_query("nodes/paper")
