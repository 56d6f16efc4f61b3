"""Decide what each candidate means: the document's own definition first, then its rule, then a reason in the text.

A candidate whose readings nothing tells apart stays unclear; it is never linked by guess.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from graph.linker import wording
from graph.linker.context import decide, is_short_form, short_form, words_of
from graph.linker.cues import beside_data, tested_on
from graph.linker.mention import LIST_SEPARATOR, Mention, Placed, Spans, Unclear, occurrences, without_overlaps
from graph.names import fold, fold_word, singular

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graph.linker.abbreviations import Definition
    from graph.linker.matcher import Candidate, Matcher
    from graph.model import Entity, Method, Spelling

_WORD = re.compile(r"[^\W\d_]+|\d+")
_LEAST_SHARED_WORDS = 0.5
_CONTEXT_SCORE = 0.8
_TASK_LIKE = frozenset({"task", "field", "application"})
_TASK_NOUN = re.compile(r"\s+(?:tasks?|problems?)\b")
_WAY_NOUN = re.compile(r"\s+(?:methods?|techniques?|algorithms?|strateg(?:y|ies)|approach(?:es)?)\b")
_LIST_REACH = 30
_UNMISTAKABLE = re.compile(r"(?=.*[a-z])(?=.*[A-Z].*[A-Z])[A-Za-z\d]{5,}|[A-Z]{2,}\d{2,}|[A-Z]{6,}")
"""Mixed letters (LightGBM), letters and a number (BM25), or six capitals and more (HDBSCAN)."""
_WORDS_SCORE = 0.65


def read_candidates(
    text: str,
    candidates: Sequence[Candidate],
    definitions: Sequence[Definition],
    matcher: Matcher,
    zones: Sequence[tuple[int, int]],
) -> tuple[list[Mention], list[Unclear], list[Definition]]:
    """Return what is decided, what is unclear, and the definitions whose long form the catalogue does not know."""
    plain = [mention for candidate in candidates if (mention := _plain(text, candidate, matcher.entities))]
    meant: dict[str, list[tuple[Definition, Entity | None]]] = defaultdict(list)
    for definition in definitions:
        short = text[definition.short_start : definition.short_end]
        meant[short].append((definition, _defined(text, definition, plain, matcher)))
    known = {short: entity for short, senses in meant.items() if (entity := senses[0][1]) and not _several(senses)}
    unknown = [senses[0][0] for senses in meant.values() if not senses[0][1] and not _several(senses)]
    unknown = [definition for definition in unknown if not _written_out(text, definition, matcher)]
    shorts, doubtful = _several_senses(text, [senses for senses in meant.values() if _several(senses)])
    blocked = Spans(zones)
    shorts += [m for m in _short_forms(text, known, candidates) if not blocked.touch(m.start, m.end)]
    settled = [(m.start, m.end) for m in shorts] + [(u.start, u.end) for u in doubtful]
    taken = Spans(settled + _undecided_zones(text, unknown, candidates))
    rest = [candidate for candidate in candidates if not taken.touch(candidate.start, candidate.end)]
    decided, unclear = _decide(text, rest, matcher.entities, shorts)
    return without_overlaps([*shorts, *decided]), [*doubtful, *unclear], unknown


def _several(senses: Sequence[tuple[Definition, Entity | None]]) -> bool:
    """Say whether the document defines one short form as several things."""
    return len(senses) > 1 and len({entity.id if entity else place for place, (_, entity) in enumerate(senses)}) > 1


def _several_senses(
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


def _plain(text: str, candidate: Candidate, entities: Mapping[str, Entity]) -> Mention | None:
    """Return the reading that needs no reason, if there is just one."""
    sure = [spelling for spelling in candidate.spellings if spelling.rule != "context"]
    surface = text[candidate.start : candidate.end]
    for chosen in (
        sure,
        [s for s in sure if s.text == surface],
        [s for s in sure if entities[s.entity].name == surface],
    ):
        if len({spelling.entity for spelling in chosen}) == 1:
            return _mention(text, candidate, chosen, entities)
    return None


def _mention(
    text: str,
    candidate: Candidate,
    spellings: Sequence[Spelling],
    entities: Mapping[str, Entity],
    *,
    score: float | None = None,
) -> Mention:
    surface = text[candidate.start : candidate.end]
    method: Method = "exact" if any(spelling.text == surface for spelling in spellings) else "variant"
    sure = 1.0 if method == "exact" else 0.95
    return Mention(
        candidate.start, candidate.end, entities[spellings[0].entity], method, sure if score is None else score
    )


def _defined(text: str, definition: Definition, plain: Sequence[Mention], matcher: Matcher) -> Entity | None:
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


def _written_out(text: str, definition: Definition, matcher: Matcher) -> bool:
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


def _short_forms(text: str, known: Mapping[str, Entity], candidates: Sequence[Candidate]) -> list[Mention]:
    """Return every place of a defined short form, unless a longer name of the catalogue covers it."""
    found = []
    placed = Placed(candidates)
    for short, entity in known.items():
        for start, end in occurrences(text, short):
            if not _in_longer(start, end, placed):
                found.append(Mention(start, end, entity, "abbreviation", 0.95))
    return found


def _undecided_zones(
    text: str, unknown: Sequence[Definition], candidates: Sequence[Candidate]
) -> list[tuple[int, int]]:
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


def _decide(
    text: str, candidates: Sequence[Candidate], entities: Mapping[str, Entity], shorts: Sequence[Mention]
) -> tuple[list[Mention], list[Unclear]]:
    plain = {c.start: m for c in candidates if (m := _plain(text, c, entities))}
    decided = [m for c in candidates if (m := plain.get(c.start)) and not _contested(c)]
    open_candidates = [c for c in candidates if c.start not in plain or _contested(c)]
    present = {m.entity.id for m in (*decided, *shorts)}
    # A list lends its kind along its whole length: the second round sees what the first decided.
    for _ in range(2):
        still_open = []
        placed = Placed([*decided, *shorts])
        for candidate in open_candidates:
            mention = _by_reason(text, candidate, entities, present, placed)
            if mention:
                decided.append(mention)
            else:
                still_open.append(candidate)
        open_candidates = still_open
    last = plain | {m.start: m for m in _by_words(text, open_candidates, entities)}
    decided += [m for c in open_candidates if (m := last.get(c.start))]
    unclear = [
        Unclear(c.start, c.end, tuple(sorted({s.entity for s in c.spellings})))
        for c in open_candidates
        if c.start not in last and _name_like(text[c.start : c.end])
    ]
    return [_surer(m, plain.get(m.start)) for m in decided], unclear


def _surer(decided: Mention, plain: Mention | None) -> Mention:
    """Return the mention that needs no reason, if the reason only says the same."""
    return plain if plain and plain.entity.id == decided.entity.id else decided


def _contested(candidate: Candidate) -> bool:
    """Say whether a reading that needs a reason stands beside one that needs none, and wins where it has one."""
    return any(s.rule == "context" for s in candidate.spellings) and len({s.entity for s in candidate.spellings}) > 1


def _by_words(text: str, candidates: Sequence[Candidate], entities: Mapping[str, Entity]) -> list[Mention]:
    """Return the short forms whose reading all the words of the text speak for."""
    found = []
    words = frozenset[str]()
    for candidate in candidates:
        surface = short_form(text[candidate.start : candidate.end])
        if is_short_form(surface) and any(spelling.text == surface for spelling in candidate.spellings):
            words = words or words_of(text)
            chosen = decide(words, [spelling.entity for spelling in candidate.spellings])
            spellings = [spelling for spelling in candidate.spellings if spelling.entity == chosen]
            if spellings:
                found.append(_mention(text, candidate, spellings, entities, score=_WORDS_SCORE))
    return found


def _by_reason(
    text: str, candidate: Candidate, entities: Mapping[str, Entity], present: Iterable[str], mentions: Placed[Mention]
) -> Mention | None:
    """Return the one reading that the document gives a reason for, or None."""
    readings = {spelling.entity: entities[spelling.entity] for spelling in candidate.spellings}
    supported = [entity for entity in readings.values() if entity.id in present]
    if not supported and _name_like(text[candidate.start : candidate.end]):
        # A name may end in a sign that its key leaves out: "the WHAM! dataset".
        end = candidate.end + text.startswith("!", candidate.end)
        if beside_data(text, candidate.start, end) or tested_on(text, candidate.start, end):
            supported = [entity for entity in readings.values() if entity.kind == "dataset"]
        else:
            neighbours = [(m.entity.kind, m.entity.subkind) for m in _list_neighbours(text, candidate, mentions)]
            supported = [entity for entity in readings.values() if (entity.kind, entity.subkind) in neighbours]
            if not supported and wording.CITED.match(text, end):
                supported = list(readings.values())
    elif not supported:
        supported = _words_at_work(text, candidate, list(readings.values()), mentions)
    if len(supported) != 1:
        return None
    spellings = [spelling for spelling in candidate.spellings if spelling.entity == supported[0].id]
    return _mention(text, candidate, spellings, entities, score=_CONTEXT_SCORE)


def _words_at_work(
    text: str, candidate: Candidate, readings: Sequence[Entity], mentions: Placed[Mention]
) -> list[Entity]:
    """Return the readings of an ordinary word that its noun ("classification tasks") or its list speaks for.

    Only the name itself is read so: "planning problem" is too thin for another spelling of automated planning.
    """
    named = fold(text[candidate.start : candidate.end])
    after = text[candidate.end : candidate.end + 20]
    neighbours = {(m.entity.kind, m.entity.subkind) for m in _list_neighbours(text, candidate, mentions)}
    return [
        entity
        for entity in readings
        if fold(entity.name) == named
        and (
            (entity.subkind in _TASK_LIKE and (_TASK_NOUN.match(after) or (entity.kind, entity.subkind) in neighbours))
            or (entity.kind == "technique" and (_WAY_NOUN.match(after) or (entity.kind, entity.subkind) in neighbours))
        )
    ]


def _list_neighbours(text: str, candidate: Candidate, mentions: Placed[Mention]) -> list[Mention]:
    return [
        mention
        for mention in mentions.touching(candidate.start - _LIST_REACH, candidate.end + _LIST_REACH)
        if (mention.end <= candidate.start and LIST_SEPARATOR.fullmatch(text[mention.end : candidate.start]))
        or (candidate.end <= mention.start and LIST_SEPARATOR.fullmatch(text[candidate.end : mention.start]))
    ]


def _name_like(surface: str) -> bool:
    return any(char.isupper() or char.isdigit() for char in surface)
