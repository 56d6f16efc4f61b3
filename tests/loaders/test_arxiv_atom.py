from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypothesis import given, settings

from loaders import Paper, Skipped
from loaders.arxiv_atom import parse, sniff
from tests.loaders.tagged import FORMATS, broken, one, papers, read, sample, told, told_samples

if TYPE_CHECKING:
    from pathlib import Path

FEED = (
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"'
    ' xmlns:o="http://a9.com/-/spec/opensearch/1.1/">\n'
)


def feed(entries: str, *, total: int | None = None, start: int = 0, page: int = 100) -> str:
    counts = (
        f"<o:totalResults>{total}</o:totalResults><o:startIndex>{start}</o:startIndex>"
        f"<o:itemsPerPage>{page}</o:itemsPerPage>\n"
    )
    return f"{FEED}{'' if total is None else counts}{entries}</feed>\n"


def entry(inner: str, name: str = "http://arxiv.org/abs/2401.01234v1") -> str:
    return f"<entry><id>{name}</id>{inner}</entry>\n"


def reasons(content: str) -> list[str]:
    return [found.reason for found in read(parse, content) if isinstance(found, Skipped)]


def test_an_entry_gives_every_field_of_the_paper() -> None:
    first, _ = sample(parse, "arxiv_atom.xml")
    assert first == Paper(
        title="Dropping Half of All Weights: A Self-Supervised Tale of $a<b$",
        abstract="We drop half of all weights of a net, and find that p < 0.05 of the accuracy on MNIST is lost. "
        "The self-supervised net loses less & is faster.",
        authors=("Ada Lund", "Bo Böhlen"),
        year=2024,
        venue="J. Invented Nets 7 (2025) 1-12",
        url="http://arxiv.org/abs/2401.01234v2",
        doi="10.1000/drop.1",
        arxiv_id="2401.01234",
        version=2,
        source="a.txt",
        position=1,
    )
    assert first.line == 10


def test_a_withdrawn_paper_has_no_abstract_and_may_be_titled_error() -> None:
    _, second = sample(parse, "arxiv_atom.xml")
    assert (second.title, second.abstract, second.arxiv_id, second.version) == ("Error", "", "cs/0101001", 1)


def test_the_version_is_told_by_the_id_and_unknown_without() -> None:
    titled = "<title>One Model</title><summary>We use MNIST.</summary>"
    names = (
        "http://arxiv.org/abs/2401.01234v12",
        "http://arxiv.org/abs/2401.01234",
        "http://arxiv.org/abs/cs.LG/0101001v3",
    )
    found = papers(parse, feed("".join(entry(titled, name) for name in names)))
    assert [(paper.arxiv_id, paper.version) for paper in found] == [
        ("2401.01234", 12),
        ("2401.01234", None),
        ("cs/0101001", 3),
    ]


def test_an_error_of_the_server_is_no_paper_and_says_why() -> None:
    error = entry(
        "<title>Error</title><summary>incorrect id format for abc</summary>"
        "<author><name>arXiv api core</name></author>",
        "http://arxiv.org/api/errors#incorrect_id_format_for_abc",
    )
    (found,) = read(parse, feed(error, total=1, page=1))
    assert isinstance(found, Skipped)
    assert found.place == "a.txt:3"
    assert found.reason.endswith(": incorrect id format for abc")


def test_a_feed_that_promises_papers_and_holds_none_is_named() -> None:
    assert reasons(feed("", total=300, start=200)) == ["feed promises 300, holds 0"]


def test_a_feed_without_entries_is_named_even_where_it_promises_none() -> None:
    assert reasons(feed("", total=0)) == ["feed holds no entry; expected one for each paper"]
    assert reasons(feed("", total=300, start=300)) == ["feed holds no entry; expected one for each paper"]


def test_a_page_short_of_its_entries_is_named_and_a_last_page_is_not() -> None:
    titled = entry("<title>One</title>")
    assert reasons(feed(titled * 3, total=300, start=0, page=100)) == ["feed promises 100 on this page, holds 3"]
    assert reasons(feed(titled * 3, total=203, start=200, page=100)) == []
    assert reasons(feed(titled * 3)) == []


def test_pages_put_one_behind_the_other_are_each_read() -> None:
    titled = entry("<title>One</title>")
    head = '<?xml version="1.0"?>'
    content = head + feed(titled, total=2, page=1) + head + feed("", total=2, start=1, page=1)
    found = read(parse, content)
    assert [type(item) for item in found] == [Paper, Skipped]
    assert reasons(content) == ["feed promises 2, holds 0"]


def test_an_entry_without_title_and_summary_is_skipped() -> None:
    assert reasons(feed(entry("<title> </title>"))) == ["title and abstract are both empty"]


def test_markup_in_a_summary_is_read_as_its_type_says() -> None:
    html = (
        '<title type="html">On E = mc&lt;sup&gt;2&lt;/sup&gt;</title>'
        '<summary type="html">&lt;p&gt;A&lt;/p&gt;&lt;p&gt;B&lt;/p&gt;</summary>'
    )
    xhtml = (
        '<title>T</title><summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">'
        "<p>A <b>b</b></p><p>C</p></div></summary>"
    )
    text = "<title>T</title><summary>if a &lt;b&gt; c</summary>"
    found = papers(parse, feed(entry(html) + entry(xhtml) + entry(text)))
    assert [(paper.title, paper.abstract) for paper in found] == [
        ("On E = mc2", "A B"),
        ("T", "A b C"),
        ("T", "if a <b> c"),
    ]


def test_feeds_of_other_servers_are_read_too() -> None:
    paper = one(
        parse,
        feed(
            '<entry xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/">'
            "<dc:identifier>SCOPUS_ID:1</dc:identifier><dc:title>Nets</dc:title><dc:creator>Lund, Ada</dc:creator>"
            '<link rel="self" href="https://api.example/1"/><link href="https://example.org/nets"/>'
            "<prism:publicationName>J. Nets</prism:publicationName><prism:coverDate>2020-02-03</prism:coverDate>"
            "<prism:doi>10.1000/NETS</prism:doi><dc:description>We net.</dc:description></entry>"
        ),
    )
    assert (paper.title, paper.abstract, paper.authors, paper.year) == ("Nets", "We net.", ("Ada Lund",), 2020)
    assert (paper.venue, paper.doi, paper.url) == ("J. Nets", "10.1000/nets", "https://example.org/nets")


def test_bytes_that_are_no_utf8_cost_one_entry() -> None:
    content = feed(entry("<title>One\udce9</title>") + entry("<title>Two</title>"))
    assert [found.title for found in read(parse, content) if isinstance(found, Paper)] == ["Two"]
    assert any(reason.startswith("not UTF-8") for reason in reasons(content))


def test_only_feeds_of_atom_are_told() -> None:
    assert told_samples(sniff) == {"arxiv_atom.xml"}
    assert sniff(feed(""))
    assert not sniff("<rss><channel><title>Feed</title></channel></rss>")
    assert not sniff("We study the feed <feed> of news.")


@settings(deadline=None)
@given(
    broken("arxiv_atom.xml", "<|>|<entry>|</entry>|</feed>|&|&#0;|<![CDATA[|<!--|<o:totalResults>9</o:totalResults>")
)
def test_any_broken_feed_gives_papers_and_reasons(content: str) -> None:
    found = read(parse, content)
    assert all(isinstance(item, (Paper, Skipped)) for item in found)
    positions = [item.position for item in found if isinstance(item, Paper)]
    assert positions == list(range(1, len(positions) + 1))


def test_the_real_feeds_are_told_and_hold_no_paper(shared: Path) -> None:
    empty = shared / "inputs" / "arxiv_atom" / "arxiv.py__id_0000.0000_s0_m100_8b51d9633a68.atom.xml"
    error = shared / "cases" / "files" / "arxiv_error_feed.xml"
    assert told(shared, sniff) == {empty.name, error.name}
    assert reasons(empty.read_text(encoding="utf-8")) == ["feed holds no entry; expected one for each paper"]
    assert reasons(error.read_text(encoding="utf-8")) == [
        "the server answered with an error in place of a paper: incorrect id format for abc"
    ]


def test_the_real_case_of_an_empty_page_is_named(shared: Path) -> None:
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    (case,) = (case for case in map(json.loads, lines) if case["id"] == "API-01")
    assert sniff(case["input"]["data"])
    assert reasons(case["input"]["data"]) == ["feed promises 300, holds 0"]


def test_the_sample_is_read_the_same_on_one_line() -> None:
    content = (FORMATS / "arxiv_atom.xml").read_text(encoding="utf-8")
    joined = content.replace(">\n", ">")
    assert papers(parse, joined) == papers(parse, content)
