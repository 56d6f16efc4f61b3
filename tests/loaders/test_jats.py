from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import Paper, Reference, jats
from loaders.jats import jats_text
from tests.loaders.xml_reading import FORMATS, mutations, read, sample, sniffed

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = sample("jats.xml")

# Markup in a text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        (
            "<jats:title>Abstract</jats:title><jats:p>We use <jats:italic>MNIST</jats:italic>.</jats:p>"
            "<jats:p>It helps.</jats:p>",
            "We use MNIST. It helps.",
        ),
        (
            "<jats:sec>\n <jats:title>Background</jats:title>\n <jats:p>We fly.</jats:p>\n</jats:sec>"
            "<jats:sec><jats:title>Aim:</jats:title><jats:p>To fly.</jats:p></jats:sec>",
            "Background: We fly. Aim: To fly.",
        ),
        ("<h4>SUMMARY</h4><p>We fly.<br/>High.</p><h4>Aim.</h4><p>To fly.</p>", "We fly. High. Aim. To fly."),
        ("<jats:p>E = mc<jats:sup>2</jats:sup>, CO<sub>2</sub></jats:p>", "E = mc2, CO2"),
        ("<jats:p>a <mml:math><mml:mi>n</mml:mi> <mml:mo>=</mml:mo> <mml:mn>2</mml:mn></mml:math></jats:p>", "a n=2"),
        ("&lt;p&gt;Twice &lt;i&gt;escaped&lt;/i&gt;&lt;/p&gt;", "Twice escaped"),
        ("<![CDATA[a<b]]> and <!-- not --> c", "a<b and c"),
        ("<foo:p>another prefix</foo:p>", "another prefix"),
    ],
)
def test_markup_gives_the_text_that_it_prints(markup: str, text: str) -> None:
    assert jats_text(markup) == text


@pytest.mark.parametrize(
    "text",
    [
        "If n<d, and k>2, we use MNIST; for p < 0.05 and q > 0.9 we use SVHN.",
        "for all a<b>c holds",
        "a<b and c>d",
        "the <mask> token, <s> and </s>, and R&D at AT&T",
        "One paragraph.\n\nAnother one.",
        "&copy without its semicolon, &nothing; and &",
        "",
    ],
)
def test_text_without_markup_stays_as_it_is(text: str) -> None:
    assert jats_text(text) == text


def test_inequalities_survive_inside_markup() -> None:
    markup = "<jats:p>For n<d, and k>2, a &lt; b: <mask> & <jats:bold>more</jats:bold></jats:p>"
    assert jats_text(markup) == "For n<d, and k>2, a < b: <mask> & more"


def test_named_characters_are_read_also_where_they_were_escaped_twice() -> None:
    text = "R&amp;amp;D at AT&amp;T: p &lt; 0.05 on MNIST&#39;s test set &mdash; fine"
    assert jats_text(text) == "R&D at AT&T: p < 0.05 on MNIST's test set — fine"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<jats:p>never closed", "never closed"),
        ("never opened</jats:p>", "never opened"),
        ("<p>One.<p>Two.", "One. Two."),
        ("<i>a<b>c</i>d</b>", "acd"),
        ("<jats:p>bad &#0; &#xD800; signs\x00</jats:p>", "bad � � signs�"),
    ],
)
def test_broken_markup_loses_no_words(markup: str, text: str) -> None:
    assert jats_text(markup) == text


def test_long_rubbish_takes_no_long_time() -> None:
    for rubbish in ("<i>" * 20_000, "<i>a</b>" * 10_000, "<" * 100_000, "<!--" * 5_000, "<jats:sec>" * 5_000):
        jats_text(rubbish)


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(
        st.text(), st.lists(st.sampled_from(["<p>", "</p>", "<i>", "</i>", "<br/>", "a", " ", "<", "&"])).map("".join)
    )
)
def test_any_text_is_taken(text: str) -> None:
    jats_text(text)


def test_a_real_abstract_of_crossref_has_no_tags(shared: Path) -> None:
    record = json.loads((shared / "cases" / "files" / "crossref_jats_abstract.json").read_text(encoding="utf-8"))
    markup = record["message"]["abstract"]
    assert jats_text(markup) == markup.removeprefix("<jats:p>").removesuffix("</jats:p>")


# Articles


def test_an_article_gives_what_its_front_and_its_references_say() -> None:
    papers, skipped = read(jats, SAMPLE)
    assert papers == [
        Paper(
            "Background: Kites fall where a<b. Methods: We fly n2 kites.",
            title="Kites that read MNIST: A study",
            authors=("Ada B Lund", "Bo Meyer Jr", "Kite Group"),
            year=2020,
            venue="Journal of Kites",
            doi="10.5555/kite.1",
            other_ids=("pmid:90000001", "pmcid:PMC900001"),
            references=(
                Reference("Strings of kites", ("C Cord",), 1999, "10.5555/kite.9", other_ids=("pmid:90000009",)),
                Reference("The Book of Kites", ("T Tail",), 1998, "10.5555/book.4"),
                Reference(arxiv_id="1412.00001"),
                Reference("Twice told"),
            ),
            source="a.xml",
            position=1,
        )
    ]
    assert skipped == []


def test_a_translated_abstract_stands_in_for_none() -> None:
    start, end = SAMPLE.index("<abstract>"), SAMPLE.index("<trans-abstract")
    (paper,), _ = read(jats, SAMPLE[:start] + SAMPLE[end:])
    assert paper.abstract == "Les cerfs-volants."


def test_a_set_of_articles_gives_each() -> None:
    article = SAMPLE[SAMPLE.index("<article ") :]
    text = f"<pmc-articleset>{article}{article}</pmc-articleset>"
    assert jats.sniff(text)
    assert [paper.position for paper in read(jats, text)[0]] == [1, 2]


def test_only_the_samples_of_this_format_are_told_as_such() -> None:
    assert sniffed(jats, FORMATS) == {"jats.xml"}
    assert not jats.sniff("<article><title>DocBook</title></article>")
    assert not jats.sniff("<jats:p>We use MNIST.</jats:p>")


@settings(max_examples=150, deadline=None)
@given(mutations(SAMPLE))
def test_whatever_is_broken_gives_papers_and_reasons(text: str) -> None:
    read(jats, text)


def test_no_real_file_of_another_format_is_taken(shared: Path) -> None:
    assert not sniffed(jats, shared / "inputs")
    assert not sniffed(jats, shared / "cases" / "files")
