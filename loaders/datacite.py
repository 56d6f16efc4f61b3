"""DataCite: records of its JSON:API, and their attributes alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loaders.dialect import Aside, fields_of, ids_of, items_of, read_markup
from loaders.identifiers import normal_arxiv, normal_doi
from loaders.paper import Paper, Reference, Skipped
from loaders.record import plain, to_paper
from loaders.records import first_is

if TYPE_CHECKING:
    from collections.abc import Mapping

_CITED = frozenset({"references", "cites"})


def sniff(head: str) -> bool:
    """Tell records of DataCite by the names of their attributes."""
    return first_is(head, tells)


def tells(record: Mapping[str, object]) -> bool:
    """Say whether a record is one of DataCite."""
    attributes = fields_of(record.get("attributes")) or record
    return isinstance(attributes.get("titles"), list) and not {"creators", "publicationYear"}.isdisjoint(attributes)


def read(record: Mapping[str, object], *, place: str) -> Paper | Skipped | Aside:
    """Return the paper; of its descriptions only one that is an abstract counts."""
    attributes = fields_of(record.get("attributes")) or record
    titles = sorted(map(fields_of, items_of(attributes.get("titles"))), key=lambda title: bool(title.get("titleType")))
    told = (fields_of(item) for item in items_of(attributes.get("descriptions")))
    abstracts = (item.get("description") for item in told if item.get("descriptionType") == "Abstract")
    known = {
        "title": next((text for title in titles if (text := read_markup(title.get("title")))), None),
        "abstract": next((text for abstract in abstracts if (text := read_markup(abstract))), None),
        "authors": [_creator(fields_of(item)) for item in items_of(attributes.get("creators"))],
        "year": attributes.get("publicationYear"),
        "venue": fields_of(attributes.get("container")).get("title"),
        "doi": attributes.get("doi") or record.get("id"),
        "url": attributes.get("url"),
    }
    cited = (_reference(fields_of(item)) for item in items_of(attributes.get("relatedIdentifiers")))
    return to_paper(known, place=place, references=tuple(reference for reference in cited if reference))


def _creator(item: Mapping[str, object]) -> dict[str, object]:
    halves = {"given": item.get("givenName"), "family": item.get("familyName")}
    return halves if plain(halves["family"]) else {"name": item.get("name")}


def _reference(item: Mapping[str, object]) -> Reference | None:
    id_ = plain(item.get("relatedIdentifier"))
    if id_ is None or str(item.get("relationType")).lower() not in _CITED:
        return None
    arxiv, doi = normal_arxiv(id_), normal_doi(id_)
    pmids = ids_of([("pmid", id_)]) if item.get("relatedIdentifierType") == "PMID" else ()
    if not (arxiv or doi or pmids):
        return None
    return Reference(arxiv_id=arxiv, doi=None if arxiv else doi, other_ids=pmids)
