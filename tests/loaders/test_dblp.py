from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from loaders import Paper, Reference, Skipped
from loaders.dblp import parse, sniff
from tests.loaders.tagged import FORMATS, broken, one, read, told, told_samples

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = (FORMATS / "dblp.xml").read_text(encoding="utf-8")


def titled(title: str) -> Paper:
    (paper,) = (found for found in read(parse, SAMPLE) if isinstance(found, Paper) and found.title == title)
    return paper


def article(inner: str) -> str:
    return f'<dblp><article key="journals/x/1">{inner}</article></dblp>'


def test_an_article_of_corr_gives_its_arxiv_id_and_every_field() -> None:
    paper = next(iter(read(parse, SAMPLE)))
    assert paper == Paper(
        title="Nets & H2O: All You Need Is a<b",
        abstract="",
        authors=("Ada Lund", "Bo Böhlen", "Cy Roe Jr."),
        year=2017,
        venue="CoRR",
        url="http://arxiv.org/abs/1706.99999",
        arxiv_id="1706.99999",
        other_ids=("dblp:journals/corr/LundB17",),
        references=(Reference(other_ids=("dblp:conf/made/Roe15",)),),
        source="a.txt",
        position=1,
    )
    assert isinstance(paper, Paper)
    assert paper.line == 4


def test_a_doi_is_found_among_the_links() -> None:
    paper = titled("What Is a Net?")
    assert (paper.doi, paper.url) == ("10.1000/made.15", "https://example.org/roe15")
    assert (paper.venue, paper.year) == ("MADE", 2015)


def test_theses_books_chapters_and_data_are_papers_and_the_rest_is_named() -> None:
    found = read(parse, SAMPLE)
    assert [item.title for item in found if isinstance(item, Paper)][2:] == [
        *("On Nets...", "A Book of Nets", "A Chapter", "Small Nets", "A Set of Nets")
    ]
    assert [(item.place, item.reason) for item in found if isinstance(item, Skipped)] == [
        ("a.txt:27", "a volume of proceedings, no paper"),
        ("a.txt:32", "the home page of a person, no paper"),
    ]
    assert titled("On Nets...").venue == "University of Nets"


def test_editors_are_no_authors() -> None:
    assert titled("A Book of Nets").authors == ()


@pytest.mark.parametrize(
    ("inner", "arxiv", "doi"),
    [
        ("<volume>cs.CL/0001001</volume><journal>CoRR</journal>", "cs/0001001", None),
        ("<volume>abs/cs/0601001</volume><journal>CoRR</journal>", "cs/0601001", None),
        ("<volume>12</volume><journal>CoRR</journal>", None, None),
        ("<ee>https://doi.org/10.48550/arXiv.2301.00001</ee>", "2301.00001", None),
        ("<ee>https://doi.org/10.48550/arXiv.2301.00001</ee><ee>https://doi.org/10.1/x</ee>", "2301.00001", None),
        ("<ee>https://doi.org/10.1000/x</ee><ee>http://arxiv.org/abs/2301.00001</ee>", "2301.00001", "10.1000/x"),
    ],
)
def test_arxiv_ids_are_found_in_volumes_and_links(inner: str, arxiv: str | None, doi: str | None) -> None:
    paper = one(parse, article(f"<title>T.</title>{inner}"))
    assert (paper.arxiv_id, paper.doi) == (arxiv, doi)


def test_a_link_to_openreview_gives_its_id() -> None:
    paper = one(parse, article("<title>T.</title><ee>https://openreview.net/forum?id=BkwHObbRZ</ee>"))
    assert paper.openreview_id == "BkwHObbRZ"


def test_the_number_of_a_homonym_is_no_part_of_the_name_and_a_year_in_a_title_stays() -> None:
    paper = one(parse, article("<author>Wei Wang 0001</author><author>Wei Wang 0012</author><title>Nets 2015.</title>"))
    assert (paper.authors, paper.title) == (("Wei Wang",), "Nets 2015")


def test_every_named_character_of_the_dtd_is_a_letter() -> None:
    paper = one(
        parse, article("<author>B&ouml;hlen &Aring;sa &szlig;&eth;&THORN;</author><title>&times; &amp; &#233;.</title>")
    )
    assert (paper.authors, paper.title) == (("Böhlen Åsa ßðÞ",), "× & é")


def test_a_record_without_a_title_is_skipped() -> None:
    (found,) = read(parse, article("<author>Ada Lund</author>"))
    assert isinstance(found, Skipped)
    assert found.reason == "no title, and DBLP has no abstracts"


def test_the_page_of_a_person_gives_the_papers_and_not_the_person() -> None:
    content = (
        '<dblpperson name="Ada Lund"><person key="homepages/1/1"><author>Ada Lund</author></person>\n'
        '<r><article key="journals/x/1"><author>Ada Lund</author><title>One.</title></article></r></dblpperson>'
    )
    assert sniff(content)
    assert [type(item) for item in read(parse, content)] == [Skipped, Paper]


def test_an_answer_of_the_search_is_read() -> None:
    content = (
        '<?xml version="1.0"?>\n<result><query id="1">net*</query><hits total="2"><hit id="1"><info><authors>'
        '<author pid="1/1">Ada Lund 0001</author><author pid="1/2">Bo Meyer</author></authors><title>One.</title>'
        "<venue>MADE</venue><year>2020</year><type>Conference and Workshop Papers</type><key>conf/made/L20</key>"
        "<doi>10.1000/L20</doi><ee>https://doi.org/10.1000/L20</ee><url>https://dblp.org/rec/conf/made/L20</url></info>"
        "</hit><hit><info><title>MADE 2020</title><type>Editorship</type></info></hit></hits></result>"
    )
    assert sniff(content)
    first, second = read(parse, content)
    assert isinstance(first, Paper)
    assert (first.title, first.authors, first.venue) == ("One", ("Ada Lund", "Bo Meyer"), "MADE")
    assert (first.doi, first.other_ids) == ("10.1000/l20", ("dblp:conf/made/L20",))
    assert isinstance(second, Skipped)


def test_bytes_that_are_no_utf8_cost_one_record() -> None:
    found = read(parse, SAMPLE.replace("B&ouml;hlen", "B\udcf6hlen"))
    assert isinstance(found[0], Skipped)
    assert found[0].reason.startswith("not UTF-8")
    assert sum(isinstance(item, Paper) for item in found) == 6


def test_only_xml_of_dblp_is_told() -> None:
    assert told_samples(sniff) == {"dblp.xml"}
    assert not sniff("<result><hits><hit>sport</hit></hits></result>")


@settings(deadline=None)
@given(broken("dblp.xml", "<|>|<article>|</article>|</dblp>|<www>|<!DOCTYPE|&nope;|&|&#0;|<![CDATA[|<!--|key="))
def test_any_broken_dump_gives_papers_and_reasons(content: str) -> None:
    found = read(parse, content)
    assert all(isinstance(item, (Paper, Skipped)) for item in found)
    positions = [item.position for item in found if isinstance(item, Paper)]
    assert positions == list(range(1, len(positions) + 1))


def test_no_real_file_is_taken_for_xml_of_dblp(shared: Path) -> None:
    assert told(shared, sniff) == set()  # the one real file of DBLP is BibTeX in JSON
