from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from graph.export import export_jsonl
from graph.ingest import ingest
from graph.ingest.likeness import is_alike, similarity
from graph.store import open_store
from loaders.paper import Paper, Reference
from tests.small_linker import CATALOG, link_many

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

LONG = (
    "We study how small lakes freeze in winter and propose a graph of ice that predicts the day on which the surface "
    "closes. On records of forty lakes in the north the graph is right within two days, and it needs no weather data "
    "but the wind of the last week, which is measured at every harbour of the region."
)
LATER = LONG.replace("forty lakes", "sixty lakes").replace("two days", "one day")
OTHER = (
    "Bread that rises twice keeps longer. This paper tests four kinds of yeast on rye and wheat, in ovens of three "
    "bakeries, and reports crumb, crust and mould over two weeks, with a panel of tasters who did not know which loaf "
    "was which and who agreed more often than chance would have them agree."
)
CITED = Paper(
    "We evaluate on GSM8K.", title="A Census of Lake Ice", doi="10.5555/lake", authors=("Ada Lund",), source="b"
)
CITING = Paper(
    "Nothing is said here.",
    title="Ice After All",
    doi="10.5555/ice",
    references=(
        Reference(doi="10.5555/lake", title="A census of lake ice"),
        Reference(title="Harbour Winds of the North", year=1999, authors=("Bo Meyer",)),
        Reference(other_ids=("openalex:W12",)),
        Reference(),
    ),
    source="a",
)


def build(path: Path, papers: Iterable[Paper]) -> None:
    with open_store(path, write=True) as db:
        ingest(papers, db, link_many, entity=CATALOG.get, fingerprint="1")


def rows(path: Path, statement: str) -> list[tuple[object, ...]]:
    with open_store(path, write=False) as db:
        return [tuple(row) for row in db.execute(statement)]


def cites(path: Path) -> list[tuple[object, ...]]:
    return rows(path, "SELECT source, target FROM edges WHERE type = 'CITES' ORDER BY 1, 2")


def papers(path: Path) -> list[str]:
    return [str(id_) for (id_,) in rows(path, "SELECT id FROM papers WHERE NOT stub ORDER BY id")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "papers.db"


def test_a_reference_is_an_edge_to_the_paper_in_the_store_else_to_a_stub(path: Path) -> None:
    build(path, [CITED, CITING])
    targets = [target for _, target in cites(path)]
    assert targets[0] == "doi:10.5555/lake"
    assert rows(path, "SELECT title, year FROM papers WHERE stub ORDER BY title") == [
        ("Harbour Winds of the North", 1999),
        ("openalex:W12", None),
    ]
    assert len(targets) == 3


def test_it_does_not_matter_whether_the_citing_or_the_cited_paper_is_read_first(tmp_path: Path) -> None:
    stores = []
    third = replace(
        CITING,
        abstract="The third.",
        doi="10.5555/third",
        title="Third",
        references=(Reference(arxiv_id="2401.00001"),),
    )
    fourth = replace(
        CITING,
        doi="10.5555/four",
        abstract="The fourth.",
        title="Fourth",
        references=(Reference(doi="10.5555/x", arxiv_id="2401.00001", title="X"),),
    )
    for number, order in enumerate(permutations([CITED, CITING, third, fourth])):
        path = tmp_path / f"{number}.db"
        build(path, order)
        with open_store(path, write=False) as db, (tmp_path / "out").open("w") as out:
            export_jsonl(db, out)
        stores.append((tmp_path / "out").read_text())
    assert len(set(stores)) == 1
    assert ("doi:10.5555/four", "doi:10.5555/x") in cites(path)


def test_a_stub_goes_when_its_paper_is_loaded_and_when_nothing_cites_it_any_more(path: Path) -> None:
    build(path, [CITING])
    assert len(rows(path, "SELECT id FROM papers WHERE stub")) == 3
    build(path, [Paper("It blows.", title="Harbour winds of the North", source="c"), CITED])
    assert len(rows(path, "SELECT id FROM papers WHERE stub")) == 1
    build(path, [replace(CITING, references=(Reference(doi="10.5555/lake"),))])
    assert cites(path) == [("doi:10.5555/ice", "doi:10.5555/lake")]
    assert rows(path, "SELECT id FROM papers WHERE stub") == []


def test_a_paper_does_not_cite_itself(path: Path) -> None:
    build(path, [replace(CITED, references=(Reference(doi="10.5555/lake"),))])
    assert cites(path) == []


def test_two_papers_that_turn_out_to_be_one_are_cited_as_one(path: Path) -> None:
    preprint = Paper("We evaluate on CIFAR-10.", title="Lake", arxiv_id="2401.00002", source="p")
    citing = replace(CITING, references=(Reference(arxiv_id="2401.00002"),))
    build(path, [CITED, preprint, citing, replace(CITED, arxiv_id="2401.00002")])
    assert cites(path) == [("doi:10.5555/ice", "doi:10.5555/lake")]


def test_the_newest_version_gives_the_text_in_whatever_order(tmp_path: Path) -> None:
    first = Paper(LONG, title="Ice", arxiv_id="2401.01234", version=1, source="a")
    second = Paper(LATER, title="Ice, Revised", arxiv_id="2401.01234", version=2, source="b")
    plain = Paper(LONG, title="Ice", arxiv_id="2401.01234", source="c")
    for number, order in enumerate(permutations([first, second, plain])):
        path = tmp_path / f"{number}.db"
        build(path, order)
        assert papers(path) == ["arxiv:2401.01234"]
    for number, order in enumerate([(first, second), (second, first)], 10):
        path = tmp_path / f"{number}.db"
        build(path, order)
        assert rows(path, "SELECT title, version, abstract FROM papers") == [("Ice, Revised", 2, LATER)]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_address_of_an_older_version_is_not_given_for_the_text_of_a_newer(path: Path, order: list[int]) -> None:
    first = Paper(LONG, arxiv_id="2401.01234", version=1, url="http://arxiv.org/abs/2401.01234v1", source="a")
    versions = (first, Paper(LATER, arxiv_id="2401.01234", version=2, source="b"))
    build(path, [versions[number] for number in order])
    assert rows(path, "SELECT url, version FROM papers") == [("http://arxiv.org/abs/2401.01234", 2)]


def test_every_file_that_a_paper_was_read_from_is_kept(path: Path) -> None:
    build(path, [CITED, replace(CITED, source="z"), replace(CITED, source="c")])
    assert rows(path, "SELECT source FROM paper_sources ORDER BY source") == [("b",), ("c",), ("z",)]


PREPRINT = Paper(LONG, title="A Census of Lake Ice", authors=("Ada Lund", "Bo Meyer"), year=2024, arxiv_id="2401.05555")


@pytest.mark.parametrize(
    "published",
    [
        Paper("", title="A census of lake-ice", authors=("A. Lund",), year=2025, doi="10.5555/kite.7"),
        Paper(LATER, title="Counting Lake Ice", authors=("Ada Lund", "Bo Meyer"), year=2025, doi="10.5555/kite.7"),
        Paper(LATER, title="A Census of Lake Ice", authors=(), year=2024, openreview_id="abcDEF123"),
        Paper(LATER, title="A Census of Lake Ice", authors=("Ada Lund",), arxiv_id="2402.00009"),
    ],
    ids=["title and first author", "authors and abstract", "title and abstract", "two arXiv ids, one abstract"],
)
def test_a_preprint_and_its_publication_are_one_paper(path: Path, published: Paper) -> None:
    build(path, [replace(PREPRINT, source="a"), replace(published, source="b")])
    assert len(papers(path)) == 1


@pytest.mark.parametrize(
    "other",
    [
        Paper("", title="A Census of Lake Ice", year=2025, doi="10.5555/kite.7"),
        Paper(OTHER, title="A Census of Lake Ice", authors=("Ada Lund",), year=2024, doi="10.5555/kite.7"),
        Paper("", title="A Census of Lake Ice", authors=("Zoe Ode",), year=2024, doi="10.5555/kite.7"),
        Paper(OTHER, title="Rye and Wheat", authors=("Ada Lund", "Bo Meyer"), year=2024, doi="10.5555/kite.7"),
        Paper("", title="A Census of Lake Ice", authors=("Ada Lund",), year=2024, arxiv_id="2402.00009"),
        Paper(LONG, title="A Census of Lake Ice", authors=("Ada Lund",), year=1999, doi="10.5555/kite.7"),
    ],
    ids=["title alone", "another text", "another author", "authors alone", "another arXiv id", "far in time"],
)
def test_a_title_alone_does_not_make_two_papers_one(other: Paper) -> None:
    assert not is_alike(PREPRINT, other)


BARE = Paper("", title="A Census of Lake Ice", authors=("Ada Lund",), year=2024)
FROZEN = Paper(LONG, title="Lake Ice, Part I", authors=("Ada Lund", "Bo Meyer"), year=2024)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (BARE, replace(BARE, authors=("Eva Lund",), doi="10.5555/eva")),
        (BARE, replace(BARE, authors=("Bo Meyer",))),
        (BARE, replace(BARE, authors=())),
        (replace(BARE, other_ids=("acl:2020.ice-1.0",)), replace(BARE, year=2025, other_ids=("acl:2021.ice-1.0",))),
        (replace(BARE, title="Reply to the Comments", doi="10.5555/r"), replace(BARE, title="Reply to the comments")),
        (replace(BARE, title="Editorial"), replace(BARE, title="Editorial", year=2025)),
        (FROZEN, replace(FROZEN, abstract=LATER, title="Lake Ice, Part II")),
        (replace(FROZEN, doi="10.5555/1"), replace(FROZEN, abstract=LATER, title="Lake Ice and Wind", doi="10.5555/2")),
    ],
    ids=["initial", "author", "no author", "volume", "reply", "editorial", "part", "two DOIs and two titles"],
)
def test_two_papers_with_much_in_common_stay_two(tmp_path: Path, one: Paper, other: Paper) -> None:
    for number, order in enumerate(permutations([replace(one, source="a"), replace(other, source="b")])):
        path = tmp_path / f"{number}.db"
        for _ in range(2):
            build(path, order)
            assert len(papers(path)) == 2


def test_a_title_in_a_list_makes_no_two_papers_one(path: Path) -> None:
    build(path, [CITING, Paper("", title="Harbour winds of the North", doi="10.5555/wind", source="b")])
    build(path, [Paper("", title="Harbour winds of the North", source="c")])
    assert len(papers(path)) == 3


def test_identifiers_in_a_list_make_no_two_papers_one(path: Path) -> None:
    wrong = replace(CITING, references=(Reference(doi="10.5555/lake", arxiv_id="2401.00009"),))
    other = Paper(OTHER, title="Rye and Wheat", arxiv_id="2401.00009", source="c")
    build(path, [wrong, other, CITED])
    assert papers(path) == ["arxiv:2401.00009", "doi:10.5555/ice", "doi:10.5555/lake"]


def test_what_a_title_in_a_list_means_does_not_depend_on_the_order(tmp_path: Path) -> None:
    one = Paper(LONG, title="Harbour Winds of the North", authors=("Bo Meyer",), year=1998, doi="10.5555/98")
    two = replace(one, abstract=OTHER, year=1999, doi="10.5555/99")
    three = replace(one, abstract="", authors=("Ada Lund",), year=1999, doi="10.5555/00")
    for number, order in enumerate(permutations([CITING, one, two, three])):
        build(tmp_path / f"{number}.db", order)
        assert ("doi:10.5555/ice", "doi:10.5555/99") in cites(tmp_path / f"{number}.db")


def test_two_versions_and_a_record_without_one_end_the_same_when_read_again(tmp_path: Path) -> None:
    first = Paper(LONG, title="Ice", arxiv_id="2401.01234", version=1, source="a")
    second = Paper(LATER, title="Ice, Revised", arxiv_id="2401.01234", version=2, source="b")
    plain = Paper(OTHER, title="Ice", arxiv_id="2401.01234", venue="Lakes", source="c")
    for number, order in enumerate(permutations([first, second, plain])):
        path = tmp_path / f"{number}.db"
        for _ in range(2):
            build(path, order)
            assert rows(path, "SELECT title, version, abstract, venue FROM papers") == [
                ("Ice, Revised", 2, LATER, "Lakes")
            ]


def test_two_papers_that_a_third_record_joins_end_the_same_when_read_again(path: Path, tmp_path: Path) -> None:
    preprint = Paper(LONG, title="Ice", arxiv_id="2401.01234", other_ids=("openalex:W1",), source="a", position=1)
    published = Paper(OTHER, title="On Ice", doi="10.5555/a", other_ids=("openalex:W2",), source="a", position=2)
    both = Paper("", title="Of Ice", doi="10.5555/a", arxiv_id="2401.01234", source="a", position=3)
    exports = []
    for _ in range(2):
        build(path, [preprint, published, both])
        with open_store(path, write=False) as db, (tmp_path / "out").open("w") as out:
            export_jsonl(db, out)
        exports.append((tmp_path / "out").read_text())
    assert papers(path) == ["doi:10.5555/a"]
    assert exports[0] == exports[1]


def test_a_second_doi_of_a_paper_takes_the_place_of_its_stub(path: Path) -> None:
    build(path, [CITED, replace(CITING, references=(Reference(doi="10.5555/second"),))])
    build(path, [replace(CITED, arxiv_id="2401.00003"), replace(CITED, doi="10.5555/second", arxiv_id="2401.00003")])
    assert cites(path) == [("doi:10.5555/ice", "doi:10.5555/lake")]


def test_similarity_needs_enough_words() -> None:
    assert similarity("We do this.", LONG) is None
    assert similarity(LONG, LONG) == 1
    assert (similarity(LONG, LATER) or 0) > 0.8
    assert (similarity(LONG, OTHER) or 0) < 0.1
