from __future__ import annotations

import json
from typing import TYPE_CHECKING

from loaders import Paper, arxiv_json
from loaders.notice import is_notice
from tests.loaders.json_reading import FORMATS, filled, one, read, read_file, sample, told

if TYPE_CHECKING:
    from pathlib import Path

SNAPSHOT = "arxivSpider_mnbvc__arxiv-metadata-oai-snapshot.json"
SEARCH = "arxiv-search__sample.json"
DOCUMENTS = tuple(f"arxiv_1404.3450v{version}.json" for version in (1, 2, 3))
DAILY = "daily-arXiv-ai-enhanced__2025-03-19_AI_enhanced_Chinese.jsonl"


def test_a_line_of_the_snapshot_gives_the_newest_version_and_the_first_year() -> None:
    first, second = sample("arxiv_snapshot")
    assert first == Paper(
        "We frame kites, and MNIST.",
        title="Frames of Kites",
        authors=("Ada Lund", "B. Meyer Jr"),
        year=2008,
        doi="10.5555/kite.9",
        arxiv_id="0801.00001",
        version=2,
        source="arxiv_snapshot.jsonl",
        position=1,
    )
    assert (second.abstract, second.arxiv_id, second.version) == ("", "hep-kt/0801002", 1)


def test_the_last_line_of_a_cut_snapshot_is_one_record_skipped() -> None:
    text = (FORMATS / "arxiv_snapshot.jsonl").read_text(encoding="utf-8")
    papers, skipped = read(text[:-40])
    assert len(papers) == 1
    assert [found.place for found in skipped] == ["a.json:2"]


def test_a_document_of_the_search_gives_its_version_and_an_entry_of_a_list_its_id() -> None:
    first, second = sample("arxiv_search")
    assert (first.title, first.authors, first.year) == ("Vånes", ("Ada Lund",), 2014)
    assert (first.arxiv_id, first.version, second.arxiv_id, second.version) == ("1404.00001", 3, "1404.00002", 4)
    assert (second.title, second.abstract) == (None, "")


def test_a_withdrawn_document_has_no_abstract() -> None:
    document = {"paper_id": "1404.00001", "abs_categories": "cs", "title": "One", "abstract": "We.", "version": 2}
    assert one(document).abstract == "We."
    assert one({**document, "is_withdrawn": True}).abstract == ""


def test_versions_are_told_from_ids_and_addresses() -> None:
    papers, _ = read(
        [
            {"id": "http://arxiv.org/abs/2401.01234v1", "title": "One Model", "summary": "We use MNIST."},
            {"id": "arXiv:2401.01234v2", "title": "One model, revised", "summary": "We use MNIST and SVHN."},
            {"id": "2401.01234", "title": "One Model", "summary": "We use MNIST."},
        ]
    )
    assert [(paper.arxiv_id, paper.version) for paper in papers] == [
        ("2401.01234", 1),
        ("2401.01234", 2),
        ("2401.01234", None),
    ]


def test_what_a_machine_wrote_beside_a_daily_paper_is_not_read() -> None:
    paper = one({"id": "2503.00001", "title": "One", "AI": {"summary": "It says.", "abstract": "It says."}})
    assert (paper.abstract, paper.arxiv_id) == ("", "2503.00001")
    assert one({"id": "2503.00001", "title": "One", "summary": "We.", "AI": {"abstract": "It."}}).abstract == "We."


def test_the_real_snapshot_gives_every_line(shared: Path) -> None:
    path = shared / "inputs" / "arxiv_kaggle_jsonl" / SNAPSHOT
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    papers, skipped = read_file(path)
    assert skipped == []
    assert [(paper.arxiv_id, paper.version) for paper in papers] == [(row["id"], len(row["versions"])) for row in rows]
    assert [len(paper.authors) for paper in papers] == [len(set(map(tuple, row["authors_parsed"]))) for row in rows]
    found = filled(papers)
    assert found["abstract"] == sum(not is_notice(row["abstract"]) for row in rows)
    assert found["doi"] == sum(bool(row["doi"]) for row in rows)
    assert all("  " not in (paper.title or "") and not paper.abstract.startswith(" ") for paper in papers)


def test_real_documents_of_the_search_are_told_apart_by_version(shared: Path) -> None:
    found = [read_file(shared / "cases" / "files" / name) for name in DOCUMENTS]
    assert [(paper.arxiv_id, paper.version, paper.year) for papers, _ in found for paper in papers] == [
        ("1404.3450", version, 2014) for version in (1, 2, 3)
    ]
    assert all(paper.abstract and len(paper.authors) == 4 for papers, _ in found for paper in papers)


def test_a_real_list_of_the_search_gives_a_paper_an_id(shared: Path) -> None:
    path = shared / "inputs" / "arxiv_internal_json" / SEARCH
    rows = json.loads(path.read_text(encoding="utf-8"))["sample"]
    papers, skipped = read_file(path)
    assert skipped == []
    listed = [row["uri"].removeprefix("http://arxiv.org/abs/").rpartition("v") for row in rows]
    assert [(paper.arxiv_id, paper.version) for paper in papers] == [(id_, int(version)) for id_, _, version in listed]


def test_real_daily_papers_have_their_abstracts_not_those_of_a_machine(shared: Path) -> None:
    path = shared / "inputs" / "arxiv_daily_jsonl" / DAILY
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    papers, skipped = read_file(path)
    assert skipped == []
    assert [(paper.arxiv_id, paper.title) for paper in papers] == [
        (row["id"], " ".join(row["title"].split())) for row in rows
    ]
    assert filled(papers)["abstract"] == sum(bool(row["summary"]) for row in rows)


def test_only_real_files_of_arxiv_are_taken_for_them(shared: Path) -> None:
    assert told(shared, arxiv_json.sniff_snapshot) == {SNAPSHOT}
    assert told(shared, arxiv_json.sniff_search) == {SEARCH, *DOCUMENTS}
