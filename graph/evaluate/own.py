"""Our own gold format: each mention with its kind, name and role (docs/evaluation.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph.evaluate.given import Asked, Wanted, given_scores, link_given
from graph.evaluate.gold import (
    GoldError,
    LinkMany,
    Names,
    Reading,
    bare,
    known_entities,
    read_rows,
    span_of,
    without_title,
)
from graph.evaluate.named import GoldName, NamedText, citation_keys, score_names
from graph.evaluate.placed import Found, GoldMention, Placed
from graph.evaluate.placed import errors as placed_errors
from graph.evaluate.roles import linking_row, open_row, role_rows
from graph.evaluate.spans import scores
from graph.model import KINDS, ROLES
from graph.names import fold
from loaders.paper import Paper

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from graph.model import Entity, Linked


def evaluate_own(gold: Path, link_many: LinkMany, entities: Mapping[str, Entity]) -> dict[str, Any]:
    """Score mentions, links, roles, and the names of each text. Titles are given to the linker, but not scored.

    Raises:
        GoldError: A line lacks something, or a mention is not what it says.
    """
    rows = list(read_rows(gold, ("id", "text", "mentions")))
    papers = [_paper(row, gold.name, number) for number, (_, row) in enumerate(rows, 1)]
    found = [without_title(each, p.abstract) for p, each in zip(papers, link_many(papers), strict=True)]
    texts = [_placed(*row, paper, each, entities) for row, paper, each in zip(rows, papers, found, strict=True)]
    names = Names(entities)
    wanted = [
        Wanted(Asked(index, m.start, m.end, m.surface, m.kind), m.name, m.nil)
        for index, text in enumerate(texts)
        for m in text.scored
    ]
    given = link_given([one.asked for one in wanted], found, link_many, entities)
    documents = score_names([_named(text) for text in texts], papers, found, entities)
    del documents["errors"]  # each is among those of the mentions
    return {
        "set": gold.name,
        **scores([text.compared() for text in texts], KINDS),
        "proposes": documents["proposes"],
        "linking": {**given_scores(wanted, given, names), "end_to_end": linking_row(texts, names)},
        "undecided": open_row(texts),
        "roles": role_rows(texts),
        "documents": documents,
        "texts": len(texts),
        "errors": [error for text in texts for error in placed_errors(text, names)],
    }


def _paper(row: Mapping[str, Any], source: str, number: int) -> Paper:
    title = row.get("title")
    return Paper(str(row["text"]), title=str(title) if title else None, source=source, position=number)


def _placed(place: str, row: Mapping[str, Any], paper: Paper, linked: Linked, entities: Mapping[str, Entity]) -> Placed:
    reading = Reading(paper.abstract)
    known = known_entities(linked, entities)
    return Placed(
        id=str(row["id"]),
        reading=reading,
        gold=tuple(_mention(mention, paper.abstract, reading, place) for mention in row["mentions"]),
        found=tuple(Found(link, known(link.entity), reading.span(link.start, link.end)) for link in linked.links),
        undecided=tuple(span_of(each, paper.abstract, "surface", place) for each in row.get("ambiguous", ())),
        cites=citation_keys(row.get("cites", ())),
    )


def _mention(row: Mapping[str, Any], text: str, reading: Reading, place: str) -> GoldMention:
    start, end = span_of(row, text, "surface", place)
    kind, role, surface = row.get("kind"), row.get("role"), text[start:end]
    if kind not in KINDS:
        raise GoldError(f'{place}: "{surface}" has the kind {kind!r}; expected {", ".join(KINDS)}')
    if role is not None and role not in ROLES:
        raise GoldError(f'{place}: "{surface}" has the role {role!r}; expected {", ".join(ROLES)} or null')
    if not row.get("name"):
        raise GoldError(f'{place}: "{surface}" has no name')
    return GoldMention(
        start=start,
        end=end,
        surface=surface,
        place=reading.span(start, end),
        kind=kind,
        name=str(row["name"]),
        nil=bool(row.get("nil")),
        optional=bool(row.get("optional")),
        role=role,
    )


def _named(text: Placed) -> NamedText:
    """Return the distinct names of a text; what it proposes stands under that heading, with its own kind."""
    proposed = {(m.kind, fold(bare(m.name))) for m in text.scored if m.role == "PROPOSES"}
    names: dict[tuple[str, str], GoldName] = {}
    for mention in text.scored:
        key = fold(bare(mention.name))
        listed = "proposes" if (mention.kind, key) in proposed else f"{mention.kind}s"
        names.setdefault((mention.kind, key), GoldName(key, mention.name, mention.kind, listed))
    optional = frozenset(fold(bare(m.name)) for m in text.gold if m.optional)
    return NamedText({"document": text.id}, tuple(names.values()), optional, text.cites)
