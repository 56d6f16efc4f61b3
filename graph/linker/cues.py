"""What the words around a name say of it: which kind it is, and whether this paper proposes it.

The lists are grammar (cue verbs, head nouns), never names of datasets or techniques.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from graph.model import Kind

DATA_HEAD = (
    r"(?:data ?sets?|benchmarks?|corp(?:us|ora)|databases?|treebanks?|test ?sets?|test ?suites?|leaderboards?|"
    r"testbeds?|data collections?|simulators?|challenge sets?|question sets?|(?:test |data )?splits?|"
    r"collections?|resources?|suites?|gyms?|environments?)"
)
TECHNIQUE_HEAD = (
    r"(?:models?|networks?|nets?|algorithms?|architectures?|loss(?:es)?|loss functions?|optimi[sz]ers?|frameworks?|"
    r"methods?|approach(?:es)?|techniques?|modules?|layers?|blocks?|encoders?|decoders?|detectors?|classifiers?|"
    r"estimators?|samplers?|kernels?|agents?|parsers?|taggers?|embeddings?|strateg(?:y|ies)|mechanisms?|tool(?:kit)?s?|"
    r"librar(?:y|ies)|backbones?|variants?|systems?|pipelines?|objectives?|regulari[sz](?:ation|er)s?|transformers?|"
    r"autoencoders?|auto-encoders?|toolbox|procedures?|schemes?|adapters?|solvers?|planners?|paradigms?|attacks?|"
    r"defen[sc]es?|protocols?|quanti[sz]ations?|augmentations?|minimi[sz]ation|optimi[sz]ation|descent|inference|"
    r"decoding|sampling|pruning|distillation|learner|operators?|policy|policies|watermarks?|processes|process|machines?|"
    r"trees?|forests?|search|ensembles?|normali[sz]ers?|schedulers?|schedules?|controllers?|curriculum|predictors?|planners?|versions?|recipes?|heuristics?|normali[sz]ation|approximations?|decompositions?|training|pretraining|tuning|prompting)"
)
CONCEPT_HEAD = (
    r"(?:tasks?|problems?|learning|classification|recognition|detection|segmentation|generation|translation|"
    r"answering|understanding|reasoning|prediction|retrieval|estimation|reconstruction|forecasting|equations?|"
    r"complexity|errors?|scores?|accuracy|rates?|bounds?|divergences?|distances?|metrics?|measures?|precision|recall|"
    r"fairness|privacy|robustness|collapse|shifts?|bias(?:es)?|games?|imaging|images?|signals?|discovery|design|"
    r"summari[sz]ation|completion|extraction|analysis|synthesis|parsing|tagging|tracking|control|planning|"
    r"unlearning|editing|hypothes[ie]s|conditions?|propert(?:y|ies)|dynamics|efficiency|cost|latency|memory)"
)
_FILLER = (
    r"(?:(?:a|an|the|our|this|new|novel|simple|large|large-scale|first|efficient|unified|general|effective|powerful|"
    r"two|three|several|so-called|more|publicly available|open-source|comprehensive|challenging|method|framework|"
    r"approach|model|algorithm|system|architecture|technique|benchmark|dataset|corpus|\(?(?:\d|[a-e]|i{1,3}|iv|v)\))\s+)*"
)
_PROPOSE_VERB = (
    r"(?:propos|introduc|present|develop|describ|design|releas|construct|creat|build|built|devis|formulat|contribut|"
    r"publish|provid|offer|unveil|establish|curat|collect|deriv)(?:e|es|ed|ing|s)?"
)
PROPOSE = re.compile(
    rf"\b(?:we|paper|work|here|also|and|further|to|study|article)\b[^.;:]{{0,60}}?\b{_PROPOSE_VERB}\s+{_FILLER}[\"“'‘]?$",
    re.I,
)
PROPOSE_ANY = re.compile(rf"\b{_PROPOSE_VERB}\b", re.I)
OWN = re.compile(
    r"\b(?:our|proposed|we call|we name|we term|we dub|we refer to as|we refer to (?:it|this|them) as)\s+"
    r"(?:(?:new|novel|proposed|method|framework|approach|model|algorithm|system|dataset|benchmark),?\s+)*$",
    re.I,
)
CALLED = re.compile(
    r"\b(?:called|named|dubbed|termed|coined|denoted(?:\s+(?:as|by))?|referred\s+to\s+as|abbreviated(?:\s+(?:as|to))?|"
    r"entitled|titled|christened|branded|refer\s+to\s+(?:it|this|them|\w+)\s+as|call\s+(?:it|this|them)|"
    r"(?:we|which\s+we)\s+(?:call|name|term|dub|refer\s+to\s+as)|we (?:call|name|term|dub) (?:the|our|this) [\w-]+|"
    r"(?:publish|releas|distribut)\w*\s+(?:[\w,-]+\s+){0,6}?as)\s*[,:]?\s*[\"“'‘]?(?:the\s+)?$",
    re.I,
)
APPOSITION = re.compile(r"\b(?:an?|our|the)\s+((?:[\w-]+\s+){0,9}[\w-]+)(?:\s*,|:|\s+[–—-])\s*$", re.I)
_SHORT_FORM = r"(?:\([^()]{1,60}\)\s*)?"
IS_A = re.compile(
    rf"^[\"”'’]?\s*{_SHORT_FORM}(?:,|:|-|–|—|is|are|which is|as)\s+(?:(?:also|both|currently)\s+)?"
    r"(?:a|an|the|our|one\s+of)\s+([^.;:]{0,110})",
    re.I,
)
_IS_NEW = re.compile(
    rf"^[\"”'’*]?\s*{_SHORT_FORM}(?:,|:|-|–|—|is)\s+(?:a|an|the|our)\s+"
    r"(?:(?:simple|first|principled|unified)(?:,| and| yet)?\s+)*"
    r"(?:novel|new)\b",
    re.I,
)
_AFTER_HEAD = re.compile(
    r"\b(?:that|which|for|to|of|with|using|in|on|by|where|and|designed|based|consisting|containing|trained|capable)\b"
)
_NEXT = rf"^[\"”'’]?\s*{_SHORT_FORM}(?:[a-z-]+\s+)?"
NEXT_DATA = re.compile(rf"{_NEXT}{DATA_HEAD}\b(?!\s+(?:model|network))", re.I)
NEXT_TECHNIQUE = re.compile(rf"{_NEXT}{TECHNIQUE_HEAD}\b", re.I)
NEXT_CONCEPT = re.compile(rf"^[\"”'’]?\s*{_SHORT_FORM}(?:tasks?|problems?|metrics?|scores?|learning)\b", re.I)
_EVALUATION = re.compile(
    r"\b(?:accurac\w+|F1|F-?score|BLEU|ROUGE|mAP|IoU|mIoU|AUC|FID|errors?|perplexity|scores?|experiments?|evaluat\w+|"
    r"results?|performance|benchmark\w*|outperform\w*|state-of-the-art|SOTA|test\w*|trained|validat\w+|dataset\w*|"
    r"improve\w*|gain\w*|points?|demonstrat\w+|achiev\w+|top-1|recall|precision)\b|%",
    re.I,
)
_ON = re.compile(
    r"\bon\s+(?:(?:the|both|all|standard|popular|challenging|publicly available|public|widely[- ]used|large-scale|"
    r"recent)\s+)*$",
    re.I,
)
_AFTER_ON = re.compile(
    r"^\s*(?:[,.;)(%]|and\b|or\b|with\b|by\b|while\b|in\b|for\b|using\b|compared\b|respectively|$|\d|test|dev|val)"
)
_SUCH_DATA = re.compile(
    rf"{DATA_HEAD}[^.;]{{0,40}}?(?:such as|including|like|e\.g\.,?|:|i\.e\.,?|\(|,|--|—|namely)\s*(?:the\s+)?$", re.I
)
_BESIDE_DATA = re.compile(rf"{DATA_HEAD}\s*[:(,]?\s*(?:the\s+)?$", re.I)
_SUCH_TECHNIQUE = re.compile(
    rf"{TECHNIQUE_HEAD}[^.;]{{0,30}}?(?:such as|including|like|e\.g\.,?|:|i\.e\.,?|\(|namely)\s*(?:the\s+)?$", re.I
)
_VERB_AFTER = re.compile(
    rf"^\s*{_SHORT_FORM},?\s*(?:(?:also|further|then|\w+ly|thus|can|not only|first|"
    r"both|even|which)\s+)*(?:achiev|outperform|improv|learn|leverag|us(?:es|ing)\b|employ|obtain|surpass|yield|reduc|"
    r"generat|combin|exploit|perform|requir|enabl|attain|deliver|extend|adopt|predict|integrat|introduc|incorporat|aim|"
    r"treat|exceed|beat|scal|exhibit|encod|decod|models\b|works\b|runs\b|consist|produc|maintain|provid|allow|sets\b|"
    r"shows\b|does\b|is able|tackl|address|seek|optimi[sz]|preserv|ensur|demonstrat)(?:e|s|es|ed|d|ing)?\b",
    re.I,
)
_DOES = re.compile(
    rf"^\s*{_SHORT_FORM}(?:\w+ly\s+)?[a-z]{{2,}}s\s+(?:the|an?|its|their|each|every|all|both|this|these|up|more|less|only)\b"
)
"""A verb in the third person and its object: "X adds a term", "X allocates the rank"."""
_OWN_RESULT = re.compile(
    rf"^\s*{_SHORT_FORM}(?:(?:also|further|then|\w+ly|thus|can|not only|even)\s+)*(?:achiev|outperform|surpass|"
    r"exceed|beat|yield|attain|obtain|deliver|reduc|improv)(?:e|s|es|ed)?\b",
    re.I,
)
_DATA_VERB_AFTER = re.compile(
    rf"^\s*{_SHORT_FORM},?\s*(?:contain|consist|compris|cover|feature|span|includ|is (?:annotated|collected))", re.I
)
_TECHNIQUE_LEFT = re.compile(
    r"\b(?:outperform(?:s|ed|ing)?|than|with|using|via|by|use|uses|apply|applying|of|compared\s+(?:to|with)|against|"
    r"extend(?:s|ing)?|based\s+on|fine-?tun(?:e|ed|ing)|pre-?train(?:ed|ing)?|train(?:ed|ing)?|over|to|like|as|yields?|gives?)\s+"
    r"(?:(?:the|both|a|an|existing|vanilla|standard|original|our|classical|pretrained|pre-trained|recent|strong)\s+)*$",
    re.I,
)
_TECHNIQUE_ENDING = re.compile(r"(?:Net|BERT|GAN|[Ff]ormer|LM|RNN|CNN|LSTM|VAE|GPT|Nets|GANs|SGD)s?(?:-\w+|v\d)?$")
_DATA_ENDING = re.compile(r"(?:QA|Bench|Bank|NLI|Corpus|Set|Eval|Net-\d+|DB|[Gg]ym)(?:-?v?\d.*)?$")


_ARTICLE = re.compile(r"\b(?:an?|two|three|several|new|novel|more|related)\s+$", re.I)
_ALONE = re.compile(
    r"^[\"”'’]?\s*(?:[.;:)(]|,\s+(?:an?|which|that|our|the|we|is|in)\b|(?:which|that|for|to|and|is|in|on|by|from|with)\b|$)"
)
_OWN_THING = re.compile(r"(?:our|the|an?\s+(?:new|novel|cleaned|simple))\b", re.I)
_ANNOUNCED_AFTER = re.compile(r"^[\"”'’]?\s*(?:[,:(]|(?:an?|which|that)\b|$)")


def announces(left: str, right: str, *, lower: bool) -> bool:
    """Say whether the words announce the name between them: "called X", "we propose X, a …", "our framework, X, …".

    A word in lower case must stand alone there: "called starry grids" names no "starry", "a first-order, cheap method"
    no "first-order".
    """
    set_off = left.rstrip().endswith(",") and right.startswith(",")
    if lower and (_ARTICLE.search(left) or not (set_off or _ALONE.match(right))):
        return False
    if CALLED.search(left):
        return True
    if not _ANNOUNCED_AFTER.match(right):
        return False
    apposition = APPOSITION.search(left)
    if not apposition or apposition.group().lower().startswith("our"):
        return bool(apposition or PROPOSE.search(left))
    return bool(PROPOSE.search(left) or head_kind(apposition.group(1)))


class Cues(NamedTuple):
    """The votes of one occurrence of a name.

    Attributes:
        kinds: Votes by kind; two or more from one strong cue.
        proposed: Whether the words say that this paper proposes it.
        achieves: Whether it is told what the name achieves: said of a name that no list knows, it is the paper's own.
        gloss: What the words say it is ("data mixing framework"); empty where they do not say.
    """

    kinds: Counter[Kind]
    proposed: bool
    achieves: bool
    gloss: str


def read_cues(text: str, span: tuple[int, int], sentence: tuple[int, int], *, in_title: bool) -> Cues:
    """Read the words around one occurrence, within its sentence."""
    left = text[max(sentence[0], span[0] - 160) : span[0]]
    right = text[span[1] : min(sentence[1], span[1] + 160)]
    votes: Counter[Kind] = Counter()
    _nouns_beside(left, right, votes)
    name = text[span[0] : span[1]]
    proposed = _proposal(left, right, votes, "dataset" if _DATA_ENDING.search(name) else "technique")
    if in_title and span[0] == sentence[0] and re.match(r"\s*(?::|\s[–—-]\s)", right):
        proposed = True
        votes["technique"] += 0 if votes else 4
    whole = text[sentence[0] : sentence[1]]
    _grammar(left, right, whole, votes)
    achieves = bool(_OWN_RESULT.match(right) and _EVALUATION.search(whole) and not votes["dataset"])
    votes["technique"] += 2 * achieves
    votes["technique"] += 4 * bool(_TECHNIQUE_ENDING.search(name)) + 2 * bool(
        re.match(r"^-(?:based|like|style)\b", right)
    )
    if _DATA_ENDING.search(name):
        votes["dataset"] += 4
    return Cues(+votes, proposed, achieves, _gloss(left, right))


def tested_on(text: str, start: int, end: int) -> bool:
    """Say whether results are told on the name: "on X, accuracy rises", which speaks of a dataset."""
    left, right = text[max(0, start - 60) : start], text[end : end + 20]
    around = text[max(0, start - 160) : end + 160]
    return bool(_ON.search(left) and _AFTER_ON.match(right) and _EVALUATION.search(around))


def beside_data(text: str, start: int, end: int) -> bool:
    """Say whether a data noun stands beside the name: "the X dataset", "benchmarks such as X"."""
    left = text[max(0, start - 60) : start]
    return bool(NEXT_DATA.match(text[end : end + 60]) or _SUCH_DATA.search(left) or _BESIDE_DATA.search(left))


def _nouns_beside(left: str, right: str, votes: Counter[Kind]) -> None:
    if NEXT_DATA.match(right):
        votes["dataset"] += 6
    elif NEXT_TECHNIQUE.match(right):
        votes["technique"] += 6
    elif NEXT_CONCEPT.match(right):
        votes["concept"] += 4
    said = said_of(right)
    if said:
        votes[said] += 6
    if _SUCH_DATA.search(left):
        votes["dataset"] += 4
    if _BESIDE_DATA.search(left):
        votes["dataset"] += 2
    if _SUCH_TECHNIQUE.search(left):
        votes["technique"] += 4


def said_of(right: str) -> Kind | None:
    """Return the kind that "X, a …", "X is a …" gives to the name before it."""
    match = IS_A.match(right)
    return head_kind(_AFTER_HEAD.split(match.group(1))[0]) if match else None


def head_kind(phrase: str) -> Kind | None:
    """Return the kind of a noun phrase by its last word, or None where that word says nothing."""
    phrase = phrase.strip(" ,.")
    if re.search(rf"\b{DATA_HEAD}$", phrase, re.I):
        return "dataset"
    if re.search(rf"\b{TECHNIQUE_HEAD}$", phrase, re.I):
        return "technique"
    if re.search(rf"\b{CONCEPT_HEAD}$", phrase, re.I):
        return "concept"
    return None


def _gloss(left: str, right: str) -> str:
    apposition = APPOSITION.search(left)
    said = IS_A.match(right)
    phrase = apposition.group(1) if apposition else _AFTER_HEAD.split(said.group(1))[0] if said else ""
    return " ".join(phrase.strip(" ,.").split()[-3:]) if head_kind(phrase) else ""


def _proposal(left: str, right: str, votes: Counter[Kind], default: Kind) -> bool:
    """Add the votes of cues that name something new; say whether this paper proposes it.

    `default` is the kind of what is proposed without a word that tells it.
    """
    proposed = False
    if CALLED.search(left):
        votes["dataset" if _nearest_head(left) == "dataset" else "technique"] += 6
        proposed = bool(PROPOSE_ANY.search(left)) or bool(
            re.search(r"\b(?:we|our|resulting|proposed|new|novel)\b", left, re.I)
        )
    apposition = APPOSITION.search(left)
    if apposition and re.match(r"^\s*(?:[,.(:]|that\b|which\b|to\b|$)", right):
        # "the resulting model, X, …": a thing that the text has spoken of gets its name.
        our = bool(_OWN_THING.match(apposition.group()))
        head = head_kind(apposition.group(1)) or ("technique" if apposition.group().lower().startswith("our") else None)
        if head:
            votes[head] += 4
            proposed = proposed or our or bool(PROPOSE_ANY.search(left[: apposition.start() + 1]))
    proposed = proposed or bool(_IS_NEW.match(right))
    if PROPOSE.search(left):
        votes[said_of(right) or default] += 6
        proposed = True
    if OWN.search(left):
        votes[default] += 0 if votes["dataset"] else 2
        proposed = True
    return proposed


def _nearest_head(left: str) -> Kind:
    """Return the kind whose head noun stands nearest before the cue."""
    last = {
        kind: max((m.end() for m in re.finditer(rf"\b{head}\b", left[-110:], re.I)), default=-1)
        for kind, head in (("dataset", DATA_HEAD), ("technique", TECHNIQUE_HEAD))
    }
    return "dataset" if last["dataset"] > last["technique"] else "technique"


def _grammar(left: str, right: str, sentence: str, votes: Counter[Kind]) -> None:
    first = left.strip().lower() == "on" and right.startswith(",")
    if first or (_ON.search(left) and _EVALUATION.search(sentence) and _AFTER_ON.match(right)):
        votes["dataset"] += 4
    if _VERB_AFTER.match(right) or _DOES.match(right):
        votes["technique"] += 3
    if _DATA_VERB_AFTER.match(right):
        votes["dataset"] += 2
    if _TECHNIQUE_LEFT.search(left):
        votes["technique"] += 2
