from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from loaders import Paper, Skipped
from loaders.endnote import parse, sniff
from tests.loaders.tagged import broken, one, papers, read, sample, told, told_samples

if TYPE_CHECKING:
    from pathlib import Path


def test_every_field_is_read() -> None:
    first, second = sample(parse, "endnote.enw")
    assert first == Paper(
        abstract="We drop nine of ten weights of a net and test it on MNIST.\n\nOn SVHN it reads little.",
        title="Sparse rivers: how few weights carry the water",
        authors=("Ada Lund", "Bo Meyer"),
        year=2021,
        venue="Journal of Invented Nets",
        url="https://example.org/rivers",
        doi="10.5555/rivers.2021.7",
        source="a.txt",
        position=1,
    )
    assert (first.line, second.line) == (1, 15)
    assert (second.title, second.authors) == ("A lamp for every robot", ("Chi Okafor",))
    assert (second.venue, second.year) == ("Invented Workshop on Lamps", 2019)


def test_a_byte_order_mark_before_the_first_tag_is_passed_over() -> None:
    content = "\ufeff%0 Journal Article\n%T One\n"
    assert sniff(content)
    assert one(parse, content).title == "One"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("between", ["", "\n", "\n\n\n"])
@pytest.mark.parametrize(
    "record",
    [
        "%0 Journal Article\n%A Lund, Ada\n%T {}\n",
        "%T {}\n%0 Journal Article\n%A Lund, Ada\n",
        "%T {}\n%B Nets\n%D 2020\n",
    ],
)
def test_a_record_begins_at_its_type_or_its_title(record: str, between: str, end: str) -> None:
    content = between.join(record.format(title) for title in ("One", "Two", "Three")).replace("\n", end)
    found = papers(parse, content)
    assert [paper.title for paper in found] == ["One", "Two", "Three"]
    assert len({(paper.authors, paper.venue) for paper in found}) == 1


def test_a_record_may_begin_with_its_authors() -> None:
    content = "%A Ada Lund\n%A Bo Meyer\n%T One\n%D 2020\n\n%A Chi Okafor\n%T Two\n%D 2021\n"
    found = papers(parse, content)
    assert [(paper.title, len(paper.authors), paper.year) for paper in found] == [("One", 2, 2020), ("Two", 1, 2021)]


def test_a_title_goes_on_over_lines() -> None:
    assert one(parse, "%0 Journal Article\n%T How few\nweights\n%D 2020\n").title == "How few weights"


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("%U https://doi.org/10.5555/A.1", "doi", "10.5555/a.1"),
        ("%U http://arxiv.org/abs/2103.01234v1", "arxiv_id", "2103.01234"),
        ("%R 10.48550/arXiv.2103.01234", "arxiv_id", "2103.01234"),
        ("%M arXiv:2103.01234", "arxiv_id", "2103.01234"),
        ("%M WOS:000123456700001", "other_ids", ("wos:000123456700001",)),
        ("%U https://openreview.net/forum?id=Ab_cD3fG", "openreview_id", "Ab_cD3fG"),
        ("%8 June 3, 2019", "year", 2019),
        ("%E Ed, Itor", "authors", ("Itor Ed",)),
        ("%S Series of Nets", "venue", "Series of Nets"),
    ],
)
def test_other_tags_tell_what_the_usual_ones_do_not(line: str, field: str, value: object) -> None:
    assert getattr(one(parse, f"%0 Generic\n%T One\n{line}\n"), field) == value


def test_a_record_without_title_and_abstract_says_what_it_has_instead() -> None:
    assert read(parse, "%0 Book\n%A Lund, Ada\n") == [
        Skipped("a.txt:1", "no title and no abstract; expected the tags %T, %X, found %0, %A")
    ]


def test_a_record_that_is_not_utf8_costs_one_record() -> None:
    found = read(parse, "%0 Book\n%T On\udce9\n\n%0 Book\n%T Two\n")
    assert found[0] == Skipped("a.txt:1", "not UTF-8, so this record was not read; save the file as UTF-8")
    assert isinstance(found[1], Paper)


@pytest.mark.parametrize(
    "content",
    ["% a comment\n%T another\n\\documentclass{article}\n", "%PDF-1.4\n%T\n", "%T only\n\nOne line.\n", "%% x\n%% y\n"],
)
def test_other_texts_are_not_taken_for_it(content: str) -> None:
    assert not sniff(content)


def test_no_sample_of_another_format_is_taken_for_it() -> None:
    assert told_samples(sniff) == {"endnote.enw"}


@settings(max_examples=300, deadline=None)
@given(content=broken("endnote.enw", "%0 Book\n|%T |%X |%A |\n|\n\n|%|;"))
def test_whatever_is_broken_gives_papers_and_faults_only(content: str) -> None:
    sniff(content)
    assert all(isinstance(one, Paper | Skipped) for one in read(parse, content))


# Real files


def test_exactly_the_real_file_of_the_format_is_told(shared: Path) -> None:
    assert told(shared, sniff) == {"colrev__ais_enl.txt"}


def test_every_real_record_is_a_paper_with_its_fields(shared: Path) -> None:
    content = (shared / "inputs/endnote_xml/colrev__ais_enl.txt").read_text(encoding="utf-8")
    found = papers(parse, content)
    assert len(found) == len(re.findall(r"^%T ", content, re.MULTILINE))
    assert sum(len(paper.authors) for paper in found) == len(re.findall(r"^%A ", content, re.MULTILINE))
    assert sum(bool(paper.abstract) for paper in found) == len(re.findall(r"^%X ", content, re.MULTILINE))
    assert all(paper.title and paper.year and paper.venue and paper.url for paper in found)
