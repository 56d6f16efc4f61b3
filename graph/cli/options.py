"""What the commands share: options, names as arguments, the store, answers as JSON."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from sqlite3 import Connection

    from graph.query import Match

    _F = TypeVar("_F", bound=Callable[..., Any])

DB = "citegraph.db"
KINDS = ("paper", "dataset", "technique", "concept")


class NameCommand(click.Command):
    """A command that takes names; a name that begins with a dash is told from an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; where an option is unknown, say how a name with a dash is given."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            name = next((arg for arg in given if arg.startswith(error.option_name)), error.option_name)
            hint = f"For a name that begins with a dash, put -- before it: {ctx.command_path} -- {name}"
            message = error.format_message().rstrip(".")
            raise click.UsageError(f"{message}{'' if message.endswith('?') else '.'} {hint}", ctx) from None


def _not_blank(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    if not value.strip():
        raise click.BadParameter("it is blank; give a name, an id or a part of a title.")
    return value.strip()


def name_argument(name: str, *, metavar: str | None = None) -> Callable[[_F], _F]:
    """Return the decorator for an argument that is a name: anything but blank."""
    return click.argument(name, metavar=metavar, callback=_not_blank)


db_option = click.option(
    "--db",
    type=click.Path(dir_okay=False),
    default=DB,
    envvar="KG_DB",
    show_default=True,
    show_envvar=True,
    help="The store.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")
limit_option = click.option(
    "--limit", type=click.IntRange(min=0), default=25, show_default=True, help="Show at most so many; 0 for all."
)


@contextmanager
def reading(db: str) -> Iterator[Connection]:
    """Give the store to read from."""
    from graph.store import StoreError, open_store

    try:
        with open_store(db, write=False) as conn:
            yield conn
    except StoreError as error:
        raise click.ClickException(str(error)) from error


def emit_json(answer: object) -> None:
    """Print one object as JSON; UTF-8 letters are kept where the output can hold them."""
    import sys
    from json import dumps

    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    click.echo(dumps(answer, ensure_ascii=encoding != "utf8", indent=2))


def only_match(
    conn: Connection, text: str, *, kinds: Collection[str] = KINDS, as_json: bool = False, within: str = ""
) -> Match:
    """Return the one thing that `text` means; else say what it may mean, or what is close, and end with exit code 1.

    `within` is the paper whose entities are suggested first.
    """
    from graph.query import resolve

    matches = resolve(conn, text, kinds=kinds)
    if len(matches) == 1:
        return matches[0]
    if as_json:
        emit_json({"query": text, "matches": [match._asdict() for match in matches]})
    raise click.ClickException(_several(text, matches) if matches else _nothing(conn, text, kinds=kinds, within=within))


def how(match: Match) -> list[str]:
    """Return a line that says how a paper was found, where its title alone led to it and not all of that."""
    return ["(found by a part of its title)"] if match.by == "part of title" else []


def _several(text: str, matches: list[Match]) -> str:
    from graph.cli.text import table, title

    most = 10
    lines = table([(title(match.name), match.id) for match in matches[:most]], indent=2)
    more = [f"  ... and {len(matches) - most} more"] if len(matches) > most else []
    what = f"is a part of {len(matches)} titles" if how(matches[0]) else f"may be {len(matches)} things"
    return "\n".join([f'"{text}" {what}; give the id of one:', *lines, *more])


def _nothing(conn: Connection, text: str, *, kinds: Collection[str], within: str) -> str:
    from graph.cli.text import plural, safe, title
    from graph.query import ambiguous_papers, names_with, person_or_venue, suggest

    if "dataset" in kinds and (papers := ambiguous_papers(conn, text)):
        return f'"{text}" is ambiguous in {plural(papers, "paper")} (kg review shows it)'
    if "paper" in kinds and (known := person_or_venue(conn, text)):
        kind, name = known
        shown = text if ":" not in text else name
        article = "an author" if kind == "author" else "a venue"
        return f'"{safe(shown)}" is {article} here ({safe(name)}); its papers: kg search "{safe(shown)}"'
    what = "Nothing" if len(kinds) == len(KINDS) else "No paper" if "paper" in kinds else "No entity"
    near = names_with(conn, within, text)[:5] if within else []
    near = near or suggest(conn, text, kinds=kinds)
    advice = f"Did you mean {' or '.join(title(name) for name in near)}?" if near else "kg search looks inside texts."
    return f'{what} here is called "{text}". {advice}'
