from __future__ import annotations

import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from graph.export import export_jsonl
from graph.ingest import Merge, Report, derive_title, ingest, left_of
from graph.model import Entity, Linked
from graph.store import open_store
from loaders.identifiers import paper_id
from loaders.paper import Paper, Skipped
from tests.small_linker import CATALOG, link, link_many

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

LONG = "This abstract is long enough to say which paper it is, and it goes on for a while, about GSM8K and the like."
CRANE = Paper(abstract="We introduce CRANE, and evaluate on GSM8K.", source="a.txt", position=1)
CIFAR = Paper(
    abstract="A neural network on CIFAR-100. We evaluate on CIFAR-100 and CIFAR-10.", source="a.txt", position=2
)
CITING = Paper(
    abstract="As Acharya et al. (2016) and Go (2009) say. Acharya et al. (2016)!", source="a.txt", position=3
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "papers.db"


def build(
    path: Path,
    papers: Iterable[Paper | Skipped],
    *,
    fingerprint: str = "1",
    entity: Callable[[str], Entity | None] = CATALOG.get,
    links: Callable[[Iterable[Paper]], Iterator[Linked]] = link_many,
    batch: int = 200,
) -> Report:
    with open_store(path, write=True) as db:
        return ingest(papers, db, links, entity=entity, fingerprint=fingerprint, batch=batch)


def exported(path: Path) -> str:
    out = io.StringIO()
    with open_store(path, write=False) as db:
        export_jsonl(db, out)
    return out.getvalue()


def objects(path: Path, type_: str) -> list[dict[str, Any]]:
    return [found for line in exported(path).splitlines() if (found := json.loads(line))["type"] == type_]


def rows(path: Path, statement: str, *values: object) -> list[tuple[Any, ...]]:
    with open_store(path, write=False) as db:
        return [tuple(row) for row in db.execute(statement, values)]


def edges(path: Path) -> set[tuple[str, str, str]]:
    return {(edge["source"], edge["edge"], edge["target"]) for edge in objects(path, "edge")}


def only_id(path: Path) -> str:
    ((id_,),) = rows(path, "SELECT id FROM papers WHERE NOT stub")
    return str(id_)


def counts(report: Report) -> tuple[int, int, int, int, int]:
    """Return new, same, changed, merged, relinked."""
    merged = len(report.papers_merged)
    return report.papers_new, report.papers_same, report.papers_changed, merged, report.papers_relinked


class Watch:
    """A linker that remembers what it was given."""

    def __init__(self) -> None:
        self.abstracts: list[str] = []

    def __call__(self, papers: Iterable[Paper]) -> Iterator[Linked]:
        for paper in papers:
            self.abstracts.append(paper.abstract)
            yield link(paper)


# What is written


def test_a_paper_is_stored_with_mentions_entities_and_edges(path: Path) -> None:
    report = build(path, [CRANE])
    id_ = only_id(path)
    assert counts(report) == (1, 0, 0, 0, 0)
    assert edges(path) == {
        (id_, "MENTIONS", "technique:crane"),
        (id_, "PROPOSES", "technique:crane"),
        (id_, "MENTIONS", "dataset:gsm8k"),
        (id_, "EVALUATES_ON", "dataset:gsm8k"),
    }
    assert {entity["id"]: entity["status"] for entity in objects(path, "entity")} == {
        "dataset:gsm8k": "catalog",
        "technique:crane": "discovered",
    }


def test_every_mention_is_what_stands_at_its_place_in_the_raw_text(path: Path) -> None:
    build(path, [CRANE, CIFAR, Paper(abstract=LONG, title="On GSM8K", source="b.txt")])
    texts = {paper["id"]: paper for paper in objects(path, "paper")}
    mentions = objects(path, "mention")
    assert any(mention["in_title"] for mention in mentions)
    for mention in mentions:
        paper = texts[mention["paper"]]
        raw = paper["abstract"] + ("" if paper["title_derived"] else "\n\n" + paper["title"])
        assert raw[mention["start"] : mention["end"]] == mention["surface"]


def test_an_edge_counts_mentions_and_a_role_only_those_that_carry_it(path: Path) -> None:
    build(path, [CIFAR])
    found = {(edge["edge"], edge["target"]): edge for edge in objects(path, "edge")}
    mentions = found["MENTIONS", "dataset:cifar-100"]
    role = found["EVALUATES_ON", "dataset:cifar-100"]
    assert (mentions["count"], mentions["score"]) == (2, 0.95)
    assert (role["count"], role["score"]) == (1, 0.95)


def test_wider_entities_and_variants_have_a_row_and_an_edge_but_no_papers(path: Path) -> None:
    papers = [
        Paper(abstract="On CIFAR-100.", source="a.txt", position=1),
        Paper(abstract="On mathematical reasoning.", source="a.txt", position=2),
    ]
    build(path, papers)
    found = {entity["id"]: entity["papers"] for entity in objects(path, "entity")}
    assert found == {
        "concept:mathematical-reasoning": 1,
        "concept:reasoning": 0,
        "dataset:cifar-10": 0,
        "dataset:cifar-100": 1,
    }
    assert ("dataset:cifar-100", "VARIANT_OF", "dataset:cifar-10") in edges(path)
    assert ("concept:mathematical-reasoning", "BROADER", "concept:reasoning") in edges(path)


def test_names_and_aliases_are_found_by_their_folded_spelling(path: Path) -> None:
    build(path, [CRANE])
    found = rows(path, "SELECT entity, spelling FROM spellings WHERE folded IN ('gsm8k', 'gradeschoolmath8k')")
    assert found == [("dataset:gsm8k", "Grade School Math 8K"), ("dataset:gsm8k", "GSM8K")]


def test_titles_abstracts_names_and_aliases_can_be_searched_clean(path: Path) -> None:
    build(path, [replace(CRANE, title="**P**erturbation of \\emph{cranes}"), CIFAR])

    def search(text: str) -> list[tuple[Any, ...]]:
        return rows(path, "SELECT kind FROM texts WHERE texts MATCH ?", text)

    assert search("perturbation") == [("paper",)]
    assert search("grade") == [("dataset",)]
    assert search("emph") == []


def test_citations_in_the_text_lead_to_stubs_of_the_citing_paper(path: Path) -> None:
    build(path, [CITING, Paper(abstract="Acharya et al. (2016) again.", source="a.txt", position=4)])
    stubs = [paper for paper in objects(path, "paper") if paper["stub"]]
    assert sorted(stub["title"] for stub in stubs) == ["Acharya et al. (2016)", "Acharya et al. (2016)", "Go (2009)"]
    assert {stub["year"] for stub in stubs} == {2016, 2009}
    assert all(stub["id"].startswith("cited:") and stub["title_derived"] and not stub["authors"] for stub in stubs)
    assert sorted(edge["count"] for edge in objects(path, "edge") if edge["edge"] == "CITES") == [1, 1, 2]


def test_a_mention_without_a_decision_is_kept_and_makes_no_edge(path: Path) -> None:
    report = build(path, [Paper(abstract="SSL and SSL.", source="a.txt")])
    assert report.ambiguous == 2
    assert rows(path, "SELECT surface, candidates FROM ambiguous") == [("SSL", '["concept:a", "concept:b"]')] * 2
    assert edges(path) == set()


def test_an_entity_that_nobody_defines_is_an_error_and_nothing_of_it_is_stored(path: Path) -> None:
    with pytest.raises(LookupError, match="dataset:gsm8k"):
        build(path, [CRANE], entity=lambda _: None)
    assert objects(path, "paper") == []


def test_what_was_skipped_is_reported_and_costs_nothing_else(path: Path) -> None:
    skipped = Skipped("a.jsonl:3", "no abstract")
    report = build(path, [CRANE, skipped, CIFAR])
    assert report.skipped == (skipped,)
    assert report.papers_new == 2


def test_half_a_character_costs_one_record(path: Path) -> None:
    broken = Paper(abstract="A \ud83d B", source="b.jsonl", position=7)
    report = build(path, [CRANE, broken, CIFAR])
    assert report.papers_new == 2
    assert [one.place for one in report.skipped] == ["b.jsonl: paper 7"]


def test_progress_is_told_all_records(path: Path) -> None:
    told: list[int] = []
    with open_store(path, write=True) as db:
        papers: list[Paper | Skipped] = [CRANE, Skipped("a", "b"), CIFAR, CITING, CRANE]
        ingest(papers, db, link_many, entity=CATALOG.get, fingerprint="1", batch=2, progress=told.append)
    assert told == [2, 2, 1]


# The same input again


def test_the_same_input_again_changes_nothing_and_is_not_linked(path: Path) -> None:
    papers = [CRANE, CIFAR, CITING]
    build(path, papers)
    before, watch = exported(path), Watch()
    assert counts(build(path, papers, links=watch)) == (0, 3, 0, 0, 0)
    assert watch.abstracts == []
    assert exported(path) == before


@pytest.mark.parametrize("batch", [1, 2, 3, 200])
def test_the_size_of_a_batch_changes_nothing(path: Path, tmp_path: Path, batch: int) -> None:
    papers = [CRANE, CIFAR, CITING, CRANE, replace(CIFAR, doi="10.1/x"), replace(CITING, source="b.txt")]
    build(path, papers, batch=batch)
    build(tmp_path / "other.db", papers)
    assert exported(path) == exported(tmp_path / "other.db")


def test_files_added_one_by_one_give_the_graph_of_all_at_once(path: Path, tmp_path: Path) -> None:
    for paper in (CRANE, CIFAR, CITING):
        assert build(path, [paper]).papers_new == 1
    build(tmp_path / "other.db", [CRANE, CIFAR, CITING])
    assert exported(path) == exported(tmp_path / "other.db")


def test_the_order_of_the_papers_changes_nothing(tmp_path: Path) -> None:
    papers = [CRANE, CIFAR, Paper(abstract="They introduce Crane as well.", source="b.txt", position=1)]
    found = set()
    for number, order in enumerate(permutations(papers)):
        build(tmp_path / f"{number}.db", order)
        found.add(exported(tmp_path / f"{number}.db"))
    assert len(found) == 1


def test_linking_runs_one_batch_ahead_of_writing(path: Path) -> None:
    calls: list[int] = []

    def links(papers: Iterable[Paper]) -> Iterator[Linked]:
        given = list(papers)
        calls.append(len(rows(path, "SELECT id FROM papers")))
        return map(link, given)

    build(path, [CRANE, CIFAR, CITING], links=links, batch=1)
    assert calls == [0, 0, 1]


# Papers that change


def test_a_changed_text_under_the_same_id_replaces_all_that_came_from_it(path: Path, tmp_path: Path) -> None:
    former = replace(CRANE, abstract=f"{CITING.abstract} We introduce CRANE on CIFAR-100. SSL.", doi="10.1/a")
    latter = replace(CIFAR, abstract="We evaluate on GSM8K.", doi="10.1/a", position=1)
    build(path, [former])
    assert counts(build(path, [latter])) == (0, 0, 1, 0, 0)
    build(tmp_path / "other.db", [latter])
    gone = rows(path, "SELECT alias FROM paper_aliases")
    assert len(gone) == 2, "the former text still leads to the paper"
    assert [line for line in exported(path).splitlines() if '"aliases": ["text' not in line] == [
        line for line in exported(tmp_path / "other.db").splitlines() if '"aliases": ["text' not in line
    ]
    for table in ("spellings", "texts", "text_rows", "ambiguous", "citations", "discoveries"):
        assert rows(path, f"SELECT count(*) FROM {table}") == rows(  # noqa: S608 - the names above
            tmp_path / "other.db",
            f"SELECT count(*) FROM {table}",  # noqa: S608 - the names above
        )


def test_a_discovered_name_stays_as_the_other_paper_has_it(path: Path) -> None:
    first = Paper(abstract="We introduce Crane.", doi="10.1/a", authors=("Ada Lund",), source="a.txt")
    second = Paper(abstract="We introduce CRANE.", doi="10.1/b", authors=("Ada Lund",), source="a.txt")
    build(path, [first, second])
    ((name, aliases),) = rows(path, "SELECT name, aliases FROM entities")
    assert (name, json.loads(aliases)) == ("Crane", ["CRANE"])
    build(path, [replace(first, abstract="Nothing.")])
    ((name, aliases),) = rows(path, "SELECT name, aliases FROM entities")
    assert (name, json.loads(aliases)) == ("CRANE", [])


def test_an_entity_that_enters_the_catalogue_is_the_catalogues(path: Path) -> None:
    build(path, [CRANE])
    crane = Entity("technique:crane", "technique", "Crane", aliases=("CRANE",))
    build(path, [CRANE], fingerprint="2", entity={**CATALOG, crane.id: crane}.get)
    assert rows(path, "SELECT name, status FROM entities WHERE id = 'technique:crane'") == [("Crane", "catalog")]


def test_a_changed_field_is_changed_without_linking_again(path: Path) -> None:
    build(path, [replace(CRANE, year=2024)])
    watch = Watch()
    assert counts(build(path, [replace(CRANE, year=2025)], links=watch)) == (0, 0, 1, 0, 0)
    assert rows(path, "SELECT year FROM papers") == [(2025,)]
    assert watch.abstracts == []


def test_a_paper_that_moved_in_its_file_keeps_its_id_and_has_its_new_place(path: Path) -> None:
    build(path, [CRANE])
    before = only_id(path)
    assert counts(build(path, [replace(CRANE, position=9)])) == (0, 1, 0, 0, 0)
    assert (only_id(path), rows(path, "SELECT position FROM papers")) == (before, [(9,)])


def test_another_catalogue_links_again_also_what_the_run_does_not_read(path: Path) -> None:
    build(path, [CRANE, CIFAR, CITING])
    watch = Watch()
    assert counts(build(path, [CIFAR], fingerprint="2", links=watch, batch=1)) == (0, 0, 0, 0, 3)
    assert sorted(watch.abstracts) == sorted(paper.abstract for paper in (CRANE, CIFAR, CITING))
    assert counts(build(path, [CRANE, CIFAR, CITING], fingerprint="2")) == (0, 3, 0, 0, 0)


def test_the_former_catalogue_restores_the_former_graph(path: Path) -> None:
    build(path, [CRANE, CIFAR])
    before = exported(path)
    build(path, [], fingerprint="2", links=lambda papers: (Linked() for _ in papers))
    assert objects(path, "entity") == []
    build(path, [], fingerprint="1")
    assert exported(path) == before


def test_a_change_of_catalogue_that_was_interrupted_is_finished_whichever_comes_next(path: Path) -> None:
    papers = [CRANE, CIFAR, CITING]
    build(path, papers)
    before = exported(path)

    def one_then_stop(papers: Iterable[Paper]) -> Iterator[Linked]:
        if list(papers) != [CRANE]:
            raise KeyboardInterrupt
        return iter([Linked()])

    with pytest.raises(KeyboardInterrupt):
        build(path, papers, fingerprint="2", links=one_then_stop, batch=1)
    build(path, [], fingerprint="1")
    assert exported(path) == before


# Which papers are the same


def test_the_id_is_the_strongest_identifier_known_at_first_and_stays(path: Path) -> None:
    build(path, [CRANE])
    id_ = only_id(path)
    assert id_.startswith("text:")
    known = replace(CRANE, title="CRANE: cranes", openreview_id="wKs9fHYxCV", arxiv_id="2502.09061")
    assert counts(build(path, [known])) == (0, 0, 1, 0, 0)
    assert only_id(path) == id_
    assert rows(path, "SELECT title, title_derived, arxiv_id FROM papers") == [("CRANE: cranes", 0, "2502.09061")]


def test_identifiers_that_turn_up_later_lead_to_the_paper(path: Path) -> None:
    build(path, [CRANE])
    id_ = only_id(path)
    build(path, [replace(CRANE, arxiv_id="2502.09061")])
    other = Paper(abstract="Another text under the same number.", arxiv_id="2502.09061", source="a.txt")
    build(path, [other])
    assert only_id(path) == id_


def test_a_title_that_turns_up_later_is_linked_and_one_that_is_missing_later_stays(path: Path) -> None:
    build(path, [CRANE])
    build(path, [replace(CRANE, title="Cranes on CIFAR-10")])
    build(path, [CRANE])
    assert rows(path, "SELECT title, title_derived FROM papers") == [("Cranes on CIFAR-10", 0)]
    assert rows(path, "SELECT in_title FROM mentions WHERE entity = 'dataset:cifar-10'") == [(1,)]


def test_a_paper_met_twice_is_one_and_the_second_fills_in_what_the_first_lacks(path: Path) -> None:
    first = replace(CRANE, year=2024, doi="10.1/a")
    again = replace(CRANE, year=2023, doi="10.1/a", venue="ICML", authors=("Ada Lund",), source="b.jsonl", position=5)
    report = build(path, [first, again])
    assert counts(report) == (1, 0, 0, 1, 0)
    assert report.papers_merged == (Merge(only_id(path), "b.jsonl: paper 5"),)
    assert rows(path, "SELECT year, venue, authors, source, position FROM papers") == [
        (2024, "ICML", '["Ada Lund"]', "a.txt", 1)
    ]


def test_two_texts_of_one_paper_in_one_run_do_not_take_turns(path: Path) -> None:
    papers = [replace(CRANE, doi="10.1/a"), replace(CIFAR, doi="10.1/a", source="b.txt")]
    build(path, papers)
    before = exported(path)
    assert counts(build(path, papers)) == (0, 1, 0, 1, 0)
    assert exported(path) == before
    assert rows(path, "SELECT abstract FROM papers") == [(CRANE.abstract,)]


def test_a_record_with_two_identifiers_joins_two_stored_papers(path: Path) -> None:
    journal = replace(CRANE, doi="10.1/a")
    preprint = replace(CIFAR, arxiv_id="2502.09061", venue="arXiv")
    build(path, [journal, preprint])
    kept = rows(path, "SELECT id FROM papers WHERE doi IS NOT NULL")[0][0]
    gone = rows(path, "SELECT id FROM papers WHERE doi IS NULL")[0][0]
    report = build(path, [replace(journal, arxiv_id="2502.09061")])
    assert report.papers_merged == (Merge(kept, "a.txt: paper 1", (gone,)),)
    assert rows(path, "SELECT id, arxiv_id, venue FROM papers") == [(kept, "2502.09061", "arXiv")]
    assert (gone, kept) in rows(path, "SELECT alias, paper FROM paper_aliases")
    assert {mention["paper"] for mention in objects(path, "mention")} == {kept}
    assert rows(path, "SELECT id FROM entities WHERE id LIKE '%cifar%'") == []


def test_one_text_under_two_dois_is_two_papers(path: Path) -> None:
    papers = [Paper(abstract=LONG, doi=f"10.1/{name}", source="a.bib") for name in "ab"]
    assert build(path, papers).papers_new == 2


def test_one_text_under_a_doi_and_an_arxiv_number_is_one_paper(path: Path) -> None:
    papers = [
        Paper(abstract=LONG, doi="10.1/a", source="a.bib"),
        Paper(abstract=LONG, arxiv_id="2502.09061", source="b.bib"),
    ]
    assert counts(build(path, papers)) == (1, 0, 0, 1, 0)


def test_a_notice_for_an_abstract_does_not_make_two_papers_one(path: Path) -> None:
    notice = "This paper has been withdrawn."
    papers = [
        Paper(abstract=notice, doi="10.1/a", source="a.bib"),
        Paper(abstract=notice, arxiv_id="2502.09061", source="b.bib"),
    ]
    assert build(path, papers).papers_new == 2


def test_papers_without_abstract_are_the_same_by_title_only_where_nothing_else_is_known(path: Path) -> None:
    papers = [
        Paper(abstract="", title="Editorial", doi="10.1/a", source="a.bib", position=1),
        Paper(abstract="", title="Editorial", doi="10.1/b", source="a.bib", position=2),
        Paper(abstract="", title="Editorial", source="a.bib", position=3),
        Paper(abstract="", title="Editorial", source="a.bib", position=4),
    ]
    assert counts(build(path, papers)) == (3, 0, 0, 1, 0)


NOTICES = ("No abstract available.", "Abstract not available.", "-", ".", "See the full text.")


@pytest.mark.parametrize("notice", NOTICES)
@pytest.mark.parametrize("runs", [1, 2])
def test_papers_whose_abstracts_say_nothing_stay_apart(path: Path, notice: str, runs: int) -> None:
    papers = [
        Paper(abstract=notice, title="Deep Learning for Cats", source="a.jsonl", position=1),
        Paper(abstract=notice, title="A Study of GSM8K", source="a.jsonl", position=2),
        Paper(abstract=notice, title="A Study of Cranes", doi="10.5555/c", source="b.jsonl", position=1),
        Paper(abstract=notice, title="A Study of Cranes II", arxiv_id="2502.09061", source="b.jsonl", position=2),
    ]
    for batch in [papers] if runs == 1 else [papers[:1], papers[1:]]:
        assert build(path, batch).papers_new == len(batch)
    before = exported(path)
    assert counts(build(path, papers)) == (0, 4, 0, 0, 0)
    assert exported(path) == before
    assert sorted(rows(path, "SELECT title FROM papers")) == sorted((paper.title,) for paper in papers)


def test_a_short_abstract_with_its_title_is_one_paper_whatever_is_known_first(tmp_path: Path) -> None:
    bare = Paper(abstract=CRANE.abstract, title="On Cranes", source="a.txt", position=1)
    known = replace(bare, title="On cranes.", doi="10.1/a")
    for number, order in enumerate(permutations([bare, known])):
        for paper in order:
            build(tmp_path / f"{number}.db", [paper])
        assert rows(tmp_path / f"{number}.db", "SELECT doi FROM papers") == [("10.1/a",)]


def test_a_short_text_without_a_title_joins_no_two_papers(path: Path) -> None:
    notice = "See the full text."
    build(path, [Paper(abstract=notice, source="a.txt"), Paper(abstract=notice, title="On Cats", source="b.txt")])
    build(path, [Paper(abstract=notice, doi="10.1/b", source="c.txt")])
    build(path, [Paper(abstract=notice, source="a.txt")])
    assert rows(path, "SELECT doi FROM papers ORDER BY doi") == [(None,), ("10.1/b",)]


def test_papers_that_left_their_file_are_named(path: Path) -> None:
    build(path, [CRANE, CIFAR, replace(CITING, source="b.txt")])
    with open_store(path, write=True) as db:
        papers = [replace(CRANE, abstract="We introduce CRANES."), CIFAR]
        ingest(papers, db, link_many, entity=CATALOG.get, fingerprint="1")
        assert left_of(db, "a.txt") == [paper_id(CRANE)]


# Derived titles


def title(abstract: str) -> str:
    return derive_title(abstract, link(Paper(abstract=abstract)))


def test_a_derived_title_is_the_proposed_name_and_the_start_of_the_first_sentence() -> None:
    abstract = (
        "Code generation, symbolic math reasoning, and other tasks require models to produce outputs that are both "
        "correct and short. We introduce CRANE. It is good."
    )
    expected = "CRANE: Code generation, symbolic math reasoning, and other tasks require…"
    assert title(abstract) == expected


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        ("In this paper, we propose a new way to count. It works.", "A new way to count"),
        ("This paper studies counting.", "Counting"),
        ("We show that cranes count.", "Cranes count"),
        ("In this work, cranes count.", "Cranes count"),
        ("We cranes count. More.", "We cranes count"),
        ("We introduce CRANE, which counts.", "CRANE, which counts"),
        ("The CRANE counts. We introduce CRANE.", "The CRANE counts"),
        ("Cranes count. We introduce CRANE.", "CRANE: Cranes count"),
        ("The \\textbf{best} of $k$ cranes, e.g. grey ones, count.", "The best of k cranes, e.g. grey ones, count"),
        ("Version 2.5 counts. More.", "Version 2.5 counts"),
        ("1. We study GSM8K in detail. More.", "GSM8K in detail"),
        ("(2) Cranes count.", "Cranes count"),
        ("[3] Cranes count.", "Cranes count"),
        ("- 4) Cranes count.", "Cranes count"),
        ("• Cranes count.", "Cranes count"),
        ("3.5 cranes count.", "3.5 cranes count"),
        ("Mirov et al. [2004] count cranes. More.", "Mirov et al. [2004] count cranes"),
        ("We count as Zhong et al. 2024 (cf. Fig. 2) do. More.", "We count as Zhong et al. 2024 (cf. Fig. 2) do"),
        ("Cranes count in NYC. More.", "Cranes count in NYC"),
        ("计数很难。我们数鹤。", "计数很难。"),
        ("x" * 100, "X" + "x" * 67 + "…"),
        ("", ""),
    ],
)
def test_a_derived_title_leaves_out_empty_openings_and_markup(abstract: str, expected: str) -> None:
    assert title(abstract) == expected


def test_a_derived_title_is_stored_as_such_and_not_linked(path: Path) -> None:
    build(path, [CRANE])
    assert rows(path, "SELECT title, title_derived FROM papers") == [("CRANE, and evaluate on GSM8K", 1)]
    assert rows(path, "SELECT count(*) FROM mentions WHERE in_title") == [(0,)]


def test_a_paper_without_any_text_is_listed_under_its_id(path: Path) -> None:
    build(path, [Paper(abstract="", doi="10.1/a", source="a.bib")])
    assert rows(path, "SELECT title, title_derived FROM papers") == [(only_id(path), 1)]


# Killed, and again

MANY = """
import sys
from graph.ingest import ingest
from graph.store import open_store
from loaders.paper import Paper
from tests.small_linker import CATALOG, link_many

def papers():
    for n in range(2000):
        name = "Crane" + "abcdefghij"[n % 10] * (1 + n // 200)
        text = f"Paper {n} on a neural network. We introduce {name} and evaluate on GSM8K. See Lund ({2000 + n % 20})."
        yield Paper(abstract=text, source="many.txt", position=n + 1)

with open_store(sys.argv[1], write=True) as db:
    print("open", flush=True)
    ingest(papers(), db, link_many, entity=CATALOG.get, fingerprint="1", batch=50)
"""


def many(path: Path, *, hash_seed: str = "0") -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.Popen([sys.executable, "-c", MANY, path], stdout=subprocess.PIPE, text=True, env=environment)


def test_a_run_killed_again_and_again_ends_like_one_that_was_not_and_loses_no_committed_paper(tmp_path: Path) -> None:
    started = time.monotonic()
    assert many(tmp_path / "whole.db").wait() == 0
    whole, took = exported(tmp_path / "whole.db"), time.monotonic() - started

    path, dice, kept = tmp_path / "killed.db", random.Random(7), 0  # noqa: S311 - any moments will do
    for _ in range(6):
        process = many(path)
        assert process.stdout
        assert process.stdout.readline() == "open\n"
        time.sleep(dice.uniform(0, took / 4))
        process.send_signal(signal.SIGKILL)
        process.wait()
        ((now,),) = rows(path, "SELECT count(*) FROM papers WHERE NOT stub")
        assert now >= kept
        assert rows(path, "PRAGMA integrity_check") == [("ok",)]
        kept = now
    assert many(path).wait() == 0
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith("killed")] == ["killed.db"]
    assert exported(path) == whole


def test_two_hash_seeds_give_the_same_bytes(tmp_path: Path) -> None:
    running = [many(tmp_path / f"{seed}.db", hash_seed=seed) for seed in ("1", "2")]
    assert [process.wait() for process in running] == [0, 0]
    assert exported(tmp_path / "1.db") == exported(tmp_path / "2.db")
