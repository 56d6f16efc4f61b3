"""What the tests of the dialects of JSON share."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from loaders import Paper, Skipped, jsonl

if TYPE_CHECKING:
    from collections.abc import Callable

FORMATS = Path(__file__).resolve().parents[1] / "data" / "formats"
HEAD = 65_536


def sample(name: str) -> list[Paper]:
    """Return the papers of a sample, of which nothing may be skipped."""
    path = FORMATS / f"{name}.jsonl"
    with path.open(encoding="utf-8") as lines:
        found = list(jsonl.parse(lines, source=path.name))
    assert not [one for one in found if isinstance(one, Skipped)]
    return [one for one in found if isinstance(one, Paper)]


def read(content: object, *, source: str = "a.json") -> tuple[list[Paper], list[Skipped]]:
    """Return what a value gives that is written as JSON: the papers, and what was skipped."""
    text = content if isinstance(content, str) else json.dumps(content)
    found = list(jsonl.parse(text.splitlines(keepends=True), source=source))
    return [one for one in found if isinstance(one, Paper)], [one for one in found if isinstance(one, Skipped)]


def one(record: object) -> Paper:
    """Return the only paper of a record."""
    papers, skipped = read(record)
    assert len(papers) == 1
    assert skipped == []
    return papers[0]


def read_file(path: Path) -> tuple[list[Paper], list[Skipped]]:
    """Return what a real file gives."""
    with path.open(encoding="utf-8", errors="surrogateescape") as lines:
        found = list(jsonl.parse(lines, source=path.name))
    return [one for one in found if isinstance(one, Paper)], [one for one in found if isinstance(one, Skipped)]


def told(shared: Path, sniff: Callable[[str], bool]) -> set[str]:
    """Return the names of all real files that a sniff says yes to."""
    folders = (shared / "inputs", shared / "cases" / "files", shared / "seeds")
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return {path.name for path in files if sniff(path.read_bytes()[:HEAD].decode("utf-8", "ignore"))}


def filled(papers: list[Paper]) -> Counter[str]:
    """Return how many papers have something in each field."""
    names = ("title", "abstract", "authors", "year", "venue", "doi", "arxiv_id", "openreview_id", "version")
    return Counter(name for paper in papers for name in names if getattr(paper, name))
