"""What the store knows of the papers, spellings and ids that the user's corrections name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.names import fold, slug
from graph.query.find import bindable, phrase

if TYPE_CHECKING:
    from sqlite3 import Connection


def paper_keys(conn: Connection, key: str) -> frozenset[str]:
    """Return every identifier of the paper that this one leads to; none where there is no such paper."""
    row = conn.execute(
        "SELECT id FROM papers WHERE id = ?1 UNION SELECT paper FROM paper_aliases WHERE alias = ?1", (key,)
    ).fetchone()
    if not row:
        return frozenset()
    aliases = conn.execute("SELECT alias FROM paper_aliases WHERE paper = ?", (row[0],))
    return frozenset((str(row[0]), *(alias for (alias,) in aliases)))


def is_entity(conn: Connection, id_: str) -> bool:
    """Say whether this is the id of an entity here, now or before a correction."""
    statement = "SELECT 1 FROM entities WHERE id = ?1 UNION SELECT 1 FROM spellings WHERE spelling = ?1"
    return conn.execute(statement, (id_,)).fetchone() is not None


def is_written(conn: Connection, text: str) -> bool:
    """Say whether these words stand in any title, abstract or name here."""
    if not (query := phrase(text)):
        return False
    return conn.execute("SELECT 1 FROM texts WHERE texts MATCH ? LIMIT 1", (query,)).fetchone() is not None


def ambiguous_papers(conn: Connection, text: str) -> int:
    """Return in how many papers this spelling stands without a decision which thing it means."""
    wanted = fold(bindable(text))
    rows = conn.execute("SELECT DISTINCT surface, paper FROM ambiguous")
    return len({paper for surface, paper in rows if wanted and fold(surface) == wanted})


def person_or_venue(conn: Connection, text: str) -> tuple[str, str] | None:
    """Return `author` or `venue` and the name here that is `text` or holds its words; None where there is none."""
    from json import loads

    scheme, colon, rest = bindable(text).partition(":")
    bare = rest.replace("-", " ") if colon and scheme in ("author", "venue") else bindable(text)
    if not (query := phrase(bare)):
        return None
    rows = conn.execute(
        "SELECT p.authors, p.venue FROM texts t JOIN papers p ON p.id = t.id WHERE texts MATCH ? LIMIT 1000",
        (f"body : {query}",),
    )
    names: set[tuple[str, str]] = set()
    for authors, venue in rows:
        names |= {("author", name) for name in loads(authors)} | ({("venue", venue)} if venue else set())
    words = re.compile(rf"(?<!\w){re.escape(bare.strip())}(?!\w)", re.IGNORECASE)
    found = [one for one in sorted(names) if slug(one[1]) == slug(bare) or words.search(one[1])]
    return min(found, key=lambda one: slug(one[1]) != slug(bare), default=None)


def names_with(conn: Connection, paper: str, text: str) -> list[str]:
    """Return the names of the entities of a paper that have a word of `text` in a spelling, each once."""
    wanted = {word for word in re.findall(r"\w+", bindable(text).casefold()) if len(word) > 2}
    rows = conn.execute(
        "SELECT n.name, s.spelling FROM edges e JOIN entities n ON n.id = e.target JOIN spellings s ON s.entity = n.id"
        " WHERE e.source = ? AND e.type = 'MENTIONS' ORDER BY n.name, s.spelling",
        (paper,),
    )
    return list(dict.fromkeys(name for name, spelling in rows if any(word in spelling.casefold() for word in wanted)))
