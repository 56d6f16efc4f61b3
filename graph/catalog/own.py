"""The user's own catalogue: read it, add to it, write it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graph.catalog import read_rows
from graph.catalog.check import check
from graph.catalog.defaults import Default, default_rule
from graph.catalog.entry import is_url
from graph.catalog.index import Index
from graph.catalog.rows import CatalogError, Row, generate, parent_id, spellings_of
from graph.model import RULES
from graph.names import slug

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Sequence
    from pathlib import Path

    from graph.model import Rule


@dataclass(frozen=True, slots=True)
class Wish:
    """What a user wants to say of one entity; what is empty is left as it is.

    Attributes:
        aliases: Spellings, each with its rule before a colon where it has one.
        match: Rule of the name.
        broader: Ids or names.
        variant_of: Ids or names.
    """

    kind: str
    name: str
    aliases: tuple[str, ...] = ()
    match: str = ""
    subkind: str = ""
    broader: tuple[str, ...] = ()
    variant_of: tuple[str, ...] = ()
    url: tuple[str, ...] = ()
    note: str = ""
    generic: bool = False


@dataclass(frozen=True, slots=True)
class Addition:
    """What adding an entity does; nothing is written yet.

    Attributes:
        row: The entity afterwards.
        rows: The user's whole catalogue afterwards.
        former: Where the entity was before: `own`, `known`, or empty for a new one.
        changed: Whether there is anything to write.
        why: Why a spelling got a stricter rule than `fold`, where the rule was not given.
        taken: Id and spelling of other entities that need context for it from now on.
    """

    row: Row
    rows: tuple[Row, ...]
    former: str
    changed: bool
    why: dict[str, str]
    taken: tuple[tuple[str, str], ...]


def read_own(path: Path, *, known: Sequence[Row]) -> list[Row]:
    """Return the rows of a user's file, none where there is no file.

    Raises:
        CatalogError: A file that cannot be read or has a fault.
    """
    rows = read_rows(path) if path.exists() else []
    _refuse(rows, known)
    return rows


def write_own(path: Path, rows: Iterable[Row]) -> None:
    """Write the rows, sorted by id; the file appears whole or not at all, and folders that are missing are made."""
    path = path.resolve()  # a link to the file stays one
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text("".join(generate(rows)), encoding="utf-8", newline="\n")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def add(wish: Wish, *, known: Sequence[Row], own: Sequence[Row], ordinary: Container[str]) -> Addition:
    """Return what adding the entity does; one with its id is changed, and keeps what the wish does not speak of.

    Args:
        wish: What the user says.
        known: Rows of the shipped catalogue and the like; a spelling is taken from them without asking.
        own: The rows of the file that is added to; without fault.
        ordinary: Everyday words in lower case.

    Raises:
        CatalogError: What `kg catalog check` would refuse.
    """
    index = Index.of(known, own)
    id_ = f"{wish.kind}:{slug(wish.name)}"
    base = index.rows.get(id_)
    why: dict[str, str] = {}

    def rule_of(text: str) -> Rule:
        found = _default(text, id_, wish.kind, index, ordinary)
        if found.why:
            why[text] = found.why
        return found.rule

    _refuse_what_is_not_read_back(wish)
    row = base or Row(
        "", id_, wish.kind, "", wish.name, (), (), (), wish.match or rule_of(wish.name), (), "", "", False
    )
    row = _changed(row, wish, index, rule_of)
    mine = [one for one in own if one.id != id_]
    _refuse([*mine, row], known)
    former = "" if base is None else "own" if any(one.id == id_ for one in own) else "known"
    return Addition(row, (*mine, row), former, base is None or row[1:] != base[1:], why, _taken(row, base, index))


def _taken(row: Row, base: Row | None, index: Index) -> tuple[tuple[str, str], ...]:
    """Return what the row claims and did not claim before, with the entities that have it; the user's own have none."""
    before = set(spellings_of(base)) if base else set()
    claims = [(rule, text) for rule, text in spellings_of(row) if rule != "context" and (rule, text) not in before]
    return tuple({(other, text): None for rule, text in claims for other in index.others(text, rule, row.id)})


def _changed(row: Row, wish: Wish, index: Index, rule_of: Callable[[str], Rule]) -> Row:
    """Return the row with what the wish says; lists grow, the rest is set."""
    aliases = {text: rule for rule, text in row.aliases}
    for alias in wish.aliases:
        rule, colon, text = alias.partition(":")
        if colon and rule in RULES:
            aliases[text] = rule
        elif alias not in aliases:
            aliases[alias] = rule_of(alias)
    return row._replace(
        place=f"{wish.kind} {wish.name!r}",
        subkind=wish.subkind or row.subkind,
        aliases=tuple((rule, text) for text, rule in aliases.items()),
        broader=tuple(dict.fromkeys((*row.broader, *_wider(row, wish.broader, index)))),
        variant_of=tuple(dict.fromkeys((*row.variant_of, *_wider(row, wish.variant_of, index)))),
        match=wish.match or row.match,
        url=tuple(dict.fromkeys((*row.url, *wish.url))),
        note=wish.note or row.note,
        generic=wish.generic or row.generic,
    )


def _wider(row: Row, names: Iterable[str], index: Index) -> list[str]:
    """Return the ids that the names mean; a name that means none stays, for the check to refuse."""
    return [parent_id(row, name, index.rows) or index.called(name, row.kind) or name for name in names]


def _default(text: str, id_: str, kind: str, index: Index, ordinary: Container[str]) -> Default:
    """Return the rule of a spelling, `context` where others have it in context: a homograph or a word."""
    found = default_rule(text, kind=kind, ordinary=ordinary)
    if found.rule != "context" and (others := index.in_context(text, found.rule, id_)):
        return Default("context", f"also a spelling of {', '.join(dict.fromkeys(others[:3]))}")
    return found


def _refuse(rows: Sequence[Row], known: Sequence[Row]) -> None:
    faults = check(rows, known=known)
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise CatalogError(f"{faults[0]}{more}")


def _refuse_what_is_not_read_back(wish: Wish) -> None:
    place = f"{wish.kind} {wish.name!r}"
    for text in (wish.name, wish.note, *wish.aliases, *wish.broader, *wish.variant_of):
        if not text.isprintable():
            raise CatalogError(f"{place}: {text!r} has a character that cannot be printed")
    for text in (*wish.aliases, *wish.broader, *wish.variant_of):
        if "|" in text:
            raise CatalogError(f"{place}: {text!r} has a vertical bar, which parts the spellings; give each by itself")
    for text in wish.url:
        if not is_url(text):
            raise CatalogError(f"{place}: {text!r} is no address; one begins with https:// and has no blank")
