"""Works cited, as databases write each on one line: Web of Science, Scopus, PsycINFO."""

from __future__ import annotations

import re

from loaders.cited import arxiv_in, doi_in
from loaders.identifiers import normal_arxiv, normal_doi
from loaders.paper import Reference

_INITIALS = re.compile(r"(?:[^\W\d_]\.?[\s-]?){1,4}")
_GLUED_ARXIV = re.compile(r"\barxiv\s?(\d{4})(\d{4,5})\b", re.IGNORECASE)
_YEAR = re.compile(r"\(((?:19|20)\d\d)[a-z]?\)")
_FIRST_SENTENCE = re.compile(r"[.,:]?\s*(?P<title>.{10,400}?[^.\s]{2})(?:\.(?:\s|$)|(?=[?!]\s)|\s\(\d)")
_NOBODY = "[anonymous]"
_LONGEST = 2000
_SHORTEST = 4


def from_wos(entry: str) -> Reference | None:
    """Return the work in "Lund A, 2019, J NEURAL SYST, V3, P1, DOI 10.5555/3"; the name is that of its source.

    An id of arXiv comes as ARXIV170603762 as well. Of several DOIs the first counts.
    """
    entry = _on_one_line(entry)
    parts = entry.split(", ")
    year = next((int(part) for part in parts[:2] if re.fullmatch(r"1[5-9]\d\d|20\d\d", part)), None)
    doi = normal_doi(entry[place:]) if (place := entry.find("DOI ")) >= 0 else doi_in(entry)
    glued = _GLUED_ARXIV.search(entry)
    arxiv = f"{glued[1]}.{glued[2]}" if glued else arxiv_in(entry)
    author = parts[0].strip("* ")
    if year is None and not doi and not arxiv:
        return None
    is_named = author.lower() != _NOBODY and re.search(r"[^\W\d_]", author) and "10." not in author
    return Reference(
        authors=(author,) if is_named else (),
        year=year,
        doi=None if doi and normal_arxiv(doi) else doi and doi.rstrip("]"),
        arxiv_id=arxiv or (normal_arxiv(doi) if doi else None),
    )


def from_scopus(entry: str) -> Reference | None:
    """Return the work in "Lund, A., Meyer, B., A title (2019) Journal, 3, pp. 1-9"; None without year or title."""
    entry = _on_one_line(entry)
    year = _YEAR.search(entry)
    if year is None:
        return None
    parts = entry[: year.start()].strip(" ,").split(", ")
    names: list[str] = []
    while len(parts) > 2 and _INITIALS.fullmatch(parts[1]) and parts[1].endswith("."):
        names.append(f"{parts[1]} {parts[0]}")
        parts = parts[2:]
    if len(parts[-1]) < _SHORTEST:
        return None
    return Reference(
        title=", ".join(parts),
        authors=tuple(names),
        year=int(year[1]),
        doi=doi_in(entry),
        arxiv_id=arxiv_in(entry),
    )


def from_apa(entry: str) -> Reference | None:
    """Return the work in "Lund, A, & Meyer, B (2019). A title. Journal, 3, 1-9"; None without year or title."""
    entry = _on_one_line(entry)
    year = _YEAR.search(entry)
    if year is None or year.start() == 0:
        return None
    title = _FIRST_SENTENCE.match(entry, year.end())
    parts = [part.strip(" ,&") for part in entry[: year.start()].split(", ")]
    pairs = zip(parts[::2], parts[1::2], strict=False)
    names = tuple(f"{given} {family}" for family, given in pairs if _INITIALS.fullmatch(given))
    if title is None:
        return None
    return Reference(
        title=title["title"].strip(),
        authors=names,
        year=int(year[1]),
        doi=doi_in(entry),
        arxiv_id=arxiv_in(entry),
    )


def _on_one_line(entry: str) -> str:
    return " ".join(entry[:_LONGEST].replace("\x00", "\ufffd").split())
