"""Rows of the store as nouns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from graph.related import BEST, related_to

if TYPE_CHECKING:
    import sqlite3

    from graph.related import Relation
    from loaders.paper import Paper

SPECIFIC = "edges.type = 'MENTIONS' AND NOT entities.generic"
"""What relates two papers: entities that link nearly everything do not."""


def raw_text(row: sqlite3.Row) -> str:
    """Return the raw text of a row of `papers`: what the offsets of its mentions count in."""
    return paper_of(row).raw


def paper_of(row: sqlite3.Row) -> Paper:
    """Return a row of `papers` as the paper that was stored; a derived title is none."""
    # Not with the module: it brings all loaders along, and a question needs none.
    from loaders.paper import Paper, Reference

    return Paper(
        abstract=row["abstract"],
        title=None if row["title_derived"] else row["title"],
        authors=tuple(json.loads(row["authors"])),
        year=row["year"],
        venue=row["venue"],
        url=row["url"],
        doi=row["doi"],
        arxiv_id=row["arxiv_id"],
        openreview_id=row["openreview_id"],
        version=row["version"],
        other_ids=tuple(json.loads(row["other_ids"])),
        references=tuple(Reference(**_tuples(one)) for one in json.loads(row["refs"])),
        source=row["source"],
        position=row["position"],
    )


def _tuples(values: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}


def entity_lists(db: sqlite3.Connection) -> dict[str, list[str]]:
    """Return for every loaded paper the entities that can relate it to another, sorted by id."""
    lists: dict[str, list[str]] = {row[0]: [] for row in db.execute("SELECT id FROM papers WHERE NOT stub ORDER BY id")}
    statement = f"""
        SELECT source, target FROM edges JOIN entities ON entities.id = edges.target
        WHERE {SPECIFIC} ORDER BY source, target"""  # noqa: S608 - a constant of this module
    for paper, entity in db.execute(statement):
        lists[paper].append(entity)
    return lists


def related_papers(db: sqlite3.Connection, paper: str, *, best: int = BEST) -> list[Relation]:
    """Return the papers nearest to this one by what they share, the nearest first."""

    def column(statement: str, *values: str) -> list[str]:
        return [row[0] for row in db.execute(statement, values)]

    def entities_of(other: str) -> list[str]:
        join = "SELECT target FROM edges JOIN entities ON entities.id = edges.target"
        return column(f"{join} WHERE source = ? AND {SPECIFIC} ORDER BY target", other)

    def papers_of(entity: str) -> list[str]:
        return column("SELECT source FROM edges WHERE target = ? AND type = 'MENTIONS' ORDER BY source", entity)

    def spread(entity: str) -> int:
        statement = "SELECT count(*) FROM edges WHERE target = ? AND type = 'MENTIONS'"
        return int(db.execute(statement, (entity,)).fetchone()[0])

    (papers,) = db.execute("SELECT count(*) FROM papers WHERE NOT stub").fetchone()
    return related_to(paper, entities_of=entities_of, papers_of=papers_of, spread=spread, papers=papers, best=best)
