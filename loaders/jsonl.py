"""JSON Lines, a JSON array, or a single JSON object: one paper a record."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from loaders.paper import Paper, Skipped
from loaders.record import to_paper

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

_BETWEEN = re.compile(r"[\s,\[\]]*")
_LISTS = ("papers", "results", "data", "notes", "items", "records")
_NOT_UTF8 = "not UTF-8, so this record was not read; save the file as UTF-8"
_ESCAPED = re.compile("[\udc80-\udcff]")


def sniff(head: str) -> bool:
    """Tell whether a text is JSON by how its lines begin; one broken line among twenty does no harm."""
    lines = [line.strip() for line in head.splitlines() if line.strip()][:20]
    if not lines:
        return False
    return bool(re.match(r"\[\s*(?:\{|\]|$)|\{\s*(?:\"|\}|$)", lines[0])) or (
        sum(line.startswith('{"') for line in lines) * 2 > len(lines)
    )


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers of JSON text, line by line; a record that is broken or says nothing is skipped by name."""
    position = 0
    for place, record in read_records(lines, source=source):
        paper = record if isinstance(record, Skipped) else to_paper(record, place=place)
        if isinstance(paper, Paper):
            position += 1
            paper = replace(paper, source=source, position=position, line=int(place.rpartition(":")[2]))
        yield paper


def read_records(lines: Iterable[str], *, source: str) -> Iterator[tuple[str, object]]:
    """Yield each record with its place, such as `papers.jsonl:3`; a broken one comes as a `Skipped`."""
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    first = next(numbered, None)
    if first is None:
        return
    whole = chain([first], numbered)
    records = _from_document(whole, source) if _is_document(first[1].strip()) else _from_lines(whole, source)
    for place, record in records:
        inner = _list_inside(record)
        yield from ((place, item) for item in inner) if inner is not None else [(place, record)]


def _is_document(line: str) -> bool:
    """Tell from the first line whether the records run over several lines."""
    return line.startswith("[") or (line.startswith("{") and not line.endswith("}"))


def _list_inside(record: object) -> list[object] | None:
    """Return the records that an answer of a server wraps up in an object, such as `{"results": [...]}`."""
    if not isinstance(record, dict) or "title" in record or "abstract" in record:
        return None
    return next((record[key] for key in _LISTS if isinstance(record.get(key), list)), None)


def _from_lines(numbered: Iterable[tuple[int, str]], source: str) -> Iterator[tuple[str, object]]:
    for number, line in numbered:
        place = f"{source}:{number}"
        if _ESCAPED.search(line):
            yield place, Skipped(place, _NOT_UTF8)
            continue
        try:
            yield place, json.loads(line.strip().rstrip(","))
        except (ValueError, RecursionError) as error:
            yield place, Skipped(place, f"broken JSON ({_reason(error)}); expected one object a line")


def _from_document(numbered: Iterable[tuple[int, str]], source: str) -> Iterator[tuple[str, object]]:
    """Yield the values of JSON text that runs over lines, each as soon as its last line is read.

    A value ends on a line that is indented no deeper than the one it starts on. Where it is broken before its end,
    it is skipped, and reading goes on behind that line.
    """
    buffer: list[str] = []
    size = first = indent = least = 0
    for number, line in numbered:
        if not buffer:
            if _skip(line, 0) == len(line):
                continue
            first, indent, size, least = number, _indent(line), 0, 0
        buffer.append(line)
        size += len(line)
        if size < least or _indent(line) > indent or line.rstrip(" \t\r\n,")[-1:] not in {"}", "]"}:
            continue
        text = "".join(buffer)
        rest = yield from _values(text, first, source, final=False)
        first += text.count("\n", 0, rest)
        indent = _indent(text[text.rfind("\n", 0, rest) + 1 :])
        buffer = [text[rest:]] if rest < len(text) else []
        size = len(text) - rest
        least = 2 * size  # a value that goes on is not decoded anew at every line that might end it
    if buffer:
        yield from _values("".join(buffer), first, source, final=True)


def _values(text: str, line: int, source: str, *, final: bool) -> Generator[tuple[str, object], None, int]:
    """Yield the values in a text that starts on `line`; return where a value starts that may go on behind the text."""
    end = 0
    while (start := _skip(text, end)) < len(text):
        line += text.count("\n", end, start)
        place = f"{source}:{line}"
        try:
            value, end = json.JSONDecoder().raw_decode(text, start)
        except (ValueError, RecursionError) as error:
            if not final and isinstance(error, json.JSONDecodeError) and error.pos >= len(text.rstrip()) - 1:
                return start
            yield place, Skipped(place, f"broken JSON ({_reason(error)})")
            return len(text)
        is_utf8 = not _ESCAPED.search(text, start, end)
        yield place, value if is_utf8 else Skipped(place, _NOT_UTF8)
        line += text.count("\n", start, end)
    return len(text)


def _skip(text: str, place: int) -> int:
    match = _BETWEEN.match(text, place)
    return match.end() if match else place


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "nested too deep"
    return error.msg if isinstance(error, json.JSONDecodeError) else str(error)
