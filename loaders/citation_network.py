"""The saved networks of LocalCitationNetwork: papers with what each of them cites."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.dialect import Aside, ids_of, items_of
from loaders.identifiers import normal_doi
from loaders.paper import Paper, Reference, Skipped
from loaders.record import plain, to_paper
from loaders.records import first_is

if TYPE_CHECKING:
    from collections.abc import Mapping

_WORK = re.compile(r"W\d+")
_SHA = re.compile(r"[0-9a-f]{40}")


def sniff(head: str) -> bool:
    """Tell a network by the counts beside its papers."""
    return first_is(head, tells)


def tells(record: Mapping[str, object]) -> bool:
    """Say whether a record is a paper of a network, or a place in it that stayed empty."""
    return {"title", "numberInSourceReferences"} <= record.keys()


def read(record: Mapping[str, object], *, place: str) -> Paper | Skipped | Aside:
    """Return the paper; its ids and those of its references are DOIs, or of OpenAlex or Semantic Scholar."""
    title = plain(record.get("title"))
    if not plain(record.get("id")) and title and title.startswith("Missing: "):
        return Skipped(place, f"a reference that the network did not find ({title[9:80]})")
    known = {**record, "id": None, "isRetracted": record.get("isRetracted")}
    cited = (_reference(plain(id_)) for id_ in items_of(record.get("references")))
    references = tuple(reference for reference in cited if reference)
    return to_paper(known, place=place, other_ids=_catalogue_ids(plain(record.get("id"))), references=references)


def _catalogue_ids(id_: str | None) -> tuple[str, ...]:
    scheme = "openalex" if id_ and _WORK.fullmatch(id_) else "s2" if id_ and _SHA.fullmatch(id_) else None
    return ids_of([(scheme, id_)]) if scheme else ()


def _reference(id_: str | None) -> Reference | None:
    reference = Reference(doi=normal_doi(id_) if id_ else None, other_ids=_catalogue_ids(id_))
    return None if reference == Reference() else reference
