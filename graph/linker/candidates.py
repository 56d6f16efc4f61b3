"""Where names may stand that the catalogue lacks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.linker import wording
from graph.linker.cues import announces
from graph.linker.mention import Mention, Placed, Spans
from graph.linker.ordinary import ordinary_words
from graph.linker.shape import WORD, is_name, name_runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.linker.abbreviations import Definition
    from graph.linker.document import Document

_RELATION = re.compile(r"-(?:to|and|or|vs|by|in|of|for|as|with)-")
"""What joins two names to a relation of both, "ANN-to-SNN"."""
_HYPHEN = re.compile(r"[-‐‑–]")
_MOST_WORDS = 6
_SIZES = frozenset("mini tiny micro nano small base large huge giant".split())
_PREFIXES = frozenset(
    "non pre post anti multi semi self sub super inter intra cross co re un over under ex pro meta mid all".split()
)
"""Prefixes that speak of the thing they stand before: "non-GAN", "pre-BERT"."""


def candidate_spans(
    document: Document, mentions: Sequence[Mention], definitions: Sequence[Definition]
) -> set[tuple[int, int]]:
    """Return where a name may stand that is not known: by shape, by emphasis, or since the sentence announces one."""
    text = document.text
    placed = Placed(mentions)
    blocked = Spans([*document.zones, *((d.long_start, d.long_end) for d in definitions)])
    spans: set[tuple[int, int]] = set()
    for sentence in document.sentences:
        spans.update(_trimmed(text, run) for run in name_runs(text, sentence))
    spans.update(_hyphenated(text, placed))
    spans.update(span for span in document.emphasised if _may_be_name(text[slice(*span)]))
    spans.update(_announced(document))
    return {
        span for span in spans if not blocked.touch(*span) and _is_free(document, span, list(placed.touching(*span)))
    }


def _trimmed(text: str, run: tuple[int, int]) -> tuple[int, int]:
    """Return the run without a possessive ending."""
    return (run[0], run[1] - 2) if text[run[0] : run[1]].endswith(("'s", "’s")) else run


def _hyphenated(text: str, mentions: Placed[Mention]) -> list[tuple[int, int]]:
    """Return the whole hyphenated names of which a known name is only a part: CornerNet-Lite is no CornerNet."""
    spans = []
    for word in WORD.finditer(text):
        if not _HYPHEN.search(word.group()):
            continue
        start, end = word.span()
        inside = [m for m in mentions.touching(start, end) if start < m.start or m.end < end]
        if len(inside) == 1 and is_name(text[start:end]) and not _RELATION.search(text[start:end]):
            spans.append((start, end))
    return spans


def _is_free(document: Document, span: tuple[int, int], inside: Sequence[Mention]) -> bool:
    """Say whether nothing known stands in the span, or it is a longer name of its own around what does."""
    text = document.text
    if not inside:
        return True
    if not all(span[0] <= m.start and m.end <= span[1] for m in inside) or (inside[0].start, inside[0].end) == span:
        return False
    several = len(inside) > 1 and "-" in text[slice(*span)]
    if (" " in text[slice(*span)] or several) and _is_announced(document, span):
        return True
    known = inside[0]
    if len(inside) != 1 or _RELATION.search(text, *span):
        return False
    before, after = text[span[0] : known.start], text[known.end : span[1]]
    if before.endswith(("-", ".")) and _tells_apart(before.rstrip("-.")):
        return True
    return after.startswith("-") and _tells_apart(after.lstrip("-"))


def _is_announced(document: Document, span: tuple[int, int]) -> bool:
    """Say whether the sentence brings the words in capitals as a name: "we present Attention Editing, a …"."""
    sentence = document.sentence_of(span[0])
    left, right = _around(document.text, span, sentence)
    heads = document.in_title(span[0]) and span[0] == sentence[0] and right.startswith(":")
    return heads or announces(left, right, lower=False) or _is_object(left, right)


def _around(text: str, span: tuple[int, int], sentence: tuple[int, int]) -> tuple[str, str]:
    """Return the words of the sentence before and behind a span that may announce it."""
    return text[max(sentence[0], span[0] - 160) : span[0]], text[span[1] : min(sentence[1], span[1] + 60)]


def _is_object(left: str, right: str) -> bool:
    """Say whether a word of proposing stands right before, and the name ends there."""
    return bool(wording.PROPOSE.search(left) and wording.NAME_ENDS.match(right))


def _tells_apart(part: str) -> bool:
    """Say whether this part of a hyphenated name makes it another name: "Lite", "D0", "mini", but not "style"."""
    if any(char.isupper() or char.isdigit() for char in part):
        return True
    if len(part) == 1 and part == "s":
        return False
    return part in _SIZES or (
        part not in ordinary_words() and part not in _PREFIXES and not part.endswith(("ed", "ing"))
    )


def _may_be_name(word: str) -> bool:
    """Say whether emphasised or quoted words may be a name: a few words, not all of them ordinary."""
    words = word.split()
    if not 0 < len(words) <= _MOST_WORDS or len(word) < 3 or not word[0].isalnum() or word.isdigit():
        return False
    if all(part[0].isupper() for part in words) and "-" in word:
        return True
    return any(
        part.lower() not in ordinary_words() for part in re.split(r"[\s-]+", word) if part.isalpha() and len(part) > 1
    )


def _announced(document: Document) -> list[tuple[int, int]]:
    """Return words that the sentence announces as a name, though their shape says little: "Chameleon", "lip-rcp"."""
    spans = []
    for sentence in document.sentences:
        for word in WORD.finditer(document.text, *sentence):
            plain = word.group()
            parts = [part for part in re.split(r"\W", plain) if part]
            stylised = len(plain) > 3 and not all(part in ordinary_words() for part in parts)
            if word.start() == sentence[0] or not (plain[0].isupper() or stylised) or len(plain) < 3:
                continue
            left, right = _around(document.text, word.span(), sentence)
            compound = plain[0].isupper() and "-" in plain
            if announces(left, right, lower=plain[0].islower()) or (compound and _is_object(left, right)):
                spans.append(word.span())
    return spans
