from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from loaders import Paper, Reference, Skipped
from loaders.ris import parse, sniff
from tests.loaders.tagged import broken, one, papers, read, sample, told, told_samples

if TYPE_CHECKING:
    from pathlib import Path

REAL = {
    "asreview__baseline_empty_values.ris": "inputs/ris",
    "asreview__baseline_zotero.ris": "inputs/ris",
    "asreview__scopus.ris": "inputs/ris",
    "litstudy__example.ris": "inputs/ris",
    "ovid_psycinfo.ris": "cases/files",
    "ris_issue_1099.txt": "cases/files",
}


def record(*lines: str) -> Paper:
    return one(parse, "\n".join(("TY  - JOUR", *lines, "ER  - ", "")))


def test_every_field_is_read() -> None:
    first, second = sample(parse, "ris.ris")
    assert first == Paper(
        abstract="We drop nine of ten weights of a net and test it on MNIST. It still reads most digits.\n\n"
        "On SVHN it does not.",
        title="Sparse rivers: how few weights carry the water",
        authors=("Ada Lund", "Bo Meyer Jr."),
        year=2021,
        venue="Journal of Invented Nets",
        url="https://arxiv.org/abs/2103.01234v2",
        doi="10.5555/rivers.2021.7",
        arxiv_id="2103.01234",
        version=2,
        source="a.txt",
        position=1,
    )
    assert first.line == 4
    assert (second.title, second.authors, second.year) == ("A lamp for every robot", ("Chi Okafor",), 2019)
    assert second.venue == "Proceedings of the Invented Workshop on Lamps"
    assert second.abstract.endswith("We give each one a lamp.")
    assert second.doi == "10.5555/lamps.3"


def test_a_byte_order_mark_before_the_first_tag_is_passed_over() -> None:
    assert one(parse, "\ufeffTY  - JOUR\nTI  - One\nAB  - We use MNIST.\nER  - \n").title == "One"
    assert sniff("\ufeffTY  - JOUR\nTI  - One\n")


def test_files_put_one_behind_the_other_lose_nothing() -> None:
    content = "TY  - JOUR\nTI  - One\nER  - \n\ufeffTY  - JOUR\nTI  - Two\nER  - \n"
    assert [paper.title for paper in papers(parse, content)] == ["One", "Two"]


def test_a_last_record_without_an_end_is_read() -> None:
    assert one(parse, "TY  - JOUR\nTI  - One\nAB  - We use MNIST.").abstract == "We use MNIST."


@pytest.mark.parametrize("between", ["", "\n", "\n2.\n", "\nRecord #2 of 2\nProvider: Example\n\n"])
def test_where_an_end_is_missing_the_next_record_begins_at_its_type(between: str) -> None:
    content = f"TY  - JOUR\nTI  - One\nAB  - We use MNIST.\n{between}TY  - JOUR\nTI  - Two\nAB  - Us too.\nER  - \n"
    found = papers(parse, content)
    assert [(paper.title, paper.abstract) for paper in found] == [("One", "We use MNIST."), ("Two", "Us too.")]


def test_lines_between_records_belong_to_none() -> None:
    content = (
        "1.\nTY  - JOUR\nTI  - One\nER  - \nNL  - J One\n\nLink to the full text: https://example.org\n\n"
        "C1  - Database: Example\n\nSearch Strategy:\n----\n2. \nTY  - JOUR\nTI  - Two\nER  - \n\nC1  - Database\n"
    )
    found = papers(parse, content)
    assert [(paper.title, paper.line) for paper in found] == [("One", 2), ("Two", 14)]


def test_an_abstract_goes_on_over_lines_and_blank_lines() -> None:
    paper = record("AB  - We use MNIST.", "It helps.", "", "SVHN does not.", "KW  - digits")
    assert paper.abstract == "We use MNIST. It helps.\n\nSVHN does not."


def test_numbers_on_lines_of_their_own_stay_in_an_abstract_that_is_not_the_last_field() -> None:
    paper = record("AB  - Two findings.", "", "1.", "Nets are small.", "KW  - nets")
    assert paper.abstract == "Two findings.\n\n1. Nets are small."


@pytest.mark.parametrize("tag", ["{}  - ", "{} - ", "{}- ", "{}-", "{}   - ", "  {}  - ", "{}  – ", "{}\t-\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_tags_are_read_in_whatever_way_they_are_typed(tag: str, end: str) -> None:
    fields = [
        ("TY", "JOUR"),
        ("TI", "One"),
        ("AD", "Example College"),
        ("AB", "We use MNIST."),
        ("ID", "7"),
        ("ER", ""),
    ]
    content = "".join(tag.format(name) + value + end for name, value in fields) * 2
    assert sniff(content)
    found = papers(parse, content)
    assert [(paper.title, paper.abstract) for paper in found] == [("One", "We use MNIST.")] * 2


def test_the_line_of_an_abstract_that_begins_with_a_short_form_is_no_tag() -> None:
    paper = record(
        "AB  - We look for the disease", "AD - the most common one - in", "CT - based pictures.", "PY  - 2020"
    )
    assert paper.abstract == "We look for the disease AD - the most common one - in CT - based pictures."


def test_one_tag_typed_otherwise_is_read_all_the_same() -> None:
    paper = record("TI  - One", "AB - We use MNIST.")
    assert (paper.title, paper.abstract) == ("One", "We use MNIST.")


def test_a_type_may_stand_below_other_tags() -> None:
    content = "DB  - Example\nTI  - One\nTY  - JOUR\nER  - \n\nDB  - Example\nTI  - Two\nTY  - JOUR\nER  - \n"
    assert [paper.title for paper in papers(parse, content)] == ["One", "Two"]


def test_records_without_a_type_are_read_up_to_their_ends() -> None:
    content = "TI  - One\nAU  - Lund, Ada\nER  - \n\nTI  - Two\nER  - \n"
    assert sniff(content)
    assert [paper.title for paper in papers(parse, content)] == ["One", "Two"]


@pytest.mark.parametrize(
    ("lines", "abstract"),
    [
        (["N2  - We use MNIST.", "AB  - We use MNIST."], "We use MNIST."),
        (["N2  - A note.", "AB  - We use MNIST."], "We use MNIST."),
        (["N2  - We use MNIST. It helps.", "AB  - We use MNIST..."], "We use MNIST. It helps."),
        (["N2  - We use MNIST.", "AB  - "], "We use MNIST."),
        (["N2  - We use MNIST.", "AB  - No abstract available."], "We use MNIST."),
        (["N2  - ", "AB  - NA"], ""),
        (["AB  - Background: nets.", "AB  - Results: few."], "Background: nets.\n\nResults: few."),
        (["AB  - We use MNIST.", "AB  - We use MNIST. It helps.", "AB  - We use MNIST."], "We use MNIST. It helps."),
    ],
)
def test_the_abstract_is_told_from_notes_and_copies(lines: list[str], abstract: str) -> None:
    assert record("TI  - One", *lines).abstract == abstract


@pytest.mark.parametrize(
    ("lines", "title", "venue"),
    [
        (["T1  - One", "T2  - Nets"], "One", "Nets"),
        (["TI  - ", "T1  - One", "JO  - N.", "JF  - Nets"], "One", "Nets"),
        (["CT  - One", "BT  - Book of Nets"], "One", "Book of Nets"),
        (["BT  - Book of Nets", "T3  - Series"], "Book of Nets", None),
        (["TI  - One", "JA  - N."], "One", "N."),
        (["TI  - One", "T2  - Nets & Lamps &amp; All"], "One", "Nets & Lamps & All"),
    ],
)
def test_title_and_venue_are_taken_from_the_best_tag(lines: list[str], title: str, venue: str | None) -> None:
    paper = record(*lines)
    assert (paper.title, paper.venue) == (title, venue)


def test_a_paper_of_a_conference_has_its_volume_for_venue_not_the_series() -> None:
    paper = one(parse, "TY  - CONF\nTI  - One\nJF  - Lecture Notes\nT2  - Invented Workshop\nER  - \n")
    assert paper.venue == "Invented Workshop"


@pytest.mark.parametrize(
    ("lines", "authors"),
    [
        (["A2  - Ed, Itor", "A1  - Lund, Ada", "AU  - Meyer, Bo"], ("Ada Lund", "Bo Meyer")),
        (["A2  - Ed, Itor"], ("Itor Ed",)),
        (["AU  - Lund, Ada; Meyer, Bo"], ("Ada Lund", "Bo Meyer")),
        (["AU  - G. Kalb", "AU  - G. Kalb"], ("G. Kalb",)),
        (["AU  - M&uuml;ller, Ada", "AU  - The Rivers Group,"], ("Ada Müller", "The Rivers Group")),
    ],
)
def test_authors_come_before_editors(lines: list[str], authors: tuple[str, ...]) -> None:
    assert record("TI  - One", *lines).authors == authors


@pytest.mark.parametrize(
    ("lines", "year"),
    [
        (["Y1  - 2019//", "PY  - 2020/01/02/"], 2020),
        (["PY  - ", "Y1  - 31 May-3 June 2016"], 2016),
        (["DA  - 2020///nan"], 2020),
        (["Y2  - 2022/10/01"], None),
    ],
)
def test_the_year_is_that_of_the_publication(lines: list[str], year: int | None) -> None:
    assert record("TI  - One", *lines).year == year


@pytest.mark.parametrize(
    ("line", "doi"),
    [
        ("DO  - http://dx.doi.org/10.5555/A.1", "10.5555/a.1"),
        ("M3  - 10.5555/a.1", "10.5555/a.1"),
        ("N1  - doi: 10.5555/a.1", "10.5555/a.1"),
        ("UR  - https://doi.org/10.5555/a.1", "10.5555/a.1"),
        ("UR  - https://example.org/doi/abs/10.5555/a.1/full?x=2", "10.5555/a.1"),
        ("UR  - https://example.org/?eid=2&doi=10.5555%2fa.1&key=40", "10.5555/a.1"),
        ("L1  - https://example.org/doi/pdf/10.5555/a.1.pdf", "10.5555/a.1"),
        ("M3  - Review", None),
        ("M1  - 10.5555/a.1", None),
    ],
)
def test_a_doi_is_found_where_it_is_put(line: str, doi: str | None) -> None:
    assert record("TI  - One", line).doi == doi


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("DO  - 10.48550/arXiv.2103.01234", "arxiv_id", "2103.01234"),
        ("AN  - arXiv:2103.01234", "arxiv_id", "2103.01234"),
        ("N1  - arXiv:2103.01234 [cs]", "arxiv_id", "2103.01234"),
        ("L2  - http://export.arxiv.org/pdf/2103.01234", "arxiv_id", "2103.01234"),
        ("UR  - https://openreview.net/forum?id=Ab_cD3fG", "openreview_id", "Ab_cD3fG"),
        ("AN  - WOS:000123456700001", "other_ids", ("wos:000123456700001",)),
        ("AN  - PMID: 12345678", "other_ids", ("pmid:12345678",)),
    ],
)
def test_other_identifiers_are_read(line: str, field: str, value: object) -> None:
    assert getattr(record("TI  - One", line), field) == value


def test_markup_of_databases_is_read() -> None:
    paper = record("TI  - E = mc<sup>2</sup>", "AB  - <p>It holds for p &lt; .05 and a<b.</p>")
    assert (paper.title, paper.abstract) == ("E = mc2", "It holds for p < .05 and a<b.")


def test_lists_of_cited_works_become_references() -> None:
    paper = record(
        "TI  - One",
        "N1  - References: Lund, A., Meyer, B.C., Sparse rivers, and lamps (2019) J. Nets, 3, pp. 1-9;",
        "Okafor, C., A lamp for every robot? (2020) Lamps",
        "N1  - Export Date: 3 May 2021",
        "M1  - Lund, A, & Meyer, BC (2018). Deep rivers: A study. Nets, 3, 1-9. http://dx.doi.org/10.5555/R.18",
        "M1  - 12",
    )
    assert paper.references == (
        Reference(title="Sparse rivers, and lamps", authors=("A. Lund", "B.C. Meyer"), year=2019),
        Reference(title="A lamp for every robot?", authors=("C. Okafor",), year=2020),
        Reference(title="Deep rivers: A study", authors=("A Lund", "BC Meyer"), year=2018, doi="10.5555/r.18"),
    )


def test_a_record_without_title_and_abstract_says_what_it_has_instead() -> None:
    found = read(parse, "TY  - JOUR\nAU  - Lund, Ada\nER  - \nTY  - JOUR\nTI  - Two\nER  - \n")
    assert found[0] == Skipped(
        "a.txt:1", "no title and no abstract; expected the tags TI or T1, AB or N2, found TY, AU"
    )
    assert isinstance(found[1], Paper)
    assert found[1].position == 1


def test_a_record_that_is_not_utf8_costs_one_record() -> None:
    found = read(parse, "TY  - JOUR\nTI  - On\udce9\nER  - \nTY  - JOUR\nTI  - Two\nER  - \n")
    assert found[0] == Skipped("a.txt:1", "not UTF-8, so this record was not read; save the file as UTF-8")
    assert [one.title for one in found if isinstance(one, Paper)] == ["Two"]


@pytest.mark.parametrize(
    "content",
    [
        "We ask whether nets dream.\n\nThey do not.\n",
        "# How to\n\nTY  - JOUR\nTI  - One\n",
        "TY  - JOUR is how a record begins.\n\nIt ends otherwise.\n",
        "PMID- 1\nOWN - NLM\nTI  - One\nAB  - We.\n",
        '{"a": "TY  - JOUR"}\n',
    ],
)
def test_other_texts_are_not_taken_for_it(content: str) -> None:
    assert not sniff(content)


def test_no_sample_of_another_format_is_taken_for_it() -> None:
    assert told_samples(sniff) == {"ris.ris"}


@settings(max_examples=300, deadline=None)
@given(content=broken("ris.ris", "TY  - |\nER  - |\nTY-\n|\n\n|AB|\n  |;|\r| - "))
def test_whatever_is_broken_gives_papers_and_faults_only(content: str) -> None:
    sniff(content)
    assert all(isinstance(one, Paper | Skipped) for one in read(parse, content))


# Real files


def test_exactly_the_real_files_of_the_format_are_told(shared: Path) -> None:
    assert told(shared, sniff) == set(REAL)


@pytest.mark.parametrize("name", REAL)
def test_every_real_record_is_a_paper_with_its_fields(shared: Path, name: str) -> None:
    content = (shared / REAL[name] / name).read_text(encoding="utf-8")
    found = papers(parse, content)
    assert len(found) == len(re.findall(r"^TY  -", content, re.MULTILINE))
    assert sum(bool(paper.doi) for paper in found) == len(
        re.findall(r"^TY  -(?:(?!^ER  -)[\s\S])*?^DO  - ?\S", content, re.MULTILINE)
    )
    assert sum(bool(paper.abstract) for paper in found) == len(re.findall(r"^(?:AB|N2)  - \S", content, re.MULTILINE))
    assert sum(bool(paper.title) for paper in found) == len(re.findall(r"^T[I1]  - \S", content, re.MULTILINE))


def test_the_works_that_real_records_cite_are_read(shared: Path) -> None:
    ovid = (shared / "cases/files/ovid_psycinfo.ris").read_text(encoding="utf-8")
    assert sum(len(paper.references) for paper in papers(parse, ovid)) == len(re.findall("^M1  - ", ovid, re.MULTILINE))
