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
            raise click.UsageError(f"{error.format_message().rstrip('.')}. {hint}", ctx) from None


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


def only_match(conn: Connection, text: str, *, kinds: Collection[str] = KINDS, as_json: bool = False) -> Match:
    """Return the one thing that `text` means; else say what it may mean, or what is close, and end with exit code 1."""
    from graph.query import resolve

    matches = resolve(conn, text, kinds=kinds)
    if len(matches) == 1:
        return matches[0]
    if as_json:
        emit_json({"query": text, "matches": [match._asdict() for match in matches]})
    raise click.ClickException(_several(text, matches) if matches else _nothing(conn, text, kinds=kinds))


def _several(text: str, matches: list[Match]) -> str:
    from graph.cli.text import table, title

    most = 10
    lines = table([(title(match.name), match.id) for match in matches[:most]], indent=2)
    more = [f"  ... and {len(matches) - most} more"] if len(matches) > most else []
    return "\n".join([f'"{text}" may be {len(matches)} things; give the id of one:', *lines, *more])


def _nothing(conn: Connection, text: str, *, kinds: Collection[str]) -> str:
    from graph.cli.text import title
    from graph.query import suggest

    what = "Nothing" if len(kinds) == len(KINDS) else "No paper" if "paper" in kinds else "No entity"
    near = suggest(conn, text, kinds=kinds)
    advice = f"Did you mean {' or '.join(title(name) for name in near)}?" if near else "kg search looks inside texts."
    return f'{what} here is called "{text}". {advice}'
