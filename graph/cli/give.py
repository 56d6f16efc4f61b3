"""`kg view`, `kg push` and `kg export`: the graph as a page, in Neo4j, as lines."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

import click

from graph.cli.options import db_option, reading

if TYPE_CHECKING:
    from sqlite3 import Connection


@click.command(epilog="Example: kg view -o papers.html")
@click.option(
    "-o", "--output", default="citegraph.html", show_default=True, type=click.Path(dir_okay=False), help="The page."
)
@db_option
def view(*, output: str, db: str) -> None:
    """Write the graph as one HTML page that needs no network."""
    from graph.build import build_graph
    from graph.cli.text import plural
    from graph.page import write_page

    with reading(db) as conn:
        graph = build_graph(conn)
        heading = _heading(conn)
    write_page(graph, Path(output), title=heading)
    click.echo(f"{output}: {plural(len(graph), 'node')}, {plural(graph.number_of_edges(), 'edge')}")


def _heading(conn: Connection) -> str:
    """Return what the papers have in common and how many there are: `ICML 2025: 38 papers`."""
    from graph.cli.text import plural

    rows = conn.execute("SELECT venue, year, source, count(*) FROM papers WHERE NOT stub GROUP BY 1, 2, 3").fetchall()
    venues, years, sources = ({row[column] for row in rows} for column in range(3))
    name = "Papers"
    if len(venues) == 1 and None not in venues:
        name = " ".join(str(part) for part in (*venues, *(years if len(years) == 1 else ())) if part)
    elif len(sources) == 1:
        name = next(iter(sources)) or name
    return f"{name}: {plural(sum(row[3] for row in rows), 'paper')}"


@click.command(epilog="Example: kg push --uri bolt://localhost:7687 --user neo4j")
@click.option("--uri", envvar="NEO4J_URI", default="bolt://localhost:7687", show_default=True, show_envvar=True)
@click.option("--user", envvar="NEO4J_USERNAME", default="neo4j", show_default=True, show_envvar=True)
@click.option("--password", envvar="NEO4J_PASSWORD", show_envvar=True, help="Asked for on a terminal.")
@click.option("--database", help="The server's default where none is given.")
@db_option
def push(*, uri: str, user: str, password: str | None, database: str | None, db: str) -> None:
    """Send the graph to Neo4j; what is there already is not sent twice, and nobody else's data is touched."""
    from graph.build import build_graph
    from graph.cli.text import plural
    from graph.push import PushError
    from graph.push import push as send

    with reading(db) as conn:
        graph = build_graph(conn)
    if password is None and sys.stdin.isatty():
        password = click.prompt(f"Password of {user}", hide_input=True, default="", show_default=False, err=True)
    try:
        counts = send(graph, uri=uri, user=user, password=password or None, database=database)
    except PushError as error:
        raise click.ClickException(str(error)) from error
    click.echo(
        f"{uri}: {plural(counts.nodes, 'node')} ({counts.nodes_created:,} new),"
        f" {plural(counts.relationships, 'relationship')} ({counts.relationships_created:,} new)"
    )


@click.command(epilog="Example: kg export --format jsonl -o papers.jsonl")
@click.option("--format", "_form", type=click.Choice(["jsonl"]), default="jsonl", show_default=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="The file; standard output where none is given.")
@db_option
def export(*, _form: str, output: str | None, db: str) -> None:
    """Write every paper, entity, mention and edge, one JSON object a line, in the order of their keys."""
    from graph.export import export_jsonl, write_jsonl

    with reading(db) as conn:
        if output:
            write_jsonl(conn, output)
            return
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # the same bytes as in a file
        export_jsonl(conn, sys.stdout)
        sys.stdout.flush()
