from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import Paper, Reference, Skipped, pubmed
from tests.loaders.xml_reading import FORMATS, counted, mutations, read, sample, sniffed

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = sample("pubmed.xml")


def test_an_article_gives_its_labelled_abstract_and_its_identifiers() -> None:
    first = read(pubmed, SAMPLE)[0][0]
    assert first == Paper(
        "BACKGROUND: Kites fall (p < 0.05). METHODS: We fly n2 kites on MNIST. It helps.",
        title="Kites that count in vivo: E = mc2 & H2O.",
        authors=("Ada B Lund", "B Meyer Jr", "Kite Group, North"),
        year=2019,
        venue="Journal of kites",
        doi="10.5555/kite.1",
        other_ids=("pmid:90000001", "pmcid:PMC900001"),
        references=(
            Reference(year=2004, doi="10.5555/kite.9", other_ids=("pmid:90000009",)),
            Reference(doi="10.5555/kite.8", arxiv_id="1901.00001"),
        ),
        source="a.xml",
        position=1,
    )
    assert first.line == 5


def test_a_translated_title_keeps_its_brackets_and_another_abstract_stands_in_for_none() -> None:
    second = read(pubmed, SAMPLE)[0][1]
    assert (second.title, second.abstract, second.year) == ("[On kites].", "Kites fly.", 2001)
    assert second.authors == ("Øyvind Løv",)
    assert second.doi is None


def test_a_title_that_is_not_available_gives_way_to_the_one_in_the_language_of_the_paper() -> None:
    papers, _ = read(pubmed, SAMPLE.replace("[On kites].", "[Not Available]."))
    assert papers[1].title == "Om drager."


def test_an_article_without_an_abstract_is_a_paper() -> None:
    third = read(pubmed, SAMPLE)[0][2]
    assert (third.title, third.abstract, third.other_ids) == ("Kites without more.", "", ("pmid:90000003",))


def test_the_doi_of_a_reference_is_not_that_of_the_article() -> None:
    papers, _ = read(pubmed, SAMPLE.replace('<ArticleId IdType="doi">10.5555/Kite.1</ArticleId>', ""))
    assert papers[0].doi is None


def test_a_chapter_of_a_book_has_its_own_title_and_authors_and_the_book_as_venue() -> None:
    book = read(pubmed, SAMPLE)[0][3]
    assert (book.title, book.venue, book.year) == ("Strings", "The Book of Kites", 1998)
    assert (book.authors, book.doi, len(book.references)) == (("Cy Cord",), "10.5555/book.4", 1)


def test_deleted_records_are_named() -> None:
    _, skipped = read(pubmed, SAMPLE)
    assert skipped == [Skipped("a.xml:85", "2 records that PubMed deleted are named, no papers")]


def test_citations_alone_files_put_one_behind_the_other_and_one_line_files_are_read() -> None:
    citation = "<PMID>1</PMID><Article><ArticleTitle>One.</ArticleTitle></Article>"
    alone = f"<MedlineCitationSet>\n<MedlineCitation>{citation}</MedlineCitation></MedlineCitationSet>"
    assert [paper.title for paper in read(pubmed, alone)[0]] == ["One."]
    assert len(read(pubmed, SAMPLE + SAMPLE)[0]) == 8
    assert len(read(pubmed, " ".join(SAMPLE.split("\n")))[0]) == 4


def test_signs_that_are_no_markup_cost_nothing() -> None:
    papers, skipped = read(pubmed, SAMPLE.replace("Kites fall", "a<b & c < 3 <<"))
    assert papers[0].abstract.startswith("BACKGROUND: a<b & c < 3 << (p < 0.05).")
    assert len(papers) == 4
    assert len(skipped) == 1


def test_a_record_with_broken_markup_costs_no_other() -> None:
    papers, skipped = read(pubmed, SAMPLE.replace("Kites fall", "<i>Kites fall").replace("</Abstract>", "</Abstrakt>"))
    assert sorted(paper.line for paper in papers) == [5, 52, 67, 70]
    assert {paper.title for paper in papers} == {paper.title for paper in read(pubmed, SAMPLE)[0]}
    assert any("broken XML" in one.reason for one in skipped)


def test_a_record_that_is_not_utf_8_is_skipped_alone() -> None:
    papers, skipped = read(pubmed, SAMPLE.replace("Kites fall", "Kit\udce9s fall"))
    assert papers[0].title == "[On kites]."
    assert skipped[0] == Skipped("a.xml:5", "not UTF-8, so this record was not read; save the file as UTF-8")


def test_a_cut_file_gives_what_it_holds_and_says_that_it_is_cut() -> None:
    papers, skipped = read(
        pubmed, SAMPLE[: SAMPLE.index("</Article></MedlineCitation>\n</PubmedArticle>\n<PubmedBookArticle>")]
    )
    assert [paper.title for paper in papers] == [
        "Kites that count in vivo: E = mc2 & H2O.",
        "[On kites].",
        "Kites without more.",
    ]
    assert "Premature end" in skipped[-1].reason


def test_only_the_samples_of_this_format_are_told_as_such() -> None:
    assert sniffed(pubmed, FORMATS) == {"pubmed.xml"}
    assert not pubmed.sniff("We parse <PubmedArticle> elements, and find them good.")


@settings(max_examples=150, deadline=None)
@given(mutations(SAMPLE))
def test_whatever_is_broken_gives_papers_and_reasons(text: str) -> None:
    read(pubmed, text)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=300))
def test_whatever_is_no_xml_is_read_without_a_traceback(text: str) -> None:
    pubmed.sniff(text)
    read(pubmed, text)


def test_the_real_files_give_as_many_articles_and_references_as_another_parser_counts(shared: Path) -> None:
    folder = shared / "inputs" / "pubmed"
    for path in folder.glob("*.xml"):
        papers, skipped = read(pubmed, path.read_text(encoding="utf-8"))
        assert len(papers) == counted(path, "pubmedarticle")
        assert sum(len(paper.references) for paper in papers) == counted(path, "reference")
        assert sum(len(paper.authors) for paper in papers) == counted(path, "author")
        assert all(paper.abstract and paper.doi and paper.year and paper.venue for paper in papers)
        assert not skipped
    xml = {path.name for path in folder.glob("*.xml")}
    assert sniffed(pubmed, shared / "inputs") == xml
    assert not sniffed(pubmed, shared / "cases" / "files")


def test_formulas_in_mathml_are_joined_in_a_real_file(shared: Path) -> None:
    path = shared / "inputs" / "pubmed" / "jabref__MedlineImporterTestMathML.xml"
    (paper,), _ = read(pubmed, path.read_text(encoding="utf-8"))
    assert "elements: ηp2 0 1 0" in paper.abstract
    assert "y=x23" in paper.abstract
