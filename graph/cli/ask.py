"""`kg paper`, `kg why`, `kg search` and `kg stats`."""

from __future__ import annotations

from typing import Any

import click

from graph.cli.options import (
    NameCommand,
    db_option,
    emit_json,
    how,
    json_option,
    limit_option,
    name_argument,
    only_match,
    reading,
)


@click.command(cls=NameCommand, epilog='Example: kg paper "LedgerCoT"')
@name_argument("name", metavar="PAPER")
@json_option
@db_option
def paper(name: str, *, as_json: bool, db: str) -> None:
    """Show a paper: what is known of it, its abstract, its entities.

    PAPER is an id, a DOI, an arXiv or OpenReview identifier, a title or a part of one.
    """
    from graph import query

    with reading(db) as conn:
        match = only_match(conn, name, kinds=("paper",), as_json=as_json)
        found = query.paper(conn, match.id)
    if as_json:
        emit_json(found)
    else:
        click.echo("\n".join(_paper_text(found, [*how(match), *_other_version(name, found)])))


def _other_version(name: str, found: dict[str, Any]) -> list[str]:
    """Return a line that says which version is shown, where another one was asked for; a store keeps the newest."""
    from loaders.identifiers import arxiv_version

    asked, kept = arxiv_version(name), found["version"]
    if asked is None or asked == kept or found["stub"]:
        return []
    known = f"version {kept}, the newest that was read" if kept else "a version that no file named"
    return [f"(asked for version {asked}; this is {known})"]


def _paper_text(found: dict[str, Any], notes: list[str]) -> list[str]:
    from graph.cli.text import plural, safe, table, title, wrap

    lines = wrap(title(found["title"])) + ([] if not found["title_derived"] else ["(title derived from the text)"])
    lines += notes
    facts = [("id", found["id"])]
    facts += [(key, str(found[key])) for key in ("year", "venue", "url", "doi", "arxiv_id", "version") if found[key]]
    if found["authors"]:
        facts.append(("authors", ", ".join(found["authors"])))
    others = [source for source in found["sources"] if source != found["source"]]
    first = f"{found['source']}, paper {found['position']}" if found["source"] else "a citation"
    facts.append(("from", "; also in ".join([first, ", ".join(others)] if others else [first])))
    for key, value in facts:
        first, *rest = wrap(safe(value), indent=10)
        lines += [f"{key:10}{first.strip()}", *rest]
    if found["abstract"]:
        lines += ["", *wrap(title(found["abstract"]))]
    if entities := found["entities"]:
        rows: list[tuple[str, ...]] = [
            (title(row["name"]), row["kind"], row["edge"].lower().replace("_", " "), plural(row["papers"], "paper"))
            for row in entities
        ]
        lines += ["", *table(rows)]
    return lines


@click.command(cls=NameCommand, epilog='Example: kg why "LedgerCoT" "GSM8K"')
@name_argument("paper")
@name_argument("entity")
@json_option
@db_option
def why(paper: str, entity: str, *, as_json: bool, db: str) -> None:
    """Show every mention of ENTITY in PAPER, with its sentence."""
    from graph import query
    from graph.cli.text import MARK, marked, plural, title, wrap

    with reading(db) as conn:
        one = only_match(conn, paper, kinds=("paper",), as_json=as_json)
        other = only_match(conn, entity, kinds=query.ENTITY_KINDS, as_json=as_json, within=one.id)
        mentions = query.why(conn, one.id, other.id, mark=("", "") if as_json else MARK)
        edges = query.edges_between(conn, one.id, other.id)
    if as_json:
        emit_json({"paper": one.id, "entity": other.id, "mentions": mentions})
    if not mentions:
        message = f'"{title(one.name)}" does not mention {title(other.name)}. kg paper lists what it mentions.'
        raise click.ClickException(message)
    if as_json:
        return
    lines = [*wrap(title(one.name)), *how(one)]
    lines.append(f"{', '.join(edges)}: {title(other.name)} ({plural(len(mentions), 'mention')})")
    for mention in mentions:
        place = f"{mention['start']}-{mention['end']}"
        lines += ["", f"  {place}  {mention['method']}, score {mention['score']:.2f}"]
        lines += wrap(mention["sentence"], indent=4)
    click.echo(marked("\n".join(lines)))


@click.command(cls=NameCommand, epilog='Example: kg search "stopping rule"')
@name_argument("text")
@limit_option
@json_option
@db_option
def search(text: str, *, limit: int, as_json: bool, db: str) -> None:
    """Search names, texts, authors and venues for every word of TEXT.

    The last word may be the beginning of one. No character is an operator.
    """
    from graph import query
    from graph.cli.text import plural, title, wrap

    with reading(db) as conn:
        found, total = query.search(conn, text, limit=limit)
    if as_json:
        emit_json({"query": text, "results": found, "total": total})
        return
    lines = []
    for hit in found:
        more = "" if hit["kind"] == "paper" else f", {plural(hit['papers'], 'paper')}"
        lines += wrap(f"{title(hit['name'])} ({hit['id']}{more})", hang=2)
        if hit["kind"] == "paper":
            lines += wrap(hit["snippet"], indent=4)
    if total > len(found):
        lines += ["", f"{total - len(found):,} more: --limit 0 shows all."]
    click.echo("\n".join(lines) or f'Nothing here holds every word of "{text}".')


@click.command(epilog="Example: kg stats")
@json_option
@db_option
def stats(*, as_json: bool, db: str) -> None:
    """Show how many papers, entities and edges there are."""
    from graph import query

    with reading(db) as conn:
        found = query.stats(conn)
    if as_json:
        emit_json(found)
    else:
        click.echo("\n".join(stats_text(found)))


def stats_text(found: dict[str, Any]) -> list[str]:
    """Return the counts of a store as aligned lines."""
    rows = [("papers", found["papers"]), ("cited, not loaded", found["stubs"])]
    rows += [(f"{kind}s", count) for kind, count in found["entities"].items()]
    if found["unnamed"]:
        rows.append(("wider, in no paper", found["unnamed"]))
    rows += [("places of a name", found["mentions"]), ("ambiguous places", found["ambiguous"])]
    rows += list(found["edges"].items())
    return [
        *(f"{name.ljust(18)} {count:>8,}" for name, count in rows),
        "RELATED_TO is derived from these when asked for",
    ]
