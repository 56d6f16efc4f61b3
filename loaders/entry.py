"""One entry of a list of papers in Markdown into a record: title, links, authors, venue, year, abstract."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from loaders.entry_title import LABELS, bare_title, title_of
from loaders.heading import Heading, read_heading
from loaders.inline import Piece, joined, pieces, plain
from loaders.record import KEYS

_PAPER_HOST = re.compile(
    r"https?://(?:[\w-]+\.)*(?:arxiv\.org|alphaxiv\.org|openreview\.net|doi\.org|aclanthology\.org|aclweb\.org|mlr\.press"
    r"|(?:papers|proceedings)\.(?:nips|neurips)\.cc|nips\.cc|(?:icml|neurips|iclr)\.cc/virtual|thecvf\.com|ecva\.net"
    r"|dl\.acm\.org|ieeexplore\.ieee\.org|link\.springer\.com|sciencedirect\.com|nature\.com/articles|science\.org/doi"
    r"|pnas\.org|semanticscholar\.org|jmlr\.org|ijcai\.org|ojs\.aaai\.org|isca-archive\.org|biorxiv\.org|medrxiv\.org"
    r"|ssrn\.com|pubmed\.ncbi\.nlm\.nih\.gov|huggingface\.co/papers|usenix\.org|mdpi\.com|hal\.science|acm\.org/doi"
    r"|onlinelibrary\.wiley\.com|tandfonline\.com|academic\.oup\.com)(?:/|:|$)|\S+\.pdf(?:$|[?#])",
    re.IGNORECASE,
)
_ARXIV = re.compile(
    r"(?:arxiv\.org|alphaxiv\.org|huggingface\.co/papers)\S*?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})"
)
_TO_PAPER = re.compile(
    r"\W*(?:pdf|paper|papers|arxiv|abs|doi|openreview|preprint|acl|full text|论文)\W*", re.IGNORECASE
)
_FIELD = re.compile(
    r"\s*(?:[-*+]\s+)?(?P<mark>\*\*|__|\*|_|<b>|<strong>)?(?P<name>[^\W\d_][\w -]{1,30}?(?:\(s\))?)\s*"
    r"(?:(?P<colon>[:：.])\s*(?(mark)(?:\*\*|__|\*|_|</b>|</strong>)|)|(?(mark)(?:\*\*|__|\*|_|</b>|</strong>)\s*[:：—–-]|(?!)))"
    r"\s*(?P<value>.*)",
    re.DOTALL,
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_PARTS = re.compile(r"[,;()\[\]|。，]|\.(?=\s|$)|\s[-–—]\s|\n")
_NAMES = re.compile(r",|\s(?:and|&)\s|;|\bet al\b")
_SENTENCE_END = re.compile(r"[.!?…。][\"'”’)\]]*\s*$")
_LONG = 200


@dataclass(slots=True)
class Entry:
    """What is known of a paper so far.

    Attributes:
        depth: Indentation of an item; -1 for a heading and what stands below one.
        prose: A long paragraph below the title, an abstract where nothing else is.
    """

    line: int
    title: str
    depth: int = -1
    fields: dict[str, object] = field(default_factory=dict)
    prose: str = ""

    @property
    def is_paper(self) -> bool:
        """Tell whether something shows that the title is that of a paper."""
        return any(key in self.fields for key in ("arxiv", "openreview", "doi", "url", "abstract"))


def read_entry(text: str, line: int, depth: int) -> Entry | None:
    """Return the paper of an item or a paragraph; None where it is none.

    A paper has a title that is bold, a link, quoted or before the links, and a link to a paper; without one its
    title is bold and a year follows.
    """
    first, *rest = re.split(r"\n\s*\n", text)
    named = _FIELD.match(first)
    if named and (key := _key(named["name"])):
        return _named(text, line, depth) if key == "title" else None
    found = list(pieces(first))
    title, used = title_of(found)
    links = [piece for part in (found, *map(pieces, rest)) for piece in part if piece.url]
    if not title or (len(title.split()) < 2 and not any(_leads_to_paper(piece) for piece in links)):
        return None
    entry = Entry(line, title, depth)
    add_links(entry, links)
    others = [piece for place, piece in enumerate(found) if place not in used]
    for part in rest:
        others += [] if _is_prose(part) else [Piece("\n"), *pieces(part)]
    _add_details(entry, others)
    bold = used and found[min(used)].style == "bold" and not found[min(used)].url
    if not entry.is_paper and not (bold and "year" in entry.fields and len(title.split()) > 2):
        return None
    add_parts(entry, "\n\n".join((first.partition("\n")[2], *rest)))
    return entry


def _named(text: str, line: int, depth: int) -> Entry | None:
    """Return the paper of an entry that names its fields, the title first."""
    head, _, rest = text.partition("\n")
    named = _FIELD.match(head)
    title = bare_title(named["value"]) if named else ""
    entry = Entry(line, title, depth - 1)
    add_links(entry, list(pieces(head)))
    add_parts(entry, rest)
    return entry if title else None


def add_links(entry: Entry, links: list[Piece]) -> None:
    """Add what links say of a paper: its ids, and the best address."""
    for url in (piece.url for piece in links if _leads_to_paper(piece)):
        arxiv = _ARXIV.search(url)
        key = "openreview" if "openreview.net" in url else "doi" if "doi.org/" in url else "url"
        entry.fields.setdefault("arxiv" if arxiv else key, arxiv[1] if arxiv else url)
        entry.fields.setdefault("url", url)


def add_parts(entry: Entry, text: str) -> None:
    """Add what paragraphs say of a paper; a field or a quote goes on to the next one, to links or to a blank line."""
    for paragraph in re.split(r"\n\s*\n", text):
        part: list[str] = []
        for line in paragraph.split("\n"):
            named = _FIELD.match(line)
            is_quote = line.lstrip().startswith(">")
            goes_on = part and is_quote == part[0].lstrip().startswith(">")
            if part and (not goes_on or (named and _key(named["name"])) or line.lstrip().startswith(("[", "<"))):
                add_text(entry, "\n".join(part))
                part = []
            part.append(line)
        add_text(entry, "\n".join(part))


def add_text(entry: Entry, text: str) -> bool:
    """Add what a paragraph says of a paper, and tell whether it said anything: named fields, links, an abstract."""
    named = _FIELD.match(text)
    key = _key(named["name"]) if named else None
    if named and key:
        value = plain(named["value"])
        add_links(entry, [piece._replace(text="pdf") for piece in pieces(named["value"]) if piece.url])
        if value and key in {"abstract", "authors", "year", "venue"}:
            entry.fields.setdefault(key, value)
        return True
    if text.lstrip().startswith(">"):
        entry.fields.setdefault("abstract", plain(re.sub(r"(?m)^\s*>+", "", text)))
        return True
    if _is_prose(text):
        entry.prose = entry.prose or plain(text)
        return True
    return False


def loose_links(text: str) -> list[Piece]:
    """Return the links of a text whose label says that they lead to the paper, none that stands in prose."""
    return [piece for piece in pieces(text) if piece.url and (not piece.text or LABELS.fullmatch(piece.text))]


def _key(name: str) -> str | None:
    folded = re.sub(r"[\W_]", "", name).lower()
    if folded.endswith(("abstract", "summary")):
        return "abstract"
    if folded in {"authors", "author", "authorss"}:
        return "authors"
    return next((key for key, names in KEYS.items() if folded in names and folded != "name"), None) or (
        "url" if folded in {"paper", "paperlink", "arxivlink", "links"} else None
    )


def _leads_to_paper(piece: Piece) -> bool:
    if not re.match(r"https?://", piece.url):
        return False
    return bool(_PAPER_HOST.match(piece.url)) or _TO_PAPER.fullmatch(piece.text) is not None


def _add_details(entry: Entry, others: list[Piece]) -> None:
    """Add authors, venue and year from what an entry says beside its title."""
    for piece in others:
        if piece.style == "italic" and not piece.url and _NAMES.search(piece.text) and not _venue(piece.text):
            entry.fields.setdefault("authors", piece.text.replace("*", "").strip(" .\n"))
    rest = "".join(piece.text if not piece.url else " | " for piece in others)
    names = str(entry.fields.get("authors", ""))
    parts = [part.strip() for part in _PARTS.split(rest.replace(names, "|") if names else rest)]
    held = next((heading for part in parts if (heading := _venue(part))), None)
    year = _YEAR.search(rest)
    if held:
        entry.fields["venue"] = held.venue
    if (held and held.year) or year:
        entry.fields["year"] = str(held.year if held and held.year else year.group() if year else "")


def _venue(text: str) -> Heading | None:
    heading = read_heading(text.strip(" ."))
    return heading if heading and heading.venue else None


def _is_prose(text: str) -> bool:
    """Tell whether a paragraph is sentences: long, ended, most words small; no list of names, no row of links."""
    own = joined(piece for piece in pieces(text) if not piece.url and piece.style != "italic")
    words = own.split()
    small = sum(word[0].islower() for word in words)
    return len(own) >= _LONG and small * 2 > len(words) and _SENTENCE_END.search(own) is not None
