from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph import query
from graph.store import open_store
from tests.small_store import PAPERS, make_store, raw_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from sqlite3 import Connection

RALU = "arxiv:2502.00001"
LEDGERS = "text:aaaaaaaaaaaa"
MASKS = "text:bbbbbbbbbbbb"
STUB = "cited:zhang@arxiv:2502.00001"


@pytest.fixture(scope="module")
def conn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    path = make_store(tmp_path_factory.mktemp("query") / "small.db")
    with open_store(path, write=False) as conn:
        yield conn


def ids(matches: list[query.Match]) -> list[str]:
    return [match.id for match in matches]


def one(conn: Connection, text: str) -> query.Match:
    (match,) = query.resolve(conn, text)
    return match


def around(conn: Connection, text: str, *, depth: int = 1) -> dict[str, query.Neighbor]:
    found = query.neighbors(conn, one(conn, text), depth=depth)
    return {row["id"]: row for row in found["neighbors"]}


@pytest.mark.parametrize(
    "text", ["GSM8K", "gsm8k", "GSM-8K", "gsm 8k", "dataset:gsm8k", "grade school math 8K", " GSM8K "]
)
def test_every_spelling_alias_and_id_leads_to_the_entity(conn: Connection, text: str) -> None:
    assert ids(query.resolve(conn, text)) == ["dataset:gsm8k"]


@pytest.mark.parametrize(
    ("text", "by"),
    [("dataset:gsm8k", "id"), ("GSM8K", "name"), ("Grade School Math 8K", "alias"), ("gsm-8k", "spelling")],
)
def test_a_match_says_what_led_to_it(conn: Connection, text: str, by: str) -> None:
    assert one(conn, text) == query.Match("dataset:gsm8k", "dataset", "GSM8K", by)


def test_a_number_is_part_of_a_name(conn: Connection) -> None:
    assert ids(query.resolve(conn, "CIFAR10")) == ["dataset:cifar-10"]
    assert ids(query.resolve(conn, "cifar 100")) == ["dataset:cifar-100"]


def test_the_spelling_as_written_outranks_the_folded_one(conn: Connection) -> None:
    assert ids(query.resolve(conn, "MATH")) == ["dataset:math"]
    assert ids(query.resolve(conn, "math")) == ["concept:mathematics"]


def test_two_owners_of_a_spelling_are_both_named(conn: Connection) -> None:
    assert ids(query.resolve(conn, "SAM")) == [
        "technique:segment-anything",
        "technique:sharpness-aware-minimization",
    ]


@pytest.mark.parametrize(
    "text",
    [
        RALU,
        "2502.00001",
        "2502.00001v3",
        "arXiv:2502.00001v2",
        "https://arxiv.org/abs/2502.00001v2",
        "https://arxiv.org/pdf/2502.00001.pdf",
        "10.1000/RALU.1",
        "doi:10.1000/ralu.1",
        "https://doi.org/10.1000/ralu.1",
        "AbC123",
        "https://openreview.net/forum?id=AbC123",
    ],
)
def test_every_identifier_of_a_paper_leads_to_it(conn: Connection, text: str) -> None:
    assert ids(query.resolve(conn, text)) == [RALU]


def test_a_title_is_found_with_its_tex_and_without(conn: Connection) -> None:
    assert one(conn, "Reasoning-as-Logic-Units: Scaling k Tests").by == "title"
    assert one(conn, "reasoning-as-logic-units: scaling $k$ tests").by == "title"


@pytest.mark.parametrize("text", ["Scaling k", "as-Logic-Units", "scaling $k$", "tests scaling", "tests"])
def test_a_part_of_a_title_leads_to_the_paper(conn: Connection, text: str) -> None:
    assert one(conn, text) == query.Match(RALU, "paper", PAPERS[0].title, "part of title")


@pytest.mark.parametrize("text", ["SAMP", "Scal", "scaling k te", "Test", "k", "C++", "for", "Ledg", "small imag"])
def test_letters_inside_a_word_and_short_words_are_no_part_of_a_title(conn: Connection, text: str) -> None:
    assert query.resolve(conn, text) == []


def test_letters_inside_the_name_of_a_cited_author_lead_nowhere(conn: Connection) -> None:
    assert query.resolve(conn, "hang") == []
    assert query.resolve(conn, "han") == []


def test_an_entity_comes_before_a_paper_with_the_name_in_its_title(conn: Connection) -> None:
    assert ids(query.resolve(conn, "Reasoning-as-Logic-Units")) == ["technique:ralu"]
    assert ids(query.resolve(conn, "Reasoning-as-Logic-Units", kinds=("paper",))) == [RALU]


def test_a_paper_is_found_by_what_it_proposes(conn: Connection) -> None:
    assert query.resolve(conn, "ralu", kinds=("paper",)) == [query.Match(RALU, "paper", PAPERS[0].title, "proposes")]


def test_a_cited_paper_is_found_by_its_authors(conn: Connection) -> None:
    assert ids(query.resolve(conn, "Zhang et al. (2024)")) == [STUB]
    assert ids(query.resolve(conn, "zhang")) == [STUB]
    assert query.resolve(conn, "zh%ng") == []


@pytest.mark.parametrize("text", ["", "   ", "\0", "***", '"', "%"])
def test_nothing_is_called_by_no_word(conn: Connection, text: str) -> None:
    assert query.resolve(conn, text) == []


@pytest.mark.parametrize(
    ("text", "near"),
    [("GSM8X", "GSM8K"), ("CIFAR-1000", "CIFAR-100"), ("segmemt anything", "Segment Anything")],
)
def test_a_close_name_is_suggested(conn: Connection, text: str, near: str) -> None:
    assert query.resolve(conn, text) == []
    assert query.suggest(conn, text)[0] == near


def test_a_title_that_shares_a_word_is_suggested(conn: Connection) -> None:
    assert query.suggest(conn, "ledgers of old") == ["Ledgers for arithmetic"]


def test_the_papers_of_an_entity_stand_under_their_most_telling_edge(conn: Connection) -> None:
    rows = around(conn, "GSM8K")
    assert {(row["id"], row["edge"], row["direction"]) for row in rows.values()} == {
        (RALU, "EVALUATES_ON", "in"),
        (LEDGERS, "MENTIONS", "in"),
        ("dataset:gsm-symbolic", "VARIANT_OF", "in"),
    }


def test_evidence_is_the_clean_sentence_with_places_in_the_raw_text(conn: Connection) -> None:
    evidence = around(conn, "GSM8K")[RALU]["evidence"]
    assert evidence is not None
    assert evidence["sentence"] == "Our experiments use GSM8K and MATH, e.g. 5% of GSM8K."
    assert evidence["surface"] == "GSM8K"
    assert raw_of(PAPERS[0])[evidence["start"] : evidence["end"]] == "GSM8K"


def test_the_mention_is_marked_where_it_stands(conn: Connection) -> None:
    found = query.neighbors(conn, one(conn, "GSM8K"), mark=("<", ">"))
    sentences = [row["evidence"]["sentence"] for row in found["neighbors"] if row["evidence"]]
    assert sentences == ["Our experiments use <GSM8K> and MATH, e.g. 5% of GSM8K.", "Prior work used <GSM8K>."]


def test_two_steps_from_a_dataset_stand_its_co_benchmarks_first(conn: Connection) -> None:
    far = [row for row in around(conn, "GSM8K", depth=2).values() if row["depth"] == 2]
    assert far[0]["id"] == "dataset:math"
    assert far[0]["papers"] == 1
    assert far[0]["edge"] == "EVALUATES_ON"
    assert far[0]["evidence"] is not None
    assert far[0]["evidence"]["paper"] == RALU


def test_two_steps_away_the_papers_that_join_are_counted(conn: Connection) -> None:
    assert around(conn, "GSM8K", depth=2)["technique:large-language-model"]["papers"] == 2


def test_two_steps_from_a_paper_stand_papers_with_the_same_entities_but_generic_ones(conn: Connection) -> None:
    assert MASKS not in around(conn, LEDGERS, depth=2)
    assert around(conn, LEDGERS, depth=2)[RALU]["edge"] == "RELATED_TO"


def test_around_a_paper_stand_its_entities_citations_and_related_papers(conn: Connection) -> None:
    rows = around(conn, RALU)
    assert {id_: row["edge"] for id_, row in rows.items()} == {
        "technique:ralu": "PROPOSES",
        "dataset:gsm8k": "EVALUATES_ON",
        "dataset:math": "EVALUATES_ON",
        "concept:mathematical-reasoning": "STUDIES",
        "technique:simek": "COMPARES_WITH",
        "technique:large-language-model": "MENTIONS",
        "concept:reasoning": "MENTIONS",
        STUB: "CITES",
        LEDGERS: "RELATED_TO",
    }
    assert around(conn, STUB)[RALU]["direction"] == "in"


def test_a_related_paper_says_what_is_shared(conn: Connection) -> None:
    row = around(conn, RALU)[LEDGERS]
    assert row["shared"] == ["GSM8K"]
    assert row["direction"] == "both"
    assert row["evidence"] is not None
    assert row["evidence"]["paper"] == LEDGERS


def test_wider_entities_are_neighbours(conn: Connection) -> None:
    rows = around(conn, "mathematical reasoning")
    assert (rows["concept:reasoning"]["edge"], rows["concept:reasoning"]["direction"]) == ("BROADER", "out")
    assert around(conn, "reasoning")["concept:mathematical-reasoning"]["direction"] == "in"


def test_kinds_and_limit_choose_rows_and_the_total_counts_all(conn: Connection) -> None:
    match = one(conn, "GSM8K")
    papers = query.neighbors(conn, match, kinds=("paper",))
    assert [row["kind"] for row in papers["neighbors"]] == ["paper", "paper"]
    first = query.neighbors(conn, match, kinds=("paper",), limit=1)
    assert [row["id"] for row in first["neighbors"]] == [RALU]
    assert first["total"] == 2


def test_an_answer_has_the_documented_keys(conn: Connection) -> None:
    wanted = {"id", "kind", "name", "edge", "direction", "depth", "papers", "count", "score", "evidence"}
    assert all(set(row) == wanted for row in around(conn, "GSM8K", depth=2).values())
    for row in around(conn, "GSM8K").values():
        if row["evidence"]:
            assert set(row["evidence"]) == {"paper", "sentence", "start", "end", "surface"}


def test_a_paper_comes_with_its_properties_and_entities(conn: Connection) -> None:
    found = query.paper(conn, RALU)
    assert (found["year"], found["stub"], found["title_derived"], found["doi"]) == (2025, False, False, None)
    assert found["authors"] == ["A. Šimek"]
    assert [row["name"] for row in found["entities"]][:3] == ["RaLU", "GSM8K", "MATH"]


def test_why_lists_every_mention_in_the_order_of_the_text(conn: Connection) -> None:
    mentions = query.why(conn, RALU, "dataset:gsm8k")
    assert [set(mention) for mention in mentions] == [{"start", "end", "surface", "sentence", "method", "score"}] * 2
    assert mentions[0]["start"] < mentions[1]["start"]
    assert query.edges_between(conn, RALU, "dataset:gsm8k") == ["EVALUATES_ON", "USES", "MENTIONS"]


def test_a_mention_in_the_title_has_the_title_as_its_sentence(conn: Connection) -> None:
    (mention,) = query.why(conn, RALU, "concept:reasoning", mark=("<", ">"))
    assert mention["sentence"] == "<Reasoning>-as-Logic-Units: Scaling k Tests"


def test_a_search_puts_what_the_text_names_first(conn: Connection) -> None:
    found, total = query.search(conn, "cifar10")
    assert [hit["id"] for hit in found] == ["dataset:cifar-10"]
    assert total == 1


def test_a_search_finds_every_word_in_title_or_abstract(conn: Connection) -> None:
    found, _ = query.search(conn, "ledger arithm")
    assert [hit["id"] for hit in found] == [LEDGERS]
    assert "ledger here" in found[0]["snippet"]
    assert query.search(conn, "ledger masks") == ([], 0)


@pytest.mark.parametrize(
    "text", ['"', "*", "AND", "-", "a OR", "NEAR(", "name:", "^x", "a*b", "", "(", "{x}:", "+", "'"]
)
def test_no_text_is_an_operator_of_the_search(conn: Connection, text: str) -> None:
    found, total = query.search(conn, text)
    assert len(found) == total


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text(alphabet=st.characters(), max_size=20))
def test_any_text_gets_an_answer(conn: Connection, text: str) -> None:
    query.resolve(conn, text)
    query.search(conn, text, limit=3)
    query.suggest(conn, text)


def test_stats_count_nodes_by_kind_and_edges_by_type(conn: Connection) -> None:
    found = query.stats(conn)
    assert (found["papers"], found["stubs"]) == (3, 1)
    assert found["entities"] == {"dataset": 4, "technique": 6, "concept": 2}
    assert found["edges"]["MENTIONS"] == sum(len(paper.mentions) for paper in PAPERS)
    assert found["edges"]["CITES"] == 1


def test_stats_count_apart_what_no_paper_names(conn: Connection) -> None:
    found = query.stats(conn)
    (entities,) = conn.execute("SELECT count(*) FROM entities").fetchone()
    assert found["unnamed"] == entities - sum(found["entities"].values()) == 2


def test_an_empty_store_answers(tmp_path: Path) -> None:
    with open_store(make_store(tmp_path / "empty.db", papers=()), write=False) as conn:
        assert query.stats(conn)["papers"] == 0
        assert query.neighbors(conn, one(conn, "MATH"))["neighbors"] == []
        assert query.search(conn, "ledger") == ([], 0)


def test_the_module_imports_nothing_heavy() -> None:
    code = "import graph.query, sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"spacy", "numpy", "networkx", "pyvis", "neo4j", "click", "pandas"} & set(loaded)
