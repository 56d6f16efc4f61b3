from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from loaders import Paper, Skipped
from loaders.medline import parse, sniff
from tests.loaders.tagged import broken, one, papers, read, sample, told, told_samples

if TYPE_CHECKING:
    from pathlib import Path

REAL = {"colrev__eric_nbib.nbib", "jabref__MedlinePlainImporterTestCompleteEntry.txt"}
ERIC = "OWN - ERIC\nTI  - {}\nAU  - Lund, Ada\nJT  - Nets\nAB  - We use MNIST.\nISSN - ISSN-1\n"


def record(*lines: str) -> Paper:
    return one(parse, "\n".join(("PMID- 12345678", "OWN - NLM", *lines, "")))


def test_every_field_is_read() -> None:
    first, second = sample(parse, "medline.nbib")
    assert first == Paper(
        abstract="BACKGROUND: Nets hold many weights. METHODS: We drop nine of ten and test on MNIST."
        " RESULTS: Most digits are still read.",
        title="Sparse rivers: how few weights of a net carry the water.",
        authors=("Ada Lund", "Bo Meyer Jr", "The Rivers Group"),
        year=2021,
        venue="Journal of invented nets",
        doi="10.5555/rivers.2021.7",
        other_ids=("pmid:12345678", "pmcid:PMC7654321"),
        source="a.txt",
        position=1,
    )
    assert (first.line, second.line) == (2, 26)
    assert (second.authors, second.year, second.doi) == (("CN Okafor",), 2019, "10.5555/lamps.3")


def test_a_byte_order_mark_before_the_first_tag_is_passed_over() -> None:
    content = "\ufeffPMID- 1\nOWN - NLM\nTI  - One\nJT  - Nets\n"
    assert sniff(content)
    assert one(parse, content).other_ids == ("pmid:1",)


@pytest.mark.parametrize("between", ["", "\n", "\n\n", "\r\n"])
def test_a_record_begins_at_its_pmid(between: str) -> None:
    content = f"PMID- 1\nTI  - One\n{between}PMID- 2\nTI  - Two"
    assert [paper.title for paper in papers(parse, content)] == ["One", "Two"]


def test_records_without_a_pmid_are_set_apart_by_blank_lines() -> None:
    content = "\n".join(ERIC.format(title) for title in ("One", "Two", "Three"))
    assert sniff(content)
    assert [paper.title for paper in papers(parse, content)] == ["One", "Two", "Three"]


def test_a_blank_line_in_an_abstract_ends_no_record() -> None:
    paper = record("TI  - One", "AB  - We use MNIST.", "", "      SVHN too.", "", "FAU - Lund, Ada", "JT  - Nets")
    assert (paper.abstract, paper.authors, paper.venue) == ("We use MNIST.\n\nSVHN too.", ("Ada Lund",), "Nets")


def test_a_wrapped_line_that_looks_like_a_tag_is_none() -> None:
    paper = record("TI  - One", "AB  - We look at pictures made with", "      MRI - the usual way.")
    assert paper.abstract == "We look at pictures made with MRI - the usual way."


def test_a_title_that_nobody_translated_stands_in_its_own_language() -> None:
    assert record("TI  - [Not Available].", "TT  - Eine Lampe.").title == "Eine Lampe."
    assert record("BTI - A book of lamps", "AB  - We.").title == "A book of lamps"
    assert record("TI  - A chapter", "BTI - A book of lamps").venue == "A book of lamps"


@pytest.mark.parametrize(
    ("lines", "doi"),
    [
        (["LID - 10.5555/a.1 [doi]"], "10.5555/a.1"),
        (["AID - S0000 [pii]", "AID - 10.5555/a.1 [doi]"], "10.5555/a.1"),
        (["AID - http://dx.doi.org/10.5555/a.1"], "10.5555/a.1"),
        (["SO  - Nets. 2021;3:1. doi: 10.5555/a.1. Epub 2020 Jan 2."], "10.5555/a.1"),
        (["AID - S0000 [pii]"], None),
    ],
)
def test_a_doi_is_found_where_it_is_put(lines: list[str], doi: str | None) -> None:
    assert record("TI  - One", *lines).doi == doi


def test_the_year_is_that_of_the_publication_not_of_the_entry() -> None:
    assert record("TI  - One", "DA  - 20100520", "DP  - 2009 Jan-Feb").year == 2009
    assert record("TI  - One", "DEP - 20100520").year == 2010


def test_an_address_that_is_no_doi_is_where_the_paper_lives() -> None:
    paper = one(parse, "OWN - ERIC\nTI  - One\nOID - EJ123\nLID - http://eric.example.org/?id=EJ123\n")
    assert (paper.url, paper.other_ids) == ("http://eric.example.org/?id=EJ123", ("eric:EJ123",))


def test_a_record_without_title_and_abstract_says_what_it_has_instead() -> None:
    assert read(parse, "PMID- 1\nOWN - NLM\n\nPMID- 2\nTI  - Two\n")[0] == Skipped(
        "a.txt:1", "no title and no abstract; expected the tags TI, AB, found PMID, OWN"
    )


def test_a_record_that_is_not_utf8_costs_one_record() -> None:
    found = read(parse, "PMID- 1\nTI  - On\udce9\n\nPMID- 2\nTI  - Two\n")
    assert found[0] == Skipped("a.txt:1", "not UTF-8, so this record was not read; save the file as UTF-8")
    assert isinstance(found[1], Paper)


@pytest.mark.parametrize(
    "content",
    [
        "TY  - JOUR\nTI  - One\nAU  - Lund\nJT  - Nets\nAB  - We.\n",
        "PMID - a number.\n\nWe ask what it is.\n",
        "MRI - pictures\nCT - others\nUS - and more\n",
    ],
)
def test_other_texts_are_not_taken_for_it(content: str) -> None:
    assert not sniff(content)


def test_no_sample_of_another_format_is_taken_for_it() -> None:
    assert told_samples(sniff) == {"medline.nbib"}


@settings(max_examples=300, deadline=None)
@given(content=broken("medline.nbib", "PMID- |\nOWN - |\n|\n\n|      |AB  - |;| - |[doi]"))
def test_whatever_is_broken_gives_papers_and_faults_only(content: str) -> None:
    sniff(content)
    assert all(isinstance(one, Paper | Skipped) for one in read(parse, content))


# Real files


def test_exactly_the_real_files_of_the_format_are_told(shared: Path) -> None:
    assert told(shared, sniff) == REAL


@pytest.mark.parametrize("name", sorted(REAL))
def test_every_real_record_is_a_paper_with_its_fields(shared: Path, name: str) -> None:
    content = (shared / "inputs/pubmed" / name).read_text(encoding="utf-8")
    found = papers(parse, content)
    assert len(found) == len(re.findall(r"^TI  - ", content, re.MULTILINE))
    names = re.findall(r"^FAU - ", content, re.MULTILINE) or re.findall(r"^AU  - ", content, re.MULTILINE)
    assert sum(len(paper.authors) for paper in found) == len(names)
    assert all(paper.title and paper.year and paper.venue and paper.other_ids for paper in found)
