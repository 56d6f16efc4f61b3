"""The title of an entry of a list of papers in Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.heading import read_heading
from loaders.inline import Piece, joined, pieces

if TYPE_CHECKING:
    from collections.abc import Callable

LABELS = re.compile(
    r"\W*(?:(?:the |our |official |project |full |source |code |\d+ ?)*(?:pdf|papers?|arxiv|abs|abstract|doi|openreview"
    r"|link|links|code|github|project|page|website|site|homepage|home|demo|blog|video|videos|youtube|slides|poster|talk"
    r"|bib|bibtex|data|dataset|datasets|model|models|html|web|tweet|twitter|pytorch|tensorflow|jax|hf|here|supp"
    r"|supplementary|appendix|notes|media|review|post|colab|repo|preprint|huggingface|acl|论文|代码)\W*)+"
    r"|\W*\d{4}\.\d{4,5}(?:v\d+)?\W*|\W*https?://\S*",
    re.IGNORECASE,
)
"""What a link is called that leads to a paper, its code or its page; no title."""

_UNENDED = re.compile(r"(?:^|\s)(?:the|an?|see|our|in|this|from|of|and|with|by|at|to|for|is)\W*$", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“”](?P<title>[^\"“”]{8,300}?)[,.]?[\"“”]")
_NUMBER = re.compile(r"(?:\d{1,4}[.)]|\[\d{1,4}\]|#\d{1,4}\b)\s*")
_DATED = re.compile(r"^\W*(?:(?:19|20)\d\d[-./]?){1}[\d./-]*\W*")
_YEAR = re.compile(r"(?:19|20)\d\d")


def bare_title(text: str) -> str:
    """Return the title of a heading: without its number and its links to code and paper."""
    shown = joined(piece for piece in pieces(text) if not (piece.url and LABELS.fullmatch(piece.text or "link")))
    return re.sub(r"(?:[\[(]\s*[\])]\s*)+$", "", _NUMBER.sub("", shown, count=1)).strip(" |,")


def title_of(found: list[Piece]) -> tuple[str, set[int]]:
    """Return the title of an entry and the pieces that it is made of."""
    links = _run(found, lambda piece: bool(piece.url) and LABELS.fullmatch(piece.text or "link") is None)
    bold = _run(found, lambda piece: piece.style == "bold" and LABELS.fullmatch(piece.text) is None)
    named = bold and (_text(found, bold).endswith((":", "：")) or _after(found, bold).startswith((":", "：")))
    if bold and (not named or links & bold) and (len(_text(found, bold).split()) > 2 or not links - bold):
        heading = read_heading(_text(found, bold))
        if heading is None or heading.venue is None:
            return _tidy(_text(found, bold)), bold
    if links and found[min(links)].url.startswith("http"):
        return _tidy(_text(found, links)), links
    if links or named:
        return "", set()
    first = next((place for place, piece in enumerate(found) if piece.url), len(found))
    before = joined(piece for piece in found[:first] if piece.style != "italic")
    quoted = _QUOTED.search(before)
    text = quoted["title"] if quoted else re.split(r"(?<=[a-z)?!]{2})\.\s", before, maxsplit=1)[0]
    if not quoted and (_UNENDED.search(before) or text.endswith((":", "："))):
        return "", set()  # prose that leads to a link
    return _tidy(text), {place for place in range(first) if found[place].style != "italic"}


def _run(found: list[Piece], is_in: Callable[[Piece], bool]) -> set[int]:
    """Return the first run of pieces that a test holds for, blanks between them included."""
    run: set[int] = set()
    for place, piece in enumerate(found):
        if is_in(piece):
            if run and found[min(run)].url != piece.url:
                break
            run.add(place)
        elif run and piece.text.strip():
            break
    return run


def _text(found: list[Piece], places: set[int]) -> str:
    return joined(found[place] for place in sorted(places))


def _after(found: list[Piece], places: set[int]) -> str:
    return "".join(piece.text for piece in found[max(places) + 1 :]).lstrip()


def _tidy(title: str) -> str:
    title = _DATED.sub("", _NUMBER.sub("", title.strip(), count=1)) if not _YEAR.fullmatch(title) else title
    title = title.strip().strip('"“”').rstrip(" ,;|([-–—")
    return title.removesuffix(".") if not title.endswith("..") else title
