"""Scores of links and roles where each mention of a text is annotated."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from graph.evaluate.counts import Row, row_of
from graph.evaluate.placed import is_linked_right
from graph.model import ROLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.evaluate.gold import Names
    from graph.evaluate.placed import Placed


def linking_row(texts: Sequence[Placed], names: Names) -> Row:
    """Score links end to end: right is the exact mention with the right entity, a `nil` one being new."""
    judged = [(found, gold) for text in texts for found, gold in text.judged()]
    right = sum(
        gold is not None and found.place == gold.place and is_linked_right(found, gold, names) for found, gold in judged
    )
    return row_of(right, len(judged), sum(len(text.scored) for text in texts))


def role_rows(texts: Sequence[Placed]) -> dict[str, Any]:
    """Score roles, a mention at a time; a role on what is no mention is wrong, a boundary that is off is forgiven."""
    right: Counter[str] = Counter()
    predicted: Counter[str] = Counter()
    gold: Counter[str] = Counter()
    for text in texts:
        gold.update(mention.role for mention in text.scored if mention.role)
        credited = set()
        for found, mention in text.judged():
            predicted.update(found.link.roles)
            if mention and mention.role in found.link.roles and mention.place not in credited:
                credited.add(mention.place)
                right[mention.role] += 1
    return {
        "overall": row_of(right.total(), predicted.total(), gold.total()),
        "by_role": {role: row_of(right[role], predicted[role], gold[role]) for role in ROLES},
    }


def open_row(texts: Sequence[Placed]) -> dict[str, int]:
    """Count the spellings that a text does not decide, and how many of them the linker left without a link."""
    places = [(text, place) for text in texts for place in text.undecided]
    linked = sum(
        any(found.link.start < end and start < found.link.end for found in text.found) for text, (start, end) in places
    )
    return {"left_open": len(places) - linked, "gold": len(places)}
