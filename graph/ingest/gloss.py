"""Read at its place whether a name is given to something of the paper's own, and what the words say that this is."""

from __future__ import annotations

import re

from graph.names import slug

_CLASS = (
    "agents? algorithms? approach architecture attack baseline benchmark challenge classifier codebase collection"
    " corpus dataset detector engine environment estimator family framework language library loss mechanism metric"
    " methodology method models? module network optimizer package paradigm pipeline planner platform policy procedure"
    " process protocol resource robot scheme simulator software solver strategy suite system task taxonomy technique"
    " theory tool toolkit toolbox transformer treebank"
).split()
_HEADS = frozenset(form for word in _CLASS for form in (word.removesuffix("s?"), word.rstrip("?")))
_GRAMMAR = (
    "that which who whose to for is are was were as with by in on of and or via from at can does has have it its the"
    " this these we where while when into over under through but if so then based using"
).split()
_AFTER = re.compile(rf"\s+(?:{'|'.join([*_CLASS, *_GRAMMAR])}|a|an|[a-z]+(?:s|ed|ing|ly))\b", re.IGNORECASE)
"""What may follow a name: the sentence goes on, or a word for what it is; "3-DOF manipulator" names no manipulator."""
_PART = re.compile(r"\s*[-–/&+(]\s*\w|['’]s\b")
_WORD_AFTER = re.compile(r"\s+[^\W\d_]")

_IS_A = re.compile(r"[\s,:(–—-]*(?:(?:which\s+)?is\s+|as\s+)?(?:an?|the\s+first)\s+((?:[\w-]+,?\s+){0,7}[\w-]+)")
_TITLE = re.compile(r"\s*(?::|\s[–—-])\s+(.+)")
_CALLED = re.compile(
    r"\b(?:an?|our)\s+((?:[\w-]+\s+){0,6}[\w-]+?),?\s+(?:(?:that\s+)?(?:is\s+)?(?:we\s+)?(?:called|named|termed|dubbed)\s+)$"
)
_STOP = re.compile(
    r"(?:^|\s)(?:that|which|for|to|of|with|by|using|in|on|from|and|via|at|as|through|towards?|based|under|designed"
    r"|over|between|within|into|where|is|are|can)(?:\s|$)|,\s*(?:an?|the)\s"
)
_EMPTY = re.compile(
    r"^(?:(?:an?|the|new|novel|simple|first|efficient|effective|unified|general|our)\s+)+", re.IGNORECASE
)
_MOST_WORDS = 4
_MARKUP = re.compile(r"[*{}$\\]")


def is_own_name(after: str) -> bool:
    """Say whether a name that is proposed stands for itself, by what follows it in its sentence."""
    after = _MARKUP.sub("", after)
    if _PART.match(after):
        return bool(re.match(r"\s*\(\s*\w+[\s-]+\w", after))  # "HERON (hierarchical …)"
    return not _WORD_AFTER.match(after) or bool(_AFTER.match(after))


def gloss_of(before: str, after: str) -> str:
    """Return the slug of what the words of the sentence around a name say it is; empty where they do not say."""
    before, after = _MARKUP.sub("", before), _MARKUP.sub("", after)
    title = _TITLE.match(after) if not before.strip() else None
    found = title or _IS_A.match(after) or _CALLED.search(before)
    if not found:
        return ""
    words = _EMPTY.sub("", _STOP.split(found.group(1))[0]).split()
    if not title:
        heads = [place for place, word in enumerate(words, start=1) if word.lower() in _HEADS]
        words = words[: max(heads, default=0)]
    words = words[:_MOST_WORDS] if title else words[-_MOST_WORDS:]
    return slug(" ".join(words)) if len(words) > 1 else ""
