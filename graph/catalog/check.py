"""Check the rows of a catalogue: shapes, kinds, parents, and spellings that two entities claim."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graph.catalog.rows import Row, parent_id, spellings_of
from graph.model import KINDS, RULES
from graph.names import fold, slug

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

SUBKINDS: Mapping[str, tuple[str, ...]] = {
    "dataset": ("benchmark", "collection", "corpus", "environment", "simulator", "suite"),
    "technique": (
        "algorithm",
        "architecture",
        "inference",
        "layer",
        "model",
        "objective",
        "optimizer",
        "prompting",
        "regularization",
        "theory-method",
        "tool",
        "training",
    ),
    "concept": ("application", "field", "metric", "modality", "phenomenon", "property", "task", "theory"),
}
_GLOSS = re.compile(r"\s\([^()]*\)$")
_UNTIDY = re.compile(r"^\s|\s$|\s\s|[^\S ]")
_ATTESTED = re.compile(r"|memory|list|corpus:[1-9]\d*( list)?")
_PREFIX = re.compile(rf"({'|'.join(RULES)})\s*:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a row, and what would be right.

    Attributes:
        place: File and line.
    """

    place: str
    what: str

    def __str__(self) -> str:
        """Return one line for a person."""
        return f"{self.place}: {self.what}"


@dataclass(frozen=True, slots=True)
class Summary:
    """What a catalogue holds.

    Attributes:
        rows: By kind.
        spellings: By rule.
        attested: Rows by what attests them: `list`, `corpus`, `memory`, or empty for a user's row that does not say.
    """

    rows: Mapping[str, int]
    spellings: Mapping[str, int]
    attested: Mapping[str, int]


def check(catalog_rows: Sequence[Row], *, known: Sequence[Row] = ()) -> list[Fault]:
    """Return the faults of the rows, in the order of the rows; none is right.

    Args:
        catalog_rows: The rows of one catalogue, together: one file may refer to another.
        known: Rows of a catalogue checked before, which these may name as wider entities.
    """
    parents = {row.id: row for row in (*known, *catalog_rows)}
    faults = [Fault(row.place, what) for row in catalog_rows for what in _row_faults(row, parents)]
    faults += _twice(catalog_rows)
    faults += _circles(catalog_rows, parents)
    faults += _contested(catalog_rows)
    order = {row.place: number for number, row in reversed(list(enumerate(catalog_rows)))}
    return sorted(faults, key=lambda fault: order[fault.place])


def summarize(rows: Iterable[Row]) -> Summary:
    """Return the counts that tell what a catalogue holds and how much of it is from memory alone."""
    rows = tuple(rows)
    rules = Counter(rule for row in rows for rule, _ in spellings_of(row))
    attested = Counter(row.attested.partition(":")[0] for row in rows)
    kinds = Counter(row.kind for row in rows)
    return Summary(*(dict(sorted(counts.items())) for counts in (kinds, rules, attested)))


def _row_faults(row: Row, parents: Mapping[str, Row]) -> Iterator[str]:
    """Yield what is wrong with a row by itself and with what it refers to."""
    if row.kind not in KINDS:
        yield f"unknown kind {row.kind!r}; there are {', '.join(KINDS)}"
    elif row.subkind and row.subkind not in SUBKINDS[row.kind]:
        yield f"unknown subkind {row.subkind!r}; a {row.kind} has {', '.join(SUBKINDS[row.kind])}"
    if row.match not in RULES:
        yield f"unknown rule {row.match!r}; there are {', '.join(RULES)}"
    if _GLOSS.search(row.name):
        yield f"the name {row.name!r} ends in a gloss; put it into the note, and into the id where two share the name"
    if not _ATTESTED.fullmatch(row.attested):
        yield f"attested is {row.attested!r}; write list, corpus:N, corpus:N list, memory or nothing"
    for cell in (row.id, row.subkind, row.name, row.note, *(text for _, text in row.aliases), *row.url):
        if _UNTIDY.search(cell):
            yield f"white space at an end, twice or other than a blank in {cell!r}"
    yield from _id_faults(row)
    yield from _spelling_faults(row)
    yield from _parent_faults(row, parents)


def _id_faults(row: Row) -> Iterator[str]:
    kind, _, rest = row.id.partition(":")
    slugs = [slug(text) for _, text in spellings_of(row)]
    if not row.name:
        yield "no name"
    elif kind != row.kind or not rest or slug(rest) != rest:
        yield f"the id {row.id!r} is not {row.kind}:slug; expected {row.kind}:{slugs[0]}"
    elif not any(rest == spelled or rest.startswith(f"{spelled}-") for spelled in slugs if spelled):
        yield f"the id {row.id!r} is made of none of the row's spellings; expected {row.kind}:{slugs[0]}"


def _spelling_faults(row: Row) -> Iterator[str]:
    texts = [text for _, text in row.aliases]
    for text, count in Counter(texts).items():
        if not text:
            yield "an empty alias"
        elif text == row.name:
            yield f"the alias {text!r} equals the name; the column match holds the rule of the name"
        elif count > 1:
            yield f"the alias {text!r} stands twice"
        elif _PREFIX.match(text):
            yield f"the alias {text!r} begins like a rule; write case:SAM, in lower case and without blanks"
    for rule, text in spellings_of(row):
        if text and not any(char.isalpha() for char in text):
            yield f"{text!r} has no letter, so nothing can be found by it"
        elif rule == "case" and text == text.lower():
            yield f"{text!r} has no capital to tell it by, so case means nothing; write fold or context"


def _parent_faults(row: Row, parents: Mapping[str, Row]) -> Iterator[str]:
    for column, cells in (("broader", row.broader), ("variant_of", row.variant_of)):
        for cell in cells:
            id_ = parent_id(row, cell, parents)
            if id_ is None:
                yield f"{column} names {cell!r}, but there is no such {row.kind}"
            elif id_ == row.id:
                yield f"{column} names the row itself"
            elif parents[id_].kind != row.kind:
                yield f"{column} names {id_}, which is no {row.kind}"


def _twice(rows: Sequence[Row]) -> Iterator[Fault]:
    first: dict[str, str] = {}
    for row in rows:
        if row.id in first:
            yield Fault(row.place, f"the id {row.id} stands at {first[row.id]} already")
        first.setdefault(row.id, row.place)


def _circles(rows: Sequence[Row], parents: Mapping[str, Row]) -> Iterator[Fault]:
    wider = {
        id_: [above for cell in row.broader if (above := parent_id(row, cell, parents)) not in (None, id_)]
        for id_, row in parents.items()
        if row.broader
    }
    for row in rows:
        if _leads_back(row.id, wider):
            yield Fault(row.place, f"broader leads from {row.id} back to itself")


def _leads_back(start: str, wider: Mapping[str, Sequence[str | None]]) -> bool:
    seen: set[str | None] = set()
    ahead = list(wider.get(start, ()))
    while ahead:
        id_ = ahead.pop()
        if id_ == start:
            return True
        if id_ not in seen:
            seen.add(id_)
            ahead.extend(wider.get(id_ or "", ()))
    return False


def _contested(rows: Sequence[Row]) -> Iterator[Fault]:
    """Yield the spellings that two entities claim with no rule to tell them apart."""
    owners: dict[str, list[tuple[Row, str, str]]] = defaultdict(list)
    for row in rows:
        for rule, text in spellings_of(row):
            if rule != "context":
                owners[fold(text)].append((row, rule, text))
    for claims in owners.values():
        if len(claims) > 1 and not _told_apart(claims):
            last = claims[-1][0]
            said = "; ".join(f"{row.id} {rule}:{text}" for row, rule, text in claims)
            yield Fault(last.place, f"one spelling, two owners: {said}; at most one may do without context")


def _told_apart(claims: Sequence[tuple[Row, str, str]]) -> bool:
    if len({row.id for row, _, _ in claims}) == 1:
        return True
    if any(rule == "fold" for _, rule, _ in claims):
        return False
    written = {(text.removesuffix("s"), row.id) for row, _, text in claims}
    return len({text for text, _ in written}) == len(written)
