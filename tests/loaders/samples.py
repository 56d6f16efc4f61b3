"""A small sample of every format, and what it gives."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from loaders import LOADERS, Paper, load

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).resolve().parents[1] / "data" / "formats"
FIELDS = {
    "title": "title",
    "abstract": "abstract",
    "authors": "authors",
    "year": "year",
    "venue": "venue",
    "url": "URL",
    "doi": "DOI",
    "arxiv_id": "arXiv",
    "openreview_id": "OpenReview",
    "other_ids": "other ids",
    "references": "references",
}
SAMPLES = {
    "acl.xml": "ACL Anthology XML",
    "arxiv_atom.xml": "arXiv Atom",
    "bibtex.bib": "BibTeX",
    "bibtex.json": "BibTeX in JSON",
    "csl_yaml.yml": "CSL-YAML",
    "dblp.xml": "DBLP XML",
    "endnote.enw": "EndNote (refer)",
    "front_matter.md": "Jekyll front matter",
    "markdown.md": "Markdown",
    "medline.nbib": "PubMed (MEDLINE)",
    "plain.txt": "plain text",
    "ris.ris": "RIS",
    "table.csv": "CSV or TSV",
    "wos.txt": "Web of Science",
}


def papers_of(name: str) -> list[Paper]:
    return [record for record in load(FOLDER / name) if isinstance(record, Paper)]


def table() -> Iterator[str]:
    """Yield the lines of README's table: each format and the fields that its sample gives."""
    yield f"| format | usual names | {' | '.join(FIELDS.values())} |"
    yield f"|---|---|{'---|' * len(FIELDS)}"
    names = {format_: name for name, format_ in SAMPLES.items()}
    for loader in sorted(LOADERS, key=lambda one: one.name.lower()):
        papers = papers_of(names[loader.name])
        marks = ["✓" if any(getattr(paper, field) for paper in papers) else "" for field in FIELDS]
        yield f"| {loader.name} | {', '.join(loader.extensions)} | {' | '.join(marks)} |"
