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


def test_a_short_form_is_given_once_for_each_of_its_long_forms() -> None:
    assert len(pairs("A short text (AST) and a short text (AST).")) == 1
    assert len(pairs("A short text (AST) and another silly test (AST).")) == 2


def test_a_name_is_defined_by_the_words_it_is_made_of() -> None:
    assert pairs("We propose BERT, a Bayesian Ensemble of Regression Trees.") == [
        ("BERT", "Bayesian Ensemble of Regression Trees")
    ]
    assert pairs("We propose BERT, a Very Large Model.") == []


def test_a_definition_reaches_over_no_end_of_a_sentence() -> None:
    assert find_definitions("A short text\n\n(AST)", [(0, 12), (14, 19)]) == []
