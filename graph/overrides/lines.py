"""Lines of the file: parse the tab-separated text, and add a line to it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

COLUMNS = ("action", "subject", "object", "note")
OBJECTS = {
    "merge": "the thing that it is the same as",
    "split": "what is meant there",
    "ban": "",
    "rename": "the new name",
    "alias": "the spelling",
    "retype": "the kind",
}
"""The actions, and what stands in `object`; empty where nothing does."""

_NEEDED = COLUMNS[:2]


class OverridesError(Exception):
    """A line that cannot be followed; the message says where, what, and what there is instead."""


class Line(NamedTuple):
    """One correction, as written.

    Attributes:
        place: File and line, `overrides.tsv:3`.
    """

    place: str
    action: str
    subject: str
    object: str
    note: str

    @property
    def words(self) -> tuple[str, str, str]:
        """Return what the line says, without its note: two lines with the same words are one."""
        return self.action, self.subject, self.object


def read_lines(path: Path) -> tuple[Line, ...]:
    """Return the lines of a file.

    Raises:
        OverridesError: The file cannot be read, or a line has a fault that shows without a catalogue.
    """
    return parse(read_text(path), source=str(path))


def read_text(path: Path) -> str:
    """Return the text of a file, or raise with one line that says why there is none."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise OverridesError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise OverridesError(f"{path}: not UTF-8 (byte {error.start}); save it as UTF-8") from error


def parse(text: str, *, source: str) -> tuple[Line, ...]:
    """Return the lines: a heading with names of columns, then one correction a line.

    Blank lines, and lines that begin with `#`, are passed over; so is a line that says again what another said. A line
    may be cut short where its last cells are empty.

    Args:
        text: The whole file.
        source: Name of the file, for messages.

    Raises:
        OverridesError: No heading, an unknown column or action, too many cells, or one missing.
    """
    heading, *rest = text.split("\n")
    if not text.strip():
        return ()
    columns = _columns(heading, f"{source}:1")
    found: dict[tuple[str, str, str], Line] = {}
    for number, raw in enumerate(rest, 2):
        if raw.strip() and not raw.startswith("#"):
            line = _line(raw, columns, f"{source}:{number}")
            found.setdefault(line.words, line)
    return tuple(found.values())


def add_line(text: str, words: Sequence[str], *, source: str) -> str:
    """Return the text of a file with one more line at its end; the text as it is where it says that already.

    Args:
        text: The file so far; empty for a new one.
        words: Action, subject, and where there are any object and note.
        source: Name of the file, for messages.
    """
    text = text if text.strip() else "\t".join(COLUMNS) + "\n"
    heading = text.partition("\n")[0]
    columns = _columns(heading, f"{source}:1")
    cells = dict(zip(COLUMNS, words, strict=False))
    if dropped := [name for name in cells if name not in columns and cells[name]]:
        raise OverridesError(f"{source}:1: no column {dropped[0]!r}, which the new line needs")
    row = "\t".join(cells.get(column, "") for column in columns).rstrip("\t")
    said = {line.words for line in parse(text, source=source)}
    (line,) = parse(f"{heading}\n{row}\n", source="the new line")
    if line.words in said:
        return text
    return text + ("" if text.endswith("\n") else "\n") + row + "\n"


def _columns(heading: str, place: str) -> list[str]:
    names = [name.strip() for name in heading.split("\t")]
    if names[0].partition(" ")[0] in OBJECTS:
        raise OverridesError(f"{place}: no heading; the first line names the columns: {_heading()}")
    for name in names:
        if name not in COLUMNS:
            raise OverridesError(f"{place}: unknown column {name!r}; there are {_heading()}, with a tab between")
        if names.count(name) > 1:
            raise OverridesError(f"{place}: column {name!r} stands twice")
    for name in _NEEDED:
        if name not in names:
            raise OverridesError(f"{place}: no column {name!r}; there are {_heading()}")
    return names


def _heading() -> str:
    return ", ".join(COLUMNS)


def _line(raw: str, columns: Sequence[str], place: str) -> Line:
    cells = [" ".join(cell.split()) for cell in raw.split("\t")]
    if len(cells) == 1 and " " in cells[0]:
        raise OverridesError(f'{place}: "{cells[0]}" is one cell; put a tab between {_heading()}')
    if len(cells) > len(columns):
        raise OverridesError(f"{place}: {len(cells)} cells, but the heading has {len(columns)} columns")
    named = dict(zip(columns, cells, strict=False))
    line = Line(place, *(named.get(column, "") for column in COLUMNS))
    if line.action not in OBJECTS:
        near = get_close_matches(line.action.lower(), OBJECTS, n=1)
        advice = f"did you mean {near[0]}?" if near else f"there are {', '.join(OBJECTS)}"
        raise OverridesError(f"{place}: unknown action {line.action!r}; {advice}")
    if not line.subject:
        raise OverridesError(f"{place}: {line.action} what? The column subject is empty")
    wanted = OBJECTS[line.action]
    if wanted and not line.object:
        raise OverridesError(f"{place}: {line.action} {line.subject}: the column object is empty; it holds {wanted}")
    if line.object and not wanted:
        advice = f"for one paper only, write {line.subject} @ PAPER into subject"
        raise OverridesError(f"{place}: {line.action} takes no object ({line.object!r}); {advice}")
    return line
