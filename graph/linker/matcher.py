"""Find the spellings of a catalogue in a text: folded, longest from the left, on word borders."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from graph.linker.modifiers import find_modifiers
from graph.linker.ordinary import ordinary_words
from graph.linker.shape import COMPOUND_TAILS
from graph.linker.tokens import Token, glued, is_hyphen, joins
from graph.names import fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph.linker.document import Document
    from graph.model import Entity, Spelling

_MOST_TOKENS = 16
_HEAD = 6
_SHORT_JOIN = 8
"""A name below this many letters that is written as one word ("DAVIS") is not found in two ("Da vis")."""


_VERSION_AFTER = re.compile(
    r"[ _.](?:(v\d+(?:\.\d+)*)|(?:\d{1,4}|\d\.\d)(?![\d.]*\d|[,.]\d))"
    r"(?=[,.;:)\]]|$| (?:and|or|on|in|with|for|to|is|are|as|by|at|we)\b| \d+(?:\.\d+)?[MBT]\b)",
    re.I,
)
"""A version or a size behind a blank ("CIFAR 20"); "3 times", "60,000 images" are counts, "84.6," is a score."""
_PART_BEFORE = re.compile(r"[^\W\d_]+$")
_LAST_WORD = re.compile(r"(?<![^\s])[a-z]+$")
_WORD = re.compile(r"[^\W\d_]+")
_BESIDE_NUMBER = re.compile(r"(?<=\d) (?=[^\W\d])|(?<=[^\W\d]) (?=\d)")
_PART_AFTER = re.compile(r"[^\W\d_]+")
_OF_BEFORE = re.compile(r"(?<=[-‐‑–])of[-‐‑–]$")
_UNITS = frozenset({"hour", "hours", "day", "days", "minute", "minutes", "second", "seconds", "year", "years"})
_NEGATIONS = frozenset({"non", "anti", "un", "counter", "quasi", "pseudo"})


_LEAST_INNER = 4
"""Letters that a name with capitals inside needs before it is known in capitals throughout."""


class Candidate(NamedTuple):
    """A place where spellings of the catalogue match; at least one of them passes its rule."""

    start: int
    end: int
    spellings: tuple[Spelling, ...]


@dataclass(frozen=True, slots=True)
class Matcher:
    """The spellings of a catalogue by their folded key.

    Attributes:
        keys: The keys sorted, to ask whether any begins with what was read so far.
        heads: Every beginning of a key of up to six characters: most words of a text begin no key.
        modifiers: Words in lower case that make a narrower name when they stand before the name of a task.
    """

    entities: Mapping[str, Entity]
    by_key: Mapping[str, tuple[Spelling, ...]]
    keys: Sequence[str]
    heads: frozenset[str]
    modifiers: frozenset[str]

    def look_up(self, key: str) -> tuple[Spelling, ...]:
        """Return the spellings with this folded key."""
        return self.by_key.get(key, ())

    def begins(self, prefix: str) -> bool:
        """Say whether any key begins so."""
        if prefix[:_HEAD] not in self.heads:
            return False
        place = bisect_left(self.keys, prefix)
        return place < len(self.keys) and self.keys[place].startswith(prefix)


def make_matcher(entities: Mapping[str, Entity], spellings: Sequence[Spelling]) -> Matcher:
    """Index the spellings; those without a letter are left out, since a bare number names nothing."""
    by_key: dict[str, list[Spelling]] = defaultdict(list)
    for spelling in spellings:
        key = fold(spelling.text)
        if any(char.isalpha() for char in key):
            by_key[key].append(spelling)
    heads = frozenset(key[:length] for key in by_key for length in range(1, _HEAD + 1))
    modifiers = find_modifiers(entities, by_key)
    return Matcher(entities, {key: tuple(found) for key, found in by_key.items()}, sorted(by_key), heads, modifiers)


def find_candidates(document: Document, tokens: Sequence[Token], matcher: Matcher) -> list[Candidate]:
    """Return the matches from left to right, the longest at each place.

    None overlap, none touches a zone, and none reaches over the end of a sentence, a heading or a list item.
    """
    text = document.text
    found: list[Candidate] = []
    place = 0
    blocked = iter([*document.zones, (len(text) + 1, len(text) + 2)])
    zone = next(blocked)
    while place < len(tokens):
        start = tokens[place].start
        while zone[1] <= start:
            zone = next(blocked)
        limit = min(zone[0], document.sentence_of(start)[1])
        match = None if start >= zone[0] else _longest(text, tokens, place, matcher, limit)
        if match:
            found.append(match[0])
            place = match[1]
        else:
            place += 1
    return found


def _longest(
    text: str, tokens: Sequence[Token], first: int, matcher: Matcher, limit: int
) -> tuple[Candidate, int] | None:
    """Return the longest match that begins at this token, and the token after it."""
    start = tokens[first].start
    if glued(text, start - 1):
        return None
    best = None
    key = ""
    for place in range(first, min(len(tokens), first + _MOST_TOKENS)):
        token = tokens[place]
        if token.end > limit or (place > first and not joins(text[tokens[place - 1].end : token.start])):
            break
        stem = key + "_" if key and key[-1].isdigit() and token.folded[0].isdigit() else key
        key = stem + token.folded
        whole = matcher.by_key.get(key, ())
        if token.singular != token.folded:
            whole = (*matcher.by_key.get(stem + token.singular, ()), *whole)
        if whole and (passing := _passing(text, start, token.end, whole, matcher)):
            best = (Candidate(start, token.end, passing), place + 1)
        if not matcher.begins(key):
            break
    return best


def _passing(
    text: str, start: int, end: int, spellings: tuple[Spelling, ...], matcher: Matcher
) -> tuple[Spelling, ...]:
    surface = text[start:end]
    if goes_on(text, end, named=not surface.islower()) or _breaks_compound(text, start, end):
        return ()
    return tuple(dict.fromkeys(s for s in spellings if passes(s, surface, matcher.entities[s.entity])))


def goes_on(text: str, end: int, *, named: bool) -> bool:
    """Say whether the name that seems to end here is longer: "HumanEval+", "Llama-2", "GSM8K v2", "Qwen 9,".

    Args:
        named: Whether it has a capital or a digit, so that a version may stand behind a blank.
    """
    if glued(text, end):
        return True
    after = text[end : end + 3]
    if after[:1] in ("+", "⁺") or after[:2] in ("^+", "^*"):
        return not after[1:2].isalnum()
    version = _VERSION_AFTER.match(text, end)
    if named and version and (version.group(1) or not text[end - 1].isdigit()):
        return True
    if after[:1] == "." or (after[:1] and is_hyphen(after[0])):
        return after[1:2].isdigit() and not (text[end - 1].isdigit() and is_hyphen(after[0]))
    return False


def _breaks_compound(text: str, start: int, end: int) -> bool:
    """Say whether a lower-case phrase begins or ends inside a hyphenated compound.

    "language grounding" in "vision-language grounding" and "contrastive learning" in "non-contrastive learning" are
    other things, and so are "Reasoning" in "Chain-of-Reasoning" and "GPU" in "GPU-hours"; "CLIP" in "CLIP-guided" and
    "retrieval" in "retrieval-based" stand.
    """
    if _OF_BEFORE.search(text, max(0, start - 8), start):
        return True
    if start > 1 and is_hyphen(text[start - 1]):
        before = _PART_BEFORE.search(text, max(0, start - 30), start - 1)
        if before and (before.group().lower() in _NEGATIONS or (text[start].islower() and before.group().islower())):
            return True
    after = _PART_AFTER.match(text, end + 1) if end + 1 < len(text) and is_hyphen(text[end]) else None
    if after and after.group() in _UNITS:
        return True
    if after and text[end - 1].islower() and text[end + 1].islower():
        return _LAST_WORD.search(text, start, end) is not None and after.group() not in COMPOUND_TAILS
    return False


def passes(spelling: Spelling, surface: str, entity: Entity) -> bool:
    """Say whether the surface may be this spelling by its rule; `context` still needs a reason from the document."""
    if not _same_joining(spelling.text, surface):
        return False
    if spelling.rule == "fold":
        word = any(char.isupper() for char in spelling.text) and " " not in spelling.text
        # The one word that names a dataset keeps a capital or a digit: "iris" is a flower, "gsm8k" is GSM8K.
        return not (entity.kind == "dataset" and word) or any(char.isupper() or char.isdigit() for char in surface)
    written, wanted = _letters(surface), _letters(spelling.text)
    if written in (wanted, wanted + "s") or (wanted.islower() and written.lower() in (wanted, wanted + "s")):
        return True
    # A name with capitals inside ("XSum") is the same in capitals throughout, or with one at its start, unless it then
    # is plain words ("Quality" is no QuALITY, "For instance" no FOR-instance).
    inner = any(char.isupper() for char in wanted[1:]) and not wanted.isupper()
    if not inner or len(wanted) < _LEAST_INNER or written.lower() != wanted.lower():
        return False
    return any(char.isupper() for char in written[1:]) or (written[0].isupper() and not _plain_words(surface))


def _plain_words(surface: str) -> bool:
    return all(word.lower() in ordinary_words() for word in _WORD.findall(surface))


def _same_joining(spelling: str, surface: str) -> bool:
    """Say whether a name that is one word in the catalogue may stand in several here.

    "Fashion MNIST" is FashionMNIST and "CIFAR 10" is CIFAR10, but "point net" is no PointNet and "Da vis" no DAVIS.
    """
    if " " not in surface or any(char in spelling for char in " -/&"):
        return True
    # Blanks beside a number are no more than a hyphen is: "CIFAR 10", "ADE 20 K", "word 2 vec".
    parts = _BESIDE_NUMBER.sub("", surface).split()
    return len(parts) == 1 or (
        len(_letters(spelling)) >= _SHORT_JOIN and all(part[0].isupper() or part[0].isdigit() for part in parts)
    )


def _letters(text: str) -> str:
    return "".join(char for char in text if char.isalnum())
