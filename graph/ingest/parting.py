"""Give what papers discovered the id of what they mean, once all papers of a run are stored."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from graph.ingest.entities import settle
from graph.ingest.gloss import gloss_of, is_own_name
from graph.ingest.namesakes import Use, tell_apart
from graph.ingest.words import words_of
from graph.ingest.write import write_edges
from graph.names import fold_word, slug
from graph.store import paper_of, transaction

if TYPE_CHECKING:
    import sqlite3
    from typing import Any, TypeAlias

    from graph.ingest.record import Linker

    _Mention: TypeAlias = tuple[Any, ...]

_BATCH = 200
_MENTION = "paper, start, end, entity, surface, sentence_start, sentence_end, method, score, roles, in_title"
_ARXIV = re.compile(r"(?:[a-z-]+(?:\.[A-Z]{2})?/)?(\d\d)(\d\d)(?:\.\d{4,5}|\d{3})(?:v\d+)?")
_UNKNOWN = (9999, 0)
_WORD = re.compile(r"[^\W\d_]+")


class _Said(NamedTuple):
    """A row of `discoveries`."""

    paper: str
    told: str
    entity: str
    row: str
    places: str
    held: str


def part(db: sqlite3.Connection, linker: Linker) -> None:
    """Tell apart what is called by one name, where something about that name changed.

    A run that is killed before leaves the names as they were, and the next run goes on.
    """
    while bases := [base for (base,) in db.execute("SELECT base FROM unsettled ORDER BY base LIMIT ?", (_BATCH,))]:
        touched: set[str] = set()
        with transaction(db):
            for base in bases:
                touched |= _part(db, linker, base)
            settle(db, touched, linker.entity, names=linker.told.names)
            db.executemany("DELETE FROM unsettled WHERE base = ?", [(base,) for base in bases])


def _part(db: sqlite3.Connection, linker: Linker, base: str) -> set[str]:
    """Tell one name apart; return the entities whose mentions changed."""
    statement = "SELECT paper, told, entity, row, places, held FROM discoveries WHERE base = ? ORDER BY paper"
    found = [_Said(*row) for row in db.execute(statement, (base,))]
    ids: dict[str, tuple[str, ...]] = {said.paper: (base,) for said in found}
    if len(found) > 1 and not linker.entity(base) and not all(map(_is_told, found)):
        ids = tell_apart(base, [_use(db, said) for said in found])
    touched: set[str] = set()
    for said in found:
        touched |= _move(db, linker, base, said, ids[said.paper])
    return touched


def _is_told(said: _Said) -> bool:
    """Say whether the name is told already: by its long form, which the id holds, or by a correction."""
    row = json.loads(said.row)
    return bool(row["aliases"] or row.get("former"))


def _use(db: sqlite3.Connection, said: _Said) -> Use:
    row = db.execute("SELECT * FROM papers WHERE id = ?", (said.paper,)).fetchone()
    paper, name = paper_of(row), json.loads(said.row)["name"]
    mentions = _mentions(db, said)
    proposals = [_around(paper.raw, mention) for mention in mentions if "PROPOSES" in mention[9].split()]
    own = [(before, after) for before, after in proposals if is_own_name(after)]
    glosses = (gloss_of(before, after) for before, after in own)
    return Use(
        paper=said.paper,
        came=_came(said.paper, row["arxiv_id"], row["year"]),
        authors=frozenset(map(_folded, paper.authors)),
        words=words_of(paper.raw) - words_of(name),
        known=_known(db, said.paper),
        proposes=bool(own),
        letters=frozenset("".join(filter(str.isalnum, mention[4])).removesuffix("s") for mention in mentions),
        gloss=next(filter(None, glosses), slug(said.paper)),
    )


def _known(db: sqlite3.Connection, paper: str) -> frozenset[str]:
    """Return the entities of the catalogue that a paper mentions, without the generic ones."""
    statement = (
        "SELECT target FROM edges JOIN entities ON id = target"
        " WHERE source = ? AND type = 'MENTIONS' AND NOT generic AND status != 'discovered'"
    )
    return frozenset(id_ for (id_,) in db.execute(statement, (paper,)))


def _around(raw: str, mention: _Mention) -> tuple[str, str]:
    """Return what stands before and behind a mention in its sentence."""
    _, start, end, _, _, sentence_start, sentence_end, *_ = mention
    return raw[sentence_start:start], raw[end:sentence_end]


def _came(paper: str, arxiv: str | None, year: int | None) -> tuple[int, int]:
    """Return year and month of an arXiv number, else the year, which counts as its end."""
    if number := _ARXIV.fullmatch(arxiv or paper.removeprefix("arxiv:")):
        short = int(number[1])
        return (1900 if short > 90 else 2000) + short, int(number[2])
    return (year, 13) if year else _UNKNOWN


def _folded(author: str) -> frozenset[str]:
    return frozenset(map(fold_word, _WORD.findall(author)))


def _mentions(db: sqlite3.Connection, said: _Said) -> list[_Mention]:
    """Return the mentions of the name in the paper, as they are in the store or were before they were left open."""
    if said.held:
        return [tuple(row) for row in json.loads(said.held)]
    statement = f"SELECT {_MENTION} FROM mentions WHERE paper = ? AND start = ? AND end = ? AND entity = ?"  # noqa: S608 - a constant
    places = [(said.paper, *place, said.entity) for place in json.loads(said.places)]
    return [tuple(row) for place in places for row in db.execute(statement, place)]


def _move(db: sqlite3.Connection, linker: Linker, base: str, said: _Said, ids: tuple[str, ...]) -> set[str]:
    """Let what a paper calls by a name be one entity, or leave it open between several; return what that touches."""
    now = sorted({linker.told.moved.get(id_, id_) for id_ in ids})
    told, entity = (ids[0], now[0]) if len(now) == 1 else ("", "")
    if entity and (told, entity) == (said.told, said.entity):
        return set()
    mentions = _mentions(db, said)
    for _, start, end, *_ in mentions:
        db.execute("DELETE FROM mentions WHERE paper = ? AND start = ? AND end = ?", (said.paper, start, end))
        db.execute("DELETE FROM ambiguous WHERE paper = ? AND start = ? AND end = ?", (said.paper, start, end))
    if entity:
        rows = [(*mention[:3], entity, *mention[4:]) for mention in mentions]
        db.executemany(f"INSERT INTO mentions VALUES ({', '.join('?' * 11)})", rows)  # noqa: S608 - only marks
    else:
        rows = [(*mention[:3], *mention[4:7], json.dumps(now)) for mention in mentions]
        db.executemany("INSERT INTO ambiguous VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    held = "" if entity else json.dumps(mentions, ensure_ascii=False)
    row = (told, entity, held, said.paper, base)
    db.execute("UPDATE discoveries SET told = ?, entity = ?, held = ? WHERE paper = ? AND base = ?", row)
    touched = {id_ for id_ in (said.entity, entity) if id_}
    for id_ in touched:
        write_edges(db, said.paper, id_)
    return touched
