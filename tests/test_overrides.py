from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.catalog import Catalog
from graph.linker.core import link_text
from graph.linker.matcher import make_matcher
from graph.model import Ambiguous, Entity, Kind, Link, Linked, Rule, Spelling
from graph.overrides import (
    Line,
    Overrides,
    OverridesError,
    add_line,
    apply_to_catalog,
    apply_to_linked,
    parse,
    read_lines,
    resolve,
    with_papers,
)
from loaders.paper import Paper

if TYPE_CHECKING:
    from collections.abc import Sequence

HEADING = "action\tsubject\tobject\tnote\n"
PAPER = Paper("We test SAM on Adult.", arxiv_id="2502.00001")


def entity(id_: str, name: str, *aliases: str, **more: Any) -> Entity:
    kind: Kind = id_.partition(":")[0]  # type: ignore[assignment]
    return Entity(id_, kind, name, aliases=aliases, **more)


def small_catalog() -> Catalog:
    entities = (
        entity("concept:generalization", "generalization"),
        entity("concept:sharpness", "sharpness", broader=("concept:generalization",)),
        entity("dataset:adult", "Adult", "UCI Adult", "Census Income", same_as=("https://example.org/adult",)),
        entity("dataset:census", "Census"),
        entity("dataset:spider-birds", "Spider"),
        entity("dataset:spider-sql", "Spider"),
        entity("technique:optimizer", "optimizer"),
        entity("technique:sam", "Segment Anything", "SAM", "SAM 2"),
        entity("technique:sharpness-aware", "sharpness-aware minimization", "SAM", broader=("technique:optimizer",)),
    )
    rules: dict[str, Rule] = {"SAM": "context", "Adult": "context"}
    spellings = tuple(
        Spelling(text, rules.get(text, "fold"), one.id) for one in entities for text in (one.name, *one.aliases)
    )
    return Catalog({one.id: one for one in entities}, spellings, "0" * 16)


CATALOG = small_catalog()


def told(*lines: str) -> Overrides:
    """Return the corrections of lines in which `|` stands for a tab."""
    text = HEADING + "".join(line.replace("|", "\t") + "\n" for line in lines)
    return resolve(parse(text, source="overrides.tsv"), CATALOG)


def fault(*lines: str) -> str:
    with pytest.raises(OverridesError) as error:
        told(*lines)
    return str(error.value)


def corrected(*lines: str) -> Catalog:
    return apply_to_catalog(told(*lines), CATALOG)


def spelled(catalog: Catalog, id_: str) -> dict[str, str]:
    return {one.text: one.rule for one in catalog.spellings if one.entity == id_}


def mention(surface: str, id_: str, start: int = 8) -> Link:
    return Link(start, start + len(surface), surface, (0, 21), id_, "exact", 0.9, ("USES",))


def links(overrides: Overrides, *found: Link, paper: Paper = PAPER, new: Sequence[Entity] = ()) -> list[Link]:
    return list(apply_to_linked(overrides, Linked(found, tuple(new)), paper).links)


# The file


def test_lines_are_read_without_blank_lines_comments_and_repetitions() -> None:
    text = HEADING + "\nban\tAdult\n# a thought\nban\tAdult\t\tagain\nrename\tCensus\tUS Census\tits usual name\n"
    assert parse(text, source="o.tsv") == (
        Line("o.tsv:3", "ban", "Adult", "", ""),
        Line("o.tsv:6", "rename", "Census", "US Census", "its usual name"),
    )


def test_columns_may_stand_in_another_order_and_lines_end_as_on_windows() -> None:
    text = "note\tobject\taction\tsubject\r\nwhy\tAdult\tmerge\tCensus\r\n"
    assert parse(text, source="o.tsv") == (Line("o.tsv:2", "merge", "Census", "Adult", "why"),)


def test_an_empty_file_corrects_nothing() -> None:
    assert told() == Overrides()
    assert parse("", source="o.tsv") == ()
    assert apply_to_catalog(Overrides(), CATALOG) is CATALOG
    linked = Linked((mention("SAM", "technique:sam"),))
    assert apply_to_linked(Overrides(), linked, PAPER) is linked


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("merge\ta\tb\n", "o.tsv:1: no heading; the first line names the columns: action, subject, object, note"),
        (
            "action\tsubject\tpaper\n",
            "o.tsv:1: unknown column 'paper'; there are action, subject, object, note, with a tab between",
        ),
        ("action\tobject\n", "o.tsv:1: no column 'subject'; there are action, subject, object, note"),
        (HEADING + "mrge\ta\tb\n", "o.tsv:2: unknown action 'mrge'; did you mean merge?"),
        (
            HEADING + "zzz\ta\n",
            "o.tsv:2: unknown action 'zzz'; there are merge, split, ban, rename, alias, retype",
        ),
        (
            HEADING + "merge a b\n",
            'o.tsv:2: "merge a b" is one cell; put a tab between action, subject, object, note',
        ),
        (
            HEADING + "merge\tCensus\n",
            "o.tsv:2: merge Census: the column object is empty; it holds the thing that it is the same as",
        ),
        (HEADING + "ban\n", "o.tsv:2: ban what? The column subject is empty"),
        (
            HEADING + "ban\tAdult\tarxiv:2502.00001\n",
            "o.tsv:2: ban takes no object ('arxiv:2502.00001'); for one paper only, write Adult @ PAPER into subject",
        ),
        (HEADING + "ban\ta\t\t\tb\n", "o.tsv:2: 5 cells, but the heading has 4 columns"),
    ],
)
def test_a_line_that_is_none_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(OverridesError) as error:
        parse(text, source="o.tsv")
    assert str(error.value) == message


def test_a_file_that_is_not_there_or_not_utf8_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(OverridesError, match=r"none\.tsv: No such file or directory$"):
        read_lines(tmp_path / "none.tsv")
    (tmp_path / "o.tsv").write_bytes(HEADING.encode() + b"ban\t\xff\n")
    with pytest.raises(OverridesError, match=r"o\.tsv: not UTF-8 \(byte 31\); save it as UTF-8$"):
        read_lines(tmp_path / "o.tsv")


def test_a_line_is_added_once_under_a_heading_and_in_the_order_of_the_columns() -> None:
    text = add_line("", ("ban", "Adult"), source="o.tsv")
    assert text == HEADING + "ban\tAdult\n"
    assert add_line(text, ("ban", "Adult", "", "why not"), source="o.tsv") == text
    assert add_line("subject\taction\nAdult\tban", ("ban", "Iris"), source="o.tsv") == (
        "subject\taction\nAdult\tban\nIris\tban\n"
    )


CELL = st.text(st.characters(blacklist_categories=("C", "Z")), min_size=1, max_size=8)


@given(st.lists(st.tuples(CELL, CELL, CELL), max_size=5))
def test_what_is_added_is_read_back(rows: list[tuple[str, str, str]]) -> None:
    text = ""
    for subject, object_, note in rows:
        text = add_line(text, ("alias", subject, object_, note), source="o.tsv")
    assert [line.words[1:] for line in parse(text, source="o.tsv")] == list(dict.fromkeys(row[:2] for row in rows))


# Names


def test_a_name_an_alias_any_spelling_and_an_id_lead_to_an_entity() -> None:
    for subject in ("Adult", "UCI Adult", "uci-adult", "census incomes", "dataset:adult", "dataset:Adult"):
        assert told(f"rename|{subject}|X").names == {"dataset:adult": "X"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "rename|Adul|X",
            'overrides.tsv:2: the catalogue has nothing called "Adul". Did you mean Adult?'
            " What only papers name is given with its kind, as technique:Adul",
        ),
        (
            "rename|Spider|X",
            'overrides.tsv:2: "Spider" may be 2 things; write one of dataset:spider-birds, dataset:spider-sql',
        ),
        (
            "rename|dataset:Spider|X",
            'overrides.tsv:2: "dataset:Spider" may be 2 things; write one of dataset:spider-birds, dataset:spider-sql',
        ),
        ("rename|datset:Foo|X", "overrides.tsv:2: 'datset' is no kind; did you mean dataset:Foo?"),
        ("retype|Adult|concpt", "overrides.tsv:2: unknown kind 'concpt'; did you mean concept?"),
        ("retype|Adult|thing", "overrides.tsv:2: unknown kind 'thing'; there are dataset, technique, concept"),
        ("retype|Adult|dataset", "overrides.tsv:2: dataset:adult is a dataset already"),
        ("merge|UCI Adult|Adult", "overrides.tsv:2: UCI Adult and Adult are one thing already, dataset:adult"),
        (
            "rename|Adult|Census",
            'overrides.tsv:2: dataset:census is called "Census" already; merge dataset:adult with it',
        ),
        ("ban|123", "overrides.tsv:2: '123' has no letter, so nothing can be found by it"),
        (
            "alias|Adult|case:grown-up",
            "overrides.tsv:2: 'grown-up' has no capital to tell it by, so case means nothing; write fold or context",
        ),
        (
            "split|dataset:adult|dataset:census",
            "overrides.tsv:2: split dataset:adult where?"
            " Write dataset:adult @ PAPER for one paper, a spelling of it, or merge for all of it",
        ),
    ],
)
def test_a_line_that_cannot_be_followed_is_told_with_what_there_is_instead(line: str, message: str) -> None:
    assert fault(line) == message


def test_an_id_that_the_catalogue_lacks_is_taken_for_something_that_papers_name() -> None:
    assert told("merge|technique:RiverNet|Adult").moved == {"technique:rivernet": "dataset:adult"}


# Contradictions


@pytest.mark.parametrize(
    "lines",
    [
        ("merge|Adult|Census", "merge|Adult|Segment Anything"),
        ("rename|Adult|A1", "rename|UCI Adult|A2"),
        ("retype|Adult|concept", "retype|Adult|technique"),
        ("alias|Adult|grown-ups", "alias|Census|Grown-up"),
        ("ban|grown-ups", "alias|Census|Grown-up"),
        ("ban|dataset:adult", "rename|Adult|A1"),
        ("ban|dataset:census", "merge|Adult|Census"),
        ("ban|SAM @ arxiv:2502.00001", "split|SAM @ arxiv:2502.00001|technique:sam"),
        ("split|SAM|technique:sam", "split|SAM|technique:sharpness-aware"),
        ("split|SAM|technique:sam", "alias|technique:sharpness-aware|SAM"),
    ],
)
def test_two_lines_that_contradict_each_other_are_refused_at_the_later_one(lines: tuple[str, str]) -> None:
    for order in (lines, lines[::-1]):
        first, last = (line.replace("|", " ") for line in order)
        assert fault(*order) == (
            f'overrides.tsv:3: "{last}" cannot hold beside "{first}" (overrides.tsv:2); take one of the two out'
        )


def test_merging_in_a_circle_is_refused() -> None:
    message = fault("merge|Adult|Census", "merge|Census|technique:sam", "merge|technique:sam|Adult")
    assert message.startswith("overrides.tsv:")
    assert "merging leads in a circle, dataset:adult to dataset:census to technique:sam to dataset:adult" in message


def test_what_is_merged_away_is_not_renamed() -> None:
    assert fault("rename|Adult|A1", "merge|Adult|Census") == (
        "overrides.tsv:2: dataset:adult is merged into dataset:census (overrides.tsv:3); rename that"
    )


LINES = (
    "merge|Census|Adult",
    "merge|technique:RiverNet|Census",
    "retype|Adult|concept",
    "rename|Adult|Adult census",
    "alias|concept:adult|case:ACS",
    "alias|Adult census|grown-ups",
    "split|SAM 2|technique:SAM 2",
    "ban|Segment Anything @ arxiv:2502.00001",
)


@given(st.permutations(LINES))
def test_the_order_of_the_lines_does_not_matter(lines: list[str]) -> None:
    assert told(*lines) == told(*LINES)
    assert corrected(*lines) == corrected(*LINES)


# The catalogue


def test_merge_makes_names_aliases_and_addresses_those_of_the_other() -> None:
    found = corrected("merge|Adult|Census")
    assert "dataset:adult" not in found.entities
    whole = found.entities["dataset:census"]
    assert (whole.name, whole.aliases) == ("Census", ("Adult", "UCI Adult", "Census Income"))
    assert (whole.same_as, whole.former) == (("https://example.org/adult",), ("dataset:adult",))
    assert spelled(found, "dataset:census") == {
        "Census": "fold",
        "Adult": "context",
        "UCI Adult": "fold",
        "Census Income": "fold",
    }


def test_merges_follow_each_other() -> None:
    found = told("merge|Adult|Census", "merge|Census|dataset:spider-sql")
    assert found.moved == {"dataset:adult": "dataset:spider-sql", "dataset:census": "dataset:spider-sql"}


def test_what_is_wider_follows_a_merge_and_leaves_out_another_kind() -> None:
    found = corrected("merge|optimizer|Segment Anything", "retype|generalization|technique").entities
    assert found["technique:sharpness-aware"].broader == ("technique:sam",)
    assert found["concept:sharpness"].broader == ()


def test_rename_keeps_the_id_and_makes_the_former_name_an_alias() -> None:
    found = corrected("rename|Adult|Census of Adults")
    whole = found.entities["dataset:adult"]
    assert (whole.name, whole.aliases) == ("Census of Adults", ("Adult", "UCI Adult", "Census Income"))
    assert spelled(found, "dataset:adult")["Census of Adults"] == "fold"


def test_rename_to_an_alias_keeps_the_rule_of_that_spelling() -> None:
    found = corrected("rename|Segment Anything|SAM")
    assert found.entities["technique:sam"].name == "SAM"
    assert spelled(found, "technique:sam")["SAM"] == "context"


def test_alias_adds_a_spelling_and_its_other_owners_need_context() -> None:
    found = corrected("alias|technique:sharpness-aware|case:Segment Anything")
    assert spelled(found, "technique:sharpness-aware")["Segment Anything"] == "case"
    assert spelled(found, "technique:sam")["Segment Anything"] == "context"
    assert "Segment Anything" in found.entities["technique:sharpness-aware"].aliases


def test_alias_gives_a_spelling_that_is_there_another_rule() -> None:
    assert spelled(corrected("alias|technique:sam|case:SAM"), "technique:sam")["SAM"] == "case"
    assert spelled(corrected("alias|Census|context:Census"), "dataset:census")["Census"] == "context"


def test_a_short_spelling_with_capitals_inside_is_taken_as_written() -> None:
    found = spelled(corrected("alias|Adult|UCIA", "alias|Adult|grown-up"), "dataset:adult")
    assert (found["UCIA"], found["grown-up"]) == ("case", "fold")


def test_alias_of_what_the_catalogue_lacks_makes_it_and_it_is_found_by_its_name_too() -> None:
    for line in ("alias|technique:RiverNet|River Network", "alias|technique:rivernet|RiverNet"):
        made = corrected(line).entities["technique:rivernet"]
        assert (made.name, made.status) == ("RiverNet", "user")
        assert spelled(corrected(line), "technique:rivernet")["RiverNet"] == "fold"


def test_retype_gives_the_id_of_the_new_kind_to_which_the_old_one_leads() -> None:
    found = corrected("retype|Adult|concept")
    whole = found.entities["concept:adult"]
    assert (whole.kind, whole.name, whole.former) == ("concept", "Adult", ("dataset:adult",))
    assert "dataset:adult" not in found.entities
    assert "UCI Adult" in spelled(found, "concept:adult")


def test_ban_of_an_id_takes_the_entity_out_and_ban_of_a_spelling_the_spelling() -> None:
    gone = corrected("ban|dataset:adult")
    assert "dataset:adult" not in gone.entities
    assert not spelled(gone, "dataset:adult")
    left = corrected("ban|uci adults")
    assert spelled(left, "dataset:adult") == {"Adult": "context", "Census Income": "fold"}
    assert left.entities["dataset:adult"].aliases == ("Census Income",)


def test_a_thing_that_a_split_makes_can_take_further_lines() -> None:
    found = corrected("split|SAM 2|technique:SAM 2", "alias|technique:SAM 2|Segment Anything v2")
    assert found.entities["technique:sam-2"].aliases == ("Segment Anything v2",)


def test_split_makes_a_spelling_mean_another_thing_everywhere() -> None:
    found = corrected("split|SAM 2|technique:SAM 2")
    assert found.entities["technique:sam-2"] == entity("technique:sam-2", "SAM 2", status="user")
    assert spelled(found, "technique:sam-2") == {"SAM 2": "fold"}
    assert found.entities["technique:sam"].aliases == ("SAM",)


def test_a_split_for_one_paper_leaves_the_spellings_alone() -> None:
    found = corrected("split|Adult @ arxiv:2502.00001|dataset:Adult (films)")
    assert found.spellings == CATALOG.spellings
    assert found.entities["dataset:adult-films"].name == "Adult"


def test_the_fingerprint_follows_what_the_lines_say_and_not_their_notes() -> None:
    found = {corrected(line).fingerprint for line in ("ban|Adult", "ban|Adult||a note", "ban|Census")}
    assert len(found | {CATALOG.fingerprint}) == 3


def test_the_linker_finds_what_a_line_spells() -> None:
    found = corrected("alias|technique:sharpness-aware|case:SAM", "alias|technique:RiverNet|River Network")
    linked = link_text("SAM trains River Networks.", make_matcher(found.entities, found.spellings))
    assert [(link.surface, link.entity) for link in linked.links] == [
        ("SAM", "technique:sharpness-aware"),
        ("River Networks", "technique:rivernet"),
    ]


# What was found in a paper


def test_a_ban_of_a_spelling_drops_its_mentions_in_any_form_and_keeps_others() -> None:
    found = links(told("ban|fold:adult"), mention("Adults", "dataset:adult"), mention("UCI Adult", "dataset:adult", 12))
    assert [link.surface for link in found] == ["UCI Adult"]


def test_a_ban_of_something_discovered_drops_it() -> None:
    new = entity("technique:rivernet", "RiverNet", status="discovered")
    linked = Linked((mention("RiverNet", new.id),), (new,))
    assert apply_to_linked(told("ban|technique:rivernet"), linked, PAPER) == Linked()


@pytest.mark.parametrize(
    "paper", ["arxiv:2502.00001", "https://arxiv.org/abs/2502.00001v3", "2502.00001", "text:8b5f1d12c1aa"]
)
def test_a_ban_for_one_paper_holds_there_alone(paper: str) -> None:
    overrides = told(f"ban|Adult @ {paper}")
    if paper.startswith("text:"):
        overrides = with_papers(overrides, {paper: frozenset((paper, "arxiv:2502.00001"))})
    assert links(overrides, mention("Adult", "dataset:adult")) == []
    assert links(overrides, mention("Adult", "dataset:adult"), paper=Paper("Another.")) != []


def test_a_sign_at_that_names_no_paper_belongs_to_the_spelling() -> None:
    (ban,) = told("ban|Recall @ 10").bans
    assert (ban.subject, ban.paper) == (("fold", "Recall @ 10"), None)


def test_a_split_in_one_paper_gives_mentions_to_the_other_thing_and_keeps_their_roles() -> None:
    overrides = told("split|SAM @ arxiv:2502.00001|technique:sharpness-aware")
    (link,) = links(overrides, mention("SAM", "technique:sam"))
    assert (link.entity, link.method, link.score, link.roles) == ("technique:sharpness-aware", "user", 1.0, ("USES",))


def test_a_split_of_an_id_in_one_paper_takes_all_its_mentions() -> None:
    overrides = told("split|technique:sam @ arxiv:2502.00001|technique:SAM (surface maps)")
    found = links(overrides, mention("SAM", "technique:sam"), mention("Segment Anything", "technique:sam", 12))
    assert {link.entity for link in found} == {"technique:sam-surface-maps"}


def test_a_split_decides_an_ambiguous_mention() -> None:
    open_ = Ambiguous(8, 11, "SAM", (0, 21), ("technique:sam", "technique:sharpness-aware"))
    found = apply_to_linked(told("split|SAM|technique:sam"), Linked(ambiguous=(open_,)), PAPER)
    assert found == Linked((Link(8, 11, "SAM", (0, 21), "technique:sam", "user", 1.0),))


def test_a_line_for_one_paper_goes_before_one_for_all() -> None:
    overrides = told("ban|SAM", "split|SAM @ arxiv:2502.00001|technique:sam")
    assert [link.entity for link in links(overrides, mention("SAM", "technique:sharpness-aware"))] == ["technique:sam"]
    assert links(overrides, mention("SAM", "technique:sam"), paper=Paper("Another.")) == []


def test_an_alias_marks_its_mentions_as_the_user_s() -> None:
    found = links(
        told("alias|Adult|grown-up"), mention("Grown-ups", "dataset:adult", 15), mention("Adult", "dataset:adult")
    )
    assert [(link.surface, link.method) for link in found] == [("Adult", "exact"), ("Grown-ups", "user")]


def test_a_discovered_thing_is_merged_renamed_and_retyped() -> None:
    new = entity("technique:rivernet", "RiverNet", "River Network", status="discovered")
    linked = Linked((mention("RiverNet", new.id),), (new,))
    merged = apply_to_linked(told("merge|technique:rivernet|Adult"), linked, PAPER)
    assert [link.entity for link in merged.links] == ["dataset:adult"]
    assert merged.discovered[0].former == ("technique:rivernet",)
    renamed = apply_to_linked(told("rename|technique:rivernet|River-Net"), linked, PAPER)
    assert (renamed.discovered[0].id, renamed.discovered[0].name) == ("technique:rivernet", "River-Net")
    assert renamed.discovered[0].aliases == ("RiverNet", "River Network")
    retyped = apply_to_linked(told("retype|technique:rivernet|dataset"), linked, PAPER)
    assert [link.entity for link in retyped.links] == ["dataset:rivernet"]
    assert (retyped.discovered[0].kind, retyped.discovered[0].former) == ("dataset", ("technique:rivernet",))


def test_two_discovered_things_of_one_paper_become_one() -> None:
    new = [entity(f"technique:{name.lower()}", name, status="discovered") for name in ("Foo", "FooNet")]
    linked = Linked(tuple(mention(one.name, one.id, at) for one, at in zip(new, (0, 9), strict=True)), tuple(new))
    found = apply_to_linked(told("merge|technique:foo|technique:foonet"), linked, PAPER)
    assert [link.entity for link in found.links] == ["technique:foonet"] * 2
    assert [one.id for one in found.discovered] == ["technique:foonet"]


def test_candidates_of_an_open_mention_follow_merges_and_bans() -> None:
    open_ = Ambiguous(8, 11, "SAM", (0, 21), ("technique:sam", "technique:sharpness-aware"))
    merged = apply_to_linked(told("merge|Segment Anything|optimizer"), Linked(ambiguous=(open_,)), PAPER)
    assert merged.ambiguous[0].candidates == ("technique:optimizer", "technique:sharpness-aware")
    banned = apply_to_linked(told("ban|technique:sam @ arxiv:2502.00001"), Linked(ambiguous=(open_,)), PAPER)
    assert banned.ambiguous[0].candidates == ("technique:sharpness-aware",)
    assert apply_to_linked(told("ban|SAM"), Linked(ambiguous=(open_,)), PAPER) == Linked()


# The real command

TEXT = """Small 2025 Papers

We present RiverNet, a model for flood prediction. RiverNet is trained with Adam on ImageNet. We segment images with \
SAM and compare with SAM on COCO. The model RiverNet beats BERT by a margin of two points on every river.

We introduce RiverBench, a benchmark for flood prediction, where a large language model is evaluated on GSM8K. \
RiverBench holds 500 rivers, and self-attention helps on most of them. SAM is not used, since it is slow there.

We propose FloodNet, a new architecture that improves on other models for hydrology. On CIFAR-10 and CIFAR-100 the \
FloodNet model is best. SSL is left for later work, and so is everything else that the reader may wish for.
"""

CORRECTIONS = (
    "merge\ttechnique:rivernet\tBERT",
    "retype\tdataset:riverbench\ttechnique",
    "rename\tCIFAR-10\tTen Tiny Classes",
    "ban\tImageNet",
    "alias\ttechnique:sharpness-aware-minimization\tcase:SAM",
    "split\tSSL @ {paper}\ttechnique:Silent Sea Lions",
    "ban\tMS COCO @ {first}",
    "alias\ttechnique:GradNet\tmargin",
)


def kg(*words: object, cwd: Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "KG_CATALOG": "", "PYTHONPATH": str(Path(__file__).resolve().parents[1])}
    command = [sys.executable, "-m", "graph", *map(str, words)]
    return subprocess.run(command, capture_output=True, check=check, encoding="utf-8", env=env, cwd=cwd)


def write(path: Path, *lines: str) -> None:
    path.write_text(HEADING + "".join(line + "\n" for line in lines), encoding="utf-8")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with papers and a store that was built without corrections."""
    folder = tmp_path_factory.mktemp("overrides")
    (folder / "p.txt").write_text(TEXT, encoding="utf-8")
    kg("build", "p.txt", cwd=folder)
    return folder


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    for name in ("p.txt", "citegraph.db"):
        (tmp_path / name).write_bytes((built / name).read_bytes())
    return tmp_path


def ids(folder: Path) -> list[str]:
    rows = map(json.loads, kg("export", cwd=folder).stdout.splitlines())
    return [row["id"] for row in sorted((r for r in rows if r["type"] == "paper"), key=lambda row: row["position"])]


def test_corrections_are_applied_and_undone_whatever_the_workers(folder: Path) -> None:
    before = kg("export", cwd=folder).stdout
    first, _, paper = ids(folder)
    lines = [line.format(first=first, paper=paper) for line in CORRECTIONS]
    write(folder / "overrides.tsv", *lines)
    assert "3 linked again" in kg("build", "p.txt", cwd=folder).stdout
    after = kg("export", cwd=folder).stdout
    assert '"technique:silent-sea-lions"' in after
    assert '"dataset:riverbench"' not in after
    assert "3 unchanged" in kg("build", "p.txt", cwd=folder).stdout

    write(folder / "o.tsv", *reversed(lines))
    kg("build", "p.txt", "--db", "two.db", "--overrides", "o.tsv", "--workers", 2, cwd=folder)
    assert kg("export", "--db", "two.db", cwd=folder).stdout == after

    write(folder / "overrides.tsv")
    kg("build", "p.txt", cwd=folder)
    assert kg("export", cwd=folder).stdout == before


def test_former_names_and_ids_lead_to_what_they_are_now(folder: Path) -> None:
    write(folder / "overrides.tsv", *CORRECTIONS[:3])
    kg("build", "p.txt", cwd=folder)
    for name, id_ in (
        ("RiverNet", "technique:bert"),
        ("technique:rivernet", "technique:bert"),
        ("dataset:riverbench", "technique:riverbench"),
        ("CIFAR10", "dataset:cifar-10"),
        ("Ten Tiny Classes", "dataset:cifar-10"),
    ):
        found = json.loads(kg("neighbors", name, "--json", cwd=folder).stdout)
        assert found["match"]["id"] == id_
    write(folder / "overrides.tsv")
    kg("build", "p.txt", cwd=folder)
    assert kg("neighbors", "Ten Tiny Classes", cwd=folder, check=False).returncode == 1


def test_each_line_can_be_taken_out_alone(folder: Path) -> None:
    first, _, paper = ids(folder)
    lines = [line.format(first=first, paper=paper) for line in CORRECTIONS[:4]]
    for one, two in itertools.pairwise([lines, lines[1:], lines]):
        write(folder / "overrides.tsv", *one)
        kg("build", "p.txt", cwd=folder)
        write(folder / "overrides.tsv", *two)
        kg("build", "p.txt", cwd=folder)
        kg("build", "p.txt", "--db", "fresh.db", cwd=folder)
        assert kg("export", cwd=folder).stdout == kg("export", "--db", "fresh.db", cwd=folder).stdout
        (folder / "fresh.db").unlink()


def test_a_faulty_line_ends_the_build_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(TEXT, encoding="utf-8")
    write(tmp_path / "overrides.tsv", "ban\tAdult", "merge\tImageNt\tCOCO")
    done = kg("build", "p.txt", cwd=tmp_path, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith('Error: overrides.tsv:3: the catalogue has nothing called "ImageNt". Did you mean')
    assert len(done.stderr.splitlines()) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["overrides.tsv", "p.txt"]


def test_a_file_that_is_given_must_be_there(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(TEXT, encoding="utf-8")
    done = kg("build", "p.txt", "--overrides", "none.tsv", cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (1, "Error: none.tsv: No such file or directory\n")


def test_a_line_of_which_no_paper_knows_anything_is_noted(folder: Path) -> None:
    write(
        folder / "overrides.tsv", "ban\ttechnique:quillnet", "ban\tFrobnic", "ban\tSAM @ arxiv:2501.00001", "ban\tBERT"
    )
    assert kg("build", "p.txt", cwd=folder).stdout.splitlines()[-3:] == [
        "overrides.tsv:2: nothing here is technique:quillnet",
        'overrides.tsv:3: "Frobnic" stands in no paper here',
        "overrides.tsv:4: no paper here is arxiv:2501.00001",
    ]


def test_two_discovered_names_of_two_papers_become_one_under_the_name_of_the_one_they_go_to(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(TEXT, encoding="utf-8")
    write(tmp_path / "overrides.tsv", "merge\ttechnique:rivernet\tdataset:riverbench")
    kg("build", "p.txt", cwd=tmp_path)
    found = json.loads(kg("neighbors", "technique:rivernet", "--json", cwd=tmp_path).stdout)
    assert (found["match"]["id"], found["match"]["name"]) == ("dataset:riverbench", "RiverBench")
    papers = [row for row in found["neighbors"] if row["kind"] == "paper"]
    assert len(papers) == 2
