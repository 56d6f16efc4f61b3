from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import Paper, Reference, Skipped
from loaders.table import parse, sniff

DATA = Path(__file__).resolve().parents[1] / "data" / "formats"
SCOPUS = (DATA / "table.csv").read_text(encoding="utf-8")
WOS = (DATA / "table.tsv").read_text(encoding="utf-8")


def read(content: str) -> list[Paper | Skipped]:
    return list(parse(content.splitlines(keepends=True), source="a.csv"))


def papers(content: str) -> list[Paper]:
    return [paper for paper in read(content) if isinstance(paper, Paper)]


def faults(content: str) -> list[tuple[str, str]]:
    return [(one.place, one.reason) for one in read(content) if isinstance(one, Skipped)]


def titles(content: str) -> list[str | None]:
    return [paper.title for paper in papers(content)]


# What a row says


def test_a_row_of_scopus_is_a_paper_with_its_ids_and_references() -> None:
    first, second = papers(SCOPUS)
    assert sniff(SCOPUS)
    assert first == Paper(
        abstract='We fly "sparse" nets, and measure them on the Kite-10 set; they land.',
        title="Kites, sails and sparse nets",
        authors=("Ada Lund", "Bo Meyer"),
        year=2021,
        venue="Journal of Kites",
        url="https://example.org/kite1",
        doi="10.5555/kite.1",
        other_ids=("scopus:2-s2.0-85000000001",),
        references=(
            Reference(title="Nets in the wind", authors=("N. Okafor",), year=2019),
            Reference("On strings, loosely held", ("N. Okafor", "T. Reed"), 2018, "10.5555/kl.2"),
        ),
        source="a.csv",
        position=1,
    )
    assert (first.line, second.line, second.abstract, second.year) == (2, 4, "", 2022)


def test_a_row_of_web_of_science_is_a_paper_and_a_mark_between_tabs_is_one_that_was_typed() -> None:
    first, second, third = papers(WOS)
    assert sniff(WOS)
    assert first.title == '"Big kites" in small winds'
    assert (first.authors, first.year, first.venue, first.doi) == (
        ("Ada Lund", "Bo Meyer"),
        2021,
        "KITE LETTERS",
        "10.5555/kl.7",
    )
    assert first.other_ids == ("pmid:30000001", "wos:000600000000001")
    assert first.references == (Reference(authors=("Okafor N",), year=2019, doi="10.5555/kite.9"),)
    assert (second.title, third.title) == ('"Lone mark of a title', "The last of the rows")


@pytest.mark.parametrize(
    ("header", "row", "field", "value"),
    [
        ("Document Title,Publication Title,PDF Link", "One,Kites,https://example.org/p", "venue", "Kites"),
        ("Article Title,Source Title,Author Full Names", 'One,Kites,"Lund, Ada; Meyer, Bo"', "venue", "Kites"),
        ("Title,Author,Abstract Note", 'One,"Lund, Ada; Meyer, Bo",We fly.', "abstract", "We fly."),
        ("Title,Author,Abstract Note", 'One,"Lund, Ada; Meyer, Bo",We fly.', "authors", ("Ada Lund", "Bo Meyer")),
        ("Title,Publication Year,Url", "One,2021,https://example.org/1", "year", 2021),
        ("Item Title,Item DOI,Authors", "One,10.5555/1,Ada McLundBo Meyer", "authors", ("Ada McLund", "Bo Meyer")),
        ("Item Title,Item DOI,Authors", "One,10.5555/1,Ada Lund", "doi", "10.5555/1"),
        ("title,authors,label_included", "One,\"['Lund, Ada', 'Meyer, Bo']\",1", "authors", ("Ada Lund", "Bo Meyer")),
        ("title,year,authors", 'One,2021,"[""Ada Lund"", ""Bo Meyer""]"', "authors", ("Ada Lund", "Bo Meyer")),
        ("Title,Author Names,Source", 'One,"Lund R.B., Reed T.",Kites (2004) 1:2 (3-4)', "venue", "Kites"),
        ("Title,Author Names,Source", 'One,"Lund R.B., Reed T.",Kites (2004) 1:2 (3-4)', "year", 2004),
        ("Title,Author Names,Source", 'One,"Lund R.B., Reed T.",Scopus', "venue", None),
        ("Title,Author Names,Source", 'One,"Lund R.B., Reed T.",Kites', "authors", ("R.B. Lund", "T. Reed")),
        ("Title,Year,Extra", "One,2021,arXiv:2401.00001 [cs]", "arxiv_id", "2401.00001"),
        ("PMID,Title,Journal/Book", "30000001,One,Kites", "other_ids", ("pmid:30000001",)),
        ("Title,Author,Author", 'One,"Lund, Ada","Meyer, Bo"', "authors", ("Ada Lund", "Bo Meyer")),
        ("Title,DOI,Year", 'One,"=""10.5555/1""",2021', "doi", "10.5555/1"),
    ],
)
def test_a_column_is_known_by_any_of_its_names(header: str, row: str, field: str, value: object) -> None:
    content = f"{header}\n{row}\n"
    assert sniff(content)
    (paper,) = papers(content)
    assert paper.title == "One"
    assert getattr(paper, field) == value


# Separators and headers


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_names_of_the_columns_tell_the_separator(separator: str) -> None:
    rows = (("Title", "Abstract", "Year"), ("One", '"We fly, nets; and\t\nkites | strings."', "2021"))
    content = "\n".join(separator.join(row) for row in rows)
    assert sniff(content)
    (paper,) = papers(content)
    assert (paper.title, paper.abstract, paper.year) == ("One", "We fly, nets; and kites | strings.", 2021)


@pytest.mark.parametrize(
    "before", ["\ufeff", "sep=,\n", "\ufeffsep=,\n", "About the data: exported, on Monday\n\nTwo rows, all of them\n"]
)
def test_what_excel_and_databases_write_above_the_header_is_no_row(before: str) -> None:
    content = f"{before}Title,Year,Abstract\nOne,2021,We fly.\n"
    assert sniff(content)
    assert titles(content) == ["One"]
    assert faults(content) == []


def test_a_declared_separator_counts() -> None:
    assert titles("sep=;\nTitle;Year, or so;Abstract\nOne, or two;2021;We fly.\n") == ["One, or two"]


def test_a_table_without_a_header_is_refused_in_one_line() -> None:
    content = '"One","We fly.","2021"\n"Two","We sail.","2022"\n'
    assert sniff(content)
    ((place, reason),) = faults(content)
    assert place == "a.csv:1"
    assert 'expected a row of names such as "Title"' in reason
    assert papers(content) == []


def test_a_table_without_title_and_abstract_is_refused_with_its_columns() -> None:
    content = "Authors,Year,DOI\nAda Lund,2021,10.5555/1\n"
    assert sniff(content)
    assert "found Authors, Year, DOI" in faults(content)[0][1]


def test_abstracts_without_titles_are_read() -> None:
    (paper,) = papers("id,abstract\n1,We fly.\n")
    assert (paper.title, paper.abstract) == (None, "We fly.")


def test_of_two_columns_with_one_name_the_first_that_is_not_empty_counts() -> None:
    assert titles("Title,Year,Title\n,2021,Second\nFirst,2021,Other\n") == ["Second", "First"]


@pytest.mark.parametrize(
    "content",
    [
        "ICML 2025 Papers\n\nWe fly nets, and kites; they land.\n\nThis paper sails.\n",
        "Title, abstract and authors of the papers, as sent.\n\nWe fly, and land, at last, in the wind.\n",
        "Abstract\n\nWe fly nets, and kites.\n",
        "Abstract, in short\n\nWe fly nets, and kites, and sails.\n\nWe land.\n",
        '[\n {\n  "title",\n  "abstract"\n }\n]\n',
        "@article{a,\n title = {One},\n year = {2021},\n abstract = {We fly}\n}\n",
        "| Title | Year |\n|---|---|\n| One | 2021 |\n",
        "Title | Year\n--- | ---\nOne | 2021\n",
        "interactions:\n- request:\n    uri: https://example.org/?fields=paperId,title,url,venue,year\n",
        "name,type\nMNIST,dataset\n",
        "",
    ],
)
def test_what_is_no_table_is_not_taken(content: str) -> None:
    assert not sniff(content)


# Rows that are broken


def test_a_short_row_is_read_and_an_empty_one_is_none() -> None:
    assert titles("Title,Year,Abstract\nOne\n\n,,\nTwo,2021\n") == ["One", "Two"]


def test_a_row_that_is_too_long_is_skipped_with_its_line() -> None:
    content = "Title,Year,Abstract\nOne,2021,We fly, and land\nTwo,2022,We sail.,,\n"
    ((place, reason),) = faults(content)
    assert place == "a.csv:2"
    assert reason == '4 cells, expected 3 as in line 1; quote what has a ","'
    assert titles(content) == ["Two"]


def test_a_row_without_title_and_abstract_is_skipped() -> None:
    assert faults("Title,Abstract,Year\n , ,2021\n") == [("a.csv:2", "title and abstract are both empty")]


def test_a_mark_that_never_closes_costs_its_row_only() -> None:
    rows = "".join(f'"Paper {number}","We fly.\nAnd land.",2021\n' for number in range(400))
    content = f'Title,Abstract,Year\n"Zero, We fly,2020\n{rows}'
    ((place, reason),) = faults(content)
    assert place == "a.csv:2"
    assert "a quotation mark opens a cell and none closes it" in reason
    assert len(papers(content)) == 400


def test_a_mark_that_never_closes_above_rows_without_marks_costs_its_row_only() -> None:
    content = 'Title,Abstract,Year\nOne,"We fly,2020\n' + "Two,We sail.,2021\n" * 3000
    assert [place for place, _ in faults(content)] == ["a.csv:2"]
    assert len(papers(content)) == 3000


def test_a_mark_that_never_closes_at_the_end_is_named() -> None:
    content = 'Title,Abstract,Year\nOne,We fly.,2020\n"Two,We sail.,2021'
    assert titles(content) == ["One"]
    assert [place for place, _ in faults(content)] == ["a.csv:3"]


def test_the_rest_of_a_broken_row_is_no_row() -> None:
    content = 'Title,Abstract,Year\nOne,"We "fly"\nand "land" here",2020\nTwo,We sail.,2021\n'
    assert titles(content) == ["Two"]
    assert "lines 2 to 3 were not read" in faults(content)[0][1]


def test_marks_within_a_cell_are_kept() -> None:
    assert titles('Title,Year\n5" disks,2020\n"Big" nets,2021\n"A ""big"" net",2022\n') == [
        '5" disks',
        '"Big" nets',
        'A "big" net',
    ]


def test_a_cell_may_be_longer_than_the_csv_module_takes() -> None:
    (paper,) = papers(f'Title,Abstract\nOne,"{"word " * 100_000}"\n')
    assert len(paper.abstract) == 499_999


def test_a_nul_and_bytes_that_are_no_utf8_cost_their_row_at_most() -> None:
    content = "Title,Abstract\nOne,We \x00fly.\nTwo,We s\udce4il.\nThree,We land.\n"
    assert titles(content) == ["One", "Three"]
    assert [place for place, _ in faults(content)] == ["a.csv:3"]


def test_rows_come_before_the_file_is_read_to_its_end() -> None:
    def endless() -> object:
        yield "Title,Abstract\n"
        while True:
            yield 'One,"We\nfly."\n'

    stream = parse(endless(), source="a.csv")  # type: ignore[arg-type]
    assert sum(isinstance(next(stream), Paper) for _ in range(50)) == 50


@settings(max_examples=300, deadline=None)
@given(
    sample=st.sampled_from([SCOPUS, WOS, SCOPUS.replace(",", ";")]),
    cuts=st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 40), st.text(max_size=6)), max_size=5),
    noise=st.sampled_from(['"', "\n", ",", "\t", "\x00", "\udcff", '",', "\r", ""]),
)
def test_whatever_is_broken_gives_papers_and_faults_only(
    sample: str, cuts: list[tuple[int, int, str]], noise: str
) -> None:
    for start, length, text in cuts:
        sample = sample[:start] + noise + text + sample[start + length :]
    sniff(sample)
    assert all(isinstance(one, Paper | Skipped) for one in read(sample))


# Real files


@pytest.mark.parametrize(
    ("name", "separator"),
    [
        ("inputs/csv_tsv/asreview__duplicate_records.csv", ";"),
        ("inputs/csv_tsv/asreview__generic_labels_no_title.csv", ","),
        ("inputs/csv_tsv/asreview__generic_tab.csv", "\t"),
        ("inputs/csv_tsv/colrev__ieee_csv.csv", ","),
        ("cases/files/embase.csv", ","),
    ],
)
def test_every_row_of_a_real_table_is_read_or_named(shared: Path, name: str, separator: str) -> None:
    content = (shared / name).read_text(encoding="utf-8")
    rows = list(csv.DictReader(content.splitlines(keepends=True), delimiter=separator))
    texts = [
        (row.get("title") or row.get("Title") or "").strip()
        + (row.get("abstract") or row.get("Abstract") or "").strip()
        for row in rows
    ]
    assert sniff(content)
    assert len(papers(content)) == sum(map(bool, texts))
    assert len(faults(content)) == sum(not text for text in texts)
