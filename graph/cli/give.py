"""`kg view`, `kg push` and `kg export`: the graph as a page, in Neo4j, as lines."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING

import click

from graph.cli.options import db_option, reading
from graph.cli.output import checked, force_option, told

if TYPE_CHECKING:
    from sqlite3 import Connection


@click.command(epilog="Example: kg view -o papers.html")
@click.option(
    "-o", "--output", default="citegraph.html", show_default=True, type=click.Path(dir_okay=False), help="The page."
)
@force_option
@db_option
def view(*, output: str, force: bool, db: str) -> None:
    """Write the graph as one HTML page that needs no network.

    A page of an earlier graph is replaced, any other file only with --force; folders that are missing are made.
    """
    from graph.build import build_graph
    from graph.cli.text import plural
    from graph.page import write_page

    path = checked(output, db=db, what="page", force=force)
    with reading(db) as conn:
        graph = build_graph(conn)
        heading = _heading(conn)
    with told(path):
        drawn = write_page(graph, path, title=heading)
    entities = f"{drawn.entities:,} datasets, techniques and concepts"
    cited = f"{plural(drawn.cited, 'cited work')}, " if drawn.cited else ""
    click.echo(f"{output}: {plural(drawn.papers, 'paper')}, {cited}{entities}, {plural(drawn.links, 'link')}")


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
@click.option(
    "--uri",
    envvar="NEO4J_URI",
    default="bolt://localhost:7687",
    show_default=True,
    show_envvar=True,
    help="Address of the server.",
)
@click.option(
    "--user",
    envvar="NEO4J_USERNAME",
    default="neo4j",
    show_default=True,
    show_envvar=True,
    help="Who logs in there.",
)
@click.option("--password", envvar="NEO4J_PASSWORD", show_envvar=True, help="Asked for on a terminal.")
@click.option("--database", help="The server's default where none is given.")
@db_option
def push(*, uri: str, user: str, password: str | None, database: str | None, db: str) -> None:
    """Send the graph to a Neo4j server.

    What is there already is not written twice, and nobody else's data is touched.
    """
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


@click.command(epilog="Example: kg export --format jsonl -o graph.jsonl")
@click.option("--format", "_form", type=click.Choice(["jsonl"]), default="jsonl", show_default=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="The file; standard output where none is given.")
@force_option
@db_option
def export(*, _form: str, output: str | None, force: bool, db: str) -> None:
    """Write all papers, entities, mentions and edges as lines.

    One JSON object a line, in the order of their keys. An earlier export is replaced, any other file only with
    --force; folders that are missing are made.
    """
    from graph.export import export_jsonl, write_jsonl

    path = checked(output, db=db, what="export", force=force) if output else None
    with reading(db) as conn:
        if path:
            with told(path):
                write_jsonl(conn, path)
            return
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # the same bytes as in a file
        export_jsonl(conn, sys.stdout)
        sys.stdout.flush()
