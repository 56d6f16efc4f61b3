"""The one door: open a file, tell its format by its content, give its papers."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from loaders import jsonl, text
from loaders.paper import Paper, Skipped
from loaders.refused import refused_bytes, refused_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_HEAD = 65_536  # bytes that tell encoding and format
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class LoadError(ValueError):
    """A file cannot be read at all; the message is one line: which file, what it is, what is read instead."""


class Parse(Protocol):
    """Turn the lines of a file into papers; pure, one paper at a time."""

    def __call__(self, lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
        """Yield the papers, and each record that gave none with the reason."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format that is read.

    Attributes:
        extensions: Usual ends of file names; a hint for people, never asked.
        sniff: Tells from the first characters whether a text is in this format.
    """

    name: str
    extensions: tuple[str, ...]
    sniff: Callable[[str], bool]
    parse: Parse


LOADERS: tuple[Format, ...] = (
    Format("JSON Lines", (".jsonl", ".json", ".ndjson"), jsonl.sniff, jsonl.parse),
    Format("plain text", (".txt", ".text"), text.sniff, text.parse),
)
"""Every format that is read; the first whose sniff says yes is taken."""


def load(path: str | Path) -> Iterator[Paper | Skipped]:
    """Yield the papers of a file, and each record that gave none.

    The format is told by the content, whatever the file is called. The file is opened and told at once, and read as
    the papers are asked for.

    Raises:
        LoadError: The file is missing, in another format, or in another encoding than UTF-8 or UTF-16 with its mark.
    """
    path = Path(path)
    head, copy = _begin(path)
    encoding = _encoding(head, path)
    start = head.decode(encoding, "ignore")
    if not start.strip():
        return iter([Skipped(f"{path.name}:1", "the file is empty")])
    refused = None if jsonl.sniff(start) else refused_text(start)
    chosen = next((loader for loader in LOADERS if loader.sniff(start)), None)
    if refused or chosen is None:
        raise LoadError(f"{path} is {refused or 'no text with words'}; {_readable()}")
    return chosen.parse(_read_lines(path, copy, encoding), source=path.name)


def read_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a text file in whatever encoding `load` takes.

    Raises:
        LoadError: As `load`.
    """
    head, copy = _begin(path)
    return _read_lines(path, copy, _encoding(head, path))


def _read_lines(path: Path, copy: BytesIO | None, encoding: str) -> Iterator[str]:
    """Yield the lines of a text file; bytes that are no UTF-8 come as escapes that the parsers know."""
    errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
    with TextIOWrapper(copy or path.open("rb"), encoding=encoding, errors=errors) as lines:
        yield from lines


def _begin(path: Path) -> tuple[bytes, BytesIO | None]:
    """Return the first bytes of a file, and a copy of all of it where it can be read only once, as a pipe."""
    try:
        with path.open("rb") as file:
            copy = None if path.is_file() else BytesIO(file.read())
            return (copy.getvalue() if copy else file.read(_HEAD))[:_HEAD], copy
    except IsADirectoryError as error:
        raise LoadError(f"{path} is a folder; name the files in it") from error
    except OSError as error:
        raise LoadError(f"{path}: {error.strerror or error}") from error


def _encoding(head: bytes, path: Path) -> str:
    """Tell the encoding; a text that is UTF-8 but for some records is read, one in another encoding is refused."""
    marked = next((encoding for bom, encoding in _BOMS if head.startswith(bom)), None)
    if marked:
        return marked
    binary = refused_bytes(head)
    if binary:
        raise LoadError(f"{path} is {binary}; {_readable()}")
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError as error:
        rest = head.decode("utf-8", "ignore")
        if rest.isascii() and not jsonl.sniff(rest):
            line = head.count(b"\n", 0, error.start) + 1
            fault = f"byte 0x{head[error.start]:02X} in line {line}"
            how = "save it as UTF-8 (from Windows: iconv -f cp1252 -t utf-8 OLD > NEW)"
            raise LoadError(f"{path} is not UTF-8 ({fault}); {how}") from error
    return "utf-8"


def _readable() -> str:
    *most, last = [loader.name for loader in reversed(LOADERS)]
    return f"this version reads {', '.join(most)} and {last}"
