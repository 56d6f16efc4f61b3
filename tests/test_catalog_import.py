from __future__ import annotations

import gzip
import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.catalog import CatalogError
from graph.catalog.check import check
from graph.catalog.defaults import default_rule
from graph.catalog.entry import Entry, Refused, named, type_of
from graph.catalog.foreign import load, parse
from graph.catalog.merge import Merge, merge
from graph.catalog.rows import Row, generate, spellings_of
from graph.catalog.rows import parse as parse_rows

if TYPE_CHECKING:
    from pathlib import Path

WORDS = frozenset("iris go time glue river bench adult common voice foo question natural".split())
HEAD = "kind\tname\taliases\tmatch\tbroader\n"
KNOWN = list(
    parse_rows(
        HEAD + "technique\tSegment Anything Model\tcontext:SAM\tfold\n"
        "technique\tsharpness-aware minimization\tcontext:SAM\tfold\n"
        "technique\tconvolution\t\tfold\n"
        "technique\tBERT\t\tcase\n"
        "technique\tLoRA\tfold:low-rank adaptation\tcase\n"
        "technique\tAria\t\tcontext\n"
        "dataset\tCOCO\tfold:MS COCO\tcase\n"
        "dataset\tIris\t\tcontext\n"
        "dataset\tAmazon\t\tcontext\n"
        "concept\tmachine learning\t\tfold\n",
        source="known.tsv",
    )
)


def read(text: str, *, kind: str = "") -> list[Entry | Refused]:
    return list(parse(text, source="list", kind=kind))


def entries(text: str, *, kind: str = "") -> list[Entry]:
    found = read(text, kind=kind)
    assert all(isinstance(one, Entry) for one in found), found
    return [one for one in found if isinstance(one, Entry)]


def refusals(text: str, *, kind: str = "") -> list[str]:
    return [f"{one.place}: {one.reason}" for one in read(text, kind=kind) if isinstance(one, Refused)]


def merged(text: str, *, kind: str = "", own: tuple[Row, ...] = ()) -> Merge:
    return merge(read(text, kind=kind), known=KNOWN, own=own, ordinary=WORDS)


def rules(merge: Merge) -> dict[str, dict[str, str]]:
    """Return the rule of each spelling, by entity."""
    return {row.id: {text: rule for rule, text in spellings_of(row)} for row in merge.rows}


# The rule of a spelling


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("SAM", "case"),
        ("LoRA", "case"),
        ("GLUE", "case"),
        ("SQUADRON", "case"),
        ("RiverBench", "case"),
        ("ImageNet", "fold"),
        ("Time", "context"),
        ("Go", "context"),
        ("glue", "context"),
        ("questions", "context"),
        ("Amazon", "case"),
        ("gan", "context"),
        ("o1", "context"),
        ("T5", "case"),
        ("GSM8K", "fold"),
        ("CIFAR-10", "fold"),
        ("phishing", "fold"),
        ("sharpness-aware minimization", "fold"),
        ("Layer Normalization", "fold"),
    ],
)
def test_the_rule_of_a_name_that_has_none_links_no_everyday_word(text: str, rule: str) -> None:
    assert default_rule(text, kind="technique", ordinary=WORDS).rule == rule


def test_a_dataset_of_several_everyday_words_is_told_by_its_capitals() -> None:
    assert default_rule("Natural Questions", kind="dataset", ordinary=WORDS).rule == "case"
    assert default_rule("Natural Questions", kind="concept", ordinary=WORDS).rule == "fold"


# Tables


def test_a_table_is_read_whatever_its_columns_are_called_and_however_they_are_parted() -> None:
    comma = 'Term,Type,Synonyms,Homepage,Description\nRiver Set,data set,"RS; river, the set",https://r.org,long text\n'
    tab = "description\tlabel\tentity_type\taka\turl\nlong text\tRiver Set\tDataset\tRS|river, the set\thttps://r.org\n"
    semicolon = 'name;kind;alias;website\nRiver Set;datasets;"RS|river, the set";https://r.org\n'
    for text in (comma, tab, semicolon, comma.replace("\n", "\r\n")):
        (entry,) = entries(text)
        assert (entry.kind, entry.name, entry.place) == ("dataset", "River Set", "list:2")
        assert entry.aliases == (("", "RS"), ("", "river, the set"))
        assert entry.url == ("https://r.org",)
        assert "long" not in repr(entry)


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("Dataset", ("dataset", "")),
        ("data set", ("dataset", "")),
        ("benchmarks", ("dataset", "benchmark")),
        ("method", ("technique", "")),
        ("Model", ("technique", "model")),
        ("loss_function", ("technique", "objective")),
        ("task", ("concept", "task")),
        ("METRIC", ("concept", "metric")),
        ("research area", ("concept", "field")),
        ("person", None),
        ("dataset`", None),
        ("dataset) //", None),
        ("", None),
    ],
)
def test_the_type_of_a_row_is_one_of_ours_or_a_plain_word_for_one(word: str, kind: tuple[str, str] | None) -> None:
    assert type_of(word) == kind


def test_a_type_that_is_a_query_is_refused_with_its_line() -> None:
    text = 'name,type\nMNIST,"dataset`) DETACH DELETE n //"\nSVHN,data set\n'
    assert refusals(text) == [
        "list:2: unknown type 'dataset`) DETACH DELETE n //'; "
        "there are dataset, technique, concept and what docs/catalog.md lists"
    ]
    found = merged(text)
    assert [(row.id, row.kind) for row in found.rows] == [("dataset:svhn", "dataset")]
    assert "DETACH" not in "".join(generate(found.rows))


def test_the_kind_of_a_row_that_does_not_say_its_own_is_that_of_the_list() -> None:
    assert [one.kind for one in entries("name,type\nAaa,\nBbb,task\n", kind="dataset")] == ["dataset", "concept"]
    assert entries("name\nAaa, the set\n", kind="dataset")[0].name == "Aaa, the set"
    assert refusals("name,type\nAaa,\n") == ["list:2: no type; there are dataset, technique, concept, or give --kind"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colour,kind\nx,dataset\n", "list:1: no column of names; call one 'name' (there are 'colour', 'kind')"),
        ("name,colour\nx,red\n", "list:1: no column of types; call one 'kind', or give --kind"),
        ("\n \n", "list: empty"),
        ("[1, 2", "list:1: no JSON"),
        ('{"a": 1,\n "b": }', "list:2: no JSON"),
    ],
)
def test_what_is_no_list_is_refused_whole(text: str, message: str) -> None:
    with pytest.raises(CatalogError, match=re.escape(message)):
        read(text)


def test_a_broken_row_costs_that_row_only() -> None:
    text = 'name,kind\nAaa,dataset\n"Bbb,dataset\nCcc,dataset\nD,d,dataset\n\n,dataset\n2048,dataset\nEee,person\n'
    assert [place.partition(": ")[0] for place in refusals(text)] == ["list:3", "list:5", "list:7", "list:8", "list:9"]
    assert [one.name for one in read(text) if isinstance(one, Entry)] == ["Aaa", "Ccc"]


def test_a_quoted_cell_may_hold_a_line_end_and_lines_are_counted_on() -> None:
    found = read('name,kind,description\nAaa,dataset,"one\ntwo"\nBbb,dataset,x\u2028y\n')
    assert [(one.place, one.name) for one in found if isinstance(one, Entry)] == [("list:2", "Aaa"), ("list:4", "Bbb")]


def test_a_name_that_no_terminal_could_show_or_nobody_would_write_is_refused() -> None:
    for name in ("A\x1b[31mB", "x" * 151):
        assert len(refusals(json.dumps([{"name": name, "kind": "dataset"}]))) == 1


def test_an_address_that_is_none_is_left_out() -> None:
    assert entries("name,kind,url\nAaa,dataset,javascript:alert(1)\n")[0].url == ()


def test_a_catalogue_of_our_own_form_keeps_ids_and_rules() -> None:
    text = (
        "id\tkind\tname\taliases\tmatch\tgeneric\ndataset:old-name\tdataset\tNew Name\tcontext:NN|Old Name\tfold\tyes\n"
    )
    (row,) = merged(text).rows
    assert (row.id, row.match, row.generic) == ("dataset:old-name", "fold", True)
    assert row.aliases == (("context", "NN"), ("fold", "Old Name"))


# Glosses


def test_a_gloss_leaves_the_name_and_becomes_an_alias_only_where_it_stands_for_it() -> None:
    text = "name,kind\nquick river model (QRM),model\nQRS (quick river set),dataset\nLOL (low-light),dataset\n"
    assert [(one.name, one.aliases) for one in entries(text)] == [
        ("quick river model", (("", "QRM"),)),
        ("QRS", (("", "quick river set"),)),
        ("LOL", ()),
    ]


def test_a_second_entity_of_a_kind_and_name_gets_its_gloss() -> None:
    found = merged("name,kind\nZap (river flow),dataset\nZap (mountain air),dataset\n")
    assert rules(found) == {"dataset:zap": {"Zap": "context"}, "dataset:zap-mountain-air": {"Zap": "context"}}


# Papers with Code


def method(name: str, **more: Any) -> dict[str, Any]:
    return {
        "url": f"https://paperswithcode.com/method/{name.lower()}",
        "name": name,
        "full_name": name,
        "description": "**Text** that is not ours.",
        "paper": {"title": "T", "url": "https://p.org"},
        "introduced_year": 2020,
        "collections": [],
        **more,
    }


def dataset(name: str, **more: Any) -> dict[str, Any]:
    return {
        "url": "https://paperswithcode.com/dataset/x",
        "name": name,
        "full_name": "",
        "homepage": "https://x.org",
        "description": "Text that is not ours.",
        "modalities": ["Images"],
        "variants": [name],
        **more,
    }


def test_methods_of_papers_with_code_are_techniques_with_their_full_name_and_collections() -> None:
    collections = [{"collection": "Convolutions", "area_id": "cv", "area": "Vision"}, {"collection": "Nobody Knows"}]
    found = merged(json.dumps([method("RivConv", full_name="River Convolution", collections=collections)]))
    (row,) = found.rows
    assert (row.id, row.broader) == ("technique:rivconv", ("technique:convolution",))
    assert row.aliases == (("fold", "River Convolution"),)
    assert "not ours" not in "".join(generate(found.rows))


def test_variants_in_papers_with_code_are_other_datasets() -> None:
    (entry,) = entries(json.dumps([dataset("RiverSet", variants=["RiverSet-100", "RIVERSET", "RiverSet (1% labels)"])]))
    assert entry.kind == "dataset"
    assert entry.aliases == (("", "RIVERSET"),)
    assert entry.url == ("https://paperswithcode.com/dataset/x", "https://x.org")


def test_an_entry_of_a_json_list_that_is_none_is_refused_by_its_number() -> None:
    found = refusals(json.dumps([method("RivConv"), 7, {"name": "x"}, method("")]))
    assert [line.partition(": ")[2].partition(": ")[0] for line in found] == ["entry 2", "entry 3", "entry 4"]


# JSON Lines


def test_json_lines_are_read_line_by_line() -> None:
    lines = [
        '{"name": "Aaa", "type": "dataset", "synonyms": ["A set", {"name": "A bench"}], "definition": "x"}',
        "{oops",
        "",
        '{"label": "Bbb", "kind": "task", "parents": "Aaa"}',
    ]
    first, broken, last = read("\n".join(lines))
    assert isinstance(first, Entry)
    assert isinstance(broken, Refused)
    assert isinstance(last, Entry)
    assert first.aliases == (("", "A set"), ("", "A bench"))
    assert broken.place == "list:2"
    assert (last.place, last.subkind, last.broader) == ("list:4", "task", ("Aaa",))


def test_a_list_inside_an_object_is_found() -> None:
    text = json.dumps({"version": 1, "entities": [{"name": "Aaa", "kind": "dataset"}]}, indent=1)
    assert [one.name for one in entries(text)] == ["Aaa"]


def test_json_nested_too_deeply_is_refused() -> None:
    with pytest.raises(CatalogError, match="no JSON"):
        read("[" * 100_000)


# The Computer Science Ontology


def statement(one: str, relation: str, other: str) -> str:
    topic = "<https://cso.kmi.open.ac.uk/topics/{}>"
    ends = topic.format(one), other if relation.endswith("label") else topic.format(other)
    space = "http://www.w3.org/2000/01/rdf-schema#" if relation == "label" else "http://cso.kmi.open.ac.uk/schema/cso#"
    return f'"{ends[0]}","<{space}{relation}>","{ends[1]}"\n'


def test_equal_topics_are_one_concept_that_is_named_as_most_prefer() -> None:
    text = (
        statement("river_flow", "label", "river flow@en .")
        + statement("flow_of_rivers", "relatedEquivalent", "river_flow")
        + statement("flow_of_rivers", "preferentialEquivalent", "river_flow")
        + statement("water", "superTopicOf", "flow_of_rivers")
        + statement("river_flow", "contributesTo", "water")
    )
    first, second = entries(text)
    assert (first.place, first.kind, first.name) == ("list:1", "concept", "river flow")
    assert (first.aliases, first.broader) == ((("", "flow of rivers"),), ("water",))
    assert (second.place, second.name, second.broader) == ("list:4", "water", ())
    assert first.url == ("https://cso.kmi.open.ac.uk/topics/river_flow",)


def test_wider_topics_become_wider_concepts_and_never_a_circle() -> None:
    text = "".join(
        statement(one, "superTopicOf", other)
        for one, other in (("machine_learning", "river_mining"), ("river_mining", "bed_mining"))
    ) + statement("bed_mining", "superTopicOf", "river_mining")
    found = merged(text)
    assert {row.id: row.broader for row in found.rows} == {
        "concept:river-mining": ("concept:machine-learning", "concept:bed-mining"),
        "concept:bed-mining": (),
    }
    assert found.known == 1


def test_a_topic_that_is_known_as_a_technique_is_known() -> None:
    found = merged(statement("convolution", "superTopicOf", "river_mining"))
    assert (found.known, found.added) == (1, ["concept:river-mining"])


def test_a_line_that_is_no_statement_is_refused() -> None:
    found = refusals(statement("a_b", "superTopicOf", "c_d") + "oops\n")
    assert found == ['list:2: no statement of the ontology; one is "<topic>","<relation>","<topic>"']


# What is known


def test_what_is_known_is_not_written_in_whatever_spelling() -> None:
    found = merged("name,kind\nMS-COCO,dataset\ncoco,dataset\nBERT,model\niris,dataset\nmachine learning,task\n")
    assert (found.rows, found.known) == ((), 5)


def test_a_further_alias_of_a_known_entity_is_added_to_a_copy_of_its_row() -> None:
    found = merged("name,kind,aliases\nCOCO,dataset,Common Objects in Context|MSCOCO\n")
    assert (found.added, found.updated) == ([], ["dataset:coco"])
    assert rules(found) == {"dataset:coco": {"COCO": "case", "MS COCO": "fold", "Common Objects in Context": "fold"}}


def test_a_long_form_tells_which_entity_a_short_name_is() -> None:
    found = merged("name,kind,aliases\nSAM,model,Segment Anything Model\n")
    assert (found.known, found.rows) == (1, ())


def test_a_short_name_with_other_words_is_another_entity_in_context() -> None:
    found = merged("name,kind,aliases\nSAM,model,Slow Additive Memory\nAria,layer,Adaptive River Activation\n")
    assert rules(found) == {
        "technique:sam": {"SAM": "context", "Slow Additive Memory": "fold"},
        "technique:aria-adaptive-river-activation": {"Aria": "context", "Adaptive River Activation": "fold"},
    }


def test_a_short_name_alone_that_may_be_several_is_refused_with_what_it_may_be() -> None:
    (refused,) = merged("name,kind\nSAM,model\n").refused
    assert refused.reason.startswith(
        "'SAM' may be technique:segment-anything-model or technique:sharpness-aware-minimization; if it is another,"
    )


def test_capitals_tell_lora_from_lora() -> None:
    found = merged("name,kind,aliases\nLoRa,technique,long range radio\nLORAS,technique,\n")
    assert rules(found)["technique:lora-long-range-radio"] == {"LoRa": "case", "long range radio": "fold"}


def test_an_alias_that_another_entity_has_never_goes_to_a_known_one() -> None:
    found = merged("name,kind,aliases\nBERT,model,convolution\n")
    assert (found.known, found.rows) == (1, ())


# What is new


def test_a_spelling_that_others_have_needs_context_in_the_new_row() -> None:
    found = merged("name,kind,aliases\nBERT,dataset,\nAmazon,technique,\nRiver Net,model,convolution\n")
    assert rules(found) == {
        "dataset:bert": {"BERT": "context"},
        "technique:amazon": {"Amazon": "context"},
        "technique:river-net": {"River Net": "fold", "convolution": "context"},
    }
    assert (found.in_context, found.taken) == (3, [])


def test_two_new_rows_of_one_spelling_both_need_context_for_it() -> None:
    found = merged("name,kind,aliases\nQuuxNet,model,\nQuuxSet,dataset,QuuxNet\n")
    assert rules(found) == {
        "technique:quuxnet": {"QuuxNet": "context"},
        "dataset:quuxset": {"QuuxSet": "fold", "QuuxNet": "context"},
    }


def test_a_rule_that_the_list_gives_takes_the_spelling_and_says_so() -> None:
    found = merged("name,kind,match\nBERT,dataset,case\n")
    assert (rules(found), found.taken) == ({"dataset:bert": {"BERT": "case"}}, [("technique:bert", "BERT")])


def test_a_row_that_the_check_would_refuse_is_taken_back_and_named() -> None:
    found = merged("name,kind,match,broader\nquux net,model,case,\nquux sub net,model,,quux net\n")
    assert [refused.place for refused in found.refused] == ["list:2"]
    assert [(row.id, row.broader) for row in found.rows] == [("technique:quux-sub-net", ())]


NAMES = st.sampled_from(
    "SAM|SAMs|sam|Segment Anything Model|COCO|MS COCO|Iris|iris|iris plants|LoRA|LoRa|lora|low rank adaptation|Foo|foo|"
    "foo bar|Foo-Bar|FooBar|FB|Baz|Structured Attention Model|Case: Foo".split("|")
)
ENTRIES = st.builds(
    lambda kind, name, gloss, aliases, broader, match: named(
        Entry(
            "list:1",
            kind,
            "",
            name + (f" ({gloss})" if gloss else ""),
            "",
            "",
            tuple(aliases),
            tuple(broader),
            (),
            match,
        )
    ),
    st.sampled_from(["dataset", "technique", "concept"]),
    NAMES,
    st.sampled_from(["", "", "Structured Attention Model", "x y", "z"]),
    st.lists(st.tuples(st.sampled_from(["", "", "", "case", "fold", "context"]), NAMES), max_size=3),
    st.lists(NAMES, max_size=2),
    st.sampled_from(["", "", "", "fold", "case", "context"]),
)


@settings(deadline=None, max_examples=150)
@given(st.lists(ENTRIES, max_size=6))
def test_whatever_is_imported_passes_the_check_and_adds_nothing_the_second_time(some: list[Entry | Refused]) -> None:
    once = merge(some, known=KNOWN, own=(), ordinary=WORDS)
    assert check(once.rows, known=KNOWN) == []
    text = "".join(generate(once.rows))
    again = merge(some, known=KNOWN, own=list(parse_rows(text, source="own.tsv")), ordinary=WORDS)
    assert "".join(generate(again.rows)) == text
    assert (again.added, again.updated) == ([], [])


def test_what_a_user_has_changed_stays_changed(tmp_path: Path) -> None:
    text = "name,kind,aliases\nQuuxNet,model,Quux\n"
    (row,) = merged(text).rows
    mine = row._replace(match="case", broader=("technique:convolution",))
    found = merged(text, own=(mine,))
    assert (found.rows, found.known) == ((mine,), 1)


# Files


def test_a_packed_file_is_unpacked_and_a_broken_one_is_one_line(tmp_path: Path) -> None:
    packed = gzip.compress(b"name,kind\nAaa,dataset\n")
    (tmp_path / "list.csv.gz").write_bytes(packed)
    (found,) = load(tmp_path / "list.csv.gz")
    assert isinstance(found, Entry)
    assert found.name == "Aaa"
    for content in (packed[:-9], b"\x1f\x8bnonsense", "name,kind\nFrühling,dataset\n".encode("latin-1")):
        (tmp_path / "bad.csv").write_bytes(content)
        with pytest.raises(CatalogError, match=r"^[^\n]*bad\.csv: [^\n]+$"):
            list(load(tmp_path / "bad.csv"))
    with pytest.raises(CatalogError, match=r"none\.csv: No such file"):
        list(load(tmp_path / "none.csv"))
