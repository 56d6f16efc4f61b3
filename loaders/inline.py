"""A line of Markdown into pieces: plain text, links, bold, italics; images are nothing."""

from __future__ import annotations

import html
import re
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_TAGS = (
    "a|abbr|b|big|br|center|cite|code|del|details|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|nobr|ol|p|picture|q|s"
    "|small|source|span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|video"
)
_LABEL = r"\[(?P<label>(?:[^\[\]\\]++|\\.|\[(?:[^\[\]\\]++|\\.|\[[^\[\]]*+\])*+\])*+)\]"
_TARGET = r"\(\s*<?(?P<url>(?:[^\s()<>]++|\([^\s()]*+\))*+)>?(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
_TOKEN = re.compile(
    r"(?=[\\$`!\[<h*_])(?:"  # what a piece may begin with; without it, all of the below is tried at every letter
    rf"(?P<escape>\\[!-/:-@\[-`{{-~])"
    rf"|(?P<math>\$\$[^$]+\$\$|\$(?!\s)[^$]+(?<!\s)\$(?!\d))"
    rf"|(?P<code>(?<!`)(?P<ticks>`++)(?P<inside>[^`]++)(?P=ticks)(?!`))"
    rf"|(?P<image>!\[(?:[^\[\]]++|\[[^\[\]]*+\])*+\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*\]))"
    rf"|(?P<link>{_LABEL}{_TARGET})"
    rf"|(?P<auto><?(?P<address>https?://[^\s<>\"'|\]]+)>?)"
    rf"|(?P<anchor><a\s[^<>]*?href\s*=\s*[\"']?(?P<href>[^\"'\s<>]*)[^<>]*>(?P<content>.{{0,2000}}?)</a\s*>)"
    rf"|(?P<strong>\*\*(?=\S)(?P<in_strong>(?:[^*]|\*(?!\*))+)\*\*|__(?=\S)(?P<in_strong2>[^_]+)__(?!\w)"
    rf"|<(?P<b>b|strong)>(?P<in_b>.{{0,2000}}?)</(?P=b)>)"
    rf"|(?P<emphasis>(?<![\w*])\*(?=[^\s*])(?P<in_em>(?:[^*\\]|\\.)+)\*(?!\w)|(?<!\w)_(?=[^\s_])(?P<in_em2>[^_]+)_(?!\w)"
    rf"|<(?P<i>i|em)>(?P<in_i>.{{0,2000}}?)</(?P=i)>)"
    rf"|(?P<tag></?(?P<name>{_TAGS})(?:\s+[\w:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'<>=]+)|\s+open)*\s*/?>|<!--.{{0,2000}}?-->))",
    re.IGNORECASE | re.DOTALL,
)
_LONGEST = 20_000  # characters of one paragraph or item that are looked at
_DEEPEST = 6
_KINDS = ("escape", "math", "code", "image", "link", "auto", "anchor", "strong", "emphasis", "tag")
_PARTING = frozenset({"br", "p", "div", "li", "td", "th", "tr", "hr"})


class Piece(NamedTuple):
    """A run of text of one look; `url` is where it leads, `style` one of bold, italic, code or nothing."""

    text: str
    url: str = ""
    style: str = ""


def pieces(text: str) -> Iterator[Piece]:
    """Yield the pieces of a text in order; a linked image is a piece without text."""
    for (url, style), run in groupby(_pieces(text), key=lambda piece: (piece.url, piece.style)):
        yield Piece("".join(piece.text for piece in run), url, style)


def _pieces(text: str, *, url: str = "", style: str = "", depth: int = 0) -> Iterator[Piece]:
    if depth > _DEEPEST:
        yield Piece(text, url, style)
        return
    start = 0
    text = text[:_LONGEST]
    for match in _TOKEN.finditer(text):
        if match.start() > start:
            yield Piece(html.unescape(text[start : match.start()]), url, style)
        start = match.end()
        yield from _token(match, url, style, depth + 1)
    if start < len(text):
        yield Piece(html.unescape(text[start:]), url, style)


def _token(match: re.Match[str], url: str, style: str, depth: int) -> Iterator[Piece]:
    kind = next(name for name in _KINDS if match[name] is not None)
    if kind == "escape":
        yield Piece(match[kind][1:], url, style)
    elif kind == "math":
        yield Piece(match[kind], url, style)
    elif kind == "code":
        yield Piece(match["inside"], url, style or "code")
    elif kind in {"link", "anchor"}:
        target, label = (match["url"], match["label"]) if kind == "link" else (match["href"], match["content"])
        found = list(_pieces(label, url=target, style=style, depth=depth))
        yield from found or [Piece("", target, style)]
    elif kind == "auto":
        yield Piece("", url or match["address"].rstrip(".,;:)"), style)
    elif kind in {"strong", "emphasis"}:
        groups = ("in_strong", "in_strong2", "in_b") if kind == "strong" else ("in_em", "in_em2", "in_i")
        inner = next(match[name] for name in groups if match[name] is not None)
        yield from _pieces(inner, url=url, style="bold" if kind == "strong" else style or "italic", depth=depth)
    elif kind == "tag" and (match["name"] or "").lower() in _PARTING:
        yield Piece(" ", url, style)


def joined(parts: Iterable[Piece]) -> str:
    """Return the text of pieces on one line."""
    return " ".join("".join(piece.text for piece in parts).split())


def plain(text: str) -> str:
    """Return what a reader sees of a text: no marks, no addresses, no images, formulas as typed."""
    return joined(pieces(text))
