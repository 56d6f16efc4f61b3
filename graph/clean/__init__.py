"""Clean text: what a paper says without TeX, Markdown and HTML, and where each character of it was typed."""

from graph.clean.cleaned import Cleaned
from graph.clean.scan import clean

__all__ = ["Cleaned", "clean"]
