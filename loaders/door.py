"""The one door: open a file, tell its encoding and format by its content, give its papers."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from loaders import (
    acl,
    arxiv_atom,
    arxiv_json,
    bibtex,
    bibtex_json,
    citation_network,
    crossref,
    csl_json,
    csl_yaml,
    datacite,
    dblp,
    endnote,
    endnote_xml,
    front_matter,
    jats,
    jsonl,
    markdown,
    medline,
    oai,
    openalex,
    openreview,
    paperlists,
    pubmed,
    ris,
    semantic_scholar,
    table,
    tei,
    text,
    wos,
    zotero,
)
from loaders.containers import DAMAGED, open_raw
from loaders.encoding import Encoding, tell_encoding
from loaders.paper import Paper, Skipped
from loaders.refused import refused_bytes, refused_text
from loaders.repair import repaired

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from loaders.containers import Raw


class LoadError(ValueError):
    """A file cannot be read at all; the message is one line: which file, what it is, what is read instead."""


class Parse(Protocol):
    """Turn the lines of a file into papers; pure, one paper at a time."""

    def __call__(self, lines: Iterable[str], *, source: str) -> Iterator[Paper | Skipped]:
        """Yield the papers, and each record that gave none with the reason."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format that is read.

    Attributes:
        extensions: Usual ends of file names; a hint for people, never asked.
        sniff: Tells from the first characters whether a text is in this format.
    """

    name: str
    extensions: tuple[str, ...]
    sniff: Callable[[str], bool]
    parse: Parse


@dataclass(frozen=True, slots=True)
class Source:
    """A file that is being read, or one in an archive.

    Attributes:
        name: As places in it are called.
        format: Name of its format; empty for an empty file.
        encoding: As Python calls it, and whether it was guessed.
    """

    name: str
    format: str
    encoding: Encoding
    records: Iterator[Paper | Skipped]


LOADERS: tuple[Format, ...] = (
    Format("BibTeX in JSON", (".bib.json", ".json"), bibtex_json.sniff, bibtex_json.parse),
    Format("OpenAlex", (".json", ".jsonl"), openalex.sniff, jsonl.parse),
    Format("Semantic Scholar", (".json", ".jsonl"), semantic_scholar.sniff, jsonl.parse),
    Format("Crossref", (".json", ".jsonl"), crossref.sniff, jsonl.parse),
    Format("DataCite", (".json", ".jsonl"), datacite.sniff, jsonl.parse),
    Format("OpenReview", (".json", ".jsonl"), openreview.sniff, jsonl.parse),
    Format("paperlists", (".json",), paperlists.sniff, jsonl.parse),
    Format("CSL-JSON", (".json",), csl_json.sniff, jsonl.parse),
    Format("Zotero JSON", (".json",), zotero.sniff, jsonl.parse),
    Format("arXiv snapshot", (".json", ".jsonl"), arxiv_json.sniff_snapshot, jsonl.parse),
    Format("arXiv search", (".json",), arxiv_json.sniff_search, jsonl.parse),
    Format("LocalCitationNetwork", (".json",), citation_network.sniff, jsonl.parse),
    Format("arXiv Atom", (".xml", ".atom"), arxiv_atom.sniff, arxiv_atom.parse),
    Format("OAI-PMH", (".xml",), oai.sniff, oai.parse),
    Format("ACL Anthology", (".xml",), acl.sniff, acl.parse),
    Format("DBLP", (".xml",), dblp.sniff, dblp.parse),
    Format("PubMed XML", (".xml",), pubmed.sniff, pubmed.parse),
    Format("EndNote XML", (".xml",), endnote_xml.sniff, endnote_xml.parse),
    Format("GROBID TEI", (".tei.xml", ".xml"), tei.sniff, tei.parse),
    Format("JATS", (".xml", ".nxml"), jats.sniff, jats.parse),
    Format("JSON", (".jsonl", ".json", ".ndjson"), jsonl.sniff, jsonl.parse),
    Format("BibTeX", (".bib",), bibtex.sniff, bibtex.parse),
    Format("RIS", (".ris", ".txt"), ris.sniff, ris.parse),
    Format("Web of Science", (".txt", ".isi", ".ciw"), wos.sniff, wos.parse),
    Format("PubMed (MEDLINE)", (".nbib", ".txt"), medline.sniff, medline.parse),
    Format("EndNote (refer)", (".enw", ".enl", ".txt"), endnote.sniff, endnote.parse),
    Format("CSL-YAML", (".yaml", ".yml"), csl_yaml.sniff, csl_yaml.parse),
    Format("Jekyll front matter", (".md", ".markdown"), front_matter.sniff, front_matter.parse),
    Format("CSV or TSV", (".csv", ".tsv", ".tab"), table.sniff, table.parse),
    Format("Markdown", (".md", ".markdown"), markdown.sniff, markdown.parse),
    Format("plain text", (".txt", ".text"), text.sniff, text.parse),
)
"""Every format that is read; the first whose sniff says yes is taken, plain text last."""


def load(path: str | Path) -> Iterator[Paper | Skipped]:
    """Yield the papers of a file, and each record that gave none.

    Raises:
        LoadError: As `open_sources`.
    """
    return (record for source in open_sources(path) for record in source.records)


def open_sources(path: str | Path) -> list[Source]:
    """Open a file, `-` for standard input; an archive holds several.

    Encoding and format are told by the content, whatever the file is called. The file is opened and told at once, and
    read as the papers are asked for. gz, bz2, xz and zip are unpacked; in an archive, a file that cannot be read is
    skipped by name.

    Raises:
        LoadError: The file is missing, damaged or in a format that is not read.
    """
    path = Path(path)
    with _named(path):
        raws = open_raw(path)
        return [_source(raws[0], shown=str(path))] if len(raws) == 1 else [_member(raw) for raw in raws]


def read_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a text file in whatever encoding `load` takes.

    Raises:
        LoadError: As `load`.
    """
    with _named(path):
        raw = open_raw(path)[0]
        return _read_lines(raw, _told(raw.head(), str(path)).name)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Turn a fault in opening a file into one line that names it."""
    try:
        yield
    except IsADirectoryError as error:
        raise LoadError(f"{path} is a folder; name the files in it") from error
    except DAMAGED as error:
        raise LoadError(f"{path} is damaged or locked ({error}); unpack it by hand") from error
    except OSError as error:
        raise LoadError(f"{path}: {error.strerror or error}") from error


def _member(raw: Raw) -> Source:
    """Open a file of an archive; one that cannot be read costs no other."""
    try:
        return _source(raw, shown=raw.name)
    except LoadError as error:
        skipped = Skipped(raw.name, str(error).removeprefix(f"{raw.name} "))
    except (OSError, *DAMAGED) as error:
        skipped = Skipped(raw.name, f"damaged or locked ({error})")
    return Source(raw.name, "", Encoding(""), iter([skipped]))


def _source(raw: Raw, *, shown: str) -> Source:
    head = raw.head()
    encoding = _told(head, shown)
    start = head.decode(encoding.name, "ignore")
    if not start.strip():
        return Source(raw.name, "", encoding, iter([Skipped(f"{raw.name}:1", "the file is empty")]))
    chosen = next((one for one in LOADERS if one.sniff(start)), None)
    refused = refused_text(start) if chosen is None or chosen is LOADERS[-1] else None
    if refused or chosen is None:
        raise LoadError(f"{shown} is {refused or 'no text with words'}; {_readable()}")
    records = chosen.parse(_read_lines(raw, encoding.name), source=raw.name)
    return Source(raw.name, chosen.name, encoding, _mended(records, raw.name, encoding))


def _told(head: bytes, shown: str) -> Encoding:
    binary = refused_bytes(head)
    encoding = None if binary else tell_encoding(head)
    if encoding is None:
        raise LoadError(f"{shown} is {binary or 'no text (it holds NUL bytes)'}; {_readable()}")
    return encoding


def _read_lines(raw: Raw, encoding: str) -> Iterator[str]:
    """Yield the lines of a text; bytes that are no UTF-8 come as escapes that the parsers know."""
    errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
    with raw.open() as file, TextIOWrapper(file, encoding=encoding, errors=errors) as lines:
        try:
            yield from lines
        except DAMAGED as error:
            raise OSError(f"{raw.name} is damaged behind this place ({error})") from error


def _mended(records: Iterator[Paper | Skipped], name: str, encoding: Encoding) -> Iterator[Paper | Skipped]:
    """Yield the records with mojibake put right, then what is to be said of the file as a whole."""
    count = 0
    is_empty = True
    for record in records:
        is_empty = False
        mended = repaired(record) if isinstance(record, Paper) else record
        count += mended is not record
        yield mended
    if is_empty:
        yield Skipped(f"{name}:1", "the file holds no record")
    if encoding.guessed:
        yield Skipped(name, f"says nothing of its encoding; read as {encoding.name}", what="note")
    if count:
        reason = f'papers with UTF-8 that was read as something else (as in "SchrÃ¶dinger"), put right: {count}'
        yield Skipped(name, reason, what="note")


def _readable() -> str:
    return (
        f"this version reads BibTeX, RIS, CSV, JSON, plain text and {len(LOADERS) - 5} other formats; README lists them"
    )
