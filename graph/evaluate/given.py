"""What the linker says of a mention that is given: where it stands and of which kind it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from graph.evaluate.counts import row_of
from graph.evaluate.gold import known_entities
from loaders.paper import Paper

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graph.evaluate.gold import LinkMany, Names
    from graph.model import Entity, Kind, Linked


class Asked(NamedTuple):
    """A mention that is given; `text` counts the texts from 0."""

    text: int
    start: int
    end: int
    surface: str
    kind: Kind


class Wanted(NamedTuple):
    """A mention with the name of what it means; `nil` says that no catalogue can hold that."""

    asked: Asked
    name: str
    nil: bool = False


def given_scores(wanted: Sequence[Wanted], given: Sequence[Entity | None], names: Names) -> dict[str, Any]:
    """Return how often a given mention is linked right.

    "given" asks for the canonical name, "given_any_spelling" takes an alias too; a mention without a link is wrong, one
    that is `nil` is left out. "nil" is the scores of calling a mention new (no link, or one to an entity discovered in
    the text), where new is what is `nil` or what the catalogue lacks.
    """
    pairs = [(entity, one.asked.kind, one.name) for entity, one in zip(given, wanted, strict=True) if not one.nil]
    right = sum(entity is not None and names.same(entity, kind, name) for entity, kind, name in pairs)
    aliased = sum(entity is not None and names.answers(entity, kind, name) for entity, kind, name in pairs)
    new = [one.nil or not names.in_catalog(one.asked.kind, one.name) for one in wanted]
    called_new = [entity is None or entity.status == "discovered" for entity in given]
    both = sum(a and b for a, b in zip(new, called_new, strict=True))
    return {
        "given": _accuracy(right, len(pairs)),
        "given_any_spelling": _accuracy(aliased, len(pairs)),
        "nil": row_of(both, sum(called_new), sum(new)),
    }


def _accuracy(right: int, gold: int) -> dict[str, float | int]:
    return {"accuracy": round(right / gold, 4) if gold else 0.0, "right": right, "gold": gold}


def link_given(
    asked: Sequence[Asked], found: Sequence[Linked], link_many: LinkMany, entities: Mapping[str, Entity]
) -> list[Entity | None]:
    """Return the entity that each mention is linked to, or None.

    It is that of the longest link inside the mention, in its text. Where there is none, the surface is linked alone
    (that of a dataset before the word "dataset", for the kind is given); last comes a link that reaches beyond it.
    """
    answers = [_best(one, found[one.text], entities, inside=True) for one in asked]
    open_ones = [index for index, answer in enumerate(answers) if answer is None]
    alone = [Paper(_alone(asked[index])) for index in open_ones]
    for index, linked in zip(open_ones, link_many(alone), strict=True):
        one = asked[index]
        itself = one._replace(start=0, end=len(one.surface))
        beyond = _best(one, found[one.text], entities, inside=False)
        answers[index] = _best(itself, linked, entities, inside=True) or beyond
    return answers


def _alone(one: Asked) -> str:
    return f"{one.surface} dataset" if one.kind == "dataset" else one.surface


def _best(one: Asked, linked: Linked, entities: Mapping[str, Entity], *, inside: bool) -> Entity | None:
    known = known_entities(linked, entities)
    reach = [
        ((known(link.entity).kind == one.kind, min(link.end, one.end) - max(link.start, one.start)), link.entity)
        for link in linked.links
        if link.start < one.end and one.start < link.end
        if not inside or (one.start <= link.start and link.end <= one.end)
    ]
    return known(_first_of_greatest(reach)) if reach else None


def _first_of_greatest(reach: Iterable[tuple[tuple[bool, int], str]]) -> str:
    return max(reach, key=lambda pair: pair[0])[1]
