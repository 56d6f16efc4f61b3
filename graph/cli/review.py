"""`kg review`: what is worth a person's minute, and the lines that settle it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graph.cli.correcting import overrides_option, overrides_path
from graph.cli.linking import catalog_option
from graph.cli.options import db_option, emit_json, json_option, reading

if TYPE_CHECKING:
    from graph.query import Case

KINDS = ("ambiguous", "same-name", "discovered", "weak")
_HEADINGS = {
    "ambiguous": "Left open: which of them is meant?",
    "same-name": "One name, several things: are they one?",
    "discovered": "New names in several papers: right?",
    "weak": "Linked by what stands around them, in several papers: right?",
}


@click.command(epilog='Example: kg review --kind ambiguous, then kg review --write "ban case:SAM"')
@click.option("--kind", "kinds", type=click.Choice(KINDS), multiple=True, help="Only this kind; may be repeated.")
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    help="Show at most so many of each kind; 0 for all.",
)
@click.option("--write", "writes", multiple=True, metavar="LINE", help="Add a line to your corrections.")
@overrides_option
@catalog_option
@json_option
@db_option
def review(
    *,
    kinds: tuple[str, ...],
    limit: int,
    writes: tuple[str, ...],
    overrides: Path | None,
    catalogs: tuple[Path, ...],
    as_json: bool,
    db: str,
) -> None:
    """List what you could settle, with the lines that would do it.

    Listed is what is worth a minute of yours. A line that you --write (ACTION SUBJECT OBJECT, quoted as in a shell)
    goes into your corrections, and the next build follows it.
    """
    path = overrides_path(overrides, db)
    if writes:
        _write(writes, path, catalogs=catalogs, db=db, as_json=as_json)
        return
    cases, totals, settled = _cases(kinds or KINDS, path, limit=limit, as_json=as_json, db=db)
    if as_json:
        emit_json({"cases": cases, "total": totals, "settled": settled, "overrides": str(path)})
    else:
        click.echo(_text(cases, totals, settled, path))


def _cases(
    kinds: tuple[str, ...], path: Path, *, limit: int, as_json: bool, db: str
) -> tuple[list[Case], dict[str, int], int]:
    """Return the cases to show, how many there are of each kind, and how many the file has a line for already."""
    from graph import query
    from graph.cli.text import MARK

    said = _said(path)
    shown: list[Case] = []
    totals: dict[str, int] = {}
    settled = 0
    with reading(db) as conn:
        for kind in dict.fromkeys(kinds):
            found = query.review(conn, kind, said=said, limit=limit, mark=("", "") if as_json else MARK)
            shown += found["cases"]
            totals[kind] = found["total"]
            settled += found["settled"]
    return shown, totals, settled


def _said(path: Path) -> set[tuple[str, str, str]]:
    """Return what the lines of the file say; nothing where there is none."""
    from graph.overrides import OverridesError, read_lines

    if not path.exists():
        return set()
    try:
        return {line.words for line in read_lines(path)}
    except OverridesError as error:
        raise click.ClickException(str(error)) from error


def _text(cases: list[Case], totals: dict[str, int], settled: int, path: Path) -> str:
    from graph.cli.text import marked, plural

    lines: list[str] = []
    for kind, total in totals.items():
        if total:
            lines += [*([""] if lines else []), f"{_HEADINGS[kind]} ({plural(total, 'case')})"]
        found = [case for case in cases if case["kind"] == kind]
        for case in found:
            lines += ["", *_case_text(case)]
        if left := total - len(found):
            lines += ["", f"  {left:,} more: --limit 0 shows all."]
    if cases:
        lines += ["", "kg review --write 'LINE' adds one to your corrections; the next kg build follows it."]
    else:
        lines.append("Nothing to settle here.")
    if settled:
        lines.append(f"{plural(settled, 'case')} left out: {path} has a line for it, which the next kg build follows.")
    return marked("\n".join(lines))


def _case_text(case: Case) -> list[str]:
    from graph.cli.text import plural, safe, table, title, wrap

    lines = [f"  {safe(case['surface'])}: {plural(case['papers'], 'paper')}"]
    cells: list[tuple[str, ...]] = [
        (title(entity["name"]), plural(entity["papers"], "paper"), entity["id"]) for entity in case["entities"]
    ]
    lines += table(cells, indent=4, width=120)
    if case["evidence"]:
        lines += wrap(f"{case['evidence']['sentence']} ({case['evidence']['paper']})", indent=6)
    return lines + [f"    {safe(shlex.join(word for word in line if word))}" for line in case["lines"]]


def _write(writes: tuple[str, ...], path: Path, *, catalogs: tuple[Path, ...], db: str, as_json: bool) -> None:
    """Add lines to the file, all of them or, where one has a fault, none."""
    from graph.cli.linking import the_catalog, user_catalogs
    from graph.overrides import OverridesError, add_line, parse, resolve
    from graph.overrides.lines import read_text

    catalog = the_catalog(user_catalogs(catalogs))
    told: list[dict[str, Any]] = []
    try:
        before = text = read_text(path) if path.exists() else ""
        for one in writes:
            words = _with_ids(_words(one), catalog, db)
            longer = add_line(text, words, source=str(path))
            told.append({"line": words, "added": longer != text})
            text = longer
        resolve(parse(text, source=str(path)), catalog)
    except OverridesError as error:
        raise click.ClickException(str(error)) from error
    if text != before:
        _replace(path, text)
    if as_json:
        emit_json({"overrides": str(path), "lines": told})
        return
    for line in told:
        said = "added" if line["added"] else "there already"
        click.echo(f"{path}: {shlex.join(word for word in line['line'] if word)} ({said})")
    click.echo("The next kg build follows it.")


def _words(text: str) -> list[str]:
    try:
        words = text.split("\t") if "\t" in text else shlex.split(text)
    except ValueError as error:
        raise click.UsageError(f"--write {text!r}: {error}; quote a name with blanks as in a shell.") from error
    if not 2 <= len(words) <= 4:
        what = f"{len(words)} words; expected ACTION SUBJECT, or ACTION SUBJECT OBJECT, with quotes around blanks"
        raise click.UsageError(f"--write {text!r}: {what}.")
    return [" ".join(word.split()) for word in words]


def _with_ids(words: list[str], catalog: Any, db: str) -> list[str]:
    """Return the words with the id of what only the store knows by that name."""
    from graph.overrides import parse
    from graph.overrides.things import Things
    from graph.query import ENTITY_KINDS, resolve

    places = {"merge": (1, 2), "split": (2,), "rename": (1,), "alias": (1,), "retype": (1,)}.get(words[0], ())
    if not Path(db).exists():
        return words
    things = Things(catalog, parse("", source=""))
    found = list(words)
    with reading(db) as conn:
        for place in places:
            if place < len(words) and ":" not in words[place] and not things.called(words[place]):
                matches = resolve(conn, words[place], kinds=ENTITY_KINDS)
                found[place] = matches[0].id if len(matches) == 1 else words[place]
    return found


def _replace(path: Path, text: str) -> None:
    """Write the file under a temporary name, then rename it; a link stays one."""
    path = path.resolve()
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
