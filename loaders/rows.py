"""Rows of a table of text: cells between separators, quoted where they hold a separator or a line break."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MOST_LINES = 1000
_MOST_CHARS = 1_000_000
"""A quoted cell that runs over more was never closed: it would take the rest of the file with it."""


class Row(NamedTuple):
    """A row with the line it starts on; `fault` says what is wrong with one that cannot be read."""

    line: int
    cells: list[str]
    fault: str = ""


def read_rows(numbered: Iterable[tuple[int, str]], separator: str, width: int) -> Iterator[Row]:
    """Yield the rows; blank lines are none.

    A quotation mark that opens a cell and is closed nowhere, or in the middle of another cell, costs its row and the
    lines up to the next one of `width` cells (or as many as a row had before), never the rest. Between tabs such a
    mark is one that was typed.
    """
    source = iter(numbered)
    widths = {width}
    waiting: deque[tuple[int, str]] = deque()
    while waiting or (waiting := deque(islice(source, 1))):
        taken = _take(waiting, source, separator)
        text = "".join(line for _, line in islice(waiting, taken))
        cells = split_row(text, separator)
        if taken and (separator == "\t" or len(cells) in widths or not _is_loose(text, separator)):
            row = Row(waiting[0][0], cells)
            _drop(waiting, taken)
            if any(cell.strip() for cell in cells):
                widths = {width, len(cells)}
                yield row
            continue
        number, line = waiting.popleft()
        literal = line.rstrip("\r\n").split(separator)
        if separator == "\t" and len(literal) == width:
            yield Row(number, literal)
            continue
        last = _resume(number, waiting, source, separator, widths)
        where = f"; lines {number} to {last} were not read" if last > number else ""
        yield Row(number, [], f"a quotation mark opens a cell and none closes it before the separator{where}")


def split_row(text: str, separator: str) -> list[str]:
    """Return the cells of one whole row; a quoted cell with more behind its last mark stays as typed."""
    text = text.rstrip("\r\n")
    cells: list[str] = []
    start = 0
    while True:
        end, inner = _cell(text, start, separator)
        cells.append(text[start:end] if inner is None else inner)
        if end >= len(text):
            return cells
        start = end + 1


def _is_loose(text: str, separator: str) -> bool:
    """Tell whether a cell that begins with a quotation mark has more behind its last one."""
    text = text.rstrip("\r\n")
    start = 0
    while start <= len(text):
        end, inner = _cell(text, start, separator)
        if inner is None and _quote_at(text, start) >= 0:
            return True
        start = end + 1
    return False


def _cell(text: str, start: int, separator: str) -> tuple[int, str | None]:
    """Return where a cell ends, and what its quotation marks hold if it is in them from end to end."""
    opening = _quote_at(text, start)
    if opening < 0:
        end = text.find(separator, start)
        return (len(text) if end < 0 else end), None
    closing = _closing(text, opening + 1)
    closing = len(text) if closing < 0 else closing
    end = text.find(separator, closing)
    end = len(text) if end < 0 else end
    whole = not text[closing + 1 : end].strip()
    return end, text[opening + 1 : closing].replace('""', '"') if whole else None


def _quote_at(text: str, start: int) -> int:
    """Return the place of a quotation mark that opens a cell, behind blanks at most; -1 where there is none."""
    while text.startswith(" ", start):
        start += 1
    return start if text.startswith('"', start) else -1


def _closing(text: str, start: int) -> int:
    """Return the place of the mark that closes a cell; two in a row are one that was typed."""
    while (place := text.find('"', start)) >= 0 and text.startswith('"', place + 1):
        start = place + 2
    return place


def _take(waiting: deque[tuple[int, str]], source: Iterator[tuple[int, str]], separator: str) -> int:
    """Return how many waiting lines make one row, reading more as needed; 0 where a quotation mark never closes."""
    inside = _ends_inside(waiting[0][1], separator, inside=False)
    taken, size = 1, len(waiting[0][1])
    while inside:
        if taken == len(waiting):
            waiting.extend(islice(source, 1))
        if taken == len(waiting) or taken >= _MOST_LINES or size > _MOST_CHARS:
            return 0
        line = waiting[taken][1]
        closing = _closing(line, 0)
        if closing >= 0 and line[closing + 1 :].lstrip(" \r\n")[:1] not in {separator, ""}:
            return 0
        inside = _ends_inside(line, separator, inside=True)
        taken += 1
        size += len(line)
    return taken


def _ends_inside(line: str, separator: str, *, inside: bool) -> bool:
    """Tell whether a cell is still in quotation marks at the end of a line."""
    start = 0
    while True:
        if not inside:
            opening = _quote_at(line, start)
            inside, start = opening >= 0, max(opening + 1, start)
        if inside:
            start = _closing(line, start) + 1
            if not start:
                return True
            inside = False
        start = line.find(separator, start) + 1
        if not start:
            return False


def _resume(
    number: int, waiting: deque[tuple[int, str]], source: Iterator[tuple[int, str]], separator: str, widths: set[int]
) -> int:
    """Drop lines until one begins a row of a usual width; return the last one dropped."""
    while True:
        if not waiting:
            waiting.extend(islice(source, 1))
        if not waiting:
            break
        taken = _take(waiting, source, separator)
        if taken and len(split_row("".join(line for _, line in islice(waiting, taken)), separator)) in widths:
            break
        number = waiting.popleft()[0]
    return number


def _drop(waiting: deque[tuple[int, str]], count: int) -> None:
    for _ in range(count):
        waiting.popleft()
