"""What a line means by a name, an id, a spelling or a paper."""

from __future__ import annotations

import re
from collections import defaultdict
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, cast

from graph.model import KINDS, RULES, Kind, Rule
from graph.names import slug
from graph.overrides.lines import Line, OverridesError
from graph.overrides.nouns import Spelled, Where, folded, usual_rule
from loaders.identifiers import normal_arxiv, normal_doi, normal_openreview

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph.catalog import Catalog

_THING = re.compile(rf"({'|'.join(KINDS)}):\s*(?P<rest>\S.*)")
_RULE = re.compile(rf"({'|'.join(RULES)}):\s*(?P<text>\S.*)")
_AT = re.compile(r"(?P<subject>.*\S)\s+@\s+(?P<paper>\S+)")
_TEXT = re.compile(r"text:[0-9a-f]{12}")
_GLOSS = re.compile(r"(?P<name>.*\S)\s+\((?P<gloss>[^()]+)\)")


class Things:
    """The entities that lines can name: those of the catalogue, under their new names and ids too, and any `kind:Name`.

    Attributes:
        catalog: The catalogue as it is without corrections.
    """

    def __init__(self, catalog: Catalog, lines: Sequence[Line]) -> None:
        self.catalog = catalog
        self._new: dict[str, str] = {}
        for line in lines:
            if line.action == "split" and (id_ := self._split_off(line.object)):
                self._new |= {line.object: id_, id_: id_}
        for line in lines:
            if line.action == "retype":
                id_ = self.find(line.subject, line)
                self._new[retyped(id_, line)] = id_
        for line in lines:
            if line.action == "rename":
                self._new.setdefault(line.object, self.find(line.subject, line))

    def find(self, text: str, line: Line) -> str:
        """Return the id that the entity has without corrections.

        Raises:
            OverridesError: Several entities are called so, or none.
        """
        if text in self._new or text in self.catalog.entities:
            return self._new.get(text, text)
        thing = _THING.fullmatch(text)
        kind, name = (cast("Kind", thing[1]), thing["rest"]) if thing else (None, text)
        found = [id_ for id_ in self.called(name) if kind in (None, _kind(id_))]
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            what = f'"{text}" may be {len(found)} things; write one of {", ".join(found)}'
            raise OverridesError(f"{line.place}: {what}")
        if kind:
            return self._new.get(id_ := _new_id(kind, name), id_)
        raise OverridesError(f"{line.place}: {self._nothing(text)}")

    def name(self, text: str) -> str:
        """Return the name in a `kind:Name` that is more than an id, without its gloss; else an empty one."""
        thing = _THING.fullmatch(text)
        if not thing or thing["rest"] == slug(thing["rest"]):
            return ""
        gloss = _GLOSS.fullmatch(thing["rest"])
        return gloss["name"] if gloss else thing["rest"]

    def _split_off(self, text: str) -> str:
        """Return the id of what a split makes: a `kind:Name` that may be an alias in the catalogue, but no name."""
        thing = _THING.fullmatch(text)
        if not thing:
            return ""
        id_ = _new_id(cast("Kind", thing[1]), thing["rest"])
        known = {text, id_} & self.catalog.entities.keys() or thing[1] in map(_kind, self.named(thing["rest"]))
        return "" if known else id_

    def named(self, name: str) -> list[str]:
        """Return the entities of the catalogue with this very name, sorted."""
        return sorted(self._by_text.get(name, {}).get("name", ()))

    def called(self, name: str) -> list[str]:
        """Return the entities of the catalogue with this name; else alias; else, folded, either; sorted."""
        if name in self._new:
            return [self._new[name]]
        exact: Mapping[str, set[str]] = self._by_text.get(name, {})
        return sorted(exact.get("name") or exact.get("alias") or self._by_fold.get(folded(name), set()))

    @cached_property
    def _by_text(self) -> Mapping[str, Mapping[str, set[str]]]:
        found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for entity in self.catalog.entities.values():
            found[entity.name]["name"].add(entity.id)
            for alias in entity.aliases:
                found[alias]["alias"].add(entity.id)
        return found

    @cached_property
    def _by_fold(self) -> Mapping[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for text, entities in self._by_text.items():
            found[folded(text)].update(*entities.values())
        return found

    def _nothing(self, text: str) -> str:
        prefix = text.partition(":")[0]
        if prefix != text and " " not in prefix and (near := get_close_matches(prefix.lower(), KINDS, n=1)):
            return f"{prefix!r} is no kind; did you mean {near[0]}:{text.partition(':')[2].strip()}?"
        names = {name.lower(): name for name in self._by_text}
        close = [names[key] for key in get_close_matches(text.lower(), names, n=3, cutoff=0.75)]
        advice = f" Did you mean {' or '.join(close)}?" if close else ""
        more = f"What only papers name is given with its kind, as technique:{text}"
        return f'the catalogue has nothing called "{text}".{advice} {more}'


def retyped(id_: str, line: Line) -> str:
    """Return the id under the kind that a line gives."""
    if line.object not in KINDS:
        near = get_close_matches(line.object.lower(), KINDS, n=1)
        advice = f"did you mean {near[0]}?" if near else f"there are {', '.join(KINDS)}"
        raise OverridesError(f"{line.place}: unknown kind {line.object!r}; {advice}")
    return f"{line.object}:{id_.partition(':')[2]}"


def spelled(text: str, line: Line) -> Spelled:
    """Return a spelling with its rule, the usual one where it is given without."""
    prefixed = _RULE.fullmatch(text)
    found = Spelled(cast("Rule", prefixed[1]), prefixed["text"]) if prefixed else Spelled(usual_rule(text), text)
    if not any(char.isalpha() for char in found.text):
        raise OverridesError(f"{line.place}: {found.text!r} has no letter, so nothing can be found by it")
    return found


def where(line: Line, things: Things) -> Where:
    """Return what a split or a ban holds for: a spelling, or an entity where the subject is its id."""
    at = _AT.fullmatch(line.subject)
    paper = _paper(at["paper"]) if at else None
    subject = at["subject"] if at and paper else line.subject
    is_id = _THING.fullmatch(subject) or subject in things.catalog.entities
    return Where(things.find(subject, line) if is_id else spelled(subject, line), paper)


def _paper(text: str) -> str | None:
    """Return an identifier of a paper in its normal form; None for anything else ("Recall @ 10")."""
    if _TEXT.fullmatch(text):
        return text
    scheme, colon, rest = text.partition(":")
    if colon and scheme.lower() == "openreview":
        return f"openreview:{normal_openreview(rest) or rest}"
    if doi := normal_doi(text):
        return f"doi:{doi}"
    if arxiv := normal_arxiv(text):
        return f"arxiv:{arxiv}"
    return None


def _kind(id_: str) -> str:
    return id_.partition(":")[0]


def _new_id(kind: Kind, name: str) -> str:
    return f"{kind}:{slug(name)}"
