"""Formulas: where they start and end, and what raised and lowered text becomes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.clean import tables
from graph.clean.sheet import Mark

if TYPE_CHECKING:
    from graph.clean.sheet import Sheet

_LONGEST = 1500
_DOLLAR = re.compile(r"(?<!\\)\$")
_SIGNS = re.compile(r"[\\^_={}<>]")
_LONG_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3,}")
_RAISED = re.compile(r"\^(?:\{([0-9+\-ni]{1,6})\}|(\d|n))")
_ORDINAL = re.compile(r"\^(?:\{(?:\\(?:text|mathrm|rm)[ {]\s?)?(th|st|nd|rd)\}?\}|\\circ(?![A-Za-z]))")
_SINGLE = re.compile(r"\\?\w*|\\\w+\{\w*\}")
_COLUMNS = re.compile(r"\{[lcrp|@ 0-9]*\}")


def dollar(sheet: Sheet, place: int) -> int:
    """Open a formula at a dollar sign, or write the sign where it is money."""
    double = sheet.raw.startswith("$$", place)
    return open_formula(sheet, place, "$$" if double else "$")


def open_formula(sheet: Sheet, place: int, closing: str, *, prose: int | None = None) -> int:
    """Open a formula if its closing sign is near and it reads like one; else write the sign.

    Args:
        sheet: What is being cleaned.
        place: Where the opening sign stands; it is as long as the closing one.
        closing: What closes it.
        prose: What of the opening sign is kept where it encloses words, not a formula; all of it by default.
    """
    raw, start = sheet.raw, place + len(closing)
    if closing == "$":
        match = _DOLLAR.search(raw, start, start + _LONGEST)
        end = match.start() if match else -1
    else:
        end = raw.find(closing, start, start + _LONGEST)
    if end < 0 or not _is_formula(raw, start, end, strict=closing == "$"):
        if prose is None or end < 0:
            return sheet.copy(place if prose is None else prose, start)
        sheet.marks[end] = Mark(place, start, end + len(closing), closing[1:])
        return sheet.copy(prose, start)
    sheet.math_end = end
    sheet.marks[end] = Mark(place, start, end + len(closing))
    return start


def raise_text(sheet: Sheet, place: int) -> int:
    """Write an exponent: raised digits where Unicode has them (10⁴), letters of an ordinal as they are (kth)."""
    raw = sheet.raw
    match = _RAISED.match(raw, place)
    if match:
        which = 1 if match[1] else 2
        for index, char in enumerate(match[which], match.start(which)):
            sheet.put(tables.RAISED[char], index, index + 1)
        return match.end()
    ordinal = _ORDINAL.match(raw, place)
    if ordinal and ordinal[1]:
        sheet.copy(ordinal.start(1), ordinal.end(1))
        return ordinal.end()
    if ordinal:
        return sheet.put("°", place, ordinal.end())
    sheet.copy(place, place + 1)
    return bracketed(sheet, place + 1)


def lower_text(sheet: Sheet, place: int) -> int:
    """Write an index: a number joins what it belongs to (L2), anything else stands behind `_`."""
    raw, start = sheet.raw, place + 1
    close = sheet.brace(start)
    inner = raw[start + 1 : close] if close is not None else raw[start : start + 1]
    if inner.isdigit() and sheet.last.isalpha():
        if close is not None:
            sheet.marks[close] = Mark(place, start + 1, close + 1)
            return start + 1
        return start
    sheet.copy(place, start)
    return bracketed(sheet, start)


def skip_columns(sheet: Sheet, place: int) -> int:
    """Return the place behind the column description of an array, if there is one."""
    match = _COLUMNS.match(sheet.raw, place)
    return match.end() if match else place


def bracketed(sheet: Sheet, place: int) -> int:
    """Turn the braces of an exponent or index into brackets, or drop them around a single word."""
    close = sheet.brace(place)
    if close is None:
        return place
    single = _SINGLE.fullmatch(sheet.raw, place + 1, close)
    sheet.put("" if single else "(", place, place + 1)
    sheet.marks[close] = Mark(place, place + 1, close + 1, "" if single else ")")
    return place + 1


def _is_formula(raw: str, start: int, end: int, *, strict: bool) -> bool:
    """Tell a formula from prose between two signs (money, brackets escaped for Markdown).

    `strict` asks, as Pandoc does, that no blank stands inside the dollar signs and no digit follows; a sign that
    only formulas have overrules the blank.
    """
    inner = raw[start:end]
    if not inner.strip() or "\n\n" in inner:
        return False
    if _SIGNS.search(inner):
        return True
    if strict and (raw[end + 1 : end + 2].isdigit() or (inner != inner.strip() and len(inner.split()) > 1)):
        return False
    return len(_LONG_WORD.findall(inner)) <= (1 if strict else 0)
