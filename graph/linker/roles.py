"""What the sentence says the paper does with an entity; where it says nothing, the mention has no role."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.linker import wording
from graph.linker.cues import read_cues
from graph.linker.mention import ends_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.linker.document import Document
    from graph.linker.mention import Mention
    from graph.model import Role

_REACH = 120
_AROUND = 600
"""Characters of a sentence that are read on each side: a sentence without an end must not be read for every name."""
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
_EXCEPT = re.compile(
    r"\b(?:unlike|without|instead of|rather than|used (?:in|by) (?:prior|previous))\b[^.;,]{0,40}$", re.I
)
_BACKGROUND = re.compile(
    r"^(?:existing|prior|previous|recent(?:ly)?|current|traditional|conventional|most|many|several|some|while|although|"
    r"despite|however, (?:existing|current|most|prior|previous))\b",
    re.I,
)
_RESULT = re.compile(
    r"\b(?:evaluat\w*|experiment\w*|validat\w*|test(?:s|ed|ing)?|results?|benchmark(?:s|ed|ing)?|performance|accurac\w+|"
    r"improve\w*|outperform\w*|achiev\w*|demonstrat\w*|state-of-the-art|gains?|scores?|compar\w+|assess\w*|verif\w+|"
    r"superior\w*|effective\w*|rais(?:e|es|ed|ing)|lower(?:s|ed)?|reduc\w+|increas\w+|boost\w*|helps?|reach\w*|"
    r"surpass\w*|beats?|match(?:es|ed)?|carr(?:y|ies) over|transfers?|generali[sz]\w+|holds?|attain\w*|"
    r"obtain\w*|yields?)\b|%",
    re.I,
)
_ON = re.compile(
    r"\b(?:on|across|over|using|including|in|with|to|from|such as|e\.g\.,?|namely|benchmarks?|datasets?|tasks?)\b"
    r"[^.;:]{0,100}?$|[:(,]\s*(?:and\s+)?$",
    re.I,
)
_TRAINED_ON = re.compile(r"\b(?:pre-?)?(?:train\w*|fine-?tun\w+|learn\w*) (?:\w+ ){0,3}on\b[^.;:]{0,60}$", re.I)
_AIMS = frozenset({"task", "property", "phenomenon", "application"})
_PLAIN = r"(?:(?!(?:for|to|in|on|as|at|by|that|which)\b)(?:[\w-]+|,|and|the|\(\w+\))\s+)"
"""A word that leaves the object of a verb what it is; behind a preposition stands another thing."""
_USES = re.compile(
    r"(?<![\w-])(?<!widely )(?<!commonly )(?<!often )(?:us(?:e|es|ed|ing)|via|based (?:up)?on|built (?:up)?on|"
    r"inspired by|(?:leverag|utili[sz]|incorporat|integrat|combin|instantiat|generali[sz]|bas)(?:e|es|ed|ing)(?: on)?|"
    r"(?:employ|adopt|exploit|harness|implement|extend|adapt|augment)(?:s|ed|ing)?(?: (?:up)?on)?|"
    r"build(?:s|ing)? (?:up)?on|"
    r"(?:appl|modif|rel)(?:y|ies|ied|ying)(?: on)?|powered by|with the help of|by means of|through|draw(?:s|ing)? on|"
    r"equipped with|train(?:s|ed|ing)? (?:on|with)|(?:formulat|fram|cast|model|treat)\w* (?:\w+ ){0,4}as|"
    r"borrow\w* (?:\w+ )?from|consists? of|compris(?:e|es|ed|ing)(?: of)?)\s+"
    rf"(?:with\s+)?{_PLAIN}{{0,4}}$",
    re.I,
)
_USED = re.compile(
    r"^[\w\s,()-]{0,80}?\s(?:is|are|was|were)\s+(?:(?:then|also|all|now|both|further|first)\s+)?"
    r"(?:used|employed|applied|adopted|utili[sz]ed|leveraged|combined|integrated|incorporated|trained)\b",
    re.I,
)
_STUDIES = re.compile(
    r"(?<![\w-])(?:stud(?:y|ies|ied|ying)|investigat\w+|analy[sz]\w+|examin\w+|explor\w+|understand\w*|characteri[sz]\w+|"
    r"address\w*|tackl\w*|focus(?:es|ing|ed)? on|consider\w*|problems? of|challenges? (?:of|in)|tasks? of|theory of|"
    r"mitigat\w+|reduc\w+|improv\w+|enhanc\w+|ensur\w+|guarantee\w*|preserv\w+|solv\w+|towards?|revisit\w*|"
    r"formali[sz]\w+|measur\w+|quantif\w+|perform\w*|predict\w*|discuss\w*|survey\w*|review\w*|"
    r"evaluating|training|benchmark(?:ed|ing)?|convergence of|properties of|behaviou?rs? of|limits of|complexity of)\s+"
    rf"{_FEW}{{0,4}}$",
    re.I,
)
_STUDIED = re.compile(
    r"^\s*(?:\([^()]{1,40}\)\s*)?(?:problems?\s+)?(?:is|are|was|were)\s+(?:(?:then|also|all|now|both|further|first)\s+)?"
    r"(?:studied|investigated|analy[sz]ed|considered|examined|addressed|explored|discussed)\b",
    re.I,
)
_PROPOSES = re.compile(
    r"\b(?:we|paper|work|study|article|here)\b[^,;:]{0,40}?\b(?:propos|introduc|present|develop|design|describ|construct|"
    r"build|creat|devis|formulat|giv|provid|deriv)(?:e|es|ed|s|ing)?\b[^,;:]{0,90}$",
    re.I,
)
_DONE = re.compile(
    r"(?<![\w-])(?:propos|introduc|present|develop|design|prov|show|deriv|find|found|demonstrat|consider|giv|gave|obtain|"
    r"establish|provid|tackl|address|explor|investigat|stud|analy[sz]|benchmark|evaluat|framework|approach|method|algorithm|"
    r"problem|solution|technique)\w*\b[^.;:]{0,100}$",
    re.I,
)
_FOR = re.compile(rf"\b(?:for|of|in|about|to|towards?)\s+{_FEW}{{0,3}}$", re.I)
_COMPARES = re.compile(
    r"\b(?:outperform\w*|surpass\w*|exceed\w*|beat(?:s|ing)?|superior to|better than|"
    r"compar\w+ (?:[\w-]+ ){0,5}?(?:to|with|against)|"
    r"(?:in )?comparisons? (?:to|with|against)|"
    r"match(?:es|ed|ing)?(?! (?:[\w-]+ ){0,3}(?:in|of|with|between|to)\b(?! (?:performance|accuracy|quality)))|"
    r"comparable to|on par with|"
    r"baselines?(?: such as| including| like|:)?|against|than|versus|vs\.?|"
    r"improv\w+ (?:\w+ )?over|"
    r"(?:gains?|advantages?|superiority|speed-?ups?|increase|boost|%|points) (?:[\w-]+ ){0,3}over)\s+"
    rf"{_FEW}{{0,6}}(?:\(?(?:e\.g\.,?|such as|like|including)\s+|\()?$",
    re.I,
)
_WIDELY = re.compile(r"\b(?:widely|commonly|often|usually|typically|generally|popular|can be|could be|may be)\b", re.I)
_AND_SO = re.compile(
    r"(?:\)|\w*\))?\s*(?:,|,?\s*(?:and|or|as well as|&)|/|;)\s*(?:the\s+)?|"
    r"(?:\s+(?:models?|methods?|networks?|datasets?|algorithms?|architectures?|tasks?))?,?\s*"
    r"(?:\(?(?:such as|including|like|e\.g\.,?|namely|i\.e\.,?)\s+|\()"
)
"""What stands between a name and the next of a list, or the first of its examples."""
_SYSTEM = re.compile(
    r"^\s*(?:\([^()]{1,40}\)\s*)?(?:systems?|methods?|models?|baselines?|approach(?:es)?|algorithms?)\b", re.I
)
"""A task is compared with only as what does it: "baseline translation systems"."""
_BASELINE = re.compile(r"^\s*(?:\([^()]{1,40}\)\s*)?(?:-based\s+)?(?:\w+\s+)?baselines?\b", re.I)


def roles_of(document: Document, mention: Mention, proposed: frozenset[tuple[int, int]]) -> tuple[Role, ...]:
    """Return the roles of one mention, sorted."""
    sentence = document.sentence_of(mention.start)
    left = document.text[max(sentence[0], mention.start - _REACH) : mention.start]
    if (mention.start, mention.end) in proposed or _proposes_known(document, mention, sentence):
        return ("PROPOSES",)
    around = max(sentence[0], mention.start - _AROUND), min(sentence[1], mention.end + _AROUND)
    whole = document.text[slice(*around)]
    right = document.text[mention.end : around[1]]
    # A metric in a result is what is measured with, not what is studied.
    if mention.entity.subkind == "metric":
        return ()
    if document.in_title(mention.start):
        return _title_roles(mention, left, right)
    if _BACKGROUND.match(whole):
        return ()
    role = (_dataset_role if mention.entity.kind == "dataset" else _way_role)(left, right, whole)
    if role == "COMPARES_WITH" and mention.entity.kind == "concept" and not _SYSTEM.match(right):
        return ()
    if role == "USES" and mention.entity.subkind in _AIMS and not (_USES.search(left) or _USED.match(right)):
        role = "STUDIES"  # "a new face alignment method" is for the task, and uses no task
    return (role,) if role else ()


def _title_roles(mention: Mention, left: str, right: str) -> tuple[Role, ...]:
    """Return what a title says: "X via Y" uses Y, "X for Z" studies the task Z."""
    if mention.entity.kind == "dataset":
        return ()
    if wording.TITLE_USES.search(left) or right.startswith("-based"):
        return ("USES",)
    return ("STUDIES",) if mention.entity.kind == "concept" and wording.TITLE_STUDIES.search(left) else ()


def _dataset_role(left: str, right: str, whole: str) -> Role | None:
    if _TRAINED_ON.search(left) or wording.EXTENDED.search(left):
        return "USES"
    if wording.SUBJECT.match(right) and wording.CLAUSE.search(left):
        return None  # "SciR is the first benchmark": told of the dataset, not tested on it
    if _RESULT.search(whole) and _ON.search(left) and not _EXCEPT.search(left):
        return "EVALUATES_ON"
    return "USES" if _USES.search(left) or _USED.match(right) else None


def _way_role(left: str, right: str, whole: str) -> Role | None:
    """Return the role of a technique or a concept: what the nearest cue before it says, or the passive behind it."""
    if _COMPARES.search(left) or _BASELINE.match(right):
        return "COMPARES_WITH"
    if _OTHERS.search(left):
        return None
    own = _OWN.search(whole)
    if _USED.match(right):
        return "USES"
    if _STUDIED.match(right):
        return "STUDIES"
    uses, studies = _USES.search(left), _STUDIES.search(left)
    if uses and (own or not _WIDELY.search(whole)) and not (studies and studies.start() > uses.start()):
        return "USES"
    if not own:
        return None
    return "STUDIES" if studies else _own_role(left, right)


def _own_role(left: str, right: str) -> Role | None:
    """Return the role in a sentence on the paper's own doing: what the new thing is for, or is made of."""
    if _FOR.search(left) and _DONE.search(left):
        return None if wording.MANNER.match(right) else "STUDIES"
    if _PROPOSES.search(left) and wording.NEXT_TECHNIQUE.match(right.removeprefix("-based")):
        return "USES"
    return None


def _proposes_known(document: Document, mention: Mention, sentence: tuple[int, int]) -> bool:
    """Say whether the sentence proposes a name of the catalogue, as the paper that made it does."""
    name = mention.entity.name
    distinct = any(char.isupper() for char in name[1:]) or any(char.isdigit() for char in name)
    if not distinct or " " in name or document.text[mention.end : mention.end + 1] == "-":
        return False
    span, in_title = (mention.start, mention.end), document.in_title(mention.start)
    return read_cues(document.text, span, sentence, in_title=in_title).proposed


def role_spans(
    document: Document, mentions: Sequence[Mention], proposed: frozenset[tuple[int, int]]
) -> list[tuple[Role, ...]]:
    """Return the roles of each mention, in their order.

    What the paper proposes is neither used nor studied by it; only a dataset of its own is also evaluated on.
    """
    own = {m.entity.id for m in mentions if (m.start, m.end) in proposed and m.entity.kind != "dataset"}
    found: list[tuple[Role, ...]] = []
    for place, mention in enumerate(mentions):
        roles = roles_of(document, mention, proposed)
        if roles != ("PROPOSES",) and mention.entity.id in own:
            roles = ()
        if not roles and place and _goes_with(document.text, mentions[place - 1], mention):
            roles = tuple(role for role in found[-1] if role != "PROPOSES")
        found.append(roles)
    return found


def _goes_with(text: str, one: Mention, other: Mention) -> bool:
    """Say whether the second mention stands as the first does: its short form in brackets, or the next of a list."""
    between = text[one.end : other.start]
    if one.entity.id == other.entity.id:
        return between.strip() in ("(", "[")
    if ends_list(text, (one.start, one.end), other.start):
        return False
    return one.entity.kind == other.entity.kind and bool(_AND_SO.fullmatch(between))
