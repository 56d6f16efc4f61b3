from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.names import fold, singular, slug


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CIFAR-10", "cifar 10"),
        ("CIFAR10", "CIFAR–10"),
        ("Graph Neural Networks", "graph neural network"),
        ("Rényi divergence", "Renyi divergences"),
        ("normalising flow", "normalizing flows"),
        ("fine-tuning", "ﬁnetuning"),
        ("WMT'14", "WMT 14"),
        ("evaluation metrics", "evaluation metric"),
    ],
)
def test_spellings_of_one_name_fold_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CIFAR-10", "CIFAR-100"),
        ("HumanEval", "HumanEval+"),
        ("C", "C++"),
        ("A", "A*"),
        ("R@1", "R1"),
        ("Llama 3 8B", "Llama 38B"),
        ("GPT-3", "GPT-3.5"),
        ("GPT-3.5", "GPT-35"),
    ],
)
def test_numbers_and_signs_keep_names_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize("word", ["robotics", "loss", "analysis", "corpus", "is"])
def test_words_that_only_look_plural_stay(word: str) -> None:
    assert singular(word) == word


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("GSM8K", "gsm8k"),
        ("HumanEval+", "humaneval+"),
        ("C++", "c++"),
        ("Segment Anything Model", "segment-anything-model"),
        ("Erdős–Rényi graph", "erdos-renyi-graph"),
        ("SQuAD 1.1", "squad-1.1"),
        ("  a / b  ", "a-b"),
    ],
)
def test_a_slug_is_lower_case_with_its_signs(name: str, expected: str) -> None:
    assert slug(name) == expected


@given(st.text())
def test_a_slug_is_its_own_slug_whatever_the_text(text: str) -> None:
    assert slug(slug(text)) == slug(text)
