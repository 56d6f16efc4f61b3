"""Gold formats of others that mark each mention of a text: GSAP-NER, SciER, SciREX and TDMSci in one schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graph.evaluate.gold import GoldError, LinkMany, Reading, known_entities, read_rows, span_of
from graph.evaluate.spans import Compared, Place, Span, errors, scores
from loaders.paper import Paper

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from graph.model import Entity, Linked

LABELS = {"Dataset": "dataset", "Method": "technique", "Task": "task", "Metric": "metric"}
"""Their labels and ours; a task or metric is a concept of that subkind. Other labels name nothing."""
_NEUTRAL = "Generic"
_TASKS = frozenset({"task", "application", ""})
"""Subkinds of a concept that is a task; a concept discovered in a text has none."""
_FIELD_IS_A_TASK = frozenset({"scier"})
"""Corpora whose guidelines mark fields ("computer vision") as tasks."""


@dataclass(frozen=True, slots=True)
class _Marked:
    """One text with its gold spans by our labels, and the spans that are neutral."""

    id: str
    paper: Paper
    gold: frozenset[Span]
    neutral: frozenset[Place]


def evaluate_marked(gold: Path, link_many: LinkMany, entities: Mapping[str, Entity]) -> dict[str, Any]:
    """Score mentions, exact and by overlap. A label that the whole file lacks is not judged.

    Where the file marks generic phrases, "neutral" has the scores when a find that lies on one is not counted.

    Raises:
        GoldError: A line lacks something, or a span is not what it says.
    """
    rows = list(read_rows(gold, ("doc_id", "text", "entities")))
    texts = [_read(place, row, gold.name, number) for number, (place, row) in enumerate(rows, 1)]
    tasks = _TASKS | {"field"} if rows[0][1].get("corpus") in _FIELD_IS_A_TASK else _TASKS
    labels = [label for label in LABELS.values() if any(s.label == label for text in texts for s in text.gold)]
    if not labels:
        raise GoldError(f"{gold.name}: no mention with a label of {', '.join(LABELS)}")
    compared = []
    listed: list[dict[str, Any]] = []
    for text, linked in zip(texts, link_many([text.paper for text in texts]), strict=True):
        spans = {span for span in _predicted(linked, entities, tasks) if span.label in labels}
        compared.append(Compared(text.gold, frozenset(spans), text.neutral))
        listed += _errors(text, compared[-1])
    return {"set": gold.name, **_both(compared, labels), "texts": len(texts), "errors": listed}


def _both(compared: Sequence[Compared], labels: Sequence[str]) -> dict[str, Any]:
    if not any(text.neutral for text in compared):
        return scores(compared, labels)
    return {**scores([text.without_neutral() for text in compared], labels), "neutral": scores(compared, labels)}


def _read(place: str, row: Mapping[str, Any], source: str, number: int) -> _Marked:
    text = str(row["text"])
    marked = [(str(entity.get("label")), *span_of(entity, text, "text", place)) for entity in row["entities"]]
    return _Marked(
        id=str(row["doc_id"]),
        paper=Paper(text, source=source, position=number),
        gold=frozenset(Span(start, end, LABELS[label]) for label, start, end in marked if label in LABELS),
        neutral=frozenset((start, end) for label, start, end in marked if label == _NEUTRAL),
    )


def _predicted(linked: Linked, entities: Mapping[str, Entity], tasks: frozenset[str]) -> Iterator[Span]:
    known = known_entities(linked, entities)
    for link in linked.links:
        label = _label(known(link.entity), tasks)
        if label:
            yield Span(link.start, link.end, label)


def _label(entity: Entity, tasks: frozenset[str]) -> str | None:
    """Return the label under which a corpus has such an entity, or None for one that it does not annotate."""
    if entity.kind != "concept":
        return entity.kind
    return "task" if entity.subkind in tasks else "metric" if entity.subkind == "metric" else None


def _errors(text: _Marked, compared: Compared) -> Iterator[dict[str, Any]]:
    raw = text.paper.raw
    reading = Reading(raw)
    for error, span, found in errors(compared):
        yield {
            "document": text.id,
            "error": error,
            **_told(span, raw),
            **({"found": _told(found, raw)} if found else {}),
            "sentence": reading.sentence(span.start),
        }


def _told(span: Span, raw: str) -> dict[str, Any]:
    return {"kind": span.label, "name": raw[span.start : span.end], "start": span.start, "end": span.end}
