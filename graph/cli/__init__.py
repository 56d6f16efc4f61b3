"""The command line: `kg`. Each command is a module that is imported when it is called."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import Any

import click

COMMANDS = {
    "build": "graph.cli.build:build",
    "neighbors": "graph.cli.neighbors:neighbors",
    "paper": "graph.cli.ask:paper",
    "why": "graph.cli.ask:why",
    "search": "graph.cli.ask:search",
    "stats": "graph.cli.ask:stats",
    "view": "graph.cli.give:view",
    "push": "graph.cli.give:push",
    "export": "graph.cli.give:export",
    "eval": "graph.cli.measure:evaluate",
    "review": "graph.cli.review:review",
    "catalog": "graph.cli.catalog:catalog",
}
"""Where each command lives, in the order of the help."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, and which ends quietly when it is interrupted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, imported now, or None."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is called; name the nearest where there is none of that name."""
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise click.UsageError(f"No such command {args[0]!r}.{_nearest(args[0])}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an interruption or a file that cannot be written costs one line."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.errno == errno.EPIPE:
                _let_go()
                ctx.exit(0)  # whoever read the output had enough of it, as `head` has
            told = [str(part) for part in (error.filename, error.strerror) if part]
            raise click.ClickException(": ".join(told) or str(error)) from error
        except (KeyboardInterrupt, click.Abort):
            click.echo("Interrupted.", err=True)
            ctx.exit(130)  # as shells give it


def _let_go() -> None:
    """Let what is still to be written go nowhere, so that the end of the process finds no closed pipe."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    finally:
        os.close(nowhere)


def _nearest(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, n=1)
    return f" Did you mean {near[0]!r}?" if near else ""


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from graph.cli.version import version

        click.echo(f"kg (citegraph) {version()}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog='Example: kg build papers.txt, then kg neighbors "GSM8K"',
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version."
)
def cli() -> None:
    """Build a knowledge graph of machine-learning papers and ask it."""


def main() -> None:
    """Run the command line on the arguments of the process, and end the process."""
    # A letter that the terminal or the file cannot hold (cp1252) costs that letter, not the answer.
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")
    cli(prog_name="kg")
