"""The page in a real Chromium: at rest, at an address, with hostile texts and with little in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx
import pytest

from graph.page import write_page
from tests.page_graph import HOSTILE, add_entity, add_paper

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser import PageFactory, Visit

pytestmark = pytest.mark.browser

FIRST_PAPER = "arxiv:2501.00001"


# ---- at rest ----


def test_the_only_request_is_the_file_itself(visit: Visit, small_page: Path) -> None:
    assert visit.requests == [small_page.as_uri()]


def test_the_console_stays_silent(visit: Visit) -> None:
    assert visit.complaints == []


def test_the_page_has_a_language_a_title_and_is_in_standards_mode(visit: Visit) -> None:
    assert visit.page.title() == "Twelve papers"
    assert visit.get("[document.compatMode, document.documentElement.lang]") == ["CSS1Compat", "en"]


def test_the_names_that_every_page_of_pyvis_has_are_there(visit: Visit) -> None:
    assert visit.get("document.querySelector('#mynetwork canvas') !== null")
    assert visit.get("nodes.get('dataset:gsm8k').label") == "GSM8K"
    assert visit.get("nodes.length === KG.nodes.length && edges.length === KG.lines.length")
    assert sorted(visit.get("network.getConnectedNodes('dataset:gsm8k')")) == [FIRST_PAPER, "arxiv:2501.00002"]


def test_physics_is_off_and_nothing_moves(visit: Visit) -> None:
    before = visit.get("network.getPositions()")
    visit.page.wait_for_timeout(400)
    assert visit.get("network.getPositions()") == before
    assert visit.get("network.physics.physicsEnabled") is False


def test_at_least_thirty_labels_are_drawn_at_fit_and_none_covers_another(visit: Visit) -> None:
    boxes = visit.get("KG.labels")
    assert len(boxes) >= 30
    for place, a in enumerate(boxes):
        for b in boxes[:place]:
            apart_x = a["x"] + a["w"] <= b["x"] or b["x"] + b["w"] <= a["x"]
            apart_y = a["y"] + a["h"] <= b["y"] or b["y"] + b["h"] <= a["y"]
            assert apart_x or apart_y, (a, b)


def test_generic_entities_cited_works_and_related_papers_wait_until_they_are_asked_for(visit: Visit) -> None:
    shown = set(visit.get("[...KG.shownNodes]"))
    assert not shown & {"technique:large-language-model", "concept:accuracy", "cited:poe-et-al-2016@arxiv:2501.00006"}
    visit.page.check("[data-kind=generic] input")
    visit.page.check("[data-role=CITES] input")
    visit.page.check("[data-role=RELATED_TO] input")
    assert visit.get("KG.shownNodes.size === KG.nodes.length && KG.shownLines.size === KG.lines.length")


# ---- addresses ----


@pytest.mark.parametrize(
    ("at", "found"),
    [
        ("#node=GSM8K", "dataset:gsm8k"),
        ("#node=CIFAR10", "dataset:cifar-10"),
        ("#node=diffusion%20model", "technique:diffusion-model"),
        ("#node=LLM", "technique:large-language-model"),
        ("#node=arxiv:2501.00001", FIRST_PAPER),
        ("#node=%E0%A4%A", None),
        ("#node=<img src=x onerror=alert(1)>", None),
        ("#node=__proto__", None),
        ("#node=constructor", None),
        ("#edge=toString", None),
        ("#other", None),
    ],
)
def test_an_address_leads_to_its_node_or_to_nothing(
    page_factory: PageFactory, small_page: Path, at: str, found: str | None
) -> None:
    visit = page_factory(small_page, at).ready()
    assert visit.focus == found
    assert visit.complaints == []


def test_the_address_of_a_line_leads_to_its_evidence(page_factory: PageFactory, small_page: Path) -> None:
    visit = page_factory(small_page, "#edge=arxiv:2501.00001%20EVALUATES_ON%20dataset:gsm8k").ready()
    assert visit.text("#panel mark") == "GSM8K"


def test_going_back_goes_back_to_the_node_before(visit: Visit) -> None:
    visit.get("KG.focusNode('dataset:gsm8k')")
    visit.get("KG.focusNode('dataset:mnist')")
    visit.page.go_back()
    visit.wait("KG.state.focus === 'dataset:gsm8k'")
    visit.page.go_back()
    visit.wait("KG.state.focus === null")


# ---- hostile texts ----


def test_hostile_texts_are_shown_and_do_nothing(page_factory: PageFactory, hostile_page: Path) -> None:
    visit = page_factory(hostile_page, reduced_motion="reduce").ready()
    for id_ in visit.get("KG.nodes.map((node) => node.id)"):
        visit.get("(id) => KG.focusNode(id)", id_)
        visit.page.mouse.move(*visit.settled().spot(id_))
        visit.page.mouse.move(5, 400)
    visit.get("KG.lines.forEach((line) => KG.focusLine(line.id))")
    visit.page.fill("#search", "img")
    visit.page.click("summary")
    assert visit.get("window.hurt") is None
    assert visit.page.locator("img, #panel script, #hits script, #list script, b.bold").count() == 0
    assert visit.complaints == []
    assert visit.requests == [hostile_page.as_uri()]


def test_hostile_texts_stand_letter_by_letter(page_factory: PageFactory, hostile_page: Path) -> None:
    visit = page_factory(hostile_page).ready()
    assert visit.get("document.querySelector('h1').textContent") == HOSTILE
    visit.get("KG.focusNode('concept:constructor')")
    assert visit.get("document.querySelector('#panel h2').textContent") == HOSTILE
    assert visit.get("document.querySelector('#panel mark').textContent") == "</script><script>window.hurt=2</script>"


def test_only_http_addresses_become_links(page_factory: PageFactory, hostile_page: Path) -> None:
    visit = page_factory(hostile_page).ready()
    visit.get("KG.focusNode('text:a')")
    assert "javascript:window.hurt=3" in visit.text("#panel .outside")
    assert visit.get("[...document.querySelectorAll('#panel a')].map((a) => new URL(a.href).protocol)") == ["https:"]
    visit.get("KG.focusNode('dataset:plain')")
    assert visit.page.locator("#panel a").count() == 0


def test_an_id_may_be_a_word_of_the_language(page_factory: PageFactory, hostile_page: Path) -> None:
    visit = page_factory(hostile_page, "#node=__proto__").ready()
    assert visit.focus == "__proto__"
    assert visit.page.locator("#panel h3").all_inner_texts() == ["Uses\n1", "Mentions\n1"]


# ---- graphs with little in them ----


def few(papers: int, entities: int) -> nx.MultiDiGraph[str]:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for number in range(papers):
        add_paper(graph, f"text:{number}", f"Paper {number}")
    for number in range(entities):
        add_entity(graph, f"dataset:{number}", f"Set {number}")
    return graph


@pytest.mark.parametrize(
    ("graph", "note"),
    [
        (few(0, 0), "This graph is empty: it holds no papers and no entities yet."),
        (few(0, 1), "One node, no links."),
        (few(5, 3), "No links between these nodes."),
    ],
    ids=["empty", "one", "isolated"],
)
def test_a_graph_with_little_in_it_is_a_page_that_says_so(
    page_factory: PageFactory, tmp_path: Path, graph: nx.MultiDiGraph[str], note: str
) -> None:
    write_page(graph, tmp_path / "page.html", title="Little")
    visit = page_factory(tmp_path / "page.html").ready()
    assert visit.text("#note") == note
    assert visit.get("KG.labels.length") == len(graph)
    assert visit.complaints == []


def test_filters_that_leave_nothing_say_so(visit: Visit) -> None:
    for kind in ("paper", "dataset", "technique", "concept"):
        visit.page.uncheck(f"[data-kind={kind}] input")
    assert visit.text("#note") == "Nothing is left by the filters."
