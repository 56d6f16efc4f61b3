"""What README shows is what the commands print."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from graph.cli import cli

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def shown(command: str) -> str:
    """Return what README shows below the command, to the end of its block."""
    found = re.search(rf"```console\n\$ {re.escape(command)}\n(.*?)\n```", README, re.DOTALL)
    assert found, f"README shows no output of {command}"
    return found.group(1)


def printed(*words: str) -> str:
    result = CliRunner().invoke(cli, list(words))
    assert result.exit_code == 0, result.output
    return "\n".join(line.rstrip() for line in result.stdout.rstrip().splitlines())


def test_the_answer_on_the_sample_is_what_is_shown(tmp_path: Path) -> None:
    db = str(tmp_path / "sample.db")
    printed("build", "--sample", "--db", db)
    assert printed("neighbors", "GSM8K", "--db", db) == shown('kg neighbors "GSM8K" --db sample.db')


def test_the_numbers_of_the_linker_are_the_measured_ones(shared: Path) -> None:
    assert printed("eval", str(shared / "seeds" / "gold.jsonl")) == shown("kg eval gold.jsonl")


def test_the_size_of_the_catalogue_is_what_is_said() -> None:
    from graph.catalog import read_catalog

    assert f"a catalogue of {len(read_catalog().entities):,} datasets" in README
