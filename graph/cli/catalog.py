"""`kg catalog`: the entities and spellings that the linker knows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graph.cli.enlarge import RULE_TEXTS, add_entity, import_list
from graph.cli.linking import catalog_option, the_catalog, user_catalogs
from graph.cli.options import KINDS, NameCommand, emit_json, json_option, name_argument

if TYPE_CHECKING:
    from graph.catalog import Catalog
    from graph.model import Entity


@click.group(epilog="Example: kg catalog show GSM8K")
def catalog() -> None:
    """Show the entities that the linker knows, and add your own."""


catalog.add_command(add_entity)
catalog.add_command(import_list)


@catalog.command("check", epilog="Example: kg catalog check mine.tsv")
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check_files(files: tuple[Path, ...]) -> None:
    """Check catalogue FILES, or the shipped catalogue.

    Each fault is a line, and any fault gives exit code 1.
    """
    from graph.catalog import CatalogError, read_rows, shipped_paths
    from graph.catalog.check import check, summarize
    from graph.cli.text import plural

    try:
        rows = read_rows(*(files or shipped_paths()))
        known = read_rows(*shipped_paths()) if files else []
    except CatalogError as error:
        raise click.ClickException(str(error)) from error
    faults = check(rows, known=known)
    for fault in faults:
        click.echo(str(fault))
    summary = summarize(rows)
    for name in ("rows", "spellings", "attested"):
        counts = [f"{key or 'not said'} {count:,}" for key, count in getattr(summary, name).items()]
        click.echo(f"{name}: {', '.join(counts)}")
    if faults:
        raise click.ClickException(f"{plural(len(faults), 'fault')}.")


@catalog.command("list", epilog="Example: kg catalog list --kind dataset")
@click.option("--kind", type=click.Choice(KINDS[1:]), help="Only this kind.")
@catalog_option
@json_option
def list_entities(*, kind: str | None, catalogs: tuple[Path, ...], as_json: bool) -> None:
    """List the entities: id, name and aliases, a tab between."""
    found = the_catalog(user_catalogs(catalogs)).entities.values()
    entities = [entity for entity in found if kind in (None, entity.kind)]
    if as_json:
        emit_json([_as_dict(entity) for entity in entities])
    else:
        click.echo("\n".join("\t".join((e.id, e.name, " | ".join(e.aliases))).rstrip() for e in entities))


@catalog.command("show", cls=NameCommand, epilog='Example: kg catalog show "CIFAR 10"')
@name_argument("name")
@catalog_option
@json_option
def show_entity(name: str, *, catalogs: tuple[Path, ...], as_json: bool) -> None:
    """Show what is known of NAME, in any spelling.

    Shown is every entity that is called so, with its spellings and rules.
    """
    known = the_catalog(user_catalogs(catalogs))
    found = [_as_dict(entity) | {"spellings": _spellings(known, entity)} for entity in _called(known, name)]
    if as_json:
        emit_json({"query": name, "entities": found})
    if not found:
        raise click.ClickException(f'The catalogue has nothing called "{name}".{_near(known, name)}')
    if not as_json:
        click.echo("\n\n".join("\n".join(_entity_text(entity)) for entity in found))


def _called(known: Catalog, name: str) -> list[Entity]:
    """Return the entities with this id or one of these spellings, in the order of their ids."""
    from graph.names import fold

    if name in known.entities:
        return [known.entities[name]]
    ids = {spelling.entity for spelling in known.spellings if fold(spelling.text) == fold(name)}
    return [known.entities[id_] for id_ in sorted(ids)]


def _near(known: Catalog, name: str) -> str:
    from difflib import get_close_matches

    names = {entity.name.lower(): entity.name for entity in known.entities.values()}
    near = [names[key] for key in get_close_matches(name.lower(), names, n=3)]
    return f" Did you mean {' or '.join(near)}?" if near else " kg catalog list shows all."


def _spellings(known: Catalog, entity: Entity) -> list[dict[str, str]]:
    return [{"text": s.text, "rule": s.rule} for s in known.spellings if s.entity == entity.id]


def _as_dict(entity: Entity) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(entity)


def _entity_text(entity: dict[str, Any]) -> list[str]:
    from graph.cli.text import safe, wrap

    facts = {
        "id": entity["id"],
        "kind": entity["kind"] + (f" ({entity['subkind']})" if entity["subkind"] else ""),
        "spelled": "; ".join(f"{s['text']} ({RULE_TEXTS[s['rule']]})" for s in entity["spellings"]),
        "broader": ", ".join(entity["broader"]),
        "variant of": ", ".join(entity["variant_of"]),
        "see": ", ".join(entity["same_as"]),
        "status": entity["status"] + (", generic" if entity["generic"] else ""),
    }
    lines = [safe(entity["name"])]
    for key, value in facts.items():
        if value:
            first, *rest = wrap(value, indent=12)
            lines += [f"{key:12}{first.strip()}", *rest]
    return lines
