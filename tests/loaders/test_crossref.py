from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from loaders import Paper, Reference, crossref
from tests.loaders.json_reading import one, read, read_file, sample, told

if TYPE_CHECKING:
    from pathlib import Path

REAL = ("colrev__10.1177_02683962211048201.json", "colrev__10.2196_22081.json", "crossref_jats_abstract.json")


def test_a_work_gives_all_that_it_says() -> None:
    first, second = sample("crossref")
    assert first == Paper(
        "Background: Strings of E = mc2 are long. Results: They hold < 5 N.",
        title="Strings in Kites",
        authors=("Deep Team", "Lund", "Bo Meyer"),
        year=2020,
        venue="Kite Letters",
        url="http://dx.doi.org/10.5555/kite.3",
        doi="10.5555/kite.3",
        references=(
            Reference(doi="10.5555/kite.0"),
            Reference(title="Wind", authors=("Roe",), year=1999),
            Reference(doi="10.5555/gust.1"),
            Reference(arxiv_id="2001.00001"),
        ),
        source="crossref.jsonl",
        position=1,
    )
    assert (second.title, second.authors, second.year) == ("Reels", (), 2018)


WORK = {"DOI": "10.5555/1", "title": ["One"], "author": [{"name": "Deep Team"}, {"family": "Lund"}]}


@pytest.mark.parametrize(
    "content",
    [WORK, [WORK], {"status": "ok", "message": WORK}, {"message": {"total-results": 1, "items": [WORK]}}],
)
def test_works_are_found_in_every_answer_of_the_api(content: object) -> None:
    papers, skipped = read(content)
    assert skipped == []
    assert [(paper.title, paper.doi, paper.authors) for paper in papers] == [
        ("One", "10.5555/1", ("Deep Team", "Lund"))
    ]


def test_a_work_without_authors_or_title_is_a_paper_by_its_doi() -> None:
    assert one({"message": {"DOI": "10.5555/1", "title": ["One"]}}).authors == ()
    assert one({"DOI": "10.5555/1", "title": [], "member": "1"}).doi == "10.5555/1"


@pytest.mark.parametrize("name", REAL)
def test_real_works_give_as_many_references_as_can_be_told_apart(shared: Path, name: str) -> None:
    path = next(shared.rglob(name))
    work = json.loads(path.read_text(encoding="utf-8"))["message"]
    (paper,), skipped = read_file(path)
    assert skipped == []
    keys = {"DOI", "article-title", "volume-title", "author", "year"}
    listed = [
        item
        for item in work.get("reference", [])
        if keys & item.keys() or re.search(r"10\.\d{4,9}/", item.get("unstructured", ""))
    ]
    assert len(paper.references) == len(listed)
    assert sum(bool(reference.doi) for reference in paper.references) >= sum("DOI" in item for item in listed)
    assert paper.title == work["title"][0]
    assert "<jats" not in paper.abstract
    assert paper.abstract
    assert len(paper.authors) == len(work["author"])


def test_only_real_files_of_crossref_are_taken_for_it(shared: Path) -> None:
    assert told(shared, crossref.sniff) == set(REAL)
