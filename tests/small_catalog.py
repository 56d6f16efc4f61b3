"""A catalogue of a few entities, for tests that must not depend on the shipped one."""

from __future__ import annotations

from graph.linker.matcher import Matcher, make_matcher
from graph.model import Entity, Kind, Rule, Spelling
from graph.names import slug

_ROWS: tuple[tuple[Kind, str, str, Rule, tuple[str, ...]], ...] = (
    ("dataset", "GSM8K", "benchmark", "fold", ()),
    ("dataset", "MATH", "benchmark", "case", ()),
    ("dataset", "SVAMP", "benchmark", "fold", ()),
    ("dataset", "CIFAR-10", "benchmark", "fold", ()),
    ("dataset", "CIFAR-100", "benchmark", "fold", ()),
    ("dataset", "Fashion-MNIST", "benchmark", "fold", ()),
    ("dataset", "MNIST", "benchmark", "case", ()),
    ("dataset", "COCO", "benchmark", "case", ("fold:MS COCO", "fold:Microsoft COCO")),
    ("dataset", "COCO-Stuff", "benchmark", "fold", ()),
    ("dataset", "Natural Questions", "benchmark", "case", ()),
    ("dataset", "Iris", "benchmark", "context", ()),
    ("dataset", "Adult", "benchmark", "context", ()),
    ("dataset", "Reddit", "benchmark", "context", ()),
    ("dataset", "Cora", "benchmark", "context", ()),
    ("dataset", "HumanEval", "benchmark", "fold", ()),
    ("dataset", "HumanEval+", "benchmark", "fold", ("HumanEvalPlus",)),
    ("dataset", "WMT14", "benchmark", "fold", ()),
    ("dataset", "Chameleon", "benchmark", "context", ()),
    ("technique", "Segment Anything Model", "model", "fold", ("Segment Anything", "context:SAM")),
    ("technique", "sharpness-aware minimization", "optimizer", "fold", ("context:SAM",)),
    ("technique", "CLIP", "model", "case", ()),
    ("technique", "BERT", "model", "case", ()),
    ("technique", "RoBERTa", "model", "fold", ()),
    ("technique", "Llama 2", "model", "fold", ()),
    ("technique", "Llama 3", "model", "fold", ()),
    ("technique", "ResNet-18", "model", "fold", ()),
    ("technique", "ResNet-50", "model", "fold", ()),
    ("technique", "Adam", "optimizer", "case", ()),
    ("technique", "transformer", "architecture", "fold", ()),
    ("technique", "large language model", "architecture", "fold", ("case:LLM",)),
    ("technique", "graph neural network", "architecture", "fold", ("case:GNN",)),
    ("technique", "contrastive learning", "training", "fold", ()),
    ("technique", "chain-of-thought prompting", "prompting", "fold", ()),
    ("concept", "self-supervised learning", "field", "fold", ("context:SSL",)),
    ("concept", "semi-supervised learning", "field", "fold", ("context:SSL",)),
    ("concept", "F1 score", "metric", "fold", ()),
    ("concept", "unlearnable examples", "phenomenon", "fold", ()),
    ("concept", "image classification", "task", "fold", ()),
)


def small_matcher() -> Matcher:
    """Return the matcher of the small catalogue."""
    entities: dict[str, Entity] = {}
    spellings: list[Spelling] = []
    for kind, name, subkind, rule, written in _ROWS:
        id_ = f"{kind}:{slug(name)}"
        aliases = []
        spellings.append(Spelling(name, rule, id_))
        for alias in written:
            own, _, text = alias.rpartition(":")
            spellings.append(Spelling(text, own or rule, id_))  # type: ignore[arg-type]
            aliases.append(text)
        entities[id_] = Entity(id_, kind, name, subkind, tuple(aliases))
    return make_matcher(entities, spellings)
