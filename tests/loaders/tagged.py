"""What the tests of the tagged formats share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from loaders import Paper, Skipped

if TYPE_CHECKING:
    from collections.abc import Callable

    from loaders.door import Parse

FORMATS = Path(__file__).resolve().parents[1] / "data" / "formats"
HEAD = 65_536
FOLDERS = ("inputs", "cases/files", "seeds")


def read(parse: Parse, content: str) -> list[Paper | Skipped]:
    return list(parse(content.splitlines(keepends=True), source="a.txt"))


def papers(parse: Parse, content: str) -> list[Paper]:
    """Return the papers of a text, of which nothing may be skipped."""
    found = read(parse, content)
    assert not [one for one in found if isinstance(one, Skipped)]
    return [one for one in found if isinstance(one, Paper)]


def one(parse: Parse, content: str) -> Paper:
    (paper,) = papers(parse, content)
    return paper


def sample(parse: Parse, name: str) -> tuple[Paper, Paper]:
    first, second = papers(parse, (FORMATS / name).read_text(encoding="utf-8"))
    return first, second


def told(shared: Path, sniff: Callable[[str], bool]) -> set[str]:
    """Return the names of the real files, whatever they are, that a format takes for its own."""
    files = (path for folder in FOLDERS for path in (shared / folder).rglob("*") if path.is_file())
    return {path.name for path in files if sniff(path.read_bytes()[:HEAD].decode("utf-8-sig", "ignore"))}


def told_samples(sniff: Callable[[str], bool]) -> set[str]:
    """Return the samples, whatever they are, that a format takes for its own."""
    return {path.name for path in FORMATS.iterdir() if sniff(path.read_text(encoding="utf-8")[:HEAD])}


def broken(name: str, signs: str) -> st.SearchStrategy[str]:
    """Return ways to break a sample: cut out, doubled, and with signs of the format where they do not belong."""
    content = (FORMATS / name).read_text(encoding="utf-8")
    place = st.integers(0, len(content))
    noise = st.one_of(st.sampled_from(signs.split("|")), st.text(max_size=8), st.just("\udc80"), st.just("\x00"))
    cut = st.tuples(place, st.integers(0, 60), noise)

    def apply(cuts: list[tuple[int, int, str]]) -> str:
        text = content
        for start, length, sign in cuts:
            text = text[:start] + sign + text[start + length :]
        return text

    return st.lists(cut, max_size=8).map(apply)
