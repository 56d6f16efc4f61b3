"""Opening the store: one writer at a time, readers at any time, and one clear line when it cannot be."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from graph.store.schema import APPLICATION_ID, SCHEMA, VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 30.0
"""Seconds that a statement waits for another connection; SQLite holds its locks for a moment only."""


class StoreError(Exception):
    """The store cannot be used; the message is one line for the user."""


@contextmanager
def open_store(path: str | Path, *, write: bool) -> Iterator[sqlite3.Connection]:
    """Open the store, and close it at the end.

    A reader sees the store as it was when it was opened, also while a writer goes on. A writer changes the store
    inside `transaction` only; it makes the file if there is none.

    Raises:
        StoreError: There is no store at `path`, it is no store of this version, or somebody else is writing to it.
    """
    path = Path(path)
    if path.is_dir():
        raise StoreError(f"{path}: is a folder; name the file of the store")
    with _told(path):
        if write:
            with _sole_writer(path), closing(_open_writer(path)) as db:
                yield db
                db.execute("DELETE FROM meta WHERE key = 'writer'")
        else:
            with closing(_open_reader(path)) as db:
                yield db


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Make the changes inside all at once, or none of them when an exception leaves the block."""
    db.execute("BEGIN IMMEDIATE")
    with db:
        yield


@contextmanager
def _sole_writer(path: Path) -> Iterator[None]:
    """Hold the lock file `<path>.lock`.

    The lock is SQLite's own, on an empty file: it works on every system, ends with the process however that ends,
    and a forked child does not inherit it. The file goes while the lock is held; somebody who had opened it just
    before then holds the lock of a file that is no longer there, sees that, and tries again.
    """
    lock = path.with_name(path.name + ".lock")
    while True:
        if not path.parent.is_dir():
            raise StoreError(f"{path}: there is no folder {path.parent}")
        before = _inode(lock)
        with closing(_connect(lock.absolute(), timeout=0)) as held:
            held.execute("PRAGMA journal_mode = OFF")
            try:
                held.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if _code(error) != sqlite3.SQLITE_BUSY:
                    raise
                message = f"{path}: {_holder(path)} is writing to it; wait until that has ended, or use another --db"
                raise StoreError(message) from None
            if before is None or before != _inode(lock):
                continue
            try:
                yield
            finally:
                with suppress(OSError):  # Windows keeps a file that is open; an empty one does no harm
                    lock.unlink()
            return


def _inode(path: Path) -> int | None:
    try:
        return path.stat().st_ino
    except FileNotFoundError:
        return None


def _holder(path: Path) -> str:
    """Say who writes to the store, as far as the store says it."""
    with suppress(StoreError, sqlite3.Error), closing(_open_reader(path)) as db:
        for (process,) in db.execute("SELECT value FROM meta WHERE key = 'writer'"):
            return f"process {process}"
    return "another process"


def _open_writer(path: Path) -> sqlite3.Connection:
    db = _connect(path.absolute())
    try:
        if _is_empty(db):
            db.execute("PRAGMA journal_mode = WAL")
            db.executescript(f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION_ID}; {SCHEMA}")
            db.execute("INSERT INTO meta VALUES ('schema', ?)", (VERSION,))
            db.execute("COMMIT")
        _check(db, path)
        db.execute("PRAGMA synchronous = NORMAL")  # a kill loses nothing; a power cut may lose the last batches
        db.execute("PRAGMA cache_size = -65536")  # KiB
        db.execute("INSERT OR REPLACE INTO meta VALUES ('writer', ?)", (str(os.getpid()),))
    except BaseException:
        db.close()
        raise
    return db


def _open_reader(path: Path) -> sqlite3.Connection:
    if not path.exists():
        raise StoreError(f"{path}: there is no such store; `kg build FILES --db {path}` makes one")
    uri = path.absolute().as_uri()
    db = _connect(f"{uri}?mode=ro")
    try:
        _begin(db)
    except sqlite3.OperationalError as error:
        db.close()
        # Where the folder cannot be written SQLite cannot set up its index of the log; that is needed only if there
        # is a log.
        if _code(error) not in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}:
            raise
        if _has_log(path):
            message = "a build was interrupted, and in a folder that cannot be written its log cannot be read"
            raise StoreError(f"{path}: {message}; copy it with {path.name}-wal to another folder") from None
        db = _connect(f"{uri}?mode=ro&immutable=1")
        _begin(db)
    try:
        _check(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _begin(db: sqlite3.Connection) -> None:
    db.execute("BEGIN")
    db.execute("PRAGMA schema_version").fetchone()


def _has_log(path: Path) -> bool:
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def _connect(place: Path | str, *, timeout: float = PATIENCE) -> sqlite3.Connection:
    db = sqlite3.connect(place, timeout=timeout, isolation_level=None, uri=isinstance(place, str))
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA mmap_size = 0")  # a mapped file that is cut off under it kills the process
    return db


def _is_empty(db: sqlite3.Connection) -> bool:
    return _application(db) == 0 and db.execute("SELECT 1 FROM sqlite_master").fetchone() is None


def _application(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA application_id").fetchone()[0])


def _check(db: sqlite3.Connection, path: Path) -> None:
    """Refuse a database that is no store of this version."""
    if _is_empty(db):
        raise StoreError(f"{path}: holds no papers yet; `kg build FILES --db {path}` adds some")
    if _application(db) != APPLICATION_ID:
        raise StoreError(f"{path}: is a database of another application; use another --db")
    (version,) = db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    if version != VERSION:
        message = f"is a store of version {version}, and this citegraph reads version {VERSION}"
        raise StoreError(f"{path}: {message}; build it anew under another --db")


def _code(error: sqlite3.Error) -> int:
    """Return the primary code; the extended one says more than the messages need."""
    return error.sqlite_errorcode & 0xFF


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn what SQLite says of a bad file, folder or disk into one line; a wrong statement stays a traceback."""
    told = {
        sqlite3.SQLITE_NOTADB: "is no citegraph store (not an SQLite database); use another --db",
        sqlite3.SQLITE_CORRUPT: "is damaged; build it anew under another --db",
        sqlite3.SQLITE_FULL: "the disk is full; make room and build again, what was committed is kept",
        sqlite3.SQLITE_IOERR: "the disk gave an error while reading or writing it",
        sqlite3.SQLITE_READONLY: "cannot be written; make the file and its folder writable, or use another --db",
        sqlite3.SQLITE_CANTOPEN: "cannot be opened; check that its folder and the file may be read and written",
        sqlite3.SQLITE_PERM: "cannot be opened; check that its folder and the file may be read and written",
        sqlite3.SQLITE_BUSY: "another program holds it; wait until that has ended, or use another --db",
    }
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None or code & 0xFF not in told:
            raise
        raise StoreError(f"{path}: {told[code & 0xFF]}") from error
