"""How often the words of an abstract decide the reading of a short form, and how often rightly.

Usage: python benchmarks/short_forms.py CORPUS.jsonl   (an object a line with `abstract` and `title`)

Half of the corpus, drawn by seed, is counted; the other half is asked. Asked are the abstracts that use a short form
and write one of its readings out, with every word taken away that begins like a word of a reading's name; and those
that define the short form as something else, where any decision is wrong.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from graph.catalog import read_catalog
from graph.linker.context import decide, is_short_form
from graph.linker.contexts import Sample, count_contexts, read_samples, short_forms
from graph.linker.matcher import make_matcher

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graph.linker.context import Contexts
    from graph.model import Entity

SEED = 7
STEM = 5


class Case(NamedTuple):
    """A short form in an abstract; `reading` is None where it means none of its readings."""

    short: str
    reading: str | None
    words: frozenset[str]


def cases(
    samples: Sequence[Sample], shorts: Mapping[str, Sequence[str]], entities: Mapping[str, Entity]
) -> Iterator[Case]:
    """Yield the uses whose meaning the abstract itself tells, without the words that tell it."""
    for sample in samples:
        for short in sorted(sample.shorts | sample.otherwise):
            written = sorted(sample.written.intersection(shorts[short]))
            if len(written) == 1 or (not written and short in sample.otherwise):
                stems = {stem for reading in shorts[short] for stem in name_stems(entities[reading])}
                words = frozenset(word for word in sample.words if word[:STEM] not in stems)
                yield Case(short, written[0] if written else None, words)


def name_stems(entity: Entity) -> set[str]:
    """Return the beginnings of the words in an entity's names."""
    names = [name for name in (entity.name, *entity.aliases) if not is_short_form(name)]
    return {word[:STEM] for name in names for word in re.findall("[a-z]{3,}", name.lower())}


def report(asked: Sequence[Case], shorts: Mapping[str, Sequence[str]], counts: Contexts) -> Iterator[str]:
    """Yield a line for all, for the homographs among them, and for each short form."""
    tallies: dict[str, Counter[str]] = {"all": Counter(), "two or more readings": Counter()}
    for case in asked:
        got = decide(case.words, shorts[case.short], counts)
        names = ["all", *(["two or more readings"] if len(shorts[case.short]) > 1 else []), case.short]
        for name in names:
            tally = tallies.setdefault(name, Counter())
            tally.update(asked=1, other=int(case.reading is None), decided=int(got is not None))
            tally["right"] += int(got is not None and got == case.reading)
    for name, tally in sorted(tallies.items(), key=lambda item: -item[1]["asked"]):
        share = f"{tally['right'] / tally['decided']:.3f}" if tally["decided"] else "-"
        yield (
            f"{name}: asked {tally['asked']} (of these none of the readings {tally['other']}), "
            f"decided {tally['decided']}, right {tally['right']}, precision {share}"
        )


def main(corpus: Path) -> None:
    """Print the report."""
    catalog = read_catalog()
    shorts = short_forms(catalog.spellings)
    with corpus.open(encoding="utf-8") as lines:
        samples = list(read_samples(lines, make_matcher(catalog.entities, catalog.spellings), shorts))
    random.Random(SEED).shuffle(samples)  # noqa: S311 - a split, no secret
    half = len(samples) // 2
    counts = count_contexts(samples[:half], shorts)
    print("\n".join(report(list(cases(samples[half:], shorts, catalog.entities)), shorts, counts)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
