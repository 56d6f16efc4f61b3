from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from graph.catalog import read_catalog
from graph.linker.context import (
    LEAST_ABSTRACTS,
    Contexts,
    Counts,
    decide,
    generate,
    is_short_form,
    parse,
    shipped_contexts,
    short_form,
    words_of,
)
from graph.linker.contexts import Sample, count_contexts, read_samples, short_forms
from graph.linker.core import link_text
from graph.linker.matcher import make_matcher
from graph.model import Spelling

if TYPE_CHECKING:
    from graph.linker.matcher import Matcher


@cache
def matcher() -> Matcher:
    catalog = read_catalog()
    return make_matcher(catalog.entities, catalog.spellings)


def meanings(text: str, surface: str) -> list[str]:
    """Return what the surface means, place by place."""
    return [link.entity for link in link_text(text, matcher()).links if link.surface == surface]


def left_open(text: str, surface: str) -> list[tuple[str, ...]]:
    """Return the candidates of the surface where it stays ambiguous, place by place."""
    return [place.candidates for place in link_text(text, matcher()).ambiguous if place.surface == surface]


@pytest.mark.parametrize(
    ("text", "surface", "meaning"),
    [
        ("We prompt the Segment Anything Model (SAM).", "SAM", "technique:segment-anything-model"),
        ("Sharpness-aware minimization (SAM) seeks flat minima.", "SAM", "technique:sharpness-aware-minimization"),
        ("Self-supervised learning (SSL) needs no labels.", "SSL", "concept:self-supervised-learning"),
        ("Semi-supervised learning (SSL) needs few labels.", "SSL", "concept:semi-supervised-learning"),
        ("Differential privacy (DP) adds noise.", "DP", "concept:differential-privacy"),
        ("A Dirichlet process (DP) is a prior.", "DP", "technique:dirichlet-process"),
        ("Dynamic programming (DP) fills a table.", "DP", "technique:dynamic-programming"),
        ("Stochastic gradient descent (SGD) converges.", "SGD", "technique:stochastic-gradient-descent"),
        ("A masked autoencoder (MAE) hides patches.", "MAE", "technique:masked-autoencoder"),
        ("The mean absolute error (MAE) falls.", "MAE", "concept:mean-absolute-error"),
        ("Conformal prediction (CP) gives sets.", "CP", "technique:conformal-prediction"),
        ("Constraint programming (CP) prunes domains.", "CP", "concept:constraint-programming"),
        ("The information bottleneck (IB) compresses.", "IB", "concept:information-bottleneck"),
        ("An autoencoder (AE) compresses.", "AE", "technique:autoencoder"),
        ("An adversarial example (AE) fools it.", "AE", "concept:adversarial-example"),
        ("Test-time adaptation (TTA) follows the shift.", "TTA", "concept:test-time-adaptation"),
        ("Test-time augmentation (TTA) averages views.", "TTA", "technique:test-time-augmentation"),
        ("Gaussian processes (GPs) are priors.", "GPs", "technique:gaussian-process"),
        ("Genetic programming (GP) evolves trees.", "GP", "technique:genetic-programming"),
        ("Contrastive learning (CL) pulls views together.", "CL", "technique:contrastive-learning"),
        ("Variational inference (VI) is fast.", "VI", "technique:variational-inference"),
        ("Imitation learning (IL) copies an expert.", "IL", "concept:imitation-learning"),
    ],
)
def test_the_definition_of_the_document_decides(text: str, surface: str, meaning: str) -> None:
    assert meanings(text, surface) == [meaning]


@pytest.mark.parametrize(
    ("text", "surface", "meaning"),
    [
        ("We prompt foundation models (SAM, CLIP, LLaMA).", "SAM", "technique:segment-anything-model"),
        ("Optimizers such as AdamW and SAM differ.", "SAM", "technique:sharpness-aware-minimization"),
        ("We test on MultiWOZ and SGD.", "SGD", "dataset:schema-guided-dialogue"),
        ("We train with Adam and SGD.", "SGD", "technique:stochastic-gradient-descent"),
        ("It lowers MAE and RMSE.", "MAE", "concept:mean-absolute-error"),
        ("SWAG, HellaSwag and PIQA are hard.", "SWAG", "dataset:swag"),
        ("The graphs are Cora, Citeseer and PubMed.", "Cora", "dataset:cora"),
        ("The graphs are Cora, Citeseer and PubMed.", "PubMed", "dataset:pubmed-graph"),
        ("We test on Amazon, Yelp and IMDB.", "Amazon", "dataset:amazon"),
        ("It is fair on Adult, COMPAS and Bank.", "Adult", "dataset:adult"),
    ],
)
def test_the_neighbours_in_a_list_decide(text: str, surface: str, meaning: str) -> None:
    assert meanings(text, surface) == [meaning]


@pytest.mark.parametrize(
    ("text", "surface", "meaning"),
    [
        ("Results on the SGD dataset rise.", "SGD dataset", "dataset:schema-guided-dialogue"),
        ("Results on the Iris dataset rise.", "Iris dataset", "dataset:iris"),
        ("Results on the WHAM! dataset rise.", "WHAM", "dataset:wham"),
    ],
)
def test_the_word_dataset_beside_a_name_excludes_other_kinds(text: str, surface: str, meaning: str) -> None:
    assert meanings(text, surface) == [meaning]


@pytest.mark.parametrize(
    ("text", "surface", "meaning"),
    [
        (
            "From a point or a box as prompt, SAM gives the masks of all objects: segmentation with zero labels.",
            "SAM",
            "technique:segment-anything-model",
        ),
        (
            "SSL trains on few labeled and many unlabeled images with pseudo-labels and consistency regularization.",
            "SSL",
            "concept:semi-supervised-learning",
        ),
        (
            "SSL of speech joins pretext tasks with contrastive pretraining of representations on unlabeled speech.",
            "SSL",
            "concept:self-supervised-learning",
        ),
        (
            "With DP the privacy budget of each user holds, and noise on the gradients costs little utility.",
            "DP",
            "concept:differential-privacy",
        ),
        (
            "A DP over trees of bounded treewidth gives an exact algorithm in polynomial time.",
            "DP",
            "technique:dynamic-programming",
        ),
        (
            "The convergence rate of SGD is proved for non-convex objectives with stochastic gradients.",
            "SGD",
            "technique:stochastic-gradient-descent",
        ),
        (
            "TTA follows a distribution shift: an unlabeled test stream of the target domain updates the source model.",
            "TTA",
            "concept:test-time-adaptation",
        ),
        (
            "GPs give the posterior and its uncertainty for Bayesian optimization with kernels.",
            "GPs",
            "technique:gaussian-process",
        ),
        (
            "ASR of far-field speech has a lower word error rate with new acoustic models.",
            "ASR",
            "concept:automatic-speech-recognition",
        ),
        (
            "The jailbreak reaches an ASR of 95% on aligned LLMs with harmful prompts and adversarial suffixes.",
            "ASR",
            "concept:attack-success-rate",
        ),
        ("LDA finds topics in documents of a corpus.", "LDA", "technique:latent-dirichlet-allocation"),
    ],
)
def test_the_words_of_the_text_decide(text: str, surface: str, meaning: str) -> None:
    assert meanings(text, surface) == [meaning]


def test_what_words_decide_is_the_least_sure() -> None:
    text = "LDA finds topics in documents of a corpus. We compare MAE and RMSE."
    scores = {link.surface: link.score for link in link_text(text, matcher()).links}
    assert scores["LDA"] < scores["MAE"] < scores["RMSE"]


@pytest.mark.parametrize("surface", "SAM SSL DP SGD MAE LDA CP IB AE TTA SWAG WHAM GP GPs CFG BP IR MPC TTS".split())
def test_a_short_form_without_any_reason_stays_open(surface: str) -> None:
    text = f"In this work we report {surface} and leave the rest for later."
    assert not meanings(text, surface)
    (candidates,) = left_open(text, surface)
    assert list(candidates) == sorted(set(candidates))


def test_a_third_meaning_is_none_of_the_readings() -> None:
    text = "Pupils rated their mood with SAM, a picture scale for valence and arousal, after each lesson."
    assert not meanings(text, "SAM")
    assert left_open(text, "SAM") == [
        ("technique:segment-anything-model", "technique:sharpness-aware-minimization"),
    ]


def test_a_definition_that_the_catalogue_does_not_know_excludes_its_readings() -> None:
    text = "The self-assessment manikin (SAM) is a scale. With SAM, masks of objects get segmentation prompts."
    linked = link_text(text, matcher())
    assert not {"technique:segment-anything-model", "technique:sharpness-aware-minimization"} & {
        link.entity for link in linked.links
    }


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("Gan went home, and the gan sleeps.", "gan"),
        ("The math of it is hard.", "math"),
        ("We use glue to join the parts.", "glue"),
        ("An adult dog sleeps.", "adult"),
        ("The iris is a part of the eye.", "iris"),
        ("We go home.", "go"),
        ("A pile of books fell.", "pile"),
        ("They swag about.", "swag"),
    ],
)
def test_an_ordinary_word_is_nothing(text: str, surface: str) -> None:
    assert not meanings(text, surface)
    assert not left_open(text, surface)


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("Adult patients came.", "Adult"),
        ("Go is a language.", "Go"),
        ("Cora said so.", "Cora"),
        ("Amazon sells books.", "Amazon"),
        ("Iris said so.", "Iris"),
    ],
)
def test_a_capital_alone_makes_no_dataset_of_a_word(text: str, surface: str) -> None:
    assert not meanings(text, surface)


@pytest.mark.parametrize("surface", ["Alignment", "Planning", "Text", "Images", "Reconstruction"])
def test_words_decide_no_word_that_is_no_name(surface: str) -> None:
    text = (
        f"{surface} of large language models with human preferences and values by reinforcement learning from "
        "feedback is unsafe when harmful prompts, objects, scenes and cameras of images are planned."
    )
    assert not meanings(text, surface)


def test_case_tells_the_radio_from_the_adapter() -> None:
    text = "LoRA adapts the model. The LoRa radio saves power."
    assert meanings(text, "LoRA") == ["technique:lora"]
    assert meanings(text, "LoRa") == ["technique:lora-long-range-radio"]


def test_case_tells_satellites_from_priors() -> None:
    text = "Gaussian processes (GPs) smooth the GPS signal."
    assert meanings(text, "GPs") == ["technique:gaussian-process"]
    assert meanings(text, "GPS") == ["concept:gps"]


@pytest.mark.parametrize(
    ("text", "surface", "meaning"),
    [
        ("We test on MATH and GSM8K.", "MATH", "dataset:math"),
        ("We test on GLUE.", "GLUE", "dataset:glue"),
        ("A GAN makes images.", "GAN", "technique:generative-adversarial-network"),
        ("The Pile has many parts.", "The Pile", "dataset:the-pile"),
        ("RL trains agents.", "RL", "concept:reinforcement-learning"),
    ],
)
def test_a_name_in_its_own_case_needs_no_reason(text: str, surface: str, meaning: str) -> None:
    assert meanings(text, surface) == [meaning]


def test_a_reading_that_needs_a_reason_wins_over_the_usual_one_where_it_has_one() -> None:
    text = "Video quality assessment is hard, and VQA of long videos harder."
    assert meanings(text, "VQA") == ["concept:video-quality-assessment"]
    assert meanings("We improve VQA.", "VQA") == ["concept:visual-question-answering"]


def test_a_reason_for_the_usual_reading_makes_it_no_less_sure() -> None:
    text = "Visual question answering is hard, and so is VQA."
    (link,) = [link for link in link_text(text, matcher()).links if link.surface == "VQA"]
    assert link.score == 1.0


SMALL = Contexts(
    Counts(1000, {"mask": 20, "flat": 20, "loss": 300, "box": 20}),
    {
        "technique:a": Counts(100, {"mask": 60, "box": 50, "loss": 30}),
        "technique:b": Counts(100, {"flat": 60, "loss": 30}),
        "technique:rare": Counts(LEAST_ABSTRACTS - 1, {"flat": LEAST_ABSTRACTS - 1, "mask": 1}),
    },
)


def test_two_telling_words_decide_and_one_does_not() -> None:
    readings = ["technique:a", "technique:b"]
    assert decide(frozenset({"mask", "box"}), readings, SMALL) == "technique:a"
    assert decide(frozenset({"mask"}), readings, SMALL) is None


def test_words_of_both_readings_leave_it_open() -> None:
    assert decide(frozenset({"mask", "box", "flat"}), ["technique:a", "technique:rare"], SMALL) is None


def test_a_reading_of_few_abstracts_is_never_chosen() -> None:
    assert decide(frozenset({"flat", "loss"}), ["technique:rare"], SMALL) is None


def test_readings_without_counts_leave_it_open() -> None:
    assert decide(frozenset({"mask", "box"}), ["technique:x", "technique:y"], SMALL) is None


def test_the_order_of_the_readings_does_not_matter() -> None:
    words = frozenset({"mask", "box"})
    assert decide(words, ["technique:b", "technique:a"], SMALL) == decide(words, ["technique:a", "technique:b"], SMALL)


def test_counts_are_read_as_they_were_written() -> None:
    assert parse("".join(generate(SMALL)).splitlines()) == SMALL


def test_the_shipped_counts_are_of_readings_in_the_catalogue() -> None:
    entities = read_catalog().entities
    assert all(reading in entities for reading in shipped_contexts().readings)


def test_the_shipped_counts_hold_single_words_and_no_more_than_there_are_abstracts() -> None:
    everywhere, readings = shipped_contexts()
    for counts in (everywhere, *readings.values()):
        assert all(word.isalpha() and word.islower() for word in counts.words)
        assert max(counts.words.values()) <= counts.abstracts


@pytest.mark.parametrize(
    ("name", "is_one"),
    [("SAM", True), ("LoRA", True), ("F1", False), ("Alignment", False), ("scene flow", False), ("AC DC", False)],
)
def test_a_short_form_is_one_word_with_two_capitals(name: str, is_one: bool) -> None:
    assert is_short_form(name) is is_one


def test_a_plural_is_the_short_form_itself() -> None:
    assert [short_form(surface) for surface in ("GPs", "GPS", "SAM", "s")] == ["GP", "GPS", "SAM", "s"]


def test_words_are_lower_case_and_long_enough() -> None:
    assert words_of("An SGD step, and 3D-Masks") == {"sgd", "step", "and", "masks"}


def test_only_short_forms_that_need_a_reason_are_counted() -> None:
    spellings = [
        Spelling("AB", "context", "concept:b"),
        Spelling("AB", "case", "concept:a"),
        Spelling("CD", "case", "concept:c"),
        Spelling("word", "context", "concept:d"),
    ]
    assert short_forms(spellings) == {"AB": ("concept:a", "concept:b")}


def test_an_abstract_teaches_the_reading_that_it_writes_out_without_its_name() -> None:
    shorts = {"SSL": ("concept:self-supervised-learning", "concept:semi-supervised-learning")}
    line = '{"abstract": "Semi-supervised learning (SSL) needs few labels. SSL scales.", "title": "Few labels"}'
    (sample,) = read_samples([line], matcher(), shorts)
    assert sample.written == {"concept:semi-supervised-learning"}
    assert sample.shorts == {"SSL"}
    assert "labels" in sample.words
    assert sample.words.isdisjoint({"semi", "supervised", "learning", "ssl"})


def test_an_abstract_that_defines_a_short_form_otherwise_teaches_no_reading() -> None:
    shorts = {"SSL": ("concept:self-supervised-learning", "concept:semi-supervised-learning")}
    line = '{"abstract": "The secure sockets layer (SSL) guards the net."}'
    (sample,) = read_samples([line], matcher(), shorts)
    assert not sample.written
    assert sample.otherwise == {"SSL"}


def _samples(reading: str, words: set[str], count: int, *, otherwise: bool = False) -> list[Sample]:
    short = frozenset({"AB"})
    written = frozenset[str]() if otherwise else frozenset({reading})
    return [Sample(frozenset(words), written, short, short if otherwise else frozenset())] * count


def test_counts_keep_only_words_that_tell_a_reading_from_other_texts() -> None:
    samples = _samples("concept:a", {"mask", "paper"}, 20) + _samples("concept:b", {"flat", "paper"}, 20)
    samples += [Sample(frozenset({"paper"}), frozenset(), frozenset(), frozenset())] * 200
    counts = count_contexts(samples, {"AB": ("concept:a", "concept:b")})
    assert set(counts.everywhere.words) == {"mask", "flat"}
    assert counts.readings["concept:a"] == Counts(20, {"mask": 20})


def test_a_short_form_that_mostly_means_something_else_is_not_counted() -> None:
    samples = _samples("concept:a", {"mask"}, 20) + _samples("concept:a", {"flat"}, 30, otherwise=True)
    samples += [Sample(frozenset({"paper"}), frozenset(), frozenset(), frozenset())] * 200
    assert not count_contexts(samples, {"AB": ("concept:a",)}).readings
