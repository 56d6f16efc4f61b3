"""XML of the ACL Anthology: collections of volumes of papers."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from loaders.paper import Skipped
from loaders.record import to_paper
from loaders.xml import find, find_all, local_name, read_papers, root_name, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lxml import etree

    from loaders.paper import Paper

_SITE = "https://aclanthology.org"
_INSIDE = re.compile(r"<(?:volume|paper)\sid=")
_ID = re.compile(r"[A-Z][0-9]{2}-[0-9]{4}|[0-9]{4}\.\w+-\w+\.[0-9]+")
_OLD = re.compile(r"[A-Z][0-9]{2}")


def sniff(head: str) -> bool:
    """Tell whether the root is a collection of volumes, or a volume of papers, that have ids."""
    return root_name(head) in {"collection", "volume"} and _INSIDE.search(head) is not None


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers of the volumes, the front matter left out; one that was removed is skipped with the reason."""
    return read_papers(lines, {"meta", "paper"}, partial(_read, {}), source=source)


def _read(
    volumes: dict[tuple[str, ...], dict[str, str]], element: etree._Element, place: str
) -> Paper | Skipped | None:
    """Return the paper; what stands above the papers of a volume is kept in `volumes` until the next."""
    above = _above(element)
    if local_name(element) == "meta":
        volumes.clear()
        volumes[above] = _meta(element)
        return None
    return _paper(element, above, volumes.get(above, {}), place)


def _above(element: etree._Element) -> tuple[str, ...]:
    """Return the ids of the collection and of the volume around an element."""
    ids = [str(around.get("id")) for around in element.iterancestors() if around.get("id")]
    return tuple(reversed(ids[:2]))


def _meta(element: etree._Element) -> dict[str, str]:
    venue = find(element, "booktitle")
    return {
        "venue": text_of(venue if venue is not None else find(element, "journal-title")),
        "year": text_of(find(element, "year")),
    }


def _paper(paper: etree._Element, above: tuple[str, ...], volume: Mapping[str, str], place: str) -> Paper | Skipped:
    removed = find(paper, "removed")
    if removed is not None:
        return Skipped(place, f"removed from the anthology: {text_of(removed) or 'no reason is given'}")
    if re.fullmatch("0+", paper.get("id", "")):
        return Skipped(place, "front matter of a volume, no paper")
    address = text_of(find(paper, "url"))
    name = _anthology_id(address) or _made_id(above, str(paper.get("id", "")))
    record = {
        "title": text_of(find(paper, "title")),
        "abstract": text_of(find(paper, "abstract")),
        "retracted": find(paper, "retracted") is not None,
        "authors": [_name(author) for author in find_all(paper, "author")],
        "year": text_of(find(paper, "year")) or volume.get("year") or "".join(above[:1])[:4],
        "venue": text_of(find(paper, "booktitle")) or volume.get("venue"),
        "doi": text_of(find(paper, "doi")),
        "url": address if address.startswith("http") and not _anthology_id(address) else name and f"{_SITE}/{name}/",
    }
    if not record["title"] and not record["abstract"]:
        return Skipped(place, "title and abstract are both empty")
    return to_paper(record, place=place, other_ids=(f"acl:{name}",) if name else ())


def _name(author: etree._Element) -> dict[str, str]:
    halves = {half: text_of(find(author, half)) for half in ("first", "last")}
    return halves if any(halves.values()) else {"name": text_of(author)}


def _anthology_id(address: str) -> str:
    """Return the id in what `<url>` holds: the id alone, or an address on the site."""
    name = address.rstrip("/").rpartition("/")[2].removesuffix(".pdf")
    return name if _ID.fullmatch(name) and (name == address or re.search(r"\bacl(?:web|anthology)\.", address)) else ""


def _made_id(above: tuple[str, ...], number: str) -> str:
    """Return the id that a paper without one has by its place; before 2020 it is a letter, a year and four digits."""
    collection, volume, *_ = (*above, "", "")
    if not number.isdecimal() or not collection:
        return ""
    if not _OLD.fullmatch(collection):
        name = f"{collection}-{volume}.{number}"
    elif not volume:
        name = f"{collection}-{number:0>4}"
    else:
        digits = 2 if _has_long_volumes(collection, volume) else 1
        name = f"{collection}-{volume:0>{digits}}{number:0>{4 - digits}}"
    return name if _ID.fullmatch(name) else ""


def _has_long_volumes(collection: str, volume: str) -> bool:
    """Tell whether the volume takes two of the four digits, as in workshops."""
    return (
        collection[0] == "W" or collection == "C69" or (collection == "D19" and volume.isdecimal() and int(volume) > 4)
    )
