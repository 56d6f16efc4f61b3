"""Score by name, text by text, whatever the spelling and however often a name stands there."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from graph.clean import clean
from graph.evaluate.counts import Counts, draw, interval, row_of
from graph.evaluate.gold import Reading, known_entities
from graph.linker.citations import find_citations
from graph.model import KINDS, Entity, Kind, Linked
from graph.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from loaders.paper import Paper


class GoldName(NamedTuple):
    """A name that a text has.

    `key` is the folded name; `listed` says under which heading the gold has it, `proposes` for what the paper proposes.
    """

    key: str
    name: str
    kind: Kind
    listed: str


@dataclass(frozen=True, slots=True)
class NamedText:
    """The names of one text.

    Attributes:
        place: What tells the text from others, as keys and values of an error.
        optional: Folded names that count neither way.
        cites: Keys of citations.
    """

    place: Mapping[str, Any]
    names: tuple[GoldName, ...]
    optional: frozenset[str] = frozenset()
    cites: frozenset[str] = frozenset()


def citation_keys(names: Iterable[str]) -> frozenset[str]:
    """Return the keys of citations that are given as one writes them: "Acharya et al., 2016"."""
    found = (find_citations(f"({name})", [(0, len(name) + 2)])[0] for name in names)
    return frozenset(citation.key for citations in found for citation in citations)


@dataclass(frozen=True, slots=True)
class _Predicted:
    """An entity found in a text, with every folded name it answers to and the place where it first stands."""

    entity: Entity
    keys: frozenset[str]
    proposed: bool
    start: int


@dataclass(slots=True)
class _Tally:
    """Counts of one text or of several, by group: `overall`, the kinds, `proposes`, `cites`, `kind_agreement`."""

    right: Counter[str] = field(default_factory=Counter)
    predicted: Counter[str] = field(default_factory=Counter)
    gold: Counter[str] = field(default_factory=Counter)
    errors: list[dict[str, Any]] = field(default_factory=list)

    def counts(self, group: str) -> Counts:
        return Counts(self.right[group], self.predicted[group], self.gold[group])

    def add(self, other: _Tally) -> None:
        self.right.update(other.right)
        self.predicted.update(other.predicted)
        self.gold.update(other.gold)
        self.errors += other.errors


def score_names(
    wanted: Sequence[NamedText],
    texts: Sequence[Paper],
    found: Sequence[Linked],
    entities: Mapping[str, Entity],
    *,
    kinds: Sequence[Kind] = KINDS,
) -> dict[str, Any]:
    """Return the scores by name of several texts.

    "overall" is blind to the kind; "by_kind" goes by the gold's kind, a wrong find by its own; "kind_agreement" is the
    share of right finds that also have the gold's kind; "errors" lists what was missed and what was wrong; "interval"
    has the 95 % bootstrap interval of F1, the texts being drawn.

    Args:
        kinds: Found entities of other kinds do not count.
    """
    tallies = [_score(*each, entities, kinds) for each in zip(wanted, texts, found, strict=True)]
    total = _Tally()
    for tally in tallies:
        total.add(tally)
    rows = {name: row_of(*total.counts(name)[:3]) for name in ("overall", *kinds, "proposes", "cites")}
    agreed, right = total.right["kind_agreement"], total.right["overall"]
    draws = draw(len(tallies))
    return {
        "overall": rows["overall"],
        "by_kind": {kind: rows[kind] for kind in kinds},
        "proposes": rows["proposes"],
        "cites": rows["cites"],
        "kind_agreement": round(agreed / right, 4) if right else 0.0,
        "interval": {name: interval([tally.counts(name) for tally in tallies], draws) for name in ("overall", *kinds)},
        "texts": len(wanted),
        "errors": total.errors,
    }


def _predictions(linked: Linked, entities: Mapping[str, Entity], kinds: Sequence[Kind]) -> list[_Predicted]:
    known = known_entities(linked, entities)
    surfaces: dict[str, set[str]] = {}
    first: dict[str, int] = {}
    proposed: set[str] = set()
    for link in linked.links:
        surfaces.setdefault(link.entity, set()).add(fold(clean(link.surface).text))
        first.setdefault(link.entity, link.start)
        if "PROPOSES" in link.roles:
            proposed.add(link.entity)
    found = []
    for id_, written in sorted(surfaces.items()):
        entity = known(id_)
        if entity.kind in kinds:
            keys = frozenset(written | {fold(name) for name in (entity.name, *entity.aliases)})
            found.append(_Predicted(entity, keys, id_ in proposed, first[id_]))
    return found


def _score(
    gold: NamedText, paper: Paper, linked: Linked, entities: Mapping[str, Entity], kinds: Sequence[Kind]
) -> _Tally:
    tally = _Tally()
    predictions = _predictions(linked, entities, kinds)
    answered: dict[int, _Predicted] = {}
    for index, name in enumerate(gold.names):
        free = [p for p in predictions if name.key in p.keys and not any(p is used for used in answered.values())]
        if free:
            answered[index] = free[0]
    for index, name in enumerate(gold.names):
        found = answered.get(index)
        for group in ("overall", name.kind):
            tally.gold[group] += 1
            tally.right[group] += found is not None
            tally.predicted[group] += found is not None
        tally.right["kind_agreement"] += found is not None and found.entity.kind == name.kind
        if found is None:
            missed = {"error": "missed", "kind": name.kind, "name": name.name, "list": name.listed}
            tally.errors.append({**gold.place, **missed})
    _count_wrong(tally, gold, predictions, paper)
    _count_proposed(tally, gold, predictions)
    keys = {citation.key for citation in linked.citations}
    tally.gold["cites"] += len(gold.cites)
    tally.predicted["cites"] += len(keys)
    tally.right["cites"] += len(gold.cites & keys)
    return tally


def _count_wrong(tally: _Tally, gold: NamedText, predictions: Iterable[_Predicted], paper: Paper) -> None:
    listed = gold.optional | {name.key for name in gold.names}
    wrong = [prediction for prediction in predictions if not prediction.keys & listed]
    if not wrong:
        return
    reading = Reading(paper.raw)
    for prediction in wrong:
        entity = prediction.entity
        tally.predicted["overall"] += 1
        tally.predicted[entity.kind] += 1
        error = {"error": "wrong", "kind": entity.kind, "name": entity.name}
        tally.errors.append({**gold.place, **error, "sentence": reading.sentence(prediction.start)})


def _count_proposed(tally: _Tally, gold: NamedText, predictions: Iterable[_Predicted]) -> None:
    wanted = {name.key for name in gold.names if name.listed == "proposes"}
    proposed = [prediction for prediction in predictions if prediction.proposed]
    tally.gold["proposes"] += len(wanted)
    tally.right["proposes"] += sum(any(key in p.keys for p in proposed) for key in sorted(wanted))
    tally.predicted["proposes"] += len(proposed)
