"""RIS: records from `TY  - ` to `ER  - `, as databases and reference managers write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.cited_lines import from_apa, from_scopus
from loaders.identifiers import normal_doi
from loaders.notice import folded, is_notice
from loaders.tags import Known, Layout, Tagged, address_doi, first, names, parse_tagged, values, whole

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from loaders.paper import Paper, Reference, Skipped

_READ = "TY|ER|TI|T1|BT|AB|N2|AU|A1|PY|Y1|JO|JF|JA|T2|DO|UR"
_OF_A_PAPER = frozenset({*_READ.split("|"), "AN"})
_ALL = (
    f"{_READ}|A2|A3|A4|A5|AD|AN|AV|C[1-8]|CA|CN|CP|CR|CT|CY|DA|DB|DI|DP|ED|EP|ET|ID|IS|J1|J2|KW|L[1-4]|LA|LB|LK|M[1-4]"
    "|N1|NV|OP|PB|PM|PP|RI|RN|RP|SE|SN|SP|ST|SV|T3|T4|TA|TS|TT|U[1-5]|VL|VO|Y2"
)
_TY = re.compile(r"\s*TY(?P<shape>[ \t]*[-–—])(?P<behind>\S?)")
_AS_IT_SHOULD = re.compile(rf"\s*(?P<tag>{_READ})[ \t]*[-–—](?:[ \t]+(?P<text>.*)|$)")
_LOOSE = re.compile(rf"\s*(?P<tag>{_ALL})[ \t]*[-–—](?:[ \t]+(?P<text>.*)|$)")
_TIGHT = re.compile(rf"\s*(?P<tag>{_ALL})[ \t]*[-–—][ \t]*(?P<text>.*)")

_OTHER = re.compile(r"\A\s*(?:[<{\[@#\\`]|---\s)")
_BEGINS = re.compile(r"^[ \t\ufeff]*TY[ \t]*[-–—].*\s*^[ \t]*[A-Z][A-Z0-9][ \t]*[-–—]", re.MULTILINE)
_ENDS = re.compile(r"^ER  -\s*$", re.MULTILINE)
_HAS_TEXT = re.compile(r"^(?:TI|T1|AB|N2)  - ", re.MULTILINE)

_JOURNALS = frozenset({"JOUR", "EJOUR", "JFULL", "MGZN", "NEWS", "INPR", "ABST"})
_OF_A_JOURNAL = ("JF", "T2", "JO", "BT", "JA", "J2", "J1")
_OF_A_BOOK = ("BT", "T2", "JF", "JO", "C3", "JA", "J2", "J1", "T3")
_ADDRESSES = ("UR", "LK", "L2", "L1", "L4")
_CATALOGUES = (
    ("wos", re.compile(r"WOS:(\w+)", re.IGNORECASE)),
    ("pmid", re.compile(r"(?:PMID|MEDLINE|PubMed):?\s*(\d{1,9})", re.IGNORECASE)),
    ("openalex", re.compile(r"https?://openalex\.org/(W\d+)")),
)
_CITED = re.compile(r"\s*References:\s*", re.IGNORECASE)


def sniff(head: str) -> bool:
    """Tell RIS by a tag `TY` (or, for records without it, `ER`) with other tags around it."""
    if _OTHER.match(head):
        return False
    return _BEGINS.search(head) is not None or (_ENDS.search(head) is not None and _HAS_TEXT.search(head) is not None)


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers; a record goes on to `ER` or to the next `TY`, whatever stands between records."""
    return parse_tagged(_canonical(lines), _LAYOUT, source=source)


def _canonical(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines with their tags as the format has them, `TY  - `, in whatever way they are typed.

    In a record that begins as it should, a tag in another way counts only if it is one that is read: the wrapped
    line of an abstract may begin with "AD - ".
    """
    tag = _AS_IT_SHOULD
    for line in lines:
        line = line.lstrip("\ufeff").rstrip()
        opening = _TY.match(line)
        if opening:
            tag = _AS_IT_SHOULD if opening["shape"] == "  -" else _TIGHT if opening["behind"] else _LOOSE
        match = tag.match(line)
        yield f"{match['tag']}  - {match['text'] or ''}" if match else line


def _starts(seen: Collection[str], tag: str, blank: bool) -> bool:
    """Tell whether a type begins a record; tags above it that say nothing of a paper stand between records."""
    return tag == "TY" and (blank or "TY" in seen or _OF_A_PAPER.isdisjoint(seen))


def _read(record: Tagged) -> Known:
    title = first(record, "TI", "T1", "CT")
    book = first(record, "BT")
    is_in_journal = (first(record, "TY") or "").strip() in _JOURNALS
    venues = [tag for tag in (_OF_A_JOURNAL if is_in_journal else _OF_A_BOOK) if title or tag != "BT"]
    addresses = [text.split()[0].rstrip(";,") for text in values(record, *_ADDRESSES)]
    fields: dict[str, object] = {
        "title": title or book or title,
        "abstract": _abstract(record),
        "authors": names(values(record, "AU", "A1") or values(record, "A2")),
        "year": [*values(record, "PY"), *values(record, "Y1"), *values(record, "DA")],
        "venue": first(record, *venues),
        "doi": _doi(record),
        "arxiv": next((text.split()[0] for text in _preprints(record)), None),
        "openreview": next((address for address in addresses if "openreview.net" in address), None),
        "url": next((address for address in addresses if address.startswith("http")), None),
    }
    return Known(fields, _other_ids(record), _references(record))


def _abstract(record: Tagged) -> str | None:
    """Return the abstract: `AB`, but `N2` where that goes on further or where `AB` says nothing."""
    main, other = whole(record, "AB"), whole(record, "N2")
    if not main or is_notice(main):
        return other or main
    return other if other and folded(other).startswith(folded(main.rstrip(". …"))) else main


def _doi(record: Tagged) -> str | None:
    notes = (text for text in values(record, "N1") if text.lower().startswith("doi:"))
    named = [doi for text in (*values(record, "DO", "DI", "M3"), *notes) if (doi := normal_doi(text))]
    return next(iter(named), None) or next(filter(None, map(address_doi, values(record, *_ADDRESSES))), None)


def _preprints(record: Tagged) -> list[str]:
    """Return what may be an id of arXiv: an address or `arXiv:1706.03762 [cs.CL]`."""
    texts = values(record, "DO", "UR", "AN", "M3", "M1", "N1", "LK", "L1", "L2", "L4")
    return [text for text in texts if re.match(r"arxiv:\s*\S|https?://(?:\w+\.)?arxiv\.org/(?:abs|pdf)/", text, re.I)]


def _other_ids(record: Tagged) -> tuple[str, ...]:
    texts = values(record, "AN", "ID", "UR")
    found = ((scheme, pattern.match(text)) for scheme, pattern in _CATALOGUES for text in texts)
    return tuple(dict.fromkeys(f"{scheme}:{match[1]}" for scheme, match in found if match))


def _references(record: Tagged) -> tuple[Reference, ...]:
    """Return the works cited, where Scopus (a note) or Ovid (`M1`) lists them."""
    lists = (text[match.end() :] for text in values(record, "N1") if (match := _CITED.match(text)))
    cited = [from_scopus(entry) for text in lists for entry in text.splitlines() if entry.strip()]
    cited += [from_apa(text) for text in values(record, "M1")]
    return tuple(reference for reference in cited if reference)


_LAYOUT = Layout(
    tag=re.compile(r"\s*(?P<tag>[A-Z][A-Z0-9])  -[ \t]?(?P<text>.*)"),
    starts=_starts,
    read=_read,
    expected="the tags TI or T1, AB or N2",
    opens="TY",
    ends=frozenset({"ER"}),
    between=re.compile(r"(?:Record #?\d+ of \d+|\d{1,6}\.)"),
)
