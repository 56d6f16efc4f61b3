"""A gold format that says of single mentions which dataset they mean; the texts lie in a file beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph.evaluate.counts import Row, row_of
from graph.evaluate.given import Asked, Wanted, given_scores, link_given
from graph.evaluate.gold import GoldError, LinkMany, Names, Reading, known_entities, read_rows, span_of
from loaders.paper import Paper

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from graph.model import Entity, Linked


def evaluate_links(gold: Path, link_many: LinkMany, entities: Mapping[str, Entity]) -> dict[str, Any]:
    """Score the links of mentions of datasets; lines that are marked ambiguous are left out.

    "overall" (and "end_to_end") is the linker alone: the datasets that it links where such a mention stands. The rest
    of "linking" is with the mention given.

    Raises:
        GoldError: A line lacks something, or a text it names is not there.
    """
    rows = list(read_rows(gold, ("doc_id", "start", "end", "surface", "dataset")))
    texts = _read_texts(gold, {str(row["doc_id"]) for _, row in rows})
    ids = list(texts)
    wanted = []
    for place, row in rows:
        id_ = str(row["doc_id"])
        if id_ not in texts:
            raise GoldError(f"{place}: no text with doc_id {id_} in {_texts_path(gold).name}")
        start, end = span_of(row, texts[id_].raw, "surface", place)
        if not row.get("ambiguous"):
            asked = Asked(ids.index(id_), start, end, str(row["surface"]), "dataset")
            wanted.append(Wanted(asked, str(row["dataset"])))
    found = list(link_many(texts.values()))
    given = link_given([one.asked for one in wanted], found, link_many, entities)
    names = Names(entities)
    overall = _end_to_end(wanted, found, names)
    return {
        "set": gold.name,
        "overall": overall,
        "linking": {**given_scores(wanted, given, names), "end_to_end": overall},
        "texts": len(texts),
        "errors": list(_errors(wanted, given, names, texts)),
    }


def _texts_path(gold: Path) -> Path:
    """Return the file of the texts: `scirex_abstracts.jsonl` for `scirex_dataset_links.jsonl`."""
    return gold.with_name(f"{gold.stem.partition('_')[0]}_abstracts.jsonl")


def _read_texts(gold: Path, ids: Collection[str]) -> dict[str, Paper]:
    path = _texts_path(gold)
    if not path.is_file():
        raise GoldError(
            f"{gold.name}: its texts are not beside it; expected {path.name}, a line with doc_id and text each"
        )
    rows = read_rows(path, ("doc_id", "text"))
    return {
        str(row["doc_id"]): Paper(str(row["text"]), source=path.name, position=number)
        for number, (_, row) in enumerate(rows, 1)
        if str(row["doc_id"]) in ids
    }


def _end_to_end(wanted: Sequence[Wanted], found: Sequence[Linked], names: Names) -> Row:
    """Score the datasets found on the mentions; what is found elsewhere nobody judged."""
    answered: set[int] = set()
    right: set[tuple[int, int, int]] = set()
    predicted: set[tuple[int, int, int]] = set()
    for index, (asked, name, _) in enumerate(wanted):
        known = known_entities(found[asked.text], names.entities)
        for link in found[asked.text].links:
            if known(link.entity).kind == "dataset" and link.start < asked.end and asked.start < link.end:
                place = (asked.text, link.start, link.end)
                predicted.add(place)
                if names.same(known(link.entity), "dataset", name):
                    answered.add(index)
                    right.add(place)
    return row_of(len(right), len(predicted), len(wanted), answered=len(answered))


def _errors(
    wanted: Sequence[Wanted], given: Sequence[Entity | None], names: Names, texts: Mapping[str, Paper]
) -> Iterator[dict[str, Any]]:
    papers = list(texts.items())
    for (asked, name, _), entity in zip(wanted, given, strict=True):
        if entity is not None and names.same(entity, "dataset", name):
            continue
        id_, paper = papers[asked.text]
        yield {
            "document": id_,
            "error": "link" if entity else "missed",
            "kind": "dataset",
            "name": name,
            "surface": asked.surface,
            "start": asked.start,
            "end": asked.end,
            **({"found": {"id": entity.id, "name": entity.name}} if entity else {}),
            "sentence": Reading(paper.raw).sentence(asked.start),
        }
