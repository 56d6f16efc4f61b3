"""Count the words around the readings of short forms: the table behind `graph.linker.context`.

`python -m graph.linker.contexts CORPUS.jsonl > contexts.tsv` makes it anew, to be put into `graph/linker/data/`. The
corpus has an object a line with `abstract` and, if known, `title`. Nothing in it is labelled: an abstract speaks of
semi-supervised learning where it writes that name out. The name itself is cut out of the words that are counted.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from graph.catalog import read_catalog
from graph.linker.abbreviations import find_definitions
from graph.linker.context import (
    LEAST_ABSTRACTS,
    Contexts,
    Counts,
    generate,
    is_short_form,
    short_form,
    weight,
    words_of,
)
from graph.linker.document import read_document
from graph.linker.matcher import find_candidates, make_matcher
from graph.linker.mention import Spans
from graph.linker.readings import read_candidates
from graph.linker.tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from graph.linker.matcher import Matcher
    from graph.model import Spelling

_SURE = 0.95
"""A mention below this score was decided by its context, which must not teach itself."""

_LEAST_USES = 5
_LEAST_COUNT = 3
_LEAST_EVERYWHERE = 8
_LEAST_WEIGHT = 1.3
_MOST_WORDS = 40


class Sample(NamedTuple):
    """What an abstract teaches.

    Attributes:
        words: Its words without the names of readings, and without the short forms that stand in longer names.
        written: The readings that it writes out.
        shorts: The short forms that it uses.
        otherwise: Those that it defines as something that the catalogue does not know.
    """

    words: frozenset[str]
    written: frozenset[str]
    shorts: frozenset[str]
    otherwise: frozenset[str]


def short_forms(spellings: Iterable[Spelling]) -> dict[str, tuple[str, ...]]:
    """Return the short forms that need a reason for a reading, with all their readings."""
    readings: dict[str, set[str]] = defaultdict(set)
    open_forms = set()
    for spelling in spellings:
        if is_short_form(spelling.text):
            readings[spelling.text].add(spelling.entity)
            if spelling.rule == "context":
                open_forms.add(spelling.text)
    return {short: tuple(sorted(readings[short])) for short in sorted(open_forms)}


def read_sample(raw: str, title_start: int | None, matcher: Matcher, shorts: Mapping[str, Sequence[str]]) -> Sample:
    """Return what the raw text of a paper teaches of these short forms."""
    document = read_document(raw, title_start)
    text = document.text
    candidates = find_candidates(document, tokenize(text), matcher)
    zones = Spans(document.zones)
    definitions = [d for d in find_definitions(text, document.sentences) if not zones.touch(d.short_start, d.short_end)]
    decided, _, unknown = read_candidates(text, candidates, definitions, matcher, document.zones)
    readings = {reading for ids in shorts.values() for reading in ids}
    named = [m for m in decided if m.entity.id in readings]
    used = [c for c in candidates if short_form(text[c.start : c.end]) in shorts]
    defined = [d for d in definitions if text[d.short_start : d.short_end] in shorts]
    cut = [*((m.start, m.end) for m in named), *((c.start, c.end) for c in used)]
    cut += [(d.long_start, d.long_end) for d in defined]
    return Sample(
        words_of(_without(text, cut)) - {short.lower() for short in shorts},
        frozenset(m.entity.id for m in named if m.score >= _SURE and text[m.start : m.end] not in shorts)
        | frozenset(m.entity.id for m in named if m.method == "abbreviation"),
        frozenset(short_form(text[c.start : c.end]) for c in used),
        frozenset(text[d.short_start : d.short_end] for d in unknown) & shorts.keys(),
    )


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def count_contexts(samples: Sequence[Sample], shorts: Mapping[str, Sequence[str]]) -> Contexts:
    """Return the counts of the readings worth deciding, over the words that tell them from other texts."""
    rivals = _rivals(shorts)
    everywhere = Counts(len(samples), Counter(word for sample in samples for word in sample.words))
    all_counts = {
        reading: Counts(len(own), Counter(word for sample in own for word in sample.words))
        for reading, own in _samples_of(samples, rivals).items()
    }
    chosen = {short: ids for short, ids in shorts.items() if _worth(short, ids, samples, all_counts)}
    telling = {reading: _telling(all_counts[reading], everywhere) for ids in chosen.values() for reading in ids}
    kept: dict[str, Counts] = {}
    for reading in telling:
        wanted = set().union(*(telling[other] for other in (reading, *rivals[reading]) if other in telling))
        abstracts, counts = all_counts[reading]
        if wanted & counts.keys():
            kept[reading] = Counts(abstracts, {word: counts[word] for word in sorted(wanted & counts.keys())})
    words = {word for counts in kept.values() for word in counts.words}
    return Contexts(Counts(len(samples), {word: everywhere.words[word] for word in words}), kept)


def _rivals(shorts: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    rivals: dict[str, set[str]] = defaultdict(set)
    for ids in shorts.values():
        for reading in ids:
            rivals[reading].update(other for other in ids if other != reading)
    return rivals


def _samples_of(samples: Sequence[Sample], rivals: Mapping[str, set[str]]) -> dict[str, list[Sample]]:
    """Return by reading the samples that write it out, and none of its rivals."""
    found: dict[str, list[Sample]] = {reading: [] for reading in rivals}
    for sample in samples:
        for reading in sorted(sample.written):
            if reading in found and not sample.written & rivals[reading]:
                found[reading].append(sample)
    return found


def _worth(short: str, ids: Sequence[str], samples: Sequence[Sample], counts: Mapping[str, Counts]) -> bool:
    """Say whether there is enough to count, somebody uses the short form, and most who define it mean a reading."""
    if max(counts[reading].abstracts for reading in ids) < LEAST_ABSTRACTS:
        return False
    using = [sample for sample in samples if short in sample.shorts or short in sample.otherwise]
    known = sum(not sample.written.isdisjoint(ids) for sample in using)
    return len(using) >= _LEAST_USES and known > sum(short in sample.otherwise for sample in using)


def _telling(counts: Counts, everywhere: Counts) -> set[str]:
    """Return the words that speak most for a reading: often there, seldom elsewhere."""
    weights = {
        word: count * weight(word, counts, everywhere)
        for word, count in counts.words.items()
        if count >= _LEAST_COUNT
        and everywhere.words[word] >= _LEAST_EVERYWHERE
        and weight(word, counts, everywhere) >= _LEAST_WEIGHT
    }
    return set(sorted(weights, key=lambda word: (-weights[word], word))[:_MOST_WORDS])


def read_samples(lines: Iterable[str], matcher: Matcher, shorts: Mapping[str, Sequence[str]]) -> Iterator[Sample]:
    """Yield a sample for each line of a corpus."""
    for line in lines:
        paper = json.loads(line)
        title = paper.get("title") or ""
        raw = f"{paper['abstract']}\n\n{title}" if title else paper["abstract"]
        yield read_sample(raw, len(raw) - len(title) if title else None, matcher, shorts)


if __name__ == "__main__":
    catalog = read_catalog()
    forms = short_forms(catalog.spellings)
    with Path(sys.argv[1]).open(encoding="utf-8") as corpus:
        found = list(read_samples(corpus, make_matcher(catalog.entities, catalog.spellings), forms))
    sys.stdout.writelines(generate(count_contexts(found, forms)))
