from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from hypothesis import strategies as st

from loaders import Paper, Skipped

if TYPE_CHECKING:
    from types import ModuleType

FORMATS = Path(__file__).parents[1] / "data" / "formats"
SNIPPETS = (
    "<",
    ">",
    "&",
    "</p>",
    "<p>",
    "<!--",
    "]]>",
    "<![CDATA[",
    "<!DOCTYPE x [",
    "&#0;",
    "&#xD800;",
    "\udce9",
    "x:",
)


def sample(name: str) -> str:
    return (FORMATS / name).read_text(encoding="utf-8")


def read(module: ModuleType, text: str) -> tuple[list[Paper], list[Skipped]]:
    found = list(module.parse(text.splitlines(keepends=True), source="a.xml"))
    assert all(isinstance(one, (Paper, Skipped)) for one in found)
    papers = [one for one in found if isinstance(one, Paper)]
    assert [paper.position for paper in papers] == list(range(1, len(papers) + 1))
    return papers, [one for one in found if isinstance(one, Skipped)]


def mutations(text: str) -> st.SearchStrategy[str]:
    """Texts that differ from a sample in up to five places: something cut out, something put in."""
    change = st.tuples(
        st.integers(0, len(text)), st.integers(0, 60), st.one_of(st.sampled_from(SNIPPETS), st.text(max_size=8))
    )
    return st.lists(change, max_size=5).map(lambda changes: _changed(text, changes))


def _changed(text: str, changes: list[tuple[int, int, str]]) -> str:
    for place, length, new in changes:
        text = text[:place] + new + text[place + length :]
    return text


def counted(path: Path, name: str) -> int:
    """The number of elements of a name in lower case, counted by another parser."""
    elements = ElementTree.parse(path).getroot().iter()  # noqa: S314 - files that we know
    return sum(element.tag.rpartition("}")[2].lower() == name for element in elements if isinstance(element.tag, str))


def sniffed(module: ModuleType, folder: Path) -> set[str]:
    """The files of a folder that a format takes for its own."""
    return {
        path.name
        for path in folder.rglob("*")
        if path.is_file() and module.sniff(path.read_bytes()[:65536].decode("utf-8", "ignore"))
    }
