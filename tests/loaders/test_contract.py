"""What holds for every format."""

from __future__ import annotations

import gzip
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from loaders import LOADERS, LoadError, Paper, Skipped, load
from loaders.door import open_sources
from tests.loaders.samples import FOLDER, SAMPLES, papers_of, table

if TYPE_CHECKING:
    from pathlib import Path

every_sample = pytest.mark.parametrize("name", SAMPLES)


def test_every_format_has_a_sample() -> None:
    assert sorted(SAMPLES.values()) == sorted(loader.name for loader in LOADERS)


@every_sample
def test_it_is_told_by_its_content_whatever_its_name(name: str, tmp_path: Path) -> None:
    path = tmp_path / "papers"
    path.write_bytes((FOLDER / name).read_bytes())
    (source,) = open_sources(path)
    assert source.format == SAMPLES[name]


@every_sample
def test_it_gives_papers_numbered_from_one_with_the_name_of_their_file(name: str) -> None:
    papers = papers_of(name)
    assert len(papers) >= 1
    assert [paper.position for paper in papers] == list(range(1, len(papers) + 1))
    assert {paper.source for paper in papers} == {name}
    assert all(paper.title or paper.abstract or paper.other_ids or paper.doi or paper.arxiv_id for paper in papers)


@every_sample
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_it_is_read_alike_in_every_encoding(name: str, encoding: str, end: str, tmp_path: Path) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    path = tmp_path / name
    path.write_bytes(text.replace("\n", end).encode(encoding))
    assert [record for record in load(path) if isinstance(record, Paper)] == papers_of(name)


@every_sample
def test_it_is_read_compressed(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.gz"
    path.write_bytes(gzip.compress((FOLDER / name).read_bytes()))
    assert [record for record in load(path) if isinstance(record, Paper)] == papers_of(name)


@every_sample
def test_cut_anywhere_it_still_gives_papers_or_says_what_is_wrong(name: str, tmp_path: Path) -> None:
    whole = (FOLDER / name).read_bytes()
    for share in range(1, 10):
        path = tmp_path / name
        path.write_bytes(whole[: len(whole) * share // 10])
        records: list[object] = []
        with suppress(LoadError):  # what is cut so early that it is no format any more is refused
            records = list(load(path))
            assert records
        assert all(isinstance(record, (Paper, Skipped)) for record in records)


def test_the_table_in_readme_is_what_the_samples_give() -> None:
    readme = (FOLDER.parents[2] / "README.md").read_text(encoding="utf-8")
    assert "\n".join(table()) in readme
