from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from loaders import Paper, csl_json
from tests.loaders.json_reading import one, sample, told

if TYPE_CHECKING:
    from pathlib import Path


def test_an_item_gives_all_that_it_says() -> None:
    first, second = sample("csl_json")
    assert first == Paper(
        "We bend bows.",
        title="Bows of Kites",
        authors=("Eva van den Berg", "Kite Team"),
        year=2019,
        venue="Kite Letters",
        doi="10.5555/kite.6",
        other_ids=("pmid:9000006",),
        source="csl_json.jsonl",
        position=1,
    )
    assert (second.title, second.year, second.arxiv_id, second.version) == ("Spars", 2020, "2001.00007", 2)


@pytest.mark.parametrize(
    "issued", [{"date-parts": [[2019]]}, {"date-parts": [["2019", "2"]]}, {"raw": "May 2019"}, {"literal": "2019?"}]
)
def test_a_date_comes_in_several_forms(issued: object) -> None:
    assert one({"type": "book", "title": "One", "issued": issued, "author": [{"family": "Lund"}]}).year == 2019


def test_no_real_file_is_taken_for_it(shared: Path) -> None:
    assert told(shared, csl_json.sniff) == set()
