from __future__ import annotations

from typing import TYPE_CHECKING

import spacy

from graph.linker.component import TITLE_START, EntityLinker
from graph.linker.pool import link_paper, make_linker_pool, make_pipeline
from loaders.paper import Paper
from tests.small_catalog import small_matcher

if TYPE_CHECKING:
    from spacy.language import Language


def small_pipeline() -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("kg_linker")
    return nlp


def test_the_component_is_found_by_its_name_without_an_import() -> None:
    assert small_pipeline().pipe_names == ["kg_linker"]


def test_entities_carry_their_id_and_kind() -> None:
    doc = small_pipeline()("We train on GSM8K with LoRA.")
    assert [(ent.text, ent.label_, ent.kb_id_) for ent in doc.ents] == [
        ("GSM8K", "DATASET", "dataset:gsm8k"),
        ("LoRA", "TECHNIQUE", "technique:lora"),
    ]
    assert [span.kb_id_ for span in doc.spans["kg"]] == ["dataset:gsm8k", "technique:lora"]


def test_a_mention_that_ends_inside_a_token_keeps_its_exact_characters() -> None:
    doc = EntityLinker(small_matcher())(spacy.blank("en")("GSM8K-style items on SVAMP;GSM8K;MATH"))
    assert [link.surface for link in doc._.kg_linked.links] == ["GSM8K", "SVAMP", "GSM8K", "MATH"]
    assert len(doc.spans["kg"]) == 4
    assert doc._.kg_unaligned > 0


def test_a_title_is_told_by_where_it_begins() -> None:
    nlp = small_pipeline()
    doc = nlp.make_doc("We test it.\n\nBERT: a model")
    doc.user_data[TITLE_START] = 13
    assert [link.in_title for link in nlp(doc)._.kg_linked.links] == [True]


def test_a_text_of_more_than_a_million_characters_is_linked() -> None:
    nlp = make_pipeline()
    linked = link_paper(nlp, Paper("We train on GSM8K. " + "And so on. " * 95_000 + "We test on CIFAR-10."))
    assert {"dataset:gsm8k", "dataset:cifar-10"} <= {link.entity for link in linked.links}


def test_the_number_of_workers_changes_nothing() -> None:
    papers = [
        Paper(f"We propose Net{n}-X, a model, and test on GSM8K and CIFAR-{10 if n % 2 else 100}.") for n in range(70)
    ]
    with make_linker_pool(workers=1) as link_many:
        alone = list(link_many(papers))
    with make_linker_pool(workers=2) as link_many:
        together = list(link_many(iter(papers)))
    assert alone == together
    assert len(alone) == 70
