"""Look up what the lines name, and refuse those that contradict each other."""

from __future__ import annotations

from collections.abc import Hashable
from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from graph.overrides.clash import check_all, clash
from graph.overrides.lines import Line, OverridesError
from graph.overrides.made import Made, make_entities
from graph.overrides.nouns import Overrides, Spelled, Where, usual_rule
from graph.overrides.things import Things, retyped, spelled, where

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graph.catalog import Catalog

_K = TypeVar("_K", bound=Hashable)
_V = TypeVar("_V")


def resolve(lines: Sequence[Line], catalog: Catalog) -> Overrides:
    """Return what the lines say together, in whatever order they stand.

    Args:
        lines: As `parse` gives them.
        catalog: The catalogue without corrections, in which names are looked up.

    Raises:
        OverridesError: A name that nothing or several things have, or two lines that cannot both hold.
    """
    if not lines:
        return Overrides()
    lines = sorted(lines, key=lambda line: line.words)
    things = Things(catalog, lines)
    merges = _once((things.find(one.subject, one), things.find(one.object, one), one) for one in _of(lines, "merge"))
    kinds = _once(_kind(one, things) for one in _of(lines, "retype"))
    names = _once(_name(one, things) for one in _of(lines, "rename"))
    splits = _once((_split_where(one, things), things.find(one.object, one), one) for one in _of(lines, "split"))
    bans = _once((where(one, things), "", one) for one in _of(lines, "ban"))
    aliases = [(things.find(one.subject, one), _alias(one), one) for one in _of(lines, "alias")]
    check_all(merges=merges, kinds=kinds, names=names, splits=splits, bans=bans, aliases=aliases)
    ends = {id_: _end(id_, merges, kinds) for id_ in sorted({*merges, *kinds})}
    made = make_entities(lines, things, ends)
    return Overrides(
        moved={before: now for before, now in ends.items() if before != now},
        names={ends.get(id_, id_): name for id_, (name, _) in sorted(names.items())},
        aliases=_spellings([(ends.get(id_, id_), spelling) for id_, spelling, _ in aliases], made),
        made=made.entities,
        splits=tuple((_now(one, ends), ends.get(id_, id_)) for one, (id_, _) in sorted(splits.items(), key=_specific)),
        bans=tuple(_now(one, ends) for one, _ in sorted(bans.items(), key=_specific)),
        fingerprint=sha256("\n".join("\t".join(line.words) for line in lines).encode()).hexdigest()[:16],
    )


def _of(lines: Iterable[Line], action: str) -> list[Line]:
    return [line for line in lines if line.action == action]


def _once(told: Iterable[tuple[_K, _V, Line]]) -> dict[_K, tuple[_V, Line]]:
    """Return what is told of each; two lines that tell different things of one are refused."""
    found: dict[_K, tuple[_V, Line]] = {}
    for key, value, line in told:
        if key in found and found[key][0] != value:
            raise clash(line, found[key][1])
        found.setdefault(key, (value, line))
    return found


def _kind(line: Line, things: Things) -> tuple[str, str, Line]:
    id_ = things.find(line.subject, line)
    now = retyped(id_, line)
    if now == id_:
        raise OverridesError(f"{line.place}: {id_} is a {line.object} already")
    if now in things.catalog.entities:
        raise OverridesError(f"{line.place}: there is {now} already; merge {id_} with it")
    return id_, now, line


def _name(line: Line, things: Things) -> tuple[str, str, Line]:
    id_ = things.find(line.subject, line)
    spelled(line.object, line)  # a name has a letter
    for other in things.named(line.object):
        if other != id_ and other.partition(":")[0] == id_.partition(":")[0]:
            raise OverridesError(f'{line.place}: {other} is called "{line.object}" already; merge {id_} with it')
    return id_, line.object, line


def _split_where(line: Line, things: Things) -> Where:
    found = where(line, things)
    if isinstance(found.subject, str) and not found.paper:
        what = f"write {found.subject} @ PAPER for one paper, a spelling of it, or merge for all of it"
        raise OverridesError(f"{line.place}: split {found.subject} where? {what[0].upper()}{what[1:]}")
    return found


def _alias(line: Line) -> Spelled:
    found = spelled(line.object, line)
    if found.rule == "case" and found.text == found.text.lower():
        what = f"{found.text!r} has no capital to tell it by, so case means nothing; write fold or context"
        raise OverridesError(f"{line.place}: {what}")
    return found


def _end(id_: str, merges: Mapping[str, tuple[str, Line]], kinds: Mapping[str, tuple[str, Line]]) -> str:
    while id_ in merges:
        id_ = merges[id_][0]
    return kinds[id_][0] if id_ in kinds else id_


def _spellings(aliases: Iterable[tuple[str, Spelled]], made: Made) -> dict[str, tuple[Spelled, ...]]:
    """Return the spellings that lines give, and the names of what they make for every paper."""
    found: dict[str, list[Spelled]] = {id_: [] for id_ in sorted(made.everywhere)}
    for id_, spelling in sorted(aliases):
        found.setdefault(id_, []).append(spelling)
    for id_ in sorted(made.everywhere):
        name = made.entities[id_].name
        if all(spelling.text != name for spelling in found[id_]):
            found[id_].append(Spelled(usual_rule(name), name))
    return {id_: tuple(dict.fromkeys(spellings)) for id_, spellings in found.items()}


def _now(one: Where, ends: Mapping[str, str]) -> Where:
    return Where(ends.get(one.subject, one.subject), one.paper) if isinstance(one.subject, str) else one


def _specific(item: tuple[Where, object]) -> tuple[bool, bool, str, tuple[str, ...]]:
    """Return what puts a paper before all papers, a spelling before an entity, and letters as written before any."""
    one = item[0]
    subject = (one.subject,) if isinstance(one.subject, str) else tuple(one.subject)
    return one.paper is None, isinstance(one.subject, str), one.paper or "", subject
