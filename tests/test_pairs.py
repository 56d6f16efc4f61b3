"""Hard pairs of spellings from across the field: what must stay apart, and what must meet."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from graph.catalog import read_catalog
from graph.linker.core import link_text
from graph.linker.matcher import Matcher, make_matcher

PAIRS = Path(__file__).parent / "data" / "pairs.tsv"


class Pair(NamedTuple):
    verdict: str
    one: str
    other: str


def unescaped(spelling: str) -> str:
    return re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m.group(1), 16)), spelling).replace(r"\n", "\n")


def pairs(verdict: str) -> list[Pair]:
    rows = [line.split("\t") for line in PAIRS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [Pair(row[0], unescaped(row[2]), unescaped(row[4])) for row in rows[1:] if row[0] == verdict]


@cache
def matcher() -> Matcher:
    catalog = read_catalog()
    return make_matcher(catalog.entities, catalog.spellings)


def entity(spelling: str) -> str | None:
    """Return what the spelling is linked to where it stands alone, a possessive aside."""
    bare = len(spelling.removesuffix("'s").removesuffix("’s"))
    links = link_text(spelling, matcher()).links
    return next((link.entity for link in links if (link.start, link.end) == (0, bare)), None)


def test_there_are_enough_pairs() -> None:
    assert len(pairs("apart")) >= 150
    assert len(pairs("meet")) >= 150


def test_no_pair_that_must_stay_apart_is_merged() -> None:
    merged = [pair for pair in pairs("apart") if (found := entity(pair.one)) and found == entity(pair.other)]
    assert merged == []


def test_nearly_all_pairs_that_must_meet_do() -> None:
    wanted = pairs("meet")
    missed = [pair for pair in wanted if not (found := entity(pair.one)) or found != entity(pair.other)]
    assert len(missed) <= 0.05 * len(wanted), missed
