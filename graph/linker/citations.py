"""In-text citations: "Acharya et al. (2016)", "(Bao & Perrin, 1998; Yamada & Perrin, 2013)"."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from typing import TYPE_CHECKING

from graph.model import Citation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_CAPITAL = "A-Z" + "".join(chr(code) for code in range(0xC0, 0x530) if chr(code).isupper())
_LETTER = r"[^\W\d_]"
_PARTICLE = r"(?i:van|von|de|der|den|del|della|da|di|du|la|le|el|al|bin|ten|ter|dos|das|do|zu|af|av)"
_NAME = rf"(?:{_PARTICLE}\s){{0,3}}(?:[dlDL]['’])?[{_CAPITAL}](?:{_LETTER}|['’-](?={_LETTER}))+"
_ET_AL = r"(?:et\.?\sal\b\.?|&\sal\b\.?|and\s(?:colleagues|co-?workers|others)\b)"
_START = rf"(?<![\w'’-])(?=[{_CAPITAL}]|[a-z]{{1,5}}\s|[dl]['’])"
_NAMES = rf"{_START}{_NAME}(?:,\s{_NAME}){{0,8}}"
_SEVERAL = rf"(?:{_NAMES},?\s(?P<et_al>{_ET_AL})(?:['’]s)?|{_NAMES},?\s(?:and|&)\s{_NAME})"
_YEAR = r"(?:1[89]\d\d|20[0-4]\d)(?:[a-h](?:,\s?[a-h]\b)*)?(?!\w)"
_YEARS = rf"(?P<years>{_YEAR}(?:\s?[,;]\s?{_YEAR})*)"

_YEAR_LIKE = re.compile(r"[12]\d{3}")
_NARRATIVE = re.compile(rf"(?P<names>{_SEVERAL}),?\s?[(\[]\s?(?:[A-Z]{{2,}}\w*,?\s)?{_YEARS}[)\]]?")
_RUNNING = re.compile(rf"(?P<names>{_NAMES},?\s(?P<et_al>{_ET_AL})),?\s(?:[A-Z]{{2,}}\w*,?\s)?{_YEARS}")
_NAMED_ONLY = re.compile(rf"{_START}{_NAME},?\s{_ET_AL}")
_BRACKET = re.compile(r"[(\[]([^()\[\]]{6,800})[)\]]")
_PREFIX = re.compile(
    r"\s?(?:(?P<hint>see|cf|e\.g|i\.e|also|compare|following|as|in|by|from|and)\b[.,:]*\s)*", re.IGNORECASE
)
_ITEM = re.compile(rf"(?P<names>{_SEVERAL}|{_START}{_NAME})(?P<comma>,?)\s{_YEARS}")
_AFTER = re.compile(r"(?:,\s(?:pp?|ch|sec|chap|fig)\.[^;,]{0,30}|,\s§[^;,]{0,30})?\s?(?:[;,]|$)", re.IGNORECASE)
_JOIN = re.compile(r",?\s(?:and|&)\s|,\s")
_CAMEL = re.compile(rf"(?!Mc|Mac|De|Di|Du|Da|Le|La|Van|Fitz)[{_CAPITAL}]\w*[a-z][{_CAPITAL}](?!I$)")
_NO_AUTHORS = frozenset(
    """january february march april may june july august september october november december spring summer fall autumn
    winter monday tuesday wednesday thursday friday saturday sunday table figure section theorem lemma equation chapter
    appendix algorithm version neurips interspeech kaggle arxiv since until during from before after in by the as see
    with both however moreover furthermore later earlier then here thus following unlike while although this these our
    we for also and but on at per copyright""".split()
)


def find_citations(text: str, sentences: Sequence[tuple[int, int]]) -> tuple[list[Citation], list[tuple[int, int]]]:
    """Return the citations of clean text in order, and the zones where their names stand.

    Every span counts in `text`. Several years after one name give one citation each, on the same span. A zone keeps
    other readings of a name away ("Go et al., 2009" holds no game); names with "et al." but no year are zones too.
    """
    if not _YEAR_LIKE.search(text) and "et al" not in text:
        return [], []
    found: dict[tuple[int, int], list[Citation]] = {}
    for match in _matches(text):
        citations = _citations(text, match, sentences)
        if citations:
            span = citations[0].start, citations[0].end
            if not _overlaps(span, found):
                found[span] = citations
    alone = [match.span() for match in _NAMED_ONLY.finditer(text) if not _overlaps(match.span(), found)]
    return [citation for span in sorted(found) for citation in found[span]], sorted([*found, *alone])


def _overlaps(span: tuple[int, int], others: dict[tuple[int, int], list[Citation]]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in others)


def _matches(text: str) -> Iterator[re.Match[str]]:
    for bracket in _BRACKET.finditer(text):
        yield from _items(text, *bracket.span(1))
    yield from _NARRATIVE.finditer(text)
    yield from _RUNNING.finditer(text)


def _items(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Give the citations of one bracket, which is a list of them and may hold prefixes and page numbers.

    A single name right before a year (no comma) is one only beside a prefix, a lettered year or another name with a
    year: "(Smithson 2013b)", but not "(Vienna 2019)".
    """
    doubtful = []
    certain = False
    while start < end:
        prefix = _PREFIX.match(text, start, end)
        item = _ITEM.match(text, prefix.end(), end) if prefix else None
        after = _AFTER.match(text, item.end(), end) if item else None
        if prefix is None or item is None or after is None:
            following = text.find(";", start, end)
            start = following + 1 if following >= 0 else end
            continue
        if (
            item["comma"]
            or _JOIN.search(item["names"])
            or item["et_al"]
            or prefix["hint"]
            or item["years"][-1].isalpha()
        ):
            certain = True
            yield item
        else:
            doubtful.append(item)
        start = after.end()
    if certain or len(doubtful) > 1:
        yield from doubtful


def _citations(text: str, match: re.Match[str], sentences: Sequence[tuple[int, int]]) -> list[Citation]:
    """Return the citations of a match, one for each year; none where its names are no authors."""
    et_al = match["et_al"] is not None
    names_end = match.start("et_al") if et_al else match.end("names")
    names = _names(text, match.start(), names_end)
    authors = _authors(names, et_al=et_al)
    if not authors or (not et_al and len(authors) < min(len(names), 2)):
        return []
    start = authors[0][1]
    known = tuple(name for name, _ in authors)
    sentence = sentences[max(0, bisect_right(sentences, (start, len(text))) - 1)] if sentences else (0, len(text))
    return [
        Citation(
            start=start,
            end=match.end(),
            surface=text[start : match.end()],
            sentence=sentence,
            key=_key(known, year, et_al=et_al),
            authors=known,
            year=year,
            et_al=et_al,
        )
        for year in _years(match["years"])
    ]


def _names(text: str, start: int, end: int) -> list[tuple[str, int]]:
    """Return the names in a list of names, each with the place where it starts."""
    names = []
    for join in [*_JOIN.finditer(text, start, end), None]:
        name = text[start : join.start() if join else end].rstrip(", ")
        if name:
            names.append((name.removesuffix("'s").removesuffix("’s"), start))
        start = join.end() if join else end
    return names


def _authors(names: list[tuple[str, int]], *, et_al: bool) -> list[tuple[str, int]]:
    """Return the names after the last one that is no author; an adverb before a comma starts no list of authors."""
    first = 0
    for index, (name, _) in enumerate(names):
        adverb = index == 0 and len(names) > 2 and name.endswith("ly")
        if adverb or not _is_author(name, et_al=et_al):
            first = index + 1
    return names[first:]


def _is_author(name: str, *, et_al: bool) -> bool:
    last = name.split()[-1]
    if last.lower() in _NO_AUTHORS or (last.isupper() and len(last) > 1):
        return False
    return et_al or not _CAMEL.match(last)


def _years(years: str) -> list[str]:
    """Return the years of a list such as "2010, 2012a,b", each with its letter."""
    found: list[str] = []
    for part in re.findall(r"\d{4}[a-h]?|[a-h]\b", years):
        found.append(part if len(part) > 1 else found[-1][:4] + part)
    return found


def _key(authors: tuple[str, ...], year: str, *, et_al: bool) -> str:
    """Return the normal form: `bai & perron 1998`, and `zhong et al. 2024` for three authors as for "et al."."""
    folded = [_fold(author) for author in authors]
    if et_al or len(folded) > 2:
        return f"{folded[0]} et al. {year}"
    return f"{' & '.join(folded)} {year}"


def _fold(name: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return bare.replace("’", "'").lower()
