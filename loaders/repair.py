"""Text that was UTF-8 and was read as something else ("SchrÃ¶dinger"), put right where it is sure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import ftfy.bad_codecs  # noqa: F401 - it registers sloppy-windows-1252
from ftfy.badness import is_bad

if TYPE_CHECKING:
    from loaders.paper import Paper


def repaired(paper: Paper) -> Paper:
    """Return a paper with title, abstract, authors and venue put right; the same one where nothing is wrong."""
    texts = (paper.title or "", paper.abstract, paper.venue or "", *paper.authors)
    if not any(is_bad(text) for text in texts if not text.isascii()):
        return paper
    mended = replace(
        paper,
        title=paper.title and _fixed(paper.title),
        abstract=_fixed(paper.abstract),
        venue=paper.venue and _fixed(paper.venue),
        authors=tuple(map(_fixed, paper.authors)),
    )
    return paper if mended == paper else mended


def _fixed(text: str) -> str:
    """Return the text read anew, if all of it is UTF-8 then; what was read wrong twice takes two turns."""
    for _ in range(2):
        if text.isascii() or not is_bad(text):
            break
        try:
            text = text.encode("sloppy-windows-1252").decode("utf-8")
        except UnicodeError:
            break
    return text
