"""What the sentence says the paper does with an entity; where it says nothing, the mention has no role."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.linker.cues import NEXT_TECHNIQUE, PROPOSE, PROPOSE_ANY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graph.linker.document import Document
    from graph.linker.mention import Mention
    from graph.model import Kind, Role

_REACH = 120
_FEW = r"(?:(?:[\w-]+|,|and|the|\(\w+\))\s+)"
_OWN = re.compile(
    r"\b(?:we|our|ours|us)\b|\b(?:this|the present|the current) (?:paper|work|study|article|thesis|survey|report)\b|"
    r"\b(?:the|this) (?:proposed|presented|resulting)\b|\bis (?:proposed|presented|introduced)\b|\bherein\b",
    re.I,
)
_OTHERS = re.compile(
    r"\b(?:existing|prior|previous(?:ly)?|recent(?:ly)?|other|earlier|traditional(?:ly)?|conventional(?:ly)?|unlike|"
    r"without|instead of|rather than|has been|have been|is widely|are widely|most|many)\b[^.;,]{0,60}$",
    re.I,
)
_EXCEPT = re.compile(r"\b(?:unlike|without|instead of|rather than|used (?:in|by) (?:prior|previous))\b[^.;,]{0,40}$", re.I)
_BACKGROUND = re.compile(
    r"^(?:existing|prior|previous|recent(?:ly)?|current|traditional|conventional|most|many|several|some|while|although|"
    r"despite|however, (?:existing|current|most|prior|previous))\b",
    re.I,
)
_RESULT = re.compile(
    r"\b(?:evaluat\w*|experiment\w*|validat\w*|test(?:s|ed|ing)?|results?|benchmark(?:s|ed|ing)?|performance|accurac\w+|"
    r"improve\w*|outperform\w*|achiev\w*|demonstrat\w*|state-of-the-art|gains?|scores?|compar\w+|assess\w*|verif\w+|"
    r"superior\w*|effective\w*|rais(?:e|es|ed|ing)|lower(?:s|ed)?|reduc\w+|increas\w+|boost\w*|helps?|reach\w*|"
    r"surpass\w*|match(?:es|ed)?|carr(?:y|ies) over|transfers?|generali[sz]\w+|holds?|attain\w*|obtain\w*|yields?)\b|%",
    re.I,
)
_ON = re.compile(
    r"\b(?:on|across|over|using|including|in|with|to|from|such as|e\.g\.,?|namely|benchmarks?|datasets?|tasks?)\b"
    r"[^.;:]{0,100}?$|[:(,]\s*(?:and\s+)?$",
    re.I,
)
_TRAINED_ON = re.compile(r"\b(?:pre-?)?(?:train\w*|fine-?tun\w+|learn\w*) (?:\w+ ){0,3}on\b[^.;:]{0,60}$", re.I)
_USES = re.compile(
    r"\b(?:us(?:e|es|ed|ing)|via|leverag\w+|employ\w*|utili[sz]\w+|adopt\w*|appl(?:y|ies|ied|ying)|based (?:up)?on|"
    r"bas(?:e|ing) on|build(?:s|ing)? (?:up)?on|built (?:up)?on|incorporat\w+|integrat\w+|exploit\w*|harness\w*|"
    r"combin\w+|inspired by|powered by|with the help of|by means of|through|rel(?:y|ies|ying) on|draw(?:s|ing)? on|"
    r"equipped with|train\w* (?:on|with)|implement\w*|instantiat\w*|extend\w*|generali[sz]\w+|adapt\w*|modif\w+|"
    r"(?:formulat|fram|cast|model|treat)\w* (?:\w+ ){0,4}as|borrow\w* (?:\w+ )?from|consists? of|compris\w+)\s+"
    rf"{_FEW}{{0,4}}$",
    re.I,
)
_USED = re.compile(
    r"^\s*(?:\([^()]{1,40}\)\s*)?(?:is|are|was|were)\s+(?:then\s+|also\s+)?"
    r"(?:used|employed|applied|adopted|utili[sz]ed|leveraged|combined|integrated|incorporated|trained)\b",
    re.I,
)
_STUDIES = re.compile(
    r"\b(?:stud(?:y|ies|ied|ying)|investigat\w+|analy[sz]\w+|examin\w+|explor\w+|understand\w*|characteri[sz]\w+|"
    r"address\w*|tackl\w*|focus(?:es|ing|ed)? on|consider\w*|problems? of|challenges? (?:of|in)|tasks? of|theory of|"
    r"mitigat\w+|reduc\w+|improv\w+|enhanc\w+|ensur\w+|guarantee\w*|preserv\w+|solv\w+|towards?|revisit\w*|"
    r"formali[sz]\w+|measur\w+|quantif\w+|perform\w*|predict\w*|discuss\w*|survey\w*|review\w*)\s+"
    rf"{_FEW}{{0,4}}$",
    re.I,
)
_STUDIED = re.compile(
    r"^\s*(?:\([^()]{1,40}\)\s*)?(?:is|are|was|were)\s+(?:then\s+|also\s+)?"
    r"(?:studied|investigated|analy[sz]ed|considered|examined|addressed|explored|discussed)\b",
    re.I,
)
_FOR = re.compile(rf"\b(?:for|of|in|about|to|towards?)\s+{_FEW}{{0,3}}$", re.I)
_COMPARES = re.compile(
    r"\b(?:outperform\w*|surpass\w*|exceed\w*|beat(?:s|ing)?|superior to|better than|compared? (?:to|with|against)|"
    r"in comparison (?:to|with)|baselines?(?: such as| including| like|:)?|against|than|versus|vs\.?|"
    rf"improv\w+ (?:\w+ )?over|gains? over|over)\s+{_FEW}{{0,6}}$",
    re.I,
)
_WIDELY = re.compile(r"\b(?:widely|commonly|often|usually|typically|generally|popular|can be|could be|may be)\b", re.I)
_BASELINE = re.compile(r"^\s*(?:\([^()]{1,40}\)\s*)?(?:-based\s+)?(?:\w+\s+)?baselines?\b", re.I)


def roles_of(document: Document, mention: Mention, proposed: frozenset[tuple[int, int]]) -> tuple[Role, ...]:
    """Return the roles of one mention, sorted."""
    sentence = document.sentence_of(mention.start)
    left = document.text[max(sentence[0], mention.start - _REACH) : mention.start]
    if (mention.start, mention.end) in proposed or _proposes_known(mention, left):
        return ("PROPOSES",)
    whole = document.text[slice(*sentence)]
    # A metric in a result is what is measured with, not what is studied.
    if document.in_title(mention.start) or _BACKGROUND.match(whole) or mention.entity.subkind == "metric":
        return ()
    right = document.text[mention.end : sentence[1]]
    role = _BY_KIND[mention.entity.kind](left, right, whole)
    return (role,) if role else ()


def _dataset_role(left: str, right: str, whole: str) -> Role | None:
    if _TRAINED_ON.search(left):
        return "USES"
    if _RESULT.search(whole) and _ON.search(left) and not _EXCEPT.search(left):
        return "EVALUATES_ON"
    return "USES" if _USES.search(left) or _USED.match(right) else None


def _technique_role(left: str, right: str, whole: str) -> Role | None:
    if _COMPARES.search(left) or _BASELINE.match(right):
        return "COMPARES_WITH"
    if _OTHERS.search(left):
        return None
    if _USED.match(right) or (_USES.search(left) and (_OWN.search(whole) or not _WIDELY.search(whole))):
        return "USES"
    # "we propose an LLM-based framework": what stands between the verb and its noun is what the new thing is made of.
    made_of = _OWN.search(whole) and PROPOSE_ANY.search(left) and NEXT_TECHNIQUE.match(right.removeprefix("-based"))
    return "USES" if made_of and not _FOR.search(left) else None


def _concept_role(left: str, right: str, whole: str) -> Role | None:
    if _OTHERS.search(left):
        return None
    if _STUDIED.match(right) or _STUDIES.search(left):
        return "STUDIES"
    return "STUDIES" if _OWN.search(whole) and PROPOSE_ANY.search(left) and _FOR.search(left) else None


_BY_KIND: dict[Kind, Callable[[str, str, str], Role | None]] = {
    "dataset": _dataset_role,
    "technique": _technique_role,
    "concept": _concept_role,
}


def _proposes_known(mention: Mention, left: str) -> bool:
    """Say whether the sentence proposes a name of the catalogue, as the paper that made it does."""
    distinct = any(char.isupper() for char in mention.entity.name[1:]) or any(
        char.isdigit() for char in mention.entity.name
    )
    return distinct and " " not in mention.entity.name and bool(PROPOSE.search(left) and PROPOSE_ANY.search(left[-40:]))


def role_spans(
    document: Document, mentions: Sequence[Mention], proposed: frozenset[tuple[int, int]]
) -> list[tuple[Role, ...]]:
    """Return the roles of each mention, in their order."""
    return [roles_of(document, mention, proposed) for mention in mentions]
