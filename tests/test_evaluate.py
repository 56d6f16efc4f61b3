from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from graph.evaluate import GoldError, evaluate
from graph.linker.core import link_text
from tests.small_catalog import small_matcher

if TYPE_CHECKING:
    from pathlib import Path

MATCHER = small_matcher()
TEXT = "Small 2025 Papers\n\n{}\n\n{}\n"
ONE = (
    "We propose CRANE, a decoding algorithm for large language models, and evaluate it on GSM8K and on CIFAR10 with "
    "the F1 score. It builds on BERT, as Acharya et al. (2016) do, and on chain-of-thought prompting for long answers."
)
TWO = (
    "Image classification has come far. In this paper we ask how graph neural networks learn, and we find that they "
    "learn slowly on COCO. The answer to the question is long, and we give it in full at the very end of this work."
)


def gold(folder: Path, *rows: dict[str, object]) -> Path:
    (folder / "papers.txt").write_text(TEXT.format(ONE, TWO), encoding="utf-8")
    path = folder / "gold.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def row(paragraph: int, **lists: list[str]) -> dict[str, object]:
    empty: dict[str, list[str]] = {
        name: [] for name in ("datasets", "techniques", "concepts", "proposes", "cites", "optional")
    }
    return {"file": "papers.txt", "paragraph": paragraph, **empty, **lists}


def scores(path: Path) -> dict[str, object]:
    return evaluate(path, lambda papers: (link_text(paper.raw, MATCHER) for paper in papers), MATCHER.entities)


def test_names_are_scored_whatever_their_spelling(tmp_path: Path) -> None:
    found = scores(gold(tmp_path, row(1, datasets=["MS COCO"], techniques=["GNN"], concepts=["image classification"])))
    assert found["overall"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "right": 3, "predicted": 3, "gold": 3}


def test_missed_and_wrong_names_are_counted_and_listed(tmp_path: Path) -> None:
    found = scores(gold(tmp_path, row(1, datasets=["COCO", "ImageNet"], techniques=["graph neural network"])))
    assert found["overall"] == {
        "precision": 0.6667,
        "recall": 0.6667,
        "f1": 0.6667,
        "right": 2,
        "predicted": 3,
        "gold": 3,
    }
    assert found["errors"] == [
        {
            "file": "papers.txt",
            "paragraph": 1,
            "error": "missed",
            "kind": "dataset",
            "name": "ImageNet",
            "list": "datasets",
        },
        {
            "file": "papers.txt",
            "paragraph": 1,
            "error": "wrong",
            "kind": "concept",
            "name": "image classification",
            "sentence": "Image classification has come far.",
        },
    ]


def test_optional_names_count_neither_way(tmp_path: Path) -> None:
    found = scores(gold(tmp_path, row(1, datasets=["COCO"], optional=["graph neural network", "image classification"])))
    assert found["overall"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "right": 1, "predicted": 1, "gold": 1}


def test_the_kind_of_the_gold_decides_and_agreement_is_told_apart(tmp_path: Path) -> None:
    found = scores(
        gold(tmp_path, row(1, techniques=["COCO"], optional=["graph neural network", "image classification"]))
    )
    assert found["by_kind"]["technique"]["right"] == 1  # type: ignore[index]
    assert found["by_kind"]["dataset"]["predicted"] == 0  # type: ignore[index]
    assert found["kind_agreement"] == 0.0


def test_proposed_names_and_citations_are_scored_apart(tmp_path: Path) -> None:
    path = gold(tmp_path, row(0, proposes=["CRANE"], cites=["Acharya et al., 2016", "Bai & Perron, 1998"]))
    found = scores(path)
    assert found["proposes"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "right": 1, "predicted": 1, "gold": 1}
    assert found["cites"] == {"precision": 1.0, "recall": 0.5, "f1": 0.6667, "right": 1, "predicted": 1, "gold": 2}


def test_a_line_that_is_no_gold_line_is_named(tmp_path: Path) -> None:
    with pytest.raises(GoldError, match=r"gold\.jsonl:1: no paragraph, datasets"):
        scores(gold(tmp_path, {"file": "papers.txt"}))


def test_a_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_bytes(b"\xff\xfe\x00bad")
    with pytest.raises(GoldError, match=r"gold\.jsonl:1: not UTF-8"):
        scores(path)


def test_a_paragraph_that_the_file_lacks_is_named(tmp_path: Path) -> None:
    with pytest.raises(GoldError, match=r"papers\.txt: no paragraph 7; it has 2"):
        scores(gold(tmp_path, row(7)))


def test_a_text_that_is_not_beside_the_gold_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(GoldError, match=r"other\.txt: not beside the gold file"):
        scores(gold(tmp_path, {**row(0), "file": "other.txt"}))


def test_the_seeds_reach_what_the_readme_reports(shared: Path) -> None:
    from graph.catalog import read_catalog
    from graph.linker.matcher import make_matcher

    catalog = read_catalog()
    matcher = make_matcher(catalog.entities, catalog.spellings)
    found = evaluate(
        shared / "seeds" / "gold.jsonl",
        lambda papers: (link_text(paper.raw, matcher) for paper in papers),
        catalog.entities,
    )
    assert found["texts"] == 38
    assert found["overall"]["f1"] >= 0.86
    assert found["overall"]["precision"] >= 0.94
    assert found["by_kind"]["dataset"]["f1"] >= 0.95
    assert found["proposes"]["right"] >= 16
