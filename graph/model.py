"""The nouns that pass between the rooms of the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Kind = Literal["dataset", "technique", "concept"]
Method = Literal["exact", "variant", "abbreviation", "discovered", "user"]
Role = Literal["PROPOSES", "EVALUATES_ON", "USES", "STUDIES", "COMPARES_WITH"]
Rule = Literal["fold", "case", "context"]
Status = Literal["catalog", "discovered", "user"]

KINDS: tuple[Kind, ...] = get_args(Kind)
ROLES: tuple[Role, ...] = get_args(Role)
RULES: tuple[Rule, ...] = get_args(Rule)


@dataclass(frozen=True, slots=True)
class Entity:
    """A dataset, technique or concept: one node of the graph.

    Attributes:
        id: `kind:slug`, never reused and never renumbered.
        name: The field's usual form, singular.
        aliases: True synonyms, without the name; sorted only where the source has no order.
        broader: Ids of wider entities of the same kind.
        variant_of: Ids of what this differs from by number, version, size or suffix; never an alias.
        same_as: URLs.
        generic: Links nearly everything, so it does not relate two papers and is off in views by default.
        former: Ids that lead here since the user's corrections merged or retyped them.
    """

    id: str
    kind: Kind
    name: str
    subkind: str = ""
    aliases: tuple[str, ...] = ()
    broader: tuple[str, ...] = ()
    variant_of: tuple[str, ...] = ()
    same_as: tuple[str, ...] = ()
    status: Status = "catalog"
    generic: bool = False
    former: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way to write an entity.

    Attributes:
        rule: `fold` matches in any case and joining, `case` only as written (a plain plural is allowed), `context`
            only where the document gives a reason for this very reading.
    """

    text: str
    rule: Rule
    entity: str


@dataclass(frozen=True, slots=True)
class Link:
    """A mention of an entity in a paper.

    Attributes:
        start: First character in the raw text of the paper.
        end: One past the last; `raw[start:end] == surface`, always.
        sentence: Start and end of the sentence in the raw text.
        score: How sure the linker is, 0 to 1.
        roles: What the sentence says the paper does with the entity; empty where it says nothing.
    """

    start: int
    end: int
    surface: str
    sentence: tuple[int, int]
    entity: str
    method: Method
    score: float
    roles: tuple[Role, ...] = ()
    in_title: bool = False


@dataclass(frozen=True, slots=True)
class Citation:
    """A citation in the running text, such as "Acharya et al. (2016)".

    Attributes:
        key: The normal form, `acharya et al. 2016`; equal for every way to write the citation in one paper.
        authors: The names as written, without "et al.".
        year: With its letter where it has one, `2012a`.
    """

    start: int
    end: int
    surface: str
    sentence: tuple[int, int]
    key: str
    authors: tuple[str, ...]
    year: str
    et_al: bool


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A mention with several readings (or one that nothing supports): kept and counted, but it makes no edge.

    Attributes:
        candidates: Ids of the entities it may be, sorted.
    """

    start: int
    end: int
    surface: str
    sentence: tuple[int, int]
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Linked:
    """All that the linker found in one paper, each part in the order of the text."""

    links: tuple[Link, ...] = ()
    discovered: tuple[Entity, ...] = ()
    citations: tuple[Citation, ...] = ()
    ambiguous: tuple[Ambiguous, ...] = ()
