"""Tell apart what several papers call by one name: which of them mean the same thing, and under which id.

Pure: the answer follows from what the papers say, not from the order in which they came. Two papers that both propose
the name mean one thing where they share an author or their texts are very much alike. A paper that only uses the name
means what is proposed, unless it speaks of something else altogether; of two things that are proposed, the one that its
text is clearly nearer to, else it stays open.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graph.ingest.words import likeness, weigh

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

OTHER = "other"
"""Gloss of what is meant by the papers that speak of nothing that is proposed here."""

_ONE_WORK = 0.2
"""Likeness from which two proposals are one: versions of a paper have 0.33 and more, two papers of a field 0.16."""
_APART = 0.02
"""Likeness below which two texts have nothing in common; one in eight pairs of papers that use one name is below it."""
_APART_IN_WRITING = 0.04
"""The same where the two write the name in other letters."""
_LEAST_TEXT = 400.0
"""Weight of the words below which a text is too short to speak of something else."""
_CLEAR = 0.05
_CLEARLY = 2.0
"""How near to a proposal, and how many times nearer than to another, decides between them: right in 24 of 25 cases."""


@dataclass(frozen=True, slots=True)
class Use:
    """What a paper says of a name that the catalogue lacks.

    Attributes:
        came: Year and month, as far as the paper tells them; what came first keeps the id of the name alone.
        authors: Each name as a set of folded words, so that "Lund, Ada" is Ada Lund.
        words: Those of title and abstract, without the name.
        known: Ids of the entities of the catalogue that the paper mentions, but for generic ones.
        proposes: Whether it gives the name to something of its own.
        letters: How it writes the name, by the letters and digits alone: CopT is hardly COPT.
        gloss: What it says that this is, as a slug; its own id where it does not say.
    """

    paper: str
    came: tuple[int, int]
    authors: frozenset[frozenset[str]]
    words: frozenset[str]
    known: frozenset[str]
    proposes: bool
    letters: frozenset[str]
    gloss: str

    @property
    def order(self) -> tuple[tuple[int, int], str]:
        """Return what papers are sorted by, the first one first."""
        return self.came, self.paper


def tell_apart(base: str, uses: Iterable[Use]) -> dict[str, tuple[str, ...]]:
    """Return for each paper the id of what it means by the name; several, sorted, where that stays open.

    Args:
        base: The id that the name alone makes.
        uses: What the papers say, each paper once.
    """
    uses = sorted(uses, key=lambda use: use.order)
    things = _proposed(uses)
    if not things:
        return {use.paper: (base,) for use in uses}
    meant = {use.paper: _meant(use, things) for use in uses if not use.proposes}
    others = [use for use in uses if not use.proposes and meant[use.paper] is None]
    if others:
        things = [*things, others]
    ids = _ids(base, things)
    told: dict[str, tuple[str, ...]] = {
        use.paper: (ids[number],) for number, thing in enumerate(things) for use in thing
    }
    for paper, numbers in meant.items():
        if numbers is not None:
            told[paper] = tuple(sorted(ids[number] for number in numbers))
    return told


def _proposed(uses: Sequence[Use]) -> list[list[Use]]:
    """Return the things that papers propose, each with its papers, in the order of the first of them."""
    things: list[list[Use]] = []
    for use in uses:
        if use.proposes:
            same = [thing for thing in things if any(_is_one_work(use, other) for other in thing)]
            joined = sorted([use, *(other for thing in same for other in thing)], key=lambda one: one.order)
            things = [*(thing for thing in things if thing not in same), joined]
    return sorted(things, key=lambda thing: thing[0].order)


def _is_one_work(one: Use, other: Use) -> bool:
    return bool(one.authors & other.authors) or likeness(one.words, other.words) >= _ONE_WORK


def _meant(use: Use, things: Sequence[Sequence[Use]]) -> tuple[int, ...] | None:
    """Return which of the things a paper means that proposes none; all where that stays open, None for another one."""
    if all(_is_apart(use, other) for thing in things for other in thing):
        return None
    near = sorted(
        ((max(_nearness(use, other) for other in thing), -number) for number, thing in enumerate(things)), reverse=True
    )
    if len(near) == 1 or (near[0][0] >= _CLEAR and near[0][0] >= _CLEARLY * near[1][0]):
        return (-near[0][1],)
    return tuple(range(len(things)))


def _nearness(one: Use, other: Use) -> float:
    return 1.0 if one.authors & other.authors else likeness(one.words, other.words)


def _is_apart(one: Use, other: Use) -> bool:
    """Say whether two papers tell enough and yet have nothing in common."""
    if one.authors & other.authors or one.known & other.known:
        return False
    least = _APART if one.letters & other.letters else _APART_IN_WRITING
    told = min(weigh(one.words), weigh(other.words)) >= _LEAST_TEXT
    return told and likeness(one.words, other.words) < least


def _ids(base: str, things: Sequence[Sequence[Use]]) -> Mapping[int, str]:
    """Return the id of each thing: that of the name alone for what came first, the others with their gloss."""
    order = sorted(range(len(things)), key=lambda number: things[number][0].order)
    glosses = {number: next((use.gloss for use in things[number] if use.proposes), OTHER) for number in order}
    seen: dict[str, list[int]] = defaultdict(list)
    for number in order:
        seen[glosses[number]].append(number)
    ids = {}
    for number in order:
        twice = seen[glosses[number]][0] != number
        more = f"-{_slug(things[number][0].paper)}" if twice else ""
        ids[number] = f"{base}-{glosses[number]}{more}"
    return {**ids, order[0]: base}


def _slug(paper: str) -> str:
    return paper.replace(":", "-").replace("/", "-")
