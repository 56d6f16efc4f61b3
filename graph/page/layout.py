"""Place the nodes of a graph on a plane.

Numpy alone, seeded, and the same bytes on every machine: only operations that IEEE 754 rounds exactly (+ − × ÷ √)
and sums in a fixed order are used; no BLAS, no `exp`, no `sin`. The forces are those of Fruchterman and Reingold
(1991); the push of far nodes is summed up by a pyramid of grids, in the manner of Barnes and Hut (1986).
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Points = NDArray[np.float64]
    Numbers = NDArray[np.float64]
    Whole = NDArray[np.int64]

_SEED = 1
_LINK = 80.0  # pixels at scale 1 for the length 1 of the forces
_HOME = (0.16, 0.3)  # pull to the middle, along x and y: screens are wider than high
_SOFT = 0.01  # keeps the push of two nodes on one spot finite


def place(
    links: Sequence[tuple[int, int]], weights: Sequence[float], radii: Sequence[float]
) -> list[tuple[float, float]]:
    """Return x and y of each node in pixels, rounded to 0.1, around the middle of all.

    Args:
        links: Pairs of node numbers, each pair once.
        weights: How much each link pulls, 0 to 1.
        radii: Room that each node needs, in pixels; as many as there are nodes.
    """
    count = len(radii)
    if count < 2:
        return [(0.0, 0.0)] * count
    ends = np.array(links, dtype=np.int64).reshape(-1, 2)
    pull = np.array(weights, dtype=np.float64)
    at = _settle(_scatter(count), ends, pull)
    at = _part(at * _LINK, np.array(radii, dtype=np.float64))
    at -= (at.min(axis=0) + at.max(axis=0)) / 2
    return [(round(float(x), 1) + 0.0, round(float(y), 1) + 0.0) for x, y in at]


def _scatter(count: int) -> Points:
    return np.asarray((np.random.default_rng(_SEED).random((count, 2)) - 0.5) * sqrt(count))


def _settle(at: Points, ends: Whole, pull: Numbers) -> Points:
    """Let the nodes push each other and the links pull, in steps that grow shorter."""
    count = len(at)
    mass = np.asarray(1.0 + 0.2 * np.bincount(ends.ravel(), minlength=count), dtype=np.float64)
    rounds = max(40, min(300, 1_000_000 // count))
    side = sqrt(count)
    for turn in range(rounds):
        left = 1.0 - turn / rounds
        force = _push(at, mass) * mass[:, None] + _pull(at, ends, pull)
        force -= at * np.array(_HOME) * mass[:, None]
        length = np.sqrt(force[:, 0] * force[:, 0] + force[:, 1] * force[:, 1]) + 1e-12
        limit = side * 0.15 * left * left + 0.01
        at = at + force * (np.minimum(length, limit) / length)[:, None]
    return at


def _pull(at: Points, ends: Whole, pull: Numbers) -> Points:
    gap = at[ends[:, 1]] - at[ends[:, 0]]
    reach = np.sqrt(gap[:, 0] * gap[:, 0] + gap[:, 1] * gap[:, 1])
    gap *= (reach * pull)[:, None]
    return _gather(ends[:, 0], gap, len(at)) - _gather(ends[:, 1], gap, len(at))


def _gather(index: Whole, value: Points, count: int) -> Points:
    """Sum the vectors that belong to one node, in the order they stand in."""
    return np.stack([np.bincount(index, value[:, axis], count) for axis in (0, 1)], axis=1)


def _push(at: Points, mass: Numbers) -> Points:
    """Sum for each node the push of all others: mass over distance squared."""
    low = at.min(axis=0)
    span = float((at.max(axis=0) - low).max()) * 1.0001 + 1e-9
    deepest = max(1, len(at).bit_length() // 2)
    cell = ((at - low) * (2**deepest / span)).astype(np.int64)
    force = _push_of_neighbours(at, mass, cell)
    for depth in range(2, deepest + 1):
        force += _push_of_cells(at, mass, cell >> (deepest - depth), 2**depth)
    return force


def _push_of_cells(at: Points, mass: Numbers, cell: Whole, side: int) -> Points:
    """Sum the push of the cells that are near enough for this grid and too far for the next finer one."""
    wide = side + 6  # three empty cells around the grid, so that no step leaves it
    key = (cell[:, 1] + 3) * wide + cell[:, 0] + 3
    weight = np.bincount(key, mass, wide * wide)
    many = np.maximum(weight, 1e-12)
    where = key[:, None] + _steps(wide)[(cell[:, 1] & 1) * 2 + (cell[:, 0] & 1)]
    gaps = []
    for axis in (0, 1):
        heart = np.bincount(key, mass * at[:, axis], wide * wide) / many
        gaps.append(at[:, axis, None] - heart[where])
    strength = weight[where] * _weaken(gaps[0], gaps[1])
    return np.stack([(gap * strength).sum(axis=1) for gap in gaps], axis=1)


def _steps(wide: int) -> Whole:
    """Return, for the four places a cell can have in its parent, the 27 steps to its cells of the middle distance."""
    return np.array(
        [
            [
                y * wide + x
                for y in range(-2 - down, 4 - down)
                for x in range(-2 - right, 4 - right)
                if abs(y) > 1 or abs(x) > 1
            ]
            for down in (0, 1)
            for right in (0, 1)
        ],
        dtype=np.int64,
    )


def _weaken(x: Numbers, y: Numbers) -> Numbers:
    """Return 1 / distance³, which makes a gap a push that falls with the square."""
    square = x * x + y * y + _SOFT
    return 1.0 / (square * np.sqrt(square))


def _push_of_neighbours(at: Points, mass: Numbers, cell: Whole) -> Points:
    """Sum the push of each node in the same cell and in those that touch it."""
    one, two = _neighbours(cell)
    gap = at[one] - at[two]
    strength = mass[two] * _weaken(gap[:, 0], gap[:, 1])
    return _gather(one, gap * strength[:, None], len(at))


def _neighbours(cell: Whole) -> tuple[Whole, Whole]:
    """Return all ordered pairs of nodes whose cells are the same or touch, without a node and itself."""
    wide = int(cell[:, 0].max()) + 3
    key = (cell[:, 1] + 1) * wide + cell[:, 0] + 1
    order = np.argsort(key, kind="stable")
    begin = np.concatenate([[0], np.cumsum(np.bincount(key, minlength=int(key.max()) + 2 * wide))])
    row = key[:, None] + np.array([-wide, 0, wide])
    first = begin[row - 1].ravel()
    many = begin[row + 2].ravel() - first
    one = np.repeat(np.arange(len(cell)).repeat(3), many)
    skip = np.cumsum(many) - many
    two = order[np.arange(len(one)) + np.repeat(first - skip, many)]
    return one[one != two], two[one != two]


def _part(at: Points, radii: Numbers) -> Points:
    """Move nodes apart until none covers another's room, or a hundred rounds are over."""
    reach = float(radii.max()) * 2
    for _ in range(100):
        low = at.min(axis=0)
        cell = ((at - low) / reach).astype(np.int64)
        one, two = _neighbours(cell)
        gap = at[one] - at[two]
        length = np.sqrt(gap[:, 0] * gap[:, 0] + gap[:, 1] * gap[:, 1]) + 1e-6
        lack = np.maximum(0.0, radii[one] + radii[two] - length)
        if not lack.any():
            break
        at = at + _gather(one, gap * (lack * 0.3 / length)[:, None], len(at))
    return at
