"""What the dialects of JSON share: the noun for what is no paper, and ways to take values of any type."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loaders.jats import jats_text
from loaders.paper import Paper, Reference, Skipped
from loaders.record import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_ID = re.compile(r"[\x21-\x7e]{1,200}")


@dataclass(frozen=True, slots=True)
class Aside:
    """Records beside papers that are none, such as the reviews of a submission; told once a file, with their number.

    Attributes:
        what: What they are and what became of them, as `reviews are no papers`.
    """

    what: str
    count: int = 1


def items_of(value: object) -> list[object]:
    """Return a list as it is, nothing of what is none."""
    return value if isinstance(value, list) else []


def fields_of(value: object) -> Mapping[str, object]:
    """Return an object as it is, nothing of what is none."""
    return value if isinstance(value, dict) else {}


def first_of(values: object) -> object:
    """Return the first item of a list that says something, or a value that is no list."""
    return next((item for item in values if plain(item)), None) if isinstance(values, list) else values


def read_markup(value: object) -> str | None:
    """Return the text of a value in which tags of JATS or HTML and their named characters may stand."""
    text = plain(value)
    return jats_text(text) if text else None


def ids_of(pairs: Iterable[tuple[str, object]]) -> tuple[str, ...]:
    """Return `scheme:value` for each value that is a text or a number, each once."""
    told = (pair for pair in pairs if isinstance(pair[1], (str, int)) and not isinstance(pair[1], bool))
    texts = [(scheme, str(value).strip()) for scheme, value in told]
    return tuple(dict.fromkeys(f"{scheme}:{text}" for scheme, text in texts if _ID.fullmatch(text)))


def as_reference(paper: Paper | Skipped | Aside) -> Reference | None:
    """Return what a list of references says where it describes its works as a file does its papers."""
    if not isinstance(paper, Paper):
        return None
    return Reference(
        title=paper.title,
        authors=paper.authors,
        year=paper.year,
        doi=paper.doi,
        arxiv_id=paper.arxiv_id,
        openreview_id=paper.openreview_id,
        other_ids=paper.other_ids,
    )
