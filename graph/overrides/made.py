"""The entities that lines make: what the catalogue lacks and a line gives mentions to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from graph.model import Entity, Kind
from graph.names import slug
from graph.overrides.things import spelled, where

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graph.overrides.lines import Line
    from graph.overrides.things import Things


class Made(NamedTuple):
    """Entities by id, and which of them are found in every paper by their name."""

    entities: Mapping[str, Entity]
    everywhere: frozenset[str]


def make_entities(lines: Iterable[Line], things: Things, ends: Mapping[str, str]) -> Made:
    """Return the entities that the catalogue lacks and a split, an alias or a merge with a name asks for.

    What a merge names by an id alone is left to the papers that bring it along.
    """
    names: dict[str, str] = {}
    everywhere: set[str] = set()
    for line in lines:
        if line.action not in ("split", "alias", "merge"):
            continue
        text = line.subject if line.action == "alias" else line.object
        id_ = things.find(text, line)
        name = things.name(text) or _name_of(id_, line, things)
        if id_ in things.catalog.entities or not name:
            continue
        id_ = ends.get(id_, id_)
        if not names.get(id_) or slug(names[id_]) == names[id_]:
            names[id_] = name
        if line.action != "split":
            everywhere.add(id_)
    kept = {id_: name for id_, name in names.items() if id_ not in things.catalog.entities}
    entities = {
        id_: Entity(id_, cast("Kind", id_.partition(":")[0]), name, status="user") for id_, name in sorted(kept.items())
    }
    return Made(entities, frozenset(everywhere & entities.keys()))


def _name_of(id_: str, line: Line, things: Things) -> str:
    """Return the name of what a line gives by its id alone: as the line spells it, else as the id does."""
    if line.action == "merge":
        return ""
    bare = id_.partition(":")[2]
    subject = where(line, things).subject if line.action == "split" else spelled(line.object, line)
    text = subject if isinstance(subject, str) else subject.text
    return text if slug(text) == bare else bare
