"""Jekyll front matter: a page a paper, its fields as YAML between two lines of `---`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from loaders.notice import is_notice
from loaders.paper import Paper, Skipped
from loaders.record import KEYS, to_paper
from loaders.yaml_record import read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_FENCE = re.compile(r"---\s*")
_END = re.compile(r"(?:---|\.\.\.)\s*")
_KEY = re.compile(r"([A-Za-z][\w -]*):(?:\s|$)")
_NEXT_KEY = re.compile(r"[a-z][\w-]*:(?:\s|$)")
_MARKED_UP = re.compile(r"[#>|!<`{*-]|\d+[.)]\s|\[")
_MOST_LINES = 5000  # of one block; what goes on longer was never closed
_LONG = 200  # characters that make the first paragraph below an abstract
_OF_A_PAPER = frozenset({*KEYS["abstract"], *KEYS["authors"], *KEYS["venue"], "doi", "arxiv", "openreview", "paperurl"})


class Page(NamedTuple):
    """The YAML of a page and what stands below it; `line` is that of the first key."""

    line: int
    yaml: str
    body: str
    is_closed: bool


def sniff(head: str) -> bool:
    """Tell whether a text begins with front matter that names a title, and a field that only papers have."""
    page = next(_pages(head.splitlines(keepends=True)), None)
    if page is None:
        return False
    keys = {_folded(match[1]) for line in page.yaml.splitlines() if (match := _KEY.match(line))}
    return bool(keys & {"title", *KEYS["abstract"]}) and bool(keys & _OF_A_PAPER)


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the paper of each page; where its fields have no abstract, the first long paragraph below is it."""
    position = 0
    for page in _pages(lines):
        paper = _paper(page, source)
        if isinstance(paper, Paper):
            position += 1
            paper = replace(paper, source=source, position=position, line=page.line - 1)
        yield paper


def _paper(page: Page, source: str) -> Paper | Skipped:
    place = f"{source}:{page.line - 1}"
    if not page.is_closed:
        return Skipped(place, "front matter without an end; expected a line of --- below its fields")
    record = read_yaml(page.yaml, source=source, line=page.line)
    if isinstance(record, Skipped):
        return record
    if not isinstance(record, dict):
        return Skipped(place, "front matter without fields; expected lines such as title: ...")
    paper = to_paper(record, place=place)
    if isinstance(paper, Skipped) or paper.abstract:
        return paper
    return replace(paper, abstract=_abstract(page.body))


def _abstract(body: str) -> str:
    paragraphs = (" ".join(part.split()) for part in re.split(r"\n\s*\n", body))
    prose = (text for text in paragraphs if not _MARKED_UP.match(text) and not re.search("[\udc80-\udcff]", text))
    return next((text for text in prose if len(text) >= _LONG and not is_notice(text)), "")


def _pages(lines: Iterable[str]) -> Iterator[Page]:
    """Yield each page: front matter at the very beginning, and wherever a key follows a line of `---` in a body."""
    numbered = ((number, line.lstrip("\ufeff") if number == 1 else line) for number, line in enumerate(lines, 1))
    opening = next(((number, line) for number, line in numbered if line.strip()), (0, ""))
    start = opening[0] + 1 if _FENCE.fullmatch(opening[1]) else 0
    fields: list[str] = []
    while start:
        closed = False
        for _, line in numbered:
            closed = _END.fullmatch(line) is not None
            if closed or len(fields) >= _MOST_LINES:
                break
            fields.append(line)
        body, following = _body(numbered)
        if any(line.strip() for line in fields):
            yield Page(start, "".join(fields), body, is_closed=closed)
        start, fields = (following[0], [following[1]]) if following else (0, [])


def _body(numbered: Iterator[tuple[int, str]]) -> tuple[str, tuple[int, str] | None]:
    """Return what stands below front matter, and the first line of the fields of the page that follows."""
    body: list[str] = []
    before = ""
    for number, line in numbered:
        if _FENCE.fullmatch(before) and _NEXT_KEY.match(line):
            return "".join(body[:-1]), (number, line)
        if len(body) < _MOST_LINES:
            body.append(line)
        before = line
    return "".join(body), None


def _folded(key: str) -> str:
    return re.sub(r"[\W_]", "", key).lower()
