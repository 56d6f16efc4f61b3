"""The mentions of a text beside what the linker found in it, both where a reader sees them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graph.evaluate.spans import Compared, Place, Span, touches
from graph.evaluate.spans import errors as span_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph.evaluate.gold import Names, Reading
    from graph.model import Entity, Kind, Link, Role


@dataclass(frozen=True, slots=True)
class GoldMention:
    """A mention of the gold.

    Attributes:
        start: First character in the raw text; `end` is one past the last.
        place: Where it stands in the clean text.
        name: Canonical, with a gloss where several things have the name.
        nil: No catalogue can hold it: it is made up, or the text does not decide what it is.
        optional: Counts neither way.
    """

    start: int
    end: int
    surface: str
    place: Place
    kind: Kind
    name: str
    nil: bool = False
    optional: bool = False
    role: Role | None = None

    @property
    def span(self) -> Span:
        """Return its place with its kind."""
        return Span(*self.place, self.kind)


@dataclass(frozen=True, slots=True)
class Found:
    """A link with its entity and its place in the clean text."""

    link: Link
    entity: Entity
    place: Place

    @property
    def span(self) -> Span:
        """Return its place with its kind."""
        return Span(*self.place, self.entity.kind)


@dataclass(frozen=True, slots=True)
class Placed:
    """One text with its gold and what was found.

    Attributes:
        undecided: Raw spans of spellings that the text does not decide; nothing should be linked there.
        cites: Keys of its citations.
    """

    id: str
    reading: Reading
    gold: tuple[GoldMention, ...]
    found: tuple[Found, ...]
    undecided: tuple[Place, ...] = ()
    cites: frozenset[str] = frozenset()

    @property
    def scored(self) -> tuple[GoldMention, ...]:
        """Return the mentions that count."""
        return tuple(mention for mention in self.gold if not mention.optional)

    def compared(self) -> Compared:
        """Return the spans to be scored; what lies on an optional mention alone is neutral."""
        return Compared(
            gold=frozenset(mention.span for mention in self.scored),
            predicted=frozenset(each.span for each in self.found),
            neutral=frozenset(mention.place for mention in self.gold if mention.optional),
        )

    def judged(self) -> Iterator[tuple[Found, GoldMention | None]]:
        """Yield each find that counts with the mention at its place, else the one it overlaps first, else None."""
        counted = self.compared().counted()
        exact = {mention.place: mention for mention in self.scored}
        for each in self.found:
            if each.span in counted:
                near = (mention for mention in self.scored if touches(each.place, [mention.place]))
                yield each, exact.get(each.place) or next(near, None)


def is_linked_right(found: Found, gold: GoldMention, names: Names) -> bool:
    """Tell whether a find at the place of a mention is what the mention means; a `nil` one must be new, of its kind."""
    if gold.nil:
        return found.entity.status == "discovered" and found.entity.kind == gold.kind
    return names.same(found.entity, gold.kind, gold.name)


def errors(text: Placed, names: Names) -> Iterator[dict[str, Any]]:
    """Yield what was missed or wrong in a text, in its order; `link` is a right mention with a wrong entity."""
    gold = {mention.span: mention for mention in text.scored}
    found = {each.span: each for each in text.found}
    listed: list[dict[str, Any]] = []
    for error, span, instead in span_errors(text.compared()):
        told = _told(found[span]) if error == "spurious" else _told_gold(gold[span])
        listed.append({"error": error, **told, **({"found": _told(found[instead])} if instead else {})})
    for span in gold.keys() & found.keys():
        if not is_linked_right(found[span], gold[span], names):
            listed.append({"error": "link", **_told_gold(gold[span]), "found": _told(found[span])})
    for one in sorted(listed, key=lambda each: (each["start"], each["end"], each["error"])):
        yield {"document": text.id, **one, "sentence": text.reading.sentence(one["start"])}


def _told_gold(mention: GoldMention) -> dict[str, Any]:
    names = {"kind": mention.kind, "name": mention.name, "surface": mention.surface}
    return {**names, "start": mention.start, "end": mention.end}


def _told(found: Found) -> dict[str, Any]:
    link, entity = found.link, found.entity
    names = {"kind": entity.kind, "name": entity.name, "surface": link.surface, "id": entity.id}
    return {**names, "start": link.start, "end": link.end}
