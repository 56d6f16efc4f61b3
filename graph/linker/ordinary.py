"""Ordinary words: those that authors write in lower case, so that a capital at the start of a sentence makes no name.

`python -m graph.linker.ordinary CORPUS.jsonl > graph/linker/data/ordinary.txt` counts them anew: a word stands in the
list when at least five abstracts of the corpus hold it in lower case.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_LOWER_WORD = re.compile(r"(?<![\w-])[a-z]{2,}(?![\w-]*[A-Z0-9])")
_LEAST_ABSTRACTS = 5


@cache
def ordinary_words() -> frozenset[str]:
    """Return the shipped list."""
    return frozenset(files("graph.linker").joinpath("data/ordinary.txt").read_text(encoding="utf-8").split())


def count_ordinary(abstracts: Iterable[str]) -> list[str]:
    """Return the words that at least five of the abstracts hold in lower case, sorted."""
    counts = Counter(word for abstract in abstracts for word in set(_LOWER_WORD.findall(abstract)))
    return sorted(word for word, count in counts.items() if count >= _LEAST_ABSTRACTS)


if __name__ == "__main__":
    with Path(sys.argv[1]).open(encoding="utf-8") as lines:
        sys.stdout.write("\n".join(count_ordinary(json.loads(line)["abstract"] for line in lines)) + "\n")
