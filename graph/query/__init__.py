"""Answers from the store as plain dicts; nothing heavy is imported here, so that a question costs little."""

from graph.query.around import Answer, neighbors
from graph.query.ask import Found, Mention, edges_between, paper, search, spread, stats, why
from graph.query.evidence import Evidence
from graph.query.find import ENTITY_KINDS, Match, resolve, suggest
from graph.query.known import ambiguous_papers, is_entity, is_written, names_with, paper_keys, person_or_venue
from graph.query.review import CASES, Case, review
from graph.query.row import Neighbor

__all__ = [
    "CASES",
    "ENTITY_KINDS",
    "Answer",
    "Case",
    "Evidence",
    "Found",
    "Match",
    "Mention",
    "Neighbor",
    "ambiguous_papers",
    "edges_between",
    "is_entity",
    "is_written",
    "names_with",
    "neighbors",
    "paper",
    "paper_keys",
    "person_or_venue",
    "resolve",
    "review",
    "search",
    "spread",
    "stats",
    "suggest",
    "why",
]
