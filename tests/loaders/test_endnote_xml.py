from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings

from loaders import Paper, Skipped, endnote_xml
from tests.loaders.xml_reading import FORMATS, counted, mutations, read, sample, sniffed

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = sample("endnote_xml.xml")


def test_a_record_gives_the_text_in_its_styles() -> None:
    papers, _ = read(endnote_xml, SAMPLE)
    assert papers[0] == Paper(
        "We fly kites where a<b holds. They fall.",
        title="Kites with CO2 on MNIST",
        authors=("Ada Lund", "Bo Meyer Jr.", "Kite Group"),
        year=2021,
        venue="Journal of Kites",
        url="https://pubmed.ncbi.nlm.nih.gov/90000001/",
        doi="10.5555/kite.1",
        other_ids=("pmid:90000001",),
        source="a.xml",
        position=1,
    )


def test_a_record_without_a_title_is_a_paper_and_one_without_an_abstract_too_is_skipped() -> None:
    papers, skipped = read(endnote_xml, SAMPLE)
    assert (papers[1].title, papers[1].abstract, papers[1].line) == (None, "An abstract of kites alone.", 13)
    assert skipped == [Skipped("a.xml:16", "title and abstract are both empty")]


def test_an_accession_number_of_another_database_is_no_pmid() -> None:
    assert read(endnote_xml, SAMPLE)[0][1].other_ids == ()
    named = SAMPLE.replace(
        "<accession-num>123", "<remote-database-name>PubMed</remote-database-name><accession-num>123"
    )
    assert read(endnote_xml, named)[0][1].other_ids == ("pmid:123",)


def test_a_preprint_gives_its_arxiv_id_version_and_date() -> None:
    last = read(endnote_xml, SAMPLE)[0][2]
    assert (last.arxiv_id, last.version, last.year) == ("2101.00001", 2, 2021)


def test_a_broken_record_costs_no_other() -> None:
    papers, skipped = read(endnote_xml, SAMPLE.replace("<style>We fly", "<style>& a<b <4 We fly"))
    assert papers[0].abstract == "& a<b <4 We fly kites where a<b holds. They fall."
    assert (len(papers), len(skipped)) == (3, 1)


def test_only_the_samples_of_this_format_are_told_as_such() -> None:
    assert sniffed(endnote_xml, FORMATS) == {"endnote_xml.xml"}
    assert not endnote_xml.sniff("<xml><records>")
    assert not endnote_xml.sniff("<records><record><header/></record></records>")


@settings(max_examples=150, deadline=None)
@given(mutations(SAMPLE))
def test_whatever_is_broken_gives_papers_and_reasons(text: str) -> None:
    read(endnote_xml, text)


def test_the_real_file_gives_as_many_records_as_another_parser_counts(shared: Path) -> None:
    path = shared / "inputs" / "endnote_xml" / "jabref__EndnoteXmlImporterTestArticle.xml"
    papers, skipped = read(endnote_xml, path.read_text(encoding="utf-8"))
    assert len(papers) == counted(path, "record")
    assert len(papers[0].authors) == counted(path, "author")
    assert (papers[0].doi, papers[0].year, papers[0].abstract) == ("10.1038/bjc.2014.606", 2015, "test abstract")
    assert not skipped
    assert sniffed(endnote_xml, shared / "inputs") == {path.name}
    assert not sniffed(endnote_xml, shared / "cases" / "files")
