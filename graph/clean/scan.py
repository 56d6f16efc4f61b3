"""One pass over the raw text: copy what is plain, hand every sign that may be markup to its handler."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from typing import TYPE_CHECKING

from graph.clean import formula, tex, web
from graph.clean.cleaned import Cleaned
from graph.clean.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Callable

# The first character class lets `re` skip plain text quickly; the look-arounds then tell markup from plain signs.
_ODD = (
    "\x00-\x1f\x7f-\xa0\xad\u0300-\u036f\u061c\u115f\u1680\u180e\u2000-\u2011\u2028-\u202f\u205f-\u206f\u3000"
    "\ud800-\udfff\ufe00-\ufe0f\ufeff\ufff9-\uffff"
)
_HARD = rf"\\$*`~&<{{}}\[\]_{_ODD}"
_SOFT = r"(?<=:)(?=//)|(?<=-)(?=-)|(?<=')(?=')"
_TEXT = re.compile(rf"[{_HARD}:\-'](?:(?<=[{_HARD}])|{_SOFT})")
_SPACED_TEXT = re.compile(rf"[{_HARD} :\-'](?:(?<=[{_HARD}])|(?<= )(?= )|{_SOFT})")
_FORMULA = re.compile(rf"[\\${{}}^_~& {_ODD}](?:(?<=[\\${{}}^_~&{_ODD}])|(?<= )(?= ))")
_SPACE = re.compile(r"\s+")
_MARKS = re.compile("[\u0300-\u036f]+")


def clean(raw: str) -> Cleaned:
    """Return the text without markup, with the map of its characters to the raw text.

    TeX commands, formulas and accents, Markdown emphasis and links, HTML and JATS tags and entities are resolved;
    white space is folded to single blanks. A bare `%` is a percent sign. What is not known as markup stays.
    """
    sheet = Sheet(raw)
    _scan(sheet)
    sheet.trim()
    text = "".join(sheet.out)
    return Cleaned(
        text=text,
        at=tuple(sheet.at),
        starts=tuple(sheet.starts),
        ends=tuple(sheet.ends),
        urls=_addresses(text, sheet.urls),
        breaks=tuple(place for place in sheet.breaks if place < sheet.size),
        pairs=tuple(sheet.pairs),
    )


def _addresses(text: str, known: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the spans of the addresses that were met, and of those without a scheme beside them."""
    bare = []
    for start, end in web.bare_addresses(text):
        after = bisect_right(known, (start, end))
        free = (after == 0 or known[after - 1][1] <= start) and (after == len(known) or end <= known[after][0])
        bare += [(start, end)] if free else []
    return tuple(sorted([*known, *bare]))


def _scan(sheet: Sheet) -> None:
    raw = sheet.raw
    text = _SPACED_TEXT if "  " in raw else _TEXT
    place = len(raw) - len(raw.lstrip())
    end = len(raw.rstrip())
    while place < end:
        if sheet.math_end < place:
            sheet.math_end = -1
        match = (_FORMULA if sheet.math else text).search(raw, place, end)
        sign = match.start() if match else end
        if place < sign:
            sheet.copy(place, sign)
        if match is None:
            break
        mark = sheet.marks.pop(sign, None)
        if mark:
            place = sheet.close(sign, mark)
        else:
            place = (_FORMULA_HANDLERS if sheet.math else _TEXT_HANDLERS).get(raw[sign], _odd)(sheet, sign)


def _odd(sheet: Sheet, place: int) -> int:
    """Fold white space, compose accents, drop what nobody sees."""
    char = sheet.raw[place]
    if char.isspace():
        match = _SPACE.match(sheet.raw, place)
        end = match.end() if match else place + 1
        return sheet.blank(place, end, breaks=sheet.raw.count("\n", place, end) > 1)
    if "\u0300" <= char <= "\u036f":
        return _compose(sheet, place)
    if "\ud800" <= char <= "\udfff":
        return sheet.put("\ufffd", place, place + 1)
    if char in "\u2010\u2011":
        return sheet.put("-", place, place + 1)
    return place + 1


def _compose(sheet: Sheet, place: int) -> int:
    match = _MARKS.match(sheet.raw, place)
    end = match.end() if match else place + 1
    if not sheet.out or sheet.last == " ":
        return sheet.put(sheet.raw[place:end], place, end)
    base, start, _ = sheet.pop()
    return sheet.put(unicodedata.normalize("NFC", base + sheet.raw[place:end]), start, end)


def _drop(sheet: Sheet, place: int) -> int:
    return place + 1


def _copy(sheet: Sheet, place: int) -> int:
    return sheet.copy(place, place + 1)


_TEXT_HANDLERS: dict[str, Callable[[Sheet, int], int]] = {
    "\\": tex.backslash,
    "$": formula.dollar,
    "*": web.stars,
    "`": web.backtick,
    "~": web.tilde,
    "&": web.ampersand,
    "<": web.less_than,
    "{": tex.open_brace,
    "}": tex.close_brace,
    "[": web.bracket,
    "]": _copy,
    "_": web.underscore,
    ":": web.colon,
    "-": web.dashes,
    "'": web.apostrophe,
}
_FORMULA_HANDLERS: dict[str, Callable[[Sheet, int], int]] = {
    "\\": tex.backslash,
    "$": _drop,
    "{": tex.open_brace,
    "}": tex.close_brace,
    "^": formula.raise_text,
    "_": formula.lower_text,
    "~": web.tilde,
    "&": web.ampersand,
}
