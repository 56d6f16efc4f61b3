"""Lines of text into paragraphs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_HYPHEN_AT_END = re.compile(r"([^\W\d_]+)-$")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*")
_SUSPENDED = frozenset({"and", "or", "to", "und", "et"})


def join_lines(lines: Sequence[str]) -> str:
    """Return hard-wrapped lines as one.

    A word divided at the end of a line keeps its hyphen ("self-" + "supervised"), unless the same text has the word
    without it elsewhere ("optimiza-" + "tion" beside "optimization").
    """
    text = ""
    for line in (line.strip() for line in lines):
        if not text or not line:
            text += line
        else:
            text = _hyphenated(text, line, lines) or f"{text} {line}"
    return text


def unwrap(text: str) -> str:
    """Return a text with its hard-wrapped lines joined; blank lines between paragraphs stay."""
    return "\n\n".join(join_lines(paragraph.splitlines()) for paragraph in _PARAGRAPH.split(text.strip()))


def _hyphenated(text: str, line: str, lines: Sequence[str]) -> str | None:
    """Join a divided word; None where the first line does not end in one."""
    if not text.endswith("-"):  # spares a search through all that is joined so far
        return None
    before, after = _HYPHEN_AT_END.search(text), _FIRST_WORD.match(line)
    if before is None or after is None or after.group() in _SUSPENDED:
        return None
    whole = re.compile(rf"\b{before[1]}{after.group()}\b", re.IGNORECASE)
    return (text[:-1] if any(whole.search(other) for other in lines) else text) + line
