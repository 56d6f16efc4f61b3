"""The scores of `kg eval` as text."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from graph.cli.text import plural, table, title, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Rows = Mapping[str, Mapping[str, Any]]

_CLASSES = ("boundary", "kind", "link", "missed", "spurious", "wrong")


def score_lines(scores: Mapping[str, Any]) -> Iterator[str]:
    """Yield the tables of a gold set, whichever its format."""
    if "overlap" in scores:
        yield from _mention_lines(scores)
    else:
        yield from _name_lines(scores["set"], scores)
    if "linking" in scores:
        yield from _linking_lines(scores["linking"])
    if "roles" in scores:
        yield ""
        yield from _rows("roles", {**scores["roles"]["by_role"], "all": scores["roles"]["overall"]})
    undecided = scores.get("undecided", {"gold": 0})
    if undecided["gold"]:
        left, gold = undecided["left_open"], undecided["gold"]
        yield f"left open where the text does not decide: {left} of {gold}"
    if "documents" in scores:
        yield ""
        yield from _name_lines("names, text by text", scores["documents"])


def _name_lines(heading: str, scores: Mapping[str, Any]) -> Iterator[str]:
    rows = {"overall": scores["overall"], **scores.get("by_kind", {})}
    rows |= {name: scores[name] for name in ("proposes", "cites") if name in scores}
    yield from _rows(heading, rows)
    if "kind_agreement" in scores:
        yield f"kind agreement {scores['kind_agreement']:.3f}"


def _rows(heading: str, rows: Rows) -> Iterator[str]:
    names = ("precision", "recall", "F1", "right", "predicted", "gold")
    wide = max(10, *(len(name) + 1 for name in rows))
    yield heading
    yield " " * wide + "".join(f"{name:>11}" for name in names)
    for name, row in rows.items():
        shares = "".join(f"{row[key]:11.3f}" for key in ("precision", "recall", "f1"))
        yield f"{name:{wide}}{shares}" + "".join(f"{row[key]:11,}" for key in ("right", "predicted", "gold"))


def _mention_lines(scores: Mapping[str, Any]) -> Iterator[str]:
    yield f"{scores['set']}: {plural(scores['texts'], 'text')}"
    yield f"{'':10}{'exact':>18}{'':13}{'overlap':>18}"
    yield f"{'':10}{'P':>6}{'R':>6}{'F1':>6}{'95 %':>11}  {'P':>6}{'R':>6}{'F1':>6}{'right':>7}{'found':>7}{'gold':>7}"
    yield from _both(scores)
    if "neutral" in scores:
        yield "finds on generic phrases not counted"
        yield from _both(scores["neutral"])


def _both(scores: Mapping[str, Any]) -> Iterator[str]:
    exact = {"overall": scores["overall"], **scores["by_kind"], "any kind": scores["any_kind"]["exact"]}
    overlap = {"overall": scores["overlap"]["overall"], **scores["overlap"]["by_kind"]}
    overlap["any kind"] = scores["any_kind"]["overlap"]
    for name, row in exact.items():
        low, high = row["interval"]
        shares = "".join(f"{row[key]:6.3f}" for key in ("precision", "recall", "f1"))
        loose = "".join(f"{overlap[name][key]:6.3f}" for key in ("precision", "recall", "f1"))
        counts = "".join(f"{row[key]:7,}" for key in ("right", "predicted", "gold"))
        yield f"{name:10}{shares}  {low:.2f}-{high:.2f}  {loose}{counts}"


def _linking_lines(linking: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    yield from _rows("links", {"end to end": linking["end_to_end"], "new, given": linking["nil"]})
    for name, what in (("given", "canonical name"), ("given_any_spelling", "or an alias")):
        row = linking[name]
        yield f"mention given, {what}: {row['accuracy']:.3f} ({row['right']:,} of {row['gold']:,})"


def error_lines(errors: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return what was missed or wrong, each with its class and its sentence."""
    if errors and "document" not in errors[0]:
        rows = [(e["name"], e["kind"], e["error"], f"{e['file']}, paragraph {e['paragraph']}") for e in errors]
        return ["", *table(rows, width=120)]
    counts = Counter(error["error"] for error in errors)
    lines = ["", ", ".join(f"{counts[name]:,} {name}" for name in _CLASSES if counts[name]) or "no error"]
    for error in errors:
        lines += wrap(_error(error), hang=2)
        lines += wrap(error.get("sentence", ""), indent=4)
    return lines


def _error(error: Mapping[str, Any]) -> str:
    """Return an error in one line: `kind, own-001, technique "beam search": found as concept`."""
    surface = error.get("surface", error["name"])
    named = "" if surface == error["name"] else f" ({title(error['name'])})"
    told = f'{error["error"]}, {error["document"]}: {error["kind"]} "{title(surface)}"{named}'
    found = error.get("found")
    if not found:
        return told
    if error["error"] == "link" or "kind" not in found:
        return f"{told}, linked to {found['name']} ({found['id']})"
    return f'{told}, found as {found["kind"]} "{title(found.get("surface", found["name"]))}"'
