from __future__ import annotations

import gc
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.catalog import Catalog, CatalogError, read_catalog, read_rows, shipped_paths
from graph.catalog.check import SUBKINDS, check, summarize
from graph.catalog.rows import COLUMNS, Row, generate, parse
from graph.model import KINDS, RULES, Entity, Spelling
from graph.names import fold, slug

ROOT = Path(__file__).resolve().parents[1]
HEAD = "kind\tname\taliases\tbroader\tvariant_of\tmatch\tgeneric\n"


@pytest.fixture(scope="module")
def shipped() -> Catalog:
    return read_catalog()


@pytest.fixture(scope="module")
def shipped_rows() -> list[Row]:
    return read_rows(*shipped_paths())


@pytest.fixture(scope="module")
def owners(shipped: Catalog) -> dict[str, set[str]]:
    """The entities that take a folded spelling without context."""
    found: dict[str, set[str]] = defaultdict(set)
    for spelling in shipped.spellings:
        if spelling.rule != "context":
            found[fold(spelling.text)].add(spelling.entity)
    return found


def rows(text: str) -> list[Row]:
    return list(parse(text, source="mine.tsv"))


def faults(text: str) -> list[str]:
    return [str(fault) for fault in check(rows(text))]


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def spelled(catalog: Catalog, text: str) -> dict[str, str]:
    """Return the rule of this very spelling for every entity that has it."""
    return {spelling.entity: spelling.rule for spelling in catalog.spellings if spelling.text == text}


# rows


def test_a_row_needs_only_kind_and_name() -> None:
    (row,) = rows("kind\tname\ndataset\tGSM8K\n")
    assert (row.place, row.id, row.match) == ("mine.tsv:2", "dataset:gsm8k", "fold")
    assert (row.aliases, row.generic) == ((), False)


def test_an_alias_without_a_prefix_takes_the_rule_of_its_row() -> None:
    cell = "MATH benchmark|fold:Competition Mathematics|context:Hendrycks: math"
    (row,) = rows(HEAD + f"dataset\tMATH\t{cell}\t\t\tcase\t\n")
    assert row.aliases == (
        ("case", "MATH benchmark"),
        ("fold", "Competition Mathematics"),
        ("context", "Hendrycks: math"),
    )


def test_a_colon_after_another_word_is_part_of_the_alias() -> None:
    (row,) = rows(HEAD + "dataset\tStarCraft\tStarCraft: Brood War\t\t\tcase\t\n")
    assert row.aliases == (("case", "StarCraft: Brood War"),)


def test_columns_may_stand_in_any_order_and_lines_may_be_short_or_blank() -> None:
    found = rows("name\tnote\tkind\tgeneric\nBERT\t\ttechnique\n\nCLIP\tx\ttechnique\tyes\n")
    assert [(row.place, row.name, row.note, row.generic) for row in found] == [
        ("mine.tsv:2", "BERT", "", False),
        ("mine.tsv:4", "CLIP", "x", True),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kind\tname\tcolour\n", "mine.tsv:1: unknown column 'colour'; there are id, kind,"),
        ("kind\tname\tkind\n", "mine.tsv:1: column 'kind' stands twice"),
        ("kind\taliases\n", "mine.tsv:1: no column 'name'"),
        ("", "mine.tsv:1: unknown column ''"),
        ("kind\tname\ndataset\tA\tB\n", "mine.tsv:2: 3 cells, but the heading has 2 columns"),
        (HEAD + "dataset\tA\t\t\t\tfold\tgeneric\n", "mine.tsv:2: generic is 'generic'; write 'yes' or nothing"),
    ],
)
def test_a_file_of_another_shape_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(CatalogError, match=re.escape(message)):
        rows(text)


SIGNS = st.characters(categories=["L", "N"], include_characters="-.+#* ")
WORD = st.text(SIGNS, min_size=1).map(str.strip).filter(bool)
ROWS = st.builds(
    Row,
    place=st.just("x"),
    id=WORD.map(lambda word: f"dataset:{word}"),
    kind=st.sampled_from(KINDS),
    subkind=st.just(""),
    name=WORD,
    aliases=st.lists(st.tuples(st.sampled_from(RULES), WORD), max_size=3).map(tuple),
    broader=st.lists(WORD, max_size=2).map(tuple),
    variant_of=st.lists(WORD, max_size=1).map(tuple),
    match=st.sampled_from(RULES),
    url=st.just(()),
    note=WORD,
    attested=st.sampled_from(["", "list", "corpus:3"]),
    generic=st.booleans(),
)


@settings(deadline=None)
@given(st.lists(ROWS, unique_by=lambda row: row.id))
def test_what_is_generated_is_parsed_back_in_the_order_of_the_ids(some: list[Row]) -> None:
    back = parse("".join(generate(some)), source="x")
    assert [row._replace(place="x") for row in back] == sorted(some, key=lambda row: row.id)


# check


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("data\tGSM8K", "unknown kind 'data'; there are dataset, technique, concept"),
        ("dataset\tGSM8K\t\t\t\tFold", "unknown rule 'Fold'; there are fold, case, context"),
        ("dataset\t", "no name"),
        ("dataset\tLOL (low-light)", "ends in a gloss"),
        ("dataset\tGSM8K ", "white space"),
        ("dataset\tNatural  Questions", "white space"),
        ("dataset\tNatural\u00a0Questions", "white space"),
        ("dataset\tGSM8K\tgrade school math ", "white space"),
        ("dataset\tGSM8K\tGSM8K", "the alias 'GSM8K' equals the name"),
        ("dataset\tGSM8K\tGSM|context:GSM", "the alias 'GSM' stands twice"),
        ("dataset\tGSM8K\tGSM||", "an empty alias"),
        ("dataset\tGSM8K\tCase:GSM", "the alias 'Case:GSM' begins like a rule"),
        ("dataset\tgsm8k\t\t\t\tcase", "'gsm8k' has no capital"),
        ("dataset\tGSM8K\tcase:grade school", "'grade school' has no capital"),
        ("dataset\t2023", "'2023' has no letter"),
        ("dataset\tGSM8K\t\tmath", "broader names 'math', but there is no such dataset"),
        ("dataset\tGSM8K\t\t\tconcept:math", "variant_of names 'concept:math', but there is no such dataset"),
        ("dataset\tGSM8K\t\tGSM8K", "broader names the row itself"),
    ],
)
def test_a_faulty_row_is_named_with_its_line(line: str, message: str) -> None:
    found = faults(HEAD + line + "\n")
    assert len(found) == 1
    assert found[0].startswith("mine.tsv:2: ")
    assert message in found[0]


def test_an_unknown_subkind_is_a_fault() -> None:
    assert "a dataset has benchmark," in faults("kind\tname\tsubkind\ndataset\tGSM8K\tmodel\n")[0]


def test_a_word_that_attests_nothing_is_a_fault() -> None:
    head = "kind\tname\tattested\n"
    assert "attested is 'yes'" in faults(head + "dataset\tGSM8K\tyes\n")[0]
    for word in ("", "list", "memory", "corpus:25", "corpus:25 list"):
        assert not faults(head + f"dataset\tGSM8K\t{word}\n")


@pytest.mark.parametrize("id_", ["gsm8k", "technique:gsm8k", "dataset:", "dataset:GSM8K", "dataset:math"])
def test_an_id_that_is_not_made_of_kind_and_name_is_a_fault(id_: str) -> None:
    (found,) = faults(f"id\tkind\tname\n{id_}\tdataset\tGSM8K\n")
    assert "expected dataset:gsm8k" in found


def test_an_id_may_hold_a_gloss_or_a_former_name() -> None:
    head = "id\tkind\tname\taliases\n"
    assert not faults(head + "dataset:lol-low-light\tdataset\tLOL\n")
    assert not faults(head + "technique:old-name\ttechnique\tNew Name\tOld Name\n")


def test_an_id_that_stands_twice_is_a_fault() -> None:
    (found,) = faults(HEAD + "dataset\tGSM8K\ndataset\tGSM8K\n")
    assert found == "mine.tsv:3: the id dataset:gsm8k stands at mine.tsv:2 already"


def test_a_wider_entity_of_another_kind_is_a_fault() -> None:
    found = faults(HEAD + "concept\treasoning\ndataset\tGSM8K\t\tconcept:reasoning\n")
    assert found == ["mine.tsv:3: broader names concept:reasoning, which is no dataset"]


def test_a_circle_of_wider_entities_is_a_fault_of_each() -> None:
    circle = "".join(f"concept\t{one} thing\t\t{other} thing\n" for one, other in ("ab", "bc", "ca", "da"))
    found = faults(HEAD + circle)
    assert [fault.partition(": ")[0] for fault in found] == ["mine.tsv:2", "mine.tsv:3", "mine.tsv:4"]
    assert "back to itself" in found[0]


@pytest.mark.parametrize(
    ("first", "second", "allowed"),
    [
        ("fold\tSAM", "fold\tSAM", False),
        ("fold\tSAM", "case\tSAM", False),
        ("fold\tCIFAR-10", "fold\tCIFAR 10", False),
        ("case\tSAM", "case\tSAM", False),
        ("case\tGAN", "case\tGANs", False),
        ("case\tLoRA", "case\tLoRa", True),
        ("fold\tSAM", "context\tSAM", True),
        ("context\tSAM", "context\tSAM", True),
        ("fold\tCIFAR-10", "fold\tCIFAR-100", True),
    ],
)
def test_two_owners_of_a_spelling_need_a_rule_that_tells_them_apart(first: str, second: str, allowed: bool) -> None:
    found = faults(f"kind\tmatch\tname\ntechnique\t{first}\nconcept\t{second}\n")
    assert (not found) is allowed
    assert allowed or "one spelling, two owners" in found[0]


def test_wider_entities_may_stand_in_a_catalogue_that_was_checked_before() -> None:
    known = rows("kind\tname\nconcept\treasoning\n")
    assert not check(rows(HEAD + "concept\tmath reasoning\t\treasoning\n"), known=known)


def test_the_summary_counts_rows_spellings_and_what_attests_them() -> None:
    text = "dataset\tA1\tcase:B\tlist\nconcept\tc\t\tmemory\nconcept\td\t\tcorpus:2 list\n"
    found = summarize(rows("kind\tname\taliases\tattested\n" + text))
    assert found.rows == {"concept": 2, "dataset": 1}
    assert found.spellings == {"case": 1, "fold": 3}
    assert found.attested == {"corpus": 1, "list": 1, "memory": 1}


# reading


def test_a_catalogue_holds_entities_and_every_spelling_with_its_rule(shipped: Catalog) -> None:
    segment = shipped.entities["technique:segment-anything-model"]
    assert segment.name == "Segment Anything Model"
    assert {"SAM", "Segment Anything"} <= set(segment.aliases)
    assert segment.name not in segment.aliases
    own = {spelling.text: spelling.rule for spelling in shipped.spellings if spelling.entity == segment.id}
    assert (own["Segment Anything Model"], own["SAM"]) == ("fold", "context")
    assert list(shipped.entities) == sorted(shipped.entities)
    assert re.fullmatch("[0-9a-f]{16}", shipped.fingerprint)


def test_a_users_row_is_added_and_may_refer_to_shipped_ones_by_name(tmp_path: Path, shipped: Catalog) -> None:
    mine = write(tmp_path / "mine.tsv", HEAD + "dataset\tGSM8K-Mine\tGSM mine\t\tGSM8K\tfold\t\n")
    catalog = read_catalog(mine)
    assert catalog.entities["dataset:gsm8k-mine"] == Entity(
        id="dataset:gsm8k-mine",
        kind="dataset",
        name="GSM8K-Mine",
        aliases=("GSM mine",),
        variant_of=("dataset:gsm8k",),
        status="user",
    )
    assert Spelling("GSM mine", "fold", "dataset:gsm8k-mine") in catalog.spellings
    assert len(catalog.entities) == len(shipped.entities) + 1
    assert catalog.fingerprint != shipped.fingerprint


def test_a_users_row_takes_the_place_of_the_shipped_one_with_all_its_spellings(tmp_path: Path) -> None:
    catalog = read_catalog(write(tmp_path / "mine.tsv", HEAD + "dataset\tGSM8K\tfold:school problems\t\t\tcase\t\n"))
    own = [spelling for spelling in catalog.spellings if spelling.entity == "dataset:gsm8k"]
    assert own == [Spelling("GSM8K", "case", "dataset:gsm8k"), Spelling("school problems", "fold", "dataset:gsm8k")]


def test_a_spelling_that_a_user_claims_needs_context_for_its_former_owner(tmp_path: Path, shipped: Catalog) -> None:
    mine = write(tmp_path / "mine.tsv", HEAD + "technique\tMy Transformer\tfold:BERT\t\t\tfold\t\n")
    assert spelled(shipped, "BERT") == {"technique:bert": "case"}
    assert spelled(read_catalog(mine), "BERT") == {"technique:bert": "context", "technique:my-transformer": "fold"}


def test_of_two_users_files_the_later_wins(tmp_path: Path) -> None:
    one = write(tmp_path / "one.tsv", HEAD + "technique\tOne Thing\tfold:XyZzy\n")
    two = write(tmp_path / "two.tsv", HEAD + "technique\tAnother Thing\tfold:XyZzy\n")
    first, second = spelled(read_catalog(one, two), "XyZzy"), spelled(read_catalog(two, one), "XyZzy")
    assert first == {"technique:one-thing": "context", "technique:another-thing": "fold"}
    assert second == {"technique:one-thing": "fold", "technique:another-thing": "context"}


def test_a_file_given_twice_counts_once(tmp_path: Path) -> None:
    mine = write(tmp_path / "mine.tsv", HEAD + "dataset\tXyZzy-Bench\tfold:XyZzy\n")
    assert read_catalog(mine, mine).spellings == read_catalog(mine).spellings


def test_a_fault_in_a_users_file_is_one_line_with_file_and_line(tmp_path: Path) -> None:
    mine = write(tmp_path / "mine.tsv", HEAD + "dataset\tXyZzy\t\tNoSuch\ndata\tOther\n")
    with pytest.raises(CatalogError) as error:
        read_catalog(mine)
    assert str(error.value) == f"{mine}:2: broader names 'NoSuch', but there is no such dataset (and 1 more)"


def test_a_file_that_is_not_there_or_no_utf_8_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match=r"none\.tsv: No such file"):
        read_catalog(tmp_path / "none.tsv")
    (tmp_path / "latin.tsv").write_bytes(HEAD.encode() + "dataset\tFrühling\n".encode("latin-1"))
    with pytest.raises(CatalogError, match=r"latin\.tsv: not UTF-8"):
        read_catalog(tmp_path / "latin.tsv")


def test_the_fingerprint_does_not_depend_on_line_ends_or_a_byte_order_mark(tmp_path: Path) -> None:
    text = HEAD + "dataset\tXyZzy\n"
    unix = write(tmp_path / "unix.tsv", text)
    (tmp_path / "windows.tsv").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert read_catalog(unix).fingerprint == read_catalog(tmp_path / "windows.tsv").fingerprint


def test_reading_leaves_the_garbage_collector_as_it_was() -> None:
    for switch, state in ((gc.disable, False), (gc.enable, True)):
        switch()
        read_catalog()
        assert gc.isenabled() is state


def test_reading_needs_the_standard_library_only() -> None:
    code = (
        "import sys; seen = {*sys.modules}; import graph.catalog as c; c.read_catalog(); print(*{*sys.modules} - seen)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert loaded <= {*sys.stdlib_module_names, "graph"}


# the shipped data


def test_the_shipped_catalogue_has_no_fault(shipped_rows: list[Row]) -> None:
    assert check(shipped_rows) == []


def test_the_shipped_files_are_as_generate_writes_them() -> None:
    for path in shipped_paths():
        found = read_rows(path)
        assert path.read_text(encoding="utf-8") == "".join(generate(found))
        assert {row.kind for row in found} == {path.stem.removesuffix("s")}


def test_every_shipped_row_says_what_attests_it(shipped_rows: list[Row]) -> None:
    assert not [row.place for row in shipped_rows if not row.attested]


def test_every_subkind_is_in_use(shipped_rows: list[Row]) -> None:
    used = defaultdict(set)
    for row in shipped_rows:
        used[row.kind].add(row.subkind)
    assert {kind: set(names) for kind, names in SUBKINDS.items()} == used


def test_wider_entities_are_ids_of_the_catalogue(shipped: Catalog) -> None:
    for entity in shipped.entities.values():
        for wider in (*entity.broader, *entity.variant_of):
            assert shipped.entities[wider].kind == entity.kind


def test_a_short_capital_spelling_never_matches_in_any_case(shipped: Catalog) -> None:
    short = re.compile(r"[^\W\d_]{1,5}")
    folding = [s.text for s in shipped.spellings if s.rule == "fold" and short.fullmatch(s.text)]
    assert [text for text in folding if text[1:] != text[1:].lower()] == []


@pytest.mark.parametrize(
    "homograph", ["SAM", "SSL", "DP", "SGD", "MAE", "GP", "LDA", "SWAG", "WHAM", "TTA", "IB", "AE", "RFT", "MPC", "ASR"]
)
def test_a_homograph_needs_context_in_all_its_readings(shipped: Catalog, homograph: str) -> None:
    assert set(spelled(shipped, homograph).values()) == {"context"}


@pytest.mark.parametrize(
    "word",
    ["Adult", "Iris", "Go", "Cora", "Amazon", "Reddit", "Yelp", "Taobao", "Criteo", "Spider", "Actor", "Weather"],
)
def test_a_dataset_named_like_a_word_or_a_brand_needs_context(shipped: Catalog, word: str) -> None:
    found = spelled(shipped, word)
    assert found
    assert set(found.values()) == {"context"}


@pytest.mark.parametrize("name", ["MATH", "GLUE", "DROP", "COCO", "MNIST", "The Pile", "Adam", "BERT"])
def test_a_name_that_its_capitals_tell_matches_only_as_written(shipped: Catalog, name: str) -> None:
    assert list(spelled(shipped, name).values()) == ["case"]


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("technique", "in-context learning|contrastive learning|fine-tuning|data augmentation|knowledge distillation"),
        ("concept", "imitation learning|meta-learning|federated learning|self-supervised learning|few-shot learning"),
    ],
)
def test_paradigms_are_concepts_and_methods_techniques(shipped: Catalog, kind: str, names: str) -> None:
    for name in names.split("|"):
        assert f"{kind}:{slug(name)}" in shipped.entities


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CIFAR-10", "CIFAR-100"),
        ("BERT", "RoBERTa"),
        ("LoRA", "QLoRA"),
        ("MMLU", "MMLU-Pro"),
        ("HumanEval", "HumanEval+"),
        ("Llama 2", "Llama 3"),
        ("GPT-3", "GPT-4"),
        ("SST-2", "SST-5"),
        ("SNLI", "MNLI"),
    ],
)
def test_names_that_differ_by_a_number_or_an_affix_are_two_entities(
    owners: dict[str, set[str]], one: str, other: str
) -> None:
    assert owners[fold(one)]
    assert owners[fold(other)]
    assert not owners[fold(one)] & owners[fold(other)]


@pytest.mark.parametrize("names", ["MS COCO|MSCOCO|Microsoft COCO|COCO", "WMT14|WMT 14|WMT'14", "F1 score|F1-score|F1"])
def test_spellings_of_one_thing_meet(owners: dict[str, set[str]], names: str) -> None:
    found = [owners[fold(name)] for name in names.split("|")]
    assert len(found[0]) == 1
    assert all(owner == found[0] for owner in found)


def test_names_of_concepts_are_singular(shipped: Catalog, owners: dict[str, set[str]]) -> None:
    for plural in ("energy-based models", "multi-armed bandits", "graph neural networks", "Markov chains"):
        (owner,) = owners[fold(plural)]
        assert shipped.entities[owner].name == plural.removesuffix("s")
    names = {entity.name for entity in shipped.entities.values() if entity.kind == "concept"}
    assert {
        "robotics",
        "statistics",
        "inductive bias",
        "time series",
        "Internet of Things",
        "sentiment analysis",
    } <= names


def test_columns_are_documented() -> None:
    text = (ROOT / "docs" / "catalog.md").read_text(encoding="utf-8")
    for word in (*COLUMNS, *RULES, *(name for names in SUBKINDS.values() for name in names)):
        assert f"`{word}`" in text
