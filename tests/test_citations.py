from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.clean import clean
from graph.linker.citations import find_citations
from graph.linker.sentences import sentences

if TYPE_CHECKING:
    from pathlib import Path


def found(text: str) -> list[tuple[str, str]]:
    """Return surface and key of every citation in a text."""
    return [(citation.surface, citation.key) for citation in find_citations(text, sentences(text))[0]]


def zones(text: str) -> list[str]:
    return [text[start:end] for start, end in find_citations(text, sentences(text))[1]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As Roe et al. (2016) show.", [("Roe et al. (2016)", "roe et al. 2016")]),
        ("Roe et al. [2004] went.", [("Roe et al. [2004]", "roe et al. 2004")]),
        ("See Roe & Doe (1998).", [("Roe & Doe (1998)", "roe & doe 1998")]),
        ("Roe and Doe's (1998) test", [("Roe and Doe's (1998)", "roe & doe 1998")]),
        ("It is so [Roe et al., 2024].", [("Roe et al., 2024", "roe et al. 2024")]),
        ("It is so (Roe et al. 2024).", [("Roe et al. 2024", "roe et al. 2024")]),
        ("It is so (as shown by Roe et al., 2010).", [("Roe et al., 2010", "roe et al. 2010")]),
        ("like FOO (BAR; Roe et al., 2019)", [("Roe et al., 2019", "roe et al. 2019")]),
        ("Roe et al. JMLR 2009 is", [("Roe et al. JMLR 2009", "roe et al. 2009")]),
        ("by Roe and Doe (STOC 2008)", [("Roe and Doe (STOC 2008)", "roe & doe 2008")]),
        ("Roe, Doe, and Poe (2020) ask", [("Roe, Doe, and Poe (2020)", "roe et al. 2020")]),
        ("However, Roe and Doe (2020) ask", [("Roe and Doe (2020)", "roe & doe 2020")]),
        ("Recently, Roe and Doe (2020) ask", [("Roe and Doe (2020)", "roe & doe 2020")]),
        ("(Roe, 1999)", [("Roe, 1999", "roe 1999")]),
        (
            "(Roe & Doe, 1998; Poe & Doe, 2013)",
            [("Roe & Doe, 1998", "roe & doe 1998"), ("Poe & Doe, 2013", "poe & doe 2013")],
        ),
        (
            "(Roe, 1999; Doe et al., 2005, Poe, 2010)",
            [("Roe, 1999", "roe 1999"), ("Doe et al., 2005", "doe et al. 2005"), ("Poe, 2010", "poe 2010")],
        ),
        ("(see, e.g., Roe, 2012a, p. 33; cf. Roe 2013b)", [("Roe, 2012a", "roe 2012a"), ("Roe 2013b", "roe 2013b")]),
        ("(Roe 2008, Doe 2009)", [("Roe 2008", "roe 2008"), ("Doe 2009", "doe 2009")]),
        (
            "van der Roe and O'Neil-Gómez (2015)",
            [("van der Roe and O'Neil-Gómez (2015)", "van der roe & o'neil-gomez 2015")],
        ),
        ("extend de Souza et al. (2011)", [("de Souza et al. (2011)", "de souza et al. 2011")]),
        ("McRoe et al. (2017)", [("McRoe et al. (2017)", "mcroe et al. 2017")]),
    ],
)
def test_a_citation_is_found_with_its_normal_form(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "GPT-4 (2023) and ImageNet (2012)",
        "at CVPR (2024) and ACL and EMNLP (2020)",
        "In May (2020), as Table 2 (2019) and Table (2019) show",
        "Roe (2019) is one word before a year",
        "ImageNet and Places (2014)",
        "held in Vienna (Vienna 2019) and (Kyoto, Japan, 2019)",
        "(May, 2020) and (CVPR, 2024) and (NeurIPS, 2020)",
        "from 1999 to 2004 (in 2004)",
        "",
    ],
)
def test_a_year_in_brackets_alone_makes_no_citation(text: str) -> None:
    assert found(text) == []


def test_every_year_of_a_list_is_a_citation_of_its_own_on_the_same_place() -> None:
    text = "Roe et al. (2010a,b; 2012) said so."
    citations, _ = find_citations(text, sentences(text))
    assert [citation.year for citation in citations] == ["2010a", "2010b", "2012"]
    assert {(citation.start, citation.end) for citation in citations} == {(0, 26)}


def test_a_citation_knows_its_authors_and_its_sentence() -> None:
    text = "First this. Then Roe & Doe (1998) came. Last that."
    (citation,), _ = find_citations(text, sentences(text))
    assert citation.authors == ("Roe", "Doe")
    assert not citation.et_al
    assert text[slice(*citation.sentence)] == "Then Roe & Doe (1998) came."
    assert text[citation.start : citation.end] == citation.surface


def test_the_ways_to_write_one_citation_share_a_key() -> None:
    text = "We follow [Roe et al., 2024] and (Roe et al. 2024) and Roe et al. (2024) and Roe, Doe, and Poe (2024)."
    assert {key for _, key in found(text)} == {"roe et al. 2024"}


def test_names_in_citations_are_kept_away_from_other_readings() -> None:
    assert zones("As shown (Adam and Cora, 2019; Go et al., 2009), Iris et al. (2018) and Race et al. [5].") == [
        "Adam and Cora, 2019",
        "Go et al., 2009",
        "Iris et al. (2018)",
        "Race et al.",
    ]


@settings(deadline=None)  # a busy machine is no fault
@given(
    st.lists(
        st.sampled_from(
            ["Roe", "et al.", "and", "&", "(", ")", "[", "2019", "2019a", ",", ";", "see", "van", "X", "–"]
        ),
        max_size=25,
    )
)
def test_spans_stay_inside_the_text_and_never_cross(parts: list[str]) -> None:
    text = " ".join(parts)
    citations, kept_away = find_citations(text, sentences(text))
    assert all(text[citation.start : citation.end] == citation.surface for citation in citations)
    assert all(before[1] <= after[0] for before, after in pairwise(kept_away))
    assert {(citation.start, citation.end) for citation in citations} <= set(kept_away)


def test_text_full_of_names_is_read_to_its_end() -> None:
    text = "Roe, " * 5000 + "(" + "Roe and " * 5000 + "1999"
    assert found(text) == []


@pytest.mark.parametrize(
    ("case", "keys"),
    [
        ("CIT-01", ["mirov et al. 2004", "okafor et al. 2016"]),
        ("CIT-02", ["dahl 1999", "ibanez et al. 2005", "zorn 2010"]),
        ("CIT-03", ["bao & perrin 1998", "yamada & perrin 2013"]),
        ("CIT-04", ["zhong et al. 2024"] * 3),
        ("CIT-08", ["smithson 2012a", "smithson 2013b"]),
        ("CIT-09", ["van der meer & o'neil-garcia 2015", "de souza et al. 2011"]),
        ("ABB-01", ["henning et al. 2019"]),
        ("FPM-08", ["adam & cora 2019", "go et al. 2009", "iris et al. 2018"]),
    ],
)
def test_faults_reported_elsewhere_do_not_happen_here(shared: Path, case: str, keys: list[str]) -> None:
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    data = next(record for line in lines if (record := json.loads(line))["id"] == case)["input"]["data"]
    assert [key for _, key in found(data)] == keys


@pytest.mark.seeds
def test_the_citations_of_the_seeds_are_found_and_no_others(shared: Path) -> None:
    wanted: set[str] = set()
    for line in (shared / "seeds" / "gold.jsonl").read_text(encoding="utf-8").splitlines():
        wanted |= {f"{cite}" for cite in json.loads(line).get("cites", [])}
    surfaces: set[str] = set()
    for path in sorted((shared / "seeds").glob("*.txt")):
        text = clean(path.read_text(encoding="utf-8")).text
        surfaces |= {surface for surface, _ in found(text)}
    assert {surface.replace(" (", ", ").rstrip(")") for surface in surfaces} == wanted
