"""TeX: commands, accents, groups and environments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.clean import arguments, tables
from graph.clean.accents import accent, math_accent
from graph.clean.arguments import switch, unknown, unprinted
from graph.clean.formula import bracketed, open_formula, skip_columns
from graph.clean.sheet import Mark

if TYPE_CHECKING:
    from collections.abc import Callable

    from graph.clean.sheet import Sheet

_COMMAND = re.compile(r"\\([A-Za-z]+)\*?")
_PROTECTED = re.compile(r"[a-z]?[A-Z][\w+.-]*(?: [A-Z][\w+.-]*)*|[,.:-]")
_ENVIRONMENT = re.compile(r"\\(begin|end)\s?\{([A-Za-z]+)\*?\}(?:\[[^\[\]]{0,40}\])?")
_LONGEST_FORMULA = 5000


def backslash(sheet: Sheet, place: int) -> int:
    """Write the command or the escaped character at a backslash."""
    match = _COMMAND.match(sheet.raw, place)
    if match is None:
        return _escape(sheet, place)
    name, end = match[1], match.end()
    special = _SPECIAL.get(name)
    if special:
        return special(sheet, place, end)
    if name in tables.SYMBOLS and not (sheet.math and name in tables.LETTERS):
        return _symbol(sheet, name, place, end)
    if name in tables.WORDS:
        return _word(sheet, place + 1, end)
    if name in tables.SWITCHES:
        return switch(sheet, place, end)
    if name in tables.SPACES:
        return sheet.blank(place, end)
    if name in tables.PARAGRAPHS:
        return sheet.blank(place, end, breaks=True)
    if name in tables.UNPRINTED:
        return unprinted(sheet, end)
    if name in tables.MATH_ACCENTS:
        return math_accent(sheet, name, place, end)
    if name in tables.ACCENTS and not sheet.math:
        return accent(sheet, name, place, end)
    return unknown(sheet, place, end)


def open_brace(sheet: Sheet, place: int) -> int:
    """Drop the braces of a group; in running text only where they protect a word or hold a command."""
    end = sheet.brace(place)
    if end is None:
        return place + 1 if sheet.math else sheet.copy(place, place + 1)
    inner = sheet.raw[place + 1 : min(end, place + 200)]
    if sheet.math:
        if inner[:1].isalnum() or inner.startswith("\\"):
            sheet.apart(place)
    elif sheet.raw[place - 1 : place] in {"^", "_"}:
        return bracketed(sheet, place)
    elif inner and not inner.startswith("\\") and not _PROTECTED.fullmatch(inner):
        return sheet.copy(place, place + 1)
    sheet.marks[end] = Mark(place, place + 1, end + 1)
    return place + 1


def close_brace(sheet: Sheet, place: int) -> int:
    """Write a brace that closes nothing known."""
    return place + 1 if sheet.math else sheet.copy(place, place + 1)


def _escape(sheet: Sheet, place: int) -> int:
    char = sheet.raw[place + 1 : place + 2]
    end = place + 2
    if char in tables.ACCENTS and not sheet.math:
        return accent(sheet, char, place, end)
    if char in "([" and char:
        return open_formula(sheet, place, r"\)" if char == "(" else r"\]", prose=end - 1)
    if char in "!-/@)]" and char:
        return end
    if char == "\\" or char.isspace() or (char in ",;:>" and char):
        return sheet.blank(place, end)
    if not char or char.isalnum() or ord(char) > 127:
        return sheet.copy(place, place + 1)
    return sheet.copy(place + 1, end)


def _symbol(sheet: Sheet, name: str, start: int, end: int) -> int:
    if sheet.raw.startswith("{}", end):
        end += 2
    elif name in tables.LETTERS and sheet.raw[end : end + 1] == " ":
        end += 1
    return sheet.put(tables.SYMBOLS[name], start, end)


def _word(sheet: Sheet, start: int, end: int) -> int:
    sheet.apart(start - 1)
    sheet.copy(start, end)
    following = sheet.raw[end : end + 1]
    if following.isalnum() or following in {"\\", "{"}:
        sheet.put(" ", end, end)
    return end


def _environment(sheet: Sheet, start: int, end: int) -> int:
    match = _ENVIRONMENT.match(sheet.raw, start)
    if match is None:
        return unknown(sheet, start, end)
    kind, name = match.groups()
    if name not in tables.FORMULAS:
        return sheet.blank(start, match.end(), breaks=True)
    sheet.blank(start, match.end())
    if kind == "end" or sheet.math:
        return skip_columns(sheet, match.end()) if kind == "begin" else match.end()
    closing = re.compile(r"\\end\s?\{" + name + r"\*?\}").search(sheet.raw, match.end(), match.end() + _LONGEST_FORMULA)
    if closing:
        sheet.marks[closing.start()] = Mark(start, match.end(), closing.end(), " ")
        sheet.math_end = closing.start()
    return skip_columns(sheet, match.end())


_SPECIAL: dict[str, Callable[[Sheet, int, int], int]] = {
    "begin": _environment,
    "end": _environment,
    "url": arguments.address,
    "path": arguments.address,
    "nolinkurl": arguments.address,
    "href": arguments.link,
    "frac": arguments.fraction,
    "dfrac": arguments.fraction,
    "tfrac": arguments.fraction,
    "sqrt": arguments.root,
    "textcolor": arguments.colored,
    "colorbox": arguments.colored,
    "footnote": arguments.note,
    "thanks": arguments.note,
}
