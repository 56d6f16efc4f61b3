"""Plain text: a heading line, then abstracts as paragraphs or one a line."""

from __future__ import annotations

import re
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from loaders.heading import read_heading
from loaders.paper import Paper, Skipped
from loaders.wrap import join_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HEAD = 400  # lines that show the shape of a file
_LONGEST_BLOCK = 400  # lines of one abstract; what is longer has no blank lines between its abstracts
_WIDEST = 160  # characters of a hard-wrapped line; what is longer is a whole paragraph
_LONGEST_TITLE = 250
_LONG = 300  # characters that make a paragraph an abstract, with or without a full stop

_RULE = re.compile(r"[\W_]+")
_JUNK = re.compile(
    r"\W*(?:references|bibliography|acknowledge?ments?|(?:table of )?contents|abstracts?|introduction|key ?words|index"
    r"|(?:page |p\. ?)?\d{1,5}(?: ?(?:of|/) ?\d{1,5})?)\W*",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!…。！？](?:[\"'”’)\]}*$]|</[\w:-]+>)*$|https?://\S+$")
_SENTENCE_START = re.compile(r"(?:We|This (?:paper|work|article)|In this|Our)\b")
_ESCAPED = re.compile("[\udc80-\udcff]")


class Unit(NamedTuple):
    """A paragraph or a line that stands for one: the line it starts on, its text, and the block of lines it is of."""

    line: int
    text: str
    block: int


def sniff(head: str) -> bool:
    """Tell whether a text holds words at all."""
    return bool(re.search(r"[^\W\d_]", head))


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers of plain text; what is neither an abstract, a title nor a heading is skipped by name.

    Blank lines and lines of signs part paragraphs. A paragraph is an abstract, its hard-wrapped lines joined; lines
    longer than any wrapped one are abstracts each; so are all lines of a file without blank lines between, where each
    is a sentence or more. A short line above an abstract is its title. A heading ("ICML 2025 Papers") gives the
    venue and the year of the papers below it.
    """
    numbered = enumerate(lines, 1)
    head = list(islice(numbered, _HEAD))
    one_a_line = _one_a_line(head)
    titles_apart = _titles_apart(list(_units(head, one_a_line=one_a_line)))
    units = _units(chain(head, numbered), one_a_line=one_a_line)
    return _papers(units, source, titles_apart=titles_apart)


def _papers(units: Iterable[Unit], source: str, *, titles_apart: bool) -> Iterator[Paper | Skipped]:
    position = 0
    venue, year = None, None
    title: Unit | None = None
    for unit in units:
        place = f"{source}:{unit.line}"
        fault = _fault(unit.text)
        if fault:
            yield Skipped(place, fault)
        elif _is_abstract(unit.text):
            own = title if title and (titles_apart or title.block == unit.block) else None
            if title and not own and position:
                yield _unused(title, source)
            position += 1
            yield Paper(
                abstract=unit.text,
                title=own.text if own else None,
                year=year,
                venue=venue,
                source=source,
                position=position,
                line=(own or unit).line,
            )
            title = None
        elif heading := read_heading(unit.text):
            venue, year = heading
        elif title and title.block == unit.block:
            yield _unused(unit, source)
        else:
            if title:
                yield _unused(title, source)
            title = unit
    if title:
        yield _unused(title, source)


def _unused(unit: Unit, source: str) -> Skipped:
    return Skipped(f"{source}:{unit.line}", f'"{unit.text[:40]}" is no abstract (short, without a full stop)')


def _units(numbered: Iterable[tuple[int, str]], *, one_a_line: bool) -> Iterator[Unit]:
    """Cut the lines into blocks at blank lines and rules, and the blocks into units; a rule is a unit too."""
    block: list[tuple[int, str]] = []
    count = 0
    for number, line in numbered:
        text = line.strip()
        rule = bool(text) and _RULE.fullmatch(text) is not None
        if text and not rule:
            block.append((number, text))
        if not text or rule or one_a_line or len(block) >= _LONGEST_BLOCK:
            yield from _cut(block, count)
            count += not one_a_line or not text
            block = []
        if rule:
            yield Unit(number, text, -1)
    yield from _cut(block, count)


def _cut(block: list[tuple[int, str]], count: int) -> Iterator[Unit]:
    """Cut one block: into lines where they are longer than wrapped ones; else a title line may stand above the rest."""
    width = max((len(text) for _, text in block), default=0)
    if width > _WIDEST:
        yield from (Unit(number, text, count) for number, text in block)
        return
    if len(block) > 1 and _breaks_on_purpose(block[0][1], block[1][1], width):
        yield Unit(*block[0], count)
        block = block[1:]
    if block:
        yield Unit(block[0][0], join_lines([text for _, text in block]), count)


def _breaks_on_purpose(line: str, following: str, width: int) -> bool:
    """Tell whether a line ends before the next word would have to: a title, not the first line of an abstract."""
    fits = len(line) + 1 + len(following.split()[0]) <= width
    return fits and not _is_abstract(line) and not line.endswith((",", ";", ":", "-")) and not following[0].islower()


def _one_a_line(head: list[tuple[int, str]]) -> bool:
    """Tell whether every line is an abstract: no blank line parts them, and each is a sentence or more."""
    lines = [line.strip() for _, line in head]
    while lines and (not lines[0] or read_heading(lines[0])):
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    return len(lines) > 1 and all(_is_abstract(line) and not line[0].islower() for line in lines)


def _titles_apart(head: list[Unit]) -> bool:
    """Tell whether titles stand in paragraphs of their own: most abstracts have a short line above them."""
    texts = [unit.text for unit in head if not _fault(unit.text)]
    abstracts = [_is_abstract(text) for text in texts if _is_abstract(text) or not read_heading(text)]
    above = sum(here and not before for before, here in pairwise(abstracts))
    return above * 2 > sum(abstracts)


def _is_abstract(text: str) -> bool:
    if len(text) >= _LONG:
        return True
    return bool(_SENTENCE_START.match(text) or _SENTENCE_END.search(text))


def _fault(text: str) -> str | None:
    """Return why a paragraph is neither an abstract nor a title nor a heading; None where it may be."""
    if _ESCAPED.search(text):
        return "not UTF-8, so this paragraph was not read; save the file as UTF-8"
    if _RULE.fullmatch(text):
        return "a line of signs, no abstract"
    return f'"{text[:40]}" is no abstract' if _JUNK.fullmatch(text) else None
