from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import given, settings

from loaders import Paper, Skipped
from loaders.csl_yaml import parse, sniff
from tests.loaders.tagged import FORMATS, broken

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = (FORMATS / "csl_yaml.yml").read_text(encoding="utf-8")


def read(content: str) -> list[Paper | Skipped]:
    return list(parse(content.splitlines(keepends=True), source="a.yml"))


def test_each_item_is_a_paper_and_a_broken_one_costs_no_other() -> None:
    first, broken, third = read(SAMPLE)
    assert sniff(SAMPLE)
    assert first == Paper(
        abstract="",
        title="The nets of Kitus and their Winds: H2O",
        authors=("Ada Lund",),
        year=2021,
        venue="Kite Letters",
        doi="10.5555/kl.1",
        source="a.yml",
        position=1,
    )
    assert isinstance(broken, Skipped)
    assert broken.reason.startswith("broken YAML (")
    assert isinstance(third, Paper)
    assert (third.line, third.position, third.abstract, third.arxiv_id) == (20, 2, "We fly.", "2401.00006")
    assert third.authors[-1] == "Tom Reed"


def test_items_may_be_indented_and_keys_may_follow() -> None:
    content = "title: mine\nreferences:\n  - id: a\n    title: One\n  - id: b\n    title: Two\nnocite: x\n- title: no\n"
    assert sniff(content)
    assert [one.title for one in read(content) if isinstance(one, Paper)] == ["One", "Two"]


def test_an_item_without_texts_is_named() -> None:
    (one,) = read("references:\n- id: a\n  DOI: 10.5555/1\n")
    assert isinstance(one, Skipped)
    assert one.place == "a.yml:2"


@pytest.mark.parametrize(
    "content",
    [
        "We fly.\n\nreferences:\n\n- one\n",
        "references:\n\nWe fly.\n",
        "interactions:\n- request:\n    body: null\n",
        "",
    ],
)
def test_what_is_no_bibliography_is_not_taken(content: str) -> None:
    assert not sniff(content)


@settings(max_examples=300, deadline=None)
@given(content=broken("csl_yaml.yml", "- |\n- |'|*a|&a |{|\t|!!x |? |<<: "))
def test_whatever_is_broken_gives_papers_and_faults_only(content: str) -> None:
    sniff(content)
    assert all(isinstance(one, Paper | Skipped) for one in read(content))


def test_every_item_of_a_real_bibliography_is_read(shared: Path) -> None:
    (path,) = (shared / "inputs" / "csl_json").glob("*.yml")
    content = path.read_text(encoding="utf-8")
    items = yaml.safe_load(content)["references"]
    found = [one for one in read(content) if isinstance(one, Paper)]
    assert sniff(content)
    assert len(found) == len(items)
    assert [len(paper.authors) for paper in found] == [len(item.get("author", ())) for item in items]
