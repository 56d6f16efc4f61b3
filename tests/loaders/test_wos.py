from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from loaders import Paper, Reference, Skipped
from loaders.wos import parse, sniff
from tests.loaders.tagged import broken, one, papers, read, sample, told, told_samples

if TYPE_CHECKING:
    from pathlib import Path

REAL = {"jabref__IsiImporterTest1.isi", "jabref__IsiImporterTestMedline.isi", "metaknowledge__OnePaper.isi"}


def record(*lines: str) -> Paper:
    return one(parse, "\n".join(("FN ISI Export Format", "VR 1.0", "PT J", *lines, "ER", "", "EF", "")))


def cited(*lines: str) -> tuple[Reference, ...]:
    return record("TI One", f"CR {lines[0]}", *(f"   {line}" for line in lines[1:])).references


def test_every_field_is_read() -> None:
    first, second = sample(parse, "wos.txt")
    assert first == Paper(
        abstract="We drop nine of ten weights of a net and test it on MNIST. It still reads most digits.",
        title="Sparse rivers: how few weights carry the water",
        authors=("Ada Lund", "Bo Meyer"),
        year=2021,
        venue="JOURNAL OF INVENTED NETS",
        doi="10.5555/rivers.2021.7",
        other_ids=("wos:000123456700001", "pmid:12345678"),
        references=(
            Reference(authors=("Okafor C",), year=2019, doi="10.5555/lamps.3"),
            Reference(authors=("Vaswani A.",), year=2017, arxiv_id="1706.03762"),
            Reference(year=2015),
        ),
        source="a.txt",
        position=1,
    )
    assert (first.line, second.line) == (3, 24)
    assert (second.title, second.authors, second.abstract) == ("A lamp for every robot", ("C Okafor",), "")


def test_a_byte_order_mark_before_the_header_is_passed_over() -> None:
    content = "\ufeffFN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nTI One\nER\n\nEF"
    assert sniff(content)
    assert one(parse, content).title == "One"


def test_files_put_one_behind_the_other_lose_nothing() -> None:
    part = "\ufeffFN Clarivate Analytics Web of Science\r\nVR 1.0\r\nPT J\r\nTI One\r\nER\r\n\r\nEF"
    assert len(papers(parse, f"{part}\r\n{part}{part}")) == 3


@pytest.mark.parametrize("between", ["", "\n", "ER\n", "ER\n\n", "ER \n\n"])
def test_a_record_goes_on_to_its_end_or_to_the_next_type(between: str) -> None:
    content = f"PT J\nTI One\nAB We use MNIST.\n{between}PT J\nTI Two"
    assert sniff(content)
    assert [paper.title for paper in papers(parse, content)] == ["One", "Two"]


def test_a_title_and_an_abstract_go_on_over_indented_lines() -> None:
    paper = record("TI How few", "   weights", "   US nets need", "AB We use MNIST.", "   AB testing helps.", "PY 2020")
    assert paper.title == "How few weights US nets need"
    assert paper.abstract == "We use MNIST. AB testing helps."


def test_authors_are_taken_in_full_where_the_record_has_them_so() -> None:
    assert record("TI One", "AU Lund, A", "AF Lund, Ada", "   Meyer, Bo").authors == ("Ada Lund", "Bo Meyer")
    assert record("TI One", "AU Lund, A; Meyer, B", "BE Ed, I").authors == ("A Lund", "B Meyer")
    assert record("TI One", "CA Rivers Grp", "BE Ed, I").authors == ("Rivers Grp",)


def test_the_day_of_the_export_is_not_the_year() -> None:
    assert record("TI One", "EA JAN 2021", "DA 2024-05-06").year == 2021
    assert record("TI One", "DA 2024-05-06").year is None


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("UT WOS:000123456700001", ("wos:000123456700001",)),
        ("UT ISI:000123456700001", ("wos:000123456700001",)),
        ("UT MEDLINE:12345678", ("pmid:12345678",)),
        ("UT INSPEC:7654321", ("inspec:7654321",)),
        ("UT nothing", ()),
    ],
)
def test_the_id_says_of_which_catalogue_it_is(line: str, ids: tuple[str, ...]) -> None:
    assert record("TI One", line).other_ids == ids


@pytest.mark.parametrize(
    ("line", "reference"),
    [
        ("Lund A, 1999, J NETS, V3, P1, DOI 10.5555/A.1", Reference(authors=("Lund A",), year=1999, doi="10.5555/a.1")),
        ("Lund A, 1999, J NETS, DOI DOI 10.5555/A.1", Reference(authors=("Lund A",), year=1999, doi="10.5555/a.1")),
        (
            "Lund A, 1999, J NETS, DOI [10.5555/a.1, 10.5555/a.2]",
            Reference(authors=("Lund A",), year=1999, doi="10.5555/a.1"),
        ),
        ("*RIVERS GRP, 1821, NETS", Reference(authors=("RIVERS GRP",), year=1821)),
        ("[Anonymous], 2010, HDB NETS", Reference(year=2010)),
        ("Lund A, 2014, ARXIV14126980", Reference(authors=("Lund A",), year=2014, arxiv_id="1412.6980")),
        ("Lund A, 2017, arXiv:1706.03762", Reference(authors=("Lund A",), year=2017, arxiv_id="1706.03762")),
        (
            "Lund A, 2017, ARXIV, DOI 10.48550/arXiv.1706.03762",
            Reference(authors=("Lund A",), year=2017, arxiv_id="1706.03762"),
        ),
    ],
)
def test_a_cited_work_has_its_first_author_its_year_and_its_ids(line: str, reference: Reference) -> None:
    assert cited(line) == (reference,)


def test_a_cited_work_may_run_over_two_lines() -> None:
    found = cited("Lund A, 1999, J NETS, V3, P1,", "DOI 10.5555/a.1", "Meyer B, 2001, LAMPS, DOI", "10.5555/b.2")
    assert [reference.doi for reference in found] == ["10.5555/a.1", "10.5555/b.2"]


def test_a_record_without_title_and_abstract_says_what_it_has_instead() -> None:
    assert read(parse, "PT J\nAU Lund, A\nER\n") == [
        Skipped("a.txt:1", "no title and no abstract; expected the tags TI, AB, found PT, AU")
    ]


def test_a_record_that_is_not_utf8_costs_one_record() -> None:
    found = read(parse, "PT J\nTI On\udce9\nER\n\nPT J\nTI Two\nER\n")
    assert found[0] == Skipped("a.txt:1", "not UTF-8, so this record was not read; save the file as UTF-8")
    assert isinstance(found[1], Paper)


@pytest.mark.parametrize(
    "content",
    ["PT\tAU\tTI\nJ\tLund\tOne\n", "FN is a short form.\n\nSo is VR.\n", "TY  - JOUR\nTI  - One\n", "PT J is a type."],
)
def test_other_texts_are_not_taken_for_it(content: str) -> None:
    assert not sniff(content)


def test_no_sample_of_another_format_is_taken_for_it() -> None:
    assert told_samples(sniff) == {"wos.txt"}


@settings(max_examples=300, deadline=None)
@given(content=broken("wos.txt", "PT J\n|ER\n|EF\n|\n|\n\n|   |CR |DOI |, |["))
def test_whatever_is_broken_gives_papers_and_faults_only(content: str) -> None:
    sniff(content)
    assert all(isinstance(one, Paper | Skipped) for one in read(parse, content))


# Real files


def test_exactly_the_real_files_of_the_format_are_told(shared: Path) -> None:
    assert told(shared, sniff) == REAL


@pytest.mark.parametrize("name", sorted(REAL))
def test_every_real_record_is_a_paper_with_its_references(shared: Path, name: str) -> None:
    content = (shared / "inputs/wos_savedrecs" / name).read_text(encoding="utf-8")
    found = papers(parse, content)
    assert len(found) == len(re.findall(r"^PT ", content, re.MULTILINE))
    assert all(paper.title and paper.authors and paper.year and paper.venue and paper.other_ids for paper in found)
    cited = re.findall(r"^NR (\d+)", content, re.MULTILINE)
    assert sum(len(paper.references) for paper in found) == sum(map(int, cited))
    dois = re.findall(r"^(?:CR|   ).* DOI 10\.|^   .* DOI DOI 10\.", content, re.MULTILINE)
    assert sum(bool(work.doi) for paper in found for work in paper.references) == len(dois)
