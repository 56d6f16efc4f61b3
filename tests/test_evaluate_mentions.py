"""Gold formats that mark each mention: exact and overlap scores, links, roles, and the class of each error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from graph.evaluate import GoldError, evaluate
from graph.evaluate.counts import Counts, draw, interval
from graph.evaluate.spans import Compared, Span, errors
from graph.linker.core import link_text
from tests.small_catalog import small_matcher

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from graph.model import Linked
    from loaders.paper import Paper

    Mark = tuple[str, str, str, Mapping[str, object]]

MATCHER = small_matcher()
OWN = Path(__file__).parent / "data" / "gold.jsonl"
BASELINE = OWN.with_name("gold_baseline.json")


def link_many(papers: Iterable[Paper]) -> Iterator[Linked]:
    for paper in papers:
        title_start = len(paper.raw) - len(paper.title) if paper.title else None
        yield link_text(paper.raw, MATCHER, title_start=title_start)


def scores(path: Path) -> dict[str, Any]:
    return evaluate(path, link_many, MATCHER.entities)


def write(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def at(whole: str, written: str, **more: object) -> dict[str, Any]:
    start = whole.index(written)
    return {"start": start, "end": start + len(written), **more}


def shares(row: dict[str, Any]) -> tuple[float, float, float]:
    return row["precision"], row["recall"], row["f1"]


def counts(row: dict[str, Any]) -> tuple[int, int, int]:
    return row["right"], row["predicted"], row["gold"]


# marked by others

SENTENCE = "We train BERT by contrastive learning on GSM8K and on Microsoft COCO for image classification by F1 score."


def marked(folder: Path, *entities: tuple[str, str], text: str = SENTENCE, corpus: str = "some") -> Path:
    spans = [at(text, surface, text=surface, label=label, orig_label=label) for surface, label in entities]
    return write(folder / "marked.jsonl", {"corpus": corpus, "doc_id": "d1", "text": text, "entities": spans})


def test_a_mention_is_exact_or_overlaps(tmp_path: Path) -> None:
    found = scores(marked(tmp_path, ("GSM8K", "Dataset"), ("COCO for", "Dataset"), ("BERT", "Method")))
    assert counts(found["by_kind"]["dataset"]) == (1, 2, 2)
    assert shares(found["overlap"]["by_kind"]["dataset"]) == (1.0, 1.0, 1.0)
    assert counts(found["overall"]) == (2, 4, 3)


def test_scores_that_are_blind_to_the_kind_stand_apart(tmp_path: Path) -> None:
    found = scores(marked(tmp_path, ("GSM8K", "Method"), ("BERT", "Dataset")))
    assert found["overall"]["right"] == 0
    assert counts(found["any_kind"]["exact"]) == (2, 4, 2)


def test_a_label_that_the_file_lacks_is_not_judged(tmp_path: Path) -> None:
    found = scores(marked(tmp_path, ("GSM8K", "Dataset"), ("image classification", "Task")))
    assert list(found["by_kind"]) == ["dataset", "task"]
    assert counts(found["overall"]) == (2, 3, 2)


def test_metrics_are_concepts_of_that_subkind(tmp_path: Path) -> None:
    found = scores(marked(tmp_path, ("F1 score", "Metric"), ("image classification", "Task")))
    assert counts(found["by_kind"]["metric"]) == (1, 1, 1)
    assert counts(found["by_kind"]["task"]) == (1, 1, 1)


@pytest.mark.parametrize(("corpus", "predicted"), [("scier", 2), ("gsap-ner", 1)])
def test_fields_are_tasks_where_the_corpus_says_so(tmp_path: Path, corpus: str, predicted: int) -> None:
    text = "We use self-supervised learning for image classification."
    found = scores(marked(tmp_path, ("image classification", "Task"), text=text, corpus=corpus))
    assert counts(found["by_kind"]["task"]) == (1, predicted, 1)


def test_what_lies_on_a_generic_phrase_alone_is_not_counted_apart(tmp_path: Path) -> None:
    found = scores(marked(tmp_path, ("GSM8K", "Dataset"), ("on Microsoft COCO", "Generic"), ("on GSM8K", "Generic")))
    assert counts(found["by_kind"]["dataset"]) == (1, 2, 1)
    assert counts(found["neutral"]["by_kind"]["dataset"]) == (1, 1, 1)


def test_a_mention_that_does_not_stand_there_is_named(tmp_path: Path) -> None:
    row = {"doc_id": "d1", "text": SENTENCE, "entities": [{"start": 0, "end": 2, "text": "Us", "label": "Task"}]}
    with pytest.raises(GoldError, match=r'bad\.jsonl:1: "Us" is said to stand at 0-2, where "We" stands'):
        scores(write(tmp_path / "bad.jsonl", row))


def test_an_empty_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(GoldError, match=r"bad\.jsonl: it is empty"):
        scores(write(tmp_path / "bad.jsonl"))


def test_an_error_has_its_class_and_its_sentence(tmp_path: Path) -> None:
    text = f"First of all. {SENTENCE} Then we wait."
    entities = [("GSM8K and", "Dataset"), ("BERT", "Dataset"), ("wait", "Task"), ("contrastive learning", "Method")]
    found = scores(marked(tmp_path, *entities, text=text))
    told = [(error["error"], error["kind"], error["name"]) for error in found["errors"]]
    assert told == [
        ("kind", "dataset", "BERT"),
        ("boundary", "dataset", "GSM8K and"),
        ("spurious", "dataset", "Microsoft COCO"),
        ("spurious", "task", "image classification"),
        ("missed", "task", "wait"),
    ]
    assert found["errors"][0]["found"]["kind"] == "technique"
    assert {error["sentence"] for error in found["errors"]} == {SENTENCE, "Then we wait."}


def test_each_gold_span_that_is_not_found_is_told_once() -> None:
    gold = frozenset({Span(0, 3, "a"), Span(2, 8, "a"), Span(20, 25, "a")})
    found = frozenset({Span(0, 3, "a"), Span(2, 7, "a"), Span(5, 8, "b")})
    assert list(errors(Compared(gold, found))) == [
        ("boundary", Span(2, 8, "a"), Span(2, 7, "a")),
        ("kind", Span(2, 8, "a"), Span(5, 8, "b")),
        ("missed", Span(20, 25, "a"), None),
    ]


# datasets of a text, without spans


def test_datasets_are_scored_by_name_and_nothing_else_counts(tmp_path: Path) -> None:
    row = {"doc_id": "d1", "text": SENTENCE, "entities": [], "meta": {"gold_datasets": ["COCO", "ImageNet"]}}
    found = scores(write(tmp_path / "names.jsonl", row))
    assert counts(found["overall"]) == (1, 2, 2)
    assert [(e["error"], e["name"]) for e in found["errors"]] == [("missed", "ImageNet"), ("wrong", "GSM8K")]


# links of given mentions


def linked(folder: Path, *rows: tuple[str, str], ambiguous: bool = False) -> Path:
    write(folder / "some_abstracts.jsonl", {"doc_id": "d1", "text": SENTENCE})
    lines = [
        {"doc_id": "d1", **at(SENTENCE, surface, surface=surface), "dataset": name, "ambiguous": ambiguous}
        for surface, name in rows
    ]
    return write(folder / "some_links.jsonl", *lines)


def test_a_link_is_right_by_its_canonical_name(tmp_path: Path) -> None:
    found = scores(linked(tmp_path, ("GSM8K", "gsm-8k"), ("Microsoft COCO", "MS COCO")))["linking"]
    assert found["given"] == {"accuracy": 0.5, "right": 1, "gold": 2}
    assert found["given_any_spelling"] == {"accuracy": 1.0, "right": 2, "gold": 2}


def test_a_mention_without_a_link_is_wrong_and_may_be_rightly_new(tmp_path: Path) -> None:
    found = scores(linked(tmp_path, ("GSM8K", "GSM8K"), ("We train", "Unheard-Of")))
    assert found["linking"]["given"]["accuracy"] == 0.5
    assert counts(found["linking"]["nil"]) == (1, 1, 1)
    assert counts(found["overall"]) == (1, 1, 2)
    assert found["errors"][0]["name"] == "Unheard-Of"


def test_a_mention_that_the_text_does_not_link_is_linked_alone(tmp_path: Path) -> None:
    text = "Iris is small."
    write(tmp_path / "some_abstracts.jsonl", {"doc_id": "d1", "text": text})
    row = {"doc_id": "d1", **at(text, "Iris", surface="Iris"), "dataset": "Iris"}
    found = scores(write(tmp_path / "some_links.jsonl", row))
    assert found["overall"]["predicted"] == 0
    assert found["linking"]["given"]["accuracy"] == 1.0


def test_lines_marked_ambiguous_are_left_out(tmp_path: Path) -> None:
    found = scores(linked(tmp_path, ("GSM8K", "GSM8K"), ambiguous=True))
    assert found["linking"]["given"] == {"accuracy": 0.0, "right": 0, "gold": 0}


def test_texts_that_are_not_beside_the_links_are_named(tmp_path: Path) -> None:
    path = linked(tmp_path, ("GSM8K", "GSM8K"))
    (tmp_path / "some_abstracts.jsonl").unlink()
    with pytest.raises(GoldError, match=r"some_links\.jsonl: its texts are not beside it; expected some_abstracts"):
        scores(path)


# our own format

ABSTRACT = (
    "We introduce \\textbf{CRANE}, a decoding algorithm. It uses Adam and it is tested on COCO. "
    "Unlike BERT, it needs no labels. The large language models are left for another day."
)


def own(folder: Path, *mentions: Mark, **more: object) -> Path:
    marks = [
        at(ABSTRACT, surface, surface=surface, kind=kind, name=name, **extra) for surface, kind, name, extra in mentions
    ]
    return write(folder / "own.jsonl", {"id": "own-1", "text": ABSTRACT, "mentions": marks, **more})


CRANE: Mark = ("CRANE", "technique", "CRANE", {"nil": True, "role": "PROPOSES"})
ADAM: Mark = ("Adam", "technique", "Adam", {})
COCO: Mark = ("COCO", "dataset", "COCO", {"role": "EVALUATES_ON"})
BERT: Mark = ("BERT", "technique", "BERT", {})
LLM: Mark = ("large language models", "technique", "large language model", {})


def test_every_mention_can_be_right(tmp_path: Path) -> None:
    found = scores(own(tmp_path, CRANE, ADAM, COCO, BERT, LLM))
    assert counts(found["overall"]) == (5, 5, 5)
    assert found["overall"]["interval"] == [1.0, 1.0]
    assert counts(found["linking"]["end_to_end"]) == (5, 5, 5)
    assert found["linking"]["given"] == {"accuracy": 1.0, "right": 4, "gold": 4}
    assert counts(found["linking"]["nil"]) == (1, 1, 1)
    assert counts(found["documents"]["overall"]) == (5, 5, 5)
    assert found["errors"] == []


def test_optional_mentions_count_neither_way(tmp_path: Path) -> None:
    adam: Mark = ("uses Adam", "technique", "Adam", {"optional": True})
    found = scores(own(tmp_path, CRANE, adam, COCO, BERT, LLM))
    assert counts(found["overall"]) == (4, 4, 4)
    assert counts(found["documents"]["overall"]) == (4, 4, 4)


def test_markup_around_a_name_plays_no_part(tmp_path: Path) -> None:
    crane: Mark = ("\\textbf{CRANE}", "technique", "CRANE", {"nil": True})
    assert counts(scores(own(tmp_path, crane))["by_kind"]["technique"]) == (1, 4, 1)


def test_a_title_is_linked_but_not_scored(tmp_path: Path) -> None:
    found = scores(own(tmp_path, CRANE, ADAM, COCO, BERT, LLM, title="GSM8K revisited with RoBERTa"))
    assert counts(found["overall"]) == (5, 5, 5)
    assert counts(found["documents"]["overall"]) == (5, 5, 5)


def test_a_link_to_the_catalogue_is_wrong_for_what_is_made_up(tmp_path: Path) -> None:
    coco: Mark = ("COCO", "dataset", "CoCo", {"nil": True})
    found = scores(own(tmp_path, CRANE, ADAM, coco, BERT, LLM))
    assert counts(found["overall"]) == (5, 5, 5)
    assert counts(found["linking"]["end_to_end"]) == (4, 5, 5)
    assert counts(found["linking"]["nil"]) == (1, 1, 2)
    assert [(error["error"], error["found"]["id"]) for error in found["errors"]] == [("link", "dataset:coco")]


def test_a_gloss_is_no_part_of_a_name_and_holds_its_kind(tmp_path: Path) -> None:
    glossed: Mark = ("COCO", "dataset", "COCO (images)", {})
    assert scores(own(tmp_path, glossed))["linking"]["given"]["accuracy"] == 1.0
    other: Mark = ("COCO", "technique", "COCO (optimizer)", {})
    assert scores(own(tmp_path, other))["linking"]["given"]["accuracy"] == 0.0


def test_roles_are_scored_where_a_mention_is(tmp_path: Path) -> None:
    adam: Mark = ("Adam", "technique", "Adam", {"role": "STUDIES"})
    found = scores(own(tmp_path, CRANE, adam, COCO, BERT, LLM))
    assert counts(found["roles"]["by_role"]["PROPOSES"]) == (1, 1, 1)
    assert counts(found["proposes"]) == (1, 1, 1)
    assert found["roles"]["by_role"]["STUDIES"]["right"] == 0
    assert found["roles"]["overall"]["gold"] == 3


def test_a_spelling_that_is_undecided_is_to_be_left_open(tmp_path: Path) -> None:
    places = [at(ABSTRACT, "BERT", surface="BERT"), at(ABSTRACT, "labels", surface="labels")]
    found = scores(own(tmp_path, COCO, ambiguous=places))
    assert found["undecided"] == {"left_open": 1, "gold": 2}


def test_an_unknown_kind_is_named(tmp_path: Path) -> None:
    with pytest.raises(GoldError, match=r'own\.jsonl:1: "COCO" has the kind \'thing\'; expected dataset, technique'):
        scores(own(tmp_path, ("COCO", "thing", "COCO", {})))


def test_an_unknown_role_is_named(tmp_path: Path) -> None:
    with pytest.raises(GoldError, match=r'own\.jsonl:1: "COCO" has the role \'LIKES\'; expected PROPOSES'):
        scores(own(tmp_path, ("COCO", "dataset", "COCO", {"role": "LIKES"})))


# the interval


def test_the_interval_holds_the_score_and_is_the_same_each_time() -> None:
    texts = [Counts(right % 4, 4, 5, right % 4, right % 4) for right in range(40)]
    low, high = interval(texts, draw(40))
    assert low < 2 * 60 / (160 + 200) < high
    assert interval(texts, draw(40)) == [low, high]


# public gold sets


@pytest.mark.parametrize(
    ("name", "gold"), [("gsap_abstracts", 569), ("scirex_dataset_links", 110), ("datafinder", 501)]
)
def test_public_gold_sets_are_understood(shared: Path, name: str, gold: int) -> None:
    assert scores(shared / "gold" / f"{name}.jsonl")["overall"]["gold"] == gold


# the gold set of the project


def test_the_own_gold_set_is_large_enough() -> None:
    rows = [json.loads(line) for line in OWN.read_text(encoding="utf-8").splitlines()]
    mentions = [mention for row in rows for mention in row["mentions"]]
    assert len(rows) >= 60
    assert sum(bool(mention.get("nil")) for mention in mentions) >= 60
    assert sum(len(row.get("ambiguous", ())) for row in rows) >= 10


def test_the_linker_is_not_worse_than_it_was_by_more_than_a_point() -> None:
    """A drop that is meant: `kg eval tests/data/gold.jsonl --json > tests/data/gold_baseline.json`."""
    from graph.catalog import read_catalog
    from graph.linker.pool import make_linker_pool

    before = json.loads(BASELINE.read_text(encoding="utf-8"))
    with make_linker_pool() as linker:
        now = evaluate(OWN, linker, read_catalog().entities)
    assert now["overall"]["f1"] >= before["overall"]["f1"] - 0.01
