"""One discovered name in several papers: one node where they mean one thing, else one for each."""

from __future__ import annotations

import io
import json
import random
import re
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from graph.export import export_jsonl
from graph.ingest import Told, ingest
from graph.ingest.gloss import gloss_of, is_own_name
from graph.ingest.namesakes import Use, tell_apart
from graph.ingest.words import count, likeness, words_of
from graph.model import Entity, Link, Linked
from graph.query import resolve
from graph.store import open_store
from loaders.paper import Paper

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

ROBOT = Paper(
    title="ATLAS: Grasp Planning for Cluttered Shelves",
    abstract="Robots grasp objects on cluttered shelves poorly. We introduce ATLAS, a grasp planning method for robot "
    "arms. It searches collision-free trajectories of the gripper, and reaches objects behind occluding obstacles. "
    "Manipulators with seven joints pick twice as many objects from warehouse shelves in simulation and on hardware.",
    authors=("Ada Lund",),
    year=2023,
    arxiv_id="2304.00001",
)
PROTEIN = Paper(
    abstract="Amino acid sequences carry evolutionary constraints. We introduce ATLAS, a protein language model. It is "
    "pretrained on sequences from metagenomes, and predicts binding sites, folding stability and mutation effects of "
    "enzymes. Structures of antibodies are recovered without alignments of homologous sequences.",
    authors=("Bo Reyes",),
    year=2024,
    arxiv_id="2405.00002",
)
FOLLOWS = Paper(
    abstract="Warehouse robots must grasp objects behind occluding obstacles. We extend ATLAS to two grippers and plan "
    "collision-free trajectories for both manipulators on cluttered shelves.",
    year=2025,
    arxiv_id="2501.00003",
)
VAGUE = Paper(abstract="We compare ATLAS with ours.", year=2025, arxiv_id="2502.00004")
VERSION = replace(PROTEIN, abstract=PROTEIN.abstract + " Code is public.", arxiv_id="2406.00005", authors=())
ALL = (ROBOT, PROTEIN, FOLLOWS, VAGUE, VERSION)

PLAIN = "technique:atlas"
GLOSSED = "technique:atlas-protein-language-model"

_SENTENCE = re.compile(r"[^.\n]+\.?")


def link(paper: Paper) -> Linked:
    """Link ATLAS alone; a paper proposes it where it introduces it or begins its title with it."""
    raw = paper.raw
    links = []
    for found in re.finditer("ATLAS", raw):
        sentence = next(one.span() for one in _SENTENCE.finditer(raw) if one.start() <= found.start() < one.end())
        own = raw[: found.start()].endswith("introduce ") or raw[found.end() :].startswith(":")
        roles = ("PROPOSES",) if own else ("USES",)
        links.append(Link(*found.span(), "ATLAS", sentence, PLAIN, "discovered", 0.8, roles))  # type: ignore[arg-type]
    entity = Entity(PLAIN, "technique", "ATLAS", status="discovered")
    return Linked(links=tuple(links), discovered=(entity,) if links else ())


def link_many(papers: Iterable[Paper]) -> Iterator[Linked]:
    return map(link, papers)


def build(path: Path, papers: Iterable[Paper], *, batch: int = 200, fingerprint: str = "1", **told: Any) -> None:
    with open_store(path, write=True) as db:
        ingest(
            papers,
            db,
            link_many,
            entity=lambda _: None,
            fingerprint=fingerprint,
            batch=batch,
            told=Told(**told) if told else None,
        )


def exported(path: Path) -> str:
    out = io.StringIO()
    with open_store(path, write=False) as db:
        export_jsonl(db, out)
    return out.getvalue()


def rows(path: Path, statement: str) -> list[tuple[Any, ...]]:
    with open_store(path, write=False) as db:
        return [tuple(row) for row in db.execute(statement)]


def meaning(path: Path) -> dict[str, set[str]]:
    """Return the entities that each paper mentions."""
    found: dict[str, set[str]] = {}
    for paper, entity in rows(path, "SELECT paper, entity FROM mentions"):
        found.setdefault(paper.removeprefix("arxiv:"), set()).add(entity)
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "papers.db"


# Two that propose


def test_two_papers_that_propose_one_name_for_two_things_are_two_nodes(path: Path) -> None:
    build(path, [ROBOT, PROTEIN])
    assert meaning(path) == {"2304.00001": {PLAIN}, "2405.00002": {GLOSSED}}
    assert rows(path, "SELECT source, target FROM edges WHERE type = 'PROPOSES' ORDER BY target") == [
        ("arxiv:2304.00001", PLAIN),
        ("arxiv:2405.00002", GLOSSED),
    ]


def test_the_name_leads_to_both_and_their_ids_tell_them_apart(path: Path) -> None:
    build(path, [ROBOT, PROTEIN])
    with open_store(path, write=False) as db:
        assert [(match.id, match.name) for match in resolve(db, "ATLAS")] == [(PLAIN, "ATLAS"), (GLOSSED, "ATLAS")]


def test_a_second_version_of_a_paper_proposes_the_same_thing(path: Path) -> None:
    build(path, [PROTEIN, VERSION])
    assert meaning(path) == {"2405.00002": {PLAIN}, "2406.00005": {PLAIN}}


def test_papers_that_share_an_author_propose_the_same_thing(path: Path) -> None:
    build(path, [ROBOT, replace(PROTEIN, authors=("Lund, Ada",))])
    assert meaning(path) == {"2304.00001": {PLAIN}, "2405.00002": {PLAIN}}


def test_authors_that_become_known_later_count(path: Path, tmp_path: Path) -> None:
    known = replace(PROTEIN, authors=("Ada Lund",))
    build(path, [ROBOT, PROTEIN])
    build(path, [known])
    build(tmp_path / "other.db", [ROBOT, known])
    assert meaning(path) == {"2304.00001": {PLAIN}, "2405.00002": {PLAIN}}
    assert exported(path) == exported(tmp_path / "other.db")


def test_what_came_first_keeps_the_id_of_the_name_alone(path: Path) -> None:
    build(path, [PROTEIN])
    build(path, [replace(ROBOT, title=None, year=2026, arxiv_id="2601.00009")])
    assert meaning(path) == {
        "2405.00002": {PLAIN},
        "2601.00009": {"technique:atlas-grasp-planning-method"},
    }


# One that proposes none


def test_a_paper_that_uses_the_name_means_what_the_only_one_proposes(path: Path) -> None:
    build(path, [ROBOT, VAGUE, FOLLOWS])
    assert set.union(*meaning(path).values()) == {PLAIN}


def test_a_paper_that_uses_the_name_means_what_it_is_clearly_nearer_to(path: Path) -> None:
    build(path, [ROBOT, PROTEIN, FOLLOWS])
    assert meaning(path)["2501.00003"] == {PLAIN}


def test_a_use_that_nothing_decides_is_ambiguous_and_makes_no_edge(path: Path) -> None:
    build(path, [ROBOT, PROTEIN, VAGUE])
    assert rows(path, "SELECT paper, surface, candidates FROM ambiguous") == [
        ("arxiv:2502.00004", "ATLAS", json.dumps([PLAIN, GLOSSED]))
    ]
    assert rows(path, "SELECT * FROM edges WHERE source = 'arxiv:2502.00004'") == []


def test_a_use_is_decided_again_when_one_of_the_two_is_gone(path: Path, tmp_path: Path) -> None:
    build(path, [ROBOT, PROTEIN, VAGUE])
    gone = replace(PROTEIN, abstract="A protein language model of another name.")
    build(path, [gone])
    build(tmp_path / "other.db", [ROBOT, gone, VAGUE])
    assert rows(path, "SELECT * FROM ambiguous") == []
    for table in ("mentions", "edges", "entities", "spellings", "discoveries", "unsettled"):
        statement = f"SELECT * FROM {table} ORDER BY 1, 2, 3"  # noqa: S608 - the names above
        statement = statement.removesuffix(", 2, 3") if table == "unsettled" else statement
        assert rows(path, statement) == rows(tmp_path / "other.db", statement)


# Whatever the order


@pytest.mark.parametrize("batch", [1, 2, 200])
def test_neither_order_nor_batches_change_anything(tmp_path: Path, batch: int) -> None:
    found = set()
    for number, order in enumerate(permutations(ALL)):
        if number % 7 == 0:
            build(tmp_path / f"{number}.db", order, batch=batch)
            found.add(exported(tmp_path / f"{number}.db"))
    assert len(found) == 1


def test_papers_added_one_by_one_give_the_graph_of_all_at_once(tmp_path: Path) -> None:
    build(tmp_path / "whole.db", ALL)
    for number, order in enumerate([ALL, ALL[::-1], (*ALL[2:], *ALL[:2])]):
        for paper in order:
            build(tmp_path / f"{number}.db", [paper])
        assert exported(tmp_path / f"{number}.db") == exported(tmp_path / "whole.db")


def test_linking_all_again_changes_nothing(path: Path) -> None:
    build(path, ALL)
    before = exported(path)
    build(path, [], fingerprint="2")
    assert exported(path) == before


def test_a_run_that_was_stopped_before_names_were_told_apart_is_finished_by_the_next(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("graph.ingest.run.part", stop)
        with pytest.raises(KeyboardInterrupt):
            build(path, ALL)
    build(path, [])
    build(tmp_path / "whole.db", ALL)
    assert exported(path) == exported(tmp_path / "whole.db")


def test_the_pure_rule_does_not_depend_on_order() -> None:
    dice = random.Random(3)  # noqa: S311 - any uses will do
    texts = [words_of(paper.raw) for paper in ALL]
    uses = [
        Use(
            paper=f"arxiv:{number}",
            came=(2020 + dice.randrange(3), 1),
            authors=frozenset({frozenset({f"author{dice.randrange(9)}"})}),
            words=dice.choice(texts),
            known=frozenset(),
            proposes=dice.random() < 0.5,
            letters=frozenset({"ATLAS"}),
            gloss=dice.choice(["one", "two"]),
        )
        for number in range(12)
    ]
    told = [tell_apart(PLAIN, dice.sample(uses, len(uses))) for _ in range(20)]
    assert all(one == told[0] for one in told)


# Corrections


def test_a_merge_makes_the_two_one_and_without_it_they_are_two_again(path: Path) -> None:
    build(path, ALL)
    before = exported(path)
    build(path, [], fingerprint="2", moved={GLOSSED: PLAIN})
    assert set.union(*meaning(path).values()) == {PLAIN}
    assert rows(path, "SELECT * FROM ambiguous") == []
    with open_store(path, write=False) as db:
        assert [match.id for match in resolve(db, GLOSSED)] == [PLAIN]
    build(path, [], fingerprint="1")
    assert exported(path) == before


def test_one_of_the_two_can_be_retyped_and_renamed(path: Path) -> None:
    now = "dataset:atlas-protein-language-model"
    build(path, [ROBOT, PROTEIN], moved={GLOSSED: now}, names={now: "ATLAS-P"})
    found = rows(path, "SELECT id, kind, name, aliases FROM entities ORDER BY id")
    assert found == [(now, "dataset", "ATLAS-P", '["ATLAS"]'), (PLAIN, "technique", "ATLAS", "[]")]


# What is meant by a name


def use(
    paper: str,
    text: str,
    *,
    proposes: bool = False,
    known: frozenset[str] = frozenset(),
    gloss: str = "",
    letters: str = "ATLAS",
) -> Use:
    came = (2000 + int(paper[-1]), 1)
    return Use(
        paper, came, frozenset(), words_of(text), known, proposes, frozenset({letters}), gloss or f"gloss-{paper}"
    )


FAR = (
    "Grids of pumps and turbines regulate reservoirs; hydraulic engineers monitor sediment, salinity and groundwater. "
)
FAR += "Aquifers below floodplains are recharged by rainfall, and boreholes tap them for irrigation of orchards, rice. "
FAR += "Dams, weirs, canals and sluices divert rivers; evaporation, seepage and siltation waste water in dry seasons. "


def test_a_use_that_has_nothing_in_common_with_the_proposal_is_another_thing() -> None:
    uses = [use("p1", ROBOT.raw * 2 + " " + FOLLOWS.raw, proposes=True), use("u2", FAR)]
    assert tell_apart(PLAIN, uses) == {"p1": (PLAIN,), "u2": ("technique:atlas-other",)}


@pytest.mark.parametrize(("letters", "things"), [("ATLAS", 1), ("AtLaS", 2)])
def test_other_letters_tell_against_a_text_that_has_little_in_common(letters: str, things: int) -> None:
    proposal = use("p1", ROBOT.raw * 2 + " " + FOLLOWS.raw, proposes=True)
    text = FAR + "Robots grasp."
    assert 0.02 <= likeness(proposal.words, words_of(text)) < 0.04
    assert len(set(tell_apart(PLAIN, [proposal, use("u2", text, letters=letters)]).values())) == things


def test_a_use_that_shares_an_entity_of_the_catalogue_is_no_other_thing() -> None:
    known = frozenset({"dataset:gsm8k"})
    uses = [use("p1", ROBOT.raw, proposes=True, known=known), use("u2", FAR, known=known)]
    assert tell_apart(PLAIN, uses) == {"p1": (PLAIN,), "u2": (PLAIN,)}


def test_a_name_that_nobody_proposes_is_one_thing() -> None:
    assert tell_apart(PLAIN, [use("u1", ROBOT.raw), use("u2", FAR)]) == {"u1": (PLAIN,), "u2": (PLAIN,)}


def test_two_things_of_one_gloss_are_told_by_their_papers() -> None:
    uses = [use(paper, paper * 4, proposes=True, gloss="agent-framework") for paper in ("p1", "p2", "p3")]
    told = {paper: ids[0] for paper, ids in tell_apart(PLAIN, uses).items()}
    assert told == {
        "p1": PLAIN,
        "p2": "technique:atlas-agent-framework-p2",
        "p3": "technique:atlas-agent-framework-p3",
    }


@pytest.mark.parametrize(
    ("after", "own"),
    [
        (", a planner for robots.", True),
        (" is a planner.", True),
        (" framework, which plans.", True),
        ("} (\\textbf{a} planner)", True),
        (": Grasp Planning", True),
        (".", True),
        (" gripper for narrow shelves.", False),
        ("-based planning.", False),
        ("(3) odometry.", False),
        ("'s submission to the task.", False),
    ],
)
def test_a_name_before_the_noun_of_what_is_proposed_is_not_what_is_proposed(after: str, own: bool) -> None:
    assert is_own_name(after) is own


@pytest.mark.parametrize(
    ("before", "after", "gloss"),
    [
        ("We introduce ", ", a novel protein language model for enzymes.", "protein-language-model"),
        ("We present an efficient gradient-based algorithm called ", ".", "gradient-based-algorithm"),
        ("", ": Grasp Planning for Cluttered Shelves", "grasp-planning"),
        ("We introduce ", ", an open-source, drop-in replacement.", ""),
        ("We introduce ", " and evaluate it.", ""),
    ],
)
def test_the_gloss_is_what_the_sentence_says_it_is(before: str, after: str, gloss: str) -> None:
    assert gloss_of(before, after) == gloss


def test_texts_are_alike_by_words_that_few_texts_have() -> None:
    one, other = words_of("We propose a model of aquifers."), words_of("We propose a model of enzymes.")
    assert likeness(one, one) == 1.0
    assert likeness(one, other) == 0.0


def test_words_are_counted_once_a_text_and_rare_ones_left_out() -> None:
    lines = [json.dumps({"abstract": "Robots, robots and robots.", "title": "Robot"}) for _ in range(50)]
    lines.append(json.dumps({"abstract": "An aquifer."}))
    assert list(count(lines)) == ["*\t51\n", "and\t50\n", "robot\t50\n"]
