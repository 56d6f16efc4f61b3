"""Score the linker on texts with a gold annotation: by name, document by document, whatever the spelling.

A gold file has one text a line: `file` and `paragraph` (from 0) say which, `datasets`, `techniques`, `concepts` and
`proposes` list the names to be found, `cites` the citations, `optional` what counts neither way.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graph.clean import clean
from graph.linker.citations import find_citations
from graph.model import KINDS, Entity, Kind, Linked
from graph.names import fold
from loaders import load
from loaders.paper import Paper

if TYPE_CHECKING:
    from pathlib import Path

_LISTS: tuple[tuple[str, Kind], ...] = (
    ("datasets", "dataset"),
    ("techniques", "technique"),
    ("proposes", "technique"),
    ("concepts", "concept"),
)
LinkMany = Callable[[Iterable[Paper]], Iterator[Linked]]


class GoldError(ValueError):
    """A gold file that cannot be used; the message says where, what, and what was expected."""


@dataclass(frozen=True, slots=True)
class _Predicted:
    """An entity found in a text, with every folded name it answers to."""

    entity: Entity
    keys: frozenset[str]
    proposed: bool


@dataclass(slots=True)
class _Tally:
    right: Counter[str] = field(default_factory=Counter)
    predicted: Counter[str] = field(default_factory=Counter)
    gold: Counter[str] = field(default_factory=Counter)
    errors: list[dict[str, Any]] = field(default_factory=list)

    def row(self, name: str) -> dict[str, float | int]:
        """Return precision, recall and F1 (0 to 1) with their counts."""
        right, predicted, gold = self.right[name], self.predicted[name], self.gold[name]
        precision = right / predicted if predicted else 0.0
        recall = right / gold if gold else 0.0
        f1 = 2 * precision * recall / (precision + recall) if right else 0.0
        return {
            "precision": round(precision, 4),
            "recall": round(recall, 4),
            "f1": round(f1, 4),
            "right": right,
            "predicted": predicted,
            "gold": gold,
        }


def evaluate(gold: Path, link_many: LinkMany, entities: Mapping[str, Entity]) -> dict[str, Any]:
    """Return the scores of the linker on the texts beside a gold file.

    "overall" is blind to the kind; "by_kind" goes by the gold's kind, a wrong find by its own; "kind_agreement" is the
    share of right finds that also have the gold's kind; "errors" lists what was missed and what was wrong.

    Raises:
        GoldError: The file is no gold file, or a text it names is not beside it.
    """
    rows = list(_read_gold(gold))
    texts = _read_texts(gold.parent, rows)
    tally = _Tally()
    for row, paper, linked in zip(rows, texts, link_many(texts), strict=True):
        _score(tally, row, paper, linked, entities)
    agreed = tally.right["kind_agreement"]
    return {
        "set": gold.name,
        "overall": tally.row("overall"),
        "by_kind": {kind: tally.row(kind) for kind in KINDS},
        "proposes": tally.row("proposes"),
        "cites": tally.row("cites"),
        "kind_agreement": round(agreed / tally.right["overall"], 4) if tally.right["overall"] else 0.0,
        "texts": len(rows),
        "errors": tally.errors,
    }


def _read_gold(path: Path) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise GoldError(f"{path.name}:{number}: not JSON ({error}); expected one object a line") from error
        wanted = ("file", "paragraph", *(name for name, _ in _LISTS))
        absent = [name for name in wanted if not isinstance(row, dict) or name not in row]
        if absent:
            raise GoldError(f"{path.name}:{number}: no {', '.join(absent)}; a gold line has {', '.join(wanted)}")
        yield row


def _read_texts(folder: Path, rows: Iterable[Mapping[str, Any]]) -> list[Paper]:
    files: dict[str, dict[int, Paper]] = {}
    texts = []
    for row in rows:
        name, paragraph = str(row["file"]), int(row["paragraph"])
        if name not in files:
            if not (folder / name).is_file():
                raise GoldError(f"{name}: not beside the gold file, in {folder}")
            files[name] = {paper.position: paper for paper in load(folder / name) if isinstance(paper, Paper)}
        if paragraph + 1 not in files[name]:
            raise GoldError(f"{name}: no paragraph {paragraph}; it has {len(files[name])}, counted from 0")
        texts.append(files[name][paragraph + 1])
    return texts


def _predictions(paper: Paper, linked: Linked, entities: Mapping[str, Entity]) -> list[_Predicted]:
    known = {**entities, **{entity.id: entity for entity in linked.discovered}}
    surfaces: dict[str, set[str]] = {}
    proposed: set[str] = set()
    for link in linked.links:
        surfaces.setdefault(link.entity, set()).add(fold(clean(link.surface).text))
        if "PROPOSES" in link.roles:
            proposed.add(link.entity)
    return [
        _Predicted(
            known[id_],
            frozenset(written | {fold(name) for name in (known[id_].name, *known[id_].aliases)}),
            id_ in proposed,
        )
        for id_, written in sorted(surfaces.items())
    ]


def _score(tally: _Tally, row: Mapping[str, Any], paper: Paper, linked: Linked, entities: Mapping[str, Entity]) -> None:
    predictions = _predictions(paper, linked, entities)
    wanted = [(fold(name), name, kind, listed) for listed, kind in _LISTS for name in row[listed]]
    optional = {fold(name) for name in row.get("optional", ())}
    answered: dict[int, _Predicted] = {}
    for index, (key, _, _, _) in enumerate(wanted):
        free = [p for p in predictions if key in p.keys and not any(p is used for used in answered.values())]
        if free:
            answered[index] = free[0]
    place = {"file": row["file"], "paragraph": row["paragraph"]}
    for index, (_, name, kind, listed) in enumerate(wanted):
        found = answered.get(index)
        for group in ("overall", kind):
            tally.gold[group] += 1
            tally.right[group] += found is not None
            tally.predicted[group] += found is not None
        tally.right["kind_agreement"] += found is not None and found.entity.kind == kind
        if found is None:
            tally.errors.append({**place, "error": "missed", "kind": kind, "name": name, "list": listed})
    for prediction in predictions:
        if prediction.keys & (optional | {key for key, _, _, _ in wanted}):
            continue
        tally.predicted["overall"] += 1
        tally.predicted[prediction.entity.kind] += 1
        tally.errors.append({**place, "error": "wrong", "kind": prediction.entity.kind, "name": prediction.entity.name})
    _score_proposed(tally, row, predictions)
    _score_citations(tally, row, linked)


def _score_proposed(tally: _Tally, row: Mapping[str, Any], predictions: Iterable[_Predicted]) -> None:
    wanted = {fold(name) for name in row["proposes"]}
    proposed = [prediction for prediction in predictions if prediction.proposed]
    tally.gold["proposes"] += len(wanted)
    tally.right["proposes"] += sum(any(key in p.keys for p in proposed) for key in sorted(wanted))
    tally.predicted["proposes"] += len(proposed)


def _score_citations(tally: _Tally, row: Mapping[str, Any], linked: Linked) -> None:
    wanted = {
        citation.key
        for name in row.get("cites", ())
        for citation in find_citations(f"({name})", [(0, len(name) + 2)])[0]
    }
    found = {citation.key for citation in linked.citations}
    tally.gold["cites"] += len(wanted)
    tally.predicted["cites"] += len(found)
    tally.right["cites"] += len(wanted & found)
