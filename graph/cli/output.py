"""The file that `-o` names: nothing of somebody else's is replaced, the store least of all."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    _F = TypeVar("_F", bound=Callable[..., Any])

_HEAD = 16_384
"""Bytes of a file that show what it is; the policy in the head of a page takes the first thousand."""

_LONGEST = 1 << 20
"""Bytes that the first line of an export may have."""

_OF_A_STORE = ("", "-wal", "-shm", "-journal", ".lock")
_CORRECTIONS = b"action\tsubject\tobject"
_EXPORT = b'{"'
_PAGE = b'<meta name="generator" content="citegraph'

force_option = click.option("--force", is_flag=True, help="Replace the file whatever it holds.")


def checked(output: str, *, db: str, what: str, force: bool) -> Path:
    """Return the file to write, after looking at what is there; end with one line where it must stay.

    Args:
        output: As given.
        db: The store, which nothing replaces.
        what: `page` or `export`: what citegraph wrote there before and may replace.
        force: Replace any other file too.
    """
    path = Path(output)
    if any(_is_same(path, Path(db + end)) for end in _OF_A_STORE):
        raise click.ClickException(f"{path}: is the store itself or a part of it; give another name")
    if not path.exists():
        return path
    if not path.is_file():
        raise click.ClickException(f"{path}: is no file that can be replaced; give another name")
    if force:
        return path
    with told(path), path.open("rb") as file:
        start = file.read(_LONGEST)
    if start and not {"page": _is_page, "export": _is_export}[what](start):
        raise click.ClickException(f"{path}: is no {what} of citegraph; give another name, or --force")
    return path


def own_file(path: Path) -> str:
    """Return what a file is that citegraph itself wrote or reads, as "page"; empty for any other."""
    if not path.is_file():
        return ""
    if any(path.name.endswith(end) and _is_store(path.with_name(path.name.removesuffix(end))) for end in _OF_A_STORE):
        return "store"
    with path.open("rb") as file:
        start = file.read(_HEAD)
        start += file.read(_LONGEST) if start.startswith(_EXPORT) else b""
    if start.startswith(_CORRECTIONS):
        return "file of corrections"
    return "page" if _is_page(start) else "export" if start.startswith(_EXPORT) and _is_export(start) else ""


def _is_store(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        start = file.read(100)
    return start.startswith(b"SQLite format 3\x00") and start[68:72] == b"kgDB"


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn a fault in writing a file into one line that names it, not the temporary name that it has till then."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"{path}: cannot be written ({error.strerror or error})") from error


def _is_same(path: Path, other: Path) -> bool:
    if path.exists() and other.exists():
        return path.samefile(other)
    return path.resolve() == other.resolve()


def _is_page(start: bytes) -> bool:
    return _PAGE in start[:_HEAD]


def _is_export(start: bytes) -> bool:
    """Tell by the first line; a user's own records of papers have no `title_derived`."""
    try:
        first = json.loads(start.partition(b"\n")[0])
    except ValueError:
        return False
    kind = first.get("type") if isinstance(first, dict) else None
    return kind in ("entity", "mention", "edge") or (kind == "paper" and "title_derived" in first)
