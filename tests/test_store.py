from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from graph.ingest import ingest
from graph.related import related
from graph.store import StoreError, entity_lists, open_store, paper_of, raw_text, related_papers, transaction
from loaders.paper import Paper
from tests.small_linker import CATALOG, link_many

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

COME_AND_GO = """
import os, sys
from graph.store import StoreError, open_store
inside = sys.argv[1] + ".inside"
done = 0
while done < 20:
    try:
        with open_store(sys.argv[1], write=True):
            os.close(os.open(inside, os.O_CREAT | os.O_EXCL))
            os.unlink(inside)
            done += 1
    except StoreError as error:
        assert "is writing to it" in str(error), error
"""
PAPERS = [Paper(abstract=f"We evaluate on GSM8K, part {number}.", source="a.txt", position=number) for number in (1, 2)]
HOLD = """
import sys, time
from graph.store import open_store, transaction
with open_store(sys.argv[1], write=True) as db:
    with transaction(db):
        db.execute("INSERT INTO paper_aliases VALUES ('doi:10.1/kept', 'p')")
    db.execute("BEGIN IMMEDIATE")
    db.execute("INSERT INTO paper_aliases VALUES ('doi:10.1/lost', 'p')")
    print("holding", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "papers.db"


def fill(path: Path, papers: list[Paper] = PAPERS, *, pages: int = 0) -> None:
    """Build the store; with `pages` as if the disk had room for so many more."""
    with open_store(path, write=True) as db:
        if pages:
            db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0] + pages}")
        ingest(papers, db, link_many, entity=CATALOG.get, fingerprint="1")


def count(path: Path, table: str = "papers") -> int:
    with open_store(path, write=False) as db:
        return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608 - a name from this file


def refusal(path: Path, *, write: bool = False) -> str:
    with pytest.raises(StoreError) as told, open_store(path, write=write):
        pass
    assert "\n" not in str(told.value)
    assert str(told.value).startswith(f"{path}: ")
    return str(told.value)


def holder(path: Path) -> subprocess.Popen[str]:
    """Start a process that writes to the store and stays inside a transaction."""
    process = subprocess.Popen([sys.executable, "-c", HOLD, path], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "holding\n"
    return process


def as_nobody(job: Callable[[], str]) -> str:
    """Run a job in a process that may not write where only root may."""
    there, here = os.pipe()
    child = os.fork()
    if not child:
        try:
            if os.getuid() == 0:
                os.setuid(65534)
            os.write(here, job().encode())
        finally:
            os._exit(0)
    os.close(here)
    with os.fdopen(there, encoding="utf-8") as told:
        text = told.read()
    os.waitpid(child, 0)
    return text


@pytest.fixture
def sealed() -> Iterator[Callable[[], Path]]:
    """A store whose folder anybody may read; the call makes folder and files unwritable for all but root."""
    if not hasattr(os, "fork"):
        pytest.skip("needs a system with users and fork")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "papers.db"
        fill(path)

        def seal() -> Path:
            for file in path.parent.iterdir():
                file.chmod(0o444)
            path.parent.chmod(0o555)
            return path

        yield seal
        path.parent.chmod(0o755)


def test_a_missing_store_is_refused_with_the_command_that_makes_one(path: Path) -> None:
    assert "there is no such store" in refusal(path)
    assert f"kg build FILES --db {path}" in refusal(path)
    assert not path.exists()


def test_a_folder_is_refused(path: Path) -> None:
    path.mkdir()
    assert "is a folder" in refusal(path)
    assert "is a folder" in refusal(path, write=True)


def test_a_store_in_a_missing_folder_is_refused(tmp_path: Path) -> None:
    assert "there is no folder" in refusal(tmp_path / "none" / "papers.db", write=True)


@pytest.mark.parametrize("write", [False, True])
def test_a_file_that_is_no_database_is_refused_and_stays_as_it_is(path: Path, *, write: bool) -> None:
    path.write_text("ICML 2025 Papers\n" * 200, encoding="utf-8")
    before = path.read_bytes()
    assert "not an SQLite database" in refusal(path, write=write)
    assert path.read_bytes() == before


@pytest.mark.parametrize("write", [False, True])
def test_the_database_of_another_application_is_refused_and_stays_as_it_is(path: Path, *, write: bool) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE papers(id)")
    other.close()
    before = path.read_bytes()
    assert "another application" in refusal(path, write=write)
    assert path.read_bytes() == before


@pytest.mark.parametrize("write", [False, True])
def test_a_store_of_another_version_is_refused_with_both_versions(path: Path, *, write: bool) -> None:
    fill(path)
    with open_store(path, write=True) as db:
        db.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    assert "a store of version 99, and this citegraph reads version 2" in refusal(path, write=write)


@pytest.mark.parametrize("content", [b"", None], ids=["an empty file", "a database without tables"])
def test_an_empty_store_is_refused_to_readers_and_filled_by_a_build(path: Path, content: bytes | None) -> None:
    if content is None:
        made = sqlite3.connect(path)
        made.execute("PRAGMA journal_mode = WAL")
        made.close()
    else:
        path.write_bytes(content)
    assert "holds no papers yet" in refusal(path)
    fill(path)
    assert count(path) == 2


def test_a_damaged_store_is_one_line(path: Path) -> None:
    fill(path)
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x55" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(StoreError, match="is damaged"), open_store(path, write=False) as db:
        db.execute("SELECT * FROM papers").fetchall()


def test_a_full_disk_is_one_line_and_keeps_what_was_committed(path: Path) -> None:
    fill(path)
    with pytest.raises(StoreError, match="the disk is full"):
        fill(path, [Paper(abstract="word " * 50_000, source="b.txt", position=1)], pages=1)
    assert count(path) == 2


def test_a_mistake_in_a_statement_stays_a_traceback(path: Path) -> None:
    fill(path)
    with pytest.raises(sqlite3.OperationalError, match="no such table"), open_store(path, write=False) as db:
        db.execute("SELECT * FROM nowhere")


def test_a_second_writer_is_told_who_writes(path: Path) -> None:
    process = holder(path)
    try:
        assert f"process {process.pid} is writing to it; wait" in refusal(path, write=True)
    finally:
        process.kill()
        process.wait()


def test_a_second_writer_of_the_same_process_is_refused_too(path: Path) -> None:
    with open_store(path, write=True):
        assert f"process {os.getpid()}" in refusal(path, write=True)


def test_writers_that_come_and_go_are_never_inside_together(path: Path) -> None:
    running = [subprocess.Popen([sys.executable, "-c", COME_AND_GO, path]) for _ in range(4)]
    assert [process.wait() for process in running] == [0] * 4


def test_readers_read_while_a_writer_writes_and_see_what_is_committed(path: Path) -> None:
    fill(path)
    process = holder(path)
    try:
        with open_store(path, write=False) as db:
            keys = [row["alias"] for row in db.execute("SELECT alias FROM paper_aliases")]
        assert keys == ["doi:10.1/kept"]
    finally:
        process.kill()
        process.wait()


def test_a_reader_sees_one_state_however_long_it_reads(path: Path) -> None:
    fill(path)
    with open_store(path, write=False) as db:
        fill(path, [Paper(abstract="A third one.", source="b.txt", position=1)])
        assert db.execute("SELECT count(*) FROM papers").fetchone()[0] == 2
    assert count(path) == 3


def test_a_reader_cannot_write(path: Path) -> None:
    fill(path)
    with pytest.raises(StoreError, match="cannot be written"), open_store(path, write=False) as db:
        db.execute("DELETE FROM papers")
    assert count(path) == 2


def test_after_a_killed_writer_the_next_one_starts_without_cleaning_up(path: Path) -> None:
    process = holder(path)
    process.send_signal(signal.SIGKILL)
    process.wait()
    fill(path)
    assert count(path) == 2
    assert count(path, "paper_aliases WHERE alias = 'doi:10.1/kept'") == 1
    assert count(path, "paper_aliases WHERE alias = 'doi:10.1/lost'") == 0


def test_after_a_killed_writer_a_reader_reads_what_was_committed(path: Path) -> None:
    fill(path)
    process = holder(path)
    process.kill()
    process.wait()
    path.with_name(path.name + "-shm").unlink()
    assert count(path, "paper_aliases") == 1


def test_a_writer_leaves_nothing_beside_the_store(path: Path) -> None:
    fill(path)
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_transaction_that_fails_changes_nothing(path: Path) -> None:
    def delete_and_fail(db: sqlite3.Connection) -> None:
        with transaction(db):
            db.execute("DELETE FROM papers")
            raise ValueError("stop")

    fill(path)
    with open_store(path, write=True) as db:
        with pytest.raises(ValueError, match="stop"):
            delete_and_fail(db)
        with transaction(db):
            db.execute("DELETE FROM mentions")
    assert (count(path), count(path, "mentions")) == (2, 0)


def test_a_store_in_a_folder_that_cannot_be_written_is_read(sealed: Callable[[], Path]) -> None:
    path = sealed()
    assert as_nobody(lambda: str(count(path))) == "2"


def test_a_build_in_a_folder_that_cannot_be_written_is_one_line(sealed: Callable[[], Path]) -> None:
    path = sealed()
    assert "folder" in as_nobody(lambda: refusal(path, write=True))


def test_a_log_that_cannot_be_read_is_told_not_left_out(sealed: Callable[[], Path]) -> None:
    process = holder(sealed())
    process.kill()
    process.wait()
    path = sealed()
    path.with_name(path.name + "-shm").unlink()
    assert "a build was interrupted" in as_nobody(lambda: refusal(path))


def test_odd_characters_in_a_path_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "50% of #1 papers? é.db"
    fill(path)
    assert count(path) == 2


def test_a_stored_paper_comes_back_as_it_was(path: Path) -> None:
    paper = Paper(
        abstract="Raw \\textbf{text}\u2028with \0 and 🙂.",
        title="A <b>title</b>",
        authors=("Ada Lund", "李明"),
        year=2025,
        venue="ICML",
        url="https://example.org/?a=b",
        doi="10.5555/x",
        arxiv_id="2502.09061",
        openreview_id="wKs9fHYxCV",
        source="a.jsonl",
        position=7,
    )
    fill(path, [paper])
    with open_store(path, write=False) as db:
        (row,) = db.execute("SELECT * FROM papers").fetchall()
        assert paper_of(row) == paper
        assert raw_text(row) == paper.raw


def test_a_derived_title_is_no_text(path: Path) -> None:
    fill(path, PAPERS[:1])
    with open_store(path, write=False) as db:
        (row,) = db.execute("SELECT * FROM papers").fetchall()
    assert row["title"]
    assert raw_text(row) == row["abstract"]


def test_what_relates_papers_is_listed_for_every_loaded_paper_without_the_generic(path: Path) -> None:
    papers = [
        Paper(abstract="A neural network on CIFAR-10 and GSM8K.", doi="10.1/a"),
        Paper(abstract="A neural network. So Go (2009).", doi="10.1/b"),
    ]
    fill(path, papers)
    with open_store(path, write=False) as db:
        assert entity_lists(db) == {"doi:10.1/a": ["dataset:cifar-10", "dataset:gsm8k"], "doi:10.1/b": []}


def test_the_papers_related_to_one_are_those_of_the_whole_table(path: Path) -> None:
    names = ("GSM8K", "CIFAR-10", "CIFAR-100", "mathematical reasoning", "neural network")
    papers = [
        Paper(abstract=" and ".join(name for bit, name in enumerate(names) if number >> bit & 1), doi=f"10.1/{number}")
        for number in range(32)
    ]
    fill(path, papers)
    with open_store(path, write=False) as db:
        own = [one for paper in entity_lists(db) for one in related_papers(db, paper, best=3)]
        pairs = {(*sorted((one.source, one.target)), one.shared, round(one.score, 9)) for one in own}
        table = related(entity_lists(db), best=3)
    assert pairs == {(one.source, one.target, one.shared, round(one.score, 9)) for one in table}


def test_the_store_imports_nothing_heavy() -> None:
    heavy = ("numpy", "networkx", "spacy", "click", "loaders")
    code = f"import sys, graph.store; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
