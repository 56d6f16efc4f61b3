"""The user's corrections, for the commands that apply them or add to them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from sqlite3 import Connection

    from graph.catalog import Catalog
    from graph.model import Linked
    from graph.overrides import Line, Overrides
    from loaders.paper import Paper

overrides_option = click.option(
    "--overrides",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Your corrections; overrides.tsv beside the store where none are given.",
)


def overrides_path(given: Path | None, db: str) -> Path:
    """Return the file of corrections, which may not exist: the one that is given, else the one beside the store."""
    return given or Path(db).parent / "overrides.tsv"


def read_corrections(path: Path | None, catalog: Catalog) -> tuple[Overrides, tuple[Line, ...]]:
    """Return the corrections of a file and its lines; a fault is one line for the user. No file, no corrections."""
    from graph.overrides import Overrides, OverridesError, read_lines, resolve

    if path is None:
        return Overrides(), ()
    try:
        lines = read_lines(path)
        return resolve(lines, catalog), lines
    except OverridesError as error:
        raise click.ClickException(str(error)) from error


def with_store(overrides: Overrides, db: str) -> Overrides:
    """Return the corrections with all identifiers that the store knows for the papers that they name."""
    from graph.overrides import with_papers
    from graph.query import paper_keys
    from graph.store import StoreError, open_store

    named = overrides.named_papers()
    if not named or not Path(db).exists():
        return overrides
    try:
        with open_store(db, write=False) as conn:
            return with_papers(overrides, {paper: paper_keys(conn, paper) for paper in named})
    except StoreError:
        return overrides  # it holds nothing yet, or the build will say what is wrong with it


def correcting(
    link_many: Callable[[Iterable[Paper]], Iterator[Linked]], overrides: Overrides
) -> Callable[[Iterable[Paper]], Iterator[Linked]]:
    """Return a function that links papers and corrects what was found; linking starts when it is called, as before."""
    from graph.overrides import apply_to_linked

    def link_and_correct(papers: Iterable[Paper]) -> Iterator[Linked]:
        papers = tuple(papers)
        found = link_many(papers)
        return (apply_to_linked(overrides, linked, paper) for paper, linked in zip(papers, found, strict=True))

    return link_and_correct if overrides.fingerprint else link_many


def idle_lines(conn: Connection, lines: Sequence[Line], catalog: Catalog) -> list[str]:
    """Return a note on each line that names a paper, an entity or a spelling of which the store knows nothing."""
    from graph.overrides.things import Things, where
    from graph.query import is_entity, is_written, paper_keys

    notes = []
    things = Things(catalog, lines)
    for line in lines:
        one = where(line, things)
        if line.action not in ("split", "ban"):
            one = one._replace(subject=things.find(line.subject, line), paper=None)
        if one.paper and not paper_keys(conn, one.paper):
            notes.append(f"{line.place}: no paper here is {one.paper}")
        elif isinstance(one.subject, str):
            id_ = one.subject
            if not (id_ in catalog.entities or is_entity(conn, id_) or is_written(conn, id_.partition(":")[2])):
                notes.append(f"{line.place}: nothing here is {id_}")
        elif not is_written(conn, one.subject.text):
            notes.append(f'{line.place}: "{one.subject.text}" stands in no paper here')
    return notes
