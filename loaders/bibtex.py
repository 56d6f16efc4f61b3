"""BibTeX and BibLaTeX: one paper an entry."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from loaders.paper import Paper, Skipped

_FIRST = re.compile(
    r"^[ \t]*@[ \t]*(?:(?:comment|preamble|string)\s*[{(]|[^\W\d_]\w*\s*[{(]\s*(?:[^\s,{}()\"=]*\s*,|[\w-]+\s*=))",
    re.MULTILINE | re.IGNORECASE,
)
_OTHER_FORMAT = re.compile(r"^(?:```|~~~|<\w|\s*[\[{]|---\s*$|\s*[-*+] \S|.*\]\()", re.MULTILINE)
_REMARK = re.compile(r"^\s*%.*$", re.MULTILINE)
_MOST_WORDS_BEFORE = 100


def sniff(head: str) -> bool:
    """Tell whether a text is BibTeX: an entry starts a line, and before it stands no other format and no long text."""
    match = _FIRST.search(head)
    if match is None:
        return False
    before = _REMARK.sub("", head[: match.start()])
    return not _OTHER_FORMAT.search(before) and len(before.split()) < _MOST_WORDS_BEFORE


def parse(lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
    """Yield the papers of BibTeX; an entry that is broken or says nothing is skipped by name.

    A paper takes venue and year from the entry that its `crossref` names; a volume that others name is a paper only
    where it has an abstract. In a file over 4 MB, a paper whose volume stands far behind it comes at the end.
    """
    from loaders.bibtex_entries import cut  # bibtexparser is loaded only where a file needs it
    from loaders.bibtex_papers import read_papers

    return read_papers(cut(lines), source=source)
