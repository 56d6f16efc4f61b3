"""JSON: one object a line, an array, a single object or an answer of a server; each record in its own dialect."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from loaders.dialect import Aside
from loaders.dialects import read_record
from loaders.paper import Paper, Skipped
from loaders.records import read_records

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["parse", "read_records", "sniff"]


def sniff(head: str) -> bool:
    """Tell whether a text is JSON by how its lines begin; one broken line among twenty does no harm."""
    lines = [line.strip() for line in head.splitlines() if line.strip()][:20]
    if not lines:
        return False
    return bool(re.match(r"\[\s*(?:\{|\]|$)|\{\s*(?:\"|\}|$)", lines[0])) or (
        sum(line.startswith('{"') for line in lines) * 2 > len(lines)
    )


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers of JSON text; a record that is broken or says nothing is skipped by name.

    What lies beside papers and is none is told at the end, each kind once with its number.
    """
    position = 0
    asides: dict[str, tuple[str, int]] = {}
    place = None
    for place, line, record in _placed(read_records(lines, source=source)):
        paper = read_record(record, place=place)
        if isinstance(paper, Aside):
            first, count = asides.get(paper.what, (place, 0))
            asides[paper.what] = first, count + paper.count
            continue
        if isinstance(paper, Paper):
            position += 1
            paper = replace(paper, source=source, position=position, line=line)
        yield paper
    if place is None:
        yield Skipped(f"{source}:1", "no record in it; expected objects with a title or an abstract")
    yield from (Skipped(first, f"{count} {what}") for what, (first, count) in asides.items())


def _placed(records: Iterable[tuple[str, object]]) -> Iterator[tuple[str, int, object]]:
    """Yield each record with its place and line; of several on one line, those behind the first are numbered.

    Their line says nothing of them, so it is 0.
    """
    former, count = "", 0
    for place, record in records:
        count = count + 1 if place == former else 1
        former = place
        if count == 1:
            yield place, int(place.rpartition(":")[2]), record
            continue
        own = f"{place}, record {count}"
        yield own, 0, replace(record, place=own) if isinstance(record, Skipped) else record
