from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from graph.cli import cli
from graph.cli.review import KINDS
from graph.overrides import parse
from graph.query import CASES
from graph.store import open_store, transaction
from tests.small_store import make_store

if TYPE_CHECKING:
    from sqlite3 import Connection

ROOT = Path(__file__).resolve().parents[1]
HEADING = "action\tsubject\tobject\tnote\n"
SAM = ["technique:segment-anything", "technique:sharpness-aware-minimization"]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A store with two open spellings, a discovered name in two papers, a twin of it, and a weak spelling."""
    path = make_store(tmp_path / "small.db")
    with open_store(path, write=True) as conn, transaction(conn):
        _open(conn, "text:aaaaaaaaaaaa", "SAM", SAM)
        _open(conn, "text:bbbbbbbbbbbb", "LLM", ["technique:a-b", "technique:large-language-model"])
        _open(conn, "text:aaaaaaaaaaaa", "LLM", ["technique:a-b", "technique:large-language-model"])
        conn.execute("UPDATE entities SET status = 'discovered' WHERE id IN ('dataset:gsm8k', 'technique:ralu')")
        conn.execute("UPDATE mentions SET score = 0.8, method = 'variant' WHERE surface = 'LLM'")
        conn.execute("INSERT INTO entities VALUES ('dataset:ralu', 'dataset', '', 'RALU', '[]', '[]', 'catalog', 0)")
        conn.execute("INSERT INTO spellings VALUES ('ralu', 'dataset:ralu', 'RALU')")
        conn.execute(
            "INSERT INTO mentions VALUES ('text:bbbbbbbbbbbb', 3, 7, 'dataset:ralu', 'test', 0, 60, 'exact', 1, '', 0)"
        )
    return path


def _open(conn: Connection, paper: str, surface: str, candidates: list[str]) -> None:
    (abstract,) = conn.execute("SELECT abstract FROM papers WHERE id = ?", (paper,)).fetchone()
    start = abstract.index(surface)
    row = (paper, start, start + len(surface), surface, 0, len(abstract), json.dumps(candidates))
    conn.execute("INSERT INTO ambiguous VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def kg(*args: object) -> Result:
    return CliRunner().invoke(cli, [str(arg) for arg in args], prog_name="kg", env={"KG_CATALOG": ""})


def cases(db: Path, *args: object) -> Any:
    result = kg("review", "--json", "--db", db, *args)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


# The list


def test_the_kinds_of_the_command_are_those_of_the_query() -> None:
    assert tuple(CASES) == KINDS


def test_open_spellings_come_with_their_candidates_a_sentence_and_lines_the_most_frequent_first(db: Path) -> None:
    found = cases(db, "--kind", "ambiguous")
    assert [(case["surface"], case["papers"]) for case in found["cases"]] == [("LLM", 2), ("SAM", 1)]
    sam = found["cases"][1]
    assert [one["id"] for one in sam["entities"]] == SAM
    assert sam["evidence"]["paper"] == "text:aaaaaaaaaaaa"
    assert "SAM" in sam["evidence"]["sentence"]
    assert sam["lines"] == [
        ["alias", SAM[0], "case:SAM"],
        ["alias", SAM[1], "case:SAM"],
        ["split", "SAM @ text:aaaaaaaaaaaa", SAM[0]],
        ["split", "SAM @ text:aaaaaaaaaaaa", SAM[1]],
        ["ban", "case:SAM", ""],
    ]


def test_a_plural_s_behind_a_capital_makes_no_case_of_its_own(db: Path) -> None:
    with open_store(db, write=True) as conn, transaction(conn):
        conn.execute("UPDATE ambiguous SET surface = 'LLMs' WHERE surface = 'LLM' AND paper = 'text:bbbbbbbbbbbb'")
    found = cases(db, "--kind", "ambiguous")["cases"]
    assert [(case["surface"], case["papers"], case["count"]) for case in found] == [("LLM", 2, 2), ("SAM", 1, 1)]
    assert found[0]["evidence"]["paper"] == "text:aaaaaaaaaaaa"


def test_a_candidate_that_no_paper_mentions_is_shown_by_its_id(db: Path) -> None:
    llm = cases(db, "--kind", "ambiguous")["cases"][0]
    assert llm["entities"][1] == {"id": "technique:a-b", "name": "a b", "papers": 0}


def test_a_discovered_name_in_several_papers_is_a_case(db: Path) -> None:
    (case,) = cases(db, "--kind", "discovered")["cases"]
    assert (case["surface"], case["papers"]) == ("GSM8K", 2)
    assert ["ban", "dataset:gsm8k", ""] in case["lines"]
    assert ["retype", "dataset:gsm8k", "technique"] in case["lines"]


def test_one_name_of_a_discovered_thing_and_another_is_a_case_of_merging(db: Path) -> None:
    (case,) = cases(db, "--kind", "same-name")["cases"]
    assert case["lines"] == [["merge", "technique:ralu", "dataset:ralu"]]
    assert case["papers"] == 2


def test_a_spelling_that_is_linked_by_little_in_several_papers_is_a_case(db: Path) -> None:
    (case,) = cases(db, "--kind", "weak")["cases"]
    assert (case["surface"], case["papers"]) == ("LLM", 3)
    assert case["lines"][0] == ["alias", "technique:large-language-model", "case:LLM"]


def test_every_line_can_be_followed(db: Path) -> None:
    for case in cases(db)["cases"]:
        for line in case["lines"]:
            text = HEADING + "\t".join(line) + "\n"
            assert [list(one.words) for one in parse(text, source="o.tsv")] == [line]


def test_limit_counts_for_each_kind_and_the_total_says_how_many_there_are(db: Path) -> None:
    found = cases(db, "--limit", 1)
    assert [case["kind"] for case in found["cases"]] == list(KINDS)
    assert found["total"] == {"ambiguous": 2, "same-name": 1, "discovered": 1, "weak": 1}
    assert "1 more: --limit 0 shows all." in kg("review", "--limit", 1, "--db", db).stdout


def test_the_text_shows_a_case_with_its_lines_as_words_for_write(db: Path) -> None:
    shown = kg("review", "--kind", "ambiguous", "--db", db).stdout
    assert shown.startswith("Left open: which of them is meant? (2 cases)\n\n  LLM: 2 papers\n")
    assert (
        "  SAM: 1 paper\n"
        "    Segment Anything              1 paper  technique:segment-anything\n"
        "    sharpness-aware minimization  1 paper  technique:sharpness-aware-minimization\n"
        "      Prior work used GSM8K. An LLM keeps a ledger here, and **SAM**\n"
        "      (sharpness-aware minimization) trains it. (text:aaaaaaaaaaaa)\n"
        "    alias technique:segment-anything case:SAM\n"
    ) in shown
    assert "    split 'SAM @ text:aaaaaaaaaaaa' technique:segment-anything\n" in shown


def test_a_case_that_a_line_settles_is_left_out_until_the_build_follows_it(db: Path) -> None:
    (db.parent / "overrides.tsv").write_text(HEADING + "ban\tcase:SAM\n", encoding="utf-8")
    found = cases(db, "--kind", "ambiguous")
    assert ([case["surface"] for case in found["cases"]], found["settled"]) == (["LLM"], 1)
    assert "1 case left out" in kg("review", "--kind", "ambiguous", "--db", db).stdout


def test_where_nothing_is_open_it_says_so(tmp_path: Path) -> None:
    path = make_store(tmp_path / "small.db")
    assert kg("review", "--db", path).stdout == "Nothing to settle here.\n"


def test_no_store_is_one_line(tmp_path: Path) -> None:
    result = kg("review", "--db", tmp_path / "none.db")
    assert result.exit_code == 1
    assert "there is no such store" in result.stderr


def test_the_list_imports_nothing_heavy(db: Path) -> None:
    code = (
        "import sys; from click.testing import CliRunner; from graph.cli import cli\n"
        f"r = CliRunner().invoke(cli, ['review', '--db', {str(db)!r}]); assert r.exit_code == 0, r.output\n"
        "print([m for m in ('spacy', 'numpy', 'networkx', 'pyvis', 'neo4j') if m in sys.modules])"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", env=env, check=True)
    assert done.stdout == "[]\n"


# Writing


def test_a_line_is_written_under_a_heading_once(db: Path) -> None:
    path = db.parent / "overrides.tsv"
    assert kg("review", "--write", "ban Adult", "--db", db).stdout == (
        f"{path}: ban Adult (added)\nThe next kg build follows it.\n"
    )
    assert path.read_text(encoding="utf-8") == HEADING + "ban\tAdult\n"
    assert "(there already)" in kg("review", "--write", "ban Adult", "--db", db).stdout
    assert path.read_text(encoding="utf-8") == HEADING + "ban\tAdult\n"
    assert not list(db.parent.glob("*.part"))


def test_lines_go_to_the_end_and_what_was_there_stays(db: Path) -> None:
    path = db.parent / "mine.tsv"
    path.write_text("subject\taction\tobject\n# mine\nAdult\tban", encoding="utf-8")
    result = kg(
        *("review", "--write", "alias technique:sam-x 'Sam X'", "--write", "ban Iris"),
        *("--overrides", path, "--db", db),
    )
    assert result.exit_code == 0, result.output
    assert path.read_text(encoding="utf-8") == (
        "subject\taction\tobject\n# mine\nAdult\tban\ntechnique:sam-x\talias\tSam X\nIris\tban\n"
    )


def test_a_name_that_only_the_store_knows_is_written_as_its_id(db: Path) -> None:
    result = kg("review", "--write", "merge 'Šimek → 数据' GSM8K", "--db", db)
    assert result.exit_code == 0, result.output
    assert (db.parent / "overrides.tsv").read_text(encoding="utf-8") == HEADING + "merge\ttechnique:simek\tGSM8K\n"


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("ban", 2, "1 words; expected ACTION SUBJECT, or ACTION SUBJECT OBJECT, with quotes around blanks."),
        ("ban 'Adult", 2, "No closing quotation; quote a name with blanks as in a shell."),
        ("forbid Adult", 1, "unknown action 'forbid'; there are merge, split, ban, rename, alias, retype"),
        ("ban Adult arxiv:2502.00001", 1, "for one paper only, write Adult @ PAPER into subject"),
        ("rename Qqq Zzz", 1, 'the catalogue has nothing called "Qqq".'),
    ],
)
def test_a_line_with_a_fault_is_told_and_nothing_is_written(db: Path, line: str, code: int, message: str) -> None:
    result = kg("review", "--write", "ban Iris", "--write", line, "--db", db)
    assert result.exit_code == code
    assert message in result.stderr
    assert not (db.parent / "overrides.tsv").exists()


def test_a_line_that_contradicts_one_in_the_file_is_not_written(db: Path) -> None:
    path = db.parent / "overrides.tsv"
    path.write_text(HEADING + "rename\tGSM8K\tGrade school\n", encoding="utf-8")
    result = kg("review", "--write", "rename GSM8K Sums", "--db", db)
    assert (result.exit_code, path.read_text(encoding="utf-8")) == (1, HEADING + "rename\tGSM8K\tGrade school\n")
    assert f'{path}:3: "rename GSM8K Sums" cannot hold beside' in result.stderr


def test_written_as_json_it_says_what_was_added(db: Path) -> None:
    result = kg("review", "--write", "ban Adult", "--json", "--db", db)
    path = str(db.parent / "overrides.tsv")
    assert json.loads(result.stdout) == {"overrides": path, "lines": [{"line": ["ban", "Adult"], "added": True}]}


def test_a_link_to_the_file_stays_a_link(db: Path) -> None:
    real, link = db.parent / "real.tsv", db.parent / "overrides.tsv"
    real.write_text(HEADING, encoding="utf-8")
    link.symlink_to(real)
    assert kg("review", "--write", "ban Adult", "--db", db).exit_code == 0
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == HEADING + "ban\tAdult\n"


def test_what_review_offers_settles_the_case_at_the_next_build(tmp_path: Path) -> None:
    """The whole way, in real processes."""
    text = "QZX is set up first. Everything in it is slow, but QZX helps each of the few people that we asked."
    rows = "technique\tquick zebra\tcontext:QZX\ntechnique\tquiet zither\tcontext:QZX\n"
    (tmp_path / "p.txt").write_text(text + "\n", encoding="utf-8")
    (tmp_path / "own.tsv").write_text("kind\tname\taliases\n" + rows, encoding="utf-8")

    def run(*words: str) -> str:
        command = [sys.executable, "-m", "graph", *words]
        env = {**os.environ, "PYTHONPATH": str(ROOT), "KG_CATALOG": "own.tsv"}
        done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8", env=env, cwd=tmp_path)
        return done.stdout

    run("build", "p.txt")
    (case,) = json.loads(run("review", "--kind", "ambiguous", "--json"))["cases"]
    assert case["surface"] == "QZX"
    run("review", "--write", shlex.join(["alias", "technique:quiet-zither", "case:QZX"]))
    assert json.loads(run("review", "--kind", "ambiguous", "--json"))["settled"] == 1
    run("build", "p.txt")
    assert json.loads(run("review", "--kind", "ambiguous", "--json"))["cases"] == []
    why = json.loads(run("why", "QZX is set up", "quiet zither", "--json"))
    assert [(one["surface"], one["method"]) for one in why["mentions"]] == [("QZX", "user")] * 2
