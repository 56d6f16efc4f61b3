from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings

from loaders import Paper, Reference, Skipped, tei
from tests.loaders.xml_reading import FORMATS, counted, mutations, read, sample, sniffed

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = sample("tei.xml")


def test_a_document_is_one_paper_with_its_references() -> None:
    papers, skipped = read(tei, SAMPLE)
    assert papers == [
        Paper(
            "We fly kites. They fall. It costs O(n2), and a < b.",
            title="Kites that Read MNIST",
            authors=("Ada B Lund", "Bo Meyer Jr"),
            year=2020,
            venue="Kites 2020",
            doi="10.5555/kite.1",
            arxiv_id="2001.00001",
            version=3,
            references=(
                Reference("Strings of kites", ("C Cord",), 1999, "10.5555/kite.9"),
                Reference("The Book of Kites", ("Cord",), 1998, arxiv_id="1412.00001"),
                Reference(None, ("Tail",), 1987, arxiv_id="1502.00002"),
            ),
            source="a.xml",
            position=1,
        )
    ]
    assert skipped == []


def test_the_title_of_the_source_stands_in_for_an_empty_one() -> None:
    stated = '<titleStmt><title level="a" type="main">Kites that Read MNIST</title></titleStmt>'
    (paper,), _ = read(tei, SAMPLE.replace(stated, '<titleStmt><title level="a" type="main"/></titleStmt>'))
    assert paper.title == "Kites that Read MNIST"


def test_the_body_is_no_abstract() -> None:
    start, end = SAMPLE.index("<abstract>"), SAMPLE.index("</abstract>")
    (paper,), _ = read(tei, SAMPLE[:start] + "<abstract>" + SAMPLE[end:])
    assert (paper.abstract, paper.title) == ("", "Kites that Read MNIST")


def test_names_of_elements_in_lower_case_are_read() -> None:
    names = ("TEI", "teiHeader", "fileDesc", "titleStmt", "publicationStmt", "sourceDesc", "biblStruct", "persName")
    text = SAMPLE.replace("<?xml version", "<!--?xml version").replace("?>", "?-->")
    for name in (*names, "profileDesc", "listBibl", "genName", "orgName"):
        text = text.replace(f"<{name}", f"<{name.lower()}").replace(f"</{name}", f"</{name.lower()}")
    assert tei.sniff(text)
    assert read(tei, text) == read(tei, SAMPLE)


def test_documents_one_behind_the_other_and_in_a_corpus_are_papers_each() -> None:
    assert len(read(tei, SAMPLE + SAMPLE)[0]) == 2
    documents = SAMPLE.split("?>")[1]
    corpus = f"<teiCorpus><teiHeader/>{documents}{documents}</teiCorpus>"
    assert tei.sniff(corpus)
    assert len(read(tei, corpus)[0]) == 2


def test_a_document_without_title_abstract_and_identifier_is_skipped() -> None:
    assert read(tei, "<TEI>\n<teiHeader/><text/></TEI>") == (
        [],
        [Skipped("a.xml:1", "title and abstract are both empty")],
    )


def test_only_the_samples_of_this_format_are_told_as_such() -> None:
    assert sniffed(tei, FORMATS) == {"tei.xml"}


@settings(max_examples=150, deadline=None)
@given(mutations(SAMPLE))
def test_whatever_is_broken_gives_papers_and_reasons(text: str) -> None:
    read(tei, text)


def test_the_real_files_give_as_many_references_as_another_parser_counts(shared: Path) -> None:
    folder = shared / "inputs" / "grobid_tei"
    for path in folder.iterdir():
        (paper,), skipped = read(tei, path.read_text(encoding="utf-8"))
        assert len(paper.references) == counted(path, "biblstruct") - 1, "the first describes the paper itself"
        assert paper.abstract
        assert paper.doi
        assert "Introduction" not in paper.abstract
        assert not skipped
    assert sniffed(tei, shared / "inputs") == {path.name for path in folder.iterdir()}
    assert not sniffed(tei, shared / "cases" / "files")
