"""`kg build`: papers in, store filled."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from graph.cli.correcting import overrides_option, overrides_path
from graph.cli.linking import catalog_option, workers_option
from graph.cli.options import db_option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graph.cli.reading import Reading
    from graph.ingest import Merge, Report
    from loaders import Skipped

_TITLES = (
    "JSON Lines, one object a title: file, paragraph (from 0, headings not counted) or position (from 1), title;"
    " also authors, year, venue, doi, arxiv_id, abstract_start."
)
_MOST_ALIKE, _FEW = 10, 3
"""So many records that were skipped for one reason are listed; of more, so few."""
_MOST_MERGES = 20
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
        if ctx.get_parameter_source("db") is ParameterSource.DEFAULT:
            db = SAMPLE_DB
        _refuse_other_papers(db)
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
        _write_report(report, sources, merges, failures)
    skipped = sum(len(one.skipped) for one in sources)
    if strict and skipped:
        failures.append(f"--strict: {skipped:,} of the records above {'was' if skipped == 1 else 'were'} skipped")
    if failures:
        raise click.ClickException("\nError: ".join(failures))


def _write_report(path: Path, sources: list[Reading], merges: tuple[Merge, ...], failures: list[str]) -> None:
    """Write what each file gave, which records were papers known already, and the files that could not be read."""
    from dataclasses import asdict
    from json import dumps

    report = {
        "files": [source.as_json() for source in sources],
        "merged": [asdict(merge) for merge in merges],
        "failures": failures,
    }
    path.write_text(dumps(report, ensure_ascii=False, indent=2) + "\n", encoding="utf-8", newline="\n")


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
    from graph.cli.correcting import idle_lines
    from graph.cli.linking import linking
    from graph.cli.reading import read_files
    from graph.ingest import ingest, left_of
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
            report = ingest(
                records,
                conn,
                linker.link_many,
                entity=linker.catalog.entities.get,
                fingerprint=linker.fingerprint,
                told=linker.told,
            )
            found = stats(conn)
            notes = idle_lines(conn, linker.lines, linker.plain)
            if not failures:
                notes += _left_lines({one.source.name: left_of(conn, one.source.name) for one in sources})
    except (LoadError, StoreError) as error:
        raise click.ClickException("\nError: ".join([*failures, str(error)])) from error
    click.echo("\n".join([*_text(report, found, sources, db=db), *notes]))
    return report.papers_merged


def _left_lines(left: dict[str, list[str]]) -> list[str]:
    """Say which papers a file of the same name held at a former build and holds no more, by that name."""
    from graph.cli.text import plural

    lines = []
    for source, ids in left.items():
        if ids:
            named = ", ".join(ids[:3]) + (", …" if len(ids) > 3 else "")
            are, them = ("is", "it") if len(ids) == 1 else ("are", "them")
            lines.append(
                f"{plural(len(ids), 'paper')} of an earlier {source} {are} not in this one: {named}; kg keeps {them}"
            )
    return lines


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


def _text(report: Report, found: dict[str, Any], sources: list[Reading], *, db: str) -> list[str]:
    """Return what a build did, what the store holds now, and what was passed over and why."""
    from graph.cli.ask import stats_text
    from graph.cli.text import plural

    did = [
        plural(report.papers_new, "new paper"),
        f"{report.papers_same:,} unchanged",
        f"{report.papers_changed:,} changed",
        f"{len(report.papers_merged):,} merged",
        f"{report.papers_relinked:,} linked again",
    ]
    lines = [f"{db}: {', '.join(part for part in did if not part.startswith('0 ') or 'new' in part)}", ""]
    lines += stats_text(found)
    merges = [f"merged: {merge.place} is {merge.paper}" for merge in report.papers_merged]
    lines += merges[:_MOST_MERGES]
    if len(merges) > _MOST_MERGES:
        lines.append(f"and {len(merges) - _MOST_MERGES:,} more merged (--report FILE.json names them all)")
    if sources:
        lines += ["", "read:"]
    lines += [*(line for one in sources for line in (one.line(), *(f"    {note}" for note in one.notes)))]
    records, titles = ([one for one in report.skipped if one.what == what] for what in ("record", "title"))
    lines += ["", f"skipped: {plural(len(records), 'record')}"]
    lines += _grouped(records)
    if titles:
        lines += [f"titles without a paper: {len(titles):,}", *(f"  {one.place}: {one.reason}" for one in titles)]
    return lines


def _grouped(records: list[Skipped]) -> list[str]:
    """Return a line for each record that was skipped; of many in one file for one reason a few stand for all."""
    groups: dict[tuple[str, str], list[str]] = {}
    for one in records:
        groups.setdefault((one.place.rpartition(":")[0], one.reason), []).append(one.place)
    lines = []
    for (_, reason), places in groups.items():
        shown = places if len(places) <= _MOST_ALIKE else places[:_FEW]
        lines += [f"  {place}: {reason}" for place in shown]
        if len(places) > len(shown):
            lines.append(f"    and {len(places) - len(shown):,} more like it (--report FILE.json names them all)")
    return lines
