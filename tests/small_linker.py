"""A linker of a few lines for tests of the rooms behind it: five names, new names after "introduce", citations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.model import Ambiguous, Citation, Entity, Link, Linked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graph.model import Role
    from loaders.paper import Paper

CATALOG = {
    entity.id: entity
    for entity in (
        Entity("dataset:gsm8k", "dataset", "GSM8K", "benchmark", ("Grade School Math 8K",)),
        Entity("dataset:cifar-10", "dataset", "CIFAR-10", same_as=("https://example.org/cifar",)),
        Entity("dataset:cifar-100", "dataset", "CIFAR-100", variant_of=("dataset:cifar-10",)),
        Entity("concept:reasoning", "concept", "reasoning"),
        Entity("concept:mathematical-reasoning", "concept", "mathematical reasoning", broader=("concept:reasoning",)),
        Entity("technique:neural-network", "technique", "neural network", generic=True),
    )
}

_SPELLINGS = {
    "GSM8K": "dataset:gsm8k",
    "CIFAR-100": "dataset:cifar-100",
    "CIFAR-10": "dataset:cifar-10",
    "mathematical reasoning": "concept:mathematical-reasoning",
    "neural network": "technique:neural-network",
}
_NAME = re.compile("|".join(map(re.escape, _SPELLINGS)))
_NEW = re.compile(r"introduce (?:\\textbf\{)?(?P<name>[A-Z][A-Za-z]+)")
_CITED = re.compile(r"(?P<author>[A-Z][a-z]+) (?P<more>et al\. )?\((?P<year>\d{4})\)")
_UNSURE = re.compile(r"\bSSL\b")
_SENTENCE = re.compile(r"[^.\n]+(?:\.(?! )[^.\n]*|al\. [^.\n]*)*\.?")


def link(paper: Paper) -> Linked:
    """Link one paper."""
    raw = paper.raw
    sentences = [match.span() for match in _SENTENCE.finditer(raw)]

    def around(match: re.Match[str]) -> tuple[int, int]:
        return next(span for span in sentences if span[0] <= match.start() < span[1])

    known = [
        _link(paper, match.span(), around(match), _SPELLINGS[match.group()], role="EVALUATES_ON")
        for match in _NAME.finditer(raw)
    ]
    new = list(_NEW.finditer(raw))
    proposed = [
        _link(paper, match.span("name"), around(match), f"technique:{match['name'].lower()}", role="PROPOSES")
        for match in new
    ]
    return Linked(
        links=tuple(sorted(known + proposed, key=lambda one: one.start)),
        discovered=tuple(
            Entity(f"technique:{name.lower()}", "technique", name, status="discovered")
            for name in dict.fromkeys(match["name"] for match in new)
        ),
        citations=tuple(_citation(match, around(match)) for match in _CITED.finditer(raw)),
        ambiguous=tuple(
            Ambiguous(*match.span(), match.group(), around(match), ("concept:a", "concept:b"))
            for match in _UNSURE.finditer(raw)
        ),
    )


def link_many(papers: Iterable[Paper]) -> Iterator[Linked]:
    """Link papers in their order."""
    return map(link, papers)


def _link(paper: Paper, span: tuple[int, int], sentence: tuple[int, int], entity: str, *, role: Role) -> Link:
    start, end = span
    is_new = role == "PROPOSES"
    said = is_new or "evaluate" in paper.raw[slice(*sentence)]
    return Link(
        start,
        end,
        paper.raw[start:end],
        sentence,
        entity,
        "discovered" if is_new else "exact",
        0.75 if is_new else 0.95 if said else 0.9,
        (role,) if said else (),
        in_title=start > len(paper.abstract),
    )


def _citation(match: re.Match[str], sentence: tuple[int, int]) -> Citation:
    author, year = match["author"], match["year"]
    key = f"{author.lower()}{' et al.' if match['more'] else ''} {year}"
    return Citation(*match.span(), match.group(), sentence, key, (author,), year, bool(match["more"]))
