"""Real titles for papers whose file has none, joined by the name of the file and the place in it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from loaders.door import LoadError, read_lines
from loaders.jsonl import read_records
from loaders.notice import folded
from loaders.paper import Paper, Skipped
from loaders.record import to_paper

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping


@dataclass(frozen=True, slots=True)
class Title:
    """What a line of a file of titles says of one paper.

    Attributes:
        place: Where the line stands, as `titles.jsonl:3`.
        said: The place of the paper as the line gives it, as `paragraph 0`.
        paper: Title, authors, year, venue and identifiers as far as given; its abstract is empty.
        abstract_start: How the abstract begins, to check the join; empty where the line does not say.
    """

    place: str
    file: str
    position: int
    said: str
    paper: Paper
    abstract_start: str = ""


@dataclass(frozen=True, slots=True)
class Titles:
    """A file of titles: its lines by file and position (from 1), and those that say nothing usable."""

    by_place: Mapping[tuple[str, int], Title]
    skipped: tuple[Skipped, ...] = ()


def read_titles(path: str | Path) -> Titles:
    """Return the titles of a JSON Lines file.

    A line names `file` and `paragraph` (from 0, headings not counted) or `position` (from 1), and gives `title`,
    `authors` and identifiers under any key that `load` takes; `abstract_start` is checked if given.

    Raises:
        LoadError: The file is missing, empty or holds no line of this kind.
    """
    path = Path(path)
    titles: dict[tuple[str, int], Title] = {}
    skipped: list[Skipped] = []
    for place, record in read_records(read_lines(path), source=path.name):
        title = _title(record, place)
        if isinstance(title, Skipped):
            skipped.append(title)
        elif (title.file, title.position) in titles:
            skipped.append(Skipped(place, f"a second title for {_paper_name(title)}; the first is kept"))
        else:
            titles[title.file, title.position] = title
    if not titles:
        fault = f"{skipped[0].place}: {skipped[0].reason}" if skipped else "it is empty"
        raise LoadError(f"{path} gives no titles: {fault}")
    return Titles(titles, tuple(skipped))


def with_titles(
    papers: Iterable[Paper | Skipped], titles: Titles, *, files: Iterable[Path] = ()
) -> Iterator[Paper | Skipped]:
    """Yield the papers with what the titles say of them; a title of a paper has the last word over its file.

    `files` are those that the papers come from: where two have one name, only `abstract_start` tells whose a title is.

    At the end follow, as skipped titles, the lines of the file of titles that are unusable, that name no paper, or
    whose `abstract_start` is not how the abstract begins (such a paper passes unchanged).
    """
    waiting = dict(titles.by_place)
    twins = _twins(files)
    read: set[str] = set()
    met: set[tuple[str, int]] = set()
    for paper in papers:
        read.add(paper.source if isinstance(paper, Paper) else paper.place.rpartition(":")[0])
        place = (paper.source, paper.position) if isinstance(paper, Paper) else ("", 0)
        title = titles.by_place.get(place)
        if isinstance(paper, Skipped) or title is None or not (place in waiting or title.file in twins):
            yield paper
            continue
        met.add(place)
        fits = _begins(paper, title) and bool(title.abstract_start or title.file not in twins)
        if fits:
            waiting.pop(place, None)
        yield _titled(paper, title.paper) if fits else paper
    faults = [Skipped(one.place, _fault(one, read, twins, is_met=place in met)) for place, one in waiting.items()]
    yield from (replace(one, what="title") for one in (*titles.skipped, *faults))


def _twins(files: Iterable[Path]) -> frozenset[str]:
    """Return the names that two files have."""
    counts = Counter(path.name for path in {path.resolve(): path for path in files}.values())
    return frozenset(name for name, count in counts.items() if count > 1)


def _begins(paper: Paper, title: Title) -> bool:
    return folded(paper.abstract).startswith(folded(title.abstract_start))


def _fault(title: Title, read: Collection[str], twins: Collection[str], *, is_met: bool) -> str:
    """Return why no paper got a title."""
    if title.file in twins:
        return f"more than one {title.file} was read; give the abstract_start of the paper that is meant"
    if is_met:
        return f"{_paper_name(title)} does not begin with its abstract_start"
    return f"{title.file} has no {title.said}" if title.file in read else f"{title.file} was not read"


def _titled(paper: Paper, known: Paper) -> Paper:
    return replace(
        paper,
        title=known.title,
        authors=known.authors or paper.authors,
        year=known.year or paper.year,
        venue=known.venue or paper.venue,
        url=known.url or paper.url,
        doi=known.doi or paper.doi,
        arxiv_id=known.arxiv_id or paper.arxiv_id,
        openreview_id=known.openreview_id or paper.openreview_id,
    )


def _title(record: object, place: str) -> Title | Skipped:
    paper = record if isinstance(record, Skipped) else to_paper(record, place=place)
    if isinstance(paper, Skipped) or not isinstance(record, dict):
        return paper if isinstance(paper, Skipped) else Skipped(place, "expected an object")
    file, key = record.get("file"), "paragraph" if "paragraph" in record else "position"
    given, least = record.get(key), int(key == "position")
    if not paper.title or not isinstance(file, str) or type(given) is not int or given < least:
        found = f", found {json.dumps(given)[:40]} as {key}" if key in record else ""
        return Skipped(place, f'expected "file", "paragraph" (from 0) or "position" (from 1), and "title"{found}')
    position = given + 1 - least
    start = record.get("abstract_start")
    name = file.replace("\\", "/").rpartition("/")[2]
    start = start if isinstance(start, str) else ""
    return Title(place, name, position, f"{key} {given}", replace(paper, abstract=""), start)


def _paper_name(title: Title) -> str:
    return f"{title.said} of {title.file}"
