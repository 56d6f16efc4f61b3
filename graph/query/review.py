"""Cases that are worth a person's minute, each with the lines of corrections that would settle it."""

from __future__ import annotations

from json import loads
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from graph.query.evidence import PLACE, Sentences
from graph.query.find import ENTITY_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator
    from sqlite3 import Connection

    from graph.query.evidence import Evidence, Place

WEAK = 0.85
"""Below this a mention was decided by what stands around it, not by how it is written."""

_STEM = "iif(m.surface GLOB '*[A-Z]s', substr(m.surface, 1, length(m.surface) - 1), m.surface)"
"""A surface without the plural s behind a capital: ANN and ANNs are one case, as they are one spelling."""

_ENTITY = (
    "SELECT n.name, (SELECT count(*) FROM edges WHERE target = n.id AND type = 'MENTIONS') FROM entities n"
    " WHERE n.id = ?"
)


class Candidate(TypedDict):
    """An entity that a case is about; one that no paper here mentions has its id as name."""

    id: str
    name: str
    papers: int


class Case(TypedDict):
    """A case for a person.

    Attributes:
        kind: `ambiguous`, `same-name`, `discovered` or `weak`.
        surface: As written, or the name.
        papers: In how many papers it stands.
        count: How many mentions that are.
        entities: What it may be, or what shares the name; the one in most papers first.
        lines: Action, subject and object, the most likely first; any one of them settles the case.
    """

    kind: str
    surface: str
    papers: int
    count: int
    entities: list[Candidate]
    evidence: Evidence | None
    lines: list[list[str]]


_Found: TypeAlias = "tuple[Case, Place]"


class Review(TypedDict):
    """The cases of a kind to show, how many there are, and how many more a line settles already."""

    cases: list[Case]
    total: int
    settled: int


def review(
    conn: Connection,
    kind: str,
    *,
    said: Container[tuple[str, ...]] = (),
    limit: int = 0,
    mark: tuple[str, str] = ("", ""),
) -> Review:
    """Return the cases of a kind, those in most papers first.

    Args:
        conn: The store.
        kind: One of CASES: `ambiguous`, spellings that the linker left open; `same-name`, things of one name of which
            the catalogue lacks at least one; `discovered`, new names in several papers; `weak`, spellings in several
            papers that were linked by little.
        said: Lines that are written already, as action, subject and object; a case that one settles is left out.
        limit: At most so many; 0 for all.
        mark: What to put before and behind the mention in each sentence.
    """
    sentences = Sentences(conn, mark=mark)
    cases: list[Case] = []
    total = settled = 0
    for case, place in CASES[kind](conn):
        if any(tuple(line) in said for line in case["lines"]):
            settled += 1
            continue
        total += 1
        if not limit or total <= limit:
            cases.append({**case, "evidence": sentences.evidence(place)})
    return {"cases": cases, "total": total, "settled": settled}


def _ambiguous(conn: Connection) -> Iterator[_Found]:
    # With one min(), the other columns are those of its row: the first place.
    rows = conn.execute(
        f"SELECT {_STEM} AS stem, m.candidates, count(*) AS times, count(DISTINCT m.paper) AS papers, {PLACE},"  # noqa: S608 - constants
        " min(m.paper || printf(' %012d', m.start)) FROM ambiguous m GROUP BY stem, m.candidates"
        " ORDER BY papers DESC, times DESC, stem, m.candidates"
    ).fetchall()
    for stem, candidates, count, papers, *place, _ in rows:
        surface = " ".join(stem.split())
        entities = _entities(conn, loads(candidates))
        spelling = _spelled(surface)
        lines = [["alias", entity["id"], spelling] for entity in entities]
        lines += [["split", f"{surface} @ {place[0]}", entity["id"]] for entity in entities]
        yield _case("ambiguous", surface, papers, count, entities, [*lines, _ban(spelling)]), tuple(place)


def _same_name(conn: Connection) -> Iterator[_Found]:
    rows = conn.execute(
        "SELECT min(s.spelling), json_group_array(DISTINCT s.entity), count(DISTINCT m.paper), count(*)"
        " FROM spellings s JOIN entities n ON n.id = s.entity JOIN mentions m ON m.entity = n.id"
        " GROUP BY s.folded HAVING count(DISTINCT n.id) > 1 AND max(n.status = 'discovered')"
        " ORDER BY 3 DESC, 4 DESC, s.folded"
    ).fetchall()
    for spelling, ids, papers, count in rows:
        entities = _entities(conn, loads(ids))
        main, *others = sorted(entities, key=lambda one: (_status(conn, one["id"]) == "discovered", -one["papers"]))
        place = _first(conn, "FROM mentions m WHERE m.entity = ?", others[0]["id"])
        lines = [["merge", one["id"], main["id"]] for one in others]
        yield _case("same-name", spelling, papers, count, entities, lines), place


def _discovered(conn: Connection) -> Iterator[_Found]:
    rows = conn.execute(
        "SELECT n.id, n.name, n.kind, count(DISTINCT m.paper), count(*) FROM entities n"
        " JOIN mentions m ON m.entity = n.id WHERE n.status = 'discovered' GROUP BY n.id"
        " HAVING count(DISTINCT m.paper) > 1 ORDER BY 4 DESC, 5 DESC, 1"
    ).fetchall()
    for id_, name, kind, papers, count in rows:
        place = _first(conn, "FROM mentions m WHERE m.entity = ?", id_)
        lines = [["alias", id_, name], *(["retype", id_, other] for other in ENTITY_KINDS if other != kind), _ban(id_)]
        entities = [Candidate(id=id_, name=name, papers=papers)]
        yield _case("discovered", name, papers, count, entities, lines), place


def _weak(conn: Connection) -> Iterator[_Found]:
    rows = conn.execute(
        f"SELECT {_STEM}, m.entity, count(DISTINCT m.paper), count(*) FROM mentions m"  # noqa: S608 - a constant
        " WHERE m.method NOT IN ('user', 'discovered') GROUP BY 1, 2"
        " HAVING max(m.score) < ? AND count(DISTINCT m.paper) > 1 ORDER BY 3 DESC, 4 DESC, 1, 2",
        (WEAK,),
    ).fetchall()
    for surface, id_, papers, count in rows:
        place = _first(conn, f"FROM mentions m WHERE {_STEM} = ? AND m.entity = ?", surface, id_)
        spelling = _spelled(surface)
        lines = [["alias", id_, spelling], _ban(f"{surface} @ {place[0]}"), _ban(spelling)]
        yield _case("weak", surface, papers, count, _entities(conn, [id_]), lines), place


CASES: dict[str, Callable[[Connection], Iterator[_Found]]] = {
    "ambiguous": _ambiguous,
    "same-name": _same_name,
    "discovered": _discovered,
    "weak": _weak,
}


def _case(kind: str, surface: str, papers: int, count: int, entities: list[Candidate], lines: list[list[str]]) -> Case:
    return {
        "kind": kind,
        "surface": surface,
        "papers": papers,
        "count": count,
        "entities": entities,
        "evidence": None,
        "lines": lines,
    }


def _entities(conn: Connection, ids: list[str]) -> list[Candidate]:
    """Return the entities, the one in most papers first."""
    found = []
    for id_ in ids:
        row = conn.execute(_ENTITY, (id_,)).fetchone()
        name, papers = row or (id_.partition(":")[2].replace("-", " "), 0)
        found.append(Candidate(id=id_, name=name, papers=papers))
    return sorted(found, key=lambda one: (-one["papers"], one["id"]))


def _status(conn: Connection, id_: str) -> str:
    return str(conn.execute("SELECT status FROM entities WHERE id = ?", (id_,)).fetchone()[0])


def _first(conn: Connection, where: str, *values: str) -> Place:
    statement = f"SELECT {PLACE} {where} ORDER BY m.paper, m.start LIMIT 1"
    row: Place = conn.execute(statement, values).fetchone()
    return row


def _spelled(surface: str) -> str:
    """Return the surface with the rule that takes it as written, as far as a capital can tell it."""
    text = " ".join(surface.split())
    return f"case:{text}" if text != text.lower() else f"fold:{text}"


def _ban(subject: str) -> list[str]:
    return ["ban", subject, ""]
