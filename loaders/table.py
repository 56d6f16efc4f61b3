"""Tables of text (CSV, TSV): one paper a row, told by the names of the columns, whatever separates them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from loaders.paper import Paper, Skipped
from loaders.record import KEYS, to_paper
from loaders.rows import Row, read_rows, split_row
from loaders.table_record import WOS, extras, to_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_HEAD = 20  # lines among which the names of the columns stand
_SEPARATORS = ",\t;|"
_TEXTS = frozenset({*KEYS["title"], *KEYS["abstract"]} - {"name"})
_KNOWN = frozenset({*chain.from_iterable(KEYS.values()), "keywords", "issn", "eid", "pmid", "source"} - {"name"})
_DECLARED = re.compile(r"\ufeff?\"?sep=(.)\"?\s*", re.IGNORECASE)
_PIPE_TABLE = re.compile(r"[\s|:-]+$")
_NO_NAME = re.compile(r"[={}<>\\]|://|.{80}|[.!?]\s")
_SURE = re.compile(r"(?:19|20)\d\d|(?:https?://(?:dx\.)?doi\.org/)?10\.\d{4,9}/\S+|https?://\S+")
_ESCAPED = re.compile("[\udc80-\udcff]")
_EXPECTED = 'expected a row of names such as "Title", "Abstract", "Authors", "Year", "DOI"'
_NOT_UTF8 = "not UTF-8, so this row was not read; save the file as UTF-8"


class Header(NamedTuple):
    """The row that names the columns; `known` counts the names that mean something here."""

    line: int
    separator: str
    names: list[str]
    known: int


def sniff(head: str) -> bool:
    """Tell whether a text is a table: a row of known names with rows of cells below it, or cells without names."""
    if head.lstrip("\ufeff \t\r\n")[:1] in set("{[<@"):
        return False
    lines = list(enumerate(head.splitlines(keepends=True), 1))
    if len(head) > 60_000 and len(lines) > 1:
        lines.pop()  # cut anywhere
    header = _header(lines[:_HEAD])
    if header is None:
        return _is_nameless(lines)
    if len(header.names) == 1:
        below = [line for number, line in lines if number > header.line and line.strip()]
        return bool(below) and all(line.lstrip().startswith('"') for line in below[:2])
    rows = list(islice(_rows(lines, header), 5))
    counts = [len(row.cells) for row in rows if not row.fault]
    if header.known > 1:
        return not rows or sum(1 < count <= len(header.names) for count in counts) * 2 > len(counts) or not counts
    return sum(count == len(header.names) for count in counts) * 2 > len(counts)


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers of a table; a row that is broken or says nothing is skipped by name.

    The names of the columns stand in one of the first lines, under a title if need be; they also tell the separator.
    """
    numbered = enumerate(lines, 1)
    head = list(islice(numbered, _HEAD))
    header = _header(head)
    if header is None or not {_folded(name) for name in header.names} & (_TEXTS | {"ti", "ab"}):
        line = header.line if header else head[0][0] if head else 1
        found = "found " + ", ".join(name.strip()[:30] for name in header.names[:8]) if header else "found none"
        yield Skipped(f"{source}:{line}", f"the columns have no name of a title or an abstract ({found}); {_EXPECTED}")
        return
    position = 0
    for row in _rows(chain(head, numbered), header):
        paper = _paper(row, header, f"{source}:{row.line}")
        if isinstance(paper, Paper):
            position += 1
            paper = replace(paper, source=source, position=position, line=row.line)
        yield paper


def _paper(row: Row, header: Header, place: str) -> Paper | Skipped:
    width = len(header.names)
    if row.fault:
        return Skipped(place, row.fault)
    if any(_ESCAPED.search(cell) for cell in row.cells):
        return Skipped(place, _NOT_UTF8)
    if any(cell.strip() for cell in row.cells[width:]):
        sign = {"\t": "tab"}.get(header.separator, f'"{header.separator}"')
        return Skipped(
            place, f"{len(row.cells)} cells, expected {width} as in line {header.line}; quote what has a {sign}"
        )
    record = to_record(header.names, row.cells)
    paper = to_paper(record, place=place)
    return extras(paper, record) if isinstance(paper, Paper) else paper


def _rows(numbered: Iterable[tuple[int, str]], header: Header) -> Iterator[Row]:
    below = ((number, line) for number, line in numbered if number > header.line)
    return read_rows(below, header.separator, len(header.names))


def _header(head: Sequence[tuple[int, str]]) -> Header | None:
    """Return the row with the most known names, the first of several; None where no row has one."""
    declared = _DECLARED.fullmatch(head[0][1]) if head else None
    separators = declared[1] if declared else _SEPARATORS
    is_markdown = any(_PIPE_TABLE.match(line) and "|" in line for _, line in head)
    found = [
        Header(number, separator, names, _known(names))
        for number, line in head[bool(declared) :]
        for separator in separators
        if not (separator == "|" and is_markdown)
        for names in [split_row(line.lstrip("\ufeff"), separator)]
    ]
    best = max(found, key=lambda header: (header.known, -header.line, len(header.names)), default=None)
    if best is None or not best.known:
        return None
    has_text = {_folded(name) for name in best.names} & (_TEXTS | {"ti", "ab"})
    return best if has_text or best.known > 1 else None


def _known(names: Sequence[str]) -> int:
    """Count the names that mean something here; none where a cell is no name, being an address or code."""
    if any(_NO_NAME.search(name) for name in names):
        return 0
    folded = [_folded(name) for name in names]
    tags = len(WOS.keys() & folded)
    return max(sum(name in _KNOWN for name in folded), tags if tags > 3 else 0)


def _folded(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()


def _is_nameless(lines: Sequence[tuple[int, str]]) -> bool:
    """Tell whether the first rows are cells without names: as many in each, and quoted or with a year or address."""
    for separator in _SEPARATORS[:3]:
        rows = [row.cells for row in islice(read_rows(lines, separator, 0), 5)]
        if len(rows) < 2 or len({len(cells) for cells in rows}) > 1 or len(rows[0]) < 2:
            continue
        quoted = all(line.startswith('"') for _, line in lines[: 2 if len(rows) == 2 else 1])
        sure = any(all(_SURE.fullmatch(cell.strip()) for cell in column) for column in zip(*rows, strict=True))
        if (separator == "\t" and len(rows[0]) > 2) or quoted or (sure and len(rows[0]) > 2):
            return True
    return False
