"""Text for a terminal: wrapped at 80 columns, aligned, with nothing in it that a terminal would obey."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from collections.abc import Sequence

MARK = ("\x02", "\x03")
"""Stand before and behind a mention until the output is known; no cleaned text holds them."""

WIDTH = 80
_BOLD = ("\x1b[1;4m", "\x1b[0m")
_PLAIN = ("**", "**")


def plural(count: int, noun: str) -> str:
    """Return the count with its noun: `1 paper`, `1,204 entities`."""
    if count != 1:
        noun = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{count:,} {noun}"


def safe(text: str) -> str:
    """Return the text in one line without control and other unprintable characters; marks stay."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in MARK else " " for c in text)


def marked(text: str) -> str:
    """Return the text with its marks as this output shows them: bold on a terminal, `**` elsewhere."""
    before, behind = _BOLD if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else _PLAIN
    return text.replace(MARK[0], before).replace(MARK[1], behind)


def title(raw: str) -> str:
    """Return a title or name as people read it, without TeX and Markdown."""
    from graph.clean import clean

    return safe(clean(raw).text.strip() or raw)


def merged(sentences: Sequence[str]) -> str:
    """Return one sentence with the marks of all: the same sentence, each time with another mention marked."""
    plain = sentences[0].replace(MARK[0], "").replace(MARK[1], "")
    inside = [False] * len(plain)
    for sentence in sentences:
        start = sentence.index(MARK[0])
        end = sentence.index(MARK[1]) - 1
        inside[start:end] = [True] * (end - start)
    pieces = []
    for index, char in enumerate(plain):
        if inside[index] != (index > 0 and inside[index - 1]):
            pieces.append(MARK[0] if inside[index] else MARK[1])
        pieces.append(char)
    return "".join(pieces) + (MARK[1] if inside and inside[-1] else "")


def columns(text: str) -> int:
    """Return how many columns the text takes on a terminal; a mark takes two, as `**` does."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(2 if c in MARK or east_asian_width(c) in "WF" else 1 for c in text)


def wrap(text: str, *, indent: int = 0, hang: int | None = None, width: int = WIDTH) -> list[str]:
    """Return the text as lines; lines after the first are indented by `hang`. A word too long stands alone."""
    lines: list[str] = []
    line, used = " " * indent, indent
    hang = indent if hang is None else hang
    for word in safe(text).split():
        size = columns(word)
        if line.strip() and used + 1 + size > width:
            lines.append(line)
            line, used = " " * hang, hang
        gap = 1 if line.strip() else 0
        line, used = line + " " * gap + word, used + gap + size
    return [*lines, line] if line.strip() else lines


def pad(text: str, width: int) -> str:
    """Return the text in one line, filled or cut (with `...`) to so many columns."""
    text = safe(text)
    if columns(text) > width:
        while columns(text) > width - 3:
            text = text[:-1]
        text = text.rstrip() + "..."
    return text + " " * (width - columns(text))


def table(rows: Sequence[tuple[str, ...]], *, indent: int = 0, width: int = WIDTH) -> list[str]:
    """Return rows as aligned lines; the first column gives way where the whole is too wide, the last is not filled."""
    if not rows:
        return []
    sizes = [max(columns(safe(cell)) for cell in column) for column in zip(*rows, strict=True)]
    room = width - indent - sum(sizes[1:]) - 2 * (len(sizes) - 1)
    sizes[0] = min(sizes[0], max(room, 16))
    return [
        " " * indent + "  ".join(pad(cell, size) for cell, size in zip(row, sizes, strict=True)).rstrip()
        for row in rows
    ]
