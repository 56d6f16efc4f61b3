"""The entities that occur in the store, and what they are narrower than or a variant of."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from graph.ingest.write import forget_text, unsettle, write_text
from graph.model import Entity
from graph.names import fold

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, TypeAlias

    from graph.model import Linked

    LookUp: TypeAlias = Callable[[str], Entity | None]


def write_discoveries(db: sqlite3.Connection, paper: str, linked: Linked) -> None:
    """Keep what a paper says of the entities that it brings along."""
    for entity in linked.discovered:
        row = json.dumps(asdict(entity), ensure_ascii=False)
        places = json.dumps([(link.start, link.end) for link in linked.links if link.entity == entity.id])
        ids = (entity.id, entity.id, entity.id)
        db.execute("INSERT INTO discoveries VALUES (?, ?, ?, ?, ?, ?, '')", (paper, *ids, row, places))
    unsettle(db, paper)


def settle(
    db: sqlite3.Connection, touched: Iterable[str], look_up: LookUp, *, names: Mapping[str, str] | None = None
) -> None:
    """Make entities, spellings and their edges right again after the mentions of some entities changed.

    An entity stays while a paper mentions it or while one that is mentioned names it as broader or as what it is a
    variant of; the latter has a row and no mentions, and its own wider entities are left out.

    `names` are those that corrections give to what only papers name, by id.
    """
    names = names or {}
    touched = sorted(touched)
    around: set[str] = set()
    for id_ in touched:
        around |= {target for (target,) in db.execute("SELECT target FROM edges WHERE source = ?", (id_,))}
        db.execute("DELETE FROM edges WHERE source = ?", (id_,))
        if _is_mentioned(db, id_):
            entity = _current(db, id_, look_up, names)
            _write_entity(db, entity)
            around |= _write_wider(db, entity, look_up)
    for id_ in sorted(around.union(touched)):
        if _is_mentioned(db, id_):
            continue
        if db.execute("SELECT 1 FROM edges WHERE target = ? LIMIT 1", (id_,)).fetchone():
            _write_entity(db, _current(db, id_, look_up, names))
        else:
            _forget_entity(db, id_)


def _is_mentioned(db: sqlite3.Connection, id_: str) -> bool:
    return db.execute("SELECT 1 FROM mentions WHERE entity = ? LIMIT 1", (id_,)).fetchone() is not None


def _current(db: sqlite3.Connection, id_: str, look_up: LookUp, names: Mapping[str, str]) -> Entity:
    """Return an entity that occurs: as the catalogue has it, else as the papers say, else as it is stored.

    What papers say of one that the catalogue has is another name, which a correction made one with it. The last is one
    that went from the catalogue while papers that mention it wait to be linked again.
    """
    known, brought = look_up(id_), _discovered(db, id_, names)
    if known and brought:
        return _with_names(known, brought)
    if entity := known or brought:
        return entity
    row = db.execute("SELECT * FROM entities WHERE id = ?", (id_,)).fetchone()
    if row is None:
        raise LookupError(f"the linker gave {id_}, which neither the catalogue nor the paper defines")
    return Entity(
        id=id_,
        kind=row["kind"],
        name=row["name"],
        subkind=row["subkind"],
        aliases=tuple(json.loads(row["aliases"])),
        same_as=tuple(json.loads(row["same_as"])),
        status=row["status"],
        generic=bool(row["generic"]),
    )


def _discovered(db: sqlite3.Connection, id_: str, names: Mapping[str, str]) -> Entity | None:
    """Return what all papers that bring an entity along say of it.

    Of two names that of the smaller paper id decides, but one that the entity had under a former id comes last.
    """
    statement = "SELECT row, told FROM discoveries WHERE entity = ? ORDER BY paper"
    rows = [_under(json.loads(row), told, id_) for row, told in db.execute(statement, (id_,))]
    rows.sort(key=lambda row: bool(row["former"]))
    if not rows:
        return None
    name = names.get(id_, rows[0]["name"])
    spellings = {spelling for row in rows for spelling in (row["name"], *row["aliases"])}
    lists = ("broader", "variant_of", "same_as", "former")
    several = {key: tuple(sorted({value for row in rows for value in row[key]})) for key in lists}
    return Entity(**{**rows[0], **several, "name": name, "aliases": tuple(sorted(spellings - {name}))})


def _under(row: dict[str, Any], told: str, id_: str) -> dict[str, Any]:
    """Return what a paper says of an entity under the id that this has; an id that a correction moved leads there."""
    former = [*row.get("former", ()), *([told] if told != id_ else [])]
    return {**row, "id": id_, "kind": id_.partition(":")[0], "former": former}


def _with_names(entity: Entity, other: Entity) -> Entity:
    aliases = dict.fromkeys((*entity.aliases, other.name, *other.aliases))
    former = tuple(sorted({*entity.former, *other.former}))
    return replace(entity, aliases=tuple(alias for alias in aliases if alias != entity.name), former=former)


def _write_wider(db: sqlite3.Connection, entity: Entity, look_up: LookUp) -> set[str]:
    """Write what an entity is narrower than or a variant of, as far as the catalogue has that; return the ids."""
    edges = {*(("BROADER", id_) for id_ in entity.broader), *(("VARIANT_OF", id_) for id_ in entity.variant_of)}
    known = sorted(edge for edge in edges if look_up(edge[1]))
    db.executemany("INSERT INTO edges VALUES (?, ?, ?, 1, 1.0)", [(entity.id, *edge) for edge in known])
    return {id_ for _, id_ in known}


def _write_entity(db: sqlite3.Connection, entity: Entity) -> None:
    aliases, same_as = (json.dumps(values, ensure_ascii=False) for values in (entity.aliases, entity.same_as))
    row = (entity.id, entity.kind, entity.subkind, entity.name, aliases, same_as, entity.status, int(entity.generic))
    before = db.execute("SELECT * FROM entities WHERE id = ?", (entity.id,)).fetchone()
    spellings = dict.fromkeys((entity.name, *entity.aliases, *entity.former))
    if before is not None and tuple(before) == row and spellings.keys() == _spellings(db, entity.id):
        return
    db.execute("INSERT OR REPLACE INTO entities VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    db.execute("DELETE FROM spellings WHERE entity = ?", (entity.id,))
    db.executemany(
        "INSERT INTO spellings VALUES (?, ?, ?)", [(fold(spelling), entity.id, spelling) for spelling in spellings]
    )
    write_text(db, entity.id, kind=entity.kind, name=entity.name, body="\n".join(entity.aliases))


def _spellings(db: sqlite3.Connection, id_: str) -> set[str]:
    return {spelling for (spelling,) in db.execute("SELECT spelling FROM spellings WHERE entity = ?", (id_,))}


def _forget_entity(db: sqlite3.Connection, id_: str) -> None:
    db.execute("DELETE FROM entities WHERE id = ?", (id_,))
    db.execute("DELETE FROM spellings WHERE entity = ?", (id_,))
    forget_text(db, id_)
