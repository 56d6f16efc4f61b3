"""Identifiers of papers: their normal forms, and the ids that a paper answers to."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loaders.paper import Paper

_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(\S+)", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:\s*)?"
    r"(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?(?:\.pdf)?(?:[?#].*)?",
    re.IGNORECASE,
)
_OPENREVIEW_URL = re.compile(r"openreview\.net/(?:forum|pdf|attachment)\?(?:[^#]*&)?id=([\w-]+)")
_OPENREVIEW_ID = re.compile(r"[\w-]{6,20}")
_BETWEEN_WORDS = re.compile(r"[\W_]+")


def normal_doi(text: str) -> str | None:
    """Return a DOI in lower case without `https://doi.org/`; None where the text holds none."""
    match = _DOI.search(text)
    return match.group().rstrip(".,;)\"'").lower() if match else None


def normal_arxiv(text: str) -> str | None:
    """Return an arXiv id without version and subject class, also from an address or an arXiv DOI; else None."""
    doi = _ARXIV_DOI.search(text)
    match = _ARXIV.fullmatch((doi[1] if doi else text).strip())
    return re.sub(r"\.[a-z]{2}/", "/", match["id"].lower()) if match else None


def normal_openreview(text: str) -> str | None:
    """Return an OpenReview id, also from an address; else None. It is case-sensitive."""
    match = _OPENREVIEW_URL.search(text)
    if match:
        return match[1]
    return text.strip() if _OPENREVIEW_ID.fullmatch(text.strip()) else None


def identifiers(paper: Paper) -> list[str]:
    """Return every id that this paper answers to, the strongest first: DOI, arXiv, OpenReview, its own text."""
    known = (("doi", paper.doi), ("arxiv", paper.arxiv_id), ("openreview", paper.openreview_id))
    return [*(f"{scheme}:{value}" for scheme, value in known if value), f"text:{_fingerprint(paper)}"]


def paper_id(paper: Paper) -> str:
    """Return the strongest id of the paper."""
    return identifiers(paper)[0]


def folded(text: str) -> str:
    """Return the text in lower case (NFKC) with everything between letters and digits as one blank."""
    return _BETWEEN_WORDS.sub(" ", unicodedata.normalize("NFKC", text).lower()).strip()


def _fingerprint(paper: Paper) -> str:
    text = folded(paper.abstract) or folded(paper.title or "")
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12]
