"""Find names that the catalogue lacks: shape plus cues; all places of a name in the paper vote on its kind."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graph.linker import wording
from graph.linker.candidates import candidate_spans
from graph.linker.cues import head_kind, read_cues
from graph.linker.mention import LIST_SEPARATOR, Mention, Placed, Spans, ends_list, occurrences
from graph.linker.shape import is_name
from graph.model import Entity, Kind
from graph.names import fold, slug

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph.linker.abbreviations import Definition
    from graph.linker.document import Document

_LEAST_VOTES = 4
"""Twice the number of weak cues that make a name: one strong cue (a head noun beside it) or two weak ones."""
_FULL_VOTES = 12
_GENERIC = frozenset("method model framework approach algorithm system dataset benchmark ours baseline".split())
_CAMEL = re.compile(r"[a-z]{2}[A-Z]|[A-Z][a-z]+[A-Z]{2}")
"""Capitals after small letters: hardly anything but a name is written so."""
_HYPHEN_OR_BLANK = re.compile(r"[-‐‑–\s]")
_TWO_LETTERS = 2
_LONGEST_GLOSS = 60


@dataclass(slots=True)
class _Name:
    """What was gathered on one name of the paper."""

    places: list[tuple[int, int]] = field(default_factory=list)
    votes: Counter[Kind] = field(default_factory=Counter)
    proposed: list[tuple[int, int]] = field(default_factory=list)
    long: str = ""
    form: str = ""
    gloss: str = ""


def discover(
    document: Document, mentions: Sequence[Mention], definitions: Sequence[Definition], known: Mapping[str, object]
) -> tuple[list[Mention], frozenset[tuple[int, int]]]:
    """Return mentions of new names, and the places where the paper proposes one.

    Args:
        mentions: What is decided already; it lends its kind to neighbours in a list.
        definitions: Short forms whose long form the catalogue does not know.
        known: Folded spellings of the catalogue; a new name that is spelled alike gets a gloss in its id.
    """
    names = _gather(document, mentions, definitions)
    _lend_kinds(document.text, names, mentions)
    found: list[Mention] = []
    proposed: set[tuple[int, int]] = set()
    for key in sorted(names):
        name = names[key]
        kind = _kind(name)
        # A name that the catalogue spells too is a new thing only where the paper says so.
        if kind is None or (key in known and not (name.proposed or name.long)):
            continue
        entity = _entity(document.text, name, kind, known)
        score = round(min(0.9, 0.4 + 0.5 * name.votes[kind] / _FULL_VOTES), 2)
        for start, end in _all_places(document, name):
            found.append(Mention(start, end, entity, "discovered", score))
        proposed.update(name.proposed)
    return found, frozenset(proposed)


def _gather(document: Document, mentions: Sequence[Mention], definitions: Sequence[Definition]) -> dict[str, _Name]:
    """Return the candidates by folded name, with the votes of all their places."""
    text = document.text
    names: dict[str, _Name] = defaultdict(_Name)
    spans = candidate_spans(document, mentions, definitions)
    placed = Placed(mentions)
    long_of = {fold(text[d.short_start : d.short_end]): d for d in definitions}
    for start, end in sorted(spans):
        name = names[fold(text[start:end])]
        name.places.append((start, end))
        name.form = name.form or text[start:end]
        cues = read_cues(text, (start, end), document.sentence_of(start), in_title=document.in_title(start))
        name.votes.update(cues.kinds)
        # What is known inside a longer name ("EfficientDet-D0") lends its kind, and is never linked in its place.
        for inner in placed.touching(start, end):
            # A concept in a name ("MTL-UE") tells what the named thing is for, not what it is.
            known_kind = inner.entity.kind
            name.votes.update({"technique": 4} if known_kind == "concept" else {known_kind: 8})
        name.proposed += [(start, end)] * (cues.proposed or cues.achieves)
        name.gloss = name.gloss or cues.gloss
    for key, definition in long_of.items():
        _add_definition(document, names[key], definition, mentions)
    return {key: name for key, name in names.items() if key and name.places}


def _add_definition(document: Document, name: _Name, definition: Definition, mentions: Sequence[Mention]) -> None:
    """Let the long form of a short form vote too, by its head noun and by the words around it."""
    text = document.text
    long = (definition.long_start, definition.long_end)
    name.long = text[slice(*long)]
    name.form = text[definition.short_start : definition.short_end]
    name.places.append(long)
    cues = read_cues(text, long, document.sentence_of(long[0]), in_title=document.in_title(long[0]))
    name.votes.update(cues.kinds)
    if cues.proposed or cues.near:
        name.proposed += [long, (definition.short_start, definition.short_end)]
    head = next((m.entity.kind for m in mentions if m.end == long[1] and m.start >= long[0]), None) or head_kind(
        name.long
    )
    if wording.MEASURE_ENDING.search(name.long):
        head = "concept"
    plain = name.long.islower() and len(name.form) == _TWO_LETTERS and not name.proposed
    if plain or wording.ORGANISATION.search(name.long):
        # "subject models (SMs)" is no name, and a society is no entity here.
        name.votes.clear()
        name.places.clear()
        return
    if head:
        name.votes[head] += 6
    elif sum(part[:1].isupper() for part in _HYPHEN_OR_BLANK.split(name.long)) >= 2:
        name.votes["technique"] += 3
    elif not name.proposed:
        # "key-value (KV)": a short form whose long form has no noun that says what it is names nothing by itself.
        name.votes.clear()


def _lend_kinds(text: str, names: Mapping[str, _Name], mentions: Sequence[Mention]) -> None:
    """Let neighbours in a list vote: what stands in a row with datasets is a dataset."""
    placed = sorted(
        [(place, key) for key, name in names.items() for place in name.places]
        + [((m.start, m.end), m.entity.kind) for m in mentions]
    )
    lent: set[str] = set()
    for _ in range(2):
        for (left, left_key), (right, right_key) in itertools.pairwise(placed):
            if not LIST_SEPARATOR.fullmatch(text[left[1] : right[0]]) or ends_list(text, left, right[0]):
                continue
            for key, other in ((left_key, right_key), (right_key, left_key)):
                kind = _lent(names, other)
                if key in names and key not in lent and kind in ("dataset", "technique"):
                    lent.add(key)
                    names[key].votes[kind] += 4


def _lent(names: Mapping[str, _Name], other: str) -> Kind | None:
    if other not in names:
        return other if other in ("dataset", "technique", "concept") else None  # type: ignore[return-value]
    best = names[other].votes.most_common(1)
    return best[0][0] if best and best[0][1] >= 6 else None


def _kind(name: _Name) -> Kind | None:
    """Return the kind that the votes give, or None; a new concept needs a definition, an odd shape a proposal."""
    if _CAMEL.search(name.form) and len(name.places) > 1:
        name.votes["technique"] += 2  # a distinct name that the text comes back to
    if name.form.lower() in _GENERIC or not name.votes:
        return None
    kind, votes = min(name.votes.items(), key=lambda item: (-item[1], item[0]))
    if kind == "concept" and name.proposed and not name.long and " " not in name.form:
        kind = "technique"  # one word that is made up names a thing: "Code2World, a coder for image generation"
    if (kind == "concept" and not (name.long or name.proposed)) or not (
        name.proposed or name.long or is_name(name.form) or " " in name.form
    ):
        return None
    bonus = (len(name.places) > 1) + 2 * bool(name.proposed) + 2 * bool(_CAMEL.search(name.form))
    return kind if votes + bonus >= _LEAST_VOTES else None


def _entity(text: str, name: _Name, kind: Kind, known: Mapping[str, object]) -> Entity:
    # Two papers' short forms are two things unless their long forms agree, so the long form is part of the id.
    words = "-".join([slug(name.form), slug(name.long)[:_LONGEST_GLOSS].strip("-")]).strip("-")
    if fold(name.form) in known and not name.long:
        words += "-" + (slug(name.gloss) or "new")
    return Entity(
        id=f"{kind}:{words}",
        kind=kind,
        name=name.form,
        aliases=(name.long,) if name.long and fold(name.long) != fold(name.form) else (),
        status="discovered",
    )


def _all_places(document: Document, name: _Name) -> list[tuple[int, int]]:
    """Return the gathered places and every other place of the name as written."""
    forms = dict.fromkeys([name.form, *(document.text[slice(*place)] for place in name.places)])
    places = set(name.places)
    blocked = Spans(document.zones)
    for form in forms:
        places.update(span for span in occurrences(document.text, form) if not blocked.touch(*span))
    return sorted(places)
