"""Corrections on what the linker found in a paper."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, cast

from graph.model import Ambiguous, Entity, Kind, Link, Linked
from loaders.identifiers import identifiers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.overrides.nouns import Overrides, Where
    from loaders.paper import Paper

_SURE = 1.0


class _Here(NamedTuple):
    """What holds in one paper: targets of splits and None for bans, the most specific first."""

    wheres: Sequence[tuple[Where, str | None]]
    overrides: Overrides

    def told(self, surface: str, entities: Sequence[str]) -> tuple[str | None] | None:
        """Return what a line says a mention means, None inside for nothing; None where no line says anything."""
        return next(((target,) for where, target in self.wheres if where.fits(surface, entities)), None)


def apply_to_linked(overrides: Overrides, linked: Linked, paper: Paper) -> Linked:
    """Return what was found in a paper as the corrections make it.

    Args:
        linked: What the linker found with the corrected catalogue.
        paper: The paper; a line may hold for it alone.
    """
    if not overrides.fingerprint:
        return linked
    here = _here(overrides, paper)
    links = [(link, new) for link in linked.links if (new := _link(link, here))]
    kept = {old.entity for old, new in links if new.entity == overrides.now(old.entity)}
    decided, ambiguous = _ambiguous(linked.ambiguous, here, title=len(paper.abstract))
    return replace(
        linked,
        links=tuple(sorted([*(new for _, new in links), *decided], key=lambda link: (link.start, link.end))),
        discovered=_discovered([entity for entity in linked.discovered if entity.id in kept], overrides),
        ambiguous=tuple(ambiguous),
    )


def _here(overrides: Overrides, paper: Paper) -> _Here:
    wheres: list[tuple[Where, str | None]] = [*overrides.splits, *((where, None) for where in overrides.bans)]
    if overrides.named_papers():
        own = frozenset(identifiers(paper))
        wheres = [one for one in wheres if not one[0].paper or _is_meant(one[0].paper, own, overrides)]
    return _Here(sorted(wheres, key=lambda one: one[0].paper is None), overrides)


def _is_meant(paper: str, own: frozenset[str], overrides: Overrides) -> bool:
    return paper in own or not own.isdisjoint(overrides.papers.get(paper, ()))


def _link(link: Link, here: _Here) -> Link | None:
    """Return a link as it is now; None where it is banned."""
    now = here.overrides.now(link.entity)
    if told := here.told(link.surface, (link.entity, now)):
        return replace(link, entity=told[0], method="user", score=_SURE) if told[0] else None
    if link.method in ("exact", "variant") and any(
        spelling.rule != "context" and spelling.fits(link.surface) for spelling in here.overrides.aliases.get(now, ())
    ):
        return replace(link, entity=now, method="user", score=_SURE)
    return link if now == link.entity else replace(link, entity=now)


def _ambiguous(found: Sequence[Ambiguous], here: _Here, *, title: int) -> tuple[list[Link], list[Ambiguous]]:
    """Return the mentions that a line decides, and those that stay open."""
    links: list[Link] = []
    still: list[Ambiguous] = []
    for one in found:
        told = here.told(one.surface, ())
        if told and told[0]:
            span = (one.start, one.end, one.surface, one.sentence)
            links.append(Link(*span, told[0], "user", _SURE, in_title=one.start > title))
        elif not told:
            ids = {here.overrides.now(id_) for id_ in one.candidates if here.told("", (id_,)) != (None,)}
            if ids:
                still.append(replace(one, candidates=tuple(sorted(ids))))
    return links, still


def _discovered(found: Sequence[Entity], overrides: Overrides) -> tuple[Entity, ...]:
    """Return what the paper brings along, under the ids and names of now; two that are one are put together."""
    whole: dict[str, Entity] = {}
    for entity in found:
        id_ = overrides.now(entity.id)
        former = () if id_ == entity.id else (entity.id,)
        new = replace(entity, id=id_, kind=cast("Kind", id_.partition(":")[0]), former=former)
        name = overrides.names.get(id_, entity.name)
        texts = [entity.name, *entity.aliases]
        if before := whole.get(id_):
            name, former = before.name, (*before.former, *former)
            texts = [*before.aliases, *texts]
        aliases = tuple(dict.fromkeys(text for text in texts if text != name))
        whole[id_] = replace(new, name=name, aliases=aliases, former=former)
    return tuple(whole[id_] for id_ in sorted(whole))
