"""The page as text: what is in it, and that it is the same each time."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from math import dist
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from graph.page import render_page, write_page
from graph.page.layout import place
from tests.page_graph import HOSTILE, STUB, WIDER, add_entity, add_paper, hostile_graph, small_graph

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def html() -> str:
    return render_page(small_graph(), title="Twelve papers")


def block(html: str, name: str) -> Any:
    found = re.search(rf'<script type="application/json" id="kg-{name}">(.*?)</script>', html, re.S)
    assert found
    return json.loads(found[1])


def line(html: str, source: str, target: str) -> dict[str, Any]:
    [edge] = [e for e in block(html, "edges") if (e["from"], e["to"]) == (source, target)]
    return {**edge, **block(html, "detail")["edges"][edge["id"]]}


def test_papers_and_entities_are_drawn_and_authors_are_not(html: str) -> None:
    groups = {node["group"] for node in block(html, "nodes")}
    ids = {node["id"] for node in block(html, "nodes")}
    assert groups == {"paper", "dataset", "technique", "concept"}
    assert "dataset:gsm8k" in ids
    assert "author:ada-quill" not in ids
    assert "Ada Quill" in block(html, "detail")["nodes"]["arxiv:2501.00001"]["authors"]


def test_an_entity_known_only_as_wider_than_another_is_named_but_not_drawn(html: str) -> None:
    assert WIDER not in {node["id"] for node in block(html, "nodes")}
    relations = block(html, "detail")["nodes"]["dataset:cifar-10"]["relations"]
    assert relations == [["Broader", [[WIDER, "CIFAR"]]], ["Variants", [["dataset:cifar-100", "CIFAR-100"]]]]


def test_parallel_edges_are_one_line_with_the_strongest_role(html: str) -> None:
    assert line(html, "arxiv:2501.00001", "dataset:gsm8k")["role"] == "EVALUATES_ON"
    assert line(html, "arxiv:2501.00001", "concept:mathematical-reasoning")["role"] == "MENTIONS"


def test_each_sentence_stands_once_under_the_strongest_role_that_it_shows(html: str) -> None:
    first, rest = line(html, "arxiv:2501.00001", "dataset:gsm8k")["evidence"]
    assert (first["role"], rest["role"]) == ("EVALUATES_ON", "MENTIONS")
    assert first["sentences"] == [["On ", "GSM8K", " and HumanEval it beats beam search."]]
    assert rest["sentences"] == [["", "GSM8K", " gains most, in mathematical reasoning."]]


def test_citations_and_related_papers_are_lines_of_their_own(html: str) -> None:
    assert line(html, "arxiv:2501.00006", STUB)["role"] == "CITES"
    assert line(html, "arxiv:2501.00003", "arxiv:2501.00004")["shared"] == ["CIFAR-10"]


def test_a_paper_leads_to_where_it_is_kept(html: str) -> None:
    links = block(html, "detail")["nodes"]["arxiv:2501.00001"]["links"]
    assert links == [["arXiv", "https://arxiv.org/abs/2501.00001"]]


def test_titles_and_abstracts_are_cleaned_for_people() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    add_paper(graph, "text:a", r"\textbf{Deep} $k$-means", abstract=r"We gain 0.5\% with \emph{care}.")
    page = render_page(graph, title="t")
    assert block(page, "nodes")[0]["label"] == "Deep k-means"
    assert block(page, "detail")["nodes"]["text:a"]["abstract"] == "We gain 0.5% with care."


def test_an_edge_without_cut_sentences_shows_the_bare_one() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    add_paper(graph, "text:a", "A")
    add_entity(graph, "dataset:b", "B")
    graph.add_edge("text:a", "dataset:b", key="MENTIONS", type="MENTIONS", sentence="We use B.")
    [part] = line(render_page(graph, title="t"), "text:a", "dataset:b")["evidence"]
    assert part["sentences"] == [["We use B."]]


def test_attributes_that_are_missing_or_no_numbers_do_not_break_the_page() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("text:a", label="Paper", title=None, year=float("nan"), authors=None)
    graph.add_node("dataset:b", label="Dataset", name=None)
    graph.add_edge("text:a", "dataset:b", key="MENTIONS", weight=None)
    page = render_page(graph, title="t")
    assert [node["label"] for node in block(page, "nodes")] == ["dataset:b", "text:a"]
    assert len(block(page, "edges")) == 1
    assert "NaN" not in page.split('id="kg-nodes"')[1].split("<script>")[0]


def test_the_numbers_of_the_page_are_given_back(tmp_path: Path) -> None:
    stats = write_page(small_graph(), tmp_path / "page.html", title="t")
    assert (stats.papers, stats.cited, stats.entities) == (12, 1, 49)
    assert stats.links == len(block((tmp_path / "page.html").read_text("utf-8"), "edges"))
    assert stats.size == (tmp_path / "page.html").stat().st_size


class Outside(HTMLParser):
    """Collects what a page would load or lead to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.found += [f"{tag} {value}" for name, value in attrs if name in {"src", "href"}]


@pytest.mark.parametrize("graph", [small_graph(), hostile_graph()], ids=["small", "hostile"])
def test_no_element_of_the_page_loads_anything(graph: nx.MultiDiGraph[str]) -> None:
    outside = Outside()
    outside.feed(render_page(graph, title=HOSTILE))
    assert outside.found == ["link data:,", "a #search"]
    assert "img" not in outside.tags


def test_the_policy_names_every_script_and_nothing_from_elsewhere(html: str) -> None:
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert len(re.findall("sha256-", policy)) == len(re.findall(r"^<script>|<style>", html, re.M))
    shape = re.sub(r"( 'sha256-[\w+/]{43}=')+", " #", policy)
    assert shape == (
        "default-src 'none'; script-src #; style-src #; img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


def test_letters_stand_in_the_page_as_letters() -> None:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    add_paper(graph, "text:a", "Šimek → 数据")
    assert "Šimek → 数据" in render_page(graph, title="t")


def test_hash_seed_and_order_of_insertion_do_not_change_a_byte(html: str) -> None:
    graph = small_graph()
    other: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    other.add_nodes_from(reversed(list(graph.nodes(data=True))))
    for source, target, key, data in reversed([*graph.edges(keys=True, data=True)]):
        other.add_edge(source, target, key=key, **data)
    assert render_page(other, title="Twelve papers") == html


def test_the_file_is_utf8_with_lf_and_the_same_under_any_seed_and_locale(tmp_path: Path, html: str) -> None:
    code = (
        "import sys; from pathlib import Path; from graph.page import write_page; "
        "from tests.page_graph import small_graph; "
        "write_page(small_graph(), Path(sys.argv[1]), title='Twelve papers')"
    )
    for seed in ("0", "1", "4711"):
        path = tmp_path / seed / "page.html"
        settings = {"PYTHONHASHSEED": seed, "PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", code, str(path)]
        subprocess.run(command, check=True, cwd=tmp_path, env={**os.environ, **settings})
        assert path.read_bytes() == html.encode("utf-8")
    assert b"\r" not in html.encode("utf-8")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["0", "1", "4711"], "pyvis left its lib folder"


def test_folders_are_made_and_nothing_but_the_page_stays(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "page.html"
    write_page(small_graph(), path, title="t")
    assert [entry.name for entry in path.parent.iterdir()] == ["page.html"]


def test_a_page_that_cannot_be_put_in_place_leaves_no_scrap(tmp_path: Path) -> None:
    (tmp_path / "page.html").mkdir()
    with pytest.raises(OSError, match=r"page\.html"):
        write_page(small_graph(), tmp_path / "page.html", title="t")
    assert [entry.name for entry in tmp_path.iterdir()] == ["page.html"]


def test_importing_the_room_imports_neither_pyvis_nor_numpy() -> None:
    code = "import sys, graph.page; print([m for m in ('pyvis', 'numpy', 'networkx', 'IPython') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("count", [0, 1, 2, 3, 40])
def test_nodes_without_links_get_places_of_their_own(count: int) -> None:
    assert len(set(place([], [], [20.0] * count))) == count


def test_the_room_of_a_node_is_kept_free() -> None:
    links = [(0, other) for other in range(1, 200)]
    spots = place(links, [1.0] * len(links), [20.0] * 200)
    assert min(dist(one, two) for place_, one in enumerate(spots) for two in spots[:place_]) > 36


def test_linked_nodes_stand_nearer_than_others() -> None:
    links = [(hub, hub + leaf) for hub in (0, 10, 20) for leaf in range(1, 10)] + [(0, 10), (10, 20)]
    spots = place(links, [1.0] * len(links), [10.0] * 30)

    def distance(pair: tuple[int, int]) -> float:
        return dist(spots[pair[0]], spots[pair[1]])

    apart = [(a, b) for a in range(30) for b in range(a) if (b, a) not in links]
    assert sum(map(distance, links)) / len(links) < 0.5 * sum(map(distance, apart)) / len(apart)


def test_a_hub_of_thousands_is_laid_out_too() -> None:
    links = [(0, other) for other in range(1, 2000)]
    assert len(set(place(links, [0.02] * len(links), [40.0] + [15.0] * 1999))) == 2000
