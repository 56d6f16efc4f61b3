"""What looks like a name: capitals or digits that ordinary words do not have, and runs of such words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from graph.linker.ordinary import ordinary_words

if TYPE_CHECKING:
    from collections.abc import Sequence

WORD = re.compile(
    r"[^\W_]+(?:[.'’]?[-‐‑–&@_][^\W_]+|['’][a-z]+|\.\d+|\.(?:[A-Z]{2,}|js|jl|py|cpp|ai)(?![\w.]))*\+*|[^\w\s]|_"
)
"""Words for names: a hyphenated name stays whole (CIFAR-10, Bit-DGDM)."""

_NO_NAMES = frozenset(
    """github gitlab youtube openai deepmind arxiv latex javascript typescript macbook iphone ipad whatsapp facebook
    linkedin twitter huggingface gpu gpus cpu cpus tpu tpus fpga fpgas asic api apis sota url http https usa uk us
    eu un ai ml rgb rgb-d 2d 3d 1d 4d i ii iii iv v vi pdf html xml json sql os ui gui ip id ids it we phd qa faq
    ram rom mb gb tb hz khz mhz ghz kb fps flops gflops sec ms top-1 top-5 etc however moreover furthermore english
    chinese german french arabic spanish hindi japanese korean russian american european indian western asian
    african latin greek january february march april may june july august september october november december monday
    tuesday wednesday thursday friday saturday sunday covid-19 covid ieee acm iclr icml neurips nips cvpr acl emnlp
    naacl aaai iccv eccv kdd interspeech icassp ijcai icra iros corl colt aistats uai miccai sigir www chi coling
    eacl wmt semeval state-of-the-art equation theorem lemma corollary proposition figure table section appendix
    algorithm""".split()
)
"""Words of grammar, calendars, languages, venues, hardware and typesetting that have the shape of a name."""

COMPOUND_TAILS = frozenset(
    """pretrained trained finetuned inference learning decoding version variant family agents agent models model
    networks network based like style specific free aware driven level type agnostic guided supervised invariant
    wise shot scale modal tuned tuning training only time order rank dimensional lingual enhanced augmented inspired
    generated guidance centric oriented powered assisted induced constrained regularized related conditioned
    conditional bounded to hour hours day days""".split()
)
"""Second halves of a compound that leave the first half its meaning: "GSM8K-style", "retrieval-based"."""
_MEASURED = re.compile(r"\d+[-‐‑–](?:[A-Z]{1,3}|[A-Z][a-z]{1,2}|k[A-Z])")
"""A number and a unit: "24-MP", "60-Hz"."""
_NUMBER = re.compile(r"v?\d+(?:\.\d+)*[KMBkmb]?\+?")
_LEAST_TITLE_WORDS = 2


@lru_cache(maxsize=1 << 16)
def is_name(word: str) -> bool:
    """Say whether a word is name-like by itself, not merely the first word of a sentence."""
    if word.lower() in _NO_NAMES or len(word) < 2 or not word[0].isalnum() or sum(c.isalpha() for c in word) < 2:
        return False
    parts = [part for part in re.split(r"[-‐‑–]", word) if part]
    if len(parts) > 1:
        return not _MEASURED.fullmatch(word) and _joined_name(parts)
    inner = sum(char.isupper() for char in word[1:])
    digit = any(char.isdigit() for char in word)
    if re.fullmatch(r"\d+[A-Za-z]{1,2}s?|\d+(?:st|nd|rd|th)", word):
        return False
    if word.endswith((".js", ".jl", ".py", ".cpp", ".ai")):
        return True
    return inner >= 1 or (digit and word[0].isupper())


def _joined_name(parts: Sequence[str]) -> bool:
    """Say it for words joined by a hyphen: "Pseudo-LiDAR" and "BERT-large" are names, "Question-Answering" is not."""
    if parts[-1].lower() in COMPOUND_TAILS or parts[0].lower() == "non":
        return False
    if parts[0].islower() and len(parts[0]) > 3 and parts[-1].islower():
        return False
    if any(any(char.isupper() for char in part[1:]) and part.lower() not in _NO_NAMES for part in parts):
        return True
    # One capital among lower-case parts is a person's name at work ("Lipschitz-bounded"), not the name of a thing.
    capitalised = [part for part in parts if part[0].isupper()]
    return len(capitalised) > 1 and len(capitalised) == len(parts) and any(map(_strong_part, parts))


def _strong_part(part: str) -> bool:
    if part.lower() in _NO_NAMES:
        return False
    if any(char.isupper() for char in part[1:]):
        return True
    return len(part) > 2 and part[0].isupper() and part.lower() not in ordinary_words()


def name_runs(text: str, sentence: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the longest runs of capitalised words of a sentence: one name-like word among them, or two words."""
    words = [(sentence[0] + m.start(), sentence[0] + m.end()) for m in WORD.finditer(text[sentence[0] : sentence[1]])]
    plain = [text[start:end] for start, end in words]
    letters = [word for word in plain if word[0].isalpha()]
    title_case = sum(word[0].isupper() for word in letters) > 0.6 * max(1, len(letters)) and len(letters) > 3
    runs: list[tuple[int, int]] = []
    place = 0
    while place < len(words):
        stop, strong, capitals = _run_from(text, words, plain, place, title_case)
        if stop > place and (strong or capitals >= _LEAST_TITLE_WORDS):
            begin = place
            if (
                place == 0
                and capitals
                and stop - place > 1
                and not is_name(plain[0])
                and plain[0].lower() in ordinary_words()
            ):
                begin = 1
            runs.append((words[begin][0], words[stop - 1][1]))
        place = max(stop, place + 1)
    return runs


def _run_from(
    text: str, words: Sequence[tuple[int, int]], plain: Sequence[str], first: int, title_case: bool
) -> tuple[int, int, int]:
    """Return the word after the run that begins here, and how many name-like and capitalised words it has."""
    strong = capitals = 0
    place = first
    while place < len(words):
        if place > first and text[words[place - 1][1] : words[place][0]] != " ":
            break
        word = plain[place]
        if is_name(word):
            strong += 1
        elif not title_case and _capitalised(word, sentence_start=place == 0):
            capitals += 1
        elif not (place > first and _NUMBER.fullmatch(word) and not any(c.isdigit() for c in plain[place - 1])):
            break
        place += 1
    return place, strong, capitals


def _capitalised(word: str, *, sentence_start: bool) -> bool:
    if not (word[0].isalpha() and word[0].isupper() and len(word) > 1) or word.lower() in _NO_NAMES:
        return False
    return not (sentence_start and word.lower() in ordinary_words())
