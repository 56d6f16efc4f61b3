"""The linker and its catalogue, for the commands that read texts."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from graph.catalog import Catalog
    from graph.ingest import Told
    from graph.model import Linked
    from graph.overrides import Line
    from loaders.paper import Paper

catalog_option = click.option(
    "--catalog",
    "catalogs",
    type=click.Path(path_type=Path),
    multiple=True,
    envvar="KG_CATALOG",
    show_envvar=True,
    help="Your own catalogue beside the shipped one, which it wins over; may be repeated.",
)
workers_option = click.option(
    "--workers", type=click.IntRange(min=1), default=1, show_default=True, help="Processes that link."
)


@dataclass(frozen=True, slots=True)
class Linking:
    """A linker that is ready.

    Attributes:
        catalog: With the user's corrections.
        fingerprint: Changes when the catalogue, the corrections or the code of the linker do.
        plain: The catalogue without the corrections.
        lines: The corrections as written.
        told: What the corrections say of things that only papers name.
    """

    link_many: Callable[[Iterable[Paper]], Iterator[Linked]]
    catalog: Catalog
    fingerprint: str
    plain: Catalog
    lines: tuple[Line, ...]
    told: Told


@contextmanager
def linking(
    catalogs: tuple[Path, ...], *, workers: int, overrides: Path | None = None, db: str = ""
) -> Iterator[Linking]:
    """Give the linker with the shipped catalogue, the user's, and the user's corrections.

    Args:
        catalogs: As given; else the user's own.
        workers: Processes that link.
        overrides: A file of corrections.
        db: The store that knows further identifiers of the papers that corrections name.
    """
    from graph.cli.correcting import correcting, read_corrections, with_store
    from graph.ingest import Told
    from graph.linker.pool import make_linker_pool
    from graph.overrides import apply_to_catalog

    paths = user_catalogs(catalogs)
    plain = the_catalog(paths)  # here, so that a fault in it is told before a process is started
    told, lines = read_corrections(overrides, plain)
    catalog = apply_to_catalog(told, plain)
    with make_linker_pool(paths, overrides=overrides, workers=workers) as link_many:
        link_many = correcting(link_many, with_store(told, db))
        fingerprint = f"{catalog.fingerprint} {_code_fingerprint()}"
        yield Linking(link_many, catalog, fingerprint, plain, lines, Told(told.moved, told.names))


def the_catalog(paths: tuple[Path, ...]) -> Catalog:
    """Return the shipped catalogue with the user's files on top; a fault in one is one line."""
    from graph.catalog import CatalogError, read_catalog

    try:
        return read_catalog(*paths)
    except CatalogError as error:
        raise click.ClickException(str(error)) from error


def user_catalogs(given: tuple[Path, ...]) -> tuple[Path, ...]:
    """Return the user's catalogue files: those that are given, else the one in the user's data folder if it exists."""
    return given or ((own_catalog(),) if own_catalog().is_file() else ())


def own_catalog() -> Path:
    """Return where the user's catalogue lies where no other file is given; it need not exist."""
    from platformdirs import user_data_path

    return user_data_path("citegraph", appauthor=False) / "catalog.tsv"


def _code_fingerprint() -> str:
    """Return a digest of what decides how a text is linked, so that a new linker links stored papers again."""
    import graph

    digest = sha256()
    home = Path(graph.__path__[0])
    rooms = [path for room in ("clean", "linker", "overrides") for path in sorted((home / room).rglob("*"))]
    for path in [*rooms, home / "names.py"]:
        if path.is_file() and path.suffix != ".pyc":
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
