"""EndNote's tagged form (refer, .enw, .enl): fields such as `%T`, records set apart by blank lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.tags import Known, Layout, Tagged, address_doi, first, names, parse_tagged, values, whole

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from loaders.paper import Paper, Skipped

_SIGNS = r"[0-9A-Z!@#$&()*+<=>?\[\]^~]"
_SNIFF = re.compile(rf"\A\s*(?:%{_SIGNS}[ \t].*\s+){{2}}")
_OF_A_PAPER = re.compile(r"^%[TXAJB][ \t]", re.MULTILINE)
_FIRSTS = frozenset({"%0", "%T", "%A"})
_MANY = frozenset({"%A", "%E", "%K", "%Y", "%U", "%Z", "%?", "%>"})
_CATALOGUES = (("wos", re.compile(r"WOS:(\w+)", re.I)), ("pmid", re.compile(r"(?:PMID|MEDLINE):?\s*(\d{1,9})", re.I)))


def sniff(head: str) -> bool:
    """Tell the format by its first two lines, of which each begins with a percent sign and a tag."""
    head = head.lstrip("\ufeff")
    return _SNIFF.match(head) is not None and _OF_A_PAPER.search(head) is not None


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers; a record goes on to a `%0`, or behind a blank line to a tag that begins another."""
    return parse_tagged(lines, _LAYOUT, source=source)


def _starts(seen: Collection[str], tag: str, blank: bool) -> bool:
    """Tell whether a tag begins a record; a blank line alone does not tell, since abstracts hold some too."""
    if tag in {"%0", "%T"} and tag in seen:
        return True
    if not blank:
        return False
    return (tag in seen and tag not in _MANY) or (tag in _FIRSTS and not {"%T", "%X"}.isdisjoint(seen))


def _read(record: Tagged) -> Known:
    addresses = [address for text in values(record, "%U") for address in text.split()]
    preprints = (text.split()[0] for text in (*values(record, "%M", "%R"), *addresses) if "arxiv" in text.lower())
    fields: dict[str, object] = {
        "title": first(record, "%T", "%Q"),
        "abstract": whole(record, "%X"),
        "authors": names(values(record, "%A") or values(record, "%E")),
        "year": [*values(record, "%D"), *values(record, "%8")],
        "venue": first(record, "%J", "%B", "%S"),
        "doi": first(record, "%R") or next((doi for address in addresses if (doi := address_doi(address))), None),
        "arxiv": next(preprints, None),
        "url": next((address for address in addresses if address.startswith("http")), None),
        "openreview": next((address for address in addresses if "openreview.net" in address), None),
    }
    found = ((scheme, pattern.match(text)) for scheme, pattern in _CATALOGUES for text in values(record, "%M"))
    return Known(fields, tuple(dict.fromkeys(f"{scheme}:{match[1]}" for scheme, match in found if match)))


_LAYOUT = Layout(
    tag=re.compile(rf"[ \t]{{0,3}}(?P<tag>%{_SIGNS})(?:[ \t]+(?P<text>.*)|$)"),
    starts=_starts,
    read=_read,
    expected="the tags %T, %X",
)
