"""Rows of a catalogue file: parse and generate the tab-separated text, nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from graph.model import RULES
from graph.names import slug

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

COLUMNS = (
    "id",
    "kind",
    "subkind",
    "name",
    "aliases",
    "broader",
    "variant_of",
    "match",
    "url",
    "note",
    "attested",
    "generic",
)
GENERIC = "yes"
_NEEDED = ("kind", "name")
_BETWEEN = "|"


class CatalogError(Exception):
    """A catalogue file that cannot be used; one line that says where, what, and what there is instead."""


class Row(NamedTuple):
    """One line of a catalogue file, as written: nothing is looked up yet and any word may stand in `kind` or `match`.

    A tuple, because sixteen thousand are made whenever papers are linked.

    Attributes:
        place: File and line, `datasets.tsv:12`.
        match: Rule of the name, and of every alias without a prefix of its own.
        aliases: Rule and spelling.
        broader: Ids or names.
        variant_of: Ids or names.
        attested: What shows that the entity exists: `list` (a public list has it), `corpus:5` (its spellings occur in
            five of 20,000 abstracts), or `memory` (nothing so far); empty in a user's file.
    """

    place: str
    id: str
    kind: str
    subkind: str
    name: str
    aliases: tuple[tuple[str, str], ...]
    broader: tuple[str, ...]
    variant_of: tuple[str, ...]
    match: str
    url: tuple[str, ...]
    note: str
    attested: str
    generic: bool


def parse(text: str, *, source: str) -> Iterator[Row]:
    """Yield the rows of a file: a heading line with names of columns, then a row a line; blank lines are passed over.

    Only `kind` and `name` must be there. A line may be cut short where its last cells are empty. An empty `id` is made
    of kind and name, an empty `match` is `fold`.

    Args:
        text: The whole file.
        source: Name of the file, for messages.

    Raises:
        CatalogError: A column that is unknown, missing or there twice, too many cells, a mark of `generic` but `yes`.
    """
    heading, *lines = text.split("\n")
    columns = _columns(heading.split("\t"), f"{source}:1")
    order = None if columns == list(COLUMNS) else [columns.index(c) if c in columns else len(columns) for c in COLUMNS]
    for number, line in enumerate(lines, 2):
        cells = line.split("\t")
        if len(cells) != len(columns):
            if not line.strip():
                continue
            cells += [""] * (len(columns) - len(cells))
            if len(cells) > len(columns):
                raise CatalogError(f"{source}:{number}: {len(cells)} cells, but the heading has {len(columns)} columns")
        if order:
            cells.append("")
            cells = [cells[at] for at in order]
        yield _row(f"{source}:{number}", cells)


def _columns(names: list[str], place: str) -> list[str]:
    for name in names:
        if name not in COLUMNS:
            raise CatalogError(f"{place}: unknown column {name!r}; there are {', '.join(COLUMNS)}")
        if names.count(name) > 1:
            raise CatalogError(f"{place}: column {name!r} stands twice")
    for name in _NEEDED:
        if name not in names:
            raise CatalogError(f"{place}: no column {name!r}, which every catalogue file needs")
    return names


def _row(place: str, cells: list[str]) -> Row:
    id_, kind, subkind, name, aliases, broader, variant_of, match, url, note, attested, generic = cells
    if generic and generic != GENERIC:
        raise CatalogError(f"{place}: generic is {generic!r}; write {GENERIC!r} or nothing")
    match = match or RULES[0]
    return Row(
        place,
        id_ or f"{kind}:{slug(name)}",
        kind,
        subkind,
        name,
        _aliases(aliases, match) if aliases else (),
        tuple(broader.split(_BETWEEN)) if broader else (),
        tuple(variant_of.split(_BETWEEN)) if variant_of else (),
        match,
        tuple(url.split(_BETWEEN)) if url else (),
        note,
        attested,
        generic == GENERIC,
    )


def _aliases(cell: str, match: str) -> tuple[tuple[str, str], ...]:
    """Return rule and spelling of each; a word before a colon is a rule only where it is the name of one."""
    found = []
    for alias in cell.split(_BETWEEN):
        rule, colon, spelling = alias.partition(":")
        found.append((rule, spelling) if colon and rule in RULES else (match, alias))
    return tuple(found)


def spellings_of(row: Row) -> tuple[tuple[str, str], ...]:
    """Return rule and text of every spelling, the name first."""
    return ((row.match, row.name), *row.aliases)


def collide(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Say whether two spellings with one key leave open which is meant: only case tells "LoRA" from "LoRa".

    Args:
        one: Rule and text, as `spellings_of` gives them.
        other: Rule and text.
    """
    return "fold" in (one[0], other[0]) or one[1].removesuffix("s") == other[1].removesuffix("s")


def parent_id(row: Row, wider: str, ids: Container[str]) -> str | None:
    """Return the id that a cell of `broader` or `variant_of` means, an id or a name of the row's kind, or None."""
    if wider in ids:
        return wider
    named = f"{row.kind}:{slug(wider)}"
    return named if named in ids else None


def generate(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the lines of a file with their ends: the heading, then the rows sorted by id, so that diffs stay small."""
    yield "\t".join(COLUMNS) + "\n"
    for row in sorted(rows, key=lambda row: row.id):
        cells = (
            row.id,
            row.kind,
            row.subkind,
            row.name,
            _BETWEEN.join(text if rule == row.match else f"{rule}:{text}" for rule, text in row.aliases),
            _BETWEEN.join(row.broader),
            _BETWEEN.join(row.variant_of),
            row.match,
            _BETWEEN.join(row.url),
            row.note,
            row.attested,
            GENERIC if row.generic else "",
        )
        yield "\t".join(cells) + "\n"
