"""What a build did, in words for people and as a report for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from graph.cli.reading import Reading
    from graph.ingest import Merge, Report
    from loaders import Skipped

_MOST_ALIKE, _FEW = 10, 3
"""So many records that were skipped for one reason are listed; of more, so few."""
_MOST_MERGES = 20


def outcome_text(report: Report, found: dict[str, Any], sources: list[Reading], *, db: str) -> list[str]:
    """Return what a build did, what the store holds now, and what was passed over and why."""
    from graph.cli.ask import stats_text
    from graph.cli.text import plural

    did = [
        plural(report.papers_new, "new paper"),
        f"{report.papers_same:,} unchanged",
        f"{report.papers_changed:,} changed",
        f"{len(report.papers_merged):,} merged",
        f"{report.papers_relinked:,} linked again",
    ]
    lines = [f"{db}: {', '.join(part for part in did if not part.startswith('0 ') or 'new' in part)}", ""]
    lines += stats_text(found)
    merges = [f"merged: {merge.place} is {merge.paper}" for merge in report.papers_merged]
    lines += merges[:_MOST_MERGES]
    if len(merges) > _MOST_MERGES:
        lines.append(f"and {len(merges) - _MOST_MERGES:,} more merged (--report FILE.json names them all)")
    if sources:
        lines += ["", "read:"]
    lines += [*(line for one in sources for line in (one.line(), *(f"    {note}" for note in one.notes)))]
    records, titles = ([one for one in report.skipped if one.what == what] for what in ("record", "title"))
    lines += ["", f"skipped: {plural(len(records), 'record')}"]
    lines += _grouped(records)
    if titles:
        lines += [f"titles without a paper: {len(titles):,}", *(f"  {one.place}: {one.reason}" for one in titles)]
    return lines


def left_lines(left: Mapping[str, Sequence[str]]) -> list[str]:
    """Say which papers a file of the same name held at a former build and holds no more, by that name."""
    from graph.cli.text import plural

    lines = []
    for source, ids in left.items():
        if ids:
            named = ", ".join(ids[:3]) + (", …" if len(ids) > 3 else "")
            are, them = ("is", "it") if len(ids) == 1 else ("are", "them")
            lines.append(
                f"{plural(len(ids), 'paper')} of an earlier {source} {are} not in this one: {named}; kg keeps {them}"
            )
    return lines


def write_report(path: Path, sources: Sequence[Reading], merges: Sequence[Merge], failures: Sequence[str]) -> None:
    """Write what each file gave, which records were papers known already, and the files that could not be read."""
    from dataclasses import asdict
    from json import dumps

    report = {
        "files": [source.as_json() for source in sources],
        "merged": [asdict(merge) for merge in merges],
        "failures": list(failures),
    }
    path.write_text(dumps(report, ensure_ascii=False, indent=2) + "\n", encoding="utf-8", newline="\n")


def _grouped(records: list[Skipped]) -> list[str]:
    """Return a line for each record that was skipped; of many in one file for one reason a few stand for all."""
    groups: dict[tuple[str, str], list[str]] = {}
    for one in records:
        groups.setdefault((one.place.rpartition(":")[0], one.reason), []).append(one.place)
    lines = []
    for (_, reason), places in groups.items():
        shown = places if len(places) <= _MOST_ALIKE else places[:_FEW]
        lines += [f"  {place}: {reason}" for place in shown]
        if len(places) > len(shown):
            lines.append(f"    and {len(places) - len(shown):,} more like it (--report FILE.json names them all)")
    return lines
