"""Loaders: files in, papers out."""

from loaders.door import LOADERS, Format, LoadError, load
from loaders.identifiers import identifiers, paper_id
from loaders.paper import Paper, Reference, Skipped
from loaders.titles import Titles, read_titles, with_titles

__all__ = [
    "LOADERS",
    "Format",
    "LoadError",
    "Paper",
    "Reference",
    "Skipped",
    "Titles",
    "identifiers",
    "load",
    "paper_id",
    "read_titles",
    "with_titles",
]
