"""`kg catalog add` and `kg catalog import`: what a user adds to the catalogue, in a file of the user's own."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graph.catalog.rows import spellings_of
from graph.cli.linking import catalog_option, own_catalog
from graph.cli.options import KINDS, NameCommand, emit_json, json_option, name_argument
from graph.cli.text import plural, safe, wrap
from graph.model import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graph.catalog.merge import Merge
    from graph.catalog.own import Addition
    from graph.catalog.rows import Row

RULE_TEXTS = {"fold": "any case", "case": "as written", "context": "in context"}


@click.command("add", cls=NameCommand, epilog="Example: kg catalog add dataset RiverBench --alias context:RB")
@click.argument("kind", type=click.Choice(KINDS[1:]))
@name_argument("name")
@click.option("--alias", "aliases", multiple=True, help="Another spelling, as in context:RB where it has its own rule.")
@click.option("--match", type=click.Choice(RULES), help="Rule of the name; without it, a safe one.")
@click.option("--subkind", default="", help="Such as benchmark, model or task.")
@click.option("--broader", multiple=True, metavar="ID", help="A wider entity of the kind, by id or name.")
@click.option("--variant-of", multiple=True, metavar="ID", help="What it differs from by number, version or size.")
@click.option("--url", multiple=True, help="An address where it is described.")
@click.option("--note", default="", help="A note to yourself.")
@click.option("--generic", is_flag=True, help="It links nearly everything, so it relates no two papers.")
@catalog_option
@json_option
def add_entity(
    kind: str, name: str, *, catalogs: tuple[Path, ...], match: str | None, as_json: bool, **said: Any
) -> None:
    """Add a dataset, technique or concept to your own catalogue.

    One that is known by this very name gets what is said on top of what is known of it. Of several catalogues, the
    last is written.
    """
    from graph.catalog.own import Wish, add, write_own
    from graph.linker.ordinary import ordinary_words

    path, known, own = _catalogs(catalogs)
    with _one_line():
        wish = Wish(kind, name, match=match or "", **said)
        found = add(wish, known=known, own=own, ordinary=ordinary_words())
    if found.changed:
        write_own(path, found.rows)
    if as_json:
        emit_json(_addition(found, path))
    else:
        click.echo("\n".join(_addition_text(found, path)))


@click.command("import", epilog="Example: kg catalog import methods.json.gz --dry-run")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--kind", type=click.Choice(KINDS[1:]), help="The kind of rows that do not say theirs.")
@click.option("--dry-run", is_flag=True, help="Say what would be added, and write nothing.")
@catalog_option
@json_option
def import_list(file: Path, *, kind: str | None, dry_run: bool, catalogs: tuple[Path, ...], as_json: bool) -> None:
    """Add the entities of a list to your own catalogue.

    FILE is a CSV or TSV table or JSON with a name and a type for each (and aliases, url, broader), the methods.json or
    datasets.json of Papers with Code, or the CSV of the Computer Science Ontology; packed by gzip or not. What is
    known already is passed over. Of several catalogues, the last is written.
    """
    from graph.catalog.foreign import load
    from graph.catalog.merge import merge
    from graph.catalog.own import write_own
    from graph.linker.ordinary import ordinary_words

    path, known, own = _catalogs(catalogs)
    with _one_line():
        found = merge(load(file, kind=kind or ""), known=known, own=own, ordinary=ordinary_words())
    if (found.added or found.updated) and not dry_run:
        write_own(path, found.rows)
    if as_json:
        emit_json(_merge(found, file, path, dry_run=dry_run))
    else:
        click.echo("\n".join(_merge_text(found, file, path, dry_run=dry_run)))
    if found.refused and not (found.added or found.updated or found.known):
        raise click.ClickException(f"{file}: nothing in it could be used.")


def _catalogs(given: tuple[Path, ...]) -> tuple[Path, list[Row], list[Row]]:
    """Return the file to write, the rows of all that is below it, and its own rows."""
    from graph.catalog import read_rows, shipped_paths
    from graph.catalog.own import read_own

    *below, path = given or (own_catalog(),)
    with _one_line():
        rows = {row.id: row for row in read_rows(*shipped_paths())}
        for other in below:
            rows.update({row.id: row for row in read_own(other, known=list(rows.values()))})
        known = list(rows.values())
        return path, known, read_own(path, known=known)


@contextmanager
def _one_line() -> Iterator[None]:
    """Tell a fault in a catalogue or a list in one line."""
    from graph.catalog import CatalogError

    try:
        yield
    except CatalogError as error:
        raise click.ClickException(safe(str(error))) from error


def _addition(found: Addition, path: Path) -> dict[str, Any]:
    row = found.row
    return {
        "catalog": str(path),
        "id": row.id,
        "name": row.name,
        "outcome": _outcome(found),
        "spellings": [{"text": text, "rule": rule, "why": found.why.get(text, "")} for rule, text in spellings_of(row)],
        "taken": [{"id": id_, "text": text} for id_, text in found.taken],
    }


def _outcome(found: Addition) -> str:
    return "unchanged" if not found.changed else "updated" if found.former else "added"


def _addition_text(found: Addition, path: Path) -> list[str]:
    row = found.row
    if not found.changed:
        return [f"{row.id} ({row.name}) is in the catalogue already, with all of this."]
    heads = {
        "": f"{path}: added {row.id}",
        "own": f"{path}: updated {row.id} ({row.name})",
        "known": f"{path}: added {row.id} ({row.name}), which stands in the place of the shipped row",
    }
    lines = [safe(heads[found.former])]
    for rule, text in spellings_of(row):
        why = f": {found.why[text]}; --match or a rule before a colon says otherwise" if text in found.why else ""
        lines += wrap(f"{text} ({RULE_TEXTS[rule]}{why})", indent=2, hang=4)
    return lines + _taken(found.taken)


def _taken(taken: Iterable[tuple[str, str]]) -> list[str]:
    lines = [wrap(f'"{text}" is taken from {id_}, where it needs context from now on.') for id_, text in taken]
    return [line for some in lines for line in some]


def _merge(found: Merge, file: Path, path: Path, *, dry_run: bool) -> dict[str, Any]:
    return {
        "file": str(file),
        "catalog": str(path),
        "written": bool(found.added or found.updated) and not dry_run,
        "added": found.added,
        "updated": found.updated,
        "known": found.known,
        "refused": [{"place": refused.place, "reason": refused.reason} for refused in found.refused],
        "in_context": found.in_context,
        "taken": [{"id": id_, "text": text} for id_, text in found.taken],
    }


def _merge_text(found: Merge, file: Path, path: Path, *, dry_run: bool) -> list[str]:
    counts = f"{len(found.added):,} added, {len(found.updated):,} given more aliases, {found.known:,} known"
    lines = [f"{path}: {counts}{' (a dry run: nothing is written)' if dry_run else ''}"]
    if dry_run:
        rows = {row.id: row for row in found.rows}
        for id_ in (*found.added, *found.updated):
            spelled = "; ".join(f"{text} ({RULE_TEXTS[rule]})" for rule, text in spellings_of(rows[id_]))
            lines += wrap(f"{id_}: {spelled}", indent=2, hang=4)
    if found.in_context:
        lines.append(f"{plural(found.in_context, 'spelling')} that others have too, so in context only")
    lines += _taken(found.taken)
    lines += ["", f"refused: {plural(len(found.refused), 'row')}"]
    return lines + [f"  {safe(refused.place)}: {safe(refused.reason)}" for refused in found.refused]
