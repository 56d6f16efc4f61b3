"""TeX: accents over letters of words and over signs of formulas."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from graph.clean import tables
from graph.clean.arguments import switch, unknown
from graph.clean.sheet import Mark

if TYPE_CHECKING:
    from graph.clean.sheet import Sheet

_ACCENTED = re.compile(r"\s?(?:\{\s?(?P<braced>[A-Za-z]|\\[ij])\s?\}|(?P<bare>[A-Za-z]|\\[ij](?![A-Za-z])))")
_POSSESSIVE = re.compile(r"(?:s|t|re|ve|ll|d|m)(?![A-Za-z])")
_LONGEST_QUOTE = 80


def accent(sheet: Sheet, name: str, start: int, end: int) -> int:
    r"""Write an accented letter; where the letter takes no such accent, the sign itself (`don\'t`, `\"quoted\"`)."""
    match = _ACCENTED.match(sheet.raw, end)
    parted = sheet.raw[end : end + 1].isspace()  # as in `\c c`; a quotation mark before a blank is no accent
    if match and (match["braced"] or parted == name.isalpha()):
        letter = (match["braced"] or match["bare"]).lstrip("\\")
        composed = unicodedata.normalize("NFC", letter + tables.ACCENTS[name])
        if match["braced"] or (len(composed) == 1 and not _is_plain_quote(sheet, name, start, end)):
            return sheet.put(composed, start, match.end())
    return unknown(sheet, start, end) if name.isalpha() else sheet.copy(start + 1, end)


def math_accent(sheet: Sheet, name: str, start: int, end: int) -> int:
    """Put a combining accent behind a single character; drop the accent over anything longer."""
    close = sheet.brace(end)
    if close is None:
        return switch(sheet, start, end)
    inner = sheet.raw[end + 1 : min(close, end + 20)].strip()
    single = len(inner) == 1 or inner[1:] in tables.SYMBOLS
    sheet.marks[close] = Mark(start, end + 1, close + 1, tables.MATH_ACCENTS[name] if single else "")
    return end + 1


def _is_plain_quote(sheet: Sheet, name: str, start: int, end: int) -> bool:
    """Tell whether an escaped quotation mark is only that: an apostrophe, or one of two around words."""
    if name not in "'\"":
        return False
    after_letter = sheet.last.isalnum()
    if name == "'" and after_letter:
        return bool(_POSSESSIVE.match(sheet.raw, end))
    partner = sheet.raw.find("\\" + name, end, end + _LONGEST_QUOTE)
    return not after_letter and partner > 0 and not sheet.raw[partner + 2 : partner + 3].isalpha()
