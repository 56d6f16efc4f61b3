"""Names of authors in BibTeX: `Family, Given and Given Family and {A Group, Inc.} and others`."""

from __future__ import annotations

import re

from loaders.latex import plain

_PIECE = re.compile(r"[{}]|,|\s+and(?=\s)", re.IGNORECASE)
_SUFFIX = re.compile(r"(?:jr|sr|junior|senior|[ivx]+|\d(?:st|nd|rd|th))\.?", re.IGNORECASE)
_KEYED = re.compile(r"\s*\"?(given|family|prefix|suffix)\s*=\s*(.*?)\"?\s*", re.DOTALL)


def bibtex_authors(text: str) -> str | list[dict[str, str]]:
    """Return the names in a shape that `read_authors` takes; names set apart by commas alone come as one text."""
    names = [parts for parts in _split(text) if any(part.strip() for part in parts)]
    if any(len(parts) > 2 and not _SUFFIX.fullmatch(parts[1].strip()) and not _keyed(parts) for parts in names):
        return plain(text)
    if len(names) == 1 and ";" in plain(text):
        return plain(text)
    return [_name(parts) for parts in names if parts != ["others"]]


def _split(text: str) -> list[list[str]]:
    """Split a list of names at `and`, each name at its commas; what stands in braces is whole."""
    names: list[list[str]] = [[]]
    depth = start = 0
    text = f" {text} and "
    for match in _PIECE.finditer(text):
        depth = max(0, depth + {"{": 1, "}": -1}.get(match[0], 0))
        if depth > 0 or match[0] in "{}":
            continue
        names[-1].append(text[start : match.start()].strip())
        start = match.end()
        if match[0] != ",":
            names.append([])
    return names


def _name(parts: list[str]) -> dict[str, str]:
    """Return the halves of a name; a suffix stands behind the family name."""
    keyed = _keyed(parts)
    if keyed:
        whole = " ".join(keyed[key] for key in ("prefix", "family", "suffix") if key in keyed)
        return {"given": plain(keyed.get("given", "")), "family": plain(whole)}
    family, *suffix, given = parts if len(parts) > 1 else [parts[0], ""]
    return {"given": plain(given), "family": " ".join(plain(part) for part in (family, *suffix))}


def _keyed(parts: list[str]) -> dict[str, str]:
    """Return the parts of a name of BibLaTeX (`family=Roe, given=Ada`); empty where it is none."""
    matches = [_KEYED.fullmatch(part) for part in parts]
    found = {match[1].lower(): match[2] for match in matches if match}
    return found if "family" in found and len(found) == len(parts) else {}
