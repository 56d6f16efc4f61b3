from __future__ import annotations

import json
import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.clean import Cleaned, clean
from graph.linker.sentences import sentences

if TYPE_CHECKING:
    from pathlib import Path

MARKUP = (
    *("\\textbf{", "\\emph{", "}", "{", "\\href{u}{", "\\url{", "https://x.y/", "\\begin{align}", "\\end{align}"),
    *("\\cite{a}", "\\frac{", "\\'e", "\\H{o}", "&amp;", "&lt;", "<i>", "</i>", "<sup>2</sup>", "**", "*", "``", "''"),
    *("\\alpha", "\\log", "\\hat{", "\\[", "\\]", "\\(", "\\)", "--", "\\item ", "[t](http://u)", "\\sqrt{", "$"),
    *("^{", "_{", "~", "\\", "%", "\n", " ", "\u00a0", "\u200b", "\u0301", "\ud800", "a", "B", "1", "é", "中", "."),
)
SOUP = st.lists(st.sampled_from(MARKUP), max_size=30).map("".join) | st.text(max_size=60)
WRAPPERS = (
    ("", ""),
    ("\\textbf{", "}"),
    ("\\textbf{\\emph{", "}}"),
    ("*", "*"),
    ("**", "**"),
    ("<i>", "</i>"),
    ("``", "''"),
)
WORD = st.from_regex(r"[A-Z][a-z]{2,6}(-[A-Z]{2,3})?[0-9]{0,2}", fullmatch=True)


def surface(raw: str, wanted: str) -> str:
    """Return what the author typed for a piece of clean text."""
    cleaned = clean(raw)
    start = cleaned.text.index(wanted)
    raw_start, raw_end = cleaned.raw_span(start, start + len(wanted))
    return raw[raw_start:raw_end]


def typed(cleaned: Cleaned, index: int) -> tuple[int, int]:
    return cleaned.raw_span(index, index + 1)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"We present \textbf{\emph{FOO-BAR}}, a method.", "We present FOO-BAR, a method."),
        (r"of $k$ models and an $\alpha$-net", "of k models and an α-net"),
        (r"the expectation $\mathbb{E}(\gamma)=0$ is taken", "the expectation E(γ)=0 is taken"),
        (r"in $\mathcal{O}(n\log{n})$ or $O(n^2)$ time", "in O(n log n) or O(n²) time"),
        (r"over $10^4$ samples, $2.5\times$ faster", "over 10⁴ samples, 2.5× faster"),
        (r"the $L_2$ and $\ell_1$ norms, $k_\text{low}$, $x_i$", "the L2 and ℓ1 norms, k_low, x_i"),
        (r"by \begin{align} \nonumber \tilde{x}_i = a_i \end{align} where", "by x̃_i = a_i where"),
        (r"a ratio $\frac{a+b}{c}$, $\sqrt{n}$, $90^\circ$, $k^{th}$", "a ratio (a+b)/c, √n, 90°, kth"),
        (r"values $\{0.5, -0.5\}$ of $<$4 lines", "values {0.5, -0.5} of <4 lines"),
        (r"\[ a = b \] and \(c\) and $$d$$", "a = b and c and d"),
        (r"see \href{https://example.org/a_b}{our page}.", "see our page."),
        (r"see \url{https://example.org/a\_b}.", "see https://example.org/a_b."),
        (r"as shown~\cite{doe2020,roe2021}. Then", "as shown. Then"),
        (r"R\&D, 5\%, a\_b, \#1, \$5, \{x\}", "R&D, 5%, a_b, #1, $5, {x}"),
        ("only 5% of it", "only 5% of it"),
        ("from $5 to $10 or US$3 million", "from $5 to $10 or US$3 million"),
        (r"\textcolor{red}{Foo} \footnote{with a note}", "Foo with a note"),
        (r"{\em Foo} and {BERT}-like, but {0,1}", "Foo and BERT-like, but {0,1}"),
        (r"our \ourmethod is \unknown{good}", "our ourmethod is good"),
        (r"5~ms, Fig.~3, ~100, 3~5", "5 ms, Fig. 3, ~100, 3~5"),
        ("our *foo-bar* and **bold** and _stressed_ words", "our foo-bar and bold and stressed words"),
        ("the (**P**erturbation **E**mbedding)", "the (Perturbation Embedding)"),
        ("A* and D* search, 2 * 3, snake_case, __init__", "A* and D* search, 2 * 3, snake_case, __init__"),
        ("[code](https://example.org/x) and `name` [Roe et al., 2020]", "code and name [Roe et al., 2020]"),
        ("so-called ``quoted'' text, ``half\"", 'so-called “quoted” text, “half"'),
        ("scenes--a gap---then 1--2, but --help", "scenes–a gap—then 1–2, but --help"),
        (
            r"M\"uller, Erd\H{o}s, Caf\'e, na\"{\i}ve, \L{}ukasz, \o stergaard, \c{c}a",
            "Müller, Erdős, Café, naïve, Łukasz, østergaard, ça",
        ),
        (r"don\'t say \"quoted words\" to the model\'s face", "don't say \"quoted words\" to the model's face"),
        ("H<sub>2</sub>O, 10<sup>4</sup>, <b>bold</b>", "H2O, 10⁴, bold"),
        ("<jats:title>Abstract</jats:title><jats:p>We <jats:italic>go</jats:italic>.</jats:p>", "We go."),
        ("&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;", "One Two"),
        ("if a<b and c>d, or p < 0.05, the <think> token", "if a<b and c>d, or p < 0.05, the <think> token"),
        (
            "Q&amp;amp;A at X&amp;Y: p &lt; 1&#39;s &mdash; &nbsp; fine &unknown;",
            "Q&A at X&Y: p < 1's — fine &unknown;",
        ),
        ("  two\n lines  and\ttabs\r\n", "two lines and tabs"),
        (
            "no\u00a0break, soft\u00adhyphen, zero\u200bwidth, non\u2011breaking",
            "no break, softhyphen, zerowidth, non-breaking",
        ),
        ("Poincare\u0301", "Poincaré"),
        ("half \ud800 a pair", "half \ufffd a pair"),
        ("", ""),
        ("\\", "\\"),
    ],
)
def test_markup_is_resolved_and_the_rest_stays(raw: str, text: str) -> None:
    assert clean(raw).text == text


@pytest.mark.parametrize(
    ("raw", "wanted", "typed_as"),
    [
        (r"present \textbf{\emph{FOO-BAR}}, a", "FOO-BAR", "FOO-BAR"),
        ("the (**P**erturbation **E**mbedding)", "Perturbation", "**P**erturbation"),
        ("the (**P**erturbation **E**mbedding)", "Perturbation Embedding", "**P**erturbation **E**mbedding"),
        ("a $k$-means run", "k-means", "$k$-means"),
        (r"the $\ell_1$ norm", "ℓ1 norm", r"$\ell_1$ norm"),
        (r"the \textbf{Foo} Bar", "Foo Bar", r"\textbf{Foo} Bar"),
        (r"on \emph{Foo \textbf{Bar}} now", "Foo Bar", r"Foo \textbf{Bar}"),
        ("on Natural\r\n Questions now", "Natural Questions", "Natural\r\n Questions"),
        ("on Natural\u00a0Questions", "Natural Questions", "Natural\u00a0Questions"),
        (r"the Schr\"odinger bridge", "Schrödinger bridge", r"Schr\"odinger bridge"),
    ],
)
def test_a_span_leads_to_what_the_author_typed_with_balanced_marks(raw: str, wanted: str, typed_as: str) -> None:
    assert surface(raw, wanted) == typed_as


def test_a_half_of_a_pair_is_left_where_other_text_lies_between() -> None:
    assert surface(r"\textbf{one two} three", "two three") == "two} three"


def test_addresses_are_kept_and_their_spans_given() -> None:
    cleaned = clean(
        r"Code: https://example.org/a~b_c*d*. See \url{example.org/x}, github.com/foo/bar_baz (and www.x.org/y)."
    )
    assert [cleaned.text[start:end] for start, end in cleaned.urls] == [
        "https://example.org/a~b_c*d",
        "example.org/x",
        "github.com/foo/bar_baz",
        "www.x.org/y",
    ]


def test_the_address_of_a_link_is_no_text() -> None:
    cleaned = clean(r"see \href{https://example.org}{this}")
    assert cleaned.urls == ()


def test_paragraphs_headings_and_items_are_noted_as_breaks() -> None:
    cleaned = clean("One.\n\nTwo <p>three</p> \\item four")
    assert [cleaned.text[place:] for place in cleaned.breaks] == ["Two three four", "three four", "four"]


def test_a_raw_span_leads_back_to_the_nearest_clean_one() -> None:
    raw = r"We present \textbf{Foo} here."
    cleaned = clean(raw)
    start = raw.index("Foo")
    assert cleaned.clean_span(start, start + 3) == (11, 14)
    assert cleaned.clean_span(raw.index("\\"), raw.index("}") + 1) == (11, 14)
    assert cleaned.clean_span(raw.index("\\"), raw.index("Foo")) == (11, 11)
    assert cleaned.clean_span(len(raw), len(raw)) == (len(cleaned.text), len(cleaned.text))


@settings(deadline=None)  # a busy machine is no fault
@given(SOUP)
def test_no_text_makes_it_fail_and_offsets_never_go_back(raw: str) -> None:
    cleaned = clean(raw)
    assert cleaned.text == " ".join(cleaned.text.split())
    assert list(cleaned.at) == sorted(set(cleaned.at))
    assert list(cleaned.starts) == sorted(cleaned.starts)
    assert list(cleaned.ends) == sorted(cleaned.ends)
    assert all(0 <= start <= end <= len(raw) for start, end in zip(cleaned.starts, cleaned.ends, strict=True))


@settings(deadline=None)  # a busy machine is no fault
@given(SOUP, st.data())
def test_a_span_of_copied_characters_survives_the_way_to_raw_and_back(raw: str, data: st.DataObject) -> None:
    cleaned = clean(raw)
    letters = [i for i, char in enumerate(cleaned.text) if char.isalnum() and raw[slice(*typed(cleaned, i))] == char]
    if not letters:
        return
    first, last = sorted(data.draw(st.tuples(st.sampled_from(letters), st.sampled_from(letters))))
    raw_start, raw_end = cleaned.raw_span(first, last + 1)
    assert 0 <= raw_start < raw_end <= len(raw)
    assert cleaned.clean_span(raw_start, raw_end) == (first, last + 1)


@settings(deadline=None)  # a busy machine is no fault
@given(st.lists(st.tuples(WORD, st.sampled_from(WRAPPERS)), min_size=1, max_size=12))
def test_a_word_without_markup_inside_is_typed_as_it_reads(words: list[tuple[str, tuple[str, str]]]) -> None:
    raw = " ".join(before + word + after for word, (before, after) in words)
    cleaned = clean(raw)
    place = 0
    for word, _ in words:
        place = cleaned.text.index(word, place)
        raw_start, raw_end = cleaned.raw_span(place, place + len(word))
        assert raw[raw_start:raw_end] == word
        place += len(word)


@settings(deadline=None)  # a busy machine is no fault
@given(st.text(alphabet="abcXYZ019éß中 \n.,;:!?()%\"'*_~$^{}-/=+#@|"))
def test_no_letter_is_lost_outside_of_commands_tags_and_entities(raw: str) -> None:
    plain = unicodedata.normalize("NFKC", clean(raw).text)  # a raised digit is still that digit
    assert [c for c in plain if c.isalnum()] == [c for c in raw if c.isalnum()]


@settings(deadline=None)  # a busy machine is no fault
@given(st.text(alphabet="abc XYZ.,()%", max_size=80))
def test_plain_text_is_only_freed_of_superfluous_blanks(raw: str) -> None:
    assert clean(raw).text == " ".join(raw.split())


@pytest.mark.parametrize("sign", ["{", "$a", "*a ", "<i>", "\\frac{", "\\begin{align}", "&", "`", "[a", "<!--", "\\'e"])
def test_text_full_of_open_marks_is_still_read_to_its_end(sign: str) -> None:
    assert clean(sign * 3000 + " end").text.endswith("end")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Roe et al. [2004] went. Later, Doe et al. (2016) came.", 2),
        ("We use, e.g., MNIST vs. SVHN, i.e. two sets. See Fig. 2, Sec. 3 and Eq. (4).", 2),
        ("J. R. Roe wrote it. A 3.5 times gain over GPT-3.5. Is it good? Yes!", 4),
        ("We show X (cf. Doe). t-SNE helps. iFoo too. 3D works.", 4),
        ("As in Doe et al. We differ.", 2),
        ("1. One thing. 2. Another thing.", 2),
        ("It is i.i.d. data. See option A. We win.", 3),
        ("", 0),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: int) -> None:
    assert len(sentences(text)) == expected


@settings(deadline=None)  # a busy machine is no fault
@given(SOUP)
def test_sentences_hold_every_character_but_the_blanks_between_them(raw: str) -> None:
    cleaned = clean(raw)
    spans = sentences(cleaned.text, cleaned.breaks)
    assert "".join(cleaned.text[start:end] for start, end in spans).replace(" ", "") == cleaned.text.replace(" ", "")
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_a_sentence_never_runs_across_a_break() -> None:
    cleaned = clean("Background\n\nWe go on")
    assert [cleaned.text[start:end] for start, end in sentences(cleaned.text, cleaned.breaks)] == [
        "Background",
        "We go on",
    ]


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ("TXT-01", "Gains of 5% on GSM8K and 3% on MATH are seen."),
        ("TXT-02", "Above 75% sparsity GSM8K drops."),
        ("TXT-03", "Code is at our page and https://example.org/x%20y. We use MNIST."),
        ("TXT-06", "The Erdős–Rényi graph and the Schrödinger bridge, after Wiśniewski."),
        ("TXT-07", "We use graph neural networks on Open Graph Benchmark."),
        ("TXT-09", "If n<d, and k>2, we use MNIST; for p < 0.05 and q > 0.9 we use SVHN."),
        ("TXT-10", "We use MNIST. It helps."),
        ("TXT-12", "R&D at AT&T: p < 0.05 on MNIST's test set — fine"),
    ],
)
def test_faults_reported_elsewhere_do_not_happen_here(shared: Path, case: str, expected: str) -> None:
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    found = next(record for line in lines if (record := json.loads(line))["id"] == case)
    assert clean(found["input"]["data"]).text == expected


def test_phrases_with_odd_blanks_read_alike(shared: Path) -> None:
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    found = next(record for line in lines if (record := json.loads(line))["id"] == "LNK-05")
    assert {clean(raw).text for raw in found["input"]["data"]} == {"on Natural Questions"}
