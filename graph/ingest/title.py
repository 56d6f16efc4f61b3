"""A title for a paper that has none, so that a person recognises it in a list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.clean import clean
from graph.linker.sentences import sentences

if TYPE_CHECKING:
    from graph.model import Linked

LENGTH = 68
"""At most so many characters of the first sentence."""

_LIST_MARK = re.compile(r"(?:(?:\(?\d{1,3}[.)]|\[\d{1,3}\])(?=\s|[A-Z])|[-–—•*·▪‣◦](?=\s))\s*(?=\S)")
_KIND = r"(?:paper|work|article|study|report|note|thesis)"
_PLACE = rf"(?:(?:in|with|through) (?:this|the (?:present|current)) {_KIND}|here(?:in)?)"
_VERB = (
    r"(?:address|analy[sz]e|consider|describe|develop|examine|explore|introduce|investigate|present|propose"
    r"|report(?: on)?|revisit|show|study|tackle)(?:e?s)?|studies"
)
_OPENING = re.compile(
    rf"(?:{_PLACE}\s*,?\s*)?(?:we|this {_KIND})\s+"
    rf"(?:(?:also|first|formally|here|systematically)\s+)?(?:{_VERB})\s+(?:that\s+|how\s+)?|{_PLACE}\s*,\s*",
    re.IGNORECASE,
)


def derive_title(abstract: str, linked: Linked) -> str:
    """Return the proposed system's name and the start of the first sentence; empty for an empty abstract.

    The same text linked the same way has the same title, wherever and whenever it is read.
    """
    text = clean(abstract).text.strip()
    while mark := _LIST_MARK.match(text):
        text = text[mark.end() :]
    first, last = next(iter(sentences(text)), (0, 0))
    sentence = text[first:last]
    start = _start(_OPENING.sub("", sentence, count=1) if _OPENING.match(sentence) else sentence)
    name = _proposed(linked)
    if not name or re.match(rf"(?:(?:an?|the)\s+)?{re.escape(name)}(?!\w)", start, re.IGNORECASE):
        return start
    return f"{name}: {start}" if start else name


def _proposed(linked: Linked) -> str:
    """Return the name of the first thing that the paper proposes and nobody knew, or an empty one."""
    names = {entity.id: entity.name for entity in linked.discovered}
    for link in linked.links:
        if "PROPOSES" in link.roles and link.entity in names:
            return clean(names[link.entity]).text.strip()
    return ""


def _start(sentence: str) -> str:
    """Return the sentence, or as many of its words as fit, with a capital first letter."""
    text = " ".join(sentence.split()).rstrip(" .")
    if len(text) > LENGTH:
        text = text[: LENGTH + 1]
        text = (text.rpartition(" ")[0] or text[:LENGTH]).rstrip(" ,;:.(–—-") + "…"
    return text[:1].upper() + text[1:]
