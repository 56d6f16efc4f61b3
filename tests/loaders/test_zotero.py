from __future__ import annotations

import json
from typing import TYPE_CHECKING

from loaders import Paper, zotero
from tests.loaders.json_reading import filled, read, read_file, sample, told

if TYPE_CHECKING:
    from pathlib import Path

REAL = "zotero-better-bibtex__Citation_key_add__preprint_if_URL_contains_arxiv.org_2163.bbt-zotero.json"


def test_an_item_gives_all_that_it_says_and_its_authors_only() -> None:
    first, second = sample("zotero")
    assert first == Paper(
        "We keel over on CIFAR-10.",
        title="Keels",
        authors=("Ada Lund", "Kite Team"),
        year=2019,
        url="http://arxiv.org/abs/1911.00001",
        arxiv_id="1911.00001",
        other_ids=("pmid:9000007",),
        source="zotero.jsonl",
        position=1,
    )
    assert (second.title, second.venue, second.year, second.doi) == ("Masts", "Kite Days", 2018, "10.5555/kite.8")


def test_notes_and_attachments_are_no_papers_and_are_counted_once() -> None:
    items = [{"itemType": kind, "title": "x"} for kind in ("attachment", "note", "journalArticle", "annotation")]
    papers, skipped = read({"config": {"id": "c", "options": {}}, "items": items})
    assert [paper.title for paper in papers] == ["x"]
    assert [found.reason for found in skipped] == [f"3 {zotero.ATTACHED}"]


def test_a_real_export_gives_every_item(shared: Path) -> None:
    path = shared / "inputs" / "csl_json" / REAL
    items = json.loads(path.read_text(encoding="utf-8"))["items"]
    papers, skipped = read_file(path)
    assert skipped == []
    assert [paper.title for paper in papers] == [item["title"] for item in items]
    found = filled(papers)
    assert found["abstract"] == sum("abstractNote" in item for item in items)
    assert found["arxiv_id"] == sum("arxiv.org" in item["url"] for item in items)
    assert found["openreview_id"] == sum("openreview.net" in item["url"] for item in items)
    assert [len(paper.authors) for paper in papers] == [
        sum(creator["creatorType"] == "author" for creator in item["creators"]) for item in items
    ]


def test_only_real_exports_are_taken_for_them(shared: Path) -> None:
    assert told(shared, zotero.sniff) == {REAL}
