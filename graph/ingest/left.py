"""Papers of a file that are no longer in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3


def left_of(db: sqlite3.Connection, source: str) -> list[str]:
    """Return the ids of the stored papers from files of this name that the run just ended did not meet, sorted.

    A paper whose text was corrected in its file is one: the new text is a new paper, and the former one stays.
    """
    statement = (
        "SELECT id FROM papers WHERE source = ? AND NOT stub AND id NOT IN (SELECT paper FROM temp.met) ORDER BY id"
    )
    return [str(id_) for (id_,) in db.execute(statement, (source,))]
