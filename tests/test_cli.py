from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from graph.cli import COMMANDS, cli
from graph.cli.text import MARK, columns, plural, table, wrap
from tests.small_store import PAPERS, make_store

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "graph" / "sample" / "papers.txt"
HEAVY = {"spacy", "numpy", "networkx", "pyvis", "neo4j"}


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_store(tmp_path_factory.mktemp("cli") / "small.db")


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of the sample, built by the command."""
    path = tmp_path_factory.mktemp("sample") / "sample.db"
    result = kg("build", "--sample", "--db", path)
    assert result.exit_code == 0, result.output
    return path


def kg(*args: object) -> Result:
    return CliRunner().invoke(cli, [str(arg) for arg in args], prog_name="kg")


def answer(*args: object) -> Any:
    result = kg(*args, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def process(
    *args: object, env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run `kg` as a real process."""
    whole = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    command = [sys.executable, "-m", "graph", *map(str, args)]
    return subprocess.run(command, capture_output=True, env=whole, cwd=cwd, check=False)


# Help


def commands() -> list[str]:
    return [*COMMANDS, "catalog check", "catalog list", "catalog show"]


@pytest.mark.parametrize("command", commands())
def test_each_command_has_ascii_help_with_an_example(command: str) -> None:
    result = kg(*command.split(), "--help")
    assert result.exit_code == 0
    assert f"Example: kg {command.split()[0]}" in result.stdout
    assert result.stdout.isascii()
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_the_help_lists_every_command() -> None:
    result = kg("-h")
    assert result.stdout.isascii()
    listed = re.findall(r"^  (\w+)  ", result.stdout.partition("Commands:")[2], re.MULTILINE)
    assert listed == list(COMMANDS)


def test_no_command_is_a_usage_error() -> None:
    assert kg().exit_code in (0, 2)  # click 8.1 gives 0


def test_an_unknown_command_is_a_usage_error_that_names_the_nearest() -> None:
    result = kg("neighbours")
    assert result.exit_code == 2
    assert "Did you mean 'neighbors'?" in result.stderr


def test_the_version_is_that_of_the_project() -> None:
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert version is not None
    assert kg("--version").stdout == f"kg (citegraph) {version[1]}\n"


def test_the_version_is_printed_from_a_checkout_in_any_folder(tmp_path: Path) -> None:
    done = process("--version", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"kg (citegraph) ")


# neighbors


def test_neighbors_groups_by_role_and_marks_the_mention(small: Path) -> None:
    result = kg("neighbors", "gsm-8k", "--db", small)
    assert result.exit_code == 0
    assert result.stdout == (
        "GSM8K\n"
        "dataset:gsm8k  2 papers\n"
        "\n"
        "Evaluated on by: 1 paper\n"
        "  Reasoning-as-Logic-Units: Scaling k Tests (arxiv:2502.00001)\n"
        "      Our experiments use **GSM8K** and MATH, e.g. 5% of GSM8K.\n"
        "\n"
        "Mentioned by: 1 paper\n"
        "  Ledgers for arithmetic (text:aaaaaaaaaaaa)\n"
        "      Prior work used **GSM8K**.\n"
        "\n"
        "Has as variants: 1 dataset\n"
        "  GSM-Symbolic  0 papers\n"
    )


def test_one_sentence_is_shown_once_with_every_mention_marked(small: Path) -> None:
    result = kg("neighbors", "Scaling k", "--kind", "dataset", "--db", small)
    assert result.stdout.endswith(
        "Evaluates on: 2 datasets\n"
        "  GSM8K (2 papers), MATH (1 paper)\n"
        "      Our experiments use **GSM8K** and **MATH**, e.g. 5% of GSM8K.\n"
    )


def test_neighbors_as_json_has_the_documented_shape(small: Path) -> None:
    found = answer("neighbors", "GSM8K", "--depth", 2, "--db", small)
    assert set(found) == {"query", "match", "neighbors", "total"}
    assert found["match"] == {"id": "dataset:gsm8k", "kind": "dataset", "name": "GSM8K", "by": "name"}
    assert found["total"] == len(found["neighbors"])
    assert found["neighbors"][0]["evidence"]["sentence"] == "Our experiments use GSM8K and MATH, e.g. 5% of GSM8K."


def test_kind_depth_and_limit_choose(small: Path) -> None:
    found = answer("neighbors", "GSM8K", "--depth", 2, "--kind", "dataset", "--db", small)
    assert [row["name"] for row in found["neighbors"]] == ["GSM-Symbolic", "MATH"]
    result = kg("neighbors", "GSM8K", "--limit", 1, "--db", small)
    assert "2 more: --limit 0 shows all." in result.stdout


def test_a_name_of_several_things_gives_them_all_and_exit_code_1(small: Path) -> None:
    result = kg("neighbors", "SAM", "--db", small)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "technique:segment-anything" in result.stderr
    assert "technique:sharpness-aware-minimization" in result.stderr
    result = kg("neighbors", "SAM", "--json", "--db", small)
    assert result.exit_code == 1
    assert [match["by"] for match in json.loads(result.stdout)["matches"]] == ["alias", "alias"]


def test_an_unknown_name_gives_the_nearest_and_exit_code_1(small: Path) -> None:
    result = kg("neighbors", "GSM8X", "--db", small)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == 'Error: Nothing here is called "GSM8X". Did you mean GSM8K?\n'


@pytest.mark.parametrize("name", ["", "   ", "\u00a0"])
def test_a_blank_name_is_a_usage_error(small: Path, name: str) -> None:
    for command in (["neighbors"], ["paper"], ["search"], ["why", "x"]):
        result = kg(*command, name, "--db", small)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "blank" in result.stderr


def test_a_name_with_a_dash_is_told_how_to_be_given(small: Path) -> None:
    result = kg("neighbors", "--db", small, "-Net")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "kg neighbors -- -Net" in result.stderr
    result = kg("neighbors", "--db", small, "--", "-Net")
    assert result.exit_code == 0
    assert result.stdout.startswith("-Net\n")


def test_no_line_is_wider_than_80_columns(small: Path) -> None:
    asked = (["neighbors", "Scaling k"], ["neighbors", "GSM8K", "--depth", 2], ["paper", "Ledgers"], ["search", "a"])
    for args in asked:
        result = kg(*args, "--db", small)
        assert max(map(columns, result.stdout.splitlines())) <= 80


def test_text_cannot_steer_a_terminal(tmp_path: Path) -> None:
    evil = PAPERS[1]._replace(title="Ledgers \x1b[31mred\x1b]0;title\x07 \u202egnp", mentions=())
    result = kg("paper", "Ledgers", "--db", make_store(tmp_path / "evil.db", papers=(evil,)))
    assert result.exit_code == 0
    assert not {"\x1b", "\x07", "\u202e"} & set(result.stdout)


# The store


def test_a_missing_store_is_one_line(tmp_path: Path) -> None:
    for command in (["neighbors", "x"], ["paper", "x"], ["why", "x", "y"], ["search", "x"], ["stats"]):
        result = kg(*command, "--db", tmp_path / "none.db")
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith(f"Error: {tmp_path / 'none.db'}: ")
        assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_store_is_named_by_the_environment(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_DB", str(small))
    assert kg("neighbors", "GSM8K").exit_code == 0


# paper, why, search, stats


def test_paper_shows_facts_abstract_and_entities(small: Path) -> None:
    result = kg("paper", "2502.00001", "--db", small)
    assert result.exit_code == 0
    assert "year      2025\n" in result.stdout
    assert "5% of GSM8K" in result.stdout
    assert re.search(r"^GSM8K +dataset +evaluates on +2 papers$", result.stdout, re.MULTILINE)
    assert re.search(r"^MATH +dataset +evaluates on +1 paper$", result.stdout, re.MULTILINE)


def test_paper_as_json_holds_properties_and_entities(small: Path) -> None:
    found = answer("paper", "ledgers", "--db", small)
    assert (found["id"], found["title_derived"], found["source"], found["position"]) == (
        "text:aaaaaaaaaaaa",
        True,
        "small.txt",
        2,
    )
    assert {row["edge"] for row in found["entities"]} == {"USES", "MENTIONS"}


def test_why_shows_each_mention(small: Path) -> None:
    result = kg("why", "RaLU", "GSM8K", "--db", small)
    assert "EVALUATES_ON, USES, MENTIONS: GSM8K (2 mentions)" in result.stdout
    assert result.stdout.count("**GSM8K**") == 2
    found = answer("why", "RaLU", "GSM8K", "--db", small)
    assert set(found) == {"paper", "entity", "mentions"}


def test_why_says_that_there_is_no_mention(small: Path) -> None:
    result = kg("why", "Ledgers", "MATH", "--db", small)
    assert (result.exit_code, result.stdout) == (1, "")
    assert '"Ledgers for arithmetic" does not mention MATH.' in result.stderr


def test_search_finds_names_and_texts(small: Path) -> None:
    found = answer("search", "cifar10", "--db", small)
    assert [hit["id"] for hit in found["results"]] == ["dataset:cifar-10"]
    assert "Ledgers for arithmetic (text:aaaaaaaaaaaa)" in kg("search", "ledger", "--db", small).stdout
    assert kg("search", "unheard", "--db", small).stdout == 'Nothing here holds every word of "unheard".\n'


def test_stats_counts(small: Path) -> None:
    assert re.search(r"^papers +3$", kg("stats", "--db", small).stdout, re.MULTILINE)
    assert answer("stats", "--db", small)["entities"] == {"dataset": 4, "technique": 6, "concept": 2}


# As a real process


def test_a_closed_pipe_ends_silently(small: Path) -> None:
    for command in (["neighbors", "Scaling k", "--depth", "2"], ["export"], ["catalog", "list"]):
        store = [] if command[0] == "catalog" else ["--db", str(small)]
        whole = [sys.executable, "-m", "graph", *command, *store]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        with subprocess.Popen(whole, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as running:
            assert running.stdout is not None
            assert running.stderr is not None
            running.stdout.close()
            assert running.stderr.read() == b""
        assert running.returncode != 2


def test_foreign_letters_do_not_end_an_answer_in_a_narrow_encoding(small: Path) -> None:
    for command in (["neighbors", "Scaling k"], ["neighbors", "Scaling k", "--json"], ["paper", "Scaling k"]):
        done = process(*command, "--db", small, env={"PYTHONIOENCODING": "cp1252"})
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"RaLU" in done.stdout
    assert "imek" in process("neighbors", "Scaling k", "--db", small, env={"PYTHONIOENCODING": "cp1252"}).stdout.decode(
        "cp1252"
    )


def test_json_keeps_foreign_letters_in_any_encoding(small: Path) -> None:
    for encoding in ("utf-8", "cp1252", "ascii"):
        done = process("paper", "Scaling k", "--json", "--db", small, env={"PYTHONIOENCODING": encoding})
        assert json.loads(done.stdout)["authors"] == ["A. Šimek"]


def test_bytes_that_are_no_text_are_a_name_like_any_other(small: Path) -> None:
    whole = [sys.executable.encode(), b"-m", b"graph", b"neighbors", b"\xff\xfe", b"--db", str(small).encode()]
    done = subprocess.run(whole, capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


def modules_after(*args: str) -> tuple[str, set[str]]:
    """Run `kg` as a real process; return what it printed and what it had imported at the end."""
    code = "import sys; from graph.cli import cli; cli(sys.argv[1:], standalone_mode=False); print('IN', *sys.modules)"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, env=env, check=True)
    output, _, modules = done.stdout.rpartition("IN ")
    return output, set(modules.split())


def test_neighbors_imports_nothing_heavy(small: Path) -> None:
    output, modules = modules_after("neighbors", "GSM8K", "--depth", "2", "--db", str(small))
    assert "Evaluated on by" in output
    assert not (HEAVY | {"loaders", "graph.catalog", "graph.linker", "importlib.metadata"}) & modules


def test_help_imports_nothing_heavy() -> None:
    output, modules = modules_after("-h")
    assert "neighbors" in output
    assert not HEAVY & modules


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")
def test_an_interruption_costs_one_line(tmp_path: Path) -> None:
    pipe = tmp_path / "papers.txt"
    os.mkfifo(pipe)  # a file that never ends: the build waits for it
    command = [sys.executable, "-m", "graph", "build", str(pipe), "--db", str(tmp_path / "x.db")]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as running:
        end = None
        while end is None and running.poll() is None:
            with suppress(OSError):  # ENXIO until the build has opened its end
                end = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate()
    if end is not None:
        os.close(end)
    assert (running.returncode, errors) == (130, b"Interrupted.\n")


@pytest.mark.parametrize(
    "env",
    [
        {"_KG_COMPLETE": "fish_source"},
        {"_KG_COMPLETE": "zsh_source"},
        {"_KG_COMPLETE": "fish_complete", "COMP_WORDS": "kg neigh", "COMP_CWORD": "neigh"},
        {"_KG_COMPLETE": "fish_complete", "COMP_WORDS": "kg nonsense x", "COMP_CWORD": "x"},
        {"_KG_COMPLETE": "zsh_complete", "COMP_WORDS": "kg neighbors --d", "COMP_CWORD": "2"},
    ],
)
def test_shell_completion_prints_no_error(env: dict[str, str]) -> None:
    done = process(env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    if "neigh" in env.get("COMP_WORDS", ""):
        assert b"neighbors" in done.stdout or b"--d" in done.stdout


# build


def test_the_sample_answers_for_gsm8k(sample: Path) -> None:
    found = answer("neighbors", "GSM8K", "--kind", "paper", "--db", sample)
    assert found["total"] == 3
    assert all("GSM8K" in row["evidence"]["sentence"] for row in found["neighbors"])


def test_a_build_ends_with_counts(tmp_path: Path) -> None:
    result = kg("build", "--sample", "--db", tmp_path / "s.db")
    assert result.exit_code == 0
    assert "10 new papers" in result.stdout
    for name in ("papers", "datasets", "techniques", "concepts", "MENTIONS", "EVALUATES_ON"):
        assert re.search(rf"^{name} +\d+$", result.stdout, re.MULTILINE)
    assert "skipped: 0 records" in result.stdout


def test_a_second_build_changes_nothing(sample: Path) -> None:
    result = kg("build", "--sample", "--db", sample)
    assert result.exit_code == 0
    assert "0 new papers, 10 unchanged" in result.stdout


def test_the_sample_is_refused_in_a_store_of_other_papers(small: Path) -> None:
    result = kg("build", "--sample", "--db", small)
    assert result.exit_code == 1
    assert result.stderr == f"Error: {small}: holds other papers; give the sample its own store, as in --db sample.db\n"


def test_a_build_without_files_is_a_usage_error(tmp_path: Path) -> None:
    for args in ([], ["--sample", SAMPLE]):
        result = kg("build", *args, "--db", tmp_path / "x.db")
        assert result.exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_read_costs_only_itself(tmp_path: Path) -> None:
    result = kg("build", tmp_path / "none.txt", tmp_path, SAMPLE, "--db", tmp_path / "s.db")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[0].startswith(f"Error: {tmp_path / 'none.txt'}: ")
    assert f"{tmp_path} is a folder" in result.stderr
    assert "10 new papers" in result.stdout


def test_nothing_readable_leaves_no_store(tmp_path: Path) -> None:
    result = kg("build", tmp_path / "none.txt", "--db", tmp_path / "s.db")
    assert (result.exit_code, result.stdout) == (1, "")
    assert list(tmp_path.iterdir()) == []


def test_a_broken_record_is_named_and_the_others_are_kept(tmp_path: Path) -> None:
    lines = '{"title": "One", "abstract": "We test GSM8K."}\n{oops\n{"title": "Two", "abstract": "We test MNIST."}\n'
    (tmp_path / "papers.jsonl").write_text(lines, encoding="utf-8")
    result = kg("build", tmp_path / "papers.jsonl", "--db", tmp_path / "s.db")
    assert result.exit_code == 0
    assert "2 new papers" in result.stdout
    assert "skipped: 1 record\n  papers.jsonl:2: " in result.stdout


def test_two_workers_give_the_same_store(sample: Path, tmp_path: Path) -> None:
    assert kg("build", "--sample", "--workers", 2, "--db", tmp_path / "s.db").exit_code == 0
    assert kg("export", "--db", tmp_path / "s.db").stdout == kg("export", "--db", sample).stdout


def test_the_order_in_which_files_are_named_changes_nothing(tmp_path: Path) -> None:
    for name, field in (("a", "venue"), ("b", "arxiv_id")):
        record = {"title": f"Cranes {name}", "abstract": f"We count {name}.", "doi": "10.5555/c", field: "2401.00001"}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(record), encoding="utf-8")
    exports = set()
    for order in ("ab", "ba"):
        result = kg("build", *(tmp_path / f"{name}.jsonl" for name in order), "--db", tmp_path / f"{order}.db")
        assert result.exit_code == 0, result.output
        exports.add(kg("export", "--db", tmp_path / f"{order}.db").stdout)
    assert len(exports) == 1


# view, export, push, eval, catalog


def test_view_writes_a_page_with_a_title(sample: Path, tmp_path: Path) -> None:
    result = kg("view", "-o", tmp_path / "page.html", "--db", sample)
    assert result.exit_code == 0, result.output
    assert "Sample 2025: 10 papers" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_export_gives_the_same_lines_to_a_file_and_to_the_output(sample: Path, tmp_path: Path) -> None:
    printed = kg("export", "--format", "jsonl", "--db", sample)
    assert printed.exit_code == 0, printed.output
    assert kg("export", "-o", tmp_path / "out.jsonl", "--db", sample).exit_code == 0
    assert (tmp_path / "out.jsonl").read_bytes() == printed.stdout_bytes
    rows = [json.loads(line) for line in printed.stdout.splitlines()]
    assert len(rows) > 20


def test_a_server_that_is_not_there_is_one_line(sample: Path) -> None:
    result = kg("push", "--uri", "bolt://127.0.0.1:9", "--password", "secret-word", "--db", sample)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.count("\n") == 1
    assert "secret-word" not in result.stderr


def test_eval_scores_texts_beside_a_gold_file(tmp_path: Path) -> None:
    (tmp_path / "texts.txt").write_text("Test 2025 Papers\n\nWe evaluate on GSM8K and on MNIST.\n", encoding="utf-8")
    row = {"file": "texts.txt", "paragraph": 0, "datasets": ["GSM8K", "Unheard-Of"], "techniques": [], "concepts": []}
    gold = tmp_path / "gold.jsonl"
    gold.write_text(json.dumps(row | {"proposes": [], "cites": [], "optional": []}) + "\n", encoding="utf-8")
    found = answer("eval", gold)
    assert {"set", "overall", "by_kind", "proposes"} <= set(found)
    assert found["by_kind"]["dataset"] == {
        "precision": 0.5,
        "recall": 0.5,
        "f1": 0.5,
        "right": 1,
        "predicted": 2,
        "gold": 2,
    }
    listed = kg("eval", gold, "--errors").stdout
    assert re.search(r"^Unheard-Of +dataset +missed", listed, re.MULTILINE)
    assert re.search(r"^MNIST +dataset +wrong", listed, re.MULTILINE)


def test_a_gold_file_that_is_none_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "gold.jsonl").write_text("{oops\n", encoding="utf-8")
    result = kg("eval", tmp_path / "gold.jsonl")
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: gold.jsonl:1: ")


def test_the_shipped_catalogue_is_without_fault() -> None:
    result = kg("catalog", "check")
    assert result.exit_code == 0, result.stdout


def test_a_fault_in_a_catalogue_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_text("kind\tname\nthing\tMine\n", encoding="utf-8")
    result = kg("catalog", "check", tmp_path / "mine.tsv")
    assert result.exit_code == 1
    assert "mine.tsv:2: unknown kind 'thing'" in result.stdout


def test_the_catalogue_is_listed_and_shown() -> None:
    assert "dataset:gsm8k\tGSM8K" in kg("catalog", "list", "--kind", "dataset").stdout
    assert "technique:" not in kg("catalog", "list", "--kind", "dataset").stdout.replace("\ttechnique:", "")
    shown = kg("catalog", "show", "cifar 10")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("CIFAR-10\n")
    assert answer("catalog", "show", "dataset:cifar-10")["entities"][0]["kind"] == "dataset"


def test_a_name_that_the_catalogue_lacks_gives_the_nearest() -> None:
    result = kg("catalog", "show", "CIFAR-1O")
    assert result.exit_code == 1
    assert "Did you mean CIFAR-10" in result.stderr


def test_a_users_catalogue_is_read_beside_the_shipped_one(tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_text("kind\tname\ndataset\tQuux-77\n", encoding="utf-8")
    (tmp_path / "papers.txt").write_text("We evaluate on Quux-77 and GSM8K.\n", encoding="utf-8")
    args = ("--catalog", tmp_path / "mine.tsv", "--db", tmp_path / "s.db")
    assert kg("build", tmp_path / "papers.txt", *args).exit_code == 0
    assert answer("neighbors", "quux 77", "--db", tmp_path / "s.db")["total"] == 1


# The seeds


def test_the_seeds_give_their_papers_and_answers(shared: Path, tmp_path: Path) -> None:
    store = tmp_path / "seeds.db"
    seeds = sorted((shared / "seeds").glob("*.txt"))
    assert kg("build", *seeds, "--db", store).exit_code == 0
    assert answer("stats", "--db", store)["papers"] == 38
    gsm8k = answer("neighbors", "GSM8K", "--depth", 2, "--db", store)
    papers = [row for row in gsm8k["neighbors"] if row["kind"] == "paper"]
    assert len(papers) == 1
    assert (
        "Reasoning-as-Logic-Units"
        in papers[0]["name"] + papers[0]["evidence"]["sentence"] + kg("paper", papers[0]["id"], "--db", store).stdout
    )
    beside = {row["name"] for row in gsm8k["neighbors"] if row["depth"] == 2 and row["kind"] == "dataset"}
    assert {"MATH", "HumanEval+", "MBPP+"} <= beside
    joined, hyphened, other = (
        answer("neighbors", name, "--kind", "paper", "--db", store) for name in ("CIFAR10", "CIFAR-10", "CIFAR-100")
    )
    assert joined["neighbors"] == hyphened["neighbors"]
    assert (joined["total"], other["total"]) == (3, 3)
    assert joined["match"]["id"] != other["match"]["id"]


# Text


def test_numbers_agree_with_their_nouns() -> None:
    assert [plural(n, "paper") for n in (0, 1, 2)] == ["0 papers", "1 paper", "2 papers"]
    assert [plural(n, "entity") for n in (1, 1200)] == ["1 entity", "1,200 entities"]


def test_wrapped_text_keeps_every_word_and_the_width() -> None:
    text = f"one two {MARK[0]}three four{MARK[1]} " + "word " * 40 + "x" * 100
    lines = wrap(text, indent=4)
    assert " ".join(lines).split() == text.split()
    assert all(columns(line) <= 80 for line in lines[:-1])


def test_a_table_is_aligned_and_gives_way_in_its_first_column() -> None:
    rows = table([("数据", "1 paper"), ("y" * 100, "12 papers")], indent=2)
    assert all(columns(row) <= 80 for row in rows)
    assert {columns(row.partition("1")[0]) for row in rows} == {columns(rows[0].partition("1")[0])}


def test_a_build_names_what_an_earlier_file_of_the_name_held(tmp_path: Path) -> None:
    file, db = tmp_path / "ed.txt", tmp_path / "ed.db"
    file.write_text("1. We study GSM8K in detail.\n\n2. We study cranes.\n", encoding="utf-8")
    assert "earlier" not in kg("build", file, "--db", db).output
    file.write_text("1. We study GSM8K in depth.\n\n2. We study cranes.\n", encoding="utf-8")
    assert re.search(
        r"1 paper of an earlier ed\.txt is not in this one: text:\w+; kg keeps it", kg("build", file, "--db", db).output
    )


def test_a_build_says_what_each_file_gave_and_strict_makes_a_skip_an_error(tmp_path: Path) -> None:
    papers, report = tmp_path / "papers.jsonl", tmp_path / "report.json"
    papers.write_text('{"title": "One", "abstract": "We use MNIST."}\n{"title": "Two"}\n[1]\n', encoding="utf-8")
    words = ["build", str(papers), "--db", str(tmp_path / "a.db"), "--report", str(report)]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 0, result.output
    assert "  papers.jsonl (JSON): 2 papers, 1 without abstract, 1 skipped" in result.output
    (file,) = json.loads(report.read_text(encoding="utf-8"))["files"]
    assert (file["format"], file["encoding"], file["papers"], file["without_abstract"]) == ("JSON", "utf-8", 2, 1)
    assert [one["place"] for one in file["skipped"]] == ["papers.jsonl:3"]
    strict = CliRunner().invoke(cli, [*words, "--strict"])
    assert strict.exit_code == 1
    assert "Error: --strict: 1 of the records above was skipped" in strict.output


def test_many_skips_for_one_reason_are_not_all_listed(tmp_path: Path) -> None:
    papers = tmp_path / "papers.jsonl"
    papers.write_text('{"title": "One"}\n' + "[1]\n" * 30, encoding="utf-8")
    result = CliRunner().invoke(cli, ["build", str(papers), "--db", str(tmp_path / "a.db")])
    assert "skipped: 30 records" in result.output
    assert "    and 27 more like it (--report FILE.json names them all)" in result.output


def test_a_build_reads_standard_input(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        cli, ["build", "-", "--db", str(tmp_path / "a.db")], input='{"title": "One", "abstract": "We use MNIST."}\n'
    )
    assert result.exit_code == 0, result.output
    assert "  standard input (JSON): 1 paper" in result.output


def test_a_build_without_files_applies_what_changed_since(tmp_path: Path) -> None:
    papers, db = tmp_path / "papers.txt", str(tmp_path / "a.db")
    papers.write_text("We test on GSM8K and on SVAMP, and it works.\n", encoding="utf-8")
    assert CliRunner().invoke(cli, ["build", str(papers), "--db", db]).exit_code == 0
    (tmp_path / "overrides.tsv").write_text("action\tsubject\tobject\tnote\nban\tSVAMP\t\t\n", encoding="utf-8")
    result = CliRunner().invoke(cli, ["build", "--db", db])
    assert result.exit_code == 0, result.output
    assert "1 linked again" in result.output
    assert CliRunner().invoke(cli, ["neighbors", "dataset:svamp", "--db", db]).exit_code == 1
    assert CliRunner().invoke(cli, ["build", "--db", str(tmp_path / "none.db")]).exit_code == 2


def test_a_build_of_a_whole_folder_passes_over_what_citegraph_wrote_there(tmp_path: Path) -> None:
    papers, db = tmp_path / "papers.txt", tmp_path / "citegraph.db"
    papers.write_text("We test on GSM8K and on SVAMP, and it works.\n", encoding="utf-8")
    assert CliRunner().invoke(cli, ["build", str(papers), "--db", str(db)]).exit_code == 0
    for words in (["view", "-o", "citegraph.html"], ["export", "--format", "jsonl", "-o", "graph.jsonl"]):
        written = CliRunner().invoke(cli, [*words[:-1], str(tmp_path / words[-1]), "--db", str(db)])
        assert written.exit_code == 0, written.output
    (tmp_path / "overrides.tsv").write_text("action\tsubject\tobject\tnote\n", encoding="utf-8")
    result = CliRunner().invoke(cli, ["build", *map(str, sorted(tmp_path.iterdir())), "--db", str(db)])
    assert result.exit_code == 0, result.output
    assert "0 new papers, 1 unchanged" in result.output
    for what in ("store", "page", "export", "file of corrections"):
        assert f"is a {what} of citegraph itself, so it was passed over" in result.output


def test_a_paper_names_every_file_that_held_it(tmp_path: Path) -> None:
    db = str(tmp_path / "a.db")
    for name in ("one.jsonl", "two.jsonl"):
        (tmp_path / name).write_text('{"title": "Lake", "doi": "10.5555/lake", "abstract": "We use MNIST."}\n')
    files = [str(tmp_path / name) for name in ("one.jsonl", "two.jsonl")]
    assert CliRunner().invoke(cli, ["build", *files, "--db", db]).exit_code == 0
    result = CliRunner().invoke(cli, ["paper", "doi:10.5555/lake", "--db", db])
    assert "one.jsonl, paper 1; also in two.jsonl" in result.output


def test_a_missing_part_of_a_store_is_named_and_not_passed_over(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["build", str(tmp_path / "none.db-wal"), "--db", str(tmp_path / "a.db")])
    assert result.exit_code == 1
    assert "No such file" in result.output
