"""A row of an answer: a node beside the one that was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

from graph.query.find import ENTITY_KINDS

if TYPE_CHECKING:
    from graph.query.evidence import Evidence

EDGES = (
    *("PROPOSES", "EVALUATES_ON", "USES", "STUDIES", "COMPARES_WITH", "MENTIONS"),
    *("CITES", "RELATED_TO", "BROADER", "VARIANT_OF"),
)
"""Edge types, the most telling first: a neighbour joined by several stands under the first."""

KINDS = ("paper", *ENTITY_KINDS)


class Neighbor(TypedDict):
    """A node beside the match.

    Attributes:
        edge: The most telling edge; at depth 2 the one by which most of the papers between reach the node.
        direction: `out` from the match, `in` to it, `both` for RELATED_TO; at depth 2 that of the last step.
        papers: Papers that have this entity; at depth 2 those that join it to the match; 1 for a paper.
        count: Mentions on the edge; shared entities for RELATED_TO and for a paper at depth 2.
        evidence: The best mention behind the edge; for RELATED_TO that of the rarest shared entity in the other paper.
        shared: Names of the shared entities, rarest first, at most 5; on RELATED_TO only.
    """

    id: str
    kind: str
    name: str
    edge: str
    direction: str
    depth: int
    papers: int
    count: int
    score: float
    evidence: Evidence | None
    shared: NotRequired[list[str]]


def make_row(
    id_: str, kind: str, name: str, edge: str, direction: str, *, papers: int, count: int, score: float, depth: int = 1
) -> Neighbor:
    """Return a row without evidence."""
    return {
        "id": id_,
        "kind": kind,
        "name": name,
        "edge": edge,
        "direction": direction,
        "depth": depth,
        "papers": papers,
        "count": count,
        "score": score,
        "evidence": None,
    }


def near_order(row: Neighbor) -> tuple[int, int, str, float, float, str, str]:
    """Return what rows at depth 1 are sorted by: edge and kind, then the strongest first."""
    count = 0 if row["edge"] == "RELATED_TO" else row["count"]
    edge, kind = EDGES.index(row["edge"]), KINDS.index(row["kind"])
    return (edge, kind, row["direction"], -count, -row["score"], row["name"].casefold(), row["id"])
