"""Markup inside a text (JATS, HTML, MathML), told from the signs `<` and `&` that are text."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from lxml import etree

from loaders.mend import legible, unescaped
from loaders.sections import text_of_sections

_TAG = re.compile(
    r"<!--.{0,2000}?-->|<!\[CDATA\[(?P<cdata>.{0,20000}?)\]\]>"
    r"|<(?P<end>/?)(?:(?P<prefix>[A-Za-z][\w.-]{0,20}):)?(?P<name>[A-Za-z][A-Za-z0-9-]{0,30})"
    r"(?:\s+[\w:.-]{1,40}\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'))*\s*(?P<empty>/?)>",
    re.DOTALL,
)
_PREFIXES = frozenset({"jats", "mml", "m", "xlink"})
_BREAKS = frozenset("br break hr p title sec section abstract div li list list-item ol ul label".split())
_EMPTY = frozenset({"br", "break", "hr", "img"})
_TITLES = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_INLINE = frozenset(
    "a abbrev b bold code cite disp-formula disp-quote em email ext-link fixed-case fn font graphic i inline-formula"
    " inline-graphic italic monospace named-content overline pre roman sans-serif sc small span strike strong"
    " styled-content sub sup tex-math tt u underline uri xref alternatives blockquote table tbody td th thead tr"
    " math menclose mfenced mfrac mi mmultiscripts mn mo mover mpadded mroot mrow mspace msqrt mstyle msub msubsup msup"
    " mtable mtd mtext mtr munder munderover semantics annotation".split()
)
_KNOWN = _BREAKS | _EMPTY | _TITLES | _INLINE


class _Tag(NamedTuple):
    start: int
    stop: int
    name: str
    end: bool
    sure: bool
    text: str = ""


def jats_text(markup: str) -> str:
    """Return the text that markup prints, on one line; a text without any comes back as it is, characters unescaped.

    A heading "Abstract" goes; headings of sections stand before their text, as "Background: ".

    A tag is taken for one where its name is of JATS, HTML or MathML and it has a partner: "n<d, and k>2" and "<mask>"
    are text. Markup and characters that were escaped twice are read too.
    """
    return _read(_read(markup)) if "<" in markup or "&" in markup else markup


def _read(text: str) -> str:
    tags = [tag for match in _TAG.finditer(text) if (tag := _tag(match))]
    paired = _paired(tags)
    both = {tag.name for tag in tags if tag.end} & {tag.name for tag in tags if not tag.end}
    kept = [tag for tag in tags if tag in paired or tag.sure or tag.name in both]
    if not kept:
        return unescaped(text)
    builder = etree.TreeBuilder()
    builder.start("abstract", {})
    place = 0
    for tag in kept:
        builder.data(legible(unescaped(text[place : tag.start])))
        _build(builder, tag, is_paired=tag in paired)
        place = tag.stop
    builder.data(legible(unescaped(text[place:])))
    builder.end("abstract")
    return text_of_sections(builder.close())


def _build(builder: etree.TreeBuilder, tag: _Tag, *, is_paired: bool) -> None:
    """Add a tag to the tree; one without a partner only breaks the line, if it does that."""
    if is_paired and tag.end:
        builder.end(tag.name)
    elif is_paired:
        builder.start(tag.name, {})
    else:
        builder.data(legible(tag.text) or " " * (tag.name in _BREAKS))


def _tag(match: re.Match[str]) -> _Tag | None:
    """Return the tag that a match is, None where it is text."""
    if match["name"] is None:
        return _Tag(match.start(), match.end(), "", end=False, sure=True, text=match["cdata"] or "")
    name = match["name"].lower()
    is_ours = (match["prefix"] or "").lower() in _PREFIXES
    if name not in _KNOWN and not is_ours:
        return None
    if match["empty"] or name in _EMPTY:
        return _Tag(match.start(), match.end(), "break" if name in _BREAKS else "", end=False, sure=True)
    name = "title" if name in _TITLES else name
    return _Tag(match.start(), match.end(), name, end=bool(match["end"]), sure=is_ours or name == "p")


def _paired(tags: list[_Tag]) -> set[_Tag]:
    """Return the tags that open and close elements, one within the other."""
    paired: set[_Tag] = set()
    open_: list[_Tag] = []
    count: Counter[str] = Counter()
    for tag in tags:
        if tag.end and count[tag.name]:
            while (last := open_.pop()).name != tag.name:
                count[last.name] -= 1
            count[tag.name] -= 1
            paired |= {last, tag}
        elif not tag.end and tag.name not in {"", "break"}:
            open_.append(tag)
            count[tag.name] += 1
    return paired
