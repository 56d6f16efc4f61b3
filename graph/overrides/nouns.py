"""The corrections of a file with every name looked up."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from graph.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph.model import Entity, Rule

_SHORT = 5
"""Letters up to which one run with a capital inside is a name only as written: folded, "SAM" is "sam"."""


@lru_cache(maxsize=1 << 16)
def folded(text: str) -> str:
    """Return the fold of a spelling; the whole catalogue is asked for several times, and folding takes its time."""
    return fold(text)


class Spelled(NamedTuple):
    """A way to write something: `fold` in any case and joining, `case` and `context` as written or with a plural s."""

    rule: Rule
    text: str

    def fits(self, surface: str) -> bool:
        """Say whether the surface is this spelling."""
        if self.rule == "fold":
            return folded(surface) == folded(self.text)
        return _letters(surface) in (_letters(self.text), _letters(self.text) + "s")


class Where(NamedTuple):
    """What a split or a ban holds for.

    Attributes:
        subject: A spelling, or the id of an entity.
        paper: An identifier of the one paper; None for all.
    """

    subject: Spelled | str
    paper: str | None

    def fits(self, surface: str, entities: Iterable[str]) -> bool:
        """Say whether a mention with this surface, or of one of these entities, is meant."""
        return self.subject in entities if isinstance(self.subject, str) else self.subject.fits(surface)


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the lines of a file say together; whatever their order, the same.

    Attributes:
        moved: The id that each merged or retyped entity has now, by its id before.
        names: New names by the id that the entity has now.
        aliases: Spellings by the id that the entity has now.
        made: Entities that the catalogue lacks and lines make, by id.
        splits: What is meant instead; those for one paper first.
        bans: What never links.
        papers: All identifiers of a paper by the one that a line gives, as far as a store knows them.
        fingerprint: 16 hex digits of SHA-256 of what the lines say, without notes; empty without a line.
    """

    moved: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, tuple[Spelled, ...]] = field(default_factory=dict)
    made: Mapping[str, Entity] = field(default_factory=dict)
    splits: tuple[tuple[Where, str], ...] = ()
    bans: tuple[Where, ...] = ()
    papers: Mapping[str, frozenset[str]] = field(default_factory=dict)
    fingerprint: str = ""

    def now(self, entity: str) -> str:
        """Return the id that the entity has now."""
        return self.moved.get(entity, entity)

    def named_papers(self) -> list[str]:
        """Return the papers that lines name, sorted."""
        wheres = [*self.bans, *(where for where, _ in self.splits)]
        return sorted({where.paper for where in wheres if where.paper})


def with_papers(overrides: Overrides, papers: Mapping[str, frozenset[str]]) -> Overrides:
    """Return the corrections with what a store knows of the papers that they name."""
    return replace(overrides, papers=papers)


def usual_rule(text: str) -> Rule:
    """Return the rule of a spelling that is given without one."""
    short = len(text) <= _SHORT and text.isalpha() and any(char.isupper() for char in text[1:])
    return "case" if short else "fold"


def _letters(text: str) -> str:
    return "".join(char for char in text if char.isalnum())
