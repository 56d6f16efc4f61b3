from __future__ import annotations

import json
from typing import TYPE_CHECKING

from loaders import Reference, citation_network
from tests.loaders.json_reading import filled, read, read_file, sample, told

if TYPE_CHECKING:
    from pathlib import Path

REAL = "LocalCitationNetwork.github.io__examples.json"


def test_a_paper_gives_all_that_it_says() -> None:
    first, second = sample("citation_network")
    assert (first.title, first.authors, first.year, first.venue) == ("Wings", ("Ada Lund",), 2005, "Kite Letters")
    assert (first.doi, first.other_ids, first.abstract) == ("10.5555/kite.10", ("openalex:W201",), "We wing it.")
    assert first.references == (
        Reference(other_ids=("openalex:W7",)),
        Reference(doi="10.5555/kite.0"),
        Reference(other_ids=(f"s2:{'bb':0>40}",)),
    )
    assert (second.doi, second.other_ids) == ("10.5555/kite.11", ())


def test_a_network_gives_the_paper_it_starts_from_and_all_around_it() -> None:
    papers, skipped = read(
        [
            {
                "source": {"id": "W1", "numberInSourceReferences": 0, "title": "One"},
                "input": [
                    {"id": "W2", "numberInSourceReferences": 1, "title": "Two"},
                    {"numberInSourceReferences": 2, "title": "Missing: ISBN-1", "authors": []},
                ],
                "incomingSuggestions": [{"id": "W3", "numberInSourceReferences": 3, "title": "Three"}],
                "outgoingSuggestions": None,
            }
        ]
    )
    assert [paper.title for paper in papers] == ["One", "Two", "Three"]
    assert [found.reason for found in skipped] == ["a reference that the network did not find (ISBN-1)"]


def test_real_networks_give_every_paper_that_was_found(shared: Path) -> None:
    path = shared / "inputs" / "openalex_json" / REAL
    networks = json.loads(path.read_text(encoding="utf-8"))
    lists = ("input", "incomingSuggestions", "outgoingSuggestions")
    rows = [row for network in networks for row in (network["source"], *(row for key in lists for row in network[key]))]
    real = [row for row in rows if "id" in row]
    papers, skipped = read_file(path)
    assert (len(papers), len(skipped)) == (len(real), len(rows) - len(real))
    found = filled(papers)
    assert found["title"] == sum(bool(row.get("title")) for row in real)
    assert found["abstract"] == sum(bool(row.get("abstract")) for row in real)
    bare = [ref for row in real for ref in row["references"] if ref and not ref.isdigit()]
    assert sum(len(paper.references) for paper in papers) == len(bare)


def test_only_real_networks_are_taken_for_them(shared: Path) -> None:
    assert told(shared, citation_network.sniff) == {REAL}
