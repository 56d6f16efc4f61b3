"""What `-o` may replace, and what it never does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copy

import pytest
from click.testing import CliRunner, Result

from graph.cli import cli
from tests.small_store import make_store

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = {"view": "page.html", "export": "graph.jsonl"}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_store(tmp_path_factory.mktemp("output") / "small.db")


@pytest.fixture
def store(made: Path, tmp_path: Path) -> Path:
    return Path(copy(made, tmp_path / "small.db"))


def kg(*args: object) -> Result:
    return CliRunner().invoke(cli, [str(arg) for arg in args], prog_name="kg")


def refused(result: Result) -> str:
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    return result.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("end", ["", "-wal", "-shm", ".lock"])
def test_the_store_is_never_replaced_not_even_by_force(store: Path, command: str, end: str) -> None:
    before = store.read_bytes()
    target = store.with_name(store.name + end)
    said = refused(kg(command, "-o", target, "--force", "--db", store))
    assert said == f"Error: {target}: is the store itself or a part of it; give another name\n"
    assert store.read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_the_store_is_known_under_another_name(store: Path, tmp_path: Path) -> None:
    (tmp_path / "soft").symlink_to(store)
    (tmp_path / "hard").hardlink_to(store)
    for name in ("soft", "hard"):
        assert "is the store itself" in refused(kg("export", "-o", tmp_path / name, "--db", store))


@pytest.mark.parametrize("command", COMMANDS)
def test_somebody_elses_file_stays_unless_forced(store: Path, tmp_path: Path, command: str) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine\n", encoding="utf-8")
    what = {"view": "page", "export": "export"}[command]
    said = refused(kg(command, "-o", notes, "--db", store))
    assert said == f"Error: {notes}: is no {what} of citegraph; give another name, or --force\n"
    assert notes.read_text(encoding="utf-8") == "mine\n"
    assert kg(command, "-o", notes, "--force", "--db", store).exit_code == 0
    assert notes.stat().st_size > 1000


@pytest.mark.parametrize(
    "content", ["<!DOCTYPE html><title>mine</title>", '{"title": "A", "type": "paper"}\n', '{"type": "article"}', "[1]"]
)
def test_a_users_own_page_or_records_are_somebody_elses(store: Path, tmp_path: Path, content: str) -> None:
    (tmp_path / "own").write_text(content, encoding="utf-8")
    for command in COMMANDS:
        refused(kg(command, "-o", tmp_path / "own", "--db", store))
    assert (tmp_path / "own").read_text(encoding="utf-8") == content


@pytest.mark.parametrize(("command", "name"), COMMANDS.items())
def test_what_was_written_before_is_replaced_and_an_empty_file_too(
    store: Path, tmp_path: Path, command: str, name: str
) -> None:
    (tmp_path / name).touch()
    for _ in range(2):
        result = kg(command, "-o", tmp_path / name, "--db", store)
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize(("command", "name"), COMMANDS.items())
def test_folders_that_are_missing_are_made(store: Path, tmp_path: Path, command: str, name: str) -> None:
    assert kg(command, "-o", tmp_path / "a" / "b" / name, "--db", store).exit_code == 0
    assert [path.name for path in (tmp_path / "a" / "b").iterdir()] == [name]


@pytest.mark.parametrize(("command", "name"), COMMANDS.items())
def test_a_place_that_cannot_be_written_is_named_as_it_was_given(
    store: Path, tmp_path: Path, command: str, name: str
) -> None:
    (tmp_path / "file").touch()
    target = tmp_path / "file" / name
    assert refused(kg(command, "-o", target, "--db", store)).startswith(f"Error: {target}: cannot be written (")


@pytest.mark.skipif(os.name == "nt", reason="there is no such file")
def test_a_device_is_not_replaced(store: Path) -> None:
    assert "is no file that can be replaced" in refused(kg("export", "-o", os.devnull, "--force", "--db", store))


def test_view_prints_what_the_page_draws(store: Path, tmp_path: Path) -> None:
    result = kg("view", "-o", tmp_path / "page.html", "--db", store)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    nodes, edges = (
        json.loads(page.partition(f'id="kg-{part}">')[2].partition("</script>")[0]) for part in ("nodes", "edges")
    )
    entities = sum(node["group"] != "paper" for node in nodes)
    assert result.stdout == (
        f"{tmp_path / 'page.html'}: 3 papers, 1 cited work, {entities} datasets, techniques and concepts,"
        f" {len(edges)} links\n"
    )


def test_a_reader_that_had_enough_ends_the_command_silently(store: Path) -> None:
    command = [sys.executable, "-m", "graph", "export", "--db", str(store)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0
