"""Tell the readings of a short form apart by the words of the text, or leave it open.

Each reading has a row in `data/contexts.tsv`: how many abstracts wrote it out, and how many of those held each of the
words that tell it from other texts. A word counts for a reading by the logarithm of its rate there over its rate in all
abstracts; counts are shrunk to that rate, so that a reading with few abstracts wins nothing by being rare. A text that
speaks of none of the readings scores near zero for all of them.
"""

from __future__ import annotations

import math
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

ALL = "*"
"""Stands for a reading in the row that counts all abstracts."""

_WORD = re.compile(r"[a-z]{3,}")
LEAST_ABSTRACTS = 8
"""A reading that fewer abstracts write out is never chosen; it may still keep another from being so."""

_SHRINK = 5.0
"""Abstracts at the base rate that are added to those of a reading."""

_MOST_PER_WORD = 3.0
"""No single word decides: it takes two at least to pass the margin."""

_MARGIN_ABOVE_OTHERS = 3.0
_MARGIN_ABOVE_ALL = 4.0


_LEAST_CAPITALS = 2


class Counts(NamedTuple):
    """How many abstracts there are, and how many of them hold each word."""

    abstracts: int
    words: Mapping[str, int]


class Contexts(NamedTuple):
    """The counts over all abstracts, and over those that write a reading out, by its id."""

    everywhere: Counts
    readings: Mapping[str, Counts]


def is_short_form(name: str) -> bool:
    """Say whether a name is one word with capitals enough to be no ordinary word: SAM, LoRA, but not Alignment."""
    return name.isalnum() and sum(map(str.isupper, name)) >= _LEAST_CAPITALS


def short_form(surface: str) -> str:
    """Return the surface without a plural: SAM for SAMs."""
    return surface[:-1] if surface[-1:] == "s" and surface[-2:-1].isupper() else surface


def words_of(text: str) -> frozenset[str]:
    """Return the words of at least three letters, in lower case."""
    return frozenset(_WORD.findall(text.lower()))


def decide(words: frozenset[str], readings: Sequence[str], contexts: Contexts | None = None) -> str | None:
    """Return the reading that the words speak for, or None where no reading is ahead by the margin.

    Args:
        words: All words of the text.
        readings: Ids of the entities that the short form may mean.
        contexts: Other counts than the shipped ones.
    """
    known = contexts or shipped_contexts()
    counts = {reading: known.readings.get(reading, Counts(0, {})) for reading in sorted(readings)}
    telling = sorted(words.intersection(set().union(*(count.words for count in counts.values()))))
    scores = {
        reading: sum(weight(word, count, known.everywhere) for word in telling) for reading, count in counts.items()
    }
    best = max(scores, key=lambda reading: scores[reading])
    others = [score for reading, score in scores.items() if reading != best]
    ahead = scores[best] - max(others, default=-math.inf)
    sure = scores[best] >= _MARGIN_ABOVE_ALL and ahead >= _MARGIN_ABOVE_OTHERS
    return best if sure and counts[best].abstracts >= LEAST_ABSTRACTS else None


def weight(word: str, counts: Counts, everywhere: Counts) -> float:
    """Return how much a word speaks for a reading (above zero) or against it."""
    rate = everywhere.words[word] / everywhere.abstracts
    there = (counts.words.get(word, 0) + _SHRINK * rate) / (counts.abstracts + _SHRINK)
    return max(-_MOST_PER_WORD, min(_MOST_PER_WORD, math.log(there / rate)))


@cache
def shipped_contexts() -> Contexts:
    """Return the shipped counts."""
    return parse(files("graph.linker").joinpath("data/contexts.tsv").read_text(encoding="utf-8").splitlines())


def parse(lines: Iterable[str]) -> Contexts:
    """Return the counts from lines as `generate` yields them."""
    rows: dict[str, Counts] = {}
    for line in lines:
        reading, abstracts, *cells = line.split("\t")
        words = (cell.rpartition(" ") for cell in cells)
        rows[reading] = Counts(int(abstracts), {word: int(count) for word, _, count in words})
    return Contexts(rows.pop(ALL), rows)


def generate(contexts: Contexts) -> Iterator[str]:
    """Yield a line a reading, the row of all abstracts first: id, abstracts, then each word with its abstracts."""
    for reading, counts in [(ALL, contexts.everywhere), *sorted(contexts.readings.items())]:
        cells = (f"{word} {count}" for word, count in sorted(counts.words.items()))
        yield "\t".join((reading, str(counts.abstracts), *cells)) + "\n"
