"""The Computer Science Ontology as CSV: one statement a line, `"<topic>","<relation>","<topic>"`."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING
from urllib.parse import unquote

from graph.catalog.entry import Entry, Refused, named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

MARK = "cso.kmi.open.ac.uk"
"""Stands in every statement."""

_CELL = re.compile(r'"((?:[^"]|"")*)"|([^",]+)')
_TOPIC = re.compile(rf"<?https?://{re.escape(MARK)}/topics/([^>\s]+?)>?")
_LABEL = re.compile(r'"*(.*?)"*(?:@[A-Za-z-]+)?(?:\s*\.)?')
_SAME = ("relatedEquivalent", "preferentialEquivalent")
_WIDER = "superTopicOf"
_NAMED = "label"


def parse(lines: Iterable[str], *, source: str) -> Iterator[Entry | Refused]:
    """Yield a concept for each group of equal topics, in the order of their first lines.

    `relatedEquivalent` and `preferentialEquivalent` give aliases, `superTopicOf` gives wider concepts, `label` names.
    Other statements are passed over.

    Args:
        lines: With or without line ends.
        source: Name of the file, for messages.
    """
    places: dict[str, str] = {}
    names: dict[str, str] = {}
    said: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for number, line in enumerate(lines, 1):
        place = f"{source}:{number}"
        if not line.strip():
            continue
        cells = [(quoted or bare).strip() for quoted, bare in _CELL.findall(line.strip())]
        relation = re.split("[#/]", cells[1].strip("<>"))[-1] if len(cells) == 3 else ""
        if not (topic := _topic(cells[0])) or not relation:
            yield Refused(place, 'no statement of the ontology; one is "<topic>","<relation>","<topic>"')
        elif relation == _NAMED:
            names[topic] = _label(cells[2])
            places.setdefault(topic, place)
        elif relation in (*_SAME, _WIDER) and (other := _topic(cells[2])):
            said[relation].append((topic, other))
            places.setdefault(topic, place)
            places.setdefault(other, place)
    for topic in places:
        names.setdefault(topic, topic.replace("_", " "))
    yield from _concepts(places, names, said)


def _topic(cell: str) -> str:
    found = _TOPIC.fullmatch(cell)
    return unquote(found[1]) if found else ""


def _label(cell: str) -> str:
    found = _LABEL.fullmatch(cell.replace('""', '"'))
    return found[1].strip() if found else ""


def _concepts(
    places: Mapping[str, str], names: Mapping[str, str], said: Mapping[str, list[tuple[str, str]]]
) -> Iterator[Entry | Refused]:
    """Yield one entry a group; its name is that of the topic that the others prefer."""
    heads = _heads(places, said)
    groups: dict[str, list[str]] = defaultdict(list)
    for topic in places:
        groups[heads[topic]].append(topic)
    wider: dict[str, list[str]] = defaultdict(list)
    for above, topic in said[_WIDER]:
        if heads[above] != heads[topic] and names[heads[above]] not in wider[heads[topic]]:
            wider[heads[topic]].append(names[heads[above]])
    for head, topics in groups.items():
        yield named(
            Entry(
                places[topics[0]],
                "concept",
                "",
                names[head],
                aliases=tuple(("", names[topic]) for topic in topics if names[topic] != names[head]),
                broader=tuple(wider[head]),
                url=(f"https://{MARK}/topics/{head}",) if "|" not in head else (),
                presumed=True,
            )
        )


def _heads(topics: Iterable[str], said: Mapping[str, list[tuple[str, str]]]) -> dict[str, str]:
    """Return for each topic the one that names its group: the preferred one, else the longest, else the first."""
    group = {topic: [topic] for topic in topics}
    for relation in _SAME:
        for one, other in said[relation]:
            if group[one] is not group[other]:
                joined = group[one] + group[other]
                group.update(dict.fromkeys(joined, joined))
    preferred = {other: None for one, other in said["preferentialEquivalent"] if one != other}
    heads: dict[str, str] = {}
    for members in group.values():
        if members[0] not in heads:
            head = min(members, key=lambda topic: (topic not in preferred, -len(topic), topic))
            heads.update(dict.fromkeys(members, head))
    return heads
