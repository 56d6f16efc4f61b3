"""What the document itself says its short forms mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.linker import wording
from graph.linker.mention import Mention, Placed, Unclear, occurrences
from graph.names import fold, fold_word, singular

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph.linker.abbreviations import Definition
    from graph.linker.matcher import Candidate, Matcher
    from graph.model import Entity

_WORD = re.compile(r"[^\W\d_]+|\d+")
_LEAST_SHARED_WORDS = 0.5
_UNMISTAKABLE = re.compile(r"(?=.*[a-z])(?=.*[A-Z].*[A-Z])[A-Za-z\d]{5,}|[A-Z]{2,}\d{2,}|[A-Z]{6,}")
"""Mixed letters (LightGBM), letters and a number (BM25), or six capitals and more (HDBSCAN)."""


def several(senses: Sequence[tuple[Definition, Entity | None]]) -> bool:
    """Say whether the document defines one short form as several things."""
    return len(senses) > 1 and len({entity.id if entity else place for place, (_, entity) in enumerate(senses)}) > 1


def several_senses(
    text: str, twice: Sequence[Sequence[tuple[Definition, Entity | None]]]
) -> tuple[list[Mention], list[Unclear]]:
    """Decide a short form that is defined as several things only where it is defined; elsewhere it stays unclear."""
    decided: list[Mention] = []
    unclear: list[Unclear] = []
    for senses in twice:
        places = {(d.short_start, d.short_end) for d, _ in senses}
        decided += [Mention(d.short_start, d.short_end, e, "abbreviation", 0.95) for d, e in senses if e]
        candidates = tuple(sorted({entity.id for _, entity in senses if entity}))
        short = text[senses[0][0].short_start : senses[0][0].short_end]
        rest = (place for place in occurrences(text, short) if place not in places)
        unclear += [Unclear(start, end, candidates) for start, end in rest]
    return decided, unclear


def defined(text: str, definition: Definition, plain: Sequence[Mention], matcher: Matcher) -> Entity | None:
    """Return the entity that the long form names, or the reading of the short form that shares its words."""
    for mention in plain:
        if mention.end == definition.long_end and mention.start <= definition.long_start:
            return mention.entity
    spellings = matcher.look_up(fold(text[definition.short_start : definition.short_end]))
    long = _words(text[definition.long_start : definition.long_end])
    shares = {s.entity: _share(long, matcher.entities[s.entity]) for s in spellings}
    best = [
        entity
        for entity, share in sorted(shares.items())
        if share > _LEAST_SHARED_WORDS and share == max(shares.values())
    ]
    return matcher.entities[best[0]] if len(best) == 1 else None


def written_out(text: str, definition: Definition, matcher: Matcher) -> bool:
    """Say whether a definition only writes out a name that can mean nothing else: "LightGBM (Light Gradient …)".

    A name that the paper proposes is its own, whatever else is called so.
    """
    short = text[definition.short_start : definition.short_end]
    readings = {spelling.entity for spelling in matcher.look_up(fold(short)) if spelling.text == short}
    if len(readings) != 1 or not _UNMISTAKABLE.fullmatch(short):
        return False
    left = text[max(0, min(definition.short_start, definition.long_start) - 160) : definition.short_start]
    return not (wording.PROPOSE.search(left) or wording.PROPOSE_NEAR.search(left))


def _words(phrase: str) -> frozenset[str]:
    """Return the beginnings of the words of a phrase: "minimizer" and "minimization" begin alike."""
    return frozenset(singular(fold_word(word))[:6] for word in _WORD.findall(phrase))


def _share(long: frozenset[str], entity: Entity) -> float:
    """Return how much of the long form and of the entity's nearest name is common to both, 0 to 1."""
    names = [_words(name) for name in (entity.name, *entity.aliases)]
    return max((len(long & name) / len(long | name) for name in names if len(name) > 1), default=0.0)


def short_forms(text: str, known: Mapping[str, Entity], candidates: Sequence[Candidate]) -> list[Mention]:
    """Return every place of a defined short form, unless a longer name of the catalogue covers it."""
    found = []
    placed = Placed(candidates)
    for short, entity in known.items():
        for start, end in occurrences(text, short):
            if not _in_longer(start, end, placed):
                found.append(Mention(start, end, entity, "abbreviation", 0.95))
    return found


def undecided_zones(text: str, unknown: Sequence[Definition], candidates: Sequence[Candidate]) -> list[tuple[int, int]]:
    """Return the places of short forms that the document defines otherwise than the catalogue."""
    placed = Placed(candidates)
    return [
        place
        for definition in unknown
        for place in occurrences(text, text[definition.short_start : definition.short_end])
        if not _in_longer(*place, placed)
    ]


def _in_longer(start: int, end: int, candidates: Placed[Candidate]) -> bool:
    """Say whether a longer name of the catalogue covers the span."""
    return any(
        c.start <= start and end <= c.end and c.end - c.start > end - start for c in candidates.touching(start, end)
    )
