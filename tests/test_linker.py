from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.linker.core import link_text
from tests.small_catalog import small_matcher

if TYPE_CHECKING:
    from graph.model import Link, Linked

MATCHER = small_matcher()


def linked(text: str) -> Linked:
    found = link_text(text, MATCHER)
    assert all(text[link.start : link.end] == link.surface for link in found.links)
    return found


def entities(text: str) -> list[str]:
    return [link.entity for link in linked(text).links]


def the_link(text: str, entity: str) -> Link:
    return next(link for link in linked(text).links if link.entity == entity)


@pytest.mark.parametrize(
    "text",
    [
        "on GSM8K we",
        "(GSM8K)",
        "GSM8K-style items",
        "GSM8K/MATH",
        "the gsm8k. score",
        "SVAMP;GSM8K;MATH",
        "在GSM8K上训练",
    ],
)
def test_a_name_is_found_in_any_compound(text: str) -> None:
    link = the_link(text, "dataset:gsm8k")
    assert link.surface.upper() == "GSM8K"


@pytest.mark.parametrize("written", ["CIFAR-10", "CIFAR10", "CIFAR 10", "Cifar-10", "CIFAR–10", "CIFAR\u201110"])
def test_hyphen_blank_case_and_dash_make_no_other_dataset(written: str) -> None:
    assert entities(f"Results on {written} rise.") == ["dataset:cifar-10"]


@pytest.mark.parametrize("written", ["FASHION-MNIST", "FashionMNIST", "Fashion MNIST", "Fashion-MNIST"])
def test_a_longer_name_is_not_its_part(written: str) -> None:
    assert entities(f"We test on {written}.") == ["dataset:fashion-mnist"]


def test_numbers_keep_names_apart() -> None:
    assert entities("CIFAR-10, CIFAR-100, Llama 2 and Llama-3") == [
        "dataset:cifar-10",
        "dataset:cifar-100",
        "technique:llama-2",
        "technique:llama-3",
    ]


@pytest.mark.parametrize(
    "text", ["We use Llama-4 here.", "We use HumanEval++ here.", "BERTweet is new.", "GSM8K.5 is odd."]
)
def test_an_unknown_longer_name_is_not_the_known_one(text: str) -> None:
    assert not {"technique:llama-2", "technique:llama-3", "technique:bert", "dataset:humaneval"} & set(entities(text))


def test_a_hyphenated_longer_name_is_a_name_of_its_own() -> None:
    found = linked("We evaluate on the GSM8K-Platinum benchmark and on GSM8K.")
    assert [link.entity for link in found.links] == ["dataset:gsm8k-platinum", "dataset:gsm8k"]
    assert found.discovered[0].status == "discovered"


def test_the_plus_of_a_name_counts() -> None:
    assert entities("HumanEval+ and HumanEval and HumanEvalPlus") == [
        "dataset:humaneval+",
        "dataset:humaneval",
        "dataset:humaneval+",
    ]


def test_names_that_share_their_beginning_are_all_found() -> None:
    found = linked("On CIFAR-10/100 with ResNet-18 and -50.")
    assert [(link.surface, link.entity) for link in found.links] == [
        ("CIFAR-10", "dataset:cifar-10"),
        ("100", "dataset:cifar-100"),
        ("ResNet-18", "technique:resnet-18"),
        ("50", "technique:resnet-50"),
    ]


@pytest.mark.parametrize(
    "text", ["Graph Neural Networks are slow.", "graph neural networks", "A graph-neural network."]
)
def test_plural_case_and_hyphen_fold(text: str) -> None:
    assert entities(text) == ["technique:graph-neural-network"]


@pytest.mark.parametrize("text", ["on Natural  Questions", "on Natural\nQuestions", "on Natural\u00a0Questions"])
def test_white_space_inside_a_name_folds(text: str) -> None:
    assert entities(text) == ["dataset:natural-questions"]


def test_apostrophe_year_and_score_spellings_meet() -> None:
    assert entities("BLEU on WMT'14, WMT 14 and WMT14 with the F1-score.") == ["dataset:wmt14"] * 3 + [
        "concept:f1-score"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "We glue the parts, test the math skills of adult patients and scan the iris.",
        "Posts were collected from Reddit with its API; Cora Systems helped.",
        "As shown before (Adam and Cora, 2019), Iris et al. (2018) disagree.",
        "They clip the values.",
    ],
)
def test_words_people_and_companies_are_no_entities(text: str) -> None:
    assert entities(text) == []


def test_a_data_noun_beside_a_name_that_is_a_word_makes_it_a_dataset() -> None:
    assert entities("We use the Adult dataset and benchmarks such as Iris.") == ["dataset:adult", "dataset:iris"]


def test_a_list_lends_its_kind_to_a_name_that_is_a_word() -> None:
    assert entities("Scores on MNIST, Cora and Reddit are high.") == ["dataset:mnist", "dataset:cora", "dataset:reddit"]


def test_the_definition_of_the_document_decides_a_homograph() -> None:
    one = entities("The Segment Anything Model (SAM) cuts images. SAM is large.")
    other = entities("With sharpness-aware minimization (SAM) we train. SAM is slow.")
    assert one == ["technique:segment-anything-model"] * 3
    assert other == ["technique:sharpness-aware-minimization"] * 3


def test_ssl_is_what_the_paper_says() -> None:
    assert set(entities("Self-supervised learning helps. SSL needs no labels.")) == {"concept:self-supervised-learning"}
    assert set(entities("Semi-supervised learning (SSL) helps.")) == {"concept:semi-supervised-learning"}


def test_a_homograph_that_nothing_decides_is_ambiguous_and_makes_no_link() -> None:
    found = linked("We apply SAM with care.")
    assert found.links == ()
    assert found.ambiguous[0].surface == "SAM"
    assert found.ambiguous[0].candidates == (
        "technique:segment-anything-model",
        "technique:sharpness-aware-minimization",
    )


def test_neighbours_of_a_list_decide_a_homograph() -> None:
    assert entities("Foundation models (SAM, CLIP) are used.") == ["technique:segment-anything-model", "technique:clip"]


def test_a_short_form_that_the_document_defines_anew_is_not_the_catalogues() -> None:
    found = linked("We use a sparse alignment method (SAM). SAM and CLIP differ.")
    assert "technique:segment-anything-model" not in [link.entity for link in found.links]
    assert "technique:sharpness-aware-minimization" not in [link.entity for link in found.links]


def test_a_short_form_is_linked_by_the_initials_of_what_the_paper_names() -> None:
    assert entities("Unlearnable examples protect data. Three UE methods fail.") == ["concept:unlearnable-examples"] * 2


def test_a_negated_compound_is_another_thing() -> None:
    assert entities("non-contrastive learning of images") == []
    assert entities("non-BERT models are small") == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We present LIFT-GS, a practical distillation technique.", "LIFT-GS"),
        ("We propose a constrained decoding algorithm, CRANE, which balances both.", "CRANE"),
        ("This paper introduces a framework called Chameleon that mixes data.", "Chameleon"),
        ("We show that our *lip-rcp* method wins.", "lip-rcp"),
        ("In this work we propose the Two-third Bridge Attack (TtBA).", "TtBA"),
        ("We introduce (1) *Semi-Clipped*, an adaptation of CLIP.", "Semi-Clipped"),
        ("GaussMarker efficiently achieves state-of-the-art performance.", "GaussMarker"),
        ("We introduce YoloBench, a benchmark of 20 tasks.", "YoloBench"),
    ],
)
def test_a_proposed_name_is_discovered(text: str, name: str) -> None:
    found = linked(text)
    entity = next(entity for entity in found.discovered if entity.name == name)
    roles = [link.roles for link in found.links if link.entity == entity.id]
    assert roles[0] == ("PROPOSES",)


def test_a_new_benchmark_is_a_dataset() -> None:
    assert linked("We introduce YoloBench, a benchmark of 20 tasks.").discovered[0].kind == "dataset"


def test_a_proposed_name_that_the_catalogue_spells_gets_an_id_of_its_own() -> None:
    found = linked("We introduce a data mixing framework, Chameleon, that employs scores.")
    assert found.discovered[0].id == "technique:chameleon-data-mixing-framework"


@pytest.mark.parametrize(
    "text",
    [
        "We propose a model.",
        "Our method works well.",
        "However, we find this dataset hard.",
        "The GPU runs at 5 GHz.",
        "We present Bayesian models.",
    ],
)
def test_generic_words_are_never_discovered(text: str) -> None:
    assert linked(text).discovered == ()


@pytest.mark.parametrize(
    ("text", "entity", "roles"),
    [
        ("Experiments on GSM8K show large gains.", "dataset:gsm8k", ("EVALUATES_ON",)),
        ("We outperform BERT by a wide margin.", "technique:bert", ("COMPARES_WITH",)),
        ("We use contrastive learning to train.", "technique:contrastive-learning", ("USES",)),
        ("We study image classification here.", "concept:image-classification", ("STUDIES",)),
        ("GSM8K was released some years ago.", "dataset:gsm8k", ()),
    ],
)
def test_a_role_is_given_only_where_the_sentence_says_so(text: str, entity: str, roles: tuple[str, ...]) -> None:
    assert the_link(text, entity).roles == roles


def test_markup_is_read_over_and_the_surface_is_what_was_typed() -> None:
    found = linked(r"We test \textbf{GSM8K} and $k$ \emph{graph neural} networks, \href{https://gsm8k.org}{here}.")
    assert [link.surface for link in found.links] == ["GSM8K", r"\emph{graph neural} networks"]


def test_addresses_name_nothing() -> None:
    assert entities("Code at https://github.com/x/GSM8K and www.gsm8k.org/BERT.") == []


def test_in_text_citations_are_found_and_name_no_entity() -> None:
    found = linked("We follow Adam et al. (2016) and use Adam.")
    assert [citation.key for citation in found.citations] == ["adam et al. 2016"]
    assert [link.entity for link in found.links] == ["technique:adam"]


def test_a_title_is_linked_after_the_abstract() -> None:
    raw = "We train on GSM8K.\n\nCRANE: Reasoning with BERT"
    found = link_text(raw, MATCHER, title_start=20)
    assert [(link.surface, link.in_title) for link in found.links] == [
        ("GSM8K", False),
        ("CRANE", True),
        ("BERT", True),
    ]
    assert all(raw[link.start : link.end] == link.surface for link in found.links)


@given(st.text(alphabet=st.sampled_from("GSM8K CIFAR-10 /(){}$%\\*_~&;.,\n’“abté–é数"), max_size=60))
def test_every_surface_is_the_raw_text_whatever_the_text(text: str) -> None:
    linked(text)


@given(st.text(max_size=80))
def test_no_text_breaks_the_linker(text: str) -> None:
    linked(text)


@pytest.mark.parametrize("name", ["BERT-D0", "mini-COCO", "Relay-BERT", "CLIP-tiny", "MNIST-sanex"])
def test_a_name_inside_a_longer_one_is_never_linked_in_its_place(name: str) -> None:
    found = linked(f"The power of {name} is measured.")
    assert [link.surface for link in found.links] == [name]
    assert found.discovered[0].name == name


@pytest.mark.parametrize("name", ["BERT-like", "CLIP-guided", "vanilla-BERT"])
def test_an_ordinary_half_of_a_compound_leaves_the_name_its_meaning(name: str) -> None:
    assert linked(f"The power of {name} models is measured.").links[0].surface in ("BERT", "CLIP")


def test_two_names_joined_to_a_relation_are_both_found() -> None:
    assert entities("A BERT-to-RoBERTa transfer.") == ["technique:bert", "technique:roberta"]


def test_a_short_form_inside_a_name_is_written_out() -> None:
    found = linked("With an image (IM) encoder we do IM classification.")
    assert [(link.surface, link.entity) for link in found.links][-1] == (
        "IM classification",
        "concept:image-classification",
    )


def test_a_name_across_the_bracket_of_its_short_form_is_one_mention() -> None:
    found = linked("We study graph (GR) neural networks.")
    assert [(link.surface, link.entity) for link in found.links] == [
        ("graph (GR) neural networks", "technique:graph-neural-network")
    ]


def test_results_told_on_a_name_that_is_a_word_make_it_a_dataset() -> None:
    assert entities("On Cora, accuracy rises by two points.") == ["dataset:cora"]


def test_a_shared_head_or_beginning_names_two_things() -> None:
    found = linked("Self-supervised and semi-supervised learning of images.")
    assert [(link.surface, link.entity) for link in found.links] == [
        ("Self-supervised", "concept:self-supervised-learning"),
        ("semi-supervised learning", "concept:semi-supervised-learning"),
    ]
    assert entities("Semi-supervised learning and training of images.") == ["concept:semi-supervised-learning"]


@pytest.mark.parametrize(
    "text",
    [
        "We compare with BERT, CLIP, and RoBERTa.",
        "FooD4 outperforms BERT, CLIP and RoBERTa.",
        "We compare FooD4 with BERT, CLIP and RoBERTa.",
        "FooD4 improves over baselines such as BERT, CLIP and RoBERTa.",
    ],
)
def test_every_name_of_a_list_has_the_role_of_the_first(text: str) -> None:
    roles = {link.surface: link.roles for link in linked(text).links}
    assert roles["BERT"] == roles["CLIP"] == roles["RoBERTa"] == ("COMPARES_WITH",)


def test_a_short_form_in_brackets_has_the_role_of_its_long_form() -> None:
    found = linked("We use a graph neural network (GNN) here.")
    assert [link.roles for link in found.links] == [("USES",), ("USES",)]


@pytest.mark.parametrize(
    "text",
    [
        "Evaluating on COCO, GSM8K and CIFAR-10, RankFoo beats BERT.",
        "On COCO and GSM8K, the RankFoo method outperforms BERT.",
        "RankFoo beats BERT on COCO and GSM8K.",
    ],
)
def test_the_subject_behind_a_list_of_datasets_is_no_dataset(text: str) -> None:
    found = linked(text)
    assert [entity.id for entity in found.discovered] == ["technique:rankfoo"]
    assert {link.roles for link in found.links if link.entity.startswith("dataset:")} == {("EVALUATES_ON",)}


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Optical graph neural networks and BERT are used to read the text.", ("USES",)),
        ("We propose a BERT-based framework.", ("USES",)),
        ("Unlike BERT, our model is small.", ()),
        ("Existing methods use BERT.", ()),
        ("BERT is widely used.", ()),
    ],
)
def test_negation_and_background_give_no_role(text: str, roles: tuple[str, ...]) -> None:
    assert the_link(text, "technique:bert").roles == roles


def test_what_the_paper_proposes_is_not_used_by_it() -> None:
    found = linked("We propose GrokNet, a model. Using GrokNet, results on GSM8K rise.")
    assert [link.roles for link in found.links] == [("PROPOSES",), (), ("EVALUATES_ON",)]


@given(
    st.text(alphabet=st.sampled_from("GSM8K SAM(LM) Segment anything.,\n-"), max_size=60),
    st.text(alphabet=st.sampled_from("A Model SAM(LM) for GSM8K: deep,"), min_size=1, max_size=30),
)
def test_no_mention_reaches_from_the_abstract_into_the_title(abstract: str, title: str) -> None:
    raw = f"{abstract}\n\n{title}"
    found = link_text(raw, MATCHER, title_start=len(abstract) + 2)
    for link in found.links:
        assert 0 <= link.start < link.end <= len(raw)
        assert raw[link.start : link.end] == link.surface
        assert link.in_title == (link.start >= len(abstract) + 2)


def test_a_short_form_that_opens_the_abstract_is_not_defined_by_the_title() -> None:
    raw = "Segment Anything (SAM) is large. We adapt it.\n\nA Survey of Adaptation"
    found = link_text(raw, MATCHER, title_start=raw.index("A Survey"))
    assert [link.surface for link in found.links] == ["Segment Anything", "SAM"]


@pytest.mark.parametrize(
    "text",
    ["HumanEval$^+$ is hard.", "HumanEval<sup>+</sup> is hard.", "HumanEval⁺ is hard.", "HumanEval$^{+}$ is hard."],
)
def test_a_raised_plus_is_a_plus(text: str) -> None:
    assert entities(text) == ["dataset:humaneval+"]


@pytest.mark.parametrize("name", ["Llama 7", "BERT 4", "GSM8K v2", "GSM8K_v2", "GSM8K.v2", "ResNet-18 v9"])
def test_a_version_behind_a_blank_makes_another_name(name: str) -> None:
    assert entities(f"We compare {name}, and we test it.") == []


@pytest.mark.parametrize("text", ["We use BERT 3 times.", "MNIST 60,000 images.", "BERT 84.6, and RoBERTa 88.5."])
def test_a_count_or_a_score_behind_a_name_is_no_version(text: str) -> None:
    assert entities(text) != []


def test_a_short_form_that_is_defined_twice_is_decided_only_where_it_is_defined() -> None:
    found = linked("Sharpness-aware minimization (SAM) meets the Segment Anything Model (SAM). SAM is good.")
    assert [link.entity for link in found.links if link.surface == "SAM"] == [
        "technique:sharpness-aware-minimization",
        "technique:segment-anything-model",
    ]
    assert [ambiguous.surface for ambiguous in found.ambiguous] == ["SAM"]


@pytest.mark.parametrize(
    "text",
    [
        "We introduce COCO, a new adhesive sampling method. COCO is fast.",
        "We propose BERT, a Bayesian Ensemble of Regression Trees. BERT is fast.",
    ],
)
def test_a_new_thing_with_a_known_name_is_not_the_known_one(text: str) -> None:
    found = linked(text)
    assert {link.entity for link in found.links} & {"dataset:coco", "technique:bert"} == set()
    assert found.links[0].roles == ("PROPOSES",)


def test_two_papers_short_forms_are_two_things() -> None:
    one = linked("We propose Hierarchical Dynamic Routing Attention (HDRA), a new attention method.")
    other = linked("We propose Hyperbolic Distance Regularized Alignment (HDRA), an optimizer.")
    assert one.discovered[0].name == other.discovered[0].name == "HDRA"
    assert one.discovered[0].id != other.discovered[0].id


def test_a_name_does_not_run_over_a_paragraph() -> None:
    assert entities("We use CIFAR-10\n\n0 errors were seen with Llama\n\n3 models.") == ["dataset:cifar-10"]


def test_a_variant_has_the_kind_of_what_it_varies() -> None:
    found = linked("We test on GSM8K-Mini, COCO-Lite, BERT-Tiny.")
    assert [entity.id for entity in found.discovered] == [
        "dataset:coco-lite",
        "dataset:gsm8k-mini",
        "technique:bert-tiny",
    ]


def test_a_concept_inside_a_new_name_is_not_linked_in_its_place() -> None:
    found = linked("We use semi-supervised learning (SSL). This paper presents SSL-UE, the first unified framework.")
    assert [(link.surface, link.entity) for link in found.links][-1] == ("SSL-UE", "technique:ssl-ue")
