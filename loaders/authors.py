"""Names of authors, from every shape in which records hold them."""

from __future__ import annotations

import re

_LAST_OF_ALL = re.compile(r"(?:^|[\s,]+)(?:et\s+al\.?|others)$", re.IGNORECASE)
_AFFILIATION = re.compile(r"\s*\([^()]*\)")
_DEEPEST = 4  # parentheses within parentheses
_INITIALS = re.compile(r"(?:[A-ZÀ-Þ]\.?[\s-]?){1,4}")
_AND = re.compile(r"\s+(?:and|&)\s+|\s*;\s*")
_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")
_ABSENT = frozenset({"nan", "none", "null", "n/a"})


def read_authors(value: object) -> tuple[str, ...]:
    """Return the names as "Given Family", each once, in order.

    Taken are a list of names or of objects (`name`; `given` and `family`; `author` with one of them inside), or one
    text: "A and B", "A; B", "A, B, C", "Family, Given and Family, Given", "Family, G., Family, G.".
    """
    if isinstance(value, dict):
        value = value.get("value", [value])
    if isinstance(value, str):
        names = _split(without_affiliations(value))
    else:
        names = [_name(item) for item in value] if isinstance(value, list) else []
    tidy = (" ".join(_LAST_OF_ALL.sub("", _UNWRITABLE.sub("\ufffd", name)).split()).strip(",") for name in names)
    return tuple(dict.fromkeys(name for name in tidy if name and name.lower() not in _ABSENT))


def without_affiliations(text: str) -> str:
    """Return a text without what stands in parentheses, as in "Ada Lund (1), Bo Meyer (2) ((1) Lab (X), (2) Y)"."""
    for _ in range(_DEEPEST):
        text = _AFFILIATION.sub("", text)
    return text


def _name(item: object) -> str:
    if isinstance(item, str):
        return _in_order(item) if item.count(",") == 1 else item
    if not isinstance(item, dict):
        return ""
    fields = {re.sub(r"[\W_]", "", str(key)).lower(): value for key, value in item.items()}
    inner = fields.get("author")
    if isinstance(inner, dict):
        return _name(inner)
    whole = next((fields[key] for key in ("name", "fullname", "displayname") if isinstance(fields.get(key), str)), None)
    if whole:
        return _name(whole)
    halves = [
        next((value for key in keys if isinstance(value := fields.get(key), str)), "")
        for keys in (("given", "firstname", "first", "fn", "forename"), ("family", "lastname", "last", "ln", "surname"))
    ]
    return " ".join(halves)


def _split(text: str) -> list[str]:
    """Split a text that lists authors; a comma stands between authors, or between a family and a given name."""
    parts = [part for part in _AND.split(text.strip()) if part]
    if len(parts) > 1 and all(part.count(",") <= 1 for part in parts) and not _lists(parts[0]):
        return [_in_order(part) for part in parts]
    if len(parts) == 1 and text.count(",") == 1 and not _lists(text):
        return [_in_order(text)]
    names = [name.strip() for part in parts for name in part.split(",")]
    if len(names) % 2 == 0 and all(_INITIALS.fullmatch(name) for name in names[1::2]):
        return [f"{given} {family}" for family, given in zip(names[::2], names[1::2], strict=True)]
    return names


def _lists(part: str) -> bool:
    """Tell whether a part such as "Ada Lund, Bo Meyer" lists authors: a family name alone has no blank."""
    return "," in part and " " in part.split(",")[0].strip()


def _in_order(name: str) -> str:
    family, _, given = name.partition(",")
    return f"{given.strip()} {family.strip()}" if given.strip() else family
