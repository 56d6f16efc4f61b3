"""Markdown into blocks: headings, items of lists, rows of tables, quotes, folded parts, paragraphs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from loaders.inline import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HEADING = re.compile(r" {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-{3,})\s*$")
_ITEM = re.compile(r"(\s*)(?:[-*+•]|\d{1,5}[.)])\s+(?:\[[ xX]\]\s+)?(?=\S)")
_RULE = re.compile(r"\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$")
_DELIMITER = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$|\s*\|\s*:?-+:?\s*$")
_FENCE = re.compile(r"\s*(```+|~~~+)")
_BAR = re.compile(r"(?<!\\)\|")
_HTML_ROW = re.compile(r"<tr[\s>]", re.IGNORECASE)
_HTML_ROW_END = re.compile(r"</tr\s*>|</table\s*>", re.IGNORECASE)
_HTML_CELL = re.compile(
    r"<(t[dh])(?:\s[^<>]*)?>(.*?)(?=</t[dh]\s*>|<t[dh][\s>]|</tr|</table|\Z)", re.IGNORECASE | re.DOTALL
)
_FOLDED = re.compile(r"\s*(?:[-*+]\s+)?<details", re.IGNORECASE)
_FOLDED_END = re.compile(r"</details\s*>", re.IGNORECASE)
_SUMMARY = re.compile(r"<summary[^<>]*>(.*?)</summary\s*>", re.IGNORECASE | re.DOTALL)
_COMMENT = re.compile(r"<!--.{0,2000}?-->")
_COMMENT_BEGINS = re.compile(r"\s*<!--(?!.*-->)")
_MOST_LINES = 400  # of one block


class Block(NamedTuple):
    """A block and the line it starts on.

    Attributes:
        kind: `heading`, `item`, `row`, `names` (the row that names the columns), `quote`, `folded`, `text`.
        depth: Level of a heading (7 for a line that is bold from end to end), indentation of an item.
        cells: Of a row; of a folded part its summary.
    """

    kind: str
    line: int
    text: str
    depth: int = 0
    cells: tuple[str, ...] = ()


def blocks(lines: Iterable[str]) -> Iterator[Block]:
    """Yield the blocks; code and comments are none. An item holds its lines and indented paragraphs below."""
    group: list[tuple[int, str]] = []
    fence = ""
    for number, line in _shown(lines):
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            yield from _group(group)
            group, fence = [], "" if fence else mark[1]
        elif fence:
            continue
        elif group and _goes_on(group, line):
            group.append((number, line))
        else:
            yield from _group(group)
            group = [(number, line)] if line.strip() else []
    yield from _group(group)


def _shown(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines without comments; one that runs over too many lines to be one ends there."""
    inside = 0
    for number, line in enumerate(lines, 1):
        text = line.rstrip("\r\n").lstrip("\ufeff") if number == 1 else line.rstrip("\r\n")
        if "<!--" in text:
            text = _COMMENT.sub("", text)
        if not inside and _COMMENT_BEGINS.match(text):
            inside = _MOST_LINES
        elif inside:
            inside = 0 if "-->" in text else inside - 1
        else:
            yield number, text


def _goes_on(group: list[tuple[int, str]], line: str) -> bool:
    """Tell whether a line belongs to the block of the lines before it."""
    first, last = group[0][1], group[-1][1]
    if len(group) >= _MOST_LINES or _HEADING.match(first) or _RULE.match(first):
        return False
    for begins, ends in ((_FOLDED, _FOLDED_END), (_HTML_ROW, _HTML_ROW_END)):
        if begins.search(first):
            return not any(ends.search(text) for _, text in group)
    if _HEADING.match(line) or _FOLDED.match(line) or _HTML_ROW.search(line):
        return False
    item = _ITEM.match(first)
    if item:
        indented = len(line) - len(line.lstrip()) > len(item[1])
        return not _ITEM.match(line) and (not line.strip() or bool(last.strip()) or indented)
    starts_table = "|" in first and (_DELIMITER.match(line) or (len(group) > 1 and _DELIMITER.match(group[1][1])))
    if _is_table(group):
        return "|" in line
    if first.lstrip().startswith(">") != line.lstrip().startswith(">"):
        return False
    return bool(line.strip()) and (bool(starts_table) or not _ITEM.match(line))


def _is_table(group: list[tuple[int, str]]) -> bool:
    return len(group) > 1 and "|" in group[0][1] and _DELIMITER.match(group[1][1]) is not None


def _group(group: list[tuple[int, str]]) -> Iterator[Block]:
    """Yield the blocks of lines that belong together."""
    if not group or (len(group) == 1 and _RULE.match(group[0][1])):
        return
    number, first = group[0]
    text = "\n".join(line for _, line in group)
    heading, item = _HEADING.match(first), _ITEM.match(first)
    if heading:
        yield Block("heading", number, heading[2], len(heading[1]))
    elif _FOLDED.match(first):
        yield _folded(number, text)
    elif _HTML_ROW.search(first):
        yield from (_html_row(number, row) for row in _HTML_ROW.split(text)[1:])
    elif item:
        yield Block("item", number, text[item.end() :].rstrip(), len(item[1].expandtabs(4)))
    elif _is_table(group):
        for place, (line_number, line) in enumerate(group):
            if place != 1:
                yield Block("row" if place else "names", line_number, line, cells=_cells(line))
    elif first.lstrip().startswith(">"):
        yield Block("quote", number, "\n".join(line.lstrip().lstrip(">").strip() for _, line in group))
    else:
        yield from _text(group)


def _text(group: list[tuple[int, str]]) -> Iterator[Block]:
    """Yield a paragraph; one line that is underlined or bold from end to end is a heading."""
    number, first = group[0]
    if len(group) > 1 and _UNDERLINE.match(group[1][1]):
        yield Block("heading", number, first.strip(), 1 if "=" in group[1][1] else 2)
        group = group[2:]
    elif re.fullmatch(r"\s*(\*\*|__)(?:(?!\1).)+\1[.:]?\s*", first):
        yield Block("heading", number, first.strip().rstrip(":"), 7)
        group = group[1:]
    if group:
        yield Block("text", group[0][0], "\n".join(line for _, line in group))


def _cells(line: str) -> tuple[str, ...]:
    """Return the cells of a row; a bar in a formula or in code is one all the same, as on GitHub."""
    cells = [cell.strip().replace("\\|", "|") for cell in _BAR.split(line.strip())]
    return tuple(cells[1 if line.lstrip().startswith("|") else 0 : -1 if line.rstrip().endswith("|") else None])


def _html_row(number: int, text: str) -> Block:
    cells = [(tag.lower(), content) for tag, content in _HTML_CELL.findall(text)]
    names = bool(cells) and all(tag == "th" for tag, _ in cells)
    return Block("names" if names else "row", number, text, cells=tuple(content for _, content in cells))


def _folded(number: int, text: str) -> Block:
    summary = _SUMMARY.search(text)
    inner = _SUMMARY.sub("\n", text[text.find(">") + 1 :], count=1)
    return Block("folded", number, _FOLDED_END.sub("", inner).strip(), cells=(plain(summary[1]) if summary else "",))
