"""What the words around a name say of it: which kind it is, and whether this paper proposes it."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from graph.linker import wording

if TYPE_CHECKING:
    from graph.model import Kind


_AROUND = 600


def announces(left: str, right: str, *, lower: bool) -> bool:
    """Say whether the words announce the name between them: "called X", "we propose X, a …", "our framework, X, …".

    A word in lower case must stand alone there: "called starry grids" names no "starry", "a first-order, cheap method"
    no "first-order".
    """
    set_off = left.rstrip().endswith(",") and right.startswith(",")
    if lower and (wording.ARTICLE.search(left) or not (set_off or wording.ALONE.match(right))):
        return False
    if wording.CALLED.search(left):
        return True
    if not wording.ANNOUNCED_AFTER.match(right):
        return False
    apposition = wording.APPOSITION.search(left)
    if not apposition or apposition.group().lower().startswith("our"):
        return bool(apposition or wording.PROPOSE.search(left))
    return bool(wording.PROPOSE.search(left) or head_kind(apposition.group(1)))


class Cues(NamedTuple):
    """The votes of one occurrence of a name.

    Attributes:
        kinds: Votes by kind; two or more from one strong cue.
        proposed: Whether the words say that this paper proposes it.
        near: Whether a word of proposing stands just before, with no preposition between: "we propose inter-modal X".
        achieves: Whether it is told what the name achieves, or that something of the name is introduced ("a fast X"):
            said of a name that no list knows, it is the paper's own.
        gloss: What the words say it is ("data mixing framework"); empty where they do not say.
    """

    kinds: Counter[Kind]
    proposed: bool
    near: bool
    achieves: bool
    gloss: str


def read_cues(text: str, span: tuple[int, int], sentence: tuple[int, int], *, in_title: bool) -> Cues:
    """Read the words around one occurrence, within its sentence."""
    left = text[max(sentence[0], span[0] - 160) : span[0]]
    right = text[span[1] : min(sentence[1], span[1] + 160)]
    votes: Counter[Kind] = Counter()
    _nouns_beside(left, right, votes)
    name = text[span[0] : span[1]]
    default = _default_kind(name, votes)
    proposed = _proposal(left, right, votes, default)
    if in_title and span[0] == sentence[0] and re.match(r"\s*(?::|\s[–—-]\s)", right):
        proposed = True
        votes["technique"] += 0 if votes else 4
    whole = text[max(sentence[0], span[0] - _AROUND) : min(sentence[1], span[1] + _AROUND)]
    _grammar(left, right, whole, votes)
    achieves = bool(wording.OWN_RESULT.match(right) and wording.EVALUATION.search(whole) and not votes["dataset"])
    votes["technique"] += 2 * achieves
    if not proposed and wording.PROPOSE_FAR.search(left):
        achieves = True
        votes[said_of(right) or default] += 4
    votes["technique"] += 4 * bool(wording.TECHNIQUE_ENDING.search(name)) + 2 * bool(
        re.match(r"^-(?:based|like|style)\b", right)
    )
    if wording.DATA_ENDING.search(name):
        votes["dataset"] += 4
    # A citation right behind a name is that of the work that made it.
    votes["technique"] += 4 * bool(wording.CITED.match(right) and not +votes)
    near = bool(wording.PROPOSE_NEAR.search(left))
    votes["technique"] += 4 * bool(near and not +votes)
    return Cues(+votes, proposed, near, achieves, _gloss(left, right))


def _default_kind(name: str, votes: Counter[Kind]) -> Kind:
    """Return the kind of what is proposed without a word that tells it: by the nouns beside it, else by its own end."""
    if votes:
        return min(votes, key=lambda kind: (-votes[kind], kind))
    if wording.DATA_ENDING.search(name) or (" " in name and head_kind(name) == "dataset"):
        return "dataset"
    return "concept" if wording.MEASURE_ENDING.search(name) else "technique"


def tested_on(text: str, start: int, end: int) -> bool:
    """Say whether results are told on the name: "on X, accuracy rises", which speaks of a dataset."""
    left, right = text[max(0, start - 60) : start], text[end : end + 20]
    around = text[max(0, start - 160) : end + 160]
    return bool(wording.ON.search(left) and wording.AFTER_ON.match(right) and wording.EVALUATION.search(around))


def beside_data(text: str, start: int, end: int) -> bool:
    """Say whether a data noun stands beside the name: "the X dataset", "benchmarks such as X"."""
    left = text[max(0, start - 60) : start]
    return bool(
        wording.NEXT_DATA.match(text[end : end + 60])
        or wording.SUCH_DATA.search(left)
        or wording.BESIDE_DATA.search(left)
    )


def _nouns_beside(left: str, right: str, votes: Counter[Kind]) -> None:
    if wording.NEXT_DATA.match(right):
        votes["dataset"] += 6
    elif wording.NEXT_TECHNIQUE.match(right):
        votes["technique"] += 6
    elif wording.NEXT_CONCEPT.match(right):
        votes["concept"] += 4
    said = said_of(right)
    if said:
        votes[said] += 6
    if wording.SUCH_DATA.search(left):
        votes["dataset"] += 4
    if wording.BESIDE_DATA.search(left):
        votes["dataset"] += 2
    if wording.SUCH_TECHNIQUE.search(left):
        votes["technique"] += 4


def said_of(right: str) -> Kind | None:
    """Return the kind that "X, a …", "X is a …" gives to the name before it."""
    match = wording.IS_A.match(right)
    if match is None:
        return None
    phrase = wording.AFTER_HEAD.split(match.group(1))[0]
    head = wording.HEAD.search(phrase)
    return head_kind(phrase) or (head_kind(head.group(1)) if head else None)


def head_kind(phrase: str) -> Kind | None:
    """Return the kind of a noun phrase by its last word, or None where that word says nothing."""
    phrase = phrase.strip(" ,.")
    if re.search(rf"\b{wording.DATA_HEAD}$", phrase, re.I):
        return "dataset"
    if re.search(rf"\b{wording.TECHNIQUE_HEAD}$", phrase, re.I):
        return "technique"
    if re.search(rf"\b{wording.CONCEPT_HEAD}$", phrase, re.I):
        return "concept"
    return None


def _gloss(left: str, right: str) -> str:
    apposition = wording.APPOSITION.search(left)
    said = wording.IS_A.match(right)
    phrase = apposition.group(1) if apposition else wording.AFTER_HEAD.split(said.group(1))[0] if said else ""
    return " ".join(phrase.strip(" ,.").split()[-3:]) if head_kind(phrase) else ""


def _proposal(left: str, right: str, votes: Counter[Kind], default: Kind) -> bool:
    """Add the votes of cues that name something new; say whether this paper proposes it.

    `default` is the kind of what is proposed without a word that tells it.
    """
    proposed = False
    if wording.CALLED.search(left):
        votes[_called_kind(left) or default] += 6
        proposed = bool(wording.PROPOSE_ANY.search(left)) or bool(
            re.search(r"\b(?:we|our|resulting|proposed|new|novel)\b", left, re.I)
        )
    apposition = wording.APPOSITION.search(left)
    if apposition and re.match(r"^\s*(?:[,.(:]|that\b|which\b|to\b|$)", right):
        # "the resulting model, X, …": a thing that the text has spoken of gets its name.
        our = bool(wording.OWN_THING.match(apposition.group()))
        phrase = apposition.group(1)
        head = (
            head_kind(phrase)
            or head_kind(wording.AFTER_HEAD.split(phrase)[0])
            or ("technique" if apposition.group().lower().startswith("our") else None)
        )
        if head:
            votes[head] += 4
            proposed = proposed or our or bool(wording.PROPOSE_ANY.search(left[: apposition.start() + 1]))
    proposed = proposed or bool(wording.IS_NEW.match(right))
    if wording.PROPOSE.search(left):
        votes[said_of(right) or default] += 6
        proposed = True
    if wording.IS_PROPOSED.match(right) or wording.OUR_BRACKET.search(left):
        votes[default] += 0 if votes["dataset"] else 4
        proposed = True
    if wording.OWN.search(left):
        votes[default] += 0 if votes["dataset"] else 2
        proposed = True
    return proposed


def _called_kind(left: str) -> Kind | None:
    """Return the kind of what is "called X": that of the nearest head noun, or a notion just before the cue."""
    cue = wording.CALLED.search(left)
    if cue and wording.NOTION_BEFORE.search(left[: cue.start()]):
        return "concept"
    heads: tuple[tuple[Kind, str], ...] = (("dataset", wording.DATA_HEAD), ("technique", wording.TECHNIQUE_HEAD))
    last = {
        kind: max((m.end() for m in re.finditer(rf"\b{head}\b", left[-110:], re.I)), default=-1) for kind, head in heads
    }
    best = max(last, key=lambda kind: last[kind])
    return best if last[best] >= 0 else None


def _grammar(left: str, right: str, sentence: str, votes: Counter[Kind]) -> None:
    first = left.strip().lower() == "on" and right.startswith(",")
    if first or (wording.ON.search(left) and wording.EVALUATION.search(sentence) and wording.AFTER_ON.match(right)):
        votes["dataset"] += 4
    if wording.VERB_AFTER.match(right) or wording.DOES.match(right):
        votes["technique"] += 3
    if wording.DATA_VERB_AFTER.match(right):
        votes["dataset"] += 2
    if wording.TECHNIQUE_LEFT.search(left):
        votes["technique"] += 2
