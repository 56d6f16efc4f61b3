"""Foreign lists: a user's table or JSON, the two lists of Papers with Code, and the Computer Science Ontology."""

from __future__ import annotations

import csv
import gzip
import json
import zlib
from typing import TYPE_CHECKING

from graph.catalog import cso
from graph.catalog.entry import Entry, Refused, entry_of, meaning_of
from graph.catalog.rows import CatalogError
from graph.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_GZIP = b"\x1f\x8b"
_DELIMITERS = "\t,;"
_LONGEST_ROW = 50
"""Lines. A quotation mark that is not closed within so many is a slip, not a row."""


def load(path: Path, *, kind: str = "") -> Iterator[Entry | Refused]:
    """Yield what the file says of each entity, and what in it cannot be used.

    Args:
        path: Packed by gzip or not.
        kind: For rows that do not say theirs.

    Raises:
        CatalogError: A file that cannot be read or that is no list.
    """
    try:
        content = path.read_bytes()
        if content.startswith(_GZIP):
            content = gzip.decompress(content)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CatalogError(f"{path}: not UTF-8 (byte {error.start}); save it as UTF-8") from error
    except (OSError, EOFError, zlib.error) as error:
        raise CatalogError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    return parse(text, source=str(path), kind=kind)


def parse(text: str, *, source: str, kind: str = "") -> Iterator[Entry | Refused]:
    """Yield the entries of a list; what kind of list it is, its text tells.

    Args:
        text: The whole file.
        source: Name of the file, for messages.
        kind: For rows that do not say theirs.

    Raises:
        CatalogError: A text that is no list.
    """
    start = text.lstrip()
    if not start:
        raise CatalogError(f"{source}: empty; there is nothing to import")
    if start[0] in "[{":
        return _json(text, source=source, kind=kind)
    if cso.MARK in start.partition("\n")[0]:
        return cso.parse(_lines(text), source=source)
    return _table(_lines(text), source=source, kind=kind)


def _lines(text: str) -> list[str]:
    """Return the lines as editors count them: U+2028 and the like end none."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _table(lines: list[str], *, source: str, kind: str) -> Iterator[Entry | Refused]:
    """Yield the entries of a table whose first line names the columns."""
    first = next(number for number, line in enumerate(lines) if line.strip())
    delimiter = max(_DELIMITERS, key=lines[first].count)
    records = _records(lines, delimiter, start=first)
    _, heading = next(records)
    columns = heading or []
    meanings = [meaning_of(column) for column in columns]
    place = f"{source}:{first + 1}"
    if "name" not in meanings:
        there = ", ".join(repr(column[:30]) for column in columns[:12])
        raise CatalogError(f"{place}: no column of names; call one 'name' (there are {there})")
    if "kind" not in meanings and not kind:
        raise CatalogError(f"{place}: no column of types; call one 'kind', or give --kind")
    for number, cells in records:
        place = f"{source}:{number}"
        if cells is None:
            yield Refused(place, "no row: a quotation mark is not closed, or a cell has no end")
        elif len(cells) > len(columns) and any(cells[len(columns) :]):
            yield Refused(place, f"{len(cells)} cells, but the heading has {len(columns)} columns")
        elif any(cells):
            yield entry_of(place, dict(zip(columns, cells, strict=False)), kind=kind)


def _records(lines: list[str], delimiter: str, *, start: int) -> Iterator[tuple[int, list[str] | None]]:
    """Yield number and cells of each record, None where a quotation mark is not closed: it costs its line only."""
    at = start
    while at < len(lines):
        end = at + 1
        if delimiter != "\t":
            while end < len(lines) and _open(lines[at:end], delimiter) and end - at < _LONGEST_ROW:
                end += 1
            if _open(lines[at:end], delimiter):
                yield at + 1, None
                at += 1
                continue
        yield at + 1, _cells(lines[at:end], delimiter)
        at = end


def _open(lines: list[str], delimiter: str) -> bool:
    """Say whether a quoted cell goes on behind these lines."""
    try:
        list(csv.reader([line + "\n" for line in lines], delimiter=delimiter, strict=True))
    except csv.Error as error:
        return "unexpected end of data" in str(error)
    return False


def _cells(lines: list[str], delimiter: str) -> list[str] | None:
    if delimiter == "\t":  # where tabs part the cells, a quotation mark inside one is an inch or part of a title
        return [_unquoted(cell.strip()) for cell in lines[0].split("\t")]
    try:
        (cells,) = csv.reader(["\n".join(lines)], delimiter=delimiter, skipinitialspace=True)
    except csv.Error:  # a cell of more than 131,072 characters
        return None
    return [cell.strip() for cell in cells]


def _unquoted(cell: str) -> str:
    quoted = len(cell) > 1 and cell[0] == cell[-1] == '"'
    return cell[1:-1].replace('""', '"').strip() if quoted else cell


def _json(text: str, *, source: str, kind: str) -> Iterator[Entry | Refused]:
    """Yield the entries of a list of objects, or of objects a line."""
    for place, value in _values(text, source=source):
        if isinstance(value, Refused):
            yield value
        elif isinstance(value, dict):
            yield _of_object(place, value, kind=kind)
        else:
            yield Refused(place, "no object; an entity is an object with a name")


def _values(text: str, *, source: str) -> Iterator[tuple[str, object]]:
    lines = _lines(text)
    if text.lstrip()[0] == "{" and isinstance(_parsed(next(line for line in lines if line.strip())), dict):
        for number, line in enumerate(lines, 1):
            place = f"{source}:{number}"
            if line.strip():
                value = _parsed(line)
                yield place, Refused(place, f"no JSON: {value}") if isinstance(value, ValueError) else value
        return
    whole = _parsed(text)
    if isinstance(whole, dict):
        whole = next((value for value in whole.values() if isinstance(value, list)), whole)
    if isinstance(whole, ValueError):
        raise CatalogError(f"{source}:{getattr(whole, 'lineno', 1)}: no JSON: {whole}")
    for number, value in enumerate(whole if isinstance(whole, list) else [whole], 1):
        yield f"{source}: entry {number}", value


def _parsed(text: str) -> object:
    """Return the value, or the error."""
    try:
        return json.loads(text)
    except ValueError as error:
        return error
    except RecursionError:
        return ValueError("nested too deeply")


def _of_object(place: str, fields: Mapping[str, object], *, kind: str) -> Entry | Refused:
    """Return the entry of an object; in Papers with Code, methods have collections, and datasets have variants.

    Of the variants, most are parts, sizes and settings, and so other datasets: only other ways to write the name stay.
    """
    if "full_name" in fields and "collections" in fields:
        return entry_of(place, fields, kind="technique")
    if "full_name" in fields and "variants" in fields:
        keys = {fold(name) for name in (fields.get("name"), fields["full_name"]) if isinstance(name, str)}
        variants = fields["variants"] if isinstance(fields["variants"], list) else []
        same = [text for text in variants if isinstance(text, str) and fold(text) in keys]
        full = fields["full_name"] if isinstance(fields["full_name"], str) else ""
        return entry_of(place, {**fields, "full_name": [full, *same]}, kind="dataset")
    return entry_of(place, fields, kind=kind)
