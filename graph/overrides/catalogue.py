"""Corrections on the catalogue: what entities there are, what they are called and how they are spelled."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, cast

from graph.catalog import Catalog
from graph.catalog.rows import collide
from graph.model import RULES, Entity, Kind, Spelling
from graph.overrides.nouns import Overrides, Spelled, folded, usual_rule

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping


def apply_to_catalog(overrides: Overrides, catalog: Catalog) -> Catalog:
    """Return the catalogue as the corrections make it; the same one where there are none."""
    if not overrides.fingerprint:
        return catalog
    entities = _entities(overrides, catalog)
    spellings = [one for one in _spellings(overrides, catalog) if one.entity in entities]
    fingerprint = sha256(f"{catalog.fingerprint} {overrides.fingerprint}".encode()).hexdigest()[:16]
    return Catalog(entities, tuple(_loosest(spellings)), fingerprint)


def _entities(overrides: Overrides, catalog: Catalog) -> dict[str, Entity]:
    parts: dict[str, list[Entity]] = defaultdict(list)
    for entity in catalog.entities.values():
        parts[overrides.now(entity.id)].append(entity)
    for id_, entity in overrides.made.items():
        parts[id_].append(entity)
    former = _former(overrides)
    given = _given(overrides)
    banned = {one.subject for one in overrides.bans if not one.paper}
    found: dict[str, Entity] = {}
    for id_ in sorted(parts.keys() - banned):
        whole = parts[id_]
        if len(whole) > 1 or whole[0].id != id_ or id_ in former or id_ in overrides.names or id_ in overrides.aliases:
            found[id_] = _whole(id_, whole, overrides, former=former.get(id_, ()))
        else:
            found[id_] = whole[0]
        found[id_] = _without(found[id_], given)
    return {id_: _placed(entity, found, overrides) for id_, entity in found.items()}


def _former(overrides: Overrides) -> dict[str, tuple[str, ...]]:
    """Return the ids that lead to an entity now, by its id."""
    found: dict[str, list[str]] = defaultdict(list)
    for before, now in sorted(overrides.moved.items()):
        found[now].append(before)
    return {now: tuple(before) for now, before in found.items()}


def _given(overrides: Overrides) -> dict[str, list[tuple[Spelled, str]]]:
    """Return the spellings that mean one thing everywhere, or nothing, by their fold, with the id of the one thing."""
    found: dict[str, list[tuple[Spelled, str]]] = defaultdict(list)
    taken = [(where, "") for where in overrides.bans]
    for where, id_ in (*overrides.splits, *taken):
        if not where.paper and isinstance(where.subject, Spelled):
            found[folded(where.subject.text)].append((where.subject, id_))
    return found


def _is_given_away(text: str, id_: str, given: Mapping[str, Iterable[tuple[Spelled, str]]]) -> bool:
    return any(target != id_ and one.fits(text) for one, target in given.get(folded(text), ()))


def _without(entity: Entity, given: Mapping[str, Iterable[tuple[Spelled, str]]]) -> Entity:
    """Return the entity without the aliases that mean something else now."""
    kept = tuple([text for text in entity.aliases if not _is_given_away(text, entity.id, given)]) if given else ()
    return replace(entity, aliases=kept) if given and kept != entity.aliases else entity


def _whole(id_: str, parts: Iterable[Entity], overrides: Overrides, *, former: tuple[str, ...]) -> Entity:
    """Return what the parts of an entity make together: the one of this id leads, else the one of the smallest."""
    first, *others = sorted(parts, key=lambda part: (part.id != id_, part.id in overrides.made, part.id))
    name = overrides.names.get(id_, first.name)
    texts = [first.name, *first.aliases]
    texts += [text for part in others for text in (part.name, *part.aliases)]
    texts += [spelling.text for spelling in overrides.aliases.get(id_, ())]
    kind = cast("Kind", id_.partition(":")[0])
    urls = dict.fromkeys([*first.same_as, *(url for part in others for url in part.same_as)])
    return replace(
        first,
        id=id_,
        kind=kind,
        name=name,
        subkind=first.subkind if kind == first.kind else "",
        aliases=tuple(dict.fromkeys(text for text in texts if text != name)),
        same_as=tuple(urls),
        former=former,
    )


def _placed(entity: Entity, entities: Mapping[str, Entity], overrides: Overrides) -> Entity:
    """Return the entity with the ids that what is wider has now; what is gone or of another kind is left out."""
    if not entity.broader and not entity.variant_of:
        return entity

    def now(ids: Collection[str]) -> tuple[str, ...]:
        moved = dict.fromkeys([overrides.now(id_) for id_ in ids])
        return tuple([id_ for id_ in moved if id_ != entity.id and id_ in entities and _kind(id_) == entity.kind])

    wider, variants = now(entity.broader), now(entity.variant_of)
    if (wider, variants) == (entity.broader, entity.variant_of):
        return entity
    return replace(entity, broader=wider, variant_of=variants)


def _kind(id_: str) -> str:
    return id_.partition(":")[0]


def _spellings(overrides: Overrides, catalog: Catalog) -> Iterator[Spelling]:
    """Yield the catalogue's spellings as far as they stay, then those of the lines."""
    given = _given(overrides)
    claims = _claims(overrides, catalog)
    for old in catalog.spellings:
        id_, rule = overrides.now(old.entity), old.rule
        key = folded(old.text) if claims or given else ""
        if key in given and _is_given_away(old.text, id_, given):
            continue
        for claim, owner in claims.get(key, ()):
            if owner == id_ and claim.text == old.text:
                rule = claim.rule
            elif owner != id_ and claim.rule != "context" and collide(claim, Spelled(rule, old.text)):
                rule = "context"
        yield old if (id_, rule) == (old.entity, old.rule) else Spelling(old.text, rule, id_)
    yield from (Spelling(one.text, one.rule, id_) for found in claims.values() for one, id_ in found)
    yield from (Spelling(one.text, one.rule, id_) for found in given.values() for one, id_ in found if id_)


def _claims(overrides: Overrides, catalog: Catalog) -> dict[str, list[tuple[Spelled, str]]]:
    """Return the spellings that lines give to an entity, by their fold; a new name counts unless it is one already."""
    claims: dict[str, list[tuple[Spelled, str]]] = defaultdict(list)
    for id_, spellings in overrides.aliases.items():
        for spelling in spellings:
            claims[folded(spelling.text)].append((spelling, id_))
    if overrides.names:
        known = {(overrides.now(one.entity), one.text) for one in catalog.spellings}
        for id_, name in overrides.names.items():
            if (id_, name) not in known:
                claims[folded(name)].append((Spelled(usual_rule(name), name), id_))
    return claims


def _loosest(spellings: Iterable[Spelling]) -> list[Spelling]:
    """Return each spelling of an entity once, under the rule that lets it match most, in the order of the ids."""
    best: dict[tuple[str, str], Spelling] = {}
    for one in spellings:
        key = one.entity, one.text
        if key not in best or RULES.index(one.rule) < RULES.index(best[key].rule):
            best[key] = one
    return sorted(best.values(), key=lambda one: one.entity)
