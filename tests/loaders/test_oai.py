from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from loaders import Paper, Skipped
from loaders.oai import parse, sniff
from tests.loaders.tagged import FORMATS, broken, one, read, sample, told, told_samples

if TYPE_CHECKING:
    from pathlib import Path

RAW = (FORMATS / "oai_raw.xml").read_text(encoding="utf-8")
OAI = '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">\n'


def record(metadata: str, header: str = "<identifier>oai:x:1</identifier>") -> str:
    return f"<record><header>{header}</header><metadata>{metadata}</metadata></record>\n"


def answer(inner: str) -> str:
    return f"{OAI}<ListRecords>{inner}</ListRecords></OAI-PMH>\n"


def raw(inner: str) -> str:
    return answer(record(f"<arXivRaw><id>2301.00001</id><title>T</title>{inner}</arXivRaw>"))


def reasons(content: str) -> list[str]:
    return [found.reason for found in read(parse, content) if isinstance(found, Skipped)]


def test_raw_metadata_gives_the_newest_version_and_the_year_of_the_first() -> None:
    paper = next(iter(read(parse, RAW)))
    assert paper == Paper(
        title="Counting Nets by Hand",
        abstract="We count nets by hand, and find $k_{\\rm B}$ of them & more.",
        authors=("Plato", "Ada Lund", "José Roe Jr.", "Bo Böhlen"),
        year=2022,
        venue="J. Invented Nets 8 (2023)",
        url="https://arxiv.org/abs/2301.00007",
        doi="10.1000/count.7",
        arxiv_id="2301.00007",
        version=10,
        source="a.txt",
        position=1,
    )
    assert isinstance(paper, Paper)
    assert paper.line == 6


def test_a_deleted_record_is_skipped_by_name() -> None:
    assert reasons(RAW) == ["deleted in its repository (oai:arXiv.org:2301.00008)"]


def test_metadata_of_arxiv_gives_names_in_parts_and_a_withdrawn_abstract_is_none() -> None:
    paper = read(parse, RAW)[-1]
    assert paper == Paper(
        title="A Bound",
        abstract="",
        authors=("Ada Lund Jr.", "The Net Collaboration"),
        year=2002,
        url="https://arxiv.org/abs/math/0202002",
        arxiv_id="math/0202002",
        source="a.txt",
        position=2,
    )


def test_dublin_core_of_arxiv_gives_the_first_date_the_doi_and_the_journal() -> None:
    first, _ = sample(parse, "oai_dc.xml")
    assert first == Paper(
        title="Nets Without Loss",
        abstract="We train nets without a loss.",
        authors=("Ada Lund", "Bo Böhlen"),
        year=2022,
        venue="J. Invented Nets 9 (2023)",
        url="http://arxiv.org/abs/2301.00009",
        doi="10.1000/loss.9",
        arxiv_id="2301.00009",
        source="a.txt",
        position=1,
    )


def test_dublin_core_of_a_journal_gives_its_name_without_volume_and_pages() -> None:
    _, second = sample(parse, "oai_dc.xml")
    assert (second.venue, second.year, second.authors) == ("Journal of Invented Sums", 2019, ("Cy Roe",))
    assert (second.url, second.doi, second.arxiv_id) == ("https://journal.example/article/5", "10.1000/sums.5", None)


@pytest.mark.parametrize(
    ("authors", "names"),
    [
        ("Ada Lund", ("Ada Lund",)),
        ("Ada Lund, Bo Meyer", ("Ada Lund", "Bo Meyer")),
        ("Ada Lund, Bo Meyer, and Cy Roe (Dept. of X, City)", ("Ada Lund", "Bo Meyer", "Cy Roe")),
        ("Ada Lund and\n  Bo Meyer", ("Ada Lund", "Bo Meyer")),
        ("Ada Lund (for the NET Collaboration) et al.", ("Ada Lund",)),
        ("Anders And, Andy Sand", ("Anders And", "Andy Sand")),
    ],
)
def test_names_of_raw_metadata_stand_in_one_text(authors: str, names: tuple[str, ...]) -> None:
    assert one(parse, raw(f"<authors>{authors}</authors>")).authors == names


def test_an_answer_without_records_says_what_the_server_said() -> None:
    error = f'{OAI}<error code="noRecordsMatch">No matching records</error></OAI-PMH>'
    assert reasons(error) == ["the server answered noRecordsMatch: No matching records"]
    assert reasons(f'{OAI}<error code="badVerb"/></OAI-PMH>') == ["the server answered badVerb"]
    headers = f"{OAI}<ListIdentifiers><header><identifier>oai:x:1</identifier></header></ListIdentifiers></OAI-PMH>"
    assert reasons(headers) == ["no record; expected the answer to ListRecords or GetRecord"]


def test_metadata_in_another_format_is_skipped_by_name() -> None:
    marc = record('<marc:record xmlns:marc="http://www.loc.gov/MARC21/slim"><marc:leader/></marc:record>')
    assert reasons(answer(marc)) == ["metadata in record; expected oai_dc, arXiv or arXivRaw"]
    assert reasons(answer(record(""))) == ["no metadata; expected oai_dc, arXiv or arXivRaw"]
    assert reasons(answer(record("<arXiv><id>2301.00001</id></arXiv>"))) == ["title and abstract are both empty"]


def test_the_identifier_of_a_record_tells_the_arxiv_id_where_the_metadata_does_not() -> None:
    content = answer(record("<dc><title>T</title></dc>", "<identifier>oai:arXiv.org:2301.00003</identifier>"))
    assert one(parse, content).arxiv_id == "2301.00003"


def test_answers_put_one_behind_the_other_are_each_read() -> None:
    content = raw("<abstract>One.</abstract>") + '<?xml version="1.0"?>' + raw("<abstract>Two.</abstract>")
    found = read(parse, content)
    assert [paper.abstract for paper in found if isinstance(paper, Paper)] == ["One.", "Two."]
    assert len(found) == 2


def test_bytes_that_are_no_utf8_cost_one_record() -> None:
    found = read(parse, RAW.replace("Counting", "Count\udce9ng"))
    assert [type(item) for item in found] == [Skipped, Skipped, Paper]
    assert reasons(RAW.replace("Counting", "Count\udce9ng"))[0].startswith("not UTF-8")


def test_only_answers_of_the_protocol_are_told() -> None:
    assert told_samples(sniff) == {"oai_raw.xml", "oai_dc.xml"}
    assert sniff('<record xmlns="http://www.openarchives.org/OAI/2.0/"><header/></record>')
    assert not sniff("<xml><records><record><titles/></record></records></xml>")


@settings(deadline=None)
@given(broken("oai_raw.xml", '<|>|<record>|</record>|</metadata>|<error code="x"/>|&|&#0;|<![CDATA[|<!--|("|v99'))
def test_any_broken_answer_gives_papers_and_reasons(content: str) -> None:
    found = read(parse, content)
    assert all(isinstance(item, (Paper, Skipped)) for item in found)
    positions = [item.position for item in found if isinstance(item, Paper)]
    assert positions == list(range(1, len(positions) + 1))


@settings(deadline=None)
@given(broken("oai_dc.xml", "<|>|<record>|</record>|</dc:title>|<dc:date>|&|&#0;|<![CDATA[|<!--|2024|10.1/x"))
def test_any_broken_dublin_core_gives_papers_and_reasons(content: str) -> None:
    assert all(isinstance(item, (Paper, Skipped)) for item in read(parse, content))


def test_the_real_answer_is_told_and_read(shared: Path) -> None:
    path = shared / "inputs" / "arxiv_oai_xml" / "fatcat__arxivraw_1810.09584.xml"
    assert told(shared, sniff) == {path.name}
    raw_one = ElementTree.parse(path).find(".//{http://arxiv.org/OAI/arXivRaw/}arXivRaw")  # noqa: S314
    assert raw_one is not None
    paper = one(parse, path.read_text(encoding="utf-8"))
    said = {child.tag.rpartition("}")[2]: child.text or "" for child in raw_one}
    assert (paper.arxiv_id, paper.doi, paper.title) == (said["id"], said["doi"], said["title"])
    assert paper.version == len(raw_one.findall("{*}version"))
    assert paper.abstract == " ".join(said["abstract"].split())
    assert len(paper.authors) == 4
