"""Score the linker on texts with a gold annotation (the formats: docs/evaluation.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph.evaluate.gold import GoldError, first_row
from graph.evaluate.links import evaluate_links
from graph.evaluate.listed import evaluate_datasets, evaluate_lists
from graph.evaluate.marked import evaluate_marked
from graph.evaluate.own import evaluate_own

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from graph.evaluate.gold import LinkMany
    from graph.model import Entity

__all__ = ["GoldError", "evaluate"]


def evaluate(gold: Path, link_many: LinkMany, entities: Mapping[str, Entity]) -> dict[str, Any]:
    """Return the scores of the linker on the texts of a gold file; its first line tells the format.

    Every answer has "set" (the name of the file), "texts" (how many), "overall" and "errors" (what was missed and what
    was wrong); what else it has is the format's (docs/evaluation.md).

    Raises:
        GoldError: The file is no gold file, or a text that it names is not there.
    """
    row = first_row(gold)
    if "mentions" in row:
        return evaluate_own(gold, link_many, entities)
    if "entities" in row:
        if isinstance(row.get("meta"), dict) and "gold_datasets" in row["meta"]:
            return evaluate_datasets(gold, link_many, entities)
        return evaluate_marked(gold, link_many, entities)
    if "doc_id" in row:
        return evaluate_links(gold, link_many, entities)
    return evaluate_lists(gold, link_many, entities)
