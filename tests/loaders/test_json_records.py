from __future__ import annotations

import json
import tracemalloc
from typing import TYPE_CHECKING

import pytest

from loaders import Paper, jsonl
from loaders.records import first_is
from tests.loaders.json_reading import read

if TYPE_CHECKING:
    from collections.abc import Iterator

TWO: list[object] = [{"title": "A", "abstract": "We."}, {"title": "B", "abstract": "They."}]


@pytest.mark.parametrize("indent", [None, 0, 1])
@pytest.mark.parametrize(
    "content",
    [
        *({key: TWO} for key in ("papers", "results", "data", "notes", "items", "records", "samples")),
        {"message": {"items": TWO}},
        {"status": "ok", "response": {"total": 2, "results": TWO}},
        [{"venue": "ICLR", "submissions": TWO[:1]}, {"venue": "ICML", "submissions": TWO[1:]}],
        {"2401.00001": TWO[0], "2401.00002": TWO[1]},
        {"title": ["A", "B"], "abstract": ["We.", "They."], "year": [2020, 2021]},
        {"title": {"0": "A", "1": "B"}, "abstract": {"0": "We.", "1": "They."}},
    ],
)
def test_records_are_found_in_every_wrapper(content: object, indent: int | None) -> None:
    papers, skipped = read(json.dumps(content, indent=indent))
    assert [(paper.title, paper.abstract) for paper in papers] == [("A", "We."), ("B", "They.")]
    assert skipped == []


def test_the_key_of_a_map_is_the_id_of_its_record() -> None:
    papers, _ = read({"2401.00001v2": TWO[0]})
    assert (papers[0].arxiv_id, papers[0].version) == ("2401.00001", 2)


def test_a_broken_record_in_a_wrapper_costs_one_record() -> None:
    text = json.dumps({"count": 3, "results": [*TWO, {"title": "C"}], "next": {"page": [2]}}, indent=2)
    papers, skipped = read(text.replace('"title": "B"', '"title": "B" "b"'))
    assert [paper.title for paper in papers] == ["A", "C"]
    assert [(found.place, "broken JSON" in found.reason) for found in skipped] == [("a.json:8", True)]


@pytest.mark.parametrize("indent", [None, 2])
def test_a_cut_wrapper_gives_what_came_before_the_cut(indent: int | None) -> None:
    text = json.dumps({"meta": {"count": 2}, "results": TWO}, indent=indent)
    papers, skipped = read(text[: text.index("They") + 2])
    assert [paper.title for paper in papers] == ["A"]
    assert len(skipped) == 1


@pytest.mark.parametrize("content", [[TWO[0], None, {}], {"results": [TWO[0], None, {}]}])
def test_records_on_one_line_are_named_by_their_number(content: object) -> None:
    papers, skipped = read(json.dumps(content))
    assert [(paper.title, paper.line) for paper in papers] == [("A", 1)]
    assert [found.place for found in skipped] == ["a.json:1, record 2", "a.json:1, record 3"]


def test_what_is_lost_behind_a_broken_record_on_one_line_is_said() -> None:
    papers, skipped = read('[{"title": "A"}, {"title": "B" "b"}, {"title": "C"}, {"title": "D"}]')
    assert [paper.title for paper in papers] == ["A"]
    assert [found.reason for found in skipped] == [
        "broken JSON (Expecting ',' delimiter), so the rest of its line was not read"
    ]


def test_an_answer_without_records_says_so() -> None:
    for content in ("[]", '{"results": []}', '{"notes": [], "count": 0}'):
        papers, skipped = read(content)
        assert papers == []
        assert [found.reason for found in skipped] == ["no record in it; expected objects with a title or an abstract"]


def test_a_line_separator_inside_a_text_ends_no_record() -> None:
    assert first_is('{"title": "A\u2028B"}\n', lambda record: record == {"title": "A\u2028B"})


def test_a_first_record_that_is_longer_than_the_head_is_not_guessed() -> None:
    head = json.dumps({"DOI": "10.5555/1", "title": ["One"], "abstract": "We. " * 100_000})[:65_536]
    assert not first_is(head, lambda _: True)


@pytest.mark.parametrize("indent", [None, 1])
def test_a_large_wrapper_is_read_record_by_record(indent: int | None) -> None:
    record = json.dumps({"title": "A", "abstract": "We. " * 500}, indent=indent)

    def lines(count: int) -> Iterator[str]:
        yield from ("{\n", '"count": 1,\n', '"items": [\n')
        for number in range(count):
            yield from f"{record}{',' if number < count - 1 else ''}\n".splitlines(keepends=True)
        yield from ("],\n", '"tail": {"x": [{"title": "B"}]}\n', "}\n")

    tracemalloc.start()
    found = list(map(type, jsonl.parse(lines(6000), source="a.json")))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == [Paper] * 6000
    assert peak < 12_000_000  # the text has as many characters


def test_a_large_list_of_wrappers_loses_none() -> None:
    large = [{"venue": "X", "submissions": [{"title": "A", "abstract": "We. " * 300_000}]}] * 3
    assert len(read(json.dumps(large, indent=1))[0]) == 3
