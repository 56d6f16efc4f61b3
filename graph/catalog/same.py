"""Tell whether an entry of a foreign list is an entity that is known; never by likeness, and no silent merge."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graph.catalog.defaults import is_short_form
from graph.catalog.entry import Entry, Refused, stands_for
from graph.catalog.rows import spellings_of
from graph.names import fold, slug

if TYPE_CHECKING:
    from graph.catalog.index import Index
    from graph.catalog.rows import Row

_WORD = re.compile(r"\w+")


def same(entry: Entry, index: Index) -> str | Refused | None:
    """Return the id of the entity that the entry is, None for a new one, or why that cannot be told.

    By name, where an entity of the kind has it as its own or without context, and the long forms do not disagree. By
    a long form, where the name belongs to it. A short name alone that only stands for others in context is refused.
    """
    if told := next((id_ for id_ in (entry.id, glossed_id(entry)) if id_ in index.rows), ""):
        return told
    kinds = [entry.kind] + [""] * entry.presumed
    for kind in kinds:
        if found := _by_name(entry, index, kind) or _by_long_form(entry, index, kind):
            return found
    readings = {
        id_: None
        for id_, _, text in index.owners(entry.name)
        if _fits(id_, entry.kind) and not _other_capitals(entry.name, text)
    }
    if readings and not entry.gloss and not _long_forms(*_explained(entry), but=entry.name):
        may = " or ".join(sorted(readings)[:3])
        return Refused(entry.place, f"{entry.name!r} may be {may}; if it is another, give its long form as an alias")
    return None


def glossed_id(entry: Entry) -> str:
    """Return the id of a second entity of this kind and name, empty where the entry has no gloss to tell it by."""
    gloss = slug(entry.gloss)
    return f"{entry.kind}:{slug(entry.name)}-{gloss}" if gloss else ""


def _by_name(entry: Entry, index: Index, kind: str) -> str | None:
    """Return the one entity that the name means best: as written, as its main name, from below, with the plain id."""
    plain = f"{entry.kind}:{slug(entry.name)}"
    found = {
        id_: (entry.name != text, entry.name != index.rows[id_].name, id_ in index.over, id_ != plain)
        for id_, rule, text in reversed(index.owners(entry.name))
        if _fits(id_, kind)
        and (rule != "context" or fold(index.rows[id_].name) == fold(entry.name))
        and (rule == "fold" or not _other_capitals(entry.name, text))
        and not _disagree(entry, index.rows[id_], rule)
        and fold(index.glosses.get(id_, entry.gloss)) == fold(entry.gloss)
    }
    best = [id_ for id_, rank in found.items() if rank == min(found.values())]
    return best[0] if len(best) == 1 else None


def _by_long_form(entry: Entry, index: Index, kind: str) -> str | None:
    keys = {id_ for id_, _, _ in index.owners(entry.name)}
    found = {
        id_
        for _, text in entry.aliases
        for id_, rule, _ in index.owners(text)
        if _fits(id_, kind)
        and rule != "context"
        and (entry.presumed or (" " in text and (id_ in keys or stands_for(entry.name, text))))
    }
    return min(found) if len(found) == 1 else None


def _fits(id_: str, kind: str) -> bool:
    return not kind or id_.startswith(f"{kind}:")


def _other_capitals(one: str, other: str) -> bool:
    """Say whether two short forms differ in their capitals but for the first letter, as LoRA and LoRa do."""
    return is_short_form(one) and is_short_form(other) and one[1:].removesuffix("s") != other[1:].removesuffix("s")


def _disagree(entry: Entry, row: Row, rule: str) -> bool:
    """Say whether a short name, or one that needs context, stands for other words here than there."""
    if rule != "context" and not is_short_form(entry.name):
        return False
    ours = _long_forms(*_explained(entry), but=entry.name)
    theirs = _long_forms(*(text for _, text in spellings_of(row)), but=entry.name)
    if not ours or (not theirs and rule != "context"):
        return False
    theirs += _long_forms(row.note, but=entry.name)  # where an import keeps a gloss
    return not any(one <= other or other <= one for one in ours for other in theirs)


def _explained(entry: Entry) -> list[str]:
    """Return what may tell which thing of this name is meant; another way to write the name tells nothing."""
    return [text for text in (entry.gloss, *(text for _, text in entry.aliases)) if fold(text) != fold(entry.name)]


def _long_forms(*texts: str, but: str) -> list[set[str]]:
    """Return the folded words of each text of several; one that holds the name itself explains nothing."""
    found = [{fold(word) for word in _WORD.findall(text)} for text in texts if " " in text]
    return [words for words in found if fold(but) not in words]
