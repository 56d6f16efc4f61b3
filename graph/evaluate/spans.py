"""Predicted spans against gold spans: counts, scores, and the class of each error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from graph.evaluate.counts import Counts, Row, added, draw, exact, overlap

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

Place = tuple[int, int]


class Span(NamedTuple):
    """A mention: half open, with its label."""

    start: int
    end: int
    label: str

    @property
    def place(self) -> Place:
        """Return where it lies."""
        return self.start, self.end


@dataclass(frozen=True, slots=True)
class Compared:
    """The spans of one text.

    Attributes:
        neutral: A predicted span that lies on one of these and on no gold span is not counted.
    """

    gold: frozenset[Span]
    predicted: frozenset[Span]
    neutral: frozenset[Place] = frozenset()

    def without_neutral(self) -> Compared:
        """Return the same text with nothing neutral: every predicted span counts."""
        return Compared(self.gold, self.predicted)

    def counted(self) -> frozenset[Span]:
        """Return the predicted spans that count."""
        named = {span.place for span in self.gold}
        return frozenset(
            span
            for span in self.predicted
            if span in self.gold or touches(span.place, named) or not touches(span.place, self.neutral)
        )


def touches(place: Place, others: Iterable[Place]) -> bool:
    """Tell whether a place has a character in common with one of the others."""
    start, end = place
    return any(start < other_end and other_start < end for other_start, other_end in others)


def scores(texts: Sequence[Compared], labels: Sequence[str]) -> dict[str, Any]:
    """Return exact and overlap scores: overall and by label, where the label must agree, and blind to it.

    "overall" sums up the labels: a span that the gold has under two labels counts twice.
    """
    draws = draw(len(texts))
    tables = [(text.gold, text.counted()) for text in texts]
    by_label = {label: [_count(_places(g, label), _places(p, label)) for g, p in tables] for label in labels}
    whole = [added(counts) for counts in zip(*by_label.values(), strict=True)]
    blind = [_count({s.place for s in g}, {s.place for s in p}) for g, p in tables]
    by_kind: dict[str, Row] = {label: exact(counts, draws) for label, counts in by_label.items()}
    return {
        "overall": exact(whole, draws),
        "by_kind": by_kind,
        "overlap": {
            "overall": overlap(whole, draws),
            "by_kind": {label: overlap(counts, draws) for label, counts in by_label.items()},
        },
        "any_kind": {"exact": exact(blind, draws), "overlap": overlap(blind, draws)},
    }


def _places(spans: Iterable[Span], label: str) -> set[Place]:
    return {span.place for span in spans if span.label == label}


def _count(gold: Collection[Place], predicted: Collection[Place]) -> Counts:
    return Counts(
        len(set(gold) & set(predicted)),
        len(predicted),
        len(gold),
        sum(touches(place, gold) for place in predicted),
        sum(touches(place, predicted) for place in gold),
    )


def errors(text: Compared) -> Iterator[tuple[str, Span, Span | None]]:
    """Yield each error of a text as its class, the span it is about, and the span that was found in its place.

    `boundary`: found, of this kind, with another start or end. `kind`: found as another kind. `spurious`: predicted
    where the gold has nothing. `missed`: the gold's, with nothing wrong in its place. Sorted by place.
    """
    found: list[tuple[str, Span, Span | None]] = []
    told: set[Span] = set()
    for span in sorted(text.counted() - text.gold):
        met = [gold for gold in text.gold if touches(span.place, [gold.place])]
        if not met:
            found.append(("spurious", span, None))
            continue
        gold = min(met, key=lambda other: _distance(span, other))
        told.add(gold)
        found.append(("boundary" if gold.label == span.label else "kind", gold, span))
    found += [("missed", gold, None) for gold in text.gold - text.predicted - told]
    yield from sorted(found, key=lambda error: (error[1], error[0], error[2] or error[1]))


def _distance(span: Span, gold: Span) -> tuple[bool, bool, int, Span]:
    """Return how well a gold span answers for a wrong one: the same place, then the same label, then near ends."""
    apart = abs(span.start - gold.start) + abs(span.end - gold.end)
    return span.place != gold.place, span.label != gold.label, apart, gold
