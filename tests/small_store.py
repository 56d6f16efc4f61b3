"""A small store for tests of the answers: a few papers whose mentions are laid down by hand."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from graph.clean import clean
from graph.names import fold
from graph.store import open_store, transaction

if TYPE_CHECKING:
    from pathlib import Path
    from sqlite3 import Connection


class PaperRow(NamedTuple):
    """A paper, and what it mentions: entity, surface, roles."""

    id: str
    title: str
    abstract: str
    mentions: tuple[tuple[str, str, str], ...] = ()
    title_derived: bool = False
    year: int | None = 2025
    stub: bool = False
    aliases: tuple[str, ...] = ()
    cites: tuple[tuple[str, str], ...] = ()


ENTITIES = (
    ("dataset:gsm8k", "GSM8K", ("Grade School Math 8K",), False),
    ("dataset:gsm-symbolic", "GSM-Symbolic", (), False),
    ("dataset:math", "MATH", (), False),
    ("dataset:cifar-10", "CIFAR-10", (), False),
    ("dataset:cifar-100", "CIFAR-100", (), False),
    ("concept:mathematics", "mathematics", ("math",), False),
    ("concept:reasoning", "reasoning", (), False),
    ("concept:mathematical-reasoning", "mathematical reasoning", (), False),
    ("technique:large-language-model", "large language model", ("LLM",), True),
    ("technique:segment-anything", "Segment Anything", ("SAM",), False),
    ("technique:sharpness-aware-minimization", "sharpness-aware minimization", ("SAM",), False),
    ("technique:ralu", "RaLU", ("Reasoning-as-Logic-Units",), False),
    ("technique:-net", "-Net", (), False),
    ("technique:simek", "Šimek → 数据", (), False),
)

PAPERS = (
    PaperRow(
        "arxiv:2502.00001",
        "Reasoning-as-Logic-Units: Scaling $k$ Tests",
        r"Programs of an LLM drift. We propose RaLU, a framework for mathematical reasoning. "
        r"Our \textbf{experiments} use GSM8K and MATH, e.g. 5\% of GSM8K. RaLU resists Šimek → 数据 well.",
        (
            ("technique:large-language-model", "LLM", ""),
            ("technique:ralu", "RaLU", "PROPOSES"),
            ("concept:mathematical-reasoning", "mathematical reasoning", "STUDIES"),
            ("dataset:gsm8k", "GSM8K", "EVALUATES_ON USES"),
            ("dataset:math", "MATH", "EVALUATES_ON"),
            ("technique:simek", "Šimek → 数据", "COMPARES_WITH"),
            ("concept:reasoning", "Reasoning", ""),
        ),
        aliases=("doi:10.1000/ralu.1", "openreview:AbC123"),
        cites=(("cited:zhang@arxiv:2502.00001", "Programs"),),
    ),
    PaperRow(
        "text:aaaaaaaaaaaa",
        "Ledgers for arithmetic",
        "Prior work used GSM8K. An LLM keeps a ledger here, and SAM (sharpness-aware minimization) trains it.",
        (
            ("dataset:gsm8k", "GSM8K", ""),
            ("technique:large-language-model", "LLM", ""),
            ("technique:sharpness-aware-minimization", "SAM", "USES"),
        ),
        title_derived=True,
    ),
    PaperRow(
        "text:bbbbbbbbbbbb",
        "Masks of small images",
        "We test Segment Anything on CIFAR-10 and -Net on CIFAR-100. An LLM does not help.",
        (
            ("technique:segment-anything", "Segment Anything", "STUDIES"),
            ("dataset:cifar-10", "CIFAR-10", "EVALUATES_ON"),
            ("technique:-net", "-Net", "EVALUATES_ON"),
            ("dataset:cifar-100", "CIFAR-100", "EVALUATES_ON"),
            ("technique:large-language-model", "LLM", ""),
        ),
    ),
    PaperRow("cited:zhang@arxiv:2502.00001", "Zhang et al. (2024)", "", title_derived=True, year=2024, stub=True),
)

CATALOG_EDGES = (
    ("dataset:gsm-symbolic", "VARIANT_OF", "dataset:gsm8k"),
    ("dataset:cifar-100", "VARIANT_OF", "dataset:cifar-10"),
    ("concept:mathematical-reasoning", "BROADER", "concept:reasoning"),
)


def make_store(path: Path, *, papers: tuple[PaperRow, ...] = PAPERS) -> Path:
    """Write the small store and return its path."""
    with open_store(path, write=True) as conn, transaction(conn):
        for id_, name, aliases, generic in ENTITIES:
            row = (id_, id_.partition(":")[0], "", name, json.dumps(aliases), "[]", "catalog", generic)
            conn.execute("INSERT INTO entities VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            for spelling in (name, *aliases):
                conn.execute("INSERT INTO spellings VALUES (?, ?, ?)", (fold(spelling), id_, spelling))
            text = (id_, row[1], name, " ".join(aliases))
            conn.execute("INSERT INTO texts(id, kind, name, body) VALUES (?, ?, ?, ?)", text)
        for position, paper in enumerate(papers, start=1):
            _add_paper(conn, paper, position=position)
        for edge in CATALOG_EDGES:
            conn.execute("INSERT INTO edges VALUES (?, ?, ?, 1, 1.0)", edge)
    return path


def raw_of(paper: PaperRow) -> str:
    """Return the raw text that offsets count in."""
    return paper.abstract if paper.title_derived else f"{paper.abstract}\n\n{paper.title}"


def _add_paper(conn: Connection, paper: PaperRow, *, position: int) -> None:
    columns = "id, title, title_derived, abstract, authors, year, venue, source, position, stub, linked"
    source = ("", 0) if paper.stub else ("small.txt", position)
    row = (paper.id, paper.title, paper.title_derived, paper.abstract, '["A. Šimek"]', paper.year, "ICML", *source)
    statement = f"INSERT INTO papers({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')"  # noqa: S608 - a constant
    conn.execute(statement, (*row, paper.stub))
    if not paper.stub:
        text = (paper.id, "paper", clean(paper.title).text, clean(paper.abstract).text)
        conn.execute("INSERT INTO texts(id, kind, name, body) VALUES (?, ?, ?, ?)", text)
    conn.executemany("INSERT INTO paper_aliases VALUES (?, ?)", [(alias, paper.id) for alias in paper.aliases])
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for entity, surface, roles in paper.mentions:
        for start in _places(raw_of(paper), surface):
            place = (paper.id, start, start + len(surface), entity, surface, *_sentence(raw_of(paper), start))
            conn.execute(
                "INSERT INTO mentions VALUES (?, ?, ?, ?, ?, ?, ?, 'exact', 1.0, ?, ?)",
                (*place, roles, start > len(paper.abstract)),
            )
            for edge in ("MENTIONS", *roles.split()):
                counts[edge, entity] += 1
    for (edge, entity), count in counts.items():
        conn.execute("INSERT INTO edges VALUES (?, ?, ?, ?, 1.0)", (paper.id, edge, entity, count))
    for cited, surface in paper.cites:
        start = raw_of(paper).index(surface)
        citation = (paper.id, start, start + len(surface), surface, *_sentence(raw_of(paper), start), cited)
        conn.execute("INSERT INTO citations VALUES (?, ?, ?, ?, ?, ?, ?)", citation)
        conn.execute("INSERT INTO edges VALUES (?, 'CITES', ?, 1, 1.0)", (paper.id, cited))


def _places(raw: str, surface: str) -> list[int]:
    return [match.start() for match in re.finditer(rf"(?<!\w){re.escape(surface)}(?!\w)", raw)]


def _sentence(raw: str, at: int) -> tuple[int, int]:
    start = max([0, *(match.end() for match in re.finditer(r"\. (?=[A-Z])|\n", raw[: at + 1]))])
    stop = re.compile(r"\.(?= [A-Z]|\n|$)|$").search(raw, at)
    return start, stop.end() if stop else len(raw)
