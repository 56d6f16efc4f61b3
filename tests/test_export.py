from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from graph.export import export_jsonl, write_jsonl
from graph.ingest import ingest
from graph.store import StoreError, open_store
from loaders.paper import Paper
from tests.small_linker import CATALOG, link_many

if TYPE_CHECKING:
    from pathlib import Path

PAPERS = [
    Paper(abstract="We evaluate on GSM8K. So Go (2009).", title="Größe \u2028 李", year=2025, doi="10.1/b", source="a"),
    Paper(abstract="We introduce CRANE on GSM8K and CIFAR-100.", doi="10.1/a", arxiv_id="2502.09061", source="a"),
]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "papers.db"
    with open_store(path, write=True) as db:
        ingest(PAPERS, db, link_many, entity=CATALOG.get, fingerprint="1")
    return path


def exported(store: Path) -> str:
    out = io.StringIO()
    with open_store(store, write=False) as db:
        export_jsonl(db, out)
    return out.getvalue()


def objects(store: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in exported(store).removesuffix("\n").split("\n")]


def test_papers_entities_mentions_and_edges_come_in_the_order_of_their_keys(store: Path) -> None:
    keys = {"paper": ("id",), "entity": ("id",), "mention": ("paper", "start", "end", "entity")}
    keys["edge"] = ("source", "edge", "target")
    found = [(list(keys).index(one["type"]), *(one[key] for key in keys[one["type"]])) for one in objects(store)]
    assert found == sorted(found)
    assert {number for number, *_ in found} == {0, 1, 2, 3}


def test_a_paper_has_all_that_is_known_of_it_and_nothing_else(store: Path) -> None:
    found = {one["id"]: one for one in objects(store) if one["type"] == "paper"}
    paper = found["doi:10.1/b"]
    assert len(paper.pop("aliases")) == 1
    assert paper == {
        "type": "paper",
        "id": "doi:10.1/b",
        "title": "Größe \u2028 李",
        "title_derived": False,
        "abstract": "We evaluate on GSM8K. So Go (2009).",
        "authors": [],
        "year": 2025,
        "doi": "10.1/b",
        "source": "a",
        "position": 0,
        "stub": False,
        "other_ids": [],
        "sources": ["a"],
    }
    assert "arxiv:2502.09061" in found["doi:10.1/a"]["aliases"]


def test_an_edge_names_its_type_its_ends_and_what_the_text_says(store: Path) -> None:
    edges = [one for one in objects(store) if one["type"] == "edge"]
    assert {"type": "edge", "edge": "VARIANT_OF", "source": "dataset:cifar-100", "target": "dataset:cifar-10"} in edges
    role = {"edge": "EVALUATES_ON", "source": "doi:10.1/b", "target": "dataset:gsm8k", "count": 1, "score": 0.95}
    assert {"type": "edge", **role} in edges
    (related,) = [edge for edge in edges if edge["edge"] == "RELATED_TO"]
    assert (related["source"], related["target"]) == ("doi:10.1/a", "doi:10.1/b")
    assert related["shared"] == ["dataset:gsm8k"]
    assert related["score"] == round(related["score"], 6)


def test_keys_are_sorted_and_text_stands_as_it_is(store: Path) -> None:
    text = exported(store)
    assert "Größe \u2028 李" in text
    for line in text.removesuffix("\n").split("\n"):
        assert line == json.dumps(json.loads(line), ensure_ascii=False, sort_keys=True)


def test_a_file_is_utf8_with_line_feeds_whatever_the_system_prefers(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "graph.jsonl"
    with open_store(store, write=False) as db:
        write_jsonl(db, path)
    assert path.read_bytes() == exported(store).encode()


def test_a_file_that_cannot_be_finished_is_left_as_it_was(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "graph.jsonl"
    path.write_text("before", encoding="utf-8")
    with open_store(store, write=True) as db:
        db.execute("DROP TABLE mentions")
    with pytest.raises(Exception, match="mentions"), open_store(store, write=False) as db:
        write_jsonl(db, path)
    assert path.read_text(encoding="utf-8") == "before"
    assert [one.name for one in tmp_path.iterdir() if "jsonl" in one.name] == ["graph.jsonl"]


def test_a_missing_store_writes_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError), open_store(tmp_path / "none.db", write=False) as db:
        write_jsonl(db, tmp_path / "graph.jsonl")
    assert list(tmp_path.iterdir()) == []
