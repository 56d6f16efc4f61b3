"""Web of Science in its tagged form (savedrecs.txt, ISI): records from `PT` to `ER`, with the works they cite."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.cited_lines import from_wos
from loaders.tags import Known, Layout, Tagged, first, names, parse_tagged, values, whole

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from loaders.paper import Paper, Reference, Skipped

_SNIFF = re.compile(r"\A\s*(?:FN .*\s+(?:VR|PT) |PT [A-Z][ \t]*\r?\n[A-Z][A-Z0-9] )")
_GOES_ON = re.compile(r"(?:DOI\b|V\d|P\d|\[?10\.\d{4})")
_UNENDED = ("DOI", ",", "-", "[")
_ID = re.compile(r"[\w.-]{1,40}")
_CATALOGUES = {"WOS": "wos", "ISI": "wos", "MEDLINE": "pmid", "INSPEC": "inspec"}


def sniff(head: str) -> bool:
    """Tell the format by its header (`FN`, `VR`) or by a first record that begins with `PT J`."""
    return _SNIFF.match(head.lstrip("\ufeff")) is not None


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers; a record goes on to `ER` or to the next `PT`."""
    return parse_tagged(lines, _LAYOUT, source=source)


def _starts(seen: Collection[str], tag: str, blank: bool) -> bool:
    return tag == "FN" or (tag == "PT" and ("PT" in seen or blank))


def _read(record: Tagged) -> Known:
    fields: dict[str, object] = {
        "title": first(record, "TI"),
        "abstract": whole(record, "AB"),
        "authors": _authors(record),
        "year": [first(record, tag) or "" for tag in ("PY", "EA", "PD")],  # DA is the day of the export
        "venue": first(record, "SO", "JI", "J9"),
        "doi": first(record, "DI"),
        "arxiv": next((text for text in values(record, "AR", "DI") if "arxiv" in text.lower()), None),
    }
    return Known(fields, _other_ids(record), _references(record))


def _authors(record: Tagged) -> list[str]:
    """Return the authors, one a line, in full where the record has them so; of a book its editors at need."""
    text = first(record, "AF", "AU", "BF", "BA", "CA", "BE")
    return names(text.splitlines()) if text else []


def _other_ids(record: Tagged) -> tuple[str, ...]:
    told = [text.strip().partition(":") for text in values(record, "UT")]
    ids = [
        f"{_CATALOGUES[name.upper()]}:{id_}"
        for name, _, id_ in told
        if name.upper() in _CATALOGUES and _ID.fullmatch(id_)
    ]
    ids += [f"pmid:{text.strip()}" for text in values(record, "PM") if text.strip().isdigit()]
    return tuple(dict.fromkeys(ids))


def _references(record: Tagged) -> tuple[Reference, ...]:
    """Return the works cited, one a line; an old export may break a line before its DOI."""
    entries: list[str] = []
    for line in (line.strip() for text in values(record, "CR") for line in text.splitlines()):
        if entries and (_GOES_ON.match(line) or entries[-1].endswith(_UNENDED)):
            entries[-1] += f" {line}"
        elif line:
            entries.append(line)
    return tuple(cited for entry in entries if (cited := from_wos(entry)))


_LAYOUT = Layout(
    tag=re.compile(r"(?P<tag>[A-Z][A-Z0-9])(?:[ \t]+(?P<text>.*)|$)"),
    starts=_starts,
    read=_read,
    expected="the tags TI, AB",
    opens="PT",
    ends=frozenset({"ER", "EF", "VR"}),
)
