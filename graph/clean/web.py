"""HTML, Markdown, addresses and typewriter punctuation."""

from __future__ import annotations

import re
from html.entities import html5
from typing import TYPE_CHECKING

from graph.clean import tables
from graph.clean.cleaned import Pair
from graph.clean.sheet import Mark

if TYPE_CHECKING:
    from graph.clean.sheet import Sheet

_LESS, _MORE = r"(?:<|&(?:amp;)*lt;)", r"(?:>|&(?:amp;)*gt;)"
_TAG = re.compile(
    _LESS + r"(?P<slash>/?)(?P<space>jats:|mml:|m:)?(?P<name>[A-Za-z][A-Za-z0-9-]*)"
    r"(?:\s+[\w:-]+\s*=\s*(?:\"[^\"]{0,400}\"|'[^']{0,400}'|[^\s\"'<>&]{1,400}))*\s*/?" + _MORE
)
_HEADING = re.compile(r"\s*(?:abstract|summary)\s*[.:]?\s*</(?:jats:)?title>", re.IGNORECASE)
_RAISED_TAG = re.compile(r"[0-9+-]{1,6}(?=</)")
_ENTITY = re.compile(
    r"&(?:amp;)*(?:#(?P<decimal>\d{1,7})|#[xX](?P<hex>[0-9A-Fa-f]{1,6})|(?P<name>[A-Za-z][A-Za-z0-9]{1,31}));"
)
_ADDRESS = re.compile(r"://(?:[^\s<>\"{}\[\]|^`\\，。；）”’\x00-\x1f\ud800-\udfff]|\\[_%#&~$])+")
_SCHEME = re.compile(r"(?:https?|ftp)$", re.IGNORECASE)
_DOMAIN = re.compile(r"(?:\.(?:com|org|net|io|ai|edu|gov|co|dev|me|cn|de|uk|fr|eu|us|info)|(?<!\w)www\.[\w.-]+)$")
_PATH = re.compile(r"[^\s<>\"{}\[\]|^`\\]*")
_ESCAPED = re.compile(r"\\(?=[_%#&~$])")
_LINK = re.compile(r"\[(?P<text>[^\[\]]{1,300})\]\((?:https?:|www\.|#|/|mailto:)[^\s()]{0,300}\)")
_STARS = re.compile(r"\*{1,3}")
_CLOSING = {n: re.compile(r"(?<![\s*])" + r"\*" * n + r"(?!\*)") for n in (1, 2, 3)}
_UNDERLINED = re.compile(r"_(?=[^\W_])[^_\n]{0,120}?(?<=\S)(_)(?!\w)")
_CODE = re.compile(r"`[^`\n']{1,120}(`)(?!`)")
_BEFORE_ADDRESS = ' (<["“'
_LONGEST = 400
_LONGEST_TAGGED = 5000
_LONGEST_HOST = 100


def less_than(sheet: Sheet, place: int) -> int:
    """Drop a known tag or a comment; anything else after `<` is an inequality or a token, and stays."""
    end = _comment_end(sheet.raw, place) if sheet.raw.startswith("<!", place) else _tag(sheet, place)
    return end if end is not None else sheet.copy(place, place + 1)


def ampersand(sheet: Sheet, place: int) -> int:
    """Write the character of an HTML entity, also of one that was escaped twice; drop an escaped tag."""
    end = _tag(sheet, place)
    if end is not None:
        return end
    match = _ENTITY.match(sheet.raw, place)
    text = _character(match) if match else None
    if match is None or text is None:
        return sheet.blank(place, place + 1) if sheet.math else sheet.copy(place, place + 1)
    if text.isspace():
        return sheet.blank(place, match.end())
    return sheet.put(text, place, match.end()) if text.isprintable() else match.end()


def colon(sheet: Sheet, place: int) -> int:
    """Write an address as it stands, so that nothing in it is taken for markup."""
    scheme = _SCHEME.search(sheet.raw, max(0, place - 5), place)
    match = _ADDRESS.match(sheet.raw, place) if scheme else None
    if match is None or scheme is None:
        return sheet.copy(place, place + 1)
    end = place + len(_without_tail(match.group()))
    write_address(sheet, place, end, before=len(scheme.group()))
    return end


def write_address(sheet: Sheet, start: int, end: int, *, before: int = 0) -> None:
    """Write an address without its TeX escapes and note its span; `before` of its characters are written already."""
    first = sheet.size - before
    place = start
    for match in _ESCAPED.finditer(sheet.raw, start, end):
        if place < match.start():
            sheet.copy(place, match.start())
        place = match.end()
    if place < end:
        sheet.copy(place, end)
    sheet.urls.append((first, sheet.size))


def bare_addresses(text: str) -> list[tuple[int, int]]:
    """Return the spans of addresses that have no scheme (`github.com/x/y`) in clean text."""
    spans = []
    slash = text.find("/")
    while slash >= 0:
        path = _PATH.match(text, slash)
        end = path.end() if path else slash + 1
        first = max(0, slash - _LONGEST_HOST)
        if _DOMAIN.search(text, first, slash):
            start = max(first, *(text.rfind(sign, first, slash) + 1 for sign in _BEFORE_ADDRESS))
            spans.append((start, start + len(_without_tail(text[start:end]))))
        slash = text.find("/", end)
    return spans


def bracket(sheet: Sheet, place: int) -> int:
    """Keep the text of a Markdown link and drop its address."""
    match = _LINK.match(sheet.raw, place)
    if match is None:
        return sheet.copy(place, place + 1)
    sheet.marks[match.end("text")] = Mark(place, place + 1, match.end())
    return place + 1


def stars(sheet: Sheet, place: int) -> int:
    """Drop the stars of Markdown emphasis; those of A* search, footnotes and products stay."""
    raw = sheet.raw
    run = _STARS.match(raw, place)
    end = run.end() if run else place + 1
    following = raw[end : end + 1]
    inside_word = end - place == 1 and (sheet.last.isalnum() or sheet.last in ")*")
    if following and not following.isspace() and following not in "*-,.;:)" and not inside_word:
        match = _CLOSING[end - place].search(raw, end, end + _LONGEST)
        if match and "\n\n" not in raw[end : match.start()]:
            sheet.marks[match.start()] = Mark(place, end, match.end())
            return end
    return sheet.copy(place, end)


def underscore(sheet: Sheet, place: int) -> int:
    """Drop the underscores of Markdown emphasis; those inside a word stay."""
    match = None if sheet.last.isalnum() or sheet.last == "_" else _UNDERLINED.match(sheet.raw, place)
    if match is None:
        return sheet.copy(place, place + 1)
    sheet.marks[match.start(1)] = Mark(place, place + 1, match.end())
    return place + 1


def backtick(sheet: Sheet, place: int) -> int:
    """Write TeX's opening quotation marks as such; drop Markdown's code marks."""
    raw = sheet.raw
    if raw.startswith("``", place):
        return sheet.put("“", place, place + 2)
    match = _CODE.match(raw, place)
    if match:
        sheet.marks[match.start(1)] = Mark(place, place + 1, match.end())
        return place + 1
    return sheet.put("‘", place, place + 1) if raw[place + 1 : place + 2].isalnum() else sheet.copy(place, place + 1)


def apostrophe(sheet: Sheet, place: int) -> int:
    """Write two apostrophes as a closing quotation mark."""
    return sheet.put("”", place, place + 2)


def tilde(sheet: Sheet, place: int) -> int:
    """Write a tie as a blank; keep a tilde that means "about" (~100) or a range (3~5)."""
    before, after = sheet.last, sheet.raw[place + 1 : place + 2]
    tie = sheet.math or after == "\\" or (before != " " and before not in "([" and after and not after.isspace())
    if not tie or (before.isdigit() and after.isdigit()):
        return sheet.copy(place, place + 1)
    return sheet.blank(place, place + 1)


def dashes(sheet: Sheet, place: int) -> int:
    """Write `--` and `---` as the dashes they print; the dashes of an option (`--help`) or a rule stay."""
    end = place
    while sheet.raw[end : end + 1] == "-":
        end += 1
    option = sheet.last == " " and sheet.raw[end : end + 1].isalpha()
    if end - place > 3 or option:
        return sheet.copy(place, end)
    return sheet.put("–" if end - place == 2 else "—", place, end)


def _comment_end(raw: str, place: int) -> int | None:
    if raw.startswith("<![CDATA[", place):
        return place + len("<![CDATA[")
    end = raw.find("-->", place, place + _LONGEST_TAGGED) if raw.startswith("<!--", place) else -1
    return end + len("-->") if end >= 0 else None


def _tag(sheet: Sheet, place: int) -> int | None:
    """Drop a known tag that has a partner; None where there is none."""
    match = _TAG.match(sheet.raw, place)
    if match is None:
        return None
    name, end = match["name"].lower(), match.end()
    if name not in tables.TAGS and not match["space"]:
        return None
    closing = f"/{match['space'] or ''}{match['name']}"
    if not match["slash"] and name not in {"br", "hr", "p"} and sheet.raw.find(closing, end, end + _LONGEST_TAGGED) < 0:
        return None
    if name in tables.BLOCKS:
        heading = _HEADING.match(sheet.raw, end) if name == "title" else None
        return sheet.blank(place, heading.end() if heading else end, breaks=True)
    if match["slash"]:
        _close_tag(sheet, name, place, end)
    else:
        sheet.tags.append((name, place, end))
        if name == "sup" and sheet.last.isalnum() and (raised := _RAISED_TAG.match(sheet.raw, end)):
            for index in range(*raised.span()):
                sheet.put(tables.RAISED[sheet.raw[index]], index, index + 1)
            return raised.end()
    return end


def _close_tag(sheet: Sheet, name: str, start: int, end: int) -> None:
    for index in range(len(sheet.tags) - 1, -1, -1):
        if sheet.tags[index][0] == name:
            sheet.pairs.append(Pair(sheet.tags[index][1], sheet.tags[index][2], start, end))
            del sheet.tags[index:]
            return


def _character(match: re.Match[str]) -> str | None:
    if match["name"]:
        return html5.get(match["name"] + ";")
    code = int(match["decimal"]) if match["decimal"] else int(match["hex"], 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else None


def _without_tail(address: str) -> str:
    """Return an address without the punctuation of the sentence around it."""
    return address.rstrip(".,;:!?*'\"]" + ("" if "(" in address else ")"))
