"""The catalogue: what is known before a paper is read, as entities and the ways they are spelled."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, cast

from graph.catalog.rows import CatalogError, Row, collide, parent_id, parse, spellings_of
from graph.model import Entity, Kind, Rule, Spelling, Status
from graph.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["Catalog", "CatalogError", "read_catalog", "read_rows", "shipped_paths"]


@dataclass(frozen=True, slots=True)
class Catalog:
    """Entities by id, and every name and alias with its rule, both in the order of the ids.

    Attributes:
        fingerprint: 16 hex digits of SHA-256 of what was read; the same files give the same.
    """

    entities: dict[str, Entity]
    spellings: tuple[Spelling, ...]
    fingerprint: str


def shipped_paths() -> tuple[Path, ...]:
    """Return the files of the shipped catalogue."""
    return tuple(sorted((Path(__file__).parent / "data").glob("*.tsv")))


def read_rows(*paths: Path) -> list[Row]:
    """Return the rows of these files as written; `graph.catalog.check.check` tells what is wrong with them.

    Raises:
        CatalogError: A file that cannot be read, or whose lines are no rows.
    """
    return [row for path in paths for row in parse(_read(path), source=str(path))]


def read_catalog(*paths: Path) -> Catalog:
    """Return the shipped catalogue with the user's own files on top.

    A user's row takes the place of the one with the same id, in the shipped catalogue or an earlier file. Where it
    claims a spelling that another entity had, that one needs context from now on.

    Raises:
        CatalogError: A file of the user's that cannot be read or has a fault.
    """
    collects = gc.isenabled()
    gc.disable()  # all that is made here stays: the collector would walk over it in vain, a fifth of the time
    try:
        return _catalog([_read(path) for path in shipped_paths()], {path: _read(path) for path in paths})
    finally:
        if collects:
            gc.enable()


def _catalog(shipped: Sequence[str], own: Mapping[Path, str]) -> Catalog:
    rows = {row.id: row for text in shipped for row in parse(text, source="catalogue")}
    ranks: dict[str, int] = {}
    for rank, (path, text) in enumerate(own.items(), 1):
        added = _checked(list(parse(text, source=str(path))), rows)
        rows.update({row.id: row for row in added})
        ranks.update({row.id: rank for row in added})
    ordered = [rows[id_] for id_ in sorted(rows)]
    spellings = [Spelling(text, cast("Rule", rule), row.id) for row in ordered for rule, text in spellings_of(row)]
    return Catalog(
        {row.id: _entity(row, rows, "user" if row.id in ranks else "catalog") for row in ordered},
        tuple(_giving_way(spellings, ranks) if ranks else spellings),
        sha256("\0".join((*shipped, *own.values())).encode()).hexdigest()[:16],
    )


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise CatalogError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CatalogError(f"{path}: not UTF-8 (byte {error.start}); save it as UTF-8") from error


def _checked(added: Sequence[Row], rows: Mapping[str, Row]) -> Sequence[Row]:
    """Return the rows that a user adds, or raise with the first fault."""
    from graph.catalog.check import check  # only a user's file needs it

    faults = check(added, known=tuple(rows.values()))
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise CatalogError(f"{faults[0]}{more}")
    return added


def _entity(row: Row, rows: Mapping[str, Row], status: Status) -> Entity:
    # Unpacked at once: sixteen thousand rows are made entities whenever papers are linked.
    _, id_, kind, subkind, name, aliases, broader, variant_of, _, url, _, _, generic = row
    return Entity(
        id_,
        cast("Kind", kind),
        name,
        subkind,
        tuple([text for _, text in aliases]) if aliases else (),
        _ids(row, broader, rows) if broader else (),
        _ids(row, variant_of, rows) if variant_of else (),
        url,
        status,
        generic,
    )


def _ids(row: Row, cells: tuple[str, ...], rows: Mapping[str, Row]) -> tuple[str, ...]:
    return tuple([cell if cell in rows else parent_id(row, cell, rows) or cell for cell in cells])


def _giving_way(spellings: Sequence[Spelling], ranks: Mapping[str, int]) -> Iterator[Spelling]:
    """Yield the spellings; one that a later file gives to another entity becomes `context`."""
    claims: dict[str, list[Spelling]] = {}
    for spelling in spellings:
        if spelling.entity in ranks and spelling.rule != "context":
            claims.setdefault(fold(spelling.text), []).append(spelling)
    for spelling in spellings:
        rank = ranks.get(spelling.entity, 0)
        stronger = [claim for claim in claims.get(fold(spelling.text), ()) if ranks[claim.entity] > rank]
        if spelling.rule != "context" and any(
            collide((spelling.rule, spelling.text), (claim.rule, claim.text)) for claim in stronger
        ):
            yield Spelling(spelling.text, "context", spelling.entity)
        else:
            yield spelling
