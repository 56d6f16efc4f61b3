"""`kg eval`: how well the linker does on texts with a gold annotation."""

from __future__ import annotations

from pathlib import Path

import click

from graph.cli.linking import catalog_option, workers_option
from graph.cli.options import emit_json, json_option


@click.command("eval", epilog="Example: kg eval gold.jsonl --errors")
@click.argument("gold", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--errors", "with_errors", is_flag=True, help="List what was missed and what was wrong.")
@catalog_option
@workers_option
@json_option
def evaluate(gold: Path, *, with_errors: bool, catalogs: tuple[Path, ...], workers: int, as_json: bool) -> None:
    """Score the linker on the texts of a gold file.

    The texts stand in GOLD or lie beside it; no store is needed. The first line tells the format; docs/evaluation.md
    describes all of them and what the scores mean.
    """
    from graph.cli.linking import linking
    from graph.cli.scores import error_lines, score_lines
    from graph.evaluate import GoldError
    from graph.evaluate import evaluate as score

    try:
        with linking(catalogs, workers=workers) as linker:
            scores = score(gold, linker.link_many, linker.catalog.entities)
    except GoldError as error:
        raise click.ClickException(str(error)) from error
    errors = scores.pop("errors")
    if as_json:
        emit_json(scores | {"errors": errors} if with_errors else scores)
    else:
        click.echo("\n".join([*score_lines(scores), *(error_lines(errors) if with_errors else ())]))
