"""The files of a build: opened, read one after the other, and counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from loaders import Paper, Skipped
    from loaders.door import Source


@dataclass(slots=True)
class Reading:
    """A file of the build, or one in an archive, and what it gave so far.

    Attributes:
        without_abstract: How many of its papers have none.
        notes: What is to be said of the file as a whole.
    """

    path: Path
    source: Source
    papers: int = 0
    without_abstract: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def count(self, record: Paper | Skipped) -> None:
        """Count a record."""
        from loaders import Skipped

        if not isinstance(record, Skipped):
            self.papers += 1
            self.without_abstract += not record.abstract
        elif record.what == "note":
            self.notes.append(record.reason)
        else:
            self.skipped.append(record)

    def line(self) -> str:
        """Return what it gave in one line."""
        from graph.cli.text import plural

        parts = [plural(self.papers, "paper")]
        parts += [f"{self.without_abstract:,} without abstract"] * bool(self.without_abstract)
        parts += [f"{len(self.skipped):,} skipped"] * bool(self.skipped)
        return f"  {self.source.name} ({self.source.format or 'not read'}): {', '.join(parts)}"

    def as_json(self) -> dict[str, Any]:
        """Return all of it for a report."""
        return {
            "file": str(self.path),
            "name": self.source.name,
            "format": self.source.format,
            "encoding": self.source.encoding.name,
            "encoding_guessed": self.source.encoding.guessed,
            "papers": self.papers,
            "without_abstract": self.without_abstract,
            "skipped": [{"place": one.place, "reason": one.reason} for one in self.skipped],
            "notes": self.notes,
        }


def open_files(paths: tuple[Path, ...], failures: list[str]) -> Iterator[Reading]:
    """Yield each file, which is not read yet; one that cannot be read is added to `failures`."""
    from graph.cli.output import own_file
    from loaders import LoadError, Skipped
    from loaders.door import Source, open_sources
    from loaders.encoding import Encoding

    for path in paths:
        if own := own_file(path):
            note = Skipped(path.name, f"is a {own} of citegraph itself, so it was passed over", what="note")
            yield Reading(path, Source(path.name, "", Encoding(""), iter([note])))
            continue
        try:
            yield from (Reading(path, source) for source in open_sources(path))
        except LoadError as error:
            failures.append(str(error))


def read_files(
    readings: list[Reading], failures: list[str], advance: Callable[[int], None]
) -> Iterator[Paper | Skipped]:
    """Yield the records of the files one after the other; `advance` is told how many bytes lie behind.

    They are read by name, in whatever order they were given, since of two records of one paper the first one decides.
    """
    from loaders import Skipped

    for reading in sorted(readings, key=lambda one: (one.source.name, str(one.path))):
        left = size_of(reading.path)
        try:
            for record in reading.source.records:
                reading.count(record)
                if isinstance(record, Skipped):
                    if record.what != "note":
                        yield record
                    continue
                step = min(left, len(record.raw))
                left -= step
                advance(step)
                yield record
        except OSError as error:
            failures.append(f"{reading.path}: {error.strerror or error}")
        advance(left)


def size_of(path: Path) -> int:
    """Return the size of a file in bytes; 0 for standard input and pipes."""
    return path.stat().st_size if path.is_file() else 0
