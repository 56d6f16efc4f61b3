"""MEDLINE in its tagged form (PubMed's .nbib and .txt, ERIC's .nbib): records from `PMID- ` to a blank line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders import ris
from loaders.tags import Known, Layout, Tagged, first, names, parse_tagged, values, whole

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from loaders.paper import Paper, Skipped

_TAG = re.compile(r"(?P<tag>[A-Z][A-Z0-9]{1,3}) {0,2}-(?:[ \t](?P<text>.*)|$)")
_OWN = frozenset({"PMID", "OWN", "STAT", "FAU", "JT", "DP", "DCOM", "EDAT", "PST", "OT", "LID", "AID"})
_COMMON = frozenset({"TI", "AB", "AU", "LA", "PT", "SO", "TA", "IS", "VI", "IP", "PG", "AD", "MH", "DA", "LR"})
_FIRSTS = frozenset({"OWN", "TI", "BTI"})
_ENOUGH = 3
_UNTRANSLATED = re.compile(r"\[?not available\]?\.?", re.IGNORECASE)
_SHORT = re.compile(r"(?P<family>[^\s,].*) (?P<given>[^\W\d_a-z]{1,3})")


def sniff(head: str) -> bool:
    """Tell the format by its tags, padded to four signs, where there is no tag of RIS that begins or ends a record."""
    tags = {match["tag"] for line in head.splitlines()[:400] if (match := _TAG.match(line.lstrip("\ufeff")))}
    return len(tags & (_OWN | _COMMON)) >= _ENOUGH and not tags.isdisjoint(_OWN) and not ris.sniff(head)


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers; a record goes on to the next `PMID`, or where it has none, to the next first tag."""
    return parse_tagged(lines, _LAYOUT, source=source)


def _starts(seen: Collection[str], tag: str, blank: bool) -> bool:
    if tag == "PMID":
        return "PMID" in seen or blank
    return blank and tag in _FIRSTS and tag in seen


def _read(record: Tagged) -> Known:
    title = first(record, "TI")
    if not title or _UNTRANSLATED.fullmatch(title.strip()):
        title = first(record, "TT", "BTI", "TI")
    dates = [first(record, "DP") or "", *(text[:4] for text in values(record, "DEP", "EDAT"))]
    addresses = [text.split()[0] for text in values(record, "LID", "AID") if text.strip().startswith("http")]
    fields: dict[str, object] = {
        "title": title,
        "abstract": whole(record, "AB"),
        "authors": _authors(record),
        "year": dates,
        "venue": first(record, "JT", "TA", "BTI") if title != first(record, "BTI") else first(record, "JT", "TA"),
        "doi": _doi(record),
        "url": next((address for address in addresses if "doi.org" not in address), None),
    }
    return Known(fields, _other_ids(record))


def _authors(record: Tagged) -> list[str]:
    """Return the authors and groups of authors as they follow, by full names where the record has them."""
    full = values(record, "FAU", "CN") if values(record, "FAU") else values(record, "AU", "CN")
    short = (_SHORT.fullmatch(" ".join(name.split())) for name in names(full))
    return [
        f"{match['given']} {match['family']}" if match else name for name, match in zip(names(full), short, strict=True)
    ]


def _doi(record: Tagged) -> str | None:
    """Return what names the DOI: an id marked as one, an address, or the end of the source."""
    texts = values(record, "LID", "AID")
    marked = [text for text in texts if "[doi]" in text] + [text for text in texts if "doi.org/" in text]
    sources = (text.rpartition("doi:")[2] for text in values(record, "SO") if "doi:" in text)
    return next(iter([*marked, *sources]), None)


def _other_ids(record: Tagged) -> tuple[str, ...]:
    ids = [f"pmid:{text.strip()}" for text in values(record, "PMID") if text.strip().isdigit()]
    ids += [f"pmcid:{text.strip()}" for text in values(record, "PMC") if re.fullmatch(r"PMC\d+", text.strip())]
    return tuple(
        ids + [f"eric:{text.strip()}" for text in values(record, "OID") if re.fullmatch(r"E[DJ]\d+", text.strip())]
    )


_LAYOUT = Layout(tag=_TAG, starts=_starts, read=_read, expected="the tags TI, AB")
