from __future__ import annotations

import json
from typing import TYPE_CHECKING

from loaders import Paper, Reference, openalex
from tests.loaders.json_reading import one, read, read_file, sample, told

if TYPE_CHECKING:
    from pathlib import Path

WORK = {"id": "https://openalex.org/W1", "title": "T"}


def test_a_work_gives_all_that_it_says() -> None:
    first, second = sample("openalex")
    assert first == Paper(
        "Nets of kites < Nets fly.",
        title="Kites & Nets",
        authors=("Ada Lund", "Bo Meyer"),
        year=2021,
        venue="Journal of Kites",
        url="https://doi.org/10.5555/kite.1",
        doi="10.5555/kite.1",
        arxiv_id="2101.00001",
        other_ids=("openalex:W101", "pmid:9000001", "mag:101"),
        references=(Reference(other_ids=("openalex:W7",)), Reference(other_ids=("openalex:W8",))),
        source="openalex.jsonl",
        position=1,
    )
    assert (second.title, second.abstract, second.authors) == ("A Survey of MNIST", "", ())


def test_a_word_stands_at_each_of_its_positions() -> None:
    index = {"Mapping": [0, 6], "is": [1, 7], "complex": [2], "and": [3], "slow;": [4], "yet": [5], "useful.": [8]}
    assert one({**WORK, "abstract_inverted_index": index}).abstract == (
        "Mapping is complex and slow; yet Mapping is useful."
    )
    old = {"IndexLength": 9, "InvertedIndex": index}
    assert one({**WORK, "abstract_inverted_index": old}).abstract.startswith("Mapping is complex")


def test_positions_that_are_none_are_left_out() -> None:
    index = {"One": [0, "x", None], "two": 1, "three": {"a": 1}, "four": [1.5, 2]}
    assert one({**WORK, "abstract_inverted_index": index}).abstract == "One four"


def test_works_without_abstract_or_title_are_papers_by_their_ids() -> None:
    works = [
        {"id": "https://openalex.org/W1", "title": "A survey of MNIST", "abstract_inverted_index": None},
        {"id": "https://openalex.org/W2", "title": None, "abstract_inverted_index": {}},
        {"id": "https://openalex.org/W3", "display_name": "Three"},
    ]
    papers, skipped = read({"meta": {"count": 3}, "results": works})
    assert skipped == []
    assert [(paper.title, paper.abstract, paper.other_ids) for paper in papers] == [
        ("A survey of MNIST", "", ("openalex:W1",)),
        (None, "", ("openalex:W2",)),
        ("Three", "", ("openalex:W3",)),
    ]


def test_paratext_is_no_paper_and_is_counted_once() -> None:
    covers = [{**WORK, "id": f"https://openalex.org/W{number}", "type": "paratext"} for number in range(3)]
    papers, skipped = read([WORK, *covers])
    assert len(papers) == 1
    assert [found.reason for found in skipped] == [f"3 {openalex.PARATEXT}"]


def test_a_retracted_work_has_no_abstract_that_counts() -> None:
    assert one({**WORK, "abstract_inverted_index": {"We": [0]}, "is_retracted": True}).abstract == ""


def test_an_author_of_openalex_is_no_work() -> None:
    assert not openalex.sniff('{"id": "https://openalex.org/A1", "display_name": "Ada Lund"}')


def test_a_real_work_gives_as_many_words_and_references_as_it_holds(shared: Path) -> None:
    path = shared / "cases" / "files" / "openalex_work.json"
    work = json.loads(path.read_text(encoding="utf-8"))
    (paper,), skipped = read_file(path)
    assert skipped == []
    assert len(paper.abstract.split()) >= sum(map(len, work["abstract_inverted_index"].values()))
    assert len(paper.references) == len(work["referenced_works"])
    assert len(paper.authors) == len(work["authorships"])
    assert paper.other_ids == ("openalex:W4387661197", "pmid:37840304")


def test_only_real_files_of_openalex_are_taken_for_it(shared: Path) -> None:
    assert told(shared, openalex.sniff) == {"openalex_work.json"}
