"""The words that speak of a name: head nouns, cue verbs and the turns of phrase they stand in.

The lists are grammar, never names of datasets or techniques.
"""

from __future__ import annotations

import re

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
HEAD = re.compile(
    rf"\b({DATA_HEAD}|{TECHNIQUE_HEAD}|{CONCEPT_HEAD})(?=\s*[,;:.)(]|\s*$|\s+(?:from|at|as|\w+(?:ed|ing))\b)", re.I
)
"""A head noun at the end of its phrase: "a large-scale dataset tailored for X"."""
NOTION_BEFORE = re.compile(
    r"\b(?:metrics?|measures?|scores?|phenomen(?:on|a)|effects?|propert(?:y|ies)|problems?|notions?|quantit(?:y|ies)|"
    r"failure modes?|behaviou?rs?|conditions?|assumptions?|criteri(?:on|a)|challenges?|concepts?|tasks?|settings?)"
    r"\s*,?\s*(?:(?:that|which)\s+)?(?:(?:we|is|are)\s+)?$",
    re.I,
)
"""What the thing is that gets a name: a metric, a phenomenon, a task."""
MEASURE_ENDING = re.compile(
    r"(?:Distance|Divergence|Diversity|Score|Rate|Index|Gap|Metric|Error|Accuracy|Entropy|Discrepancy|Similarity)s?$"
)
FILLER = (
    r"(?:(?:a|an|the|our|this|new|novel|simple|large|large-scale|first|efficient|unified|general|effective|powerful|"
    r"two|three|several|so-called|more|publicly available|open-source|comprehensive|challenging|method|framework|"
    r"approach|model|algorithm|system|architecture|technique|benchmark|dataset|corpus|\(?(?:\d|[a-e]|i{1,3}|iv|v)\))\s+)*"
)
PROPOSE_VERB = (
    r"(?:propos|introduc|present|develop|describ|design|releas|construct|creat|build|built|devis|formulat|contribut|"
    r"publish|provid|offer|unveil|establish|curat|collect|deriv)(?:e|es|ed|ing|s)?"
)
PROPOSE = re.compile(
    r"\b(?:we|paper|work|here|also|and|further|to|study|article|"
    r"(?:our|the proposed|this) (?:method|approach|framework|model|system|algorithm|pipeline))\b"
    rf"[^.;:]{{0,60}}?\b{PROPOSE_VERB}\s+{FILLER}[\"“'‘]?$",
    re.I,
)
_OBJECT = (
    r"(?:(?!(?:of|for|with|by|in|on|to|from|that|which|using|via|based|into|over|between|as|at|and|or|how|under)\b)"
    r"[a-z][\w-]*,?\s+)"
)
"""A word of the object of a verb; behind a preposition stands another thing."""
PROPOSE_FAR = re.compile(
    rf"\b(?:we|paper|work|here|also|and)\b[^.;:]{{0,60}}?\b{PROPOSE_VERB}\s+(?:an?|the|our)\s+{_OBJECT}{{1,4}}$",
    re.I,
)
PROPOSE_ANY = re.compile(rf"\b{PROPOSE_VERB}\b", re.I)
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
SHORT_FORM = r"(?:\([^()]{1,60}\)\s*)?"
IS_A = re.compile(
    rf"^[\"”'’]?\s*{SHORT_FORM}(?:,|:|-|–|—|is|are|which is|as)\s+(?:(?:also|both|currently)\s+)?"
    r"(?:a|an|the|our|one\s+of)\s+([^.;:]{0,110})",
    re.I,
)
IS_NEW = re.compile(
    rf"^[\"”'’*]?\s*{SHORT_FORM}(?:,|:|-|–|—|is)\s+(?:a|an|the|our)\s+"
    r"(?:(?:simple|first|principled|unified)(?:,| and| yet)?\s+)*"
    r"(?:novel|new)\b",
    re.I,
)
AFTER_HEAD = re.compile(
    r"\b(?:that|which|for|to|of|with|using|in|on|by|where|and|designed|based|consisting|containing|comprising|covering|featuring|spanning|including|incorporating|trained|capable)\b"
)
NEXT = rf"^[\"”'’]?\s*{SHORT_FORM}(?:[a-z-]+\s+)?"
NEXT_DATA = re.compile(rf"{NEXT}{DATA_HEAD}\b(?!\s+(?:model|network))", re.I)
NEXT_TECHNIQUE = re.compile(rf"{NEXT}{TECHNIQUE_HEAD}\b", re.I)
NEXT_CONCEPT = re.compile(rf"^[\"”'’]?\s*{SHORT_FORM}(?:tasks?|problems?|metrics?|scores?|learning)\b", re.I)
EVALUATION = re.compile(
    r"\b(?:accurac\w+|F1|F-?score|BLEU|ROUGE|mAP|IoU|mIoU|AUC|FID|errors?|perplexity|scores?|experiments?|evaluat\w+|"
    r"results?|performance|benchmark\w*|outperform\w*|state-of-the-art|SOTA|test\w*|trained|validat\w+|dataset\w*|"
    r"improve\w*|gain\w*|points?|demonstrat\w+|achiev\w+|top-1|recall|precision)\b|%",
    re.I,
)
ON = re.compile(
    r"\bon\s+(?:(?:the|both|all|standard|popular|challenging|publicly available|public|widely[- ]used|large-scale|"
    r"recent)\s+)*$",
    re.I,
)
AFTER_ON = re.compile(
    r"^\s*(?:[,.;)(%]|and\b|or\b|with\b|by\b|while\b|in\b|for\b|using\b|compared\b|respectively|$|\d|test|dev|val)"
)
SUCH_DATA = re.compile(
    rf"{DATA_HEAD}[^.;]{{0,40}}?(?:such as|including|like|e\.g\.,?|:|i\.e\.,?|\(|,|--|—|namely)\s*(?:the\s+)?$", re.I
)
BESIDE_DATA = re.compile(rf"{DATA_HEAD}\s*[:(,]?\s*(?:the\s+)?$", re.I)
SUCH_TECHNIQUE = re.compile(
    rf"{TECHNIQUE_HEAD}[^.;]{{0,30}}?(?:such as|including|like|e\.g\.,?|:|i\.e\.,?|\(|namely)\s*(?:the\s+)?$", re.I
)
VERB_AFTER = re.compile(
    rf"^\s*{SHORT_FORM},?\s*(?:(?:also|further|then|\w+ly|thus|can|not only|first|"
    r"both|even|which)\s+)*(?:achiev|outperform|improv|learn|leverag|us(?:es|ing)\b|employ|obtain|surpass|yield|reduc|"
    r"generat|combin|exploit|perform|requir|enabl|attain|deliver|extend|adopt|predict|integrat|introduc|incorporat|aim|"
    r"treat|exceed|beat|scal|exhibit|encod|decod|models\b|works\b|runs\b|consist|produc|maintain|provid|allow|sets\b|"
    r"shows\b|does\b|is able|tackl|address|seek|optimi[sz]|preserv|ensur|demonstrat)(?:e|s|es|ed|d|ing)?\b",
    re.I,
)
DOES = re.compile(
    rf"^\s*{SHORT_FORM}(?:\w+ly\s+)?[a-z]{{2,}}s\s+(?:the|an?|its|their|each|every|all|both|this|these|up|more|less|only)\b"
)
"""A verb in the third person and its object: "X adds a term", "X allocates the rank"."""
OWN_RESULT = re.compile(
    rf"^\s*{SHORT_FORM}(?:(?:also|further|then|\w+ly|thus|can|not only|even)\s+)*(?:achiev|outperform|surpass|"
    r"exceed|beat|yield|attain|obtain|deliver|reduc|improv)(?:e|s|es|ed)?\b",
    re.I,
)
DATA_VERB_AFTER = re.compile(
    rf"^\s*{SHORT_FORM},?\s*(?:contain|consist|compris|cover|feature|span|includ|is (?:annotated|collected))", re.I
)
TECHNIQUE_LEFT = re.compile(
    r"\b(?:outperform(?:s|ed|ing)?|than|with|using|via|by|use|uses|apply|applying|of|compared\s+(?:to|with)|against|"
    r"extend(?:s|ing)?|based\s+on|fine-?tun(?:e|ed|ing)|pre-?train(?:ed|ing)?|train(?:ed|ing)?|over|to|like|as|yields?|gives?)\s+"
    r"(?:(?:the|both|a|an|existing|vanilla|standard|original|our|classical|pretrained|pre-trained|recent|strong)\s+)*$",
    re.I,
)
TECHNIQUE_ENDING = re.compile(r"(?:Net|BERT|GAN|[Ff]ormer|LM|RNN|CNN|LSTM|VAE|GPT|Nets|GANs|SGD)s?(?:-\w+|v\d)?$")
DATA_ENDING = re.compile(r"(?:QA|Bench|Bank|NLI|Corpus|Set|Eval|Net-\d+|DB|[Gg]ym)(?:-?v?\d.*)?$")
ARTICLE = re.compile(r"\b(?:an?|two|three|several|new|novel|more|related)\s+$", re.I)
ALONE = re.compile(
    r"^[\"”'’]?\s*(?:[.;:)(]|,\s+(?:an?|which|that|our|the|we|is|in)\b|(?:which|that|for|to|and|is|in|on|by|from|with)\b|$)"
)
OWN_THING = re.compile(r"(?:our|the|an?\s+(?:new|novel|cleaned|simple))\b", re.I)
ANNOUNCED_AFTER = re.compile(r"^[\"”'’]?\s*(?:[,:(]|(?:an?|which|that)\b|$)")
CITED = re.compile(r"\s?(?:\[\d[\d,\s–-]*\]|\((?:see )?[A-Z][^()\d]{2,60},?\s(?:19|20)\d\s?\d)")
"""A citation right behind a name: it names a work."""
PROPOSE_NEAR = re.compile(
    rf"\b(?:we|paper|work|here|also|and|further|to|study|article)\b[^.;:]{{0,60}}?\b{PROPOSE_VERB}\s+(?:(?:an?|the|our)\s+)?"
    r"(?:(?:family|class|set|series|suite|variant|version|type|form)\s+of\s+)?"
    rf"{_OBJECT}{{0,4}}$",
    re.I,
)
"""A word of proposing whose object the name is, whatever adjectives stand between."""
IS_PROPOSED = re.compile(
    r"^[\"”'’]?\)?,?\s*(?:is|are|was)\s+(?:(?:then|also|further|first|thus|therefore)\s+)?"
    r"(?:proposed|presented|developed|designed)\b(?!\s+(?:by|as)\b)",
    re.I,
)
OUR_BRACKET = re.compile(rf"\bour\s+(?:[\w-]+\s+){{0,4}}(?:{DATA_HEAD}|{TECHNIQUE_HEAD})\s*\($", re.I)
NAME_ENDS = re.compile(r"^[\"”'’]?\s*(?:[,.;:(]|(?:for|to|that|which|an?|by|in)\b|$)")
ORGANISATION = re.compile(
    r"\b(?:Society|Group|Association|University|Institute|Committee|Laborator(?:y|ies)|Union|Foundation|Agency|"
    r"Department|Ministry|Consortium|Council)$"
)
EXTENDED = re.compile(
    r"\b(?:extend(?:s|ed|ing)?|derived from|buil(?:t|ds?|ding) (?:up)?on|based (?:up)?on|re-?annotat\w+)\s+"
    r"(?:[\w-]+\s+){0,4}$",
    re.I,
)
"""A dataset that another one is made from."""
SUBJECT = re.compile(
    r"^\s*(?:\([^()]{1,40}\)\s*)?(?:is|are|was|were|aims|contains|comprises|consists|provides|offers|covers|includes|"
    r"features|spans|serves|enables|poses|presents|remains|reveals)\b"
)
CLAUSE = re.compile(r"(?:^|[,:]\s*(?:that\s+)?|\bthat\s+)(?:the\s+)?$", re.I)
MANNER = re.compile(r"\s*(?:manner|way|fashion)\b")
TITLE_USES = re.compile(r"\b(?:via|using|through|with|by|based on|from)\s+(?:(?!for\b)[\w-]+\s+){0,4}$", re.I)
TITLE_STUDIES = re.compile(
    r"\b(?:for|in|towards?|of|on|improving|enhancing|understanding|evaluating|survey|rethinking|benchmarking|"
    r"learning to)\s+(?:[\w-]+\s+){0,5}$",
    re.I,
)
