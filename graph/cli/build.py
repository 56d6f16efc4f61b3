"""`kg build`: papers in, store filled."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from graph.cli.correcting import overrides_option, overrides_path
from graph.cli.linking import catalog_option, workers_option
from graph.cli.options import db_option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from sqlite3 import Connection

    from graph.cli.linking import Linking
    from graph.cli.reading import Reading
    from graph.ingest import Merge, Report
    from loaders import Paper, Skipped


_TITLES = (
    "JSON Lines, one object a title: file, paragraph (from 0, headings not counted) or position (from 1), title;"
    " also authors, year, venue, doi, arxiv_id, abstract_start."
)
SAMPLE_DB = "sample.db"
SAMPLE = Path(__file__).parents[1] / "sample" / "papers.txt"


@click.command(epilog="Example: kg build papers.txt more.jsonl --titles titles.jsonl")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--sample", is_flag=True, help="Read the papers of citegraph itself; into sample.db unless told.")
@click.option("--titles", type=click.Path(exists=True, dir_okay=False, path_type=Path), help=_TITLES)
@click.option("--strict", is_flag=True, help="End with an error if any record was skipped.")
@click.option("--report", type=click.Path(dir_okay=False, path_type=Path), help="Write what each file gave, as JSON.")
@catalog_option
@overrides_option
@workers_option
@db_option
@click.pass_context
def build(
    ctx: click.Context,
    files: tuple[Path, ...],
    *,
    sample: bool,
    titles: Path | None,
    strict: bool,
    report: Path | None,
    catalogs: tuple[Path, ...],
    overrides: Path | None,
    workers: int,
    db: str,
) -> None:
    """Read papers from FILES (- for standard input) into the store.

    The format of a file is told by its content; gz, bz2, xz and zip are unpacked. README lists the formats.

    Without FILES, the papers of the store are linked anew where corrections or a catalogue changed.

    A paper that is in the store and has not changed is not linked again, and a build that was stopped goes on where
    it was.
    """
    if (sample and files) or not (sample or files or Path(db).exists()):
        raise click.UsageError("give the FILES to read, or --sample alone.")
    if sample:
        files = (SAMPLE,)
        db = SAMPLE_DB if ctx.get_parameter_source("db") is ParameterSource.DEFAULT else db
        _refuse_other_papers(db)
    from graph.cli.outcome import write_report
    from graph.cli.reading import open_files

    failures: list[str] = []
    merges: tuple[Merge, ...] = ()
    sources = list(open_files(files, failures))
    if sources or not files:
        path = overrides_path(overrides, db)
        corrections = path if overrides or path.exists() else None
        merges = _build(
            sources, failures, titles=titles, catalogs=catalogs, overrides=corrections, workers=workers, db=db
        )
    if sample and db == SAMPLE_DB:
        click.echo(f'Ask it: kg neighbors "GSM8K" --db {db}')
    if report:
        write_report(report, sources, merges, failures)
    _end(sources, failures, strict=strict)


def _end(sources: list[Reading], failures: list[str], *, strict: bool) -> None:
    """End with an error if a file failed or, where that is asked for, a record was skipped."""
    skipped = sum(len(one.skipped) for one in sources)
    if strict and skipped:
        failures.append(f"--strict: {skipped:,} of the records above {'was' if skipped == 1 else 'were'} skipped")
    if failures:
        raise click.ClickException("\nError: ".join(failures))


def _refuse_other_papers(db: str) -> None:
    """End with an error where the store holds papers that are not of the sample."""
    from graph.store import StoreError, open_store
    from loaders import Paper, load
    from loaders.identifiers import paper_id

    if not Path(db).exists():
        return
    sample = {paper_id(record) for record in load(SAMPLE) if isinstance(record, Paper)}
    try:
        with open_store(db, write=False) as conn:
            rows = conn.execute("SELECT id FROM papers WHERE NOT stub LIMIT ?", (len(sample) + 1,))
            stored = {id_ for (id_,) in rows}
    except StoreError as error:
        raise click.ClickException(str(error)) from error
    if stored - sample:
        raise click.ClickException(f"{db}: holds other papers; give the sample its own store, as in --db sample.db")


def _build(
    sources: list[Reading],
    failures: list[str],
    *,
    titles: Path | None,
    catalogs: tuple[Path, ...],
    overrides: Path | None,
    workers: int,
    db: str,
) -> tuple[Merge, ...]:
    """Fill the store from files and say what that did; a file that fails on the way is added to `failures`.

    Returns:
        The records that were papers known already.
    """
    from graph.cli.linking import linking
    from graph.cli.outcome import outcome_text
    from graph.cli.reading import read_files
    from graph.query import stats
    from graph.store import StoreError, open_store
    from loaders import LoadError, read_titles, with_titles

    try:
        named = read_titles(titles) if titles else None
        with (
            linking(catalogs, workers=workers, overrides=overrides, db=db) as linker,
            open_store(db, write=True) as conn,
            _bar(sources) as advance,
        ):
            records = read_files(sources, failures, advance)
            if named:
                records = with_titles(records, named, files=[source.path for source in sources])
            report = _ingest(records, conn, linker)
            found, notes = stats(conn), _notes(conn, linker, [] if failures else sources)
    except (LoadError, StoreError) as error:
        raise click.ClickException("\nError: ".join([*failures, str(error)])) from error
    click.echo("\n".join([*outcome_text(report, found, sources, db=db), *notes]))
    return report.papers_merged


def _ingest(records: Iterator[Paper | Skipped], conn: Connection, linker: Linking) -> Report:
    from graph.ingest import ingest

    return ingest(
        records,
        conn,
        linker.link_many,
        entity=linker.catalog.entities.get,
        fingerprint=linker.fingerprint,
        told=linker.told,
    )


def _notes(conn: Connection, linker: Linking, sources: list[Reading]) -> list[str]:
    """Return the corrections that changed nothing, and the papers that the files held at a former build."""
    from graph.cli.correcting import idle_lines
    from graph.cli.outcome import left_lines
    from graph.ingest import left_of

    idle = idle_lines(conn, linker.lines, linker.plain)
    return [*idle, *left_lines({one.source.name: left_of(conn, one.source.name) for one in sources})]


@contextmanager
def _bar(sources: list[Reading]) -> Iterator[Callable[[int], None]]:
    """Give a function that moves a bar by so many bytes; it shows nothing where no terminal looks on."""
    from graph.cli.reading import size_of

    if not sys.stderr.isatty():
        yield lambda step: None
        return
    size = sum(size_of(source.path) for source in sources)
    with click.progressbar(length=size, label="Reading and linking", file=sys.stderr) as bar:
        yield bar.update
