from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from lxml import etree

from loaders import Skipped
from loaders.xml import read_elements, root_name, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator


def read(text: str) -> tuple[list[tuple[int, str]], list[Skipped]]:
    found: list[tuple[int, str]] = []
    skipped: list[Skipped] = []
    for one in read_elements(text.splitlines(keepends=True), {"r"}, source="a.xml"):
        if isinstance(one, Skipped):
            skipped.append(one)
        else:
            found.append((one[0], text_of(one[1])))
    return found, skipped


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("<s><r>a & b < c <= d <3 </></r><r>d</r></s>", ["a & b < c <= d <3 </>", "d"]),
        ("<s><r>&ouml;&foo;&LT;&#38;&#0;&#xD800;</r><r>d</r></s>", ["ö&foo;<&��", "d"]),
        ("<s><r><![CDATA[a &ouml; < b]]></r><r><!-- < & <!DOCTYPE [ -->d</r></s>", ["a &ouml; < b", "d"]),
        ("<?xml version='1.0'?>\n<s><r>a</r></s>\n<?xml version='1.0'?>\n<!DOCTYPE s>\n<s><r>b</r></s>", ["a", "b"]),
        ("<!DOCTYPE s PUBLIC 'x'\n'y' [\n<!ENTITY foo 'x>'>\n]>\n<s><r>a</r></s>", ["a"]),
        ("<r>a</r><r>b</r>", ["a", "b"]),
    ],
)
def test_signs_that_are_no_markup_cost_nothing(text: str, texts: list[str]) -> None:
    found, skipped = read(text)
    assert [one for _, one in found] == texts
    assert skipped == []


@pytest.mark.parametrize("broken", ["<r>a</r></q>", "<r x=1>a</r>", "<r><i>a</r>", "<x:r>a</x:r>", "<r>a</s><r>"])
def test_what_stands_behind_broken_markup_is_read_and_the_fault_is_named(broken: str) -> None:
    found, skipped = read(f"<s>\n{broken}\n<r>last</r></s>")
    assert "last" in [text for _, text in found]
    assert skipped[0].place.startswith("a.xml:2")


def test_lines_are_those_of_the_file_whatever_was_left_out_before() -> None:
    found, _ = read("<?xml\nversion='1.0'?><!DOCTYPE s [\n\n]>\n<s>\n<r>a</r>\n<r>b</r></s>")
    assert [line for line, _ in found] == [6, 7]


def test_a_doctype_that_never_ends_is_named() -> None:
    assert read("<!DOCTYPE s [\n<s><r>a</r></s>")[1] != []


def test_only_the_element_with_bytes_that_are_no_utf_8_is_skipped() -> None:
    found, skipped = read("<s>\n<r>a\udce9</r>\n<r>b\ufdd0</r>\n</s>")
    assert found == [(3, "b�")]
    assert skipped == [Skipped("a.xml:2", "not UTF-8, so this record was not read; save the file as UTF-8")]


def test_formulas_are_joined_and_blocks_set_apart() -> None:
    formula = "<math> <mi>a</mi>\n <mo>=</mo> <mfrac><mn>1</mn> <mn>2</mn></mfrac><annotation>no</annotation></math>"
    assert text_of(etree.fromstring(f"<r>x <i>y</i>z {formula} w<p>one</p><p>two</p></r>")) == "x yz a=12 w one two"
    deep = etree.fromstring("<r>" + "<i>" * 200 + "x" + "</i>" * 200 + "</r>")
    assert text_of(deep) == "x"


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("\ufeff\n<?xml version='1.0'?>\n<!-- <no> --><!DOCTYPE a [<!ENTITY b 'c'>]>\n<x:TEI xmlns:x='y'>", "TEI"),
        ("<!--?xml version='1.0'?-->\n<tei\n", "tei"),
        ("a <b> c", ""),
        ("<", ""),
        ("<!--" * 5000, ""),
    ],
)
def test_the_first_element_tells_the_format(head: str, name: str) -> None:
    assert root_name(head) == name


def test_a_long_file_and_a_long_line_leave_only_one_record_in_the_tree() -> None:
    def lines(count: int, end: str) -> Iterator[str]:
        yield "<s>"
        yield from itertools.repeat(f"<r>{'x' * 1000}</r>{end}", count)
        yield "</s>"

    for given in (lines(2000, "\n"), iter(["".join(lines(2000, ""))])):
        held = 0
        for one in read_elements(given, {"r"}, source="a.xml"):
            assert not isinstance(one, Skipped)
            parent = one[1].getparent()
            held = max(held, 0 if parent is None else len(parent))
        assert held < 500
