"""Text of XML files as the parser takes it: what is no markup is escaped, so that one slip costs one sign."""

from __future__ import annotations

import html
import re
from html.entities import html5
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NOT_UTF8 = "\ufdd0"
"""Stands for a byte that was not UTF-8: a sign that Unicode keeps out of texts."""

_PIECE = 65_536  # characters handed on at once; some files are one line
_NOT_UTF8 = re.compile("[\udc80-\udcff]")
_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufdd0\ufffe\uffff]")
_CHARACTER = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]{1,30}|#[0-9]{1,8}|#[xX][0-9A-Fa-f]{1,7});")
_NUMBER = re.compile(r"&#[xX]?[0-9A-Fa-f]+;?")
_VALUE = r"(?:\"[^\"<]*+(?:\"|\Z)|'[^'<]*+(?:'|\Z)|[^\s\"'<>=]++)"
_TAG = rf"/?[A-Za-z_][\w:.-]*+(?:\s++[\w:.-]++\s*+=\s*+{_VALUE})*+(?:\s*+/?>|[^<>]*+\Z)"
_SIGN = re.compile(rf"<\?[A-Za-z](?:[^?<]|\?(?!>))*+\?>|<(?!{_TAG})|{_CHARACTER.pattern}|&")
_WRITTEN = {"<": "&lt;", "&": "&amp;"}
_OWN = frozenset({"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"})

_OPENING = re.compile(r"<!--|<!\[CDATA\[|<!DOCTYPE\b")
_SUBSET_END = re.compile(r"\]\s*>")
_DOCTYPE_END = re.compile(r">|\[")
_ENDS = {"<!--": re.compile("-->"), "<![CDATA[": re.compile(r"\]\]>"), "<!DOCTYPE": _DOCTYPE_END}


def mended(lines: Iterable[str]) -> Iterator[str]:
    """Yield the text in pieces that an XML parser takes, with the line ends it had.

    Escaped are `<` and `&` that begin nothing. Named characters of HTML (`&ouml;`) are written out, since no DTD is
    read. Declarations, instructions and DOCTYPEs go: text has no encoding any more, and files put one behind the other
    have several.
    """
    end: re.Pattern[str] | None = None
    for piece in _pieces(lines):
        text, end = _mend(NOT_UTF8.join(map(legible, _NOT_UTF8.split(piece))), end)
        yield text
    if end in (_DOCTYPE_END, _SUBSET_END):
        yield "<!DOCTYPE"  # all behind it was dropped, so let the parser name it


def legible(text: str) -> str:
    """Return a text with a mark in place of each sign that XML forbids."""
    return _UNREADABLE.sub("\ufffd", text)


def unescaped(text: str) -> str:
    """Return a text with the characters that it names (`&ouml;`, `&#38;`); without its semicolon a name is none."""
    return _CHARACTER.sub(lambda match: _character(match.group()), text)


def _character(name: str) -> str:
    if name[1] != "#":
        return html5.get(name[1:], name)
    return legible(html.unescape(name)) or "\ufffd"


def _pieces(lines: Iterable[str]) -> Iterator[str]:
    """Put lines together to pieces of one size; a very long line is cut behind tags."""
    held: list[str] = []
    size = 0
    for line in lines:
        held.append(line)
        size += len(line)
        if size < _PIECE:
            continue
        text, start, size = "".join(held), 0, 0
        held = []
        while len(text) - start > 2 * _PIECE and (end := text.find(">", start + _PIECE) + 1):
            yield text[start:end]
            start = end
        yield text[start:]
    yield "".join(held)


def _mend(text: str, end: re.Pattern[str] | None) -> tuple[str, re.Pattern[str] | None]:
    """Return a piece mended; `end` is what closes a comment, CDATA or DOCTYPE that is open before it, or behind it."""
    done: list[str] = []
    place = 0
    while place < len(text):
        if end is None:
            opening = _OPENING.search(text, place)
            stop = opening.start() if opening else len(text)
            done.append(_SIGN.sub(_written, text[place:stop]))
            end = _ENDS[opening.group()] if opening else None
        else:
            closing = end.search(text, place)
            stop = closing.end() if closing else len(text)
            inside = text[place:stop]
            dropped = end in (_DOCTYPE_END, _SUBSET_END)
            done.append("\n" * inside.count("\n") if dropped else _NUMBER.sub(_possible, inside))
            if closing:
                end = _SUBSET_END if closing.group() == "[" else None
        place = stop
    return "".join(done), end


def _possible(match: re.Match[str]) -> str:
    """Return a character by number as it stands, a mark for one that no text can hold."""
    sign = legible(html.unescape(match.group()))
    return match.group() if sign and "\ufffd" not in sign else "\ufffd"


def _written(match: re.Match[str]) -> str:
    sign = match.group()
    if sign in _WRITTEN:
        return _WRITTEN[sign]
    if sign.startswith("<"):
        return "\n" * sign.count("\n")
    return sign if sign in _OWN else html.escape(_character(sign))
