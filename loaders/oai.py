"""OAI-PMH: harvested records with the metadata oai_dc, arXiv, arXivRaw or arXivOld."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.authors import without_affiliations
from loaders.identifiers import normal_arxiv, normal_doi
from loaders.latex import plain
from loaders.notice import is_notice
from loaders.paper import Skipped
from loaders.record import read_year, to_paper
from loaders.xml import find, find_all, local_name, read_papers, root_name, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lxml import etree

    from loaders.paper import Paper

_NAMESPACE = re.compile(r"http://www\.openarchives\.org/OAI/2\.0/[\"']")
_LOOSE = frozenset({"record", "records", "listrecords", "getrecord"})
_BETWEEN = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+|\s+&\s+")
_SUFFIX = re.compile(r"(?:jr|sr)\.?|I{2,3}|IV", re.IGNORECASE)
_REMARK = re.compile(r"\s*Comments?:", re.IGNORECASE)  # arXiv gives its comments as a second description


def sniff(head: str) -> bool:
    """Tell whether the root is an answer of OAI-PMH, or records out of one."""
    name = root_name(head)
    return name == "OAI-PMH" or (name.lower() in _LOOSE and _NAMESPACE.search(head) is not None)


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers of the records; a deleted one, and an error that the server answered, are skipped by name."""
    is_empty = True
    for found in read_papers(lines, {"record", "error"}, _read, source=source):
        is_empty = False
        yield found
    if is_empty:
        yield Skipped(f"{source}:1", "no record; expected the answer to ListRecords or GetRecord")


def _read(element: etree._Element, place: str) -> Paper | Skipped | None:
    parent = element.getparent()
    around = "" if parent is None else local_name(parent)
    if local_name(element) == "record":
        return None if around == "metadata" else _paper(element, place)  # that of MARC is named so too
    if around != "OAI-PMH":
        return None
    return Skipped(place, f"the server answered {element.get('code', 'error')}: {text_of(element)}".rstrip(": "))


def _paper(record: etree._Element, place: str) -> Paper | Skipped:
    header = find(record, "header")
    identifier = text_of(find(record, "header/identifier"))
    if header is not None and header.get("status") == "deleted":
        return Skipped(place, f"deleted in its repository ({identifier or 'without identifier'})")
    metadata = next((child for child in _children(find(record, "metadata")) if local_name(child)), None)
    if metadata is None:
        return Skipped(place, "no metadata; expected oai_dc, arXiv or arXivRaw")
    read = _READERS.get(local_name(metadata))
    if read is None:
        return Skipped(place, f"metadata in {local_name(metadata)}; expected oai_dc, arXiv or arXivRaw")
    fields = read(metadata)
    if not fields["title"] and not fields["abstract"]:
        return Skipped(place, "title and abstract are both empty")
    own = identifier.rpartition("arXiv.org:")[2]
    if not fields["arxiv"] and normal_arxiv(own):
        fields["arxiv"] = own
    return to_paper(fields, place=place, version=_version(metadata))


def _children(element: etree._Element | None) -> list[etree._Element]:
    return [] if element is None else list(element)


def _arxiv(metadata: etree._Element) -> dict[str, object]:
    """Read the fields that every metadata format of arXiv has; the year is that of the first version."""
    name = _text(metadata, "id")
    versions = [text_of(find(version, "date")) for version in find_all(metadata, "version")]
    return {
        "title": _text(metadata, "title"),
        "abstract": _text(metadata, "abstract"),
        "authors": [_name(author) for author in find_all(metadata, "authors/author")]
        or _names(_text(metadata, "authors")),
        "year": next(iter(versions), "") or _text(metadata, "created") or _text(metadata, "date"),
        "venue": _text(metadata, "journal-ref"),
        "doi": _text(metadata, "doi"),
        "arxiv": name,
        "url": f"https://arxiv.org/abs/{name}" if normal_arxiv(name) else "",
    }


def _dublin_core(metadata: etree._Element) -> dict[str, object]:
    """Read Dublin Core, where any field may stand many times."""
    fields: dict[str, list[str]] = {}
    for child in metadata:
        fields.setdefault(local_name(child), []).append("".join(map(str, child.itertext())).strip())
    identifiers = fields.get("identifier", [])
    dois = sorted(filter(None, map(normal_doi, identifiers)), key=lambda doi: normal_arxiv(doi) is not None)
    addresses = [name for name in identifiers if name.startswith("http")]
    arxiv = next(filter(normal_arxiv, identifiers), "")
    # arXiv gives the reference to a journal as one more identifier.
    others = [name for name in identifiers if not normal_doi(name) and not normal_arxiv(name) and name not in addresses]
    return {
        "title": next(iter(fields.get("title", [])), ""),
        "abstract": next((text for text in fields.get("description", []) if not _is_remark(text)), ""),
        "authors": fields.get("creator", []),
        "year": min(filter(None, map(read_year, fields.get("date", []))), default=0),
        "venue": _journal(fields.get("source", [])) or next(iter(others if arxiv else []), ""),
        "doi": next(iter(dois), ""),
        "arxiv": arxiv,
        "url": next(iter(addresses), ""),
    }


_READERS: dict[str, Callable[[etree._Element], dict[str, object]]] = {
    "arXiv": _arxiv,
    "arXivRaw": _arxiv,
    "arXivOld": _arxiv,
    "dc": _dublin_core,
}


def _journal(sources: list[str]) -> str:
    """Return the name in "Journal of X; Vol. 1 (2020); 1-20"; a source may be an ISSN or an address as well."""
    names = (source.partition(";")[0].strip() for source in sources if not source.startswith("http"))
    return next((name for name in names if re.search(r"[^\W\d_]{2}", name)), "")


def _is_remark(text: str) -> bool:
    return not text or _REMARK.match(text) is not None or is_notice(text)


def _version(metadata: etree._Element) -> int | None:
    """Return the newest version, which is the one that the metadata is of."""
    names = (str(version.get("version", "")) for version in find_all(metadata, "version"))
    return max((int(name[1:]) for name in names if re.fullmatch("v[1-9][0-9]{0,2}", name)), default=None)


def _name(author: etree._Element) -> dict[str, str]:
    family = f"{_text(author, 'keyname')} {_text(author, 'suffix')}".strip()
    return {"given": _text(author, "forenames"), "family": family}


def _names(text: str) -> list[str]:
    """Return the names in "Ada Lund, Bo Meyer, Jr. and Cy Roe (Dept. of X)", accents in TeX as letters."""
    names: list[str] = []
    for name in _BETWEEN.split(without_affiliations(" ".join(text.split()))):
        if names and _SUFFIX.fullmatch(name):
            names[-1] += f" {name}"
        else:
            names.append(name)
    return [plain(name) for name in names]


def _text(element: etree._Element, path: str) -> str:
    """Return the text under a path, its line ends kept."""
    found = find(element, path)
    return "" if found is None else "".join(map(str, found.itertext())).strip()
