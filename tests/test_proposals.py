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


def proposed(text: str) -> dict[str, str]:
    """Return the surfaces that the text proposes, with the kind of each."""
    links = link_text(text, shipped()).links
    return {link.surface: link.entity.partition(":")[0] for link in links if "PROPOSES" in link.roles}


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("We present Attention Mending, a practical framework for small models.", "Attention Mending"),
        ("We propose a new strategy, CoT Grafting, which helps.", "CoT Grafting"),
        ("To this end, we introduce Cue Sorted Reasoning for making models calmer.", "Cue Sorted Reasoning"),
        ("We propose inter-modal Distance Folded Encoding (DFE), a simple mechanism.", "Distance Folded Encoding"),
        ("We develop a family of lake-aware prior (LAP) distributions.", "lake-aware prior"),
        ("A new measure of effort, Video Effort Count (VidCount), is proposed.", "VidCount"),
        ("Gains are large, with our best model (LakeNet V2.2) reaching the top.", "LakeNet V2.2"),
        ("We present OnShore.LLM, a Python-based toolkit.", "OnShore.LLM"),
    ],
)
def test_a_proposed_technique_is_found_however_it_is_brought(text: str, surface: str) -> None:
    assert surface in proposed(text)


@pytest.mark.parametrize(
    ("text", "surface", "kind"),
    [
        ("We contribute DeepLake-18K, a large-scale dataset tailored for lakes.", "DeepLake-18K", "dataset"),
        ("We introduce the World Lake Banks (WLB) dataset, the largest so far.", "WLB", "dataset"),
        ("We introduce World of Lakes (WoL), a realistic environment incorporating 40 rules.", "WoL", "dataset"),
        ("We also build a public Lakeside Leaderboard covering 18 models.", "Lakeside Leaderboard", "dataset"),
        ("We propose to use a metric called Per-Lake Diversity (PLD) here.", "PLD", "concept"),
        (
            "We identify a phenomenon termed Logit-Lake Divergence, in which outputs drift.",
            "Logit-Lake Divergence",
            "concept",
        ),
        ("We propose a method called LakeNorm.", "LakeNorm", "technique"),
    ],
)
def test_its_kind_is_what_the_words_beside_it_say(text: str, surface: str, kind: str) -> None:
    assert proposed(text).get(surface) == kind


@pytest.mark.parametrize(
    "text",
    [
        "We propose a new neuron structure for TTFX coding.",
        "We present our approach to the AbjadLakeEval shared task on detection.",
        "We propose a unified annotation using USDX, with flavours of its own.",
        "We show distributions over LakeNorm parameters.",
        "This is optimized with deep deterministic policy gradients (DDPG).",
    ],
)
def test_what_stands_behind_a_preposition_is_not_proposed(text: str) -> None:
    assert proposed(text) == {}


def test_initials_with_small_words_are_read_whole() -> None:
    links = link_text("We introduce World of Lakes (WoL), a realistic environment.", shipped()).links
    assert [link.surface for link in links] == ["World of Lakes", "WoL"]


def test_over_alone_compares_nothing() -> None:
    links = link_text("We study distributions over neural network parameters.", shipped()).links
    assert all("COMPARES_WITH" not in link.roles for link in links)


@pytest.mark.parametrize("text", ["It pioneers Multimodal Chain-of-Reasoning.", "It takes 27 BERT-hours."])
def test_a_part_of_a_compound_is_no_name(text: str) -> None:
    assert link_text(text, shipped()).links == ()


@pytest.mark.parametrize("name", ["MSEX [29] and others", "DenseLake (Shen et al. 2015) and others"])
def test_a_citation_makes_a_name_a_work(name: str) -> None:
    links = link_text(f"There are {name}.", shipped()).links
    assert [link.entity.partition(":")[0] for link in links] == ["technique"]


def test_a_compound_inside_a_new_name_is_still_linked_elsewhere() -> None:
    text = "Old fact-checking fails. We propose Calm and Causal fact-checking (CCFC), a novel fact-checking framework."
    assert [link.surface for link in link_text(text, shipped()).links].count("fact-checking") == 2


@pytest.mark.parametrize(
    ("written", "entity"),
    [
        ("societal biases", "concept:social-bias"),
        ("KV caches", "technique:kv-cache"),
        ("IMUs", "concept:inertial-measurement-unit"),
    ],
)
def test_plurals_that_their_ending_does_not_tell_are_met(written: str, entity: str) -> None:
    assert [link.entity for link in link_text(f"We study {written} here.", shipped()).links] == [entity]


@pytest.mark.parametrize(
    ("text", "entity"),
    [
        ("We use LightGBM (Light Gradient Boosting Machine) here.", "technique:lightgbm"),
        ("We use BM25 (Best Matching 25) here.", "technique:bm25"),
    ],
)
def test_a_name_written_out_stays_what_it_is(text: str, entity: str) -> None:
    assert entity in [link.entity for link in link_text(text, shipped()).links]


def test_a_society_is_no_entity() -> None:
    assert link_text("The Lake Research Society (LRS) runs it.", shipped()).links == ()


def roles(text: str, *, title: str = "") -> dict[str, tuple[str, ...]]:
    raw = f"{text}\n\n{title}" if title else text
    start = len(raw) - len(title) if title else None
    return {link.surface: link.roles for link in link_text(raw, shipped(), title_start=start).links}


@pytest.mark.parametrize(
    ("text", "surface", "role"),
    [
        ("To our knowledge, GSM8K is the first benchmark that tests our evaluation.", "GSM8K", ()),
        ("We obtain our evaluation benchmark by extending GSM8K.", "GSM8K", ("USES",)),
        ("We propose a novel face alignment method.", "face alignment", ("STUDIES",)),
        ("Our method trains models in a self-supervised learning manner.", "self-supervised learning", ()),
    ],
)
def test_what_a_sentence_does_with_a_name(text: str, surface: str, role: tuple[str, ...]) -> None:
    assert roles(text)[surface] == role


def test_a_title_tells_what_is_used_and_what_is_studied() -> None:
    found = roles("We say nothing.", title="Lakes in Video Classification via Contrastive Learning")
    assert found == {"Video Classification": ("STUDIES",), "Contrastive Learning": ("USES",)}
