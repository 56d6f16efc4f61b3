"""The rule of a spelling for which nobody gave one: the loosest that does not link every word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from graph.names import singular

if TYPE_CHECKING:
    from collections.abc import Container

    from graph.model import Rule

_RUN = re.compile(r"[^\W\d_]+")
_HUMP = re.compile(r"[A-Z][a-z]+")
_SHORT = 5
_TINY = 3


class Default(NamedTuple):
    """A rule, and why it is not `fold`; empty where it is."""

    rule: Rule
    why: str = ""


def default_rule(text: str, *, kind: str, ordinary: Container[str]) -> Default:
    """Return the rule that docs/catalog.md gives to such a spelling.

    Args:
        text: A name or an alias.
        kind: Of its entity; datasets of several words are mostly proper names ("Natural Questions").
        ordinary: Everyday words in lower case.
    """
    if _RUN.fullmatch(text):
        return _one_word(text, ordinary)
    if len(text) <= _TINY:
        return Default("case", "short, told by its capital") if text != text.lower() else Default("context", "short")
    words = _RUN.findall(text)
    if kind == "dataset" and len(words) > 1 and all(word[0].isupper() and _everyday(word, ordinary) for word in words):
        return Default("case", "everyday words, told by their capitals")
    return Default("fold")


def is_short_form(text: str) -> bool:
    """Say whether this is one run of at most five letters with a capital after the first, such as SAM or LoRA."""
    return bool(_RUN.fullmatch(text)) and len(text) <= _SHORT and _inner_capital(text)


def _one_word(text: str, ordinary: Container[str]) -> Default:
    if is_short_form(text):
        return Default("case", "short, told by its capitals")
    if _inner_capital(text):
        humps = _HUMP.findall(text)
        if text.isupper():
            return Default("case", "told by its capitals")
        if _everyday(text, ordinary) or ("".join(humps) == text and all(_everyday(hump, ordinary) for hump in humps)):
            return Default("case", "made of everyday words, told by its capitals")
        return Default("fold")
    if _everyday(text, ordinary):
        return Default("context", "an everyday word")
    if text != text.lower():
        return Default("case", "one word, told by its capital")
    return Default("context", "short") if len(text) <= _TINY else Default("fold")


def _inner_capital(text: str) -> bool:
    return text[1:] != text[1:].lower()


def _everyday(word: str, ordinary: Container[str]) -> bool:
    low = word.lower()
    return low in ordinary or singular(low) in ordinary
