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
    "acl.xml": "ACL Anthology",
    "arxiv_atom.xml": "arXiv Atom",
    "arxiv_search.jsonl": "arXiv search",
    "arxiv_snapshot.jsonl": "arXiv snapshot",
    "bibtex.bib": "BibTeX",
    "bibtex.json": "BibTeX in JSON",
    "citation_network.jsonl": "LocalCitationNetwork",
    "crossref.jsonl": "Crossref",
    "csl_json.jsonl": "CSL-JSON",
    "csl_yaml.yml": "CSL-YAML",
    "datacite.jsonl": "DataCite",
    "dblp.xml": "DBLP",
    "endnote.enw": "EndNote (refer)",
    "endnote_xml.xml": "EndNote XML",
    "front_matter.md": "Jekyll front matter",
    "jats.xml": "JATS",
    "json.jsonl": "JSON",
    "markdown.md": "Markdown",
    "medline.nbib": "PubMed (MEDLINE)",
    "oai_raw.xml": "OAI-PMH",
    "openalex.jsonl": "OpenAlex",
    "openreview.jsonl": "OpenReview",
    "paperlists.jsonl": "paperlists",
    "plain.txt": "plain text",
    "pubmed.xml": "PubMed XML",
    "ris.ris": "RIS",
    "semantic_scholar.jsonl": "Semantic Scholar",
    "table.csv": "CSV or TSV",
    "tei.xml": "GROBID TEI",
    "wos.txt": "Web of Science",
    "zotero.jsonl": "Zotero JSON",
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
