"""Small graphs for the tests of the page, in the shape that graph.build gives."""

from __future__ import annotations

import re
from typing import Any

import networkx as nx

Graph = nx.MultiDiGraph
_MENTION = re.compile(r"\{([^|{}]+)\|([^|{}]+)(?:\|(\w+))?\}")

# A mention stands as {id|surface} or {id|surface|ROLE}.
PAPERS = {
    "arxiv:2501.00001": (
        "Tidewater: Decoding under Grammars without Losing the Thread",
        "Grammars help a {technique:large-language-model|language model} to write valid code. We propose "
        "{technique:tidewater|Tidewater|PROPOSES}, a form of {technique:constrained-decoding|constrained decoding|USES}"
        " for {concept:code-generation|code generation|STUDIES}. On {dataset:gsm8k|GSM8K|EVALUATES_ON} and "
        "{dataset:humaneval|HumanEval|EVALUATES_ON} it beats {technique:beam-search|beam search|COMPARES_WITH}. "
        "{dataset:gsm8k|GSM8K} gains most, in {concept:mathematical-reasoning|mathematical reasoning}.",
    ),
    "arxiv:2501.00002": (
        "Slow Steps Sum Up",
        "Chains of thought help {concept:mathematical-reasoning|mathematical reasoning|STUDIES}. Our "
        "{technique:self-consistency|self-consistency|USES} check raises {concept:accuracy|accuracy} on "
        "{dataset:gsm8k|gsm8k|EVALUATES_ON} and {dataset:math|MATH|EVALUATES_ON}, with "
        "{technique:chain-of-thought-prompting|chain-of-thought prompting|USES} of a "
        "{technique:large-language-model|large language model}.",
    ),
    "arxiv:2501.00003": (
        "Quiet Augmentations for Self-Supervised Vision",
        "{concept:self-supervised-learning|Self-supervised learning|STUDIES} leans on {concept:data-augmentation|"
        "augmentations}. We introduce {technique:hush|HUSH|PROPOSES}, which keeps {technique:contrastive-learning|"
        "contrastive learning|USES} from {concept:representation-collapse|collapse}. On {dataset:cifar-10|CIFAR10|"
        "EVALUATES_ON} and {dataset:cifar-100|CIFAR-100|EVALUATES_ON} its {concept:accuracy|accuracy} is best.",
    ),
    "arxiv:2501.00004": (
        "How Wide Must a Residual Network Be?",
        "We study the {concept:generalization|generalization|STUDIES} of {technique:resnet|residual networks|USES} on "
        "{dataset:cifar-10|CIFAR-10|EVALUATES_ON} and {dataset:imagenet|ImageNet|EVALUATES_ON}. Width trades against "
        "{concept:double-descent|double descent} and {technique:weight-decay|weight decay}.",
    ),
    "arxiv:2501.00005": (
        "Marginalia: Watermarks that Survive a Diffusion Model",
        "{technique:diffusion-model|Diffusion models|STUDIES} wash out {concept:watermarking|watermarks|STUDIES}. "
        "{technique:marginalia|Marginalia|PROPOSES} hides bits in the {concept:frequency-domain|frequency domain}. It "
        "holds on {dataset:imagenet|ImageNet|EVALUATES_ON} against {concept:adversarial-attack|attacks}.",
    ),
    "arxiv:2501.00006": (
        "A Ledger for Private Gradients",
        "{concept:differential-privacy|Differential privacy|STUDIES} adds noise to {technique:sgd|SGD|USES}. With "
        "{technique:gradient-clipping|gradient clipping|USES} we keep {concept:accuracy|accuracy} on "
        "{dataset:mnist|MNIST|EVALUATES_ON}, under {concept:convex-optimization|convex optimization} theory.",
    ),
    "arxiv:2501.00007": (
        "Molecules as Small Weather",
        "{technique:graph-neural-network|Graph neural networks|USES} and a {technique:diffusion-model|diffusion model|"
        "USES} predict {concept:drug-discovery|drug} binding on {dataset:qm9|QM9|EVALUATES_ON}. "
        "{concept:equivariance|Equivariance} matters, {concept:data-augmentation|augmentation} does not.",
    ),
    "arxiv:2501.00008": (
        "Reading Spikes",
        "{technique:spiking-neural-network|Spiking neural networks|STUDIES} save {concept:energy-efficiency|energy}. "
        "{technique:resnet|ResNet|COMPARES_WITH} needs ten times more on {dataset:cifar-10|CIFAR-10|EVALUATES_ON}.",
    ),
    "arxiv:2501.00009": (
        "Low Ranks, High Tides",
        "{technique:lora|LoRA|USES} tunes a {technique:large-language-model|large language model} for "
        "{concept:text-summarization|summaries|STUDIES} of {dataset:cnn-dailymail|CNN/DailyMail|EVALUATES_ON}; "
        "{concept:catastrophic-forgetting|forgetting} shrinks, as {technique:weight-decay|weight decay} suggests.",
    ),
    "arxiv:2501.00010": (
        "Peers in the Loop",
        "{concept:peer-review|Peer review|STUDIES} meets {concept:fairness|fairness}: we schedule by "
        "{technique:linear-programming|linear programming|USES}.",
    ),
    "text:0123456789ab": (
        "A derived title",
        "{concept:conformal-prediction|Conformal prediction|STUDIES} needs {concept:exchangeability|exchangeability}.",
    ),
    "text:ba9876543210": ("A paper about nothing we know", "This paper mentions nothing."),
}
NAMES = {
    "dataset:gsm8k": "GSM8K",
    "dataset:humaneval": "HumanEval",
    "dataset:math": "MATH",
    "dataset:cifar-10": "CIFAR-10",
    "dataset:cifar-100": "CIFAR-100",
    "dataset:imagenet": "ImageNet",
    "dataset:mnist": "MNIST",
    "dataset:qm9": "QM9",
    "dataset:cnn-dailymail": "CNN/DailyMail",
    "technique:tidewater": "Tidewater",
    "technique:hush": "HUSH",
    "technique:marginalia": "Marginalia",
    "technique:sgd": "SGD",
    "technique:lora": "LoRA",
}
ALIASES = {"technique:large-language-model": ["LLM"], "technique:sgd": ["stochastic gradient descent"]}
GENERIC = {"technique:large-language-model", "concept:accuracy"}
STUB = "cited:poe-et-al-2016@arxiv:2501.00006"
WIDER = "dataset:cifar"


def add_paper(graph: Graph[str], id_: str, title: str, **more: Any) -> None:
    """Add a paper with the attributes that every paper has."""
    base = {"title_derived": False, "abstract": "", "authors": [], "source": "papers.txt", "position": 1, "stub": False}
    graph.add_node(id_, label="Paper", title=title, **{**base, **more})


def add_entity(graph: Graph[str], id_: str, name: str, **more: Any) -> None:
    """Add an entity with the attributes that every entity has; its kind stands before the colon."""
    kind = id_.partition(":")[0]
    base = {"aliases": [], "same_as": [], "status": "catalog", "subkind": "", "papers": 0, "generic": False}
    graph.add_node(id_, label=kind.title(), name=name, kind=kind, **{**base, **more})


def add_link(graph: Graph[str], paper: str, entity: str, roles: list[str], evidence: list[list[str]]) -> None:
    """Add the MENTIONS edge and an edge for each role."""
    for type_ in ["MENTIONS", *roles]:
        shown = evidence[:1] if type_ != "MENTIONS" else evidence
        graph.add_edge(
            paper,
            entity,
            key=type_,
            type=type_,
            count=len(shown),
            score=0.95,
            method="exact",
            surfaces=[cut[1] for cut in shown],
            sentence="".join(shown[0]),
            evidence=shown,
            in_title=False,
        )


def small_graph() -> Graph[str]:
    """Return twelve papers with their entities, a citation, two related papers, a variant and a wider entity."""
    graph: Graph[str] = nx.MultiDiGraph()
    for id_, (title, marked) in PAPERS.items():
        known = {"arxiv_id": id_.removeprefix("arxiv:")} if id_.startswith("arxiv:") else {}
        authors = ["Ada Quill", "Bo Ferry"]
        abstract = _MENTION.sub(r"\2", marked)
        add_paper(graph, id_, title, abstract=abstract, authors=authors, year=2025, venue="ICML", **known)
        for entity, (roles, evidence) in _read_mentions(marked).items():
            if entity not in graph:
                name = NAMES.get(entity, entity.partition(":")[2].replace("-", " "))
                add_entity(graph, entity, name, aliases=ALIASES.get(entity, []), generic=entity in GENERIC)
            add_link(graph, id_, entity, roles, evidence)
    graph.nodes["text:0123456789ab"]["title_derived"] = True
    _add_relations(graph)
    return graph


def _read_mentions(marked: str) -> dict[str, tuple[list[str], list[list[str]]]]:
    found: dict[str, tuple[list[str], list[list[str]]]] = {}
    for sentence in re.split(r"(?<=\.) (?=[A-Z{])", marked):
        for match in _MENTION.finditer(sentence):
            roles, evidence = found.setdefault(match[1], ([], []))
            before, after = (_MENTION.sub(r"\2", part) for part in (sentence[: match.start()], sentence[match.end() :]))
            evidence.append([before, match[2], after])
            roles += [match[3]] if match[3] and match[3] not in roles else []
    return found


def _add_relations(graph: Graph[str]) -> None:
    add_paper(graph, STUB, "Poe et al. (2016)", stub=True)
    cut = [["As ", "Poe et al. (2016)", " show, noise helps."]]
    graph.add_edge("arxiv:2501.00006", STUB, key="CITES", type="CITES", count=1, evidence=cut)
    related = {"type": "RELATED_TO", "score": 0.31, "shared": ["CIFAR-10"]}
    graph.add_edge("arxiv:2501.00003", "arxiv:2501.00004", key="RELATED_TO", **related)
    add_entity(graph, WIDER, "CIFAR")
    graph.add_edge("dataset:cifar-10", WIDER, key="BROADER", type="BROADER")
    graph.add_edge("dataset:cifar-100", "dataset:cifar-10", key="VARIANT_OF", type="VARIANT_OF")
    graph.add_node("author:ada-quill", label="Author", name="Ada Quill")
    graph.add_edge("author:ada-quill", "arxiv:2501.00001", key="WROTE", type="WROTE")


IMAGE = '<img src=x onerror="window.hurt=1">'
SCRIPT = "</script><script>window.hurt=2</script>"
HOSTILE = f"{IMAGE} {SCRIPT} \u2028 {{{{7*7}}}} {{% raw %}} <!-- & href <b>bold</b> \U0001f40b"


def hostile_graph() -> Graph[str]:
    """Return a graph whose every text tries to be markup, script or template."""
    graph: Graph[str] = nx.MultiDiGraph()
    links = {"url": "javascript:window.hurt=3", "doi": '10.1/"onmouseover="window.hurt=4'}
    add_paper(graph, "text:a", HOSTILE, abstract=HOSTILE, authors=[HOSTILE], venue=HOSTILE, source=HOSTILE, **links)
    add_paper(graph, "__proto__", SCRIPT, year=float("nan"))
    add_entity(graph, "concept:constructor", HOSTILE, aliases=[IMAGE, "<!--<script>", "]]>"], subkind=HOSTILE)
    add_entity(graph, "dataset:plain", "Plain", same_as=["data:text/html,<script>window.hurt=5</script>"])
    for paper in ("text:a", "__proto__"):
        add_link(graph, paper, "concept:constructor", ["USES"], [[IMAGE, SCRIPT, HOSTILE]])
    add_link(graph, "__proto__", "dataset:plain", [], [["On ", "Plain", "."]])
    return graph
