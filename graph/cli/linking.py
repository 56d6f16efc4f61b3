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
    from graph.model import Linked
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
        fingerprint: Changes when the catalogue or the code of the linker does.
    """

    link_many: Callable[[Iterable[Paper]], Iterator[Linked]]
    catalog: Catalog
    fingerprint: str


@contextmanager
def linking(catalogs: tuple[Path, ...], *, workers: int) -> Iterator[Linking]:
    """Give the linker with the shipped catalogue and the user's."""
    from graph.linker.pool import make_linker_pool

    paths = user_catalogs(catalogs)
    catalog = the_catalog(paths)  # here, so that a fault in it is told before a process is started
    with make_linker_pool(paths, workers=workers) as link_many:
        yield Linking(link_many, catalog, f"{catalog.fingerprint} {_code_fingerprint()}")


def the_catalog(paths: tuple[Path, ...]) -> Catalog:
    """Return the shipped catalogue with the user's files on top; a fault in one is one line."""
    from graph.catalog import CatalogError, read_catalog

    try:
        return read_catalog(*paths)
    except CatalogError as error:
        raise click.ClickException(str(error)) from error


def user_catalogs(given: tuple[Path, ...]) -> tuple[Path, ...]:
    """Return the user's catalogue files: those that are given, else the one in the user's data folder if it exists."""
    from platformdirs import user_data_path

    own = user_data_path("citegraph", appauthor=False) / "catalog.tsv"
    return given or ((own,) if own.is_file() else ())


def _code_fingerprint() -> str:
    """Return a digest of what decides how a text is linked, so that a new linker links stored papers again."""
    import graph

    digest = sha256()
    home = Path(graph.__path__[0])
    rooms = [path for room in ("clean", "linker") for path in sorted((home / room).rglob("*"))]
    for path in [*rooms, home / "names.py"]:
        if path.is_file() and path.suffix != ".pyc":
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
