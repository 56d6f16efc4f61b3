"""Markdown: lists of papers as bullets, numbered lists, tables or headings, with links to the papers."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from loaders.blocks import Block, blocks
from loaders.entry import Entry, add_links, add_parts, add_text, loose_links, read_entry
from loaders.entry_title import bare_title
from loaders.heading import Heading, read_heading
from loaders.inline import pieces, plain
from loaders.paper import Paper, Skipped
from loaders.record import KEYS, to_paper

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HEAD = 400  # lines that show whether headings are titles
_TITLES = (*(name for name in KEYS["title"] if name != "name"), "paper", "papername", "article", "publication", "论文")
_SECTION = re.compile(
    r"\W*(?:\d[\d.]*\s+)?(?:abstract|introduction|background|(?:related|prior) works?|methods?|methodology|experiments?"
    r"|experimental (?:setup|results)|results?|discussion|conclusions?|references|bibliography|acknowledge?ments?"
    r"|appendix|(?:table of )?contents|overview|installation|usage|licen[cs]e|citation|contribut\w*|getting started"
    r"|news|updates?)\W*",
    re.IGNORECASE,
)
_BARE_YEAR = re.compile(r"\W*((?:19|20)\d\d)\W*")
_NAMED_VENUE = re.compile(r"\w*[A-Z]\w*[A-Z]|.*\b(?:Conference|Workshop|Journal|Transactions|Symposium|Findings)\b")
_ESCAPED = re.compile("[\udc80-\udcff]")
_YAML = re.compile(r"\ufeff?(?:\s*#.*\n|---\s*\n)*[\w-]+:[ \t]*\n\s*-\s+[\w-]+:(?:\s|$)")
_ONLY_TAGS = re.compile(r"(?:\s*</?\w+[^<>]*>)+\s*")
_FRONT = re.compile(r"---\s*")


def sniff(head: str) -> bool:
    """Tell whether a text lists papers by the marks of Markdown; abstracts below a heading do not."""
    if _YAML.match(head) or head.lstrip("\ufeff \t\r\n")[:1] == "{":
        return False
    lines = head.splitlines()
    if not re.search(r"\]\(|^\s*(?:\||#|[-*+] |\d+[.)] |<t[rd]|<details)|\*\*", head, re.MULTILINE):
        return False
    found = list(islice(_entries(lines, titled=False), 1))
    return bool(found) or _is_titled(lines)


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers; headings give the venue and the year of those below, a table its columns."""
    numbered = iter(lines)
    head = list(islice(numbered, _HEAD))
    titled = next(_entries(head, titled=False), None) is None and _is_titled(head)
    position = 0
    for entry, held in _entries(chain(head, numbered), titled=titled):
        paper = _paper(entry, held, f"{source}:{entry.line}")
        if isinstance(paper, Paper):
            position += 1
            paper = replace(paper, source=source, position=position, line=entry.line)
        yield paper


def _paper(entry: Entry, held: Heading, place: str) -> Paper | Skipped:
    record: dict[str, object] = {"title": entry.title, **entry.fields}
    record.setdefault("abstract", entry.prose)
    if any(isinstance(value, str) and _ESCAPED.search(value) for value in record.values()):
        return Skipped(place, "not UTF-8, so this entry was not read; save the file as UTF-8")
    if not entry.title:
        return Skipped(place, "a link to a paper without a title; expected a column such as Title or Paper")
    paper = to_paper(record, place=place)
    if isinstance(paper, Skipped):
        return paper
    return replace(paper, year=paper.year or held.year, venue=paper.venue or held.venue)


def _is_titled(lines: list[str]) -> bool:
    """Tell whether headings are titles of papers with abstracts below: two or more, and no section of a paper."""
    cut = _without_front(lines)
    names = [block.text for block in blocks(cut) if block.kind == "heading" and block.depth < 7]
    if any(_SECTION.fullmatch(plain(name)) for name in names):
        return False
    return len(list(islice(_entries(lines, titled=True), 2))) > 1


def _entries(lines: Iterable[str], *, titled: bool) -> Iterator[tuple[Entry, Heading]]:
    """Yield each paper with the venue and the year that the headings above it give.

    `titled` takes a heading above a long paragraph for a title; else it needs a link to a paper or a named abstract.
    """
    current: Entry | None = None
    headings: dict[int, Heading] = {}
    columns: tuple[str, ...] = ()
    for block in blocks(_without_front(lines)):
        if block.kind == "text" and _ONLY_TAGS.fullmatch(block.text):
            continue
        if block.kind == "row" and not columns and any(_folded(cell) in _TITLES for cell in block.cells):
            columns = block.cells
            continue
        held = _held(headings)
        starts = _start(block, columns)
        if starts is not None or block.kind in {"heading", "names"}:
            if current and (current.is_paper or current.depth >= 0 or (titled and current.prose)):
                yield current, held
            current = starts
        elif current:
            _add(current, block)
        if block.kind == "heading":
            headings = _below(headings, block)
        columns = block.cells if block.kind == "names" else columns if block.kind == "row" else ()
    if current and (current.is_paper or current.depth >= 0 or (titled and current.prose)):
        yield current, _held(headings)


def _start(block: Block, columns: tuple[str, ...]) -> Entry | None:
    """Return what may be a paper that begins with this block."""
    if block.kind == "heading":
        return _of_heading(block)
    if block.kind == "row":
        return _of_row(block, columns)
    if block.kind == "item":
        return read_entry(block.text, block.line, block.depth)
    if block.kind == "folded" and len(block.cells[0].split()) > 2 and "abstract" not in block.cells[0].lower():
        entry = Entry(block.line, bare_title(block.cells[0]))
        add_links(entry, list(loose_links(block.text)))
        add_text(entry, block.text)
        return entry if entry.is_paper or entry.prose else None
    if block.kind == "text" and re.match(r"\s*(?:\*\*|\[|<b>|<strong>|<a\s)", block.text):
        return read_entry(block.text, block.line, -1)
    return None


def _of_heading(block: Block) -> Entry | None:
    title = bare_title(block.text)
    if _SECTION.fullmatch(title) or len(title.split()) < 2 or read_heading(title):
        return None
    entry = Entry(block.line, title)
    if len(title.split()) > 2:
        add_links(entry, [piece for piece in pieces(block.text) if piece.url])
    return entry


def _of_row(block: Block, columns: tuple[str, ...]) -> Entry | None:
    """Return the paper of a row; where the table has no column of titles, an entry without one if it has a link."""
    names = [_folded(column) for column in columns]
    place = next((names.index(name) for name in _TITLES if name in names), -1)
    links = [piece for cell in block.cells for piece in pieces(cell) if piece.url]
    title = _cell_title(block.cells[place]) if 0 <= place < len(block.cells) else ""
    entry = Entry(block.line, title, 0)
    add_links(entry, links)
    for key in ("abstract", "authors", "year", "venue"):
        cell = next((cell for name, cell in zip(names, block.cells, strict=False) if name in KEYS[key]), "")
        if plain(cell) and names.index(next(name for name in names if name in KEYS[key])) != place:
            entry.fields.setdefault(key, plain(cell))
    return entry if title or (columns and entry.is_paper) else None


def _cell_title(cell: str) -> str:
    entry = read_entry(cell, 0, 0)
    return entry.title if entry else bare_title(cell)


def _add(entry: Entry, block: Block) -> None:
    """Add what a block below a title says."""
    if block.kind == "item" and block.depth <= entry.depth:
        return
    if block.kind == "folded":
        if "abstract" in block.cells[0].lower() or "summary" in block.cells[0].lower():
            entry.fields.setdefault("abstract", plain(block.text))
    elif block.kind == "quote":
        if not add_text(entry, block.text):
            add_text(entry, f"> {block.text}")
    else:
        add_links(entry, loose_links(block.text))
        add_parts(entry, block.text)


def _folded(name: str) -> str:
    return re.sub(r"[\W_]", "", plain(name)).lower()


def _held(headings: dict[int, Heading]) -> Heading:
    by_level = [headings[level] for level in sorted(headings, reverse=True)]
    venue = next((heading.venue for heading in by_level if heading.venue), None)
    return Heading(venue, next((heading.year for heading in by_level if heading.year), None))


def _below(headings: dict[int, Heading], block: Block) -> dict[int, Heading]:
    """Return the headings that hold below one; the name of a list ("Awesome Papers 2024") is no venue."""
    text = plain(block.text)
    year = _BARE_YEAR.fullmatch(text)
    found = Heading(None, int(year[1])) if year else read_heading(text)
    above = {level: heading for level, heading in headings.items() if level < block.depth}
    if found is None:
        return above
    venue = found.venue if found.venue and _NAMED_VENUE.match(found.venue) else None
    return {**above, block.depth: Heading(venue, found.year)}


def _without_front(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines; front matter of a page at the top comes as blank ones."""
    inside = False
    for number, line in enumerate(lines, 1):
        fence = _FRONT.fullmatch(line.lstrip("\ufeff"))
        yield "\n" if inside or (number == 1 and fence) else line
        inside = (number == 1 and fence is not None) or (inside and fence is None)
