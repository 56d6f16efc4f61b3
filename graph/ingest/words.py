"""How alike two texts are by the words that few texts have.

The counts are shipped, not those of the store: were they, a paper that has nothing to do with a name could part two
papers that share it. `python -m graph.ingest.words CORPUS.jsonl > graph/ingest/words.tsv` makes them anew; the corpus
has an object a line with `abstract` and, if known, `title`.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections import Counter
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from graph.clean import clean
from graph.names import fold_word, singular

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_WORD = re.compile(r"[^\W\d_]{3,}")
_LEAST = 50
"""Texts of the corpus that a word in the table has; one that is not there counts as if it had as many."""
_MOST = 0.1
"""Share of the texts above which a word tells nothing: "propose", "model"."""
_ALL = "*"


def words_of(text: str) -> frozenset[str]:
    """Return the words of three letters or more, folded, in the singular."""
    return frozenset(singular(fold_word(word)) for word in _WORD.findall(clean(text).text))


def weigh(words: Iterable[str]) -> float:
    """Return how much words tell together; an abstract has about 1000."""
    weights, rare = _weights()
    return math.fsum(weights.get(word, rare) for word in words)


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the cosine of two texts, 0 to 1, rounded so that the last bit of a logarithm decides nothing."""
    norms = weigh(one) * weigh(other)
    return round(weigh(one & other) / math.sqrt(norms), 9) if norms else 0.0


@cache
def _weights() -> tuple[Mapping[str, float], float]:
    """Return the weight of each word in the table, and that of all others."""
    lines = files("graph.ingest").joinpath("words.tsv").read_text(encoding="utf-8").splitlines()
    counts = {word: int(count) for word, _, count in (line.partition("\t") for line in lines)}
    texts = counts.pop(_ALL)
    weights = {word: math.log(texts / count) ** 2 * (count < _MOST * texts) for word, count in counts.items()}
    return weights, math.log(texts / _LEAST) ** 2


def count(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of the table from those of a corpus."""
    found: Counter[str] = Counter()
    for line in lines:
        record = json.loads(line)
        found.update({_ALL, *words_of(f"{record['abstract']}\n\n{record.get('title') or ''}")})
    for word, number in sorted(found.items()):
        if number >= _LEAST:
            yield f"{word}\t{number}\n"


if __name__ == "__main__":
    with Path(sys.argv[1]).open(encoding="utf-8") as corpus:
        sys.stdout.writelines(count(corpus))
