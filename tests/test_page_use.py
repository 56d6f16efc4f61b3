"""The page in a real Chromium, used: search, panel, legend, mouse and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph import names

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser import PageFactory, Visit

pytestmark = pytest.mark.browser

FIRST_PAPER = "arxiv:2501.00001"


def search(visit: Visit, query: str) -> list[str]:
    found: list[str] = visit.get("(query) => KG.search(query).map((node) => node.id)", query)
    return found


# ---- search ----


def test_slash_goes_to_the_search(visit: Visit) -> None:
    visit.page.keyboard.press("/")
    assert visit.get("document.activeElement.id") == "search"


def test_enter_opens_the_first_hit(visit: Visit) -> None:
    visit.page.keyboard.press("/")
    visit.page.keyboard.type("gsm8k")
    assert visit.text("#hits li .name") == "GSM8K"
    visit.page.keyboard.press("Enter")
    assert visit.focus == "dataset:gsm8k"
    assert visit.get("location.hash") == "#node=GSM8K"
    assert visit.text("#panel mark") == "GSM8K"


def test_arrow_keys_choose_among_the_hits(visit: Visit) -> None:
    visit.page.keyboard.press("/")
    visit.page.keyboard.type("cifar")
    visit.page.keyboard.press("ArrowDown")
    visit.page.keyboard.press("ArrowDown")
    second = search(visit, "cifar")[1]
    assert visit.get("document.getElementById('search').getAttribute('aria-activedescendant')") == "hit-1"
    visit.page.keyboard.press("Enter")
    assert visit.focus == second


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("cifar10", "dataset:cifar-10"),
        ("CIFAR 100", "dataset:cifar-100"),
        ("Self supervised", "concept:self-supervised-learning"),
        ("Diffusion Models", "technique:diffusion-model"),
        ("LLM", "technique:large-language-model"),
        ("stochastic gradient descent", "technique:sgd"),
        ("2501.00007", "arxiv:2501.00007"),
        ("quiet vision", "arxiv:2501.00003"),
        ("wash out", "arxiv:2501.00005"),
    ],
)
def test_search_finds_spellings_other_names_ids_and_words(visit: Visit, query: str, found: str) -> None:
    assert search(visit, query)[0] == found


def test_a_search_without_hits_opens_nothing_and_says_so(visit: Visit) -> None:
    visit.page.fill("#search", "zzzz")
    visit.page.press("#search", "Enter")
    assert visit.focus is None
    assert visit.text("#live") == "Nothing found"


def test_names_fold_in_the_page_as_in_the_store(visit: Visit) -> None:
    spellings: list[str] = visit.get("KG.nodes.map((node) => node.label)")
    spellings += ["Rényi Divergences", "GPT-3.5", "colour losses", "ﬁne-tuning", "Bodies", "生成 モデル", "k²", "!"]
    spellings += ["R@1", "8×7B", "2 × 3", "metrics", "robotics"]
    spellings += ["Llama 3 8B", "C++", "A*", "x", "Normalising flows", "Straße", "İstanbul", "", "10 000 ids"]
    assert [visit.get("KG.fold", spelling) for spelling in spellings] == list(map(names.fold, spellings))


# ---- panel ----


def test_a_click_on_a_node_opens_it(visit: Visit) -> None:
    visit.page.mouse.click(*visit.spot("dataset:imagenet"))
    visit.wait("KG.state.focus === 'dataset:imagenet'")
    assert visit.text("#panel h2") == "ImageNet"


def test_the_panel_of_an_entity_groups_its_papers_by_role_with_a_marked_sentence(visit: Visit) -> None:
    visit.get("KG.focusNode('technique:resnet')")
    assert visit.page.locator("#panel h3").all_inner_texts() == ["Used by\n1", "Compared with by\n1"]
    sentence = "We study the generalization of residual networks on CIFAR-10 and ImageNet."
    assert visit.text("#panel blockquote") == sentence
    assert visit.text("#panel blockquote mark") == "residual networks"


def test_the_panel_of_a_paper_shows_authors_venue_links_and_abstract(visit: Visit) -> None:
    visit.get("(id) => KG.focusNode(id)", FIRST_PAPER)
    panel = visit.text("#panel")
    assert "Ada Quill, Bo Ferry" in panel
    assert "ICML 2025" in panel
    assert "Grammars help a language model to write valid code." in panel
    link = visit.page.locator("#panel a")
    assert link.get_attribute("href") == "https://arxiv.org/abs/2501.00001"
    assert link.get_attribute("rel") == "noopener noreferrer"


def test_variants_and_wider_entities_stand_in_the_panel(visit: Visit) -> None:
    visit.get("KG.focusNode('dataset:cifar-100')")
    assert visit.text("#panel .relation") == "Variant of\nCIFAR-10"
    visit.page.click("#panel .relation button")
    assert visit.focus == "dataset:cifar-10"
    assert "Broader\nCIFAR" in visit.text("#panel")


def test_a_click_on_a_line_shows_its_evidence(visit: Visit) -> None:
    ax, ay = visit.spot(FIRST_PAPER)
    bx, by = visit.spot("dataset:humaneval")
    visit.page.mouse.click((ax + bx) / 2, (ay + by) / 2)
    visit.wait("KG.state.line !== null")
    assert visit.get("KG.state.line.to") == "dataset:humaneval"
    assert visit.text("#panel mark") == "HumanEval"
    assert visit.get("location.hash").startswith("#edge=")


def test_all_sentences_of_a_link_are_one_click_away(visit: Visit) -> None:
    visit.get("KG.focusNode('dataset:gsm8k')")
    visit.page.click("#panel .more")
    assert visit.page.locator("#panel blockquote").count() == 2
    assert visit.page.locator("#panel h3").all_inner_texts() == ["Evaluates on", "Mentions"]


def test_a_derived_title_is_said_to_be_one(visit: Visit) -> None:
    visit.get("KG.focusNode('text:0123456789ab')")
    assert "The title is derived from the text." in visit.text("#panel")


def test_escape_goes_back_to_the_whole_graph(visit: Visit) -> None:
    visit.get("KG.focusNode('dataset:gsm8k')")
    visit.page.keyboard.press("Escape")
    assert visit.focus is None
    assert visit.page.locator("#panel").is_hidden()
    assert visit.get("location.hash") == ""


@pytest.mark.parametrize("id_", ["dataset:qm9", "text:ba9876543210", "dataset:cnn-dailymail", FIRST_PAPER])
def test_what_is_looked_at_never_lies_under_the_panel(visit: Visit, id_: str) -> None:
    for way in ("{}", "{ move: false }"):
        visit.get(f"KG.focusNode('{id_}', {way})")
        x, y = visit.settled().spot(id_)
        frame = visit.page.locator("#stage").bounding_box()
        panel = visit.page.locator("#panel").bounding_box()
        assert frame
        assert panel
        assert frame["x"] < x < panel["x"]
        assert frame["y"] < y < frame["y"] + frame["height"]
        visit.page.keyboard.press("Escape")


# ---- legend and filters ----


def test_a_kind_is_hidden_and_shown_by_its_legend(visit: Visit) -> None:
    before = visit.get("KG.shownNodes.size")
    concepts = visit.get("KG.nodes.filter((node) => node.group === 'concept' && !node.generic).length")
    assert visit.text("[data-kind=concept] .count") == str(concepts)
    visit.page.uncheck("[data-kind=concept] input")
    assert visit.get("KG.shownNodes.size") == before - concepts
    assert visit.text("#counts").startswith(f"{before - concepts} of 62 nodes")
    visit.page.check("[data-kind=concept] input")
    assert visit.get("KG.shownNodes.size") == before


def test_a_role_that_is_switched_off_takes_what_hangs_on_it_alone(visit: Visit) -> None:
    visit.page.uncheck("[data-role=PROPOSES] input")
    shown = visit.get("[...KG.shownNodes]")
    assert "technique:tidewater" not in shown
    assert FIRST_PAPER in shown


def test_nodes_with_few_links_can_be_left_out(visit: Visit) -> None:
    visit.page.fill("#least", "3")
    shown = visit.get("[...KG.shownNodes].map((id) => KG.degree(id))")
    assert shown
    assert min(shown) >= 3


def test_the_rest_can_be_hidden_around_a_node(visit: Visit) -> None:
    visit.get("KG.focusNode('technique:diffusion-model')")
    visit.page.check("#only")
    assert visit.get("KG.shownNodes.size") == 3
    visit.page.select_option("#hops", "2")
    assert visit.get("KG.shownNodes.size") > 8


def test_a_node_that_was_dragged_stays_where_it_was_put(visit: Visit) -> None:
    visit.page.mouse.move(*visit.spot("dataset:mnist"))
    visit.page.mouse.down()
    visit.page.mouse.move(700, 600, steps=5)
    visit.page.mouse.up()
    put = visit.get("network.getPosition('dataset:mnist')")
    visit.page.uncheck("[data-kind=dataset] input")
    visit.page.check("[data-kind=dataset] input")
    assert visit.get("network.getPosition('dataset:mnist')") == put


def test_the_view_is_saved_as_an_image(visit: Visit, tmp_path: Path) -> None:
    with visit.page.expect_download() as download:
        visit.page.click("#b-image")
    download.value.save_as(tmp_path / "view.png")
    image = (tmp_path / "view.png").read_bytes()
    assert image.startswith(b"\x89PNG")
    assert len(image) > 20_000


# ---- keyboard and other senses ----


def test_tab_reaches_search_buttons_legend_list_and_graph(visit: Visit) -> None:
    reached = []
    for _ in range(30):
        visit.page.keyboard.press("Tab")
        reached.append(
            visit.get(
                "[document.activeElement.id || document.activeElement.className || document.activeElement.tagName,"
                " getComputedStyle(document.activeElement).outlineStyle]"
            )
        )
    places = [place for place, _ in reached]
    assert {"search", "b-fit", "b-theme", "least", "hops", "SUMMARY", "vis-network"} <= set(places)
    assert all(outline != "none" for place, outline in reached if place != "BODY")


def test_the_graph_is_moved_and_walked_by_keys(visit: Visit) -> None:
    visit.get("KG.frame.focus()")
    scale, view = visit.get("[network.getScale(), network.getViewPosition()]")
    visit.page.keyboard.press("+")
    visit.page.keyboard.press("ArrowRight")
    assert visit.get("network.getScale()") > scale
    assert visit.get("network.getViewPosition().x") > view["x"]
    visit.page.keyboard.press("n")
    walked = visit.focus
    assert walked is not None
    assert visit.text("#live").startswith(visit.get("(id) => KG.node(id).label", walked))


def test_the_list_reaches_every_node(visit: Visit) -> None:
    visit.page.click("summary")
    buttons = visit.page.locator("#list button")
    buttons.first.wait_for()  # the list is filled once it is open
    assert buttons.count() == visit.get("KG.nodes.length")
    visit.page.click("#list button:has-text('QM9')")
    assert visit.focus == "dataset:qm9"
    assert visit.get("document.activeElement.id") == "panel"


def test_dark_is_taken_from_the_system_and_can_be_switched(page_factory: PageFactory, small_page: Path) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    light, dark = (page_factory(small_page, color_scheme=scheme).ready() for scheme in ("light", "dark"))
    assert light.get(ground) != dark.get(ground)
    light.page.click("#b-theme")
    assert light.get(ground) == dark.get(ground)
    assert light.get("nodes.get('dataset:gsm8k').color.background") == dark.get("KG.colours.dataset")


def test_a_small_screen_needs_no_sideways_scrolling_and_its_targets_are_large(
    page_factory: PageFactory, small_page: Path
) -> None:
    visit = page_factory(small_page, "#node=GSM8K", size=(390, 844), is_mobile=True, has_touch=True).ready()
    assert visit.get("document.documentElement.scrollWidth <= innerWidth")
    visit.page.click("#b-side")
    too_small = visit.get(
        """[...document.querySelectorAll("button, select, input[type=range], input[type=search], label.tick")]
          .filter((element) => element.offsetParent)
          .map((element) => [element.outerHTML.slice(0, 60), element.getBoundingClientRect()])
          .filter(([, box]) => box.width < 24 || box.height < 24)"""
    )
    assert too_small == []
