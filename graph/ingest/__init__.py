"""Papers in, store filled: linking what is new, keeping what is known, resuming what was interrupted."""

from __future__ import annotations

from graph.ingest.left import left_of
from graph.ingest.record import LinkMany, Told
from graph.ingest.run import ingest
from graph.ingest.tally import Merge, Report
from graph.ingest.title import derive_title

__all__ = ["LinkMany", "Merge", "Report", "Told", "derive_title", "ingest", "left_of"]
