from __future__ import annotations

import json
from copy import deepcopy
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import (
    LoadError,
    Paper,
    Skipped,
    arxiv_json,
    citation_network,
    crossref,
    csl_json,
    datacite,
    jsonl,
    load,
    openalex,
    openreview,
    paperlists,
    semantic_scholar,
    zotero,
)
from tests.loaders.json_reading import FORMATS, one, read, read_file, sample

if TYPE_CHECKING:
    from pathlib import Path

SNIFFS = {
    "openalex": openalex.sniff,
    "semantic_scholar": semantic_scholar.sniff,
    "crossref": crossref.sniff,
    "datacite": datacite.sniff,
    "openreview": openreview.sniff,
    "paperlists": paperlists.sniff,
    "csl_json": csl_json.sniff,
    "zotero": zotero.sniff,
    "arxiv_snapshot": arxiv_json.sniff_snapshot,
    "arxiv_search": arxiv_json.sniff_search,
    "citation_network": citation_network.sniff,
}
RECORDS = {
    name: [json.loads(line) for line in (FORMATS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    for name in SNIFFS
}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("2020") | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("name", SNIFFS)
def test_each_dialect_is_told_by_its_sniff_alone(name: str) -> None:
    for record in RECORDS[name]:
        for content in (record, [record], {"meta": 1, "results": [record, record]}):
            for indent in (None, 2):
                head = json.dumps(content, indent=indent)
                assert [other for other, sniff in SNIFFS.items() if sniff(head)] == [name]


@pytest.mark.parametrize("name", SNIFFS)
def test_no_sniff_takes_text_or_loose_json(name: str) -> None:
    for head in ("We use nets. They work.\n", "[1] shows that.", "{oops", "", "[]", '{"title": "A", "abstract": "B"}'):
        assert not SNIFFS[name](head)


def test_a_file_of_many_dialects_is_read_record_by_record() -> None:
    names = list(SNIFFS)
    papers, skipped = read([record for name in names for record in RECORDS[name]])
    assert skipped == []
    texts = [(paper.title, paper.abstract, paper.other_ids) for paper in papers]
    assert texts == [(paper.title, paper.abstract, paper.other_ids) for name in names for paper in sample(name)]


def test_records_of_crossref_and_loose_ones_stand_side_by_side() -> None:
    papers, _ = read(
        [
            {"id": "2401.05555v1", "title": "A Census of Encoder–Decoder Nets", "year": 2024},
            {"DOI": "10.5555/kite.7", "title": ["A census of encoder-decoder nets"], "year": 2025},
        ]
    )
    assert [(paper.arxiv_id, paper.doi, paper.year) for paper in papers] == [
        ("2401.05555", None, 2024),
        (None, "10.5555/kite.7", 2025),
    ]


@pytest.mark.parametrize("flag", ["retracted", "is_retracted", "isRetracted", "withdrawn"])
def test_what_is_retracted_has_no_abstract_that_counts(flag: str) -> None:
    assert one({"title": "One", "abstract": "We use MNIST.", flag: True}).abstract == ""
    assert one({"title": "One", "abstract": "We use MNIST.", flag: False}).abstract == "We use MNIST."
    assert one({"title": "One", "abstract": "[No abstract available]"}).abstract == ""


def test_an_identifier_makes_a_paper_of_a_record_whose_text_is_empty() -> None:
    assert one({"title": None, "abstract": "", "doi": "10.5555/1"}).doi == "10.5555/1"
    papers, skipped = read({"title": None, "abstract": ""})
    assert papers == []
    assert [found.reason for found in skipped] == ["title and abstract are both empty"]
    papers, skipped = read({"name_of_paper": "A", "doi": "10.5555/1"})  # its title may stand under that name
    assert papers == []
    assert len(skipped) == 1


def test_a_recorded_answer_is_refused_in_one_line() -> None:
    papers, skipped = read({"url": "https://example.org", "status_code": 200, "body": "<feed/>"})
    assert papers == []
    assert [found.reason for found in skipped] == [
        'a recorded answer of a server; save what stands in its "body" as a file of its own'
    ]


def test_full_texts_in_tokens_are_refused_in_one_line() -> None:
    papers, skipped = read([{"doc_key": str(number), "sentences": [["We"]], "ner": [[]]} for number in range(3)])
    assert papers == []
    assert [found.reason.partition(" (")[0] for found in skipped] == ["3 full texts cut into tokens"]


def test_a_value_that_is_nested_too_deep_costs_one_record() -> None:
    deep = "[" * 600 + "]" * 600
    papers, skipped = read(f'{{"title": {deep}}}\n{{"title": "A"}}\n')
    assert [paper.title for paper in papers] == ["A"]
    assert [found.place for found in skipped] == ["a.json:1"]


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "papers.json"
    path.write_bytes(b'\xef\xbb\xbf[{"id":"2401.00001","title":"One","summary":"MNIST"}]')
    (paper,) = load(path)
    assert isinstance(paper, Paper)
    assert (paper.title, paper.abstract, paper.arxiv_id) == ("One", "MNIST", "2401.00001")


def test_a_record_that_is_not_utf8_costs_one_record(tmp_path: Path) -> None:
    path = tmp_path / "papers.json"
    path.write_bytes(b'{"paperId": "a", "title": "A\xe9"}\n{"paperId": "b", "title": "B\xc3\xa9"}\n')
    first, second = load(path)
    assert isinstance(first, Skipped)
    assert "not UTF-8" in first.reason
    assert isinstance(second, Paper)


def test_real_files_that_hold_no_papers_say_so_in_one_line(shared: Path) -> None:
    for path in (
        *(shared / "inputs" / "arxiv_atom").glob("*.json"),
        *(shared / "inputs" / "fulltext_json").glob("*.json"),
    ):
        papers, skipped = read_file(path)
        assert papers == []
        assert len(skipped) == 1


# No input makes a loader fail


@settings(deadline=None, max_examples=60)
@pytest.mark.parametrize("name", SNIFFS)
@given(data=st.data())
def test_no_value_of_any_field_makes_a_dialect_fail(name: str, data: st.DataObject) -> None:
    record = deepcopy(data.draw(st.sampled_from(RECORDS[name])))
    place = record
    while True:  # walk down to some place and put something else there
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], (dict, list)) or not place[key] or data.draw(st.booleans()):
            place[key] = data.draw(ANYTHING)
            break
        place = place[key]
    text = json.dumps(data.draw(st.sampled_from([record, [record], {"data": record}, {"results": [record, None]}])))
    SNIFFS[name](text)
    check(text)


@settings(deadline=None, max_examples=60)
@pytest.mark.parametrize("name", SNIFFS)
@given(data=st.data())
def test_no_damage_to_a_file_makes_a_dialect_fail(name: str, data: st.DataObject) -> None:
    text = json.dumps(RECORDS[name], indent=data.draw(st.sampled_from([None, 1])))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 60)))
    text = (
        text[:start]
        + data.draw(st.text(max_size=5) | st.sampled_from(["{", "}", "[", "]", '"', "\udce9"]))
        + text[end:]
    )
    SNIFFS[name](text)
    check(text)


def check(text: str) -> None:
    try:
        found = list(jsonl.parse(text.splitlines(keepends=True), source="a.json"))
    except LoadError:
        return
    assert found
    papers = [one for one in found if isinstance(one, Paper)]
    assert [paper.position for paper in papers] == list(range(1, len(papers) + 1))
    for paper in papers:
        assert paper.raw.strip() or paper.doi or paper.arxiv_id or paper.openreview_id or paper.other_ids
        repr(paper).encode()
    for skipped in found:
        if isinstance(skipped, Skipped):
            assert skipped.place.startswith("a.json:")
            assert "\n" not in skipped.reason
