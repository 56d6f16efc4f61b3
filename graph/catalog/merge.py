"""Bring a foreign list into a user's catalogue: what is known already stays, what is new gets a safe rule."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graph.catalog.check import check
from graph.catalog.defaults import default_rule
from graph.catalog.entry import Entry, Refused
from graph.catalog.index import Index
from graph.catalog.rows import Row, parent_id, spellings_of
from graph.catalog.same import glossed_id, same
from graph.names import fold, slug

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence


@dataclass(slots=True)
class Merge:
    """What an import does; nothing is written yet.

    Attributes:
        rows: The user's whole catalogue afterwards.
        added: Ids of new rows, in the order of the list.
        updated: Ids of known entities that get further aliases.
        known: How many entries say nothing new.
        refused: Entries that cannot be used.
        in_context: How many spellings of new rows need context because another entity has them too.
        taken: Id and spelling of known entities that need context for it from now on: the list gives a rule.
    """

    rows: tuple[Row, ...] = ()
    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    known: int = 0
    refused: list[Refused] = field(default_factory=list)
    in_context: int = 0
    taken: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Adding:
    """What is kept between the entries of a list.

    Attributes:
        mine: Ids of the rows that the user had before.
        fresh: The entries that made new rows, by id.
    """

    index: Index
    mine: frozenset[str]
    ordinary: Container[str]
    fresh: dict[str, Entry] = field(default_factory=dict)
    done: Merge = field(default_factory=Merge)


def merge(
    entries: Iterable[Entry | Refused], *, known: Sequence[Row], own: Sequence[Row], ordinary: Container[str]
) -> Merge:
    """Return what the entries add to the user's own rows; done twice, it adds nothing the second time.

    A spelling that another entity has needs context in a new row, unless the list itself gives its rule. Two new rows
    that share a spelling both need context for it.

    Args:
        entries: In the order of the list.
        known: Rows of the shipped catalogue and the like, which stay as they are.
        own: The rows of the file that is added to; without fault.
        ordinary: Everyday words in lower case.
    """
    entries = tuple(entries)
    done = more = _merge_once(entries, known, own, ordinary)
    while more.added or more.updated:  # a later entry may have changed what an earlier one means
        more = _merge_once(entries, known, done.rows, ordinary)
        done.rows, done.refused = more.rows, more.refused
        done.added += more.added
        done.updated += [id_ for id_ in more.updated if id_ not in {*done.added, *done.updated}]
        done.in_context += more.in_context
        done.taken += more.taken
    done.known = max(0, len(entries) - len(done.added) - len(done.updated) - len(done.refused))
    return done


def _merge_once(
    entries: Sequence[Entry | Refused], known: Sequence[Row], own: Sequence[Row], ordinary: Container[str]
) -> Merge:
    adding = _Adding(Index.of(known, own), frozenset(row.id for row in own), ordinary)
    for entry in entries:
        if isinstance(entry, Refused):
            adding.done.refused.append(entry)
            continue
        there = same(entry, adding.index)
        if isinstance(there, Refused):
            adding.done.refused.append(there)
        elif there is None:
            _add(entry, adding)
        else:
            _extend(there, entry, adding)
    for id_, entry in adding.fresh.items():
        _point(id_, entry, adding.index)
    _settle(adding, known=known, own=own)
    return adding.done


def _add(entry: Entry, adding: _Adding) -> None:
    index = adding.index
    id_ = _free_id(entry, index)
    if id_ is None:
        there = f"{entry.kind}:{slug(entry.name)}"
        reason = f"the id {there} is that of {index.rows[there].name!r}; say in brackets which {entry.name!r} this is"
        adding.done.refused.append(Refused(entry.place, reason))
        return
    spelled: dict[str, str] = {}
    for given, text in ((entry.match, entry.name), *entry.aliases):
        if not _adds_nothing(text, spelled):
            spelled[text] = _rule(text, given, id_, entry, adding)
    (name, match), *aliases = spelled.items()
    pairs = tuple((rule, text) for text, rule in aliases)
    first = (entry.place, id_, entry.kind, entry.subkind, name, pairs)
    index.put(Row(*first, (), (), match, entry.url, entry.note or entry.gloss, "", entry.generic))
    adding.fresh[id_] = entry
    if entry.gloss:
        index.glosses[id_] = entry.gloss
    adding.done.added.append(id_)


def _free_id(entry: Entry, index: Index) -> str | None:
    """Return the id of a new entity: of its name, or of name and gloss where the first is taken."""
    plain = f"{entry.kind}:{slug(entry.name)}"
    longer = max((text for _, text in entry.aliases if " " in text), key=len, default="")
    glosses = [glossed_id(entry), f"{plain}-{slug(longer)}" if longer else ""]
    namesakes = any(fold(index.rows[id_].name) == fold(entry.name) for id_, _, _ in index.owners(entry.name))
    ids = (entry.id, *glosses, plain) if namesakes and glosses[0] else (entry.id, plain, *glosses)
    return next((id_ for id_ in ids if id_ and id_ not in index.rows), None)


def _adds_nothing(text: str, spelled: dict[str, str]) -> bool:
    """Say whether the other spellings match wherever this one does; in lower case it would only loosen their rule."""
    like = [rule for other, rule in spelled.items() if fold(other) == fold(text)]
    return text in spelled or (bool(like) and ("fold" in like or text == text.lower()))


def _rule(text: str, given: str, id_: str, entry: Entry, adding: _Adding) -> str:
    """Return the rule of a spelling of a new entity; two new ones that share it both need context."""
    rule = given or default_rule(text, kind=entry.kind, ordinary=adding.ordinary).rule
    if rule == "context":
        return rule
    others = adding.index.others(text, rule, id_)
    for other in others:
        if other in adding.fresh:
            adding.index.need_context(other, text)
    ours = any(other in adding.fresh or other in adding.mine for other in others)
    if ours or (not given and (others or adding.index.in_context(text, rule, id_))):
        adding.done.in_context += 1
        return "context"
    adding.done.taken += [(other, text) for other in others]
    return rule


def _extend(id_: str, entry: Entry, adding: _Adding) -> None:
    """Add the spellings that nobody has to an entity that is known."""
    row, done = adding.index.rows[id_], adding.done
    have = {fold(text) for _, text in spellings_of(row)}
    further = []
    for given, text in (("", entry.name), *entry.aliases):
        if fold(text) not in have and not adding.index.owners(text):
            have.add(fold(text))
            further.append((given or default_rule(text, kind=row.kind, ordinary=adding.ordinary).rule, text))
    if further:
        adding.index.put(row._replace(place=entry.place, aliases=(*row.aliases, *further)))
        if id_ not in adding.fresh and id_ not in done.updated:
            done.updated.append(id_)


def _point(id_: str, entry: Entry, index: Index) -> None:
    """Give a new row those of its wider entities that exist and do not lead back to it."""
    row = index.rows[id_]
    above = tuple(wider for wider in _ids(row, entry.broader, index) if not index.leads(wider, id_))
    index.rows[id_] = row._replace(broader=above, variant_of=_ids(row, entry.variant_of, index))


def _ids(row: Row, names: Iterable[str], index: Index) -> tuple[str, ...]:
    found = dict.fromkeys(parent_id(row, name, index.rows) or index.called(name, row.kind) for name in names)
    return tuple(id_ for id_ in found if id_ and id_ != row.id and index.rows[id_].kind == row.kind)


def _settle(adding: _Adding, *, known: Sequence[Row], own: Sequence[Row]) -> None:
    """Set the rows; one that the check refuses after all is taken back and named."""
    done, rows = adding.done, {row.id: row for row in own}
    changed = {id_: adding.index.rows[id_] for id_ in (*done.added, *done.updated)}
    ids = {row.id for row in known} | rows.keys()
    while True:
        there = ids | changed.keys()
        after = [_without_lost(changed.get(id_, row), there) for id_, row in {**rows, **changed}.items()]
        reasons: dict[str, list[str]] = defaultdict(list)
        for fault in check(after, known=known):
            reasons[fault.place].append(fault.what)
        bad = [id_ for id_, row in changed.items() if row.place in reasons]
        if not bad:
            break
        for id_ in bad:
            place = changed.pop(id_).place
            done.refused.append(Refused(place, reasons[place][0]))
    done.rows = tuple(after)
    done.added = [id_ for id_ in done.added if id_ in changed]
    done.updated = [id_ for id_ in done.updated if id_ in changed]


def _without_lost(row: Row, ids: Container[str]) -> Row:
    """Return the row without wider entities that were taken back; those that a person wrote by name stay."""
    kept = [tuple(cell for cell in cells if cell in ids or ":" not in cell) for cells in (row.broader, row.variant_of)]
    return row._replace(broader=kept[0], variant_of=kept[1])
