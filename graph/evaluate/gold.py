"""What all gold formats share: lines of JSON, the nouns of an annotation, and when a name is an entity's."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from graph.clean import clean
from graph.linker.sentences import sentences
from graph.model import Entity, Linked
from graph.names import fold, slug
from loaders.paper import Paper

if TYPE_CHECKING:
    from pathlib import Path

LinkMany = Callable[[Iterable[Paper]], Iterator[Linked]]
_GLOSS = re.compile(r"\s*\([^()]*\)$")


class GoldError(ValueError):
    """A gold file that cannot be used; the message says where, what, and what was expected."""


def read_rows(path: Path, wanted: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each line's place (`gold.jsonl:3`) and object, which has all the keys that are wanted.

    Raises:
        GoldError: A line is not JSON or lacks a key.
    """
    wanted = tuple(wanted)
    for place, row in _objects(path):
        absent = [name for name in wanted if name not in row]
        if absent:
            raise GoldError(f"{place}: no {', '.join(absent)}; a gold line has {', '.join(wanted)}")
        yield place, row


def first_row(path: Path) -> dict[str, Any]:
    """Return the first object of a gold file.

    Raises:
        GoldError: There is none, or it is not JSON.
    """
    for _, row in _objects(path):
        return row
    raise GoldError(f"{path.name}: it is empty; expected one JSON object a line")


def _objects(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            place = f"{path.name}:{number}"
            try:
                row = json.loads(line.decode("utf-8"))
            except UnicodeDecodeError as error:
                raise GoldError(f"{place}: not UTF-8; expected one JSON object a line") from error
            except ValueError as error:
                raise GoldError(f"{place}: not JSON ({error}); expected one object a line") from error
            yield place, row if isinstance(row, dict) else {}


def span_of(row: Mapping[str, Any], text: str, surface: str, place: str) -> tuple[int, int]:
    """Return the span of a mention, whose text stands under the key `surface`.

    Raises:
        GoldError: It has no span, or the text says something else there.
    """
    try:
        start, end = int(row["start"]), int(row["end"])
        written = str(row[surface])
    except (KeyError, TypeError, ValueError) as error:
        raise GoldError(f"{place}: a mention has start, end and {surface}, not {json.dumps(row)[:80]}") from error
    if text[start:end] != written:
        raise GoldError(f'{place}: "{written}" is said to stand at {start}-{end}, where "{text[start:end]}" stands')
    return start, end


def known_entities(linked: Linked, entities: Mapping[str, Entity]) -> Callable[[str], Entity]:
    """Return how to find an entity by id: one discovered in this text, else one of the catalogue."""
    new = {entity.id: entity for entity in linked.discovered}
    return lambda id_: new[id_] if id_ in new else entities[id_]


def without_title(linked: Linked, abstract: str) -> Linked:
    """Return what was found in the abstract; titles are not annotated."""
    end = len(abstract)
    return replace(
        linked,
        links=tuple(link for link in linked.links if link.start < end),
        citations=tuple(citation for citation in linked.citations if citation.start < end),
        ambiguous=tuple(place for place in linked.ambiguous if place.start < end),
    )


def bare(name: str) -> str:
    """Return a name without its gloss: `Adult` for "Adult (UCI)"."""
    return _GLOSS.sub("", name) or name


@dataclass(frozen=True)
class Names:
    """Decides whether an entity is the one that a gold name means."""

    entities: Mapping[str, Entity]

    def same(self, entity: Entity, kind: str, name: str) -> bool:
        """Tell whether the entity's canonical name is the gold name; an alias is not enough.

        A gold name with a gloss means an entity of its own kind, the one with the gloss in its id if there is one.
        """
        return self._means(entity, kind, name, (entity.name,))

    def answers(self, entity: Entity, kind: str, name: str) -> bool:
        """Tell whether the entity's name or one of its aliases is the gold name."""
        return self._means(entity, kind, name, (entity.name, *entity.aliases))

    def in_catalog(self, kind: str, name: str) -> bool:
        """Tell whether the catalogue has what the gold name means."""
        return any(self.answers(entity, kind, name) for entity in self._by_key.get(fold(bare(name)), ()))

    def _means(self, entity: Entity, kind: str, name: str, spellings: Iterable[str]) -> bool:
        if bare(name) != name:
            glossed = f"{kind}:{slug(name)}"
            if glossed in self.entities or entity.kind != kind:
                return entity.id == glossed
        return fold(bare(name)) in {fold(spelling) for spelling in spellings}

    @cached_property
    def _by_key(self) -> dict[str, list[Entity]]:
        by_key: dict[str, list[Entity]] = {}
        for entity in self.entities.values():
            for key in dict.fromkeys(fold(spelling) for spelling in (entity.name, *entity.aliases)):
                by_key.setdefault(key, []).append(entity)
        return by_key


class Reading:
    """A text as people read it: its sentences, and spans that do not hang on markup."""

    def __init__(self, raw: str) -> None:
        self._cleaned = clean(raw)
        self._sentences = sentences(self._cleaned.text, self._cleaned.breaks)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the clean text, the same for all raw spans that differ in markup alone."""
        return self._cleaned.clean_span(start, end)

    def sentence(self, start: int) -> str:
        """Return the clean sentence that holds a character of the raw text."""
        place = self._cleaned.clean_span(start, start + 1)[0]
        return next((self._cleaned.text[a:b] for a, b in self._sentences if a <= place < b), self._cleaned.text)
