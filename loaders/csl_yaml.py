"""CSL-YAML, the bibliography of Pandoc: a list below `references:`, one paper an item."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from loaders.inline import plain
from loaders.paper import Paper, Skipped
from loaders.record import to_paper
from loaders.yaml_record import read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_BEGIN = re.compile(r"references:\s*(?:#.*)?")
_ITEM = re.compile(r"( *)- ")
_OTHER = re.compile(r"[^\s#-]|---\s*$|\.\.\.\s*$")
_BEFORE = re.compile(r"\ufeff?(?:\s*(?:#.*)?|---\s*|[\w-]+:.*|%.*)")
_LOW_OR_HIGH = re.compile(r"([~^])([^\s~^]{1,20})\1")
_MOST_LINES = 5000  # of one item


def sniff(head: str) -> bool:
    """Tell whether a text has `references:` at the left, nothing but fields before it, and items below."""
    lines = head.splitlines()
    begin = next((number for number, line in enumerate(lines) if _BEGIN.fullmatch(line)), None)
    if begin is None or not all(_BEFORE.fullmatch(line) for line in lines[:begin]):
        return False
    below = [line for line in lines[begin + 1 :] if line.strip()][:30]
    return (
        bool(below) and _ITEM.match(below[0]) is not None and any(re.match(r"[ -]+\w[\w-]*:", line) for line in below)
    )


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers of the list, each item read by itself, so that a broken one costs no other."""
    position = 0
    for line, text in _items(lines):
        paper = _paper(text, source, line)
        if isinstance(paper, Paper):
            position += 1
            paper = replace(paper, source=source, position=position, line=line)
        yield paper


def _paper(text: str, source: str, line: int) -> Paper | Skipped:
    read = read_yaml(text, source=source, line=line)
    if isinstance(read, Skipped):
        return read
    record = read[0] if isinstance(read, list) and read else read
    paper = to_paper(record, place=f"{source}:{line}")
    if isinstance(paper, Skipped) or not isinstance(record, dict):
        return paper
    title = _LOW_OR_HIGH.sub(r"\2", plain(paper.title)) if paper.title else None  # the titles are Pandoc's Markdown
    ids = tuple(f"pmid:{value}" for key in ("PMID", "pmid") if isinstance(value := record.get(key), str) and value)
    return replace(paper, title=title or None, other_ids=ids)


def _items(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the text of each item of a list `references:`, with the line it starts on."""
    item: list[str] = []
    first, indent, inside = 0, -1, False
    for number, line in enumerate(lines, 1):
        match = _ITEM.match(line) if inside else None
        starts = match is not None and (indent < 0 or len(match[1]) <= indent)
        ends = inside and not starts and _OTHER.match(line)
        if (starts or ends or len(item) >= _MOST_LINES) and item:
            yield first, "".join(item)
            item = []
        if starts and match:
            first, indent = number, len(match[1])
        inside = (inside and not ends) or _BEGIN.fullmatch(line.rstrip("\r\n").lstrip("\ufeff")) is not None
        if starts or (item and inside):
            item.append(line)
        elif ends:
            indent = -1
    if item:
        yield first, "".join(item)
