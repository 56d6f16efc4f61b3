"""Records of lines that each begin with a tag: what RIS, Web of Science, MEDLINE and EndNote have in common."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import unquote

from loaders.dialect import read_markup
from loaders.identifiers import normal_doi
from loaders.notice import folded, is_notice
from loaders.paper import Paper, Skipped
from loaders.record import to_paper

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from loaders.paper import Reference

_ESCAPED = re.compile("[\udc80-\udcff]")
_NOT_UTF8 = "not UTF-8, so this record was not read; save the file as UTF-8"
_SUFFIX = re.compile(r"(?:Jr|Sr|II|III|IV|Ph\.?D|M\.?D)\.?", re.IGNORECASE)
_DOI_IN_ADDRESS = re.compile(r"doi\S*?(10\.\d{4,9}/[^\s?#&]+)", re.IGNORECASE)
_OF_A_PAGE = re.compile(r"(?:\.pdf|/(?:full|abstract|pdf|epdf|epub|meta))$", re.IGNORECASE)
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*")
_MOST_TAGS = 8


@dataclass(frozen=True, slots=True)
class Known:
    """What a record says.

    Attributes:
        fields: By the keys of `loaders.record`; those that the record has no tag for are None.
    """

    fields: dict[str, object]
    other_ids: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()


@dataclass(frozen=True, slots=True)
class Tagged:
    """A record: its fields in the order of the file, each text with its line breaks."""

    line: int
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a format makes records of lines.

    Attributes:
        tag: Matches a line that begins a field, with the groups `tag` and `text`; any other goes on with the last.
        starts: Tells whether a tag begins another record, from the tags of this one and a blank line before it.
        read: Tells what a record says.
        expected: The tags that make a paper.
        opens: The tag that every record has; lines without it that make no paper stand between records.
        ends: Tags that end a record.
        between: A line below a blank one that is of no record, at the end of one that no tag ends.
    """

    tag: re.Pattern[str]
    starts: Callable[[Collection[str], str, bool], bool]
    read: Callable[[Tagged], Known]
    expected: str
    opens: str = ""
    ends: frozenset[str] = frozenset()
    between: re.Pattern[str] | None = None


def parse_tagged(lines: Iterable[str], layout: Layout, *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers of tagged records, and each record that gave none."""
    position = 0
    for record in read_tagged(lines, layout):
        place = f"{source}:{record.line}"
        paper = _paper(record, layout, place)
        if isinstance(paper, Skipped) and layout.opens and all(tag != layout.opens for tag, _ in record.fields):
            continue
        if any(_ESCAPED.search(text) for _, text in record.fields):
            yield Skipped(place, _NOT_UTF8)
            continue
        if isinstance(paper, Paper):
            position += 1
            paper = replace(paper, source=source, position=position, line=record.line)
        yield paper


def read_tagged(lines: Iterable[str], layout: Layout) -> Iterator[Tagged]:
    """Yield the records; lines outside of them are none."""
    fields: list[tuple[str, list[str]]] = []
    seen: set[str] = set()
    start, blank = 0, False
    for number, line in enumerate(lines, 1):
        text = line.lstrip("\ufeff").rstrip()
        match = layout.tag.match(text)
        if match is None:
            if fields:
                fields[-1][1].append(text)
            blank = not text.strip()
            continue
        tag = match["tag"]
        ends = tag in layout.ends
        if fields and (ends or layout.starts(seen, tag, blank)):
            yield _record(start, fields, None if ends else layout.between)
            fields, seen = [], set()
        if not ends:
            start = start if fields else number
            fields.append((tag, [match["text"] or ""]))
            seen.add(tag)
        blank = False
    if fields:
        yield _record(start, fields, layout.between)


def values(record: Tagged, *tags: str) -> list[str]:
    """Return the texts under some tags that are not empty, in the order of the file."""
    return [text for tag, text in record.fields if tag in tags and text.strip()]


def first(record: Tagged, *tags: str) -> str | None:
    """Return the first text under the best tag; empty where the tags are there without any, None where they are not."""
    held = {tag for tag, _ in record.fields}
    found = next((texts[0] for tag in tags if (texts := values(record, tag))), None)
    return "" if found is None and not held.isdisjoint(tags) else found


def whole(record: Tagged, *tags: str) -> str | None:
    """Return all abstracts under some tags as one, each once; empty and None as `first`."""
    kept: list[str] = []
    for text in values(record, *tags):
        key = folded(text)
        if not is_notice(text) and not any(key in folded(other) for other in kept):
            kept = [other for other in kept if folded(other) not in key] + [text]
    return "\n\n".join(kept) or first(record, *tags)


def names(texts: Iterable[str]) -> list[str]:
    """Return the names of authors one by one; those with a suffix already in order."""
    parts = (part.strip(" ,*") for text in texts for part in (read_markup(text) or "").split(";"))
    return [_with_suffix(" ".join(part.split())) for part in parts if part]


def address_doi(text: str) -> str | None:
    """Return the DOI that an address holds, if it says that it is one."""
    match = _DOI_IN_ADDRESS.search(unquote(text))
    return normal_doi(_OF_A_PAGE.sub("", match[1])) if match else None


def _paper(record: Tagged, layout: Layout, place: str) -> Paper | Skipped:
    known = layout.read(record)
    fields = {key: value for key, value in known.fields.items() if value is not None}
    if "title" not in fields and "abstract" not in fields:
        tags = dict.fromkeys(tag for tag, _ in record.fields)
        found = ", ".join(list(tags)[:_MOST_TAGS])
        return Skipped(place, f"no title and no abstract; expected {layout.expected}, found {found}")
    texts = {key: _without_markup(str(fields.get(key, ""))) for key in ("title", "abstract", "venue")}
    fields = {**fields, **texts}
    return to_paper(fields, place=place, other_ids=known.other_ids, references=known.references)


def _without_markup(text: str) -> str:
    """Return a text without the HTML and the named characters that databases leave in it, paragraph by paragraph."""
    return "\n\n".join(read_markup(paragraph) or "" for paragraph in _PARAGRAPH.split(text))


def _record(line: int, fields: list[tuple[str, list[str]]], between: re.Pattern[str] | None) -> Tagged:
    texts = fields[-1][1]
    for place in range(2, len(texts) if between else 0):
        if between and not texts[place - 1].strip() and between.fullmatch(texts[place].strip()):
            del texts[place:]
            break
    return Tagged(line, tuple((tag, "\n".join(text)) for tag, text in fields))


def _with_suffix(name: str) -> str:
    """Return "Lund, Ada, Jr." and "Lund, Ada Jr" in order; any other name as it is."""
    parts = [part.strip() for part in name.split(",")]
    if len(parts) == 2:
        given, _, suffix = parts[1].rpartition(" ")
        parts[1:] = [given, suffix]
    return f"{parts[1]} {parts[0]} {parts[2]}" if len(parts) == 3 and parts[1] and _SUFFIX.fullmatch(parts[2]) else name
