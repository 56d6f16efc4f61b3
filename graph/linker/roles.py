"""What the sentence says the paper does with an entity; where it says nothing, the mention has no role."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.linker.cues import PROPOSE, PROPOSE_ANY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.linker.document import Document
    from graph.linker.mention import Mention
    from graph.model import Role

_REACH = 110
_LIST = r"[^.;:]{0,100}?"
_EVALUATES = re.compile(
    r"\b(?:evaluat\w*|experiment\w*|validat\w*|test(?:s|ed|ing)?|results?|benchmark(?:s|ed|ing)?|performance|accurac\w+|"
    r"improve\w*|outperform\w*|achiev\w*|demonstrat\w*|state-of-the-art|gains?|scores?|compar\w+|assess\w*|verif\w+|"
    r"reasoning|superior\w*|effective\w*)\b",
    re.I,
)
_OWN_RESULT = re.compile(
    r"\b(?:we|our|ours|experiments?|results?|evaluations?|extensive|empirical\w*|show\w*|demonstrat\w*|outperform\w*|achiev\w*|improv\w*)\b",
    re.I,
)
_ON = re.compile(
    rf"\b(?:on|across|over|using|including|in|with|from|such as|e\.g\.,?|namely|benchmarks?|datasets?|"
    rf"tasks?)\b{_LIST}$|"
    r"[:(,]\s*(?:and\s+)?$",
    re.I,
)
_USES = re.compile(
    r"\b(?:us(?:e|es|ed|ing)|via|leverag\w+|employ\w*|utili[sz]\w+|adopt\w*|appl(?:y|ies|ied|ying)|based on|"
    r"bas(?:e|ing) on|"
    r"build(?:s|ing)? (?:up)?on|built (?:up)?on|incorporat\w+|integrat\w+|exploit\w*|harness\w*|combin\w+|inspired by|"
    r"powered by|with the help of|by means of|through|rel(?:y|ies|ying) on|draw(?:s|ing)? on|equipped with|"
    r"fine-?tun\w+|(?:pre-?)?train\w* (?:on|with)|implement\w*|instantiat\w*)\s+"
    r"(?:(?:[\w-]+|,|and)\s+){0,4}$",
    re.I,
)
_STUDIES = re.compile(
    r"\b(?:stud(?:y|ies|ied|ying)|investigat\w+|analy[sz]\w+|examin\w+|explor\w+|understand\w*|characteri[sz]\w+|"
    r"address\w*|tackl\w*|focus(?:es|ing|ed)? on|consider\w*|problems? of|challenges? (?:of|in)|tasks? of|theory of|"
    r"mitigat\w+|reduc\w+|improv\w+|enhanc\w+|ensur\w+|guarantee\w*|preserv\w+|solv\w+|towards?|revisit\w*|formali[sz]\w+)\s+"
    r"(?:(?:[\w-]+|,|and)\s+){0,4}$",
    re.I,
)
_COMPARES = re.compile(
    r"\b(?:outperform\w*|surpass\w*|exceed\w*|beat\w*|superior to|better than|compared? (?:to|with|against)|"
    r"in comparison (?:to|with)|"
    r"baselines?(?: such as| including| like)?|against|than|versus|vs\.?|over)\s+(?:(?:[\w-]+|,|and)\s+){0,6}$",
    re.I,
)
_OTHERS = re.compile(
    r"\b(?:existing|prior|previous|recent|other|earlier|traditional|conventional)\b[^.;,]{0,40}$", re.I
)


def roles_of(document: Document, mention: Mention, proposed: frozenset[tuple[int, int]]) -> tuple[Role, ...]:
    """Return the roles of one mention, sorted."""
    sentence = document.sentence_of(mention.start)
    left = document.text[max(sentence[0], mention.start - _REACH) : mention.start]
    whole = document.text[slice(*sentence)]
    if (mention.start, mention.end) in proposed or _proposes_known(mention, left):
        return ("PROPOSES",)
    if document.in_title(mention.start):
        return ()
    roles: list[Role] = []
    if mention.entity.kind == "dataset":
        if _EVALUATES.search(whole) and _ON.search(left) and _OWN_RESULT.search(whole):
            roles.append("EVALUATES_ON")
        elif _USES.search(left):
            roles.append("USES")
    elif mention.entity.kind == "technique":
        if _COMPARES.search(left):
            roles.append("COMPARES_WITH")
        elif _USES.search(left) and not _OTHERS.search(left):
            roles.append("USES")
    elif _STUDIES.search(left) and not _OTHERS.search(left):
        roles.append("STUDIES")
    return tuple(sorted(roles))


def _proposes_known(mention: Mention, left: str) -> bool:
    """Say whether the sentence proposes a name of the catalogue, as the paper that made it does."""
    distinct = any(char.isupper() for char in mention.entity.name[1:]) or any(
        char.isdigit() for char in mention.entity.name
    )
    return distinct and " " not in mention.entity.name and bool(PROPOSE.search(left) and PROPOSE_ANY.search(left[-40:]))


def role_spans(document: Document, mentions: Sequence[Mention], proposed: frozenset[tuple[int, int]]) -> list[tuple[Role, ...]]:
    """Return the roles of each mention, in their order."""
    return [roles_of(document, mention, proposed) for mention in mentions]
