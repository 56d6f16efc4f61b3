"""TeX: commands with arguments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.clean.sheet import Mark
from graph.clean.web import write_address

if TYPE_CHECKING:
    from graph.clean.sheet import Sheet

_OPENING = re.compile(r"(?:\[[^\[\]{}]{0,100}\])?\{")
_NEXT_ARGUMENT = re.compile(r"\}\s?\{")
_ONE_WORD = re.compile(r"[^\s{}\x00-\x1f\ud800-\udfff]+")
_TERM = re.compile(r"\\?\w*")


def group(sheet: Sheet, start: int, end: int) -> int | None:
    """Drop a command with the brace that opens its argument, and its closing brace; None where there is no group."""
    opening = _OPENING.match(sheet.raw, end)
    close = sheet.brace(opening.end() - 1) if opening else None
    if opening is None or close is None:
        return None
    sheet.marks[close] = Mark(start, opening.end(), close + 1)
    return opening.end()


def unknown(sheet: Sheet, start: int, end: int) -> int:
    """Drop a command that has an argument and keep the argument; without one keep its name as a word."""
    inner = group(sheet, start, end)
    return inner if inner is not None else sheet.copy(start + 1, end)


def switch(sheet: Sheet, start: int, end: int) -> int:
    """Drop a command that changes the looks, with its argument's braces or the blanks that end it."""
    inner = group(sheet, start, end)
    if inner is not None:
        return inner
    while sheet.raw[end : end + 1] == " ":
        end += 1
    return end + 1 if sheet.raw[end - 5 : end] in {"\\left", "right"} and sheet.raw[end : end + 1] == "." else end


def unprinted(sheet: Sheet, end: int) -> int:
    """Drop a command with all its arguments and the blank before it."""
    raw = sheet.raw
    while (opening := _OPENING.match(raw, end)) and (close := sheet.brace(opening.end() - 1)) is not None:
        end = close + 1
    sheet.trim()
    if raw[end : end + 1].isalnum():
        sheet.apart(end)
    return end


def address(sheet: Sheet, start: int, end: int) -> int:
    r"""Write the address of `\url{...}`."""
    close = sheet.brace(end)
    if close is None or not _ONE_WORD.fullmatch(sheet.raw, end + 1, close):
        return unknown(sheet, start, end)
    sheet.marks[close] = Mark(start, end + 1, close + 1)
    write_address(sheet, end + 1, close)
    return close


def link(sheet: Sheet, start: int, end: int) -> int:
    r"""Write the text of `\href{address}{text}`; the address alone where there is no text."""
    close = sheet.brace(end)
    text = _NEXT_ARGUMENT.match(sheet.raw, close) if close is not None else None
    text_close = sheet.brace(text.end() - 1) if text else None
    if text is None or text_close is None:
        return address(sheet, start, end)
    sheet.marks[text_close] = Mark(start, text.end(), text_close + 1)
    return text.end()


def fraction(sheet: Sheet, start: int, end: int) -> int:
    r"""Write `\frac{a}{b}` as a/b, with brackets around what is no single term."""
    close = sheet.brace(end)
    second = sheet.brace(close + 1) if close is not None else None
    if close is None or second is None:
        return unknown(sheet, start, end)
    spans = ((end + 1, close), (close + 2, second))
    upper, lower = (_TERM.fullmatch(sheet.raw, a, b) is not None for a, b in spans)
    sheet.apart(start)
    sheet.put("" if upper else "(", start, end + 1)
    sheet.marks[close] = Mark(start, end + 1, close + 2, ("" if upper else ")") + "/" + ("" if lower else "("))
    sheet.marks[second] = Mark(close + 1, close + 2, second + 1, "" if lower else ")")
    return end + 1


def root(sheet: Sheet, start: int, end: int) -> int:
    r"""Write `\sqrt{a}` as √a."""
    close = sheet.brace(end)
    if close is None:
        return sheet.put("√", start, end)
    simple = _TERM.fullmatch(sheet.raw, end + 1, close)
    sheet.put("√" if simple else "√(", start, end + 1)
    sheet.marks[close] = Mark(start, end + 1, close + 1, "" if simple else ")")
    return end + 1


def colored(sheet: Sheet, start: int, end: int) -> int:
    r"""Keep the second argument of `\textcolor{red}{text}`."""
    close = sheet.brace(end)
    inner = group(sheet, start, close + 1) if close is not None else None
    return inner if inner is not None else unknown(sheet, start, end)


def note(sheet: Sheet, start: int, end: int) -> int:
    """Set the text of a footnote apart from the word it hangs on."""
    sheet.blank(start, start)
    return unknown(sheet, start, end)
