"""Which papers are near each other: a cosine over the entities they share, rare ones weighing more.

The weight of an entity is w = ln(1 + papers / papers that have it); the score of two papers is the sum of w² over
what they share, divided by the product of their norms (the root of the sum of w² over all that each one has).
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

BEST = 10
"""How many of its nearest papers each paper is joined to."""

REACH = 50_000
"""How many (entity, paper) pairs are looked at for one paper, rarest entity first.

With some thousands of papers that is all of them. In a store of a million papers an entity that a tenth of them has
would bring 100,000 candidates of next to no weight; what is found is scored over everything shared all the same.
"""

SHOWN = 6
"""Decimals of a score in what is written out: fewer than all machines agree on."""

DIGITS = 9
"""Scores are compared rounded, so that the last bit of a logarithm decides nothing on another machine."""


@dataclass(frozen=True, slots=True)
class Relation:
    """Two papers that share something.

    Attributes:
        source: The smaller id in `related`; the paper that was asked for in `related_to`.
        score: The cosine, above 0 and at most 1.
        shared: Ids of the entities that both have, the rarest first.
    """

    source: str
    target: str
    score: float
    shared: tuple[str, ...]


def related(papers: Mapping[str, Sequence[str]], *, best: int = BEST, reach: int = REACH) -> list[Relation]:
    """Return the pairs of papers of which one is among the `best` nearest of the other, sorted by their ids.

    `papers` holds the entities of every paper, each once; one without entities counts as a paper.
    """
    having: dict[str, list[int]] = defaultdict(list)
    ids = sorted(papers)
    for number, paper in enumerate(ids):
        for entity in papers[paper]:
            having[entity].append(number)
    weights = {entity: _weight(len(having[entity]), papers=len(papers)) for entity in sorted(having)}
    pairs = {
        (min(number, other), max(number, other))
        for number, nearest in enumerate(_nearest(ids, papers, having, weights, best=best, reach=reach))
        for other in nearest
    }
    return [_relation(ids[a], ids[b], papers[ids[a]], papers[ids[b]], weights.__getitem__) for a, b in sorted(pairs)]


def related_to(
    paper: str,
    *,
    entities_of: Callable[[str], Sequence[str]],
    papers_of: Callable[[str], Sequence[str]],
    spread: Callable[[str], int],
    papers: int,
    best: int = BEST,
) -> list[Relation]:
    """Return the `best` papers nearest to one paper, the nearest first; needs no table of all papers.

    `papers` is how many there are in all, and `spread` gives how many have an entity. All of them are scored, but
    those that share too little to come near enough.
    """
    weight = cache(lambda entity: _weight(spread(entity), papers=papers))
    own = sorted(entities_of(paper))
    overlaps: dict[str, float] = defaultdict(float)
    for entity in own:
        for other in papers_of(entity):
            overlaps[other] += weight(entity)
    overlaps.pop(paper, None)
    norm = _norm(own, weight)
    found: list[Relation] = []
    for other, overlap in sorted(overlaps.items(), key=lambda item: (-item[1], item[0])):
        # The other norm is at least the root of the overlap, so this is the most that it and all after it can reach.
        most = math.sqrt(overlap) / norm + 10**-DIGITS / 1000
        if len(found) == best and (-round(most, DIGITS), other) > _rank(found[-1]):
            break
        found.append(_relation(paper, other, own, entities_of(other), weight))
        found.sort(key=_rank)
        del found[best:]
    return found


def _rank(relation: Relation) -> tuple[float, str]:
    return -round(relation.score, DIGITS), relation.target


def _weight(spread: int, *, papers: int) -> float:
    """Return w² of an entity."""
    return math.log(1 + papers / spread) ** 2


def _norm(entities: Sequence[str], weight: Callable[[str], float]) -> float:
    return math.sqrt(math.fsum(weight(entity) for entity in entities))


def _relation(
    a: str, b: str, entities_a: Sequence[str], entities_b: Sequence[str], weight: Callable[[str], float]
) -> Relation:
    both = set(entities_b)
    shared = sorted((entity for entity in entities_a if entity in both), key=lambda entity: (-weight(entity), entity))
    overlap = math.fsum(weight(entity) for entity in shared)
    score = overlap / (_norm(entities_a, weight) * _norm(entities_b, weight))
    return Relation(a, b, min(score, 1.0), tuple(shared))


def _nearest(
    ids: Sequence[str],
    papers: Mapping[str, Sequence[str]],
    having: Mapping[str, Sequence[int]],
    weights: Mapping[str, float],
    *,
    best: int,
    reach: int,
) -> list[list[int]]:
    """Return for each paper the numbers of its nearest ones."""
    import numpy as np  # not with the module: the light commands ask for one paper only

    columns = {entity: np.array(numbers, dtype=np.int64) for entity, numbers in having.items()}
    norms = np.array([_norm(papers[paper], weights.__getitem__) for paper in ids])
    nearest: list[list[int]] = []
    for number, paper in enumerate(ids):
        looked_at = _within(sorted(papers[paper], key=lambda entity: (len(having[entity]), entity)), having, reach)
        if not looked_at:
            nearest.append([])
            continue
        found = np.concatenate([columns[entity] for entity in looked_at])
        values = np.repeat(
            np.array([weights[entity] for entity in looked_at]), [len(having[entity]) for entity in looked_at]
        )
        overlaps = np.asarray(np.bincount(found, weights=values, minlength=len(ids)), dtype=np.float64)
        overlaps[number] = 0.0
        nearest.append(_top(overlaps, norms * float(norms[number]), best))
    return nearest


def _within(entities: Sequence[str], having: Mapping[str, Sequence[int]], reach: int) -> list[str]:
    """Return the first entities that have `reach` papers together; the first one always."""
    taken: list[str] = []
    for entity in entities:
        reach -= len(having[entity])
        if taken and reach < 0:
            break
        taken.append(entity)
    return taken


def _top(overlaps: NDArray[np.float64], norms: NDArray[np.float64], best: int) -> list[int]:
    """Return the numbers with the highest overlap by (product of the) norms; of equals, the smaller numbers."""
    import numpy as np

    candidates = np.flatnonzero(overlaps)
    scores = np.round(overlaps[candidates] / norms[candidates], DIGITS)
    if len(candidates) > best:
        least = np.partition(scores, -best)[-best]
        candidates, scores = candidates[scores >= least], scores[scores >= least]
    order = np.lexsort((candidates, -scores))[:best]
    return [int(number) for number in candidates[order]]
