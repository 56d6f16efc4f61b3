"""The Cypher texts: what writes the graph to Neo4j, and questions to put to it there."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

_SUFFIX = ".cypher"


@dataclass(frozen=True, slots=True)
class Question:
    """A question for Neo4j Browser.

    Attributes:
        name: Name of its file, without the ending.
        title: The first comment line.
        text: The whole file; it runs as it stands, and the names to change are in its first `WITH`.
    """

    name: str
    title: str
    text: str


def read_query(name: str) -> str:
    """Return the text of one file.

    Args:
        name: Path below this folder without the ending, as `nodes/paper`.

    Raises:
        ValueError: There is no such file.
    """
    folder, _, leaf = name.rpartition("/")
    if leaf not in _names(folder):
        raise ValueError(f"no Cypher text {name!r} in the package")
    return files(__name__).joinpath(folder, leaf + _SUFFIX).read_text(encoding="utf-8")


def read_questions() -> list[Question]:
    """Return the questions, in the order of their names."""
    return [_question(name) for name in _names("questions")]


def _names(folder: str) -> list[str]:
    if folder not in {"", "nodes", "edges", "questions"}:
        return []
    found = (item.name for item in files(__name__).joinpath(folder).iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX))


def _question(name: str) -> Question:
    text = read_query(f"questions/{name}")
    return Question(name=name, title=text.partition("\n")[0].removeprefix("//").strip(), text=text)
