"""Answers from the store as plain dicts; nothing heavy is imported here, so that a question costs little."""

from graph.query.around import Answer, neighbors
from graph.query.ask import Found, Mention, edges_between, paper, search, spread, stats, why
from graph.query.evidence import Evidence
from graph.query.find import ENTITY_KINDS, Match, resolve, suggest
from graph.query.row import Neighbor

__all__ = [
    "ENTITY_KINDS",
    "Answer",
    "Evidence",
    "Found",
    "Match",
    "Mention",
    "Neighbor",
    "edges_between",
    "neighbors",
    "paper",
    "resolve",
    "search",
    "spread",
    "stats",
    "suggest",
    "why",
]
