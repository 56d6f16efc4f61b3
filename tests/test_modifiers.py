from __future__ import annotations

from functools import cache

import pytest

from graph.catalog import read_catalog
from graph.linker.core import link_text
from graph.linker.matcher import Matcher, make_matcher


@cache
def shipped() -> Matcher:
    found = read_catalog()
    return make_matcher(found.entities, found.spellings)


def found(text: str) -> list[tuple[str, str]]:
    return [(link.surface, link.entity) for link in link_text(text, shipped()).links]


@pytest.mark.parametrize(
    ("phrase", "entity"),
    [
        ("multi-label video classification", "concept:video-classification"),
        ("contextual commonsense reasoning", "concept:commonsense-reasoning"),
        ("point-based semantic mapping", "concept:semantic-mapping"),
        ("multimodal domain adaptation", "concept:domain-adaptation"),
    ],
)
def test_words_that_make_a_narrower_task_belong_to_its_surface(phrase: str, entity: str) -> None:
    assert found(f"We work on {phrase} here.") == [(phrase, entity)]


@pytest.mark.parametrize("praise", ["efficient", "state-of-the-art", "novel", "robust", "the", "open-sourced"])
def test_words_of_praise_do_not(praise: str) -> None:
    assert found(f"We work on {praise} video classification here.") == [
        ("video classification", "concept:video-classification")
    ]


def test_no_word_is_taken_from_another_name_or_another_sentence() -> None:
    assert found("It is multi-label. Video classification follows.") == [
        ("Video classification", "concept:video-classification")
    ]
    assert ("video classification", "concept:video-classification") in found("With GSM8K video classification fails.")


@pytest.mark.parametrize("written", ["CIFAR 20", "ImageNet 500"])
def test_another_number_behind_a_blank_is_another_name(written: str) -> None:
    assert not {"dataset:cifar", "dataset:imagenet"} & {entity for _, entity in found(f"On {written}, it wins.")}


def test_a_count_behind_a_name_leaves_it_alone() -> None:
    assert found("We run GSM8K 8 times.") == [("GSM8K", "dataset:gsm8k")]


@pytest.mark.parametrize("text", ["For instance, it works.", "Quality matters here."])
def test_plain_words_are_no_name_with_capitals_inside(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("written", "entity"),
    [("ADE 20 K", "dataset:ade20k"), ("Pascal 3D+", "dataset:pascal3d+"), ("QUALITY", "dataset:quality")],
)
def test_a_name_that_was_broken_or_put_in_capitals_is_met(written: str, entity: str) -> None:
    assert (written, entity) in found(f"On the {written} benchmark it wins.")
