"""What wraps up records in JSON: answers of servers, maps, columns; each rule gives the records inside, or None."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loaders.dialect import Aside, fields_of, items_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

LISTS = (
    *("papers", "results", "data", "notes", "items", "records", "submissions", "samples", "sample", "articles"),
    *("entries", "publications", "works", "documents", "recommendedPapers", "all_papers"),
)
"""Names under which an object holds a list of records, the likeliest first."""
OBJECTS = ("message", "data", "response", "result")
"""Names under which an object holds another that may wrap up records."""
OWN = frozenset({"title", "abstract", "content", "itemType", "paperId", "DOI", "attributes"})
"""Keys of a paper itself: what has one of them wraps up nothing."""

_DEEPEST = 8
_REPLIES = ("notes", "replies", "directReplies")


def opened(record: object, depth: int = 0) -> Iterator[object]:
    """Yield the records that a value holds: those that it wraps up, or the value itself."""
    found = (rule(record) for rule in _RULES) if isinstance(record, dict) and depth < _DEEPEST else iter(())
    inner = next((records for records in found if records is not None), None)
    if inner is None:
        yield record
        return
    for item in inner:
        yield from opened(item, depth + 1)


def _thread(record: dict[str, object]) -> list[object] | None:
    """Part a submission of OpenReview from what is nested in it."""
    details = fields_of(record.get("details"))
    nested = [items_of(place.get(key)) for place in (record, details) for key in _REPLIES]
    revisions = items_of(record.get("revisions"))
    if not isinstance(record.get("content"), dict) or not (any(nested) or revisions):
        return None
    alone = {key: value for key, value in record.items() if key not in {*_REPLIES, "revisions", "details"}}
    replies = max(map(len, nested))  # the direct replies stand among all replies once more
    asides = ((REPLIES, replies), (REVISIONS, len(revisions)))
    return [alone, *(Aside(what, count) for what, count in asides if count)]


def _network(record: dict[str, object]) -> list[object] | None:
    """Open a saved network of LocalCitationNetwork: the paper it starts from, and three lists around it."""
    if not isinstance(record.get("source"), dict) or not isinstance(record.get("input"), list):
        return None
    lists = (items_of(record.get(key)) for key in ("input", "incomingSuggestions", "outgoingSuggestions"))
    return [record["source"], *(paper for papers in lists for paper in papers)]


def _answer(record: dict[str, object]) -> list[object] | None:
    if not OWN.isdisjoint(record):
        return None
    inner = next((record[key] for key in LISTS if isinstance(record.get(key), list)), None)
    if inner is not None:
        return items_of(inner)
    objects = (record[key] for key in OBJECTS if isinstance(record.get(key), dict))
    inside = next((found for found in objects if "itemType" not in fields_of(found)), None)
    return None if inside is None else [inside]


def _columns(record: dict[str, object]) -> list[object] | None:
    """Turn columns (`{"title": [...], "abstract": [...]}`, each a list or a map by row) into rows."""
    columns = {key: _column(value) for key, value in record.items()}
    rows = list(columns.get("title", {}))
    if len(rows) < 2 or "value" in rows or any(list(column) != rows for column in columns.values()):
        return None
    return [{key: column[row] for key, column in columns.items()} for row in rows] if "abstract" in columns else None


def _column(value: object) -> Mapping[Any, object]:
    return fields_of(value) or dict(enumerate(items_of(value)))


def _by_id(record: dict[str, object]) -> list[object] | None:
    """Open a map of records by their ids."""
    if not record or not OWN.isdisjoint(record) or not all(isinstance(value, dict) for value in record.values()):
        return None
    if not any({"title", "abstract"} & fields_of(value).keys() for value in record.values()):
        return None
    return [{"id": key, **fields_of(value)} for key, value in record.items()]


REPLIES = "reviews, comments and decisions are no papers"
REVISIONS = "earlier versions of submissions were left out"
_RULES: tuple[Callable[[dict[str, object]], list[object] | None], ...] = (
    _thread,
    _network,
    _columns,
    _answer,
    _by_id,
)
