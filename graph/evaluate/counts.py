"""Counts, and the precision, recall and F1 that follow from them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

Row = dict[str, "float | int | list[float]"]
_ROUNDS = 1000
_SEED = 0


class Counts(NamedTuple):
    """What was found in one text or several.

    `touching` are the predicted that overlap one of the gold, `touched` the gold that overlap one of the predicted.
    """

    right: int = 0
    predicted: int = 0
    gold: int = 0
    touching: int = 0
    touched: int = 0


def added(counts: Iterable[Counts]) -> Counts:
    """Return the sum."""
    rows = list(counts)
    return Counts(*map(sum, zip(*rows, strict=True))) if rows else Counts()


def row_of(right: int, predicted: int, gold: int, *, answered: int | None = None) -> Row:
    """Return precision, recall and F1 (0 to 1) with their counts.

    Args:
        answered: How many of the gold are found, where that is another number than `right`, of the predicted.
    """
    shares = _shares(right, right if answered is None else answered, predicted, gold)
    return {**shares, "right": right, "predicted": predicted, "gold": gold}


def exact(texts: Sequence[Counts], draws: NDArray[np.int64]) -> Row:
    """Return the scores of all texts with the interval of F1 over `draws`."""
    total = added(texts)
    return {**row_of(total.right, total.predicted, total.gold), "interval": interval(texts, draws)}


def overlap(texts: Sequence[Counts], draws: NDArray[np.int64]) -> Row:
    """Return the scores of all texts where a common character is enough, with the interval of F1 over `draws`."""
    total = added(texts)
    return {
        **_shares(total.touching, total.touched, total.predicted, total.gold),
        "touching": total.touching,
        "touched": total.touched,
        "predicted": total.predicted,
        "gold": total.gold,
        "interval": interval(texts, draws, by_overlap=True),
    }


def _shares(right: int, answered: int, predicted: int, gold: int) -> Row:
    precision = right / predicted if predicted else 0.0
    recall = answered / gold if gold else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {"precision": round(precision, 4), "recall": round(recall, 4), "f1": round(f1, 4)}


def draw(texts: int, *, rounds: int = _ROUNDS, seed: int = _SEED) -> NDArray[np.int64]:
    """Return how often each text is drawn in each round of a bootstrap: one row a round, one column a text."""
    import numpy as np

    rng = random.Random(seed)  # noqa: S311 - a sample, no secret; numpy's own may draw differently in its next version
    drawn = np.zeros((rounds, texts), dtype=np.int64)
    for weights in drawn:
        weights += np.bincount([rng.randrange(texts) for _ in range(texts)], minlength=texts)
    return drawn


def interval(texts: Sequence[Counts], draws: NDArray[np.int64], *, by_overlap: bool = False) -> list[float]:
    """Return the 95 % percentile interval of F1, the texts being drawn with replacement."""
    import numpy as np

    sums = draws @ np.array([tuple(counts) for counts in texts], dtype=np.int64)
    precision = sums[:, 3 if by_overlap else 0] / np.maximum(sums[:, 1], 1)
    recall = sums[:, 4 if by_overlap else 0] / np.maximum(sums[:, 2], 1)
    both = precision + recall
    f1 = np.sort(2 * precision * recall / np.where(both > 0, both, 1))
    low, high = f1[int(0.025 * len(f1))], f1[int(0.975 * len(f1)) - 1]
    return [round(float(low), 4), round(float(high), 4)]
