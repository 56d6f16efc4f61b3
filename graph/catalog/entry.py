"""Entries of foreign lists: what a row of somebody's table or an object of somebody's JSON says of an entity."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graph.catalog.check import SUBKINDS
from graph.catalog.rows import GENERIC
from graph.model import KINDS, RULES
from graph.names import fold, slug

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

LONGEST = 150
"""A longer text is no name."""

COLUMNS: Mapping[str, str] = {
    **dict.fromkeys("name|term|entity|title|label|preflabel|preferredlabel|canonicalname".split("|"), "name"),
    **dict.fromkeys("kind|type|entitytype".split("|"), "kind"),
    **dict.fromkeys("subkind|subtype".split("|"), "subkind"),
    **dict.fromkeys("alias|aliases|synonym|synonyms|altlabel|altlabels|alsoknownas|aka".split("|"), "aliases"),
    **dict.fromkeys("acronym|acronyms|abbreviation|abbreviations|fullname|longname".split("|"), "aliases"),
    **dict.fromkeys("url|urls|link|links|homepage|website|uri|sameas".split("|"), "url"),
    **dict.fromkeys("broader|parent|parents|isa|hypernym|hypernyms|collections".split("|"), "broader"),
    "id": "id",
    "variantof": "variant_of",
    "match": "match",
    "note": "note",
    "generic": "generic",
}
"""What a column or key means, whatever its case and signs, the surest first; others (descriptions) are not read."""

_ORDER = tuple(COLUMNS)

_TYPES: Mapping[str, tuple[str, str]] = {
    **{fold(sub): (kind, sub) for kind, subs in SUBKINDS.items() for sub in subs},
    **{fold(kind): (kind, "") for kind in KINDS},
    **dict.fromkeys(map(fold, ("method", "methodology", "approach")), ("technique", "")),
    **dict.fromkeys(map(fold, ("network", "language model")), ("technique", "model")),
    **dict.fromkeys(map(fold, ("loss", "loss function")), ("technique", "objective")),
    **dict.fromkeys(map(fold, ("library", "framework", "software")), ("technique", "tool")),
    **dict.fromkeys(map(fold, ("topic", "area", "research area", "domain")), ("concept", "field")),
    **dict.fromkeys(map(fold, ("measure", "evaluation metric")), ("concept", "metric")),
    fold("problem"): ("concept", "task"),
}
_TYPE = re.compile(r"[A-Za-z][A-Za-z _-]*")
_GLOSS = re.compile(r"\s\(([^()]*)\)$")
_URL = re.compile(r"https?://[^\s|\x00-\x1f]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Entry:
    """What a foreign list says of one entity; kind and name are sound, the rest is as found.

    Attributes:
        place: File and line.
        id: As in our own files, where the list has one of that form; else empty.
        gloss: What stood in brackets behind the name; it may tell two of one name apart.
        aliases: Rule and spelling; the rule is empty where none is given.
        broader: Names or ids of wider entities, which may exist nowhere.
        match: Rule of the name, empty where none is given.
        presumed: The kind is that of the whole list, so an entity of another kind may be the same thing.
    """

    place: str
    kind: str
    subkind: str
    name: str
    id: str = ""
    gloss: str = ""
    aliases: tuple[tuple[str, str], ...] = ()
    broader: tuple[str, ...] = ()
    variant_of: tuple[str, ...] = ()
    match: str = ""
    url: tuple[str, ...] = ()
    note: str = ""
    generic: bool = False
    presumed: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """A row that cannot be used: where it stands and why."""

    place: str
    reason: str


def entry_of(place: str, fields: Mapping[str, object], *, kind: str) -> Entry | Refused:
    """Return what the fields of a row or object say.

    Args:
        place: File and line.
        fields: By the name that the column or key has in the list.
        kind: For a row that does not say its own.
    """
    found = _gathered(fields)
    own, match, name, note = (next(iter(found[key]), "") for key in ("kind", "match", "name", "note"))
    told = type_of(own) if own else (kind, "")
    if told is None:
        return Refused(place, f"unknown type {own[:60]!r}; there are {', '.join(KINDS)} and what docs/catalog.md lists")
    if not told[0]:
        return Refused(place, f"no type; there are {', '.join(KINDS)}, or give --kind")
    if match and match not in RULES:
        return Refused(place, f"unknown rule {match[:60]!r}; there are {', '.join(RULES)}")
    return named(
        Entry(
            place,
            told[0],
            next((cell for cell in found["subkind"] if cell in SUBKINDS[told[0]]), told[1]),
            name,
            next((id_ for id_ in found["id"] if id_ == f"{told[0]}:{slug(id_.partition(':')[2])}"), ""),
            aliases=tuple(map(_ruled, found["aliases"])),
            broader=tuple(found["broader"]),
            variant_of=tuple(found["variant_of"]),
            match=match,
            url=tuple(filter(is_url, found["url"])),
            note=note,
            generic=GENERIC in found["generic"],
        )
    )


def _gathered(fields: Mapping[str, object]) -> dict[str, list[str]]:
    """Return what is said of each field of a catalogue, the surest column first."""
    found: dict[str, list[str]] = defaultdict(list)
    for column in sorted(filter(meaning_of, fields), key=lambda column: _ORDER.index(_plain(column))):
        meaning = COLUMNS[_plain(column)]
        found[meaning] += texts(fields[column], cells=meaning not in {"id", "name", "note"})
    return found


def named(entry: Entry) -> Entry | Refused:
    """Return the entry with its name and aliases without glosses and made sure of, or why it has no name."""
    name, gloss = without_gloss(entry.name)
    if not name:
        return Refused(entry.place, "no name")
    if why := unusable(name):
        return Refused(entry.place, f"the name {why}")
    given = [pair for rule, text in entry.aliases for pair in _parted(rule, text)]
    if gloss and stands_for(name, gloss):
        given.append(("", gloss))
    aliases: dict[str, str] = {}
    for rule, text in given:
        if text != name and not unusable(text):
            aliases.setdefault(text, rule)
    return replace(
        entry,
        name=name,
        gloss=gloss,
        aliases=tuple((rule, text) for text, rule in aliases.items()),
        note=entry.note if entry.note.isprintable() else "",
    )


def without_gloss(text: str) -> tuple[str, str]:
    """Return the text without what stands in brackets behind it, and the last of that."""
    name, gloss = text, ""
    while found := _GLOSS.search(name):
        name, gloss = name[: found.start()].rstrip(), gloss or found[1].strip()
    return name, gloss


def stands_for(one: str, other: str) -> bool:
    """Say whether one of the two is made of the first letters of the words of the other: GAN, SVM, GSM."""
    short, long = sorted((one, other), key=len)
    first = "".join(word[0] for word in re.findall(r"\w+", long)).lower()
    return len(short) > 1 and not re.search(r"\W", short) and first in {short.lower(), short.lower().removesuffix("s")}


def unusable(text: str) -> str:
    """Return why nothing can be found by this text, or nothing."""
    if len(text) > LONGEST:
        return f"has {len(text):,} characters; at most {LONGEST} are read"
    if not text.isprintable():
        return f"{text[:60]!r} has a character that cannot be printed"
    if not slug(text) or not any(char.isalpha() for char in text):
        return f"{text[:60]!r} has no letter, so nothing can be found by it"
    return ""


def is_url(text: str) -> bool:
    """Say whether this is an address that a page may lead to."""
    return bool(_URL.fullmatch(text))


def meaning_of(column: str) -> str | None:
    """Return which field of a catalogue a column or key of a foreign list is, or None."""
    return COLUMNS.get(_plain(column))


def type_of(text: str) -> tuple[str, str] | None:
    """Return kind and subkind of a type as foreign lists name it, or None; nothing but letters makes a type."""
    return _TYPES.get(fold(text)) if _TYPE.fullmatch(text) else None


def texts(value: object, *, cells: bool) -> Iterator[str]:
    """Yield the texts of a value: of a text, a list of texts, or a list of objects with a name.

    Args:
        value: As it stands in the list.
        cells: A text may hold several, with a bar or a semicolon between.
    """
    if isinstance(value, str):
        between = "|" if "|" in value or not cells else ";"
        parts = value.split(between) if cells else [value]
        yield from (" ".join(part.split()) for part in parts if part.strip())
    elif isinstance(value, list):
        for one in value:
            if isinstance(one, str):
                yield from (" ".join(part.split()) for part in one.split("|") if part.strip())
            elif isinstance(one, dict):
                yield from texts(_first(one, ("name", "label", "collection", "url")), cells=False)


def _plain(column: str) -> str:
    return re.sub(r"[^a-z]", "", column.lower())


def _first(fields: Mapping[str, object], keys: Iterable[str]) -> object:
    return next((fields[key] for key in keys if key in fields), None)


def _ruled(text: str) -> tuple[str, str]:
    """Return rule and spelling; as in our own files, a rule may stand before a colon."""
    rule, colon, spelling = text.partition(":")
    return (rule, spelling.strip()) if colon and rule in RULES else ("", text)


def _parted(rule: str, text: str) -> list[tuple[str, str]]:
    """Return the spellings in an alias with a gloss: both where one stands for the other, else none."""
    bare, gloss = without_gloss(text)
    if not gloss:
        return [(rule, text)]
    return [(rule, bare), ("", gloss)] if stands_for(bare, gloss) else []
