from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result
from platformdirs import user_data_path

from graph.catalog import CatalogError, read_catalog, read_rows
from graph.catalog.own import Wish, add, read_own, write_own
from graph.catalog.rows import Row, generate, parse
from graph.cli import cli

if TYPE_CHECKING:
    from pathlib import Path

LIST = 'name,kind,synonyms\nRiverlet,dataset,river letters\nGSM8K,dataset,\nMNIST,"dataset`) DETACH DELETE n //",\n'


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's catalogue that is not there yet."""
    path = tmp_path / "folder" / "own.tsv"
    monkeypatch.setenv("KG_CATALOG", str(path))
    return path


def kg(*args: object) -> Result:
    return CliRunner().invoke(cli, ["catalog", *map(str, args)], prog_name="kg")


def done(*args: object) -> str:
    result = kg(*args)
    assert result.exit_code == 0, result.output
    return result.stdout


def answer(*args: object) -> Any:
    return json.loads(done(*args, "--json"))


def refused(*args: object) -> str:
    result = kg(*args)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    return result.stderr


def rules(id_: str, *paths: Path) -> dict[str, str]:
    return {spelling.text: spelling.rule for spelling in read_catalog(*paths).spellings if spelling.entity == id_}


# help


@pytest.mark.parametrize("command", ["add", "import"])
def test_each_command_has_ascii_help_with_an_example(command: str) -> None:
    text = done(command, "--help")
    assert f"Example: kg catalog {command}" in text
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 80


# add


def test_what_is_added_is_written_with_all_that_is_said(own: Path) -> None:
    wider = ("--broader", "GSM8K", "--variant-of", "dataset:cifar-10")
    more = ("--subkind", "benchmark", "--url", "https://r.org", "--note", "mine", "--generic")
    text = done("add", "dataset", "Riverlet", "--alias", "context:RVL", "--alias", "river letters", *wider, *more)
    assert text.startswith(f"{own}: added dataset:riverlet\n")
    (row,) = read_rows(own)
    assert row[1:] == (
        "dataset:riverlet",
        "dataset",
        "benchmark",
        "Riverlet",
        (("context", "RVL"), ("fold", "river letters")),
        ("dataset:gsm8k",),
        ("dataset:cifar-10",),
        "case",
        ("https://r.org",),
        "mine",
        "",
        True,
    )
    assert done("check", own).startswith("rows: dataset 1\n")


def test_rows_stand_in_the_order_of_their_ids(own: Path) -> None:
    for name in ("Zed Set", "Able Set", "Mid Set"):
        done("add", "dataset", name)
    assert [row.name for row in read_rows(own)] == ["Able Set", "Mid Set", "Zed Set"]


@pytest.mark.parametrize(
    ("kind", "name", "rule"),
    [
        ("technique", "Amazon", "context"),
        ("technique", "Go", "context"),
        ("technique", "Time", "context"),
        ("technique", "glue", "context"),
        ("dataset", "Quuxel", "case"),
        ("dataset", "QuUx", "case"),
        ("concept", "quuxel flow", "fold"),
    ],
)
def test_the_rule_that_is_not_given_is_a_safe_one(own: Path, kind: str, name: str, rule: str) -> None:
    said = answer("add", kind, name)["spellings"]
    assert [(one["text"], one["rule"]) for one in said] == [(name, rule)]
    assert bool(said[0]["why"]) is (rule != "fold")


def test_a_rule_that_is_given_is_taken(own: Path) -> None:
    done("add", "technique", "glue", "--match", "fold")
    assert rules("technique:glue", own) == {"glue": "fold"}


def test_a_spelling_that_is_taken_from_a_shipped_entity_is_told(own: Path) -> None:
    text = done("add", "technique", "My Transformer", "--alias", "BERT")
    assert '"BERT" is taken from technique:bert, where it needs context from now on.' in text
    assert rules("technique:bert", own)["BERT"] == "context"
    assert rules("technique:my-transformer", own)["BERT"] == "case"
    said = answer("add", "technique", "My Transformer", "--alias", "RoBERTa")
    assert said["taken"] == [{"id": "technique:roberta", "text": "RoBERTa"}]


def test_an_entity_that_is_there_keeps_what_is_not_spoken_of(own: Path) -> None:
    done("add", "dataset", "Riverlet", "--note", "mine", "--alias", "river letters")
    text = done("add", "dataset", "riverlet", "--alias", "letters of the river", "--match", "context")
    assert text.startswith(f"{own}: updated dataset:riverlet (Riverlet)\n")
    (row,) = read_rows(own)
    assert (row.name, row.note, row.match) == ("Riverlet", "mine", "context")
    assert [text for _, text in row.aliases] == ["river letters", "letters of the river"]


def test_a_shipped_entity_keeps_its_spellings_and_gets_more(own: Path) -> None:
    before = rules("dataset:gsm8k")
    text = done("add", "dataset", "GSM8K", "--alias", "school sums")
    assert "which stands in the place of the shipped row" in text
    assert rules("dataset:gsm8k", own) == {**before, "school sums": "fold"}


def test_what_is_known_already_is_not_written(own: Path) -> None:
    assert answer("add", "dataset", "GSM8K")["outcome"] == "unchanged"
    assert not own.exists()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("dataset", "Foo (bar)"), "ends in a gloss"),
        (("dataset", "2048"), "has no letter"),
        (("dataset", "quux", "--match", "case"), "has no capital"),
        (("dataset", "Quux", "--subkind", "model"), "unknown subkind 'model'"),
        (("dataset", "Quux", "--broader", "No Such"), "broader names 'No Such', but there is no such dataset"),
        (("dataset", "Quux", "--broader", "concept:robotics"), "which is no dataset"),
        (("dataset", "Quux", "--alias", "A|B"), "has a vertical bar"),
        (("dataset", "Quux", "--alias", ""), "an empty alias"),
        (("dataset", "Qu\tux"), "cannot be printed"),
        (("dataset", "Quux", "--note", "a\x1b[31m"), "cannot be printed"),
        (("dataset", "Quux", "--url", "javascript:alert(1)"), "is no address"),
    ],
)
def test_what_the_check_would_refuse_is_refused_in_one_line(own: Path, args: tuple[str, ...], message: str) -> None:
    assert message in refused("add", *args)
    assert not own.exists()


def test_two_own_entities_never_share_a_spelling_without_context(own: Path) -> None:
    done("add", "dataset", "Quux Set", "--alias", "QuuxSet")
    assert "one spelling, two owners" in refused("add", "technique", "QuuxSet", "--match", "fold")
    done("add", "technique", "QuuxSet", "--match", "context")


def test_a_kind_that_is_none_is_a_usage_error(own: Path) -> None:
    assert kg("add", "dataset`) DETACH DELETE n //", "MNIST").exit_code == 2


def test_a_name_that_begins_with_a_dash_is_told_from_an_option(own: Path) -> None:
    assert "put -- before it" in kg("add", "dataset", "-Quux").stderr


def test_a_fault_in_the_file_is_told_and_the_file_stays(own: Path) -> None:
    own.parent.mkdir()
    own.write_text("kind\tname\nthing\tMine\n", encoding="utf-8")
    assert f"{own}:2: unknown kind 'thing'" in refused("add", "dataset", "Quux")
    assert own.read_text(encoding="utf-8") == "kind\tname\nthing\tMine\n"


# where it is written


def test_the_file_is_in_the_users_data_folder_where_none_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KG_CATALOG", raising=False)
    for name in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    path = user_data_path("citegraph", appauthor=False) / "catalog.tsv"
    if tmp_path not in path.parents:
        pytest.skip("the data folder cannot be moved here")
    done("add", "dataset", "Riverlet")
    assert [row.name for row in read_rows(path)] == ["Riverlet"]
    assert "dataset:riverlet\tRiverlet" in done("list", "--kind", "dataset")


def test_of_several_catalogues_the_last_is_written(tmp_path: Path) -> None:
    one, two = tmp_path / "one.tsv", tmp_path / "two.tsv"
    done("add", "dataset", "Quux One", "--catalog", one)
    done("add", "dataset", "Quux Two", "--broader", "Quux One", "--catalog", one, "--catalog", two)
    assert [row.name for row in read_rows(one)] == ["Quux One"]
    assert [row.broader for row in read_rows(two)] == [("dataset:quux-one",)]


def test_a_link_to_the_file_stays_a_link_and_nothing_else_is_left_behind(tmp_path: Path) -> None:
    link, real = tmp_path / "link.tsv", tmp_path / "deep" / "real.tsv"
    real.parent.mkdir()
    link.symlink_to(real)
    done("add", "dataset", "Riverlet", "--catalog", link)
    assert link.is_symlink()
    assert stat.S_ISREG(real.stat().st_mode)
    assert [path.name for path in real.parent.iterdir()] == ["real.tsv"]


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    rows = list(parse("kind\tname\taliases\tmatch\ndataset\tAb Cd\tcontext:AC|x y\tfold\n", source="x"))
    write_own(tmp_path / "own.tsv", rows)
    assert [row[1:] for row in read_own(tmp_path / "own.tsv", known=())] == [row[1:] for row in rows]
    assert (tmp_path / "own.tsv").read_text(encoding="utf-8") == "".join(generate(rows))
    assert read_own(tmp_path / "none.tsv", known=()) == []


def test_adding_is_pure_and_names_what_it_refuses() -> None:
    rows: list[Row] = []
    found = add(Wish("dataset", "Quux Set"), known=(), own=rows, ordinary=frozenset())
    assert (found.former, found.changed, rows) == ("", True, [])
    with pytest.raises(CatalogError, match=r"^dataset 'Quux': 'A.B' has a vertical bar"):
        add(Wish("dataset", "Quux", aliases=("A|B",)), known=(), own=(), ordinary=frozenset())


# import


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_a_list_is_brought_in_and_every_row_is_accounted_for(own: Path, tmp_path: Path) -> None:
    source = write(tmp_path / "list.csv", LIST)
    text = done("import", source)
    assert text.startswith(f"{own}: 1 added, 0 given more aliases, 1 known\n")
    assert "refused: 1 row\n" in text
    assert f"{source}:4: unknown type 'dataset`) DETACH DELETE n //'; there are dataset, technique, concept" in text
    assert rules("dataset:riverlet", own) == {"Riverlet": "case", "river letters": "fold"}
    assert done("check", own).startswith("rows: dataset 1\n")
    assert "DETACH" not in own.read_text(encoding="utf-8")


def test_a_list_brought_in_twice_changes_nothing(own: Path, tmp_path: Path) -> None:
    source = write(tmp_path / "list.csv", LIST)
    done("import", source)
    before = own.read_bytes()
    said = answer("import", source)
    assert (said["added"], said["updated"], said["known"], said["written"]) == ([], [], 2, False)
    assert [one["place"] for one in said["refused"]] == [f"{source}:4"]
    assert own.read_bytes() == before


def test_a_dry_run_says_what_it_would_add_and_writes_nothing(own: Path, tmp_path: Path) -> None:
    text = done("import", write(tmp_path / "list.csv", LIST), "--dry-run")
    assert "dataset:riverlet: Riverlet (as written); river letters (any case)" in text
    assert "nothing is written" in text
    assert not own.exists()


def test_a_file_with_nothing_to_use_ends_with_an_error(own: Path, tmp_path: Path) -> None:
    result = kg("import", write(tmp_path / "list.csv", "name,kind\nQuux,person\n"))
    assert result.exit_code == 1
    assert "nothing in it could be used" in result.stderr
    assert "no column of types" in refused("import", write(tmp_path / "bare.csv", "name\nQuux\n"))
    assert "No such file" in refused("import", tmp_path / "none.csv")


def test_what_was_brought_in_is_linked(own: Path, tmp_path: Path) -> None:
    done("import", write(tmp_path / "list.csv", LIST))
    papers, db = write(tmp_path / "papers.txt", "We evaluate on Riverlet and GSM8K.\n"), str(tmp_path / "s.db")
    runner = CliRunner()
    assert runner.invoke(cli, ["build", str(papers), "--db", db]).exit_code == 0
    found = runner.invoke(cli, ["neighbors", "river letters", "--db", db, "--json"])
    assert json.loads(found.stdout)["match"]["id"] == "dataset:riverlet"
