"""Files in files: compressed ones, archives, standard input."""

from __future__ import annotations

import bz2
import gzip
import lzma
import shutil
import sys
import zipfile
import zlib
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

STANDARD_INPUT = "-"
HEAD = 65_536
"""Bytes that tell encoding and format."""
DAMAGED = (
    gzip.BadGzipFile,
    lzma.LZMAError,
    zlib.error,
    EOFError,
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
)
"""What reading a broken or locked archive raises, besides `OSError`."""

Opened: TypeAlias = AbstractContextManager[IO[bytes]]

_IN_MEMORY = 1 << 24
"""Bytes of a pipe that are kept in memory; more goes to a temporary file."""
_PACKED: tuple[tuple[bytes, str, Callable[[IO[bytes]], Opened]], ...] = (
    (b"\x1f\x8b", ".gz", lambda file: cast("Opened", gzip.open(file))),  # noqa: SIM115 - who asks closes it
    (b"\xfd7zXZ\x00", ".xz", lambda file: cast("Opened", lzma.open(file))),  # noqa: SIM115 - who asks closes it
    (b"BZh", ".bz2", lambda file: cast("Opened", bz2.open(file))),  # noqa: SIM115 - who asks closes it
)
_ZIP = b"PK\x03\x04"
_NO_ARCHIVES = ("[Content_Types].xml", "META-INF/", "mimetype")
"""What the first members of Office files, books and Java archives are called."""
_DEEPEST = 3


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes that can be read from their start as often as one likes, one reader at a time.

    Attributes:
        name: As places in it are called: the name of the file, or `papers.zip/refs.bib`.
        open: Opens them anew.
    """

    name: str
    open: Callable[[], Opened]

    def head(self) -> bytes:
        """Return the first bytes; a damaged file raises `OSError` or one of `DAMAGED`."""
        with self.open() as file:
            return file.read(HEAD)


def open_raw(path: Path) -> list[Raw]:
    """Return what can be read at a path: the file, what is compressed in it, or each file of an archive.

    A pipe and standard input (`-`) are kept, so that they can be read twice.

    Raises:
        OSError: It cannot be opened; one of `DAMAGED` where it is broken.
    """
    if str(path) == STANDARD_INPUT:
        return _unpacked(_kept("standard input", sys.stdin.buffer))
    with path.open("rb") as file:
        raw = Raw(path.name, lambda: path.open("rb")) if path.is_file() else _kept(path.name, file)
    return _unpacked(raw)


def _unpacked(raw: Raw, depth: int = 0) -> list[Raw]:
    head = raw.head()
    if depth < _DEEPEST:
        if head.startswith(_ZIP) and not any(name.encode() in head[:200] for name in _NO_ARCHIVES):
            return [inner for member in _members(raw) for inner in _unpacked(member, depth + 1)]
        for magic, ending, unpack in _PACKED:
            if head.startswith(magic):
                return _unpacked(Raw(raw.name.removesuffix(ending), _opener(raw, unpack)), depth + 1)
    return [raw]


def _opener(raw: Raw, unpack: Callable[[IO[bytes]], Opened]) -> Callable[[], Opened]:
    @contextmanager
    def opened() -> Iterator[IO[bytes]]:
        with raw.open() as file, unpack(file) as inner:
            yield inner

    return opened


def _members(archive: Raw) -> list[Raw]:
    """Return the files of an archive, in its order, without folders and what systems hide in it."""
    with archive.open() as file, zipfile.ZipFile(file) as found:
        names = [info.filename for info in found.infolist() if not info.is_dir()]
    kept = [name for name in names if not any(part.startswith((".", "__MACOSX")) for part in name.split("/"))]
    return [Raw(f"{archive.name}/{name}", _member_opener(archive, name)) for name in kept]


def _member_opener(archive: Raw, name: str) -> Callable[[], Opened]:
    @contextmanager
    def opened() -> Iterator[IO[bytes]]:
        with archive.open() as file, zipfile.ZipFile(file) as found, found.open(name) as member:
            yield member

    return opened


def _kept(name: str, file: IO[bytes]) -> Raw:
    copy = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - it lives as long as its readers
    shutil.copyfileobj(file, copy)

    @contextmanager
    def opened() -> Iterator[IO[bytes]]:
        copy.seek(0)
        yield cast("IO[bytes]", copy)

    return Raw(name, opened)
