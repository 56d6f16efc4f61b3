"""What the commands say to somebody who sees them for the first time."""

from __future__ import annotations

import json
import re
import shlex
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from graph.cli import COMMANDS, cli
from graph.store import open_store, transaction
from tests.small_store import make_store

if TYPE_CHECKING:
    from pathlib import Path

RALU = "arxiv:2502.00001"
RECORDS = (
    {
        "title": "Samples of ledgers",
        "abstract": "We evaluate on GSM8K. Calibrated classifiers help.",
        "authors": ["Wei Zhang", "Ada Łund"],
        "venue": "ICLR 2025",
    },
    {"title": "", "abstract": ""},
    {"title": "Masks", "abstract": "We evaluate on CIFAR-10.", "venue": "NeurIPS 2024 poster"},
    {"title": "Samples of ledgers", "abstract": "We evaluate on GSM8K. Calibrated classifiers help."},
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with records, titles, the store of both and what its build said."""
    folder = tmp_path_factory.mktemp("answers")
    (folder / "papers.jsonl").write_text("\n".join(map(json.dumps, RECORDS)), encoding="utf-8")
    titles = ({"file": "papers.jsonl", "paragraph": 1, "title": "Masks"}, {"file": "b", "paragraph": 7, "title": "B"})
    (folder / "titles.jsonl").write_text("\n".join(map(json.dumps, titles)), encoding="utf-8")
    result = kg("build", folder / "papers.jsonl", "--titles", folder / "titles.jsonl", "--db", folder / "papers.db")
    assert result.exit_code == 0, result.output
    (folder / "said").write_text(result.stdout, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_store(tmp_path_factory.mktemp("answers") / "small.db")


def kg(*args: object) -> Result:
    return CliRunner().invoke(cli, [str(arg) for arg in args], prog_name="kg")


# Names


def test_a_paper_that_a_part_of_its_title_led_to_says_so(small: Path) -> None:
    note = "(found by a part of its title)\n"
    for command in (["neighbors", "of small images"], ["paper", "of small images"], ["why", "ledgers", "GSM8K"]):
        result = kg(*command, "--db", small)
        assert (result.exit_code, note in result.stdout) == (0, True)
    assert note not in kg("paper", "masks of small images", "--db", small).stdout


def test_a_version_that_is_not_the_one_shown_is_told_so(tmp_path: Path) -> None:
    records = ({"id": f"2401.01234v{number}", "title": "One", "abstract": f"Text {number}."} for number in (1, 2))
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    assert kg("build", tmp_path / "a.jsonl", "--db", tmp_path / "a.db").exit_code == 0
    shown = kg("paper", "arXiv:2401.01234v1", "--db", tmp_path / "a.db").stdout
    assert "(asked for version 1; this is version 2, the newest that was read)\n" in shown
    assert "Text 2." in shown
    for name in ("2401.01234", "2401.01234v2"):
        assert "asked for" not in kg("paper", name, "--db", tmp_path / "a.db").stdout


def test_a_name_that_is_only_known_as_ambiguous_is_told_so(tmp_path: Path) -> None:
    store = make_store(tmp_path / "s.db")
    with open_store(store, write=True) as conn, transaction(conn):
        for paper, start in (("text:aaaaaaaaaaaa", 0), ("text:aaaaaaaaaaaa", 9), ("text:bbbbbbbbbbbb", 0)):
            conn.execute("INSERT INTO ambiguous VALUES (?, ?, ?, 'SSL', 0, 20, '[]')", (paper, start, start + 3))
    for command in (["neighbors", "SSL"], ["why", "ledgers", "ssl"]):
        result = kg(*command, "--db", store)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr == f'Error: "{command[-1]}" is ambiguous in 2 papers (kg review shows it)\n'


def test_why_suggests_entities_of_the_paper_that_have_the_word(small: Path) -> None:
    result = kg("why", RALU, "logical reasoning", "--db", small)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Did you mean RaLU or mathematical reasoning or reasoning?" in result.stderr


# Authors and venues


@pytest.mark.parametrize("text", ["Zhang", "wei zhang", "Łund", "ICLR", "iclr 2025"])
def test_a_search_finds_papers_by_author_and_venue(folder: Path, text: str) -> None:
    result = kg("search", text, "--db", folder / "papers.db")
    assert result.stdout.startswith("Samples of ledgers (")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wei zhang", '"wei zhang" is an author here (Wei Zhang); its papers: kg search "wei zhang"'),
        ("Zhang", '"Zhang" is an author here (Wei Zhang); its papers: kg search "Zhang"'),
        ("author:wei-zhang", '"Wei Zhang" is an author here (Wei Zhang); its papers: kg search "Wei Zhang"'),
        ("iclr", '"iclr" is a venue here (ICLR); its papers: kg search "iclr"'),
    ],
)
def test_an_author_or_a_venue_is_told_with_the_command_that_shows_the_papers(
    folder: Path, text: str, said: str
) -> None:
    result = kg("neighbors", text, "--db", folder / "papers.db")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"Error: {said}\n")


def test_an_author_who_turns_up_later_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"title": "One", "abstract": "We test GSM8K."}\n', encoding="utf-8")
    assert kg("build", tmp_path / "a.jsonl", "--db", tmp_path / "s.db").exit_code == 0
    (tmp_path / "a.jsonl").write_text(
        '{"title": "One", "abstract": "We test GSM8K.", "authors": ["Bo Doe"]}\n', encoding="utf-8"
    )
    assert kg("build", tmp_path / "a.jsonl", "--db", tmp_path / "s.db").exit_code == 0
    assert kg("search", "doe", "--db", tmp_path / "s.db").stdout.startswith("One (")


# What a build says


def test_merged_skipped_and_unused_are_named_by_file_and_line(folder: Path) -> None:
    said = (folder / "said").read_text(encoding="utf-8")
    assert re.search(r"^merged: papers\.jsonl:4 is text:\w+$", said, re.MULTILINE)
    assert said.endswith(
        "skipped: 1 record\n  papers.jsonl:2: title and abstract are both empty\n"
        "titles without a paper: 1\n  titles.jsonl:2: b was not read\n"
    )


def test_the_counts_say_what_they_count(folder: Path) -> None:
    said = kg("stats", "--db", folder / "papers.db").stdout
    assert re.search(r"^places of a name +\d+$", said, re.MULTILINE)
    assert re.search(r"^datasets +2$", said, re.MULTILINE)
    assert said.endswith("\nRELATED_TO is derived from these when asked for\n")


def test_each_of_several_errors_begins_as_one(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4\n")
    result = kg("build", tmp_path / "none.txt", tmp_path / "a.pdf", tmp_path, "--db", tmp_path / "s.db")
    assert result.exit_code == 1
    assert [line.partition(" ")[0] for line in result.stderr.splitlines()] == ["Error:"] * 3


def test_the_sample_has_a_store_of_its_own_unless_one_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KG_DB", raising=False)
    result = kg("build", "--sample")
    assert result.stdout.startswith("sample.db: 10 new papers\n")
    assert result.stdout.endswith('\nAsk it: kg neighbors "GSM8K" --db sample.db\n')
    for command in COMMANDS:
        if command in ("neighbors", "paper", "why", "search", "stats"):
            example = re.search(r"Example: kg (.+)", kg(command, "--help").stdout)
            assert example is not None
            done = kg(*shlex.split(example[1]), "--db", "sample.db")
            assert done.exit_code == 0, done.output
    monkeypatch.setenv("KG_DB", "other.db")
    assert kg("build", "--sample").stdout.startswith("other.db: 10 new papers\n")
    assert sorted(path.name for path in tmp_path.glob("*.db")) == ["other.db", "sample.db"]


# Help and gold


def test_no_summary_of_a_command_is_cut() -> None:
    for group in ([], ["catalog"]):
        assert "..." not in kg(*group, "--help").stdout.partition("Commands:")[2]


def test_every_option_is_described() -> None:
    for command in COMMANDS:
        listed = kg(command, "--help").stdout.partition("Options:\n")[2]
        assert not re.findall(r"^  --[\w-]+ [A-Z]+ +\[", listed, re.MULTILINE)


def test_a_gold_file_without_lines_is_one_line(tmp_path: Path) -> None:
    for content in ("", "\n\n"):
        (tmp_path / "gold.jsonl").write_text(content, encoding="utf-8")
        result = kg("eval", tmp_path / "gold.jsonl")
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr == "Error: gold.jsonl: it is empty; expected one JSON object a line\n"
