from __future__ import annotations

import pytest

from graph.linker.abbreviations import find_definitions


def pairs(text: str) -> list[tuple[str, str]]:
    return [(text[d.short_start : d.short_end], text[d.long_start : d.long_end]) for d in find_definitions(text)]


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("Contrastive predictive coding (CPC) works. CPC scales.", ("CPC", "Contrastive predictive coding")),
        ("SWAD (stochastic weight averaging densely) beats it.", ("SWAD", "stochastic weight averaging densely")),
        ("Large language models (LLMs) are big.", ("LLM", "Large language models")),
        ("mean average precision (mAP, higher is better)", ("mAP", "mean average precision")),
        ("the Boundary-based outlier data generator (BODG)", ("BODG", "Boundary-based outlier data generator")),
        ("Mixture of experts [MoE] layers", ("MoE", "Mixture of experts")),
    ],
)
def test_both_orders_are_read(text: str, pair: tuple[str, str]) -> None:
    assert pairs(text) == [pair]


@pytest.mark.parametrize(
    "text",
    [
        "Loss falls most at the deepest layers (Henning et al., 2019).",
        "(SSL) has changed how encoders are trained.",
        "() and ( ) and (A)",
        "",
        "   ",
        "((nested) inside)",
        "Case (ii) implies validity of (iv) in Lemma 2; by (1), (4) and (3-i) the map exp (x) is bounded.",
        "supervision from all models (SAM, CLIP, LLaMA)",
        "It works. (OK)",
    ],
)
def test_citations_numbers_lists_and_empty_brackets_define_nothing(text: str) -> None:
    assert pairs(text) == []


def test_a_short_form_is_given_once() -> None:
    assert len(pairs("A short text (AST) and another short text (AST).")) == 1
