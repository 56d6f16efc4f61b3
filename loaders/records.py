"""Records out of JSON text, one by one: JSON Lines, an array, an object, or an answer that wraps them up."""

from __future__ import annotations

import json
import re
from io import StringIO
from itertools import chain, islice
from typing import TYPE_CHECKING

from loaders.paper import Skipped
from loaders.wrapped import LISTS, OBJECTS, OWN, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

_BETWEEN = re.compile(r"[\s,\[\]]*")
_OF_RECORDS = re.compile(r"\[\s*(?:\{|null\b)")
_COLON = re.compile(r"\s*:\s*")
_LARGE = 1_000_000  # characters of one value; a wrapper that is larger is opened before its end is read
_NOT_UTF8 = "not UTF-8, so this record was not read; save the file as UTF-8"
_ESCAPED = re.compile("[\udc80-\udcff]")
_ANOTHER = re.compile(r"\}\s*,\s*\{")
_ENOUGH = 20  # records that are looked at to tell a dialect


def read_records(lines: Iterable[str], *, source: str) -> Iterator[tuple[str, object]]:
    """Yield each record with its place, such as `papers.jsonl:3`; a broken one comes as a `Skipped`."""
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    first = next(numbered, None)
    if first is None:
        return
    whole = chain([first], numbered)
    begin = first[1].strip()
    if _is_document(begin):
        records = _from_document(whole, source, opens=begin.startswith("{"))
    else:
        records = _from_lines(whole, source)
    for place, record in records:
        yield from ((place, item) for item in opened(record))


def first_is(head: str, tells: Callable[[Mapping[str, object]], bool]) -> bool:
    """Say whether the first object in the beginning of a JSON text, as far as one ends in it, is of a dialect."""
    if head.lstrip()[:1] not in {"{", "["}:
        return False
    records = (record for _, record in islice(read_records(StringIO(head, newline="\n"), source=""), _ENOUGH))
    first = next((record for record in records if isinstance(record, dict)), None)
    return first is not None and tells(first)


def _is_document(line: str) -> bool:
    """Tell from the first line whether the records run over several lines."""
    return line.startswith("[") or (line.startswith("{") and not line.endswith("}"))


def _from_lines(numbered: Iterable[tuple[int, str]], source: str) -> Iterator[tuple[str, object]]:
    for number, line in numbered:
        place = f"{source}:{number}"
        start = _list_start(line, 0) if len(line) > _LARGE else None
        if start is not None:
            yield from _inside(line, start, number, source)
        elif _ESCAPED.search(line):
            yield place, Skipped(place, _NOT_UTF8)
        else:
            yield from _from_line(line, number, source)


def _from_line(line: str, number: int, source: str) -> Iterator[tuple[str, object]]:
    place = f"{source}:{number}"
    try:
        yield place, json.loads(line.strip().rstrip(","))
    except (ValueError, RecursionError) as error:
        start = _list_start(line, 0)
        if start is not None:
            yield from _inside(line, start, number, source)
        else:
            yield place, Skipped(place, f"broken JSON ({_reason(error)}); expected one object a line")


def _from_document(
    numbered: Iterator[tuple[int, str]], source: str, *, opens: bool = False, inside: bool = False
) -> Iterator[tuple[str, object]]:
    """Yield the values of JSON text that runs over lines, each as soon as its last line is read.

    A value ends on a line that is indented no deeper than the one it starts on. Where it is broken before its end,
    it is skipped, and reading goes on behind that line. Where the text `opens` with an object that is large, the list
    in it is read before the object ends; `inside` a list reading ends with the list.
    """
    buffer: list[str] = []
    size = first = indent = least = 0
    for number, line in numbered:
        if not buffer:
            if _skip(line, 0) == len(line) and not (inside and "]" in line):
                continue
            first, indent, size, least = number, _indent(line), 0, 0
        buffer.append(line)
        size += len(line)
        if opens and size > _LARGE and (start := _list_start("".join(buffer), 0)) is not None:
            yield from _inside("".join(buffer), start, first, source, numbered)
            return
        opens = opens and size <= _LARGE
        if size < least or _indent(line) > indent or line.rstrip(" \t\r\n,")[-1:] not in {"}", "]"}:
            continue
        text = "".join(buffer)
        rest = yield from _values(text, first, source, final=False, inside=inside)
        if rest is None:
            return
        opens = opens and not text[:rest].strip()
        first += text.count("\n", 0, rest)
        indent = _indent(text[text.rfind("\n", 0, rest) + 1 :])
        buffer = [text[rest:]] if rest < len(text) else []
        size = len(text) - rest
        least = 2 * size  # a value that goes on is not decoded anew at every line that might end it
    if buffer:
        yield from _values("".join(buffer), first, source, final=True, inside=inside)


def _inside(
    text: str, start: int, line: int, source: str, more: Iterable[tuple[int, str]] = ()
) -> Iterator[tuple[str, object]]:
    """Yield the records of a list that starts in a text and may go on in more lines."""
    rest = enumerate(StringIO(text[start:], newline="\n"), line + text.count("\n", 0, start))
    return _from_document(chain(rest, more), source, inside=True)


def _list_start(text: str, start: int) -> int | None:
    """Return where the records start that the object at `start` wraps up, None where it is no wrapper.

    The object may be cut or broken behind that place.
    """
    place = _skip(text, start) + 1
    if text[place - 1 : place] != "{":
        return None
    try:
        while True:
            key, place = json.JSONDecoder().raw_decode(text, _skip(text, place))
            colon = _COLON.match(text, place)
            if colon is None or not isinstance(key, str) or key in OWN:
                return None
            place = colon.end()
            if key in LISTS and _OF_RECORDS.match(text, place):
                return place + 1
            if key in OBJECTS and text.startswith("{", place):
                return _list_start(text, place)
            _, place = json.JSONDecoder().raw_decode(text, place)
    except (ValueError, RecursionError):
        return None


def _values(
    text: str, line: int, source: str, *, final: bool, inside: bool
) -> Generator[tuple[str, object], None, int | None]:
    """Yield the values in a text that starts on `line`; return where a value starts that may go on behind the text.

    Returns None where the list ends that all this is inside of.
    """
    end = 0
    while True:
        start = _skip(text, end)
        if inside and "]" in text[end:start]:
            return None
        if start == len(text):
            return start
        line += text.count("\n", end, start)
        place = f"{source}:{line}"
        try:
            value, end = json.JSONDecoder().raw_decode(text, start)
        except (ValueError, RecursionError) as error:
            if not final and isinstance(error, json.JSONDecodeError) and error.pos >= len(text.rstrip()) - 1:
                return start
            yield from _rest_of(text, start, line, source, error)
            return len(text)
        is_utf8 = not _ESCAPED.search(text, start, end)
        yield place, value if is_utf8 else Skipped(place, _NOT_UTF8)
        line += text.count("\n", start, end)


def _rest_of(text: str, start: int, line: int, source: str, error: Exception) -> Iterator[tuple[str, object]]:
    """Yield what a broken value still gives: the records of a wrapper, else why there is none."""
    opening = _list_start(text, start)
    if opening is not None:
        yield from _inside(text[start:], opening - start, line, source)
        return
    behind = text[error.pos :] if isinstance(error, json.JSONDecodeError) else ""
    lost = ", so the rest of its line was not read" if _ANOTHER.search(behind) and "\n" not in behind.strip() else ""
    place = f"{source}:{line}"
    yield place, Skipped(place, f"broken JSON ({_reason(error)}){lost}")


def _skip(text: str, place: int) -> int:
    match = _BETWEEN.match(text, place)
    return match.end() if match else place


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "nested too deep"
    return error.msg if isinstance(error, json.JSONDecodeError) else str(error)
