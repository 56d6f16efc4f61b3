"""`kg neighbors`: what stands around a paper or an entity."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from graph.cli.options import (
    KINDS,
    NameCommand,
    db_option,
    emit_json,
    how,
    json_option,
    limit_option,
    name_argument,
    only_match,
    reading,
)

if TYPE_CHECKING:
    from graph.query import Answer, Match, Neighbor


@click.command(cls=NameCommand, epilog='Example: kg neighbors "GSM8K" --depth 2 --kind dataset')
@name_argument("name")
@click.option("--kind", "kinds", type=click.Choice(KINDS), multiple=True, help="Only this kind; may be repeated.")
@click.option("--depth", type=click.IntRange(1, 2), default=1, show_default=True, help="How many steps away.")
@limit_option
@json_option
@db_option
def neighbors(name: str, *, kinds: tuple[str, ...], depth: int, limit: int, as_json: bool, db: str) -> None:
    """Show what stands around NAME, with the sentences that say so.

    NAME is any spelling, alias or id of a dataset, technique or concept, or the id, identifier or a part of the title
    of a paper. With --depth 2 also what the papers around it mention (around a paper: the papers that share its
    entities); --limit counts for each step.
    """
    from graph import query
    from graph.cli.text import MARK

    with reading(db) as conn:
        match = only_match(conn, name, as_json=as_json)
        mark = ("", "") if as_json else MARK
        answer = query.neighbors(conn, match, kinds=kinds, depth=depth, limit=limit, mark=mark)
        papers = query.spread(conn, match.id)
    if as_json:
        emit_json({"query": name, "match": match._asdict(), **answer})
    else:
        click.echo(_text(match, answer, papers=papers))


def _text(match: Match, answer: Answer, *, papers: int) -> str:
    from graph.cli.text import marked, plural, title, wrap

    lines = [*wrap(title(match.name)), match.id if match.kind == "paper" else f"{match.id}  {plural(papers, 'paper')}"]
    lines += how(match)
    for (depth, heading), rows in groupby(answer["neighbors"], key=lambda row: (row["depth"], _heading(match, row))):
        lines += ["", *_group(heading, list(rows), depth=depth)]
    if not answer["neighbors"]:
        lines += ["", "Nothing stands around it here."]
    if left := answer["total"] - len(answer["neighbors"]):
        lines += ["", f"{left:,} more: --limit 0 shows all."]
    return marked("\n".join(lines))


_OUT = {
    "PROPOSES": "Proposes",
    "EVALUATES_ON": "Evaluates on",
    "USES": "Uses",
    "STUDIES": "Studies",
    "COMPARES_WITH": "Compares with",
    "MENTIONS": "Mentions",
    "CITES": "Cites",
    "BROADER": "Belongs to",
    "VARIANT_OF": "Variant of",
}
_IN = {
    "PROPOSES": "Proposed by",
    "EVALUATES_ON": "Evaluated on by",
    "USES": "Used by",
    "STUDIES": "Studied by",
    "COMPARES_WITH": "Compared with by",
    "MENTIONS": "Mentioned by",
    "CITES": "Cited by",
    "BROADER": "Holds",
    "VARIANT_OF": "Has as variants",
}


def _heading(match: Match, row: Neighbor) -> tuple[str, str]:
    """Return what the rows of a group have in common: what joins them to the match, and their kind."""
    if row["depth"] == 1:
        names = {"out": _OUT, "in": _IN}.get(row["direction"], {})
        return names.get(row["edge"], "Related"), row["kind"]
    return "Shares entities with" if match.kind == "paper" else "Its papers also mention", row["kind"]


def _group(heading: tuple[str, str], rows: list[Neighbor], *, depth: int) -> list[str]:
    from graph.cli.text import merged, plural, table, title, wrap

    text, kind = heading
    lines = [f"{text}: {plural(len(rows), kind)}"]
    if depth > 1 or rows[0]["edge"] in ("BROADER", "VARIANT_OF"):
        cells: list[tuple[str, ...]] = [(title(row["name"]), plural(row["papers"], "paper")) for row in rows]
        if kind == "paper":
            cells = [(title(row["name"]), plural(row["count"], "shared entity"), row["id"]) for row in rows]
        return lines + table(cells, indent=2)
    for alike in _by_sentence(rows):
        names = []
        for row in alike:
            more = row["id"] if kind == "paper" else plural(row["papers"], "paper")
            names.append(f"{title(row['name'])} ({more})")
        lines += wrap(", ".join(names), indent=2, hang=4)
        if shared := alike[0].get("shared"):
            lines += wrap(f"shares {', '.join(map(title, shared))}", indent=6)
        if sentences := [row["evidence"]["sentence"] for row in alike if row["evidence"]]:
            lines += wrap(merged(sentences), indent=6)
    return lines


def _by_sentence(rows: list[Neighbor]) -> list[list[Neighbor]]:
    """Return the rows, those together that one sentence of one paper shows."""
    from graph.cli.text import MARK

    groups: dict[tuple[str, str], list[Neighbor]] = {}
    for row in rows:
        evidence = row["evidence"]
        place = (evidence["paper"], evidence["sentence"]) if evidence else (row["id"], "")
        plain = place[1].replace(MARK[0], "").replace(MARK[1], "")
        groups.setdefault((place[0], plain), []).append(row)
    return list(groups.values())
