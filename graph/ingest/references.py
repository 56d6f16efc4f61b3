"""Lists of references: each becomes a CITES edge, to a paper of the store or to a stub of its own.

A stub has the strongest identifier that any list gives it, and the longest title, so that it does not matter which list
was read first. A reference that has only a title is looked up by it among the loaded papers, anew whenever one of that
title is loaded; the title never becomes an identifier of the paper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.ingest.identity import strong_keys
from graph.ingest.likeness import with_title
from graph.store import paper_of
from loaders.identifiers import paper_id
from loaders.notice import folded
from loaders.paper import Paper, Reference

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable

_SCHEMES = ("doi", "arxiv", "openreview")


def reference_keys(reference: Reference) -> list[str]:
    """Return the identifiers of a reference, the strongest first; its title is one only where there is nothing else."""
    ids = (reference.doi, reference.arxiv_id, reference.openreview_id)
    keys = strong_keys(Paper("", doi=ids[0], arxiv_id=ids[1], openreview_id=ids[2], other_ids=reference.other_ids))
    if not keys and reference.title and len(folded(reference.title).split()) > 2:
        keys = [_title_stub(reference.title)]
    return keys


def write_references(db: sqlite3.Connection, paper: str, references: Iterable[Reference]) -> None:
    """Replace what a paper cites by its list of references; a reference that names no work is left out."""
    former = _listed(db, paper)
    db.execute("DELETE FROM edges WHERE source = ? AND type = 'CITES' AND target NOT GLOB 'cited:*'", (paper,))
    for reference in references:
        keys = reference_keys(reference)
        target = _target(db, keys, reference) if keys else paper
        if target != paper:
            db.execute("INSERT OR IGNORE INTO edges VALUES (?, 'CITES', ?, 1, 1.0)", (paper, target))
    forget_stubs(db, former - _listed(db, paper))


def recite(db: sqlite3.Connection, citing: Iterable[str]) -> None:
    """Read the lists of references of papers again, since what they name may be another paper now."""
    for paper in sorted(citing):
        row = db.execute("SELECT * FROM papers WHERE id = ?", (paper,)).fetchone()
        if row is not None and row["refs"] != "[]":
            write_references(db, paper, paper_of(row).references)


def citing(db: sqlite3.Connection, cited: Iterable[str]) -> set[str]:
    """Return the papers that cite any of these."""
    statement = "SELECT source FROM edges WHERE target = ? AND type = 'CITES'"
    return {str(source) for id_ in cited for (source,) in db.execute(statement, (id_,))}


def title_rivals(db: sqlite3.Connection, paper: Paper) -> list[str]:
    """Return what references that give the title of a paper and nothing else may lead to: a stub, other papers."""
    return [_title_stub(paper.title), *with_title(db, Reference(title=paper.title))] if paper.title else []


def replace_stubs(db: sqlite3.Connection, paper: str, stubs: Iterable[str], keys: Collection[str]) -> set[str]:
    """Let a paper that was only cited until now stand where its stubs stood; return whose lists are to be read again.

    These are the lists that give a stub an identifier that the paper has not. It does not become one of the paper: one
    wrong entry in one list would make two papers one.
    """
    again = set()
    for stub in stubs:
        aliases = db.execute("DELETE FROM paper_aliases WHERE paper = ? RETURNING alias", (stub,)).fetchall()
        if not {stub, *(alias for (alias,) in aliases)} <= {paper, *keys}:
            again |= citing(db, [stub])
        if stub != paper:
            redirect_citations(db, paper, stub)
            db.execute("DELETE FROM papers WHERE id = ?", (stub,))
        db.execute("DELETE FROM edges WHERE source = ?1 AND target = ?1", (paper,))
    return again


def redirect_citations(db: sqlite3.Connection, paper: str, other: str) -> None:
    """Let what cites `other` cite `paper`."""
    db.execute("UPDATE OR IGNORE edges SET target = ? WHERE target = ? AND type = 'CITES'", (paper, other))
    db.execute("DELETE FROM edges WHERE target = ? AND type = 'CITES'", (other,))


def write_stub(db: sqlite3.Connection, id_: str, title: str, *, is_derived: bool, year: int | None) -> None:
    """Write the row of a work that is cited and not loaded."""
    columns = "id, title, title_derived, abstract, authors, year, source, position, stub, linked"
    row = (id_, title, int(is_derived), "", "[]", year, "", 0, 1, "")
    db.execute(f"INSERT OR REPLACE INTO papers({columns}) VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - constants


def forget_stubs(db: sqlite3.Connection, targets: Iterable[str]) -> None:
    """Remove the stubs among these that nothing cites any more."""
    for target in sorted(targets):
        if db.execute("SELECT 1 FROM edges WHERE target = ? AND type = 'CITES' LIMIT 1", (target,)).fetchone() is None:
            for (id_,) in db.execute("DELETE FROM papers WHERE stub AND id = ? RETURNING id", (target,)).fetchall():
                db.execute("DELETE FROM paper_aliases WHERE paper = ?", (id_,))


def _listed(db: sqlite3.Connection, paper: str) -> set[str]:
    statement = "SELECT target FROM edges WHERE source = ? AND type = 'CITES' AND target NOT GLOB 'cited:*'"
    return {target for (target,) in db.execute(statement, (paper,))}


def _target(db: sqlite3.Connection, keys: list[str], reference: Reference) -> str:
    """Return the paper that a reference names; where the store has none, its stub, with what is new of it."""
    found = {id_: stub for key in keys for id_, stub in _known(db, key)}
    papers = [id_ for id_, stub in found.items() if not stub]
    if keys[0].startswith("text:"):
        papers = [*with_title(db, reference), *papers]
    if papers:
        return papers[0]
    title, year = reference.title or "", reference.year
    for row in [
        db.execute("SELECT title, title_derived, year FROM papers WHERE id = ?", (id_,)).fetchone() for id_ in found
    ]:
        title = max(title, "" if row["title_derived"] else row["title"], key=lambda one: (len(one), one))
        year = max(filter(None, (year, row["year"])), default=None)
    id_ = min([*found, *keys], key=_rank)
    for other in found:
        if other != id_:
            _redirect(db, other, id_)
    write_stub(db, id_, title or id_, is_derived=not title, year=year)
    db.executemany("INSERT OR IGNORE INTO paper_aliases VALUES (?, ?)", [(key, id_) for key in keys if key != id_])
    return id_


def _title_stub(title: str) -> str:
    """Return the id of the stub of those references that give this title alone."""
    return paper_id(Paper("", title=title))


def _known(db: sqlite3.Connection, key: str) -> list[tuple[str, int]]:
    statement = (
        "SELECT id, stub FROM papers WHERE id = ?1"
        " UNION ALL SELECT id, stub FROM paper_aliases JOIN papers ON papers.id = paper WHERE alias = ?1"
    )
    return [(str(id_), int(stub)) for id_, stub in db.execute(statement, (key,))]


def _rank(key: str) -> tuple[int, str]:
    scheme = key.partition(":")[0]
    return (_SCHEMES.index(scheme) if scheme in _SCHEMES else len(_SCHEMES) + (scheme == "text"), key)


def _redirect(db: sqlite3.Connection, stub: str, paper: str) -> None:
    """Let all that leads to a stub lead to another, and remove the stub."""
    redirect_citations(db, paper, stub)
    db.execute("UPDATE OR REPLACE paper_aliases SET paper = ? WHERE paper = ?", (paper, stub))
    db.execute("DELETE FROM papers WHERE id = ?", (stub,))
    db.execute("INSERT OR IGNORE INTO paper_aliases VALUES (?, ?)", (stub, paper))
    db.execute("DELETE FROM paper_aliases WHERE alias = ?1 AND paper = ?1", (paper,))
