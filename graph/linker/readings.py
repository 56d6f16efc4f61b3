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
from graph.linker.mention import LIST_SEPARATOR, Mention, Placed, Spans, Unclear, without_overlaps
from graph.linker.senses import defined, several, several_senses, short_forms, undecided_zones, written_out
from graph.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graph.linker.abbreviations import Definition
    from graph.linker.matcher import Candidate, Matcher
    from graph.model import Entity, Method, Spelling

_CONTEXT_SCORE = 0.8
_TASK_LIKE = frozenset({"task", "field", "application"})
_TASK_NOUN = re.compile(r"\s+(?:tasks?|problems?)\b")
_WAY_NOUN = re.compile(r"\s+(?:methods?|techniques?|algorithms?|strateg(?:y|ies)|approach(?:es)?)\b")
_LIST_REACH = 30
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
        meant[short].append((definition, defined(text, definition, plain, matcher)))
    known = {short: entity for short, senses in meant.items() if (entity := senses[0][1]) and not several(senses)}
    unknown = [senses[0][0] for senses in meant.values() if not senses[0][1] and not several(senses)]
    unknown = [definition for definition in unknown if not written_out(text, definition, matcher)]
    shorts, doubtful = several_senses(text, [senses for senses in meant.values() if several(senses)])
    blocked = Spans(zones)
    shorts += [m for m in short_forms(text, known, candidates) if not blocked.touch(m.start, m.end)]
    settled = [(m.start, m.end) for m in shorts] + [(u.start, u.end) for u in doubtful]
    taken = Spans(settled + undecided_zones(text, unknown, candidates))
    rest = [candidate for candidate in candidates if not taken.touch(candidate.start, candidate.end)]
    decided, unclear = _decide(text, rest, matcher.entities, shorts)
    return without_overlaps([*shorts, *decided]), [*doubtful, *unclear], unknown


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
