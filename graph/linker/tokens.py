"""Words of a text, cut so that a name in a compound is still found: "GSM8K/MATH" gives GSM, 8, K, MATH."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from graph.names import fold_word, singular_of

_WIDE = r"\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uffdc"
"""Scripts written without blanks: a Latin name beside such a letter stands at a word border."""

_TOKEN = re.compile(rf"(?:(?![{_WIDE}])[^\W\d_])+|[{_WIDE}]+|\d+(?:\.\d+)*|[+#*@]")
_TIMES = re.compile(r"(?<=\d)×(?=\d)")
_RAISED = str.maketrans("⁺＊", "+*")
_WIDE_LETTER = re.compile(f"[{_WIDE}]")
_HYPHENS = "-\u2010\u2011\u2012\u2013\u2014\u2212"
_GAP = re.compile(rf"(?:[{_HYPHENS}/_'’.·]| ?& ?| |[{_HYPHENS}] |\^(?=$))?")


class Token(NamedTuple):
    """A run of letters, a number or a sign, with its folded form and the singular of that."""

    start: int
    end: int
    folded: str
    singular: str


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a clean text in order."""
    return [
        Token(m.start(), m.end(), *_folded(m.group()))
        for m in _TOKEN.finditer(_TIMES.sub("x", text).translate(_RAISED))
    ]


@lru_cache(maxsize=1 << 16)
def _folded(part: str) -> tuple[str, str]:
    if not part[0].isalpha():
        return part, part
    return fold_word(part), singular_of(part)


def joins(gap: str) -> bool:
    """Say whether two tokens with this between them may belong to one name.

    A hyphen and a blank are the rest of a word that was broken at the end of a line ("lan- guage model").
    """
    return _GAP.fullmatch(gap) is not None


def is_hyphen(char: str) -> bool:
    """Say whether the character is a hyphen or a dash used as one."""
    return char in _HYPHENS


def glued(text: str, place: int) -> bool:
    """Say whether the character there continues the word beside it."""
    return 0 <= place < len(text) and text[place].isalnum() and not _WIDE_LETTER.match(text[place])
