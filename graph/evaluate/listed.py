"""Gold formats that list the names of a text without saying where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph.evaluate.gold import GoldError, LinkMany, read_rows
from graph.evaluate.named import GoldName, NamedText, citation_keys, score_names
from graph.names import fold
from loaders import load
from loaders.paper import Paper

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from graph.model import Entity, Kind

_LISTS: tuple[tuple[str, Kind], ...] = (
    ("datasets", "dataset"),
    ("techniques", "technique"),
    ("proposes", "technique"),
    ("concepts", "concept"),
)


def evaluate_lists(gold: Path, link_many: LinkMany, entities: Mapping[str, Entity]) -> dict[str, Any]:
    """Score by name the texts that lie beside the gold file: `file` and `paragraph` (from 0) say which.

    Raises:
        GoldError: A line lacks something, or a text it names is not there.
    """
    rows = [row for _, row in read_rows(gold, ("file", "paragraph", *(name for name, _ in _LISTS)))]
    texts = _read_texts(gold.parent, rows)
    wanted = [_named_text(row) for row in rows]
    return {"set": gold.name, **score_names(wanted, texts, list(link_many(texts)), entities)}


def _named_text(row: Mapping[str, Any]) -> NamedText:
    return NamedText(
        place={"file": row["file"], "paragraph": row["paragraph"]},
        names=tuple(GoldName(fold(name), name, kind, listed) for listed, kind in _LISTS for name in row[listed]),
        optional=frozenset(fold(name) for name in row.get("optional", ())),
        cites=citation_keys(row.get("cites", ())),
    )


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


def evaluate_datasets(gold: Path, link_many: LinkMany, entities: Mapping[str, Entity]) -> dict[str, Any]:
    """Score by name the datasets of each text, `meta.gold_datasets`; nothing else that is found counts.

    Raises:
        GoldError: A line lacks something.
    """
    rows = list(read_rows(gold, ("doc_id", "text", "meta")))
    texts = [Paper(str(row["text"]), source=gold.name, position=n) for n, (_, row) in enumerate(rows, 1)]
    wanted = [_named_datasets(place, row) for place, row in rows]
    found = score_names(wanted, texts, list(link_many(texts)), entities, kinds=("dataset",))
    return {"set": gold.name, **{key: found[key] for key in ("overall", "by_kind", "interval", "texts", "errors")}}


def _named_datasets(place: str, row: Mapping[str, Any]) -> NamedText:
    listed = row["meta"].get("gold_datasets") if isinstance(row["meta"], dict) else None
    if not isinstance(listed, list):
        raise GoldError(f"{place}: no list of names under meta.gold_datasets, which the first line has")
    names = tuple(GoldName(fold(str(name)), str(name), "dataset", "datasets") for name in listed)
    return NamedText({"document": row["doc_id"]}, names)
