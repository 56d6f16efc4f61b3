"""Identifiers of papers: their normal forms, and the ids that a paper answers to."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from loaders.notice import folded, is_notice

if TYPE_CHECKING:
    from loaders.paper import Paper

_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(\S+)", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:\s*)?"
    r"(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v(?P<version>[1-9]\d{0,2}))?(?:\.pdf)?(?:[?#].*)?",
    re.IGNORECASE,
)
_OPENREVIEW_URL = re.compile(r"openreview\.net/(?:forum|pdf|attachment)\?(?:[^#]*&)?id=([\w-]+)")
_OPENREVIEW_ID = re.compile(r"[\w-]{6,20}")

TELLING = 100
"""A folded abstract that is shorter ("See the full text.") may be that of several papers."""


def normal_doi(text: str) -> str | None:
    """Return a DOI in lower case without `https://doi.org/`; None where the text holds none."""
    match = _DOI.search(text)
    return match.group().rstrip(".,;)\"'").lower() if match else None


def normal_arxiv(text: str) -> str | None:
    """Return an arXiv id without version and subject class, also from an address or an arXiv DOI; else None."""
    doi = _ARXIV_DOI.search(text)
    match = _ARXIV.fullmatch((doi[1] if doi else text).strip())
    return re.sub(r"\.[a-z]{2}/", "/", match["id"].lower()) if match else None


def arxiv_version(text: str) -> int | None:
    """Return the version that an arXiv id or address names, from 1; None where it names none."""
    doi = _ARXIV_DOI.search(text)
    match = _ARXIV.fullmatch((doi[1] if doi else text).strip())
    return int(match["version"]) if match and match["version"] else None


def normal_openreview(text: str) -> str | None:
    """Return an OpenReview id, also from an address; else None. It is case-sensitive."""
    match = _OPENREVIEW_URL.search(text)
    if match:
        return match[1]
    return text.strip() if _OPENREVIEW_ID.fullmatch(text.strip()) else None


def identifiers(paper: Paper) -> list[str]:
    """Return every id that this paper answers to, the strongest first: DOI, arXiv, OpenReview, catalogues, its text."""
    known = (("doi", paper.doi), ("arxiv", paper.arxiv_id), ("openreview", paper.openreview_id))
    strong = [f"{scheme}:{value}" for scheme, value in known if value]
    return [*strong, *paper.other_ids, f"text:{_fingerprint(paper)}"]


def paper_id(paper: Paper) -> str:
    """Return the strongest id of the paper."""
    return identifiers(paper)[0]


def is_telling(abstract: str) -> bool:
    """Say whether an abstract alone shows which paper it is of."""
    return len(abstract) >= TELLING and len(folded(abstract)) >= TELLING and not is_notice(abstract)


def _fingerprint(paper: Paper) -> str:
    """Return the digest of the abstract, of the title too where the abstract does not tell enough."""
    text = folded(paper.abstract)
    if not is_telling(paper.abstract):
        parts = (folded(paper.title or ""), text)
        text = "\n".join(part for part in parts if part) or f"{paper.title or ''}\n{paper.abstract}".strip()
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12]
