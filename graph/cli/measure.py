"""`kg eval`: how well the linker does on texts with a gold annotation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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
    """Link the texts that GOLD names, which lie beside it, and score what is found. No store is needed."""
    from graph.cli.linking import linking
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
        click.echo("\n".join([*_table(scores), *(_errors(errors) if with_errors else ())]))


def _table(scores: dict[str, Any]) -> list[str]:
    rows = {"overall": scores["overall"], **scores["by_kind"]}
    rows |= {name: scores[name] for name in ("proposes", "cites") if name in scores}
    heading = ("precision", "recall", "F1", "right", "predicted", "gold")
    lines = [scores["set"], " " * 10 + "".join(f"{name:>11}" for name in heading)]
    for name, row in rows.items():
        shares = "".join(f"{row[key]:11.3f}" for key in ("precision", "recall", "f1"))
        lines.append(f"{name:10}{shares}" + "".join(f"{row[key]:11,}" for key in ("right", "predicted", "gold")))
    if "kind_agreement" in scores:
        lines.append(f"kind agreement {scores['kind_agreement']:.3f}")
    return lines


def _errors(errors: list[dict[str, Any]]) -> list[str]:
    from graph.cli.text import table

    rows = [(e["name"], e["kind"], e["error"], f"{e['file']}, paragraph {e['paragraph']}") for e in errors]
    return ["", *table(rows, width=120)]
