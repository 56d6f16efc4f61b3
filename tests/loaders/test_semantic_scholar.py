from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from loaders import Paper, Reference, semantic_scholar
from tests.loaders.json_reading import one, read, read_file, sample, told

if TYPE_CHECKING:
    from pathlib import Path


def test_a_paper_of_the_graph_gives_all_that_it_says_but_no_summary_of_a_machine() -> None:
    first, second = sample("semantic_scholar")
    assert first == Paper(
        "We measure tails on KiteBench.",
        title="Long Tails for Kites",
        authors=("Ada Lund", "Bo Meyer"),
        year=2021,
        venue="KiteConf",
        url="https://www.semanticscholar.org/paper/aa",
        doi="10.5555/kite.2",
        arxiv_id="2101.00002",
        other_ids=(
            f"s2:{'aa':0>40}",
            *("acl:2021.kite-main.2", "dblp:conf/kite/LundM21", "pmid:9000002", "pmcid:PMC77", "mag:2102"),
            "corpusid:42",
        ),
        references=(
            Reference(title="Short Tails", year=2019, doi="10.5555/kite.0", other_ids=(f"s2:{'bb':0>40}",)),
            Reference(title="A Book of Knots"),
        ),
        source="semantic_scholar.jsonl",
        position=1,
    )
    assert (second.title, second.abstract, second.arxiv_id) == ("Knots", "", "2101.00003")
    assert second.other_ids == ("corpusid:43",)


def test_null_in_place_of_an_unknown_paper_is_skipped_and_counted() -> None:
    rows = [{"paperId": "s1", "title": "One", "abstract": None}, None, {"paperId": "s2", "title": "Two"}]
    for content in ({"data": rows}, rows):
        papers, skipped = read(content)
        assert [paper.title for paper in papers] == ["One", "Two"]
        assert [found.reason for found in skipped] == ["expected an object with a title or an abstract, found null"]


@pytest.mark.parametrize(
    "references",
    [
        [{"paperId": "b", "title": "Cited"}],
        {"data": [{"citedPaper": {"paperId": "b", "title": "Cited"}}, {"citedPaper": None}, None]},
        [{"citedPaper": {"paperId": "b", "title": "Cited"}}],
    ],
)
def test_references_come_in_several_forms(references: object) -> None:
    paper = one({"paperId": "a", "title": "Citing", "references": references})
    assert paper.references == (Reference(title="Cited", other_ids=("s2:b",)),)


def test_a_row_of_the_abstracts_is_a_paper_by_its_ids() -> None:
    paper = one({"corpusid": 7, "openaccessinfo": {"externalids": {"DOI": "10.5555/X"}}, "abstract": "We use MNIST."})
    assert (paper.abstract, paper.doi, paper.other_ids) == ("We use MNIST.", "10.5555/x", ("corpusid:7",))


def test_the_older_open_corpus_cites_by_bare_ids() -> None:
    paper = one({"id": "a1", "title": "One", "paperAbstract": "We.", "outCitations": ["b1", None], "inCitations": []})
    assert (paper.abstract, paper.other_ids) == ("We.", ("s2:a1",))
    assert paper.references == (Reference(other_ids=("s2:b1",)),)


def test_a_paper_known_by_its_id_alone_is_still_one() -> None:
    assert one({"paperId": "a1", "title": None}).other_ids == ("s2:a1",)


def test_a_real_reference_gives_the_paper_that_is_cited(shared: Path) -> None:
    path = shared / "inputs" / "semanticscholar" / "semanticscholar__Reference.json"
    cited = json.loads(path.read_text(encoding="utf-8"))["citedPaper"]
    (paper,), skipped = read_file(path)
    assert skipped == []
    assert (paper.title, paper.abstract, paper.year) == (cited["title"], cited["abstract"], cited["year"])
    assert len(paper.authors) == len(cited["authors"])
    assert paper.arxiv_id == cited["externalIds"]["ArXiv"]


def test_only_real_files_of_semantic_scholar_are_taken_for_it(shared: Path) -> None:
    assert told(shared, semantic_scholar.sniff) == {"semanticscholar__Reference.json"}
