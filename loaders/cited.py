"""What the lists of references in XML formats say of a work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.authors import read_authors
from loaders.identifiers import normal_arxiv, normal_doi
from loaders.paper import Reference
from loaders.record import read_year

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ARXIV = re.compile(
    r"\barxiv(?:\.org/(?:abs|pdf)/|[\s:.]*)(?:arxiv:|abs/)?\s*"
    r"((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?!\d)(?:v\d{1,3}\b)?)",
    re.IGNORECASE,
)
_AROUND = " .-–—?_[]()"
_DOI = re.compile(r"\b(?:doi:?\s*|doi\.org/)(10\.\d{4,9}/\S+)", re.IGNORECASE)


def to_reference(
    *,
    title: str = "",
    authors: Sequence[Mapping[str, str]] = (),
    year: str = "",
    doi: str = "",
    arxiv: str = "",
    other_ids: tuple[str, ...] = (),
) -> Reference | None:
    """Return the work that a list names, its parts read as those of a paper are; None where it says nothing of it."""
    known_doi = normal_doi(doi)
    reference = Reference(
        title=title if title.strip(_AROUND) else None,
        authors=read_authors(list(authors)),
        year=read_year(year),
        doi=None if known_doi and normal_arxiv(known_doi) else known_doi,
        arxiv_id=normal_arxiv(arxiv) or (normal_arxiv(known_doi) if known_doi else None),
        other_ids=other_ids,
    )
    return None if reference == Reference() else reference


def arxiv_in(text: str) -> str | None:
    """Return the arXiv id that a text names, as "arXiv preprint arXiv:1412.6980v9" does, with its version."""
    match = _ARXIV.search(text)
    return match[1] if match else None


def doi_in(text: str) -> str | None:
    """Return the DOI that a text names as one, as "doi: 10.1000/182" does."""
    match = _DOI.search(text)
    return normal_doi(match[1]) if match else None
