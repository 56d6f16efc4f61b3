"""Files of any size in every format that is read: the invented records of tests/data/formats, each time changed.

Used by reading.py.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

SAMPLES = Path(__file__).resolve().parents[1] / "tests" / "data" / "formats"
LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")
CHANGING = re.compile(
    r"(?P<number>(?<=\d)\d{5}(?!\d)|(?<=\d{4}\.)\d{5}(?!\d)|(?<=AbCdEf)\d{4}|(?<=kiTe0)\d{5}|(?<=\bW)\d+)"
    r"|(?P<prefix>\b10\.\d{4,}/)"
    r"|(?P<word>\b(?:lund|meyer|okafor|reed|poe|roe|vol(?=\d)|(?:kite|net|river|lamp|reel|tail|mast)s?(?!\d)))",
    re.IGNORECASE,
)
RECORDS = """\
{"title": "Sails that learn to fold", "abstract": "We fold sails on MNIST.\\nThey land.", "authors": ["Ada Lund"], \
"year": 2024, "venue": "Kite Letters", "doi": "10.5555/kite.1", "url": "https://example.org/kite/1"}
{"title": "A lamp for every robot", "abstract": "Robots in the dark see little.", "authors": "Chi Okafor, Bo Meyer", \
"year": "2019", "arxiv_id": "1901.00001v2", "references": ["10.5555/lamps.3", "10.5555/kite.1"]}
"""
ABSTRACTS = """\
Sparse rivers: how few weights carry the water

We drop nine of ten weights of a net and test it on MNIST. It still reads most digits, and
on SVHN it reads little; we ask why.

A lamp for every robot

Robots in the dark see little. We give each one a lamp, and measure on the Kite-10 set how many
of them find home.

"""


class Shape(NamedTuple):
    """How a file of a format is built: the part of a sample that repeats, and what stands around it.

    Attributes:
        sample: Name of a file among the samples, or the text itself.
        first: Text that the repeated part begins with; without it the whole sample is repeated.
        until: Text before whose last place the repeated part ends.
        head: Stands before the repeated part, where that is not the beginning of the sample.
        tail: Stands behind it, where that is not the rest of the sample.
    """

    format: str
    sample: str
    first: str = ""
    until: str = ""
    head: str | None = None
    tail: str | None = None

    @property
    def label(self) -> str:
        """Return the name in the table."""
        return f"{self.format} (TSV)" if self.ending == ".tsv" else self.format

    @property
    def ending(self) -> str:
        """Return the end of the sample's name; empty for a text."""
        return "" if "\n" in self.sample else Path(self.sample).suffix

    def parts(self) -> tuple[str, str, str]:
        """Return what stands before the records, the records, and what stands behind them."""
        text = (SAMPLES / self.sample).read_text(encoding="utf-8") if self.ending else self.sample
        for name, sign in (("&ouml;", "&#246;"), ("&Oslash;", "&#216;")):  # the peer knows no names of HTML
            text = text.replace(name, sign)
        start = text.index(self.first)
        end = text.rindex(self.until) if self.until else len(text)
        head = text[:start] if self.head is None else self.head
        records = text[start:end].rstrip("\n") + ("\n\n" if "\n\n" in text else "\n")
        return head, records, text[end:] if self.tail is None else self.tail


SHAPES: tuple[Shape, ...] = (
    Shape("BibTeX in JSON", "bibtex.json", '  "parallelsearch"', '  "number"', tail='  "last": []\n}\n'),
    Shape("OpenAlex", "openalex.jsonl"),
    Shape("Semantic Scholar", "semantic_scholar.jsonl"),
    Shape("Crossref", "crossref.jsonl"),
    Shape("DataCite", "datacite.jsonl"),
    Shape("OpenReview", "openreview.jsonl"),
    Shape("paperlists", "paperlists.jsonl"),
    Shape("CSL-JSON", "csl_json.jsonl"),
    Shape("Zotero JSON", "zotero.jsonl"),
    Shape("arXiv snapshot", "arxiv_snapshot.jsonl"),
    Shape("arXiv search", "arxiv_search.jsonl"),
    Shape("LocalCitationNetwork", "citation_network.jsonl"),
    Shape("arXiv Atom", "arxiv_atom.xml", "  <entry>", "</feed>"),
    Shape("OAI-PMH", "oai_dc.xml", "<record>", "</ListRecords>"),
    Shape("ACL Anthology", "acl.xml", '  <volume id="long"', "</collection>"),
    Shape("DBLP", "dblp.xml", "<article ", "</dblp>"),
    Shape("PubMed XML", "pubmed.xml", "<PubmedArticle>", "</PubmedArticleSet>"),
    Shape("EndNote XML", "endnote_xml.xml", "<record>", "</records>"),
    Shape("GROBID TEI", "tei.xml", "<TEI ", head="<teiCorpus>\n", tail="</teiCorpus>\n"),
    Shape("JATS", "jats.xml", "<article ", head="<pmc-articleset>\n", tail="</pmc-articleset>\n"),
    Shape("JSON", RECORDS),
    Shape("BibTeX", "bibtex.bib", "@Article"),
    Shape("RIS", "ris.ris"),
    Shape("Web of Science", "wos.txt", "PT J", "EF"),
    Shape("PubMed (MEDLINE)", "medline.nbib"),
    Shape("EndNote (refer)", "endnote.enw"),
    Shape("CSL-YAML", "csl_yaml.yml", "- id: Lund2021", "- id: Meyer2022", tail=""),
    Shape("Jekyll front matter", "front_matter.md"),
    Shape("CSV or TSV", "table.csv", '"Kites, sails'),
    Shape("CSV or TSV", "table.tsv", "J\tLund"),
    Shape("Markdown", "markdown.md", "1. **Sails"),
    Shape("plain text", ABSTRACTS),
)


def write_file(shape: Shape, folder: Path, size: int) -> Path:
    """Write a file of about `size` bytes, piece by piece, so that this process stays small."""
    head, records, tail = shape.parts()
    path = folder / f"made{shape.ending}"
    with path.open("w", encoding="utf-8") as file:
        written, count = file.write(head), 0
        while written < size:
            written += file.write(changed(records, count))
            count += 1
        file.write(tail)
    return path


def changed(text: str, count: int) -> str:
    """Return records with other numbers, keys, names and words."""
    digits, letters = f"{count:05d}", f"{count:x}".translate(LETTERS)

    def other(match: re.Match[str]) -> str:
        if match["number"]:
            return digits[-len(match[0]) :]
        return f"{match[0]}{letters}" if match["word"] else f"{match[0]}{count}."

    return CHANGING.sub(other, text)
