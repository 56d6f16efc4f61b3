from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from loaders import Paper, Skipped
from loaders.acl import parse, sniff
from tests.loaders.tagged import FORMATS, broken, one, read, told, told_samples

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = (FORMATS / "acl.xml").read_text(encoding="utf-8")


def titled(title: str, content: str = SAMPLE) -> Paper:
    (paper,) = (found for found in read(parse, content) if isinstance(found, Paper) and found.title == title)
    return paper


def paper_in(collection: str, volume: str, inner: str, number: int = 1) -> str:
    return (
        f'<collection id="{collection}"><volume id="{volume}"><paper id="{number}"><title>T</title>{inner}</paper>'
        "</volume></collection>"
    )


def test_a_paper_gives_every_field_and_inline_tags_are_joined() -> None:
    paper = next(iter(read(parse, SAMPLE)))
    assert paper == Paper(
        title="NetFit: Fitting O(n^2) Nets in One Go",
        abstract="We fit nets to MNIST in E = mc^2 steps; p < 0.05, and see https://example.org/net.",
        authors=("Ada Lund", "Plato", "Bo Meyer, Jr."),
        year=2031,
        venue="Proceedings of the First Meeting on Made-up Language (Long Papers)",
        url="https://aclanthology.org/2031.made-long.1/",
        doi="10.1000/v1/2031.made-long.1",
        other_ids=("acl:2031.made-long.1",),
        source="a.txt",
        position=1,
    )
    assert isinstance(paper, Paper)
    assert paper.line == 14


def test_a_retracted_paper_has_no_abstract_and_the_reason_is_none_either() -> None:
    assert titled("A Bound That Is None").abstract == ""


def test_a_removed_paper_is_skipped_with_the_reason_and_the_front_matter_is_no_paper() -> None:
    found = read(parse, SAMPLE)
    assert [item.reason for item in found if isinstance(item, Skipped)] == [
        "removed from the anthology: The authors asked for it."
    ]
    assert sum(isinstance(item, Paper) for item in found) == 4


def test_editors_are_no_authors() -> None:
    assert titled("Notes of the Editors").authors == ()


def test_each_volume_has_its_own_venue_and_year() -> None:
    paper = titled("Short Nets")
    assert (paper.venue, paper.year, paper.abstract) == ("Short Papers", 2032, "")


def test_a_paper_without_an_id_of_its_own_has_that_of_its_place() -> None:
    assert titled("Short Nets").other_ids == ("acl:2031.made-short.1",)
    assert titled("Short Nets").url == "https://aclanthology.org/2031.made-short.1/"


@pytest.mark.parametrize(
    ("collection", "volume", "number", "name"),
    [
        ("P18", "1", 2, "P18-1002"),
        ("W18", "3", 2, "W18-0302"),
        ("D19", "50", 2, "D19-5002"),
        ("D19", "1", 2, "D19-1002"),
    ],
)
def test_ids_before_2020_are_made_of_four_digits(collection: str, volume: str, number: int, name: str) -> None:
    assert one(parse, paper_in(collection, volume, "", number)).other_ids == (f"acl:{name}",)


@pytest.mark.parametrize(
    ("address", "url", "ids"),
    [
        ("P18-1007", "https://aclanthology.org/P18-1007/", ("acl:P18-1007",)),
        ("http://www.aclweb.org/anthology/P18-1007", "https://aclanthology.org/P18-1007/", ("acl:P18-1007",)),
        ("https://aclanthology.org/P18-1007.pdf", "https://aclanthology.org/P18-1007/", ("acl:P18-1007",)),
        ("http://www.lrec.example/1.pdf", "http://www.lrec.example/1.pdf", ("acl:P18-1001",)),
    ],
)
def test_an_address_gives_the_id_where_it_is_one_of_the_site(address: str, url: str, ids: tuple[str, ...]) -> None:
    paper = one(parse, paper_in("P18", "1", f"<url>{address}</url>"))
    assert (paper.url, paper.other_ids) == (url, ids)


def test_files_of_the_former_shape_are_read() -> None:
    content = (
        '<volume id="P99"><paper id="1000"><title>Proceedings</title><editor><last>Ed</last></editor></paper>\n'
        '<paper id="1001"><title>Nets</title><author><first>Ada</first><last>Lund</last></author><year>1999</year>'
        "<booktitle>Old Meeting</booktitle></paper></volume>"
    )
    assert sniff(content)
    paper = titled("Nets", content)
    assert (paper.year, paper.venue, paper.other_ids) == (1999, "Old Meeting", ("acl:P99-1001",))


def test_what_has_neither_title_nor_abstract_and_the_number_nought_are_skipped() -> None:
    content = (
        '<collection id="2031.made"><volume id="a"><paper id="0"><title>Proceedings</title></paper>'
        '<paper id="1"/></volume></collection>'
    )
    assert [found.reason for found in read(parse, content) if isinstance(found, Skipped)] == [
        "front matter of a volume, no paper",
        "title and abstract are both empty",
    ]


def test_bytes_that_are_no_utf8_cost_one_paper() -> None:
    found = read(parse, SAMPLE.replace("We fit", "We f\udce9t"))
    assert sum(isinstance(item, Paper) for item in found) == 3
    assert isinstance(found[0], Skipped)
    assert found[0].reason.startswith("not UTF-8")


def test_only_collections_of_the_anthology_are_told() -> None:
    assert told_samples(sniff) == {"acl.xml"}
    assert not sniff('<collection xmlns="http://www.loc.gov/MARC21/slim"><record/></collection>')


@settings(deadline=None)
@given(broken("acl.xml", "<|>|<paper>|</paper>|</volume>|<meta>|</title>|<i>|&|&#0;|<![CDATA[|<!--|id="))
def test_any_broken_collection_gives_papers_and_reasons(content: str) -> None:
    found = read(parse, content)
    assert all(isinstance(item, (Paper, Skipped)) for item in found)
    positions = [item.position for item in found if isinstance(item, Paper)]
    assert positions == list(range(1, len(positions) + 1))


def test_the_real_collections_are_told_and_counted(shared: Path) -> None:
    paths = sorted((shared / "inputs" / "acl_anthology_xml").iterdir())
    assert told(shared, sniff) == {path.name for path in paths}
    for path in paths:
        expected = list(ElementTree.parse(path).iterfind(".//paper"))  # noqa: S314
        found = [paper for paper in read(parse, path.read_text(encoding="utf-8")) if isinstance(paper, Paper)]
        assert len(found) == len(expected)
        for paper, element in zip(found, expected, strict=True):
            assert paper.title == " ".join("".join(element.find("title").itertext()).split())  # type: ignore[union-attr]
            assert paper.other_ids == (f"acl:{element.findtext('url')}",)
            has_abstract = any(text.strip() for part in element.iter("abstract") for text in part.itertext())
            assert bool(paper.abstract) == has_abstract
            named = [author for author in element.iter("author") if "".join(author.itertext()).strip()]
            assert len(paper.authors) == len(named)
