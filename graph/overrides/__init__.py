"""Corrections: what the user says a text means, as lines of a file that the user owns; applied at every build."""

from __future__ import annotations

from graph.overrides.catalogue import apply_to_catalog
from graph.overrides.lines import COLUMNS, Line, OverridesError, add_line, parse, read_lines
from graph.overrides.linked import apply_to_linked
from graph.overrides.nouns import Overrides, Spelled, with_papers
from graph.overrides.resolve import resolve

__all__ = [
    "COLUMNS",
    "Line",
    "Overrides",
    "OverridesError",
    "Spelled",
    "add_line",
    "apply_to_catalog",
    "apply_to_linked",
    "parse",
    "read_lines",
    "resolve",
    "with_papers",
]
