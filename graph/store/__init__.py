"""The store: one SQLite file that holds papers, mentions with their offsets, entities and edges."""

from __future__ import annotations

from graph.store.opening import StoreError, open_store, transaction
from graph.store.rows import entity_lists, paper_of, raw_text, related_papers

__all__ = [
    "StoreError",
    "entity_lists",
    "open_store",
    "paper_of",
    "raw_text",
    "related_papers",
    "transaction",
]
