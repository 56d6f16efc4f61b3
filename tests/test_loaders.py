from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import (
    LOADERS,
    Format,
    LoadError,
    Paper,
    Skipped,
    identifiers,
    jsonl,
    load,
    paper_id,
    read_titles,
    text,
    with_titles,
)
from loaders.authors import read_authors
from loaders.heading import read_heading
from loaders.identifiers import normal_arxiv, normal_doi, normal_openreview
from loaders.notice import folded
from loaders.wrap import join_lines

FIRST = "We study how half of all weights of a net can be dropped at no cost, and show it on MNIST and SVHN. " * 4
SECOND = "This paper asks whether dropped weights come back, and finds that some do so on both sets of data. " * 4
FIRST, SECOND = FIRST.strip(), SECOND.strip()
WITHDRAWN = (
    "This article has been removed by arXiv administrators because the submitter did not have the right to agree to"
    " our license at the time of submission"
)
SAMPLES = {
    "plain text": f"ICML 2025 Papers\n\n{FIRST}\n\n{SECOND}\n",
    "JSON": json.dumps({"title": "One", "abstract": FIRST}) + "\n" + json.dumps({"title": "Two", "abstract": "α"}),
}
BASIC = [loader for loader in LOADERS if loader.name in SAMPLES]
"""The formats that are read line by line; tests/loaders holds what is asked of all."""
HERE = Path(__file__).resolve().parents[1]


def from_text(content: str) -> list[Paper | Skipped]:
    return list(text.parse(content.splitlines(keepends=True), source="a.txt"))


def from_json(content: str) -> list[Paper | Skipped]:
    return list(jsonl.parse(content.splitlines(keepends=True), source="a.jsonl"))


def record(**fields: object) -> Paper:
    (paper,) = from_json(json.dumps(fields))
    assert isinstance(paper, Paper)
    return paper


def abstracts(papers: list[Paper | Skipped]) -> list[str]:
    return [paper.abstract for paper in papers if isinstance(paper, Paper)]


def places(papers: list[Paper | Skipped]) -> list[str]:
    return [paper.place for paper in papers if isinstance(paper, Skipped)]


def wrapped(content: str, width: int = 60) -> str:
    lines = [""]
    for word in content.split():
        lines[-1:] = [f"{lines[-1]} {word}".strip()] if len(lines[-1]) + len(word) < width else [lines[-1], word]
    return "\n".join(lines)


# What stands for an abstract


@pytest.mark.parametrize(
    "notice",
    [
        *("No abstract available", "[No abstract available]", "Abstract not available.", "N.A.", "N/A", "-", ".", "—"),
        *("none", "No abstract", "Not available", "An abstract is not available for this content.", WITHDRAWN),
        "This paper has been withdrawn by the author due to a crucial error in equation 1.",
        "The abstract is unavailable.",
    ],
)
def test_a_notice_is_no_abstract(notice: str) -> None:
    assert record(title="One", abstract=notice).abstract == ""
    assert record(title="One", abstract=notice, summary="We use MNIST.").abstract == "We use MNIST."


@pytest.mark.parametrize(
    "abstract",
    [
        "No abstract reasoning benchmark is known.",
        "Abstract reasoning is not available to nets.",
        "This paper removed a bound.",
        f"This paper has been withdrawn. {FIRST}",
    ],
)
def test_what_only_begins_like_a_notice_is_an_abstract(abstract: str) -> None:
    assert record(title="One", abstract=abstract).abstract == abstract


# Every format


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("name", SAMPLES)
def test_a_pipe_is_read_like_a_file(name: str, tmp_path: Path) -> None:
    whole, pipe = tmp_path / "whole", tmp_path / "pipe"
    content = SAMPLES[name] if name == "JSON" else SAMPLES[name] * 100  # more than the first look takes
    whole.write_text(content, encoding="utf-8")
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", 'cat "$1" > "$2"', "sh", whole, pipe]):
        assert abstracts(list(load(pipe))) == abstracts(list(load(whole)))


@pytest.mark.parametrize("loader", BASIC, ids=lambda loader: loader.name)
def test_every_format_numbers_its_papers_and_names_their_file(tmp_path: Path, loader: Format) -> None:
    path = tmp_path / "papers.any"
    path.write_text(SAMPLES[loader.name], encoding="utf-8")
    papers = list(load(path))
    assert [(paper.source, paper.position) for paper in papers if isinstance(paper, Paper)] == [
        ("papers.any", 1),
        ("papers.any", 2),
    ]


@pytest.mark.parametrize("loader", BASIC, ids=lambda loader: loader.name)
def test_every_format_is_told_by_its_content_not_by_the_name_of_the_file(tmp_path: Path, loader: Format) -> None:
    for other in BASIC:
        path = tmp_path / f"papers{other.extensions[0]}"
        path.write_text(SAMPLES[loader.name], encoding="utf-8")
        parsed = loader.parse(SAMPLES[loader.name].splitlines(keepends=True), source=path.name)
        assert list(load(path)) == list(parsed)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("loader", BASIC, ids=lambda loader: loader.name)
def test_every_format_is_read_in_any_unicode_encoding_and_with_any_line_ends(
    tmp_path: Path, loader: Format, encoding: str, newline: str
) -> None:
    path = tmp_path / "papers"
    path.write_text(SAMPLES[loader.name], encoding="utf-8", newline="\n")
    usual = list(load(path))
    path.write_text(SAMPLES[loader.name].replace("\n", newline), encoding=encoding, newline="")
    assert list(load(path)) == usual


@pytest.mark.parametrize("loader", BASIC, ids=lambda loader: loader.name)
def test_every_format_reads_no_further_than_it_is_asked(loader: Format) -> None:
    lines = SAMPLES[loader.name].splitlines(keepends=True)
    endless = chain(lines, (line for number in range(10**9) for line in ("\n", lines[-1] + "\n")))
    papers = loader.parse(endless, source="endless")
    assert [next(papers).position for _ in range(3)] == [1, 2, 3]  # type: ignore[union-attr]


@settings(deadline=None)  # a busy machine is no fault
@given(st.text(max_size=300))
def test_no_text_makes_a_parser_fail(content: str) -> None:
    for loader in LOADERS:
        for paper in loader.parse(content.splitlines(keepends=True), source="a"):
            assert isinstance(paper, Skipped) or paper.raw.strip()


def test_the_locale_does_not_decide_the_encoding(tmp_path: Path) -> None:
    path = tmp_path / "papers.jsonl"
    path.write_text('{"title": "Über α-Netze", "abstract": "We use MNIST."}', encoding="utf-8")
    code = f"from loaders import load; print(ascii(next(load({str(path)!r})).title))"
    env = {**os.environ, "PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONPATH": str(HERE)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ascii("Über α-Netze")


# Files that are not read


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ('<?xml version="1.0"?>\n<note/>\n', "XML or HTML of another kind"),
        ("<html><body>Papers</body></html>\n", "XML or HTML of another kind"),
        ("papers:\n  - one\n  - two\n", "YAML without papers"),
        ("\\documentclass{article}\n\\begin{document}\n", "LaTeX"),
        ("12345\n67890\n", "no text with words"),
    ],
)
def test_another_format_is_refused_in_one_line_that_names_it(tmp_path: Path, content: str, name: str) -> None:
    path = tmp_path / "papers.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(LoadError) as refusal:
        load(path)
    assert str(refusal.value).startswith(f"{path} is {name}; this version reads BibTeX, RIS, ")


@pytest.mark.parametrize(
    "content",
    [
        "# ICML 2025 Papers\n\nWe use nets (code: [here](https://example.org)). They work.\n",
        "<jats:p>We use nets, set with \\documentclass[12pt]{minimal} \\begin{document}$n$\\end{document}.</jats:p>\n",
        "We use title, abstract and year of papers. That is all.\n",
        "[1] shows that nets work. So do we.\n",
    ],
)
def test_abstracts_with_signs_of_other_formats_are_still_plain_text(tmp_path: Path, content: str) -> None:
    path = tmp_path / "papers.txt"
    path.write_text(content, encoding="utf-8")
    assert len(abstracts(list(load(path)))) == 1


@pytest.mark.parametrize("content", [b"%PDF-1.7 ...", b"Rar!...", b"\x00\x01\x02"])
def test_a_binary_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "papers.txt"
    path.write_bytes(content)
    with pytest.raises(LoadError, match="this version reads"):
        load(path)


def test_one_damaged_record_of_a_utf8_file_costs_one_record(tmp_path: Path) -> None:
    path = tmp_path / "papers.txt"
    path.write_bytes(b"Caf\xc3\xa9 nets.\n\nBroken caf\xe9.\n\nMore nets.\n")
    assert abstracts(list(load(path))) == ["Café nets.", "More nets."]
    assert places(list(load(path))) == ["papers.txt:3"]
    path.write_bytes(b'{"title": "Caf\xc3\xa9"}\n{"title": "Caf\xe9"}\n{"title": "C"}\n')
    assert places(list(load(path))) == ["papers.txt:2"]


def test_a_missing_file_or_a_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="No such file"):
        load(tmp_path / "none.txt")
    with pytest.raises(LoadError, match="is a folder; name the files in it"):
        load(tmp_path)


def test_an_empty_file_is_skipped_by_name(tmp_path: Path) -> None:
    path = tmp_path / "papers.txt"
    path.write_text("\n\n")
    assert places(list(load(path))) == ["papers.txt:1"]


# Plain text


def test_a_heading_is_no_paper_and_gives_venue_and_year() -> None:
    papers = from_text(f"ICML 2025 Papers\n\n{FIRST}\n\n{SECOND}\n")
    assert papers == [
        Paper(FIRST, year=2025, venue="ICML", source="a.txt", position=1),
        Paper(SECOND, year=2025, venue="ICML", source="a.txt", position=2),
    ]


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("ICML 2025 Papers", ("ICML", 2025)),
        ("## NeurIPS'24 ##", ("NeurIPS", 2024)),
        ("Accepted papers at CVPR 2024", ("CVPR", 2024)),
        ("Proceedings of the Conference on Learning Theory 2021", ("Conference on Learning Theory", 2021)),
        ("2023 papers", (None, 2023)),
        ("ICLR orals", ("ICLR", None)),
        ("Attention is what we need", None),
        ("A survey of language models in 2020", None),
        ("We use ICML 2025 papers.", None),
        ("", None),
    ],
)
def test_a_heading_is_told_from_a_title(line: str, heading: tuple[str | None, int | None] | None) -> None:
    assert read_heading(line) == heading


def test_a_later_heading_holds_for_the_papers_below_it() -> None:
    papers = from_text(f"ICML 2025 Papers\n\n{FIRST}\n\nCVPR 2024 Papers\n\n{SECOND}\n")
    assert [(paper.venue, paper.year) for paper in papers if isinstance(paper, Paper)] == [
        ("ICML", 2025),
        ("CVPR", 2024),
    ]


def test_a_short_line_above_many_abstracts_is_no_paper_and_no_title() -> None:
    papers = from_text(f"Notes of mine\n\n{FIRST}\n\n{SECOND}\n")
    assert [paper.title for paper in papers if isinstance(paper, Paper)] == [None, None]
    assert len(papers) == 2


@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_long_lines_are_abstracts_each(between: str) -> None:
    assert abstracts(from_text(FIRST + between + SECOND)) == [FIRST, SECOND]


def test_short_abstracts_stand_one_a_line_where_no_blank_line_parts_them() -> None:
    assert abstracts(from_text("We use MNIST.\nWe use SVHN.\nSo do we!\n")) == [
        "We use MNIST.",
        "We use SVHN.",
        "So do we!",
    ]


def test_hard_wrapped_lines_are_joined() -> None:
    assert abstracts(from_text(f"{wrapped(FIRST)}\n\n{wrapped(SECOND)}\n")) == [FIRST, SECOND]


def test_sentences_on_lines_of_their_own_are_one_abstract_where_blank_lines_part_abstracts() -> None:
    assert abstracts(from_text("We use MNIST.\nIt helps.\n\nSVHN is harder.\n")) == [
        "We use MNIST. It helps.",
        "SVHN is harder.",
    ]


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["self-", "supervised nets"], "self-supervised nets"),
        (["optimiza-", "tion beats optimization"], "optimization beats optimization"),
        (["pre-", "and post-training"], "pre- and post-training"),
        (["a gap -", "a small one"], "a gap - a small one"),
        (["  graph", "neural  "], "graph neural"),
    ],
)
def test_a_divided_word_keeps_its_hyphen_unless_the_text_knows_better(lines: list[str], joined: str) -> None:
    assert join_lines(lines) == joined


@pytest.mark.parametrize("between", ["\n", "\n\n"])
@pytest.mark.parametrize("wrap", [False, True])
def test_a_short_line_above_each_abstract_is_its_title(between: str, wrap: bool) -> None:
    first, second = (wrapped(FIRST), wrapped(SECOND)) if wrap else (FIRST, SECOND)
    papers = from_text(f"Dropping Weights{between}{first}\n\nWeights Come Back{between}{second}\n")
    assert [(paper.title, paper.abstract) for paper in papers if isinstance(paper, Paper)] == [
        ("Dropping Weights", FIRST),
        ("Weights Come Back", SECOND),
    ]


@pytest.mark.parametrize("junk", ["References", "12", "Page 3 of 9", "-----", "* * *", "Oral session B"])
def test_what_is_no_abstract_is_skipped_with_its_place(junk: str) -> None:
    papers = from_text(f"{FIRST}\n\n{SECOND}\n\n{junk}\n\n{FIRST}\n\n{SECOND}\n")
    assert len(abstracts(papers)) == 4
    assert places(papers) == ["a.txt:5"]


def test_a_file_of_one_short_line_says_why_it_gives_nothing() -> None:
    assert places(from_text("MNIST and SVHN")) == ["a.txt:1"]


# JSON


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"Title": "One", "paperAbstract": "We."}, {"title": "One", "abstract": "We."}),
        ({"title": ["One"], "summary": "We."}, {"title": "One", "abstract": "We."}),
        (
            {"title": "On\n  lines", "abstract": " We\nuse\nit.\n\nTwo. "},
            {"title": "On lines", "abstract": "We use it.\n\nTwo."},
        ),
        ({"title": "One", "abstract": None, "year": float("nan")}, {"abstract": "", "year": None}),
        ({"title": "nan", "abstract": "We."}, {"title": None}),
        ({"title": "One", "year": "2021"}, {"year": 2021}),
        ({"title": "One", "year": 2021.0}, {"year": 2021}),
        ({"title": "One", "published": "2024-01-02T00:00:00Z"}, {"year": 2024}),
        ({"title": "One", "issued": {"date-parts": [[2019, 2]]}}, {"year": 2019}),
        ({"title": "One", "year": 1540035843524}, {"year": None}),
        ({"title": "One", "year": 1899}, {"title": "One", "year": None}),
        ({"title": "One", "year": 2101}, {"title": "One", "year": None}),
        ({"title": "One", "venue": "ICLR 2025"}, {"venue": "ICLR", "year": 2025}),
        ({"title": "One", "venue": "ICLR 2025", "year": 2024}, {"venue": "ICLR", "year": 2024}),
        ({"title": "One", "venue": "NeurIPS 2024 poster"}, {"venue": "NeurIPS", "year": 2024}),
        ({"title": "One", "venue": "Nature 2024"}, {"venue": "Nature 2024", "year": None}),
        ({"title": "One", "venue": "Proceedings of ICML 2024"}, {"venue": "Proceedings of ICML 2024", "year": None}),
        ({"title": "One", "venue": "Proc. ICML 2024"}, {"venue": "Proc. ICML 2024", "year": None}),
        ({"title": "One", "booktitle": "ICML"}, {"venue": "ICML"}),
        ({"title": "One", "journal": {"name": "JMLR"}}, {"venue": "JMLR"}),
        ({"title": "One", "DOI": "https://doi.org/10.5555/ABC.1"}, {"doi": "10.5555/abc.1"}),
        ({"title": "One", "arxivId": "arXiv:2401.01234v3"}, {"arxiv_id": "2401.01234"}),
        ({"title": "One", "id": "http://arxiv.org/abs/2401.01234v1"}, {"arxiv_id": "2401.01234"}),
        ({"title": "One", "doi": "10.48550/arXiv.2401.01234"}, {"doi": None, "arxiv_id": "2401.01234"}),
        (
            {"title": "One", "externalIds": {"DOI": "10.5555/X", "ArXiv": "2401.01234"}},
            {"doi": "10.5555/x", "arxiv_id": "2401.01234"},
        ),
        ({"title": "One", "forum": "aBc-123_x"}, {"openreview_id": "aBc-123_x"}),
        ({"title": "One", "url": "https://openreview.net/forum?id=aBc-123_x"}, {"openreview_id": "aBc-123_x"}),
        ({"title": "One", "url": "https://example.org/1"}, {"url": "https://example.org/1"}),
        ({"content": {"title": {"value": "One"}, "abstract": {"value": "We."}}}, {"title": "One", "abstract": "We."}),
        ({"title": "half \ud800", "abstract": "a\x00"}, {"title": "half \ufffd", "abstract": "a\ufffd"}),
    ],
)
def test_loose_keys_and_values_are_understood(fields: dict[str, object], expected: dict[str, object]) -> None:
    paper = record(**fields)
    assert {name: getattr(paper, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (["Ada Roe", "Bo Doe"], ("Ada Roe", "Bo Doe")),
        ([{"name": "Ada Roe"}, {"given": "Bo", "family": "Doe"}, {}, None], ("Ada Roe", "Bo Doe")),
        ([{"author": {"id": None, "display_name": "Ada Roe"}}, {"author": {}}], ("Ada Roe",)),
        ({"value": ["Ada Roe"]}, ("Ada Roe",)),
        ("Ada Roe and Bo Doe", ("Ada Roe", "Bo Doe")),
        ("Ada Roe; Bo Doe", ("Ada Roe", "Bo Doe")),
        ("Ada Roe, Bo Doe, and Cy Poe", ("Ada Roe", "Bo Doe", "Cy Poe")),
        ("Roe, Ada and Doe, Bo", ("Ada Roe", "Bo Doe")),
        ("Roe, Ada", ("Ada Roe",)),
        ("Roe, A., Doe, B.", ("A. Roe", "B. Doe")),
        ("Ada Roe (MIT), Bo Doe et al.", ("Ada Roe", "Bo Doe")),
        (["Ada Roe", "Ada Roe", "nan"], ("Ada Roe",)),
        (None, ()),
        (float("nan"), ()),
    ],
)
def test_authors_are_understood_in_every_shape(value: object, names: tuple[str, ...]) -> None:
    assert read_authors(value) == names


def test_a_broken_line_costs_one_record_and_is_named() -> None:
    papers = from_json('{"title": "A"}\nno json\n{"title": null}\n[1]\n"text"\n{"title": "B"}\n{"title": "C"')
    assert [paper.title for paper in papers if isinstance(paper, Paper)] == ["A", "B"]
    assert places(papers) == [f"a.jsonl:{line}" for line in (2, 3, 4, 5, 7)]


@pytest.mark.parametrize(
    "content",
    [
        '[{"title": "A"}, {"title": "B"}]',
        '[{"title": "A"},\n{"title": "B"}]\n',
        '{"title": "A"},\n{"title": "B"},\n',
        json.dumps([{"title": "A", "x": {"y": [1]}}, {"title": "B"}], indent=2),
        json.dumps([{"title": "A", "x": {"y": [1]}}, {"title": "B"}], indent=0),
        json.dumps({"results": [{"title": "A"}, {"title": "B"}]}, indent=1),
        '{\n"title": "A"\n}\n{\n"title": "B"\n}\n',
        '\n\n{"title": "A"}\n\n{"title": "B"}\n',
    ],
)
def test_arrays_and_objects_over_many_lines_are_read_as_well(content: str) -> None:
    assert [paper.title for paper in from_json(content) if isinstance(paper, Paper)] == ["A", "B"]
    assert places(from_json(content)) == []


def test_a_broken_record_in_an_array_is_named_by_the_line_it_starts_on() -> None:
    papers = from_json(
        '[\n  {\n    "title": "A"\n  },\n  {\n    "title": "B" "b"\n  },\n  {\n    "title": "C"\n  }\n]\n'
    )
    assert [paper.title for paper in papers if isinstance(paper, Paper)] == ["A", "C"]
    assert places(papers) == ["a.jsonl:5"]


def test_a_record_without_title_and_abstract_says_what_it_has_instead() -> None:
    (skipped,) = from_json('{"name_of_paper": "A", "text": "B"}')
    assert isinstance(skipped, Skipped)
    assert (
        skipped.reason
        == 'no title and no abstract; expected keys such as "title", "abstract", found name_of_paper, text'
    )


def test_a_record_whose_title_and_abstract_are_empty_is_told_so() -> None:
    for empty in ('{"title": "", "abstract": ""}', '{"Title": null, "summary": "n/a"}'):
        (skipped,) = from_json(empty)
        assert isinstance(skipped, Skipped)
        assert skipped.reason == "title and abstract are both empty"


def test_a_paper_knows_the_line_that_it_starts_on() -> None:
    lines = [one.line for one in from_json('\n{"title": "A"}\n{oops\n{"title": "B"}\n') if isinstance(one, Paper)]
    assert lines == [2, 4]
    lines = [one.line for one in from_text(f"ICML 2025\n\n{FIRST}\n\n{SECOND}") if isinstance(one, Paper)]
    assert lines == [3, 5]


# Identifiers


@pytest.mark.parametrize(
    ("typed", "normal"),
    [
        ("2401.01234v2", "2401.01234"),
        ("https://arxiv.org/pdf/2401.01234v3.pdf", "2401.01234"),
        ("math.GT/0309136v1", "math/0309136"),
        ("hep-th/9901001", "hep-th/9901001"),
        ("W4387661197", None),
        ("2401.01234 and more", None),
    ],
)
def test_an_arxiv_id_loses_version_class_and_address(typed: str, normal: str | None) -> None:
    assert normal_arxiv(typed) == normal


def test_a_doi_is_in_lower_case_without_address() -> None:
    assert normal_doi("https://doi.org/10.5555/ABC.") == normal_doi("DOI: 10.5555/abc") == "10.5555/abc"
    assert normal_doi("10.1") is None


def test_an_openreview_id_keeps_its_case() -> None:
    assert normal_openreview("https://openreview.net/pdf?id=aBc123x") == "aBc123x"
    assert normal_openreview("not an id") is None


def test_a_paper_answers_to_all_its_ids_the_strongest_first() -> None:
    paper = Paper("We use MNIST.", doi="10.5555/x", arxiv_id="2401.01234", openreview_id="aBc123x")
    assert identifiers(paper)[:3] == ["doi:10.5555/x", "arxiv:2401.01234", "openreview:aBc123x"]
    assert paper_id(paper) == "doi:10.5555/x"
    assert identifiers(paper)[3:] == identifiers(Paper("We use MNIST."))


def test_the_id_of_a_text_is_blind_to_case_blanks_and_punctuation() -> None:
    assert paper_id(Paper("We use  MNIST.")) == paper_id(Paper("we use mnist", position=7))
    assert paper_id(Paper("", title="We use MNIST")) == paper_id(Paper("We use MNIST!"))
    assert paper_id(Paper("We use SVHN.")) != paper_id(Paper("We use MNIST."))


def test_the_id_of_a_text_never_changes() -> None:
    assert paper_id(Paper("We use MNIST.")) == "text:e0e843ebdfdb"
    assert paper_id(Paper(FIRST)) == paper_id(Paper(FIRST, title="Dropped")) == "text:fc1b3ca09f35"


def test_a_text_that_does_not_tell_enough_is_told_by_its_title_too() -> None:
    texts = ("No abstract available.", "We use MNIST.", "-", ".", WITHDRAWN)
    for abstract in texts:
        assert paper_id(Paper(abstract, title="On Cats")) == paper_id(Paper(abstract, title="on cats."))
        assert paper_id(Paper(abstract, title="On Cats")) != paper_id(Paper(abstract, title="On Dogs"))
    assert paper_id(Paper("-", title="On Cats")) == paper_id(Paper("", title="On Cats"))
    assert len({paper_id(Paper(abstract)) for abstract in texts}) == len(texts)


@settings(deadline=None)  # a busy machine is no fault
@given(st.text())
def test_folding_twice_changes_nothing(content: str) -> None:
    assert folded(folded(content)) == folded(content)


# Titles


def titles_file(folder: Path, *lines: dict[str, object]) -> Path:
    path = folder / "titles.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return path


def test_titles_join_by_file_and_place(tmp_path: Path) -> None:
    path = titles_file(
        tmp_path,
        {"file": "x/a.txt", "paragraph": 1, "title": "Come Back", "authors": ["Bo Doe"], "arxiv_id": "2401.01234v2"},
        {"file": "a.txt", "position": 1, "title": "Dropped", "abstract_start": "We study how"},
    )
    papers = list(with_titles(from_text(f"ICML 2025\n\n{FIRST}\n\n{SECOND}"), read_titles(path)))
    assert papers == [
        Paper(FIRST, title="Dropped", year=2025, venue="ICML", source="a.txt", position=1),
        Paper(
            SECOND,
            title="Come Back",
            authors=("Bo Doe",),
            year=2025,
            venue="ICML",
            arxiv_id="2401.01234",
            source="a.txt",
            position=2,
        ),
    ]


def test_a_title_for_no_paper_or_for_another_abstract_is_named_and_changes_nothing(tmp_path: Path) -> None:
    path = titles_file(
        tmp_path,
        {"file": "a.txt", "paragraph": 0, "title": "Wrong", "abstract_start": "They study"},
        {"file": "a.txt", "paragraph": 9, "title": "Nowhere"},
        {"file": "a.txt", "paragraph": 9, "title": "Nowhere again"},
        {"paragraph": 9, "title": "No file"},
    )
    papers = list(with_titles(from_text(f"{FIRST}\n\n{SECOND}"), read_titles(path)))
    assert abstracts(papers) == [FIRST, SECOND]
    assert [paper.title for paper in papers if isinstance(paper, Paper)] == [None, None]
    assert sorted(places(papers)) == [f"titles.jsonl:{line}" for line in (1, 2, 3, 4)]


def test_a_fault_in_a_title_names_its_line_and_the_place_that_it_gives(tmp_path: Path) -> None:
    path = titles_file(
        tmp_path,
        {"file": "a.txt", "paragraph": 1, "title": "Right"},
        {"file": "a.txt", "paragraph": 9, "title": "Nowhere"},
        {"file": "b.txt", "position": 2, "title": "Elsewhere"},
        {"file": "a.txt", "paragraph": "two", "title": "No number"},
        {"file": "a.txt", "paragraph": -1, "title": "Before all"},
    )
    found = [one for one in with_titles(from_text(f"{FIRST}\n\n{SECOND}"), read_titles(path)) if type(one) is Skipped]
    assert {one.what for one in found} == {"title"}
    wanted = 'expected "file", "paragraph" (from 0) or "position" (from 1), and "title"'
    assert sorted((one.place, one.reason) for one in found) == [
        ("titles.jsonl:2", "a.txt has no paragraph 9"),
        ("titles.jsonl:3", "b.txt was not read"),
        ("titles.jsonl:4", f'{wanted}, found "two" as paragraph'),
        ("titles.jsonl:5", f"{wanted}, found -1 as paragraph"),
    ]


def test_a_file_without_titles_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match=r'titles\.jsonl:1: expected "file"'):
        read_titles(titles_file(tmp_path, {"title": "A"}))
    with pytest.raises(LoadError, match="it is empty"):
        read_titles(titles_file(tmp_path))


def test_a_title_for_one_of_two_files_of_one_name_needs_the_start_of_its_abstract(tmp_path: Path) -> None:
    files = [tmp_path / folder / "a.txt" for folder in ("x", "y")]
    for file, abstract in zip(files, (FIRST, SECOND), strict=True):
        file.parent.mkdir()
        file.write_text(f"{abstract}\n\n{abstract} Again.\n", encoding="utf-8")
    path = titles_file(
        tmp_path,
        {"file": "x/a.txt", "paragraph": 0, "title": "Whose?"},
        {"file": "y/a.txt", "paragraph": 1, "title": "Come Back", "abstract_start": "This paper asks"},
    )
    papers = list(with_titles(chain.from_iterable(map(load, files)), read_titles(path), files=files))
    assert [paper.title for paper in papers if isinstance(paper, Paper)] == [None, None, None, "Come Back"]
    assert [(one.place, one.reason) for one in papers if isinstance(one, Skipped)] == [
        ("titles.jsonl:1", "more than one a.txt was read; give the abstract_start of the paper that is meant")
    ]


# Real files


@pytest.mark.seeds
def test_the_seeds_give_nineteen_papers_each_all_with_their_titles(shared: Path) -> None:
    files = sorted((shared / "seeds").glob("*.txt"))
    papers = list(with_titles(chain.from_iterable(map(load, files)), read_titles(shared / "seeds" / "titles.jsonl")))
    assert places(papers) == []
    known = [paper for paper in papers if isinstance(paper, Paper)]
    assert [sum(paper.source == file.name for paper in known) for file in files] == [19, 19]
    assert all(paper.title and paper.authors and (paper.venue, paper.year) == ("ICML", 2025) for paper in known)


def test_every_real_file_is_read_or_refused_by_name(shared: Path) -> None:
    refused = {
        "test_bulk_doi_search.yaml": "is YAML without papers",
        "test_get_papers.yaml": "is YAML without papers",
    }
    folders = (shared / "inputs", shared / "cases" / "files")
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
        reason = next((reason for name, reason in refused.items() if path.name.endswith(name)), None)
        if reason:
            with pytest.raises(LoadError, match=reason):
                load(path)
        else:
            assert list(load(path)), path


def test_real_abstracts_one_a_line_are_a_paper_each(shared: Path) -> None:
    path = shared / "inputs" / "plain_text" / "arxivdaily__abstracts.txt"
    assert len(abstracts(list(load(path)))) == len(path.read_text(encoding="utf-8").splitlines())
