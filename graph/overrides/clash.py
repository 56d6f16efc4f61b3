"""Lines that cannot both hold."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from graph.catalog.rows import collide
from graph.overrides.lines import Line, OverridesError
from graph.overrides.nouns import Spelled, folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import TypeAlias

    from graph.overrides.nouns import Where

    Told: TypeAlias = Mapping[str, tuple[str, Line]]
    ToldThere: TypeAlias = Mapping[Where, tuple[str, Line]]
    Alias: TypeAlias = tuple[str, Spelled, Line]


def clash(one: Line, other: Line) -> OverridesError:
    """Return the error that names two lines, at the place of the later one."""
    first, last = sorted((one, other), key=lambda line: int(line.place.rpartition(":")[2] or 0))
    said = " ".join(word for word in first.words if word)
    return OverridesError(
        f'{last.place}: "{" ".join(word for word in last.words if word)}" cannot hold beside "{said}" ({first.place});'
        " take one of the two out"
    )


def check_all(
    *, merges: Told, kinds: Told, names: Told, splits: ToldThere, bans: ToldThere, aliases: Sequence[Alias]
) -> None:
    """Raise for the first contradiction."""
    _check_merges(merges, {**kinds, **names})
    banned = {one.subject: line for one, (_, line) in bans.items() if not one.paper}
    for id_, line in _used(merges, kinds, names, splits, aliases):
        if id_ in banned:
            raise clash(line, banned[id_])
    for one, (_, line) in splits.items():
        if one in bans:
            raise clash(line, bans[one][1])
    _check_spellings(merges, splits, bans, aliases)


def _check_merges(merges: Told, others: Told) -> None:
    for id_, (target, line) in merges.items():
        if id_ == target:
            raise OverridesError(f"{line.place}: {line.subject} and {line.object} are one thing already, {id_}")
        if id_ in others:
            raise OverridesError(
                f"{others[id_][1].place}: {id_} is merged into {target} ({line.place}); {others[id_][1].action} that"
            )
        seen = [id_]
        while target in merges:
            if target in seen:
                raise OverridesError(f"{line.place}: merging leads in a circle, {' to '.join([*seen, target])}")
            seen.append(target)
            target = merges[target][0]


def _used(
    merges: Told, kinds: Told, names: Told, splits: ToldThere, aliases: Sequence[Alias]
) -> Iterator[tuple[str, Line]]:
    """Yield the entities that lines make something of."""
    for told in (merges, kinds, names):
        for id_, (_, line) in told.items():
            yield id_, line
    for target, line in (*merges.values(), *splits.values()):
        yield target, line
    for id_, _, line in aliases:
        yield id_, line


def _check_spellings(merges: Told, splits: ToldThere, bans: ToldThere, aliases: Sequence[Alias]) -> None:
    """Raise for a spelling that one line gives to an entity and another to a second one, or to none."""

    def end(id_: str) -> str:
        while id_ in merges:
            id_ = merges[id_][0]
        return id_

    taken: dict[str, list[tuple[Spelled, str, Line]]] = defaultdict(list)
    for one, (target, line) in (*bans.items(), *splits.items()):
        if not one.paper and isinstance(one.subject, Spelled):
            taken[folded(one.subject.text)].append((one.subject, target and end(target), line))
    given: dict[str, list[tuple[Spelled, str, Line]]] = defaultdict(list)
    for id_, spelling, line in aliases:
        key, owner = folded(spelling.text), end(id_)
        if spelling.rule != "context":
            for other, other_id, other_line in given[key]:
                if other_id != owner and collide(spelling, other):
                    raise clash(line, other_line)
            given[key].append((spelling, owner, line))
        for other, target, other_line in taken.get(key, ()):
            if target != owner and other.fits(spelling.text):
                raise clash(line, other_line)
