"""Spellings: how a name folds to a key, and how it becomes a slug."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

PART = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)*|[+#*@]")
"""A run of letters, a number (3.5 stays whole), or a sign that tells names apart (HumanEval+, C#, A*, R@1)."""

_BRITISH = tuple(
    (re.compile(british), american)
    for british, american in (
        (r"isation", "ization"),
        (r"ising$", "izing"),
        (r"ised$", "ized"),
        (r"odell", "odel"),
        (r"abell", "abel"),
        (r"ehaviour", "ehavior"),
        (r"colour", "color"),
        (r"neighbour", "neighbor"),
    )
)
_COUNTABLE_ICS = frozenset("metrics heuristics topics critics rubrics clinics epidemics characteristics logics".split())
"""Plurals in -ics; the other words in -ics ("statistics", "robotics") are singular."""
_TIMES = re.compile(r"(?<=\d)×(?=\d)")
_IRREGULAR = dict(
    pair.split(":")
    for pair in (
        "biases:bias caches:cache matrices:matrix analyses:analysis hypotheses:hypothesis diagnoses:diagnosis "
        "syntheses:synthesis atlases:atlas indices:index vertices:vertex criteria:criterion automata:automaton "
        "calculi:calculus formulae:formula corpora:corpus phenomena:phenomenon lenses:lens censuses:census "
        "prostheses:prosthesis theses:thesis stimuli:stimulus foci:focus viruses:virus"
    ).split()
)
"""Plurals that their ending does not tell; "bases" and "axes" are those of two words each."""
_SINGULAR = frozenset("bias alias atlas gas canvas chaos cosmos lens census ethos".split())
_SHORT_PLURAL = re.compile(r"[A-Z]{2,}s")
_ASCII_LOWER = re.compile(r"[a-z]+")


@lru_cache(maxsize=1 << 16)
def fold_word(word: str) -> str:
    """Return one word in lower case, without accents, in American spelling; letters without an ASCII form stay."""
    low = word.lower()
    if not _ASCII_LOWER.fullmatch(low):
        bare = "".join(c for c in unicodedata.normalize("NFKD", low) if not unicodedata.combining(c))
        low = bare or low
    for british, american in _BRITISH:
        low = british.sub(american, low)
    return low


def singular(word: str) -> str:
    """Return the singular of a folded English word, by its ending alone ("networks", "bodies", "losses")."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    ends = len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is", "ics"))
    plural = ends and word not in _SINGULAR
    if plural or word in _COUNTABLE_ICS:
        return word[:-1]
    return word


def singular_of(part: str) -> str:
    """Return the folded singular of a word as written; a short form has its plural in a small s ("IMUs", "GPUs")."""
    return fold_word(part[:-1]) if _SHORT_PLURAL.fullmatch(part) else singular(fold_word(part))


def fold(spelling: str) -> str:
    """Return the key under which all spellings of one name meet.

    Case, blanks, hyphens, accents, a plural of the last word and British spelling are folded away; digits, `+`, `#`,
    `*` and `@` are kept, and two numbers are never glued together ("Llama 3 8B" is no "Llama 38B").
    """
    parts: list[str] = []
    last = ""
    for match in PART.finditer(_TIMES.sub("x", unicodedata.normalize("NFKC", spelling))):
        last = match.group()
        if last[0].isdigit() and parts and parts[-1][-1].isdigit():
            parts.append("_")
        parts.append(fold_word(last) if last[0].isalpha() else last)
    if parts and last[0].isalpha():
        parts[-1] = singular_of(last)
    return "".join(parts)


def slug(name: str) -> str:
    """Return the name as the second half of an id: lower case, blanks as `-`, with `+ * # .` kept."""
    low = unicodedata.normalize("NFKC", name).lower()
    bare = "".join(c for c in unicodedata.normalize("NFKD", low) if not unicodedata.combining(c))
    return re.sub(r"-{2,}", "-", re.sub(r"[^\w+*#.]+", "-", bare)).strip("-")
