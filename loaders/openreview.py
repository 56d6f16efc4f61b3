"""OpenReview: notes of both versions of its API, and files of crawlers that flatten them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from loaders.dialect import Aside, fields_of
from loaders.identifiers import normal_doi
from loaders.record import plain, read_year, to_paper
from loaders.records import first_is
from loaders.wrapped import REPLIES, REVISIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loaders.paper import Paper, Skipped

_NOTE = frozenset({"forum", "invitation", "invitations", "signatures", "readers", "replyto"})
_YEAR = re.compile(r"(?:19|20)\d\d")
_BIBTEX_YEAR = re.compile(r"\byear\s*=\s*[{\"]?\s*(\d{4})", re.IGNORECASE)
_STATE = re.compile(r"Conference|-|.*Submission|Paper\d+", re.IGNORECASE)
_CRAWLED_VENUE = re.compile(r"[A-Za-z]+_(?:19|20)\d\d")
_LIKE_AN_ID = re.compile(r"(?=.*[A-Z])(?=.*[a-z0-9])[\w-]{8,14}")


def sniff(head: str) -> bool:
    """Tell notes by their content beside what the forum says of it."""
    return first_is(head, tells)


def tells(record: Mapping[str, object]) -> bool:
    """Say whether a record is a note, or a flattened one."""
    content = record.get("content")
    if isinstance(content, dict):
        return not _NOTE.isdisjoint(record) or "title" in content
    return _is_crawled(record)


def read(record: Mapping[str, object], *, place: str) -> Paper | Skipped | Aside:
    """Return the paper of a submission, withdrawn and rejected ones as well; a reply to one is no paper."""
    if _is_crawled(record):
        return _read_crawled(record, place)
    forum, id_ = (plain(record.get(key)) for key in ("forum", "id"))
    content = {str(key): _value(value) for key, value in fields_of(record.get("content")).items()}
    if plain(record.get("replyto")) not in {None, id_}:
        return Aside(REPLIES)
    if plain(record.get("referent")) not in {None, id_}:
        return Aside(REVISIONS)
    if "abstract" not in content and forum not in {None, id_}:
        return Aside(REPLIES)
    venue, year = _venue(content, record)
    address = plain(content.get("html"))
    known = {
        "title": content.get("title"),
        "abstract": content.get("abstract"),
        "authors": content.get("authors"),
        "year": year or _year(content, record),
        "venue": venue,
        "doi": normal_doi(address) if address else None,
        "openreview_id": forum or id_,
        "url": address,
    }
    return to_paper(known, place=place)


def _is_crawled(record: Mapping[str, object]) -> bool:
    venue = record.get("venue")
    return "paper_id" in record and isinstance(venue, str) and _CRAWLED_VENUE.fullmatch(venue) is not None


def _read_crawled(record: Mapping[str, object], place: str) -> Paper | Skipped:
    venue, _, year = str(record["venue"]).partition("_")
    id_ = str(record["paper_id"])
    known = {"year": year, **record, "venue": venue}
    return to_paper({**known, "openreview_id": id_ if _LIKE_AN_ID.fullmatch(id_) else None}, place=place)


def _value(value: object) -> object:
    """Return what version 2 of the API wraps up in `{"value": ...}`."""
    return value["value"] if isinstance(value, dict) and "value" in value else value


def _venue(content: Mapping[str, object], record: Mapping[str, object]) -> tuple[str | None, int | None]:
    """Return the venue and its year: from its id (`ICLR.cc/2025/Conference`), else as the note words it."""
    told = plain(content.get("venue"))
    id_ = plain(content.get("venueid")) or (None if told else _invitation(record))
    parts = (id_ or "").split("/")
    year = next((part for part in parts if _YEAR.fullmatch(part)), None)
    if year is None or parts[0].startswith("dblp"):
        return told, None
    first = parts[1] if "." in parts[0] and parts[1] != year else parts[0].partition(".")[0]
    behind = (part.replace("_", " ") for part in parts[parts.index(year) + 1 :] if not _STATE.fullmatch(part))
    return " ".join([first, *behind]), int(year)


def _invitation(record: Mapping[str, object]) -> str:
    """Return the venue that invited a note: what stands before `/-/`."""
    several = record.get("invitations")
    first = several[0] if isinstance(several, list) and several else record.get("invitation")
    return str(first).partition("/-/")[0] if isinstance(first, str) else ""


def _year(content: Mapping[str, object], record: Mapping[str, object]) -> int | None:
    bibtex = _BIBTEX_YEAR.search(plain(content.get("_bibtex")) or "")
    told = read_year(content.get("year")) or read_year(content.get("venue")) or (bibtex and read_year(bibtex[1]))
    dates = (record.get(key) for key in ("pdate", "odate", "cdate", "tcdate"))
    moments = (date / 1000 for date in dates if isinstance(date, (int, float)) and 0 < date < 4e12)
    return told or next((datetime.fromtimestamp(moment, UTC).year for moment in moments), None)
