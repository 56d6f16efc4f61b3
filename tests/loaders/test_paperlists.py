from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from loaders import paperlists
from loaders.notice import is_notice
from tests.loaders.json_reading import FORMATS, filled, read, read_file, sample, told

if TYPE_CHECKING:
    from pathlib import Path

REAL = {"iclr2013": ("ICLR", 2013), "nips1987": ("NIPS", 1987), "rss2005": ("RSS", 2005)}


def test_a_withdrawn_paper_stays_a_paper_with_all_that_it_says() -> None:
    first, second = sample("paperlists")
    assert (first.title, first.abstract) == ("Kites at Sea", "We sail MNIST.")
    assert (first.authors, first.openreview_id) == (("Ada Lund", "Bo Meyer"), "kiTe000003")
    assert (second.authors, second.doi, second.year, second.abstract) == (("Cy Poe",), "10.5555/lantern.2", 2013, "")


@pytest.mark.parametrize(
    ("source", "venue"),
    [
        ("iclr2013.json", ("ICLR", 2013)),
        ("my__neurips2024.json", ("NeurIPS", 2024)),
        ("kites.json", (None, None)),
    ],
)
def test_the_name_of_the_file_tells_venue_and_year(source: str, venue: tuple[str | None, int | None]) -> None:
    papers, _ = read((FORMATS / "paperlists.jsonl").read_text(encoding="utf-8"), source=source)
    assert (papers[0].venue, papers[0].year) == venue


@pytest.mark.parametrize("name", REAL)
def test_real_lists_give_every_paper(shared: Path, name: str) -> None:
    path = shared / "inputs" / "paperlists_json" / f"paperlists__{name}.json"
    rows = json.loads(path.read_text(encoding="utf-8"))
    papers, skipped = read_file(path)
    assert skipped == []
    assert len(papers) == len(rows)
    assert {(paper.venue, paper.year) for paper in papers} == {REAL[name]}
    found = filled(papers)
    assert found["authors"] == sum(bool(row["author"]) for row in rows)
    assert found["abstract"] == sum(not is_notice(row["abstract"]) for row in rows)
    assert found["openreview_id"] == sum("openreview.net" in row["site"] for row in rows)
    assert found["doi"] == sum("DOI " in row["bibtex"] for row in rows)


def test_only_real_lists_are_taken_for_them(shared: Path) -> None:
    assert told(shared, paperlists.sniff) == {f"paperlists__{name}.json" for name in REAL}
