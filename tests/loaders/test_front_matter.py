from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import given, settings

from loaders import Paper, Skipped
from loaders.front_matter import parse, sniff
from tests.loaders.tagged import FORMATS, broken

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = (FORMATS / "front_matter.md").read_text(encoding="utf-8")
PROSE = "We fly nets in the wind and show that they land where they should, on every day of the week but one. " * 3


def read(content: str) -> list[Paper | Skipped]:
    return list(parse(content.splitlines(keepends=True), source="a.md"))


def papers(content: str) -> list[Paper]:
    return [paper for paper in read(content) if isinstance(paper, Paper)]


def faults(content: str) -> list[tuple[str, str]]:
    return [(one.place, one.reason) for one in read(content) if isinstance(one, Skipped)]


def test_a_page_is_a_paper_and_its_tex_stays() -> None:
    assert sniff(SAMPLE)
    assert read(SAMPLE) == [
        Paper(
            abstract=r"We fly nets with  \begin{align} x_i = a_i \end{align} and $k$ strings: they land.",
            title="KITE: Nets that Fly",
            authors=("Ada Lund", "Bo Meyer"),
            year=2024,
            venue="Proceedings of the 4th Conference on Kites",
            url="https://example.org/kite.pdf",
            openreview_id="AbCdEf1234",
            source="a.md",
            position=1,
        )
    ]


def test_values_stay_as_typed() -> None:
    (paper,) = papers("---\ntitle: 1e5\nauthor: [NO, Ada Lund]\nyear: 2021\nabstract: yes\n---\n")
    assert (paper.title, paper.authors, paper.year, paper.abstract) == ("1e5", ("NO", "Ada Lund"), 2021, "yes")


def test_pages_one_after_the_other_are_papers_each() -> None:
    content = SAMPLE + SAMPLE + "---\ntitle: Third\nyear: 2021\n---\nText\n\n---\n\nMore\n"
    assert [(paper.position, paper.line, paper.title) for paper in papers(content)] == [
        (1, 1, "KITE: Nets that Fly"),
        (2, 19, "KITE: Nets that Fly"),
        (3, 37, "Third"),
    ]
    assert faults(content) == []


def test_a_long_paragraph_below_is_the_abstract_where_no_field_is() -> None:
    content = f"---\ntitle: One\nvenue: Kites\n---\n\n[pdf](a.pdf)\n\n{PROSE}\n\nMore of it.\n"
    assert [paper.abstract for paper in papers(content)] == [PROSE.strip()]


def test_a_broken_page_costs_no_other() -> None:
    content = '---\ntitle: "One\nyear: 2021\n---\n' + SAMPLE
    ((place, reason),) = faults(content)
    assert place.startswith("a.md:")
    assert reason.startswith("broken YAML (")
    assert [paper.title for paper in papers(content)] == ["KITE: Nets that Fly"]


def test_an_end_that_is_missing_is_named() -> None:
    ((place, reason),) = faults("---\ntitle: One\nauthor: Ada Lund\n")
    assert place == "a.md:1"
    assert "expected a line of ---" in reason


def test_an_alias_is_named_and_not_followed() -> None:
    ((_, reason),) = faults("---\ntitle: &a [*a]\n---\n")
    assert "alias" in reason


def test_bytes_that_are_no_utf8_are_named() -> None:
    assert "not UTF-8" in faults("---\ntitle: K\udce4te\n---\n")[0][1]


@pytest.mark.parametrize(
    "content",
    [
        f"---\n\n{PROSE}\n\n---\n\n{PROSE}\n",
        f"ICML 2025 Papers\n---\ntitle: no\nauthor: no\n---\n{PROSE}\n",
        "---\nlayout: page\ntitle: Papers\n---\n\n- [One of Many](https://arxiv.org/abs/2401.00001)\n",
        "---\nreferences:\n- id: Lund2021\n  title: One\n  author: Ada Lund\n",
        "interactions:\n- request:\n    body: null\n",
        "",
    ],
)
def test_what_is_no_page_of_a_paper_is_not_taken(content: str) -> None:
    assert not sniff(content)


@settings(max_examples=300, deadline=None)
@given(content=broken("front_matter.md", "---\n|\n---\n|'|*a|&a |{|\t|!!x |? |<<: "))
def test_whatever_is_broken_gives_papers_and_faults_only(content: str) -> None:
    sniff(content)
    assert all(isinstance(one, Paper | Skipped) for one in read(content))


def test_a_real_page_is_read(shared: Path) -> None:
    (path,) = (shared / "inputs" / "markdown_frontmatter").iterdir()
    content = path.read_text(encoding="utf-8")
    record = yaml.safe_load(content.split("---\n")[1])
    (paper,) = papers(content)
    assert sniff(content)
    assert (paper.title, paper.abstract) == (record["title"], record["abstract"])
    assert len(paper.authors) == len(record["author"])
    assert (paper.year, paper.openreview_id, paper.url) == (2025, record["openreview"], record["pdf"])
