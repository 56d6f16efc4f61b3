from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from loaders import Paper, Reference, datacite
from tests.loaders.json_reading import read, read_file, sample, told

if TYPE_CHECKING:
    from pathlib import Path


def test_a_record_gives_all_that_it_says() -> None:
    first, second = sample("datacite")
    assert first == Paper(
        "We fly kites.",
        title="Kites",
        authors=("Ada Lund", "Kite Lab"),
        year=2018,
        venue="Kite Archive",
        url="https://example.org/kite5",
        doi="10.5555/kite.5",
        references=(
            Reference(doi="10.5555/kite.0"),
            Reference(arxiv_id="2001.00001"),
            Reference(other_ids=("pmid:9000003",)),
        ),
        source="datacite.jsonl",
        position=1,
    )
    assert (second.title, second.arxiv_id, second.doi, second.year) == ("Tails", "2101.00005", None, 2021)


ATTRIBUTES = {"doi": "10.5555/1", "titles": [{"title": "One"}], "creators": [{"name": "Lund, Ada"}]}


@pytest.mark.parametrize(
    "content",
    [
        {"data": {"id": "10.5555/1", "type": "dois", "attributes": ATTRIBUTES}},
        {"data": [{"id": "10.5555/1", "attributes": ATTRIBUTES}], "included": [{"id": "x", "attributes": {}}]},
        [ATTRIBUTES],
    ],
)
def test_one_record_many_and_bare_attributes_are_read(content: object) -> None:
    papers, skipped = read(content)
    assert skipped == []
    assert [(paper.title, paper.doi, paper.authors) for paper in papers] == [("One", "10.5555/1", ("Ada Lund",))]


def test_a_real_answer_gives_its_record_and_no_description_that_is_no_abstract(shared: Path) -> None:
    path = shared / "inputs" / "other_registries" / "fatcat__datacite_api.json"
    (record,) = json.loads(path.read_text(encoding="utf-8"))["data"]
    (paper,), skipped = read_file(path)
    assert skipped == []
    assert paper.abstract == ""
    assert len(paper.authors) == len({creator["name"] for creator in record["attributes"]["creators"]})
    assert (paper.doi, paper.year) == (record["id"], record["attributes"]["publicationYear"])


def test_only_real_files_of_datacite_are_taken_for_it(shared: Path) -> None:
    assert told(shared, datacite.sniff) == {"fatcat__datacite_api.json"}
