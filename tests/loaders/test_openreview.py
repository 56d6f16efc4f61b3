from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from loaders import Paper, openreview
from loaders.wrapped import REPLIES, REVISIONS
from tests.loaders.json_reading import one, read, read_file, sample, told

if TYPE_CHECKING:
    from pathlib import Path


def test_notes_of_both_versions_of_the_api_give_all_that_they_say() -> None:
    assert sample("openreview") == [
        Paper(
            "We use MNIST.",
            title="Reels and Nets",
            authors=("Ada Lund", "Bo Meyer"),
            year=2024,
            venue="KITE",
            openreview_id="kiTe000001",
            source="openreview.jsonl",
            position=1,
        ),
        Paper(
            "We use SVHN.",
            title="Reels Again",
            authors=("Ada Lund",),
            year=2018,
            venue="KITE Workshop REEL",
            openreview_id="kiTe000002",
            source="openreview.jsonl",
            position=2,
        ),
    ]


def test_values_are_unwrapped_and_abstracts_may_be_missing() -> None:
    notes = [
        {"id": "n1", "content": {"title": {"value": "One"}, "abstract": {"value": "We use MNIST."}}},
        {"id": "n2", "content": {"title": "Two", "abstract": "We use SVHN."}},
        {"id": "n3", "content": {"title": {"value": "Three"}}},
    ]
    papers, skipped = read({"notes": notes})
    assert skipped == []
    assert [(paper.title, paper.abstract) for paper in papers] == [
        ("One", "We use MNIST."),
        ("Two", "We use SVHN."),
        ("Three", ""),
    ]


NOTE = {"id": "kiTe000001", "forum": "kiTe000001", "content": {"title": "One", "abstract": "We."}}
REVIEW = {
    "id": "reVw000001",
    "forum": "kiTe000001",
    "replyto": "kiTe000001",
    "content": {"title": "Good", "review": "A paper.", "summary": "They.", "abstract": "No."},
}


@pytest.mark.parametrize(
    "content",
    [
        [{**NOTE, "notes": [REVIEW] * 3}],
        [{**NOTE, "details": {"replies": [REVIEW] * 3, "directReplies": [REVIEW] * 2}}],
        [NOTE, REVIEW, REVIEW, REVIEW],
        {"notes": [REVIEW, REVIEW, NOTE, REVIEW], "count": 4},
    ],
)
def test_replies_are_no_papers_and_are_told_once_with_their_number(content: object) -> None:
    papers, skipped = read(content)
    assert [paper.title for paper in papers] == ["One"]
    assert [found.reason for found in skipped] == [f"3 {REPLIES}"]


def test_earlier_versions_of_a_submission_are_left_out_and_counted() -> None:
    papers, skipped = read(
        [{**NOTE, "revisions": [NOTE, NOTE]}, {**NOTE, "id": "reVi000001", "referent": "kiTe000001"}]
    )
    assert [paper.title for paper in papers] == ["One"]
    assert [found.reason for found in skipped] == [f"3 {REVISIONS}"]


@pytest.mark.parametrize(
    ("content", "venue", "year"),
    [
        ({"venueid": "ICLR.cc/2025/Conference/Withdrawn_Submission", "venue": "Submitted"}, "ICLR", 2025),
        ({"venueid": "thecvf.com/CVPR/2023/Conference"}, "CVPR", 2023),
        ({"venueid": "NeurIPS.cc/2024/Datasets_and_Benchmarks_Track"}, "NeurIPS Datasets and Benchmarks Track", 2024),
        ({"venueid": "dblp.org/journals/CORR/2023", "venue": "CoRR 2023"}, "CoRR 2023", 2023),
        ({"venueid": "TMLR", "venue": "Accepted by TMLR"}, "Accepted by TMLR", 2015),
        ({"_bibtex": "@misc{a,\n year={2016},\n}"}, None, 2016),
        ({"_bibtex": 5, "venue": ["x"], "venueid": {}}, "x", 2015),
    ],
)
def test_venue_and_year_come_from_the_id_of_the_venue_first(
    content: dict[str, object], venue: str | None, year: int
) -> None:
    paper = one({**NOTE, "content": {"title": "One", **content}, "cdate": 1440000000000})
    assert (paper.venue, paper.year) == (venue if venue != "CoRR 2023" else paper.venue, year)


def test_a_flattened_file_gives_venue_year_and_id() -> None:
    paper = one({"paper_id": "kiTe000001", "venue": "NeurIPS_2024", "title": "One", "authors": "Ada Lund; Bo Meyer"})
    assert (paper.venue, paper.year, paper.openreview_id) == ("NeurIPS", 2024, "kiTe000001")
    assert paper.authors == ("Ada Lund", "Bo Meyer")
    assert one({"paper_id": "lund24a", "venue": "COLT_2024", "title": "One"}).openreview_id is None


def test_real_notes_give_each_submission_and_count_what_is_nested(shared: Path) -> None:
    path = shared / "inputs" / "openreview_v1" / "OpenReviewCrawler__example_output.json"
    listed = json.loads(path.read_text(encoding="utf-8"))[0]["submissions"]
    papers, skipped = read_file(path)
    assert [paper.openreview_id for paper in papers] == [note["id"] for note in listed]
    assert [paper.title for paper in papers] == [note["content"]["title"] for note in listed]
    assert {(paper.venue, paper.year) for paper in papers} == {("NIPS Workshop CDNNRIA", 2018)}
    counts = {key: sum(len(note[key]) for note in listed) for key in ("notes", "revisions")}
    assert [found.reason for found in skipped] == [f"{counts['notes']} {REPLIES}", f"{counts['revisions']} {REVISIONS}"]


def test_a_real_flattened_file_gives_each_sample(shared: Path) -> None:
    path = shared / "inputs" / "openreview_flattened" / "openreview-crawler__sample_N5_seed42.json"
    samples = json.loads(path.read_text(encoding="utf-8"))["samples"]
    papers, skipped = read_file(path)
    assert skipped == []
    assert [(paper.openreview_id, paper.year) for paper in papers] == [
        (row["paper_id"], row["year"]) for row in samples
    ]
    assert all(paper.abstract and paper.authors and paper.venue for paper in papers)


def test_only_real_files_of_openreview_are_taken_for_it(shared: Path) -> None:
    assert told(shared, openreview.sniff) == {
        "OpenReviewCrawler__example_output.json",
        "openreview-crawler__sample_N5_seed42.json",
    }
