from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import Paper, Skipped
from loaders.inline import plain
from loaders.markdown import parse, sniff

SAMPLE = (Path(__file__).resolve().parents[1] / "data" / "formats" / "markdown.md").read_text(encoding="utf-8")
PROSE = "We fly nets in the wind and show that they land where they should, on every day of the week but one. " * 3


def read(content: str) -> list[Paper | Skipped]:
    return list(parse(content.splitlines(keepends=True), source="a.md"))


def papers(content: str) -> list[Paper]:
    return [paper for paper in read(content) if isinstance(paper, Paper)]


def titles(content: str) -> list[str | None]:
    return [paper.title for paper in papers(content)]


def one(content: str) -> Paper:
    assert sniff(content)
    (paper,) = papers(content)
    return paper


# A list of papers


def test_a_list_gives_its_papers_and_nothing_else() -> None:
    assert sniff(SAMPLE)
    assert titles(SAMPLE) == [
        "Sails that Learn to Fold",
        "Folding Without a Sail: A Study of $x_i * y_j$",
        "Winds of Many Kinds",
        "Tables for Kites",
        "Rows of Strings",
        "Strings that Hold: a Survey",
        "Knots and their Nets",
        "Kites3 & Co",
    ]
    assert [paper.position for paper in papers(SAMPLE)] == list(range(1, 9))


def test_an_item_gives_authors_venue_year_and_ids() -> None:
    first, second, third = papers(SAMPLE)[:3]
    assert first == Paper(
        abstract="",
        title="Sails that Learn to Fold",
        authors=("Ada Lund", "Bo Meyer", "Nia Okafor"),
        year=2023,
        venue="ICML",
        url="https://arxiv.org/abs/2401.00001v2",
        arxiv_id="2401.00001",
        version=first.version,
        source="a.md",
        position=1,
    )
    assert first.line == 18
    assert (second.openreview_id, second.abstract) == (
        "AbCdEf1234",
        "We study how to fold, and find that sails are not needed.",
    )
    assert third.doi == "10.5555/kite.3"


def test_a_table_gives_what_its_columns_name() -> None:
    first, second = papers(SAMPLE)[3:5]
    assert (first.authors, first.venue, first.year) == (("Ada Lund", "Bo Meyer"), "NeurIPS", 2022)
    assert first.arxiv_id == "2401.00003"
    assert (second.authors, second.venue, second.year) == (("Nia Okafor",), "ICLR", 2021)


def test_a_heading_is_a_title_where_a_link_or_an_abstract_is_below() -> None:
    first, second = papers(SAMPLE)[5:7]
    assert (first.arxiv_id, first.authors) == ("2401.00004", ("Ada Lund", "Tom Reed"))
    assert (first.abstract, first.year) == ("Strings hold, and we say why.", 2022)
    assert (second.abstract, second.venue) == ("Knots are nets of a kind. We count them.", "KITE")


def test_a_heading_gives_venue_and_year_to_what_is_below_it_only() -> None:
    item = "- [One of Many](https://arxiv.org/abs/2401.0000{})\n"
    content = (
        f"# ICML 2023\n{item.format(1)}## 2021\n{item.format(2)}## Oral\n{item.format(3)}# Others\n{item.format(4)}"
    )
    assert [(paper.venue, paper.year) for paper in papers(content)] == [
        ("ICML", 2023),
        ("ICML", 2021),
        ("ICML", 2023),
        (None, None),
    ]


def test_the_name_of_a_list_is_no_venue() -> None:
    paper = one("# Awesome Kites Papers 2024\n\n- [One of Many](https://arxiv.org/abs/2401.00001)\n")
    assert (paper.venue, paper.year) == (None, 2024)


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        ("- **Nets that Fly.** Ada Lund. ICML 2021. [[pdf]](https://example.org/a.pdf)", "Nets that Fly"),
        ("- **[Nets that Fly](https://arxiv.org/abs/2401.00001)**, ICML 2021", "Nets that Fly"),
        ("- [**Nets that Fly**](https://arxiv.org/abs/2401.00001)", "Nets that Fly"),
        ("- **NTF**: [Nets that Fly](https://arxiv.org/abs/2401.00001)", "Nets that Fly"),
        ("- (**ICML 2021**) [Nets that Fly](https://arxiv.org/abs/2401.00001)", "Nets that Fly"),
        ("- [2024/01] [Nets that Fly](https://arxiv.org/abs/2401.00001)", "Nets that Fly"),
        ("* Nets that Fly [[paper](https://arxiv.org/abs/2401.00001)]", "Nets that Fly"),
        ("* [ ] Nets that Fly, [pdf](https://arxiv.org/abs/2401.00001)", "Nets that Fly"),
        ("1. Lund et al. “Nets that Fly.” [arXiv](https://arxiv.org/abs/2401.00001)", "Nets that Fly"),
        ("1) <b>Nets that Fly</b> <a href='https://arxiv.org/abs/2401.00001'>PDF</a>", "Nets that Fly"),
        ("- **Nets that Fly**, Ada Lund, 2021", "Nets that Fly"),
        ("- **Nets\n  that Fly** https://arxiv.org/abs/2401.00001", "Nets that Fly"),
        ("**Nets that Fly**<br>Ada Lund, Bo Meyer<br>[[Paper]](https://example.org/p)", "Nets that Fly"),
        ("## [Nets that Fly](https://arxiv.org/abs/2401.00001)", "Nets that Fly"),
        ("### 12. Nets that Fly\n\n[PDF](https://arxiv.org/abs/2401.00001)", "Nets that Fly"),
        ("- **Title:** Nets that Fly\n- **Link:** https://arxiv.org/abs/2401.00001", "Nets that Fly"),
        ("- [Nets [that] Fly](https://doi.org/10.5555/(1)2)", "Nets [that] Fly"),
        ("- [A\\*-Nets a<b](https://arxiv.org/abs/2401.00001)", "A*-Nets a<b"),
        ("<details><summary>Nets that Fly</summary>[pdf](https://arxiv.org/abs/2401.00001)</details>", "Nets that Fly"),
    ],
)
def test_a_title_is_found_in_every_way_of_writing_an_entry(entry: str, title: str) -> None:
    assert one(f"# Papers\n\n{entry}\n").title == title


@pytest.mark.parametrize(
    "content",
    [
        "- [Windy, a toolkit](https://github.com/example/windy)\n",
        "- [Sails](#sails)\n",
        "- **Who:** readers; **when:** in 2024\n",
        "- **Contact** us\n",
        "See the [paper](https://arxiv.org/abs/2401.00001) for more.\n",
        "- We build on the [paper](https://arxiv.org/abs/2401.00001)\n",
        "```\n- [One of Many](https://arxiv.org/abs/2401.00001)\n```\n",
        "<!--\n-->\n![One of Many](https://arxiv.org/abs/2401.00001)\n",
        "| Model | Score |\n|---|---|\n| KiteNet | 3 |\n",
    ],
)
def test_what_is_no_paper_is_none(content: str) -> None:
    assert read(content) == []
    assert not sniff(content)


# Abstracts


@pytest.mark.parametrize(
    "below",
    [
        "   > We fly.",
        "   **Abstract:** We\n   fly.",
        "> We\n> fly.\n",
        "   - Abstract: We fly.",
        "<details>\n<summary><b>Abstract</b></summary>\nWe fly.\n</details>",
        "**Abstract.** We fly.",
        "*Abstract* — We fly.",
    ],
)
def test_an_abstract_below_a_title_is_read(below: str) -> None:
    paper = one(f"- [One of Many](https://arxiv.org/abs/2401.00001)\n\n{below}\n")
    assert (paper.title, paper.abstract) == ("One of Many", "We fly.")


def test_headings_above_long_paragraphs_are_titles() -> None:
    content = f"# Kites\n\n## Nets that Fly High\n\n{PROSE}\n\n## Strings that Hold Well\n\n{PROSE}\n"
    assert sniff(content)
    assert [(paper.title, paper.abstract) for paper in papers(content)] == [
        ("Nets that Fly High", PROSE.strip()),
        ("Strings that Hold Well", PROSE.strip()),
    ]


# Faults


def test_a_row_with_a_paper_but_no_title_is_named() -> None:
    content = "| Model | Code |\n|---|---|\n| KiteNet | [x](https://arxiv.org/abs/2401.00001) |\n"
    (fault,) = read(content)
    assert isinstance(fault, Skipped)
    assert fault.place == "a.md:3"
    assert "without a title" in fault.reason


def test_bytes_that_are_no_utf8_cost_their_entry() -> None:
    content = (
        "- [K\udce4tes and Nets](https://arxiv.org/abs/2401.00001)\n- [One of Many](https://arxiv.org/abs/2401.00002)\n"
    )
    fault, paper = read(content)
    assert isinstance(fault, Skipped)
    assert fault.reason.startswith("not UTF-8")
    assert isinstance(paper, Paper)


@pytest.mark.parametrize(
    "content",
    [
        f"# ICML 2025 Papers\n\n{PROSE}\n\n{PROSE}\n",
        f"ICML 2025 Papers\n---\n\n{PROSE}\n\n---\n\n{PROSE}\n",
        f"# ICML 2025 Papers\n\nNets that Fly\n\n{PROSE}\n\nStrings\n\n{PROSE} Code is at https://github.com/example.\n",
        f"# A Paper\n\n## Introduction\n\n{PROSE}\n\n## The Nets that Fly\n\n{PROSE}\n\n## Conclusion\n\n{PROSE}\n",
        f"{PROSE} It beats **all** by 5* and __2__ [1](x).\n\n{PROSE}\n",
        "references:\n- id: Lund2021\n  title: One **of** Many\n  URL: https://arxiv.org/abs/2401.00001\n",
        "interactions:\n- request:\n    uri: https://api.semanticscholar.org/graph/v1/paper/batch\n",
        '{"title": "[One of Many](https://arxiv.org/abs/2401.00001)"}\n',
        "",
    ],
)
def test_what_is_no_list_in_markdown_is_not_taken(content: str) -> None:
    assert not sniff(content)


def test_papers_come_before_the_file_is_read_to_its_end() -> None:
    def endless() -> object:
        while True:
            yield "- [One of Many](https://arxiv.org/abs/2401.00001)\n"

    stream = parse(endless(), source="a.md")  # type: ignore[arg-type]
    assert sum(isinstance(next(stream), Paper) for _ in range(500)) == 500


@pytest.mark.parametrize("sign", ["[", "![", "*", "**", "`", "$", "<a ", "<!--", "|", "> ", "(", "<tr>", "[[](", "__a"])
def test_many_signs_in_a_row_take_no_long_time(sign: str) -> None:
    assert all(isinstance(paper, Paper | Skipped) for paper in read(f"- {sign * 20_000}\n"))


@settings(max_examples=300, deadline=None)
@given(
    cuts=st.lists(st.tuples(st.integers(0, 2500), st.integers(0, 60), st.text(max_size=6)), max_size=6),
    noise=st.sampled_from(
        ["\n", "\n\n", "|", "[", "](", "**", "<tr>", "<td>", "> ", "```\n", "#", "\x00", "\udcff", "$"]
    ),
)
def test_whatever_is_broken_gives_papers_and_faults_only(cuts: list[tuple[int, int, str]], noise: str) -> None:
    content = SAMPLE
    for start, length, text in cuts:
        content = content[:start] + noise + text + content[start + length :]
    sniff(content)
    assert all(isinstance(paper, Paper | Skipped) for paper in read(content))


# Inline marks


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a *b* **c** _d_ __e__ `f`", "a b c d e f"),
        ("snake_case_name and 2*3*4", "snake_case_name and 2*3*4"),
        ("$a_i*b*c$ costs $5 or $6", "$a_i*b*c$ costs $5 or $6"),
        ("E = mc<sup>2</sup>, a<b and b > c", "E = mc2, a<b and b > c"),
        ("AT&amp;T \\*starred\\*", "AT&T *starred*"),
        ("![x](https://example.org/x.svg) left", "left"),
    ],
)
def test_plain_text_is_what_a_reader_sees(text: str, shown: str) -> None:
    assert plain(text) == shown


# Real files


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("inputs/markdown/ICML-2025-Papers__dl-algorithms.md", r"(?m)^\| \[[A-Z]"),
        ("inputs/markdown/paper-finder__weekly_report_2026-07-11.md", r"https://arxiv\.org/abs/"),
        ("cases/files/promptpapers_README.md", r"(?m)^\d+\.\s+\*\*"),
    ],
)
def test_every_paper_of_a_real_list_is_read(shared: Path, name: str, pattern: str) -> None:
    content = (shared / name).read_text(encoding="utf-8")
    assert sniff(content)
    assert len(papers(content)) == len(read(content)) == len(re.findall(pattern, content))


def test_real_reports_give_ids_venues_and_abstracts(shared: Path) -> None:
    icml = papers((shared / "inputs/markdown/ICML-2025-Papers__dl-algorithms.md").read_text(encoding="utf-8"))
    assert {(paper.venue, paper.year) for paper in icml} == {("ICML", 2025)}
    assert sum(paper.arxiv_id is not None for paper in icml) == 50  # as the badge of the section says
    report = papers((shared / "inputs/markdown/paper-finder__weekly_report_2026-07-11.md").read_text(encoding="utf-8"))
    assert len({paper.arxiv_id for paper in report}) == 21
    assert sum(bool(paper.abstract) for paper in report) == 21


def test_real_abstracts_are_not_taken(shared: Path) -> None:
    for path in (shared / "seeds").glob("0*.txt"):
        assert not sniff(path.read_text(encoding="utf-8")[:65_536])
