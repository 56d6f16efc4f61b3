"""The heading line of a list of papers: which venue, which year."""

from __future__ import annotations

import re
from typing import NamedTuple

_YEAR = re.compile(r"(?<!\d)(?:(?:19|20)\d\d(?!\d)|(?<=\w)\s?['’]\d\d(?!\d))")
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_GENERIC = frozenset(
    {
        *("abstract", "abstracts", "accepted", "all", "article", "articles", "at", "conference", "for", "from", "in"),
        *("list", "long", "main", "of", "on", "oral", "orals", "paper", "papers", "poster", "posters", "presented"),
        *("proceedings", "session", "short", "spotlight", "spotlights", "the", "track", "workshop"),
    }
)
_VOLUME = re.compile(r"(?:in\s+)?proc(?:eedings\b|\.)", re.IGNORECASE)
_OF_A_NAME = frozenset({"conference", "workshop"})
_MOST_WORDS = 4
_LONGEST = 100


class Heading(NamedTuple):
    """What a heading says of the papers below it; None where it says nothing."""

    venue: str | None
    year: int | None


def read_heading(line: str) -> Heading | None:
    """Return venue and year of a heading such as "ICML 2025 Papers"; None where the line is something else.

    A heading is short and holds a year or a word for a list of papers; what is left beside these is the venue, and
    has to look like one: a short form in capitals, or a few capitalised words beside such a word.
    """
    text = _EDGES.sub("", line)
    if not text or len(text) > _LONGEST or line.rstrip().endswith((".", "?", "!", ",", ";")):
        return None
    found = _YEAR.search(text)
    digits = re.sub(r"\D", "", found.group()) if found else ""
    words = [bare for word in _YEAR.sub(" ", text).split() if (bare := word.strip("()[]:,–-"))]
    left = [word for word in words if word.lower() not in _GENERIC]
    is_list = len(left) < len(words)
    short_form = len(left) == 1 and sum(char.isupper() for char in left[0]) > 1
    named = bool(left) and len(left) <= _MOST_WORDS and all(word[0].isupper() or word[0].isdigit() for word in left)
    if not (short_form and (digits or is_list)) and not (is_list and digits and (named or not left)):
        return None
    year = int(digits) if len(digits) == 4 else 2000 + int(digits) if digits else None
    while words and words[0].lower() in _GENERIC - _OF_A_NAME:
        words.pop(0)
    while words and words[-1].lower() in _GENERIC - _OF_A_NAME:
        words.pop()
    return Heading(" ".join(words) or None, year)


def read_venue(text: str) -> Heading:
    """Return the venue and the year that the venue of a record says: "NeurIPS 2024 poster" is NeurIPS and 2024.

    The name of a volume ("Proceedings of ...") and what does not look like a heading stay as they are, without a year.
    """
    found = None if _VOLUME.match(text.strip()) else read_heading(text)
    return found if found and found.venue else Heading(text, None)
