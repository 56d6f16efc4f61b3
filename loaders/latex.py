r"""LaTeX in titles, names and venues as a reader sees it: `{\"o}` is ö, `{BERT}` is BERT, mathematics stays."""

from __future__ import annotations

import re
import unicodedata

_COMBINING = "\u0300\u0301\u0302\u0303\u0304\u0307\u0308\u0306\u030b\u030c\u030a\u0327\u0323\u0328\u0331"
_MARKS = dict(zip("`'^~=.\"uHvrcdkb", _COMBINING, strict=True))
"""Accents by the sign or the letter behind the backslash, as combining characters."""

_LETTERS = dict(
    pair.split(":")
    for pair in (
        "ss:ß aa:å AA:Å ae:æ AE:Æ oe:œ OE:Œ o:ø O:Ø l:ł L:Ł i:ı j:ȷ dh:ð DH:Ð th:þ TH:Þ dj:đ DJ:Đ ng:ŋ NG:Ŋ "
        "ldots:… dots:… S:§ copyright:© pounds:£ euro:€ LaTeX:LaTeX TeX:TeX slash:/ textendash:– textemdash:— "
        "textquoteright:’ textquoteleft:‘ textquotedblleft:“ textquotedblright:” textquotesingle:' quotedblbase:„ "
        "textasciitilde:~ textasciicircum:^ textbackslash:\\ textbar:| textunderscore:_ textless:< textgreater:> "
        "textdegree:° textmu:µ textregistered:® texttrademark:™ textperiodcentered:·"
    ).split()
)
_SWITCHES = frozenset("em it bf sc tt rm sl sf itshape bfseries scshape ttfamily small relax protect".split())
_WRAPPERS = frozenset(
    "emph textit textbf textsc textsl texttt textrm textsf textup textmd textnormal text mbox hbox uppercase url "
    "textsuperscript textsubscript enquote mkbibquote mkbibemph NoCaseChange MakeLowercase MakeUppercase".split()
)
_SIGNS = {"\\": " ", " ": " ", "\n": " ", "-": "", "/": "", ",": " ", ";": " ", ":": " ", "!": "", "@": ""}
_TIES = {"~": " ", "---": "—", "--": "–", "``": "“", "''": "”", "{": "", "}": ""}
_TOKEN = re.compile(
    r"(?P<math>\$(?:[^$\\]|\\.)+\$|\\\((?:[^\\]|\\[^()])*\\\))"
    r"|\\(?:(?P<mark>[`'^~=.\"])[ \t]*|(?P<letter_mark>[uvHcdbrk])(?:[ \t\n]+(?=[^\W\d_]|\\[ij])|(?=\{)))"
    r"(?:\{[ \t]*(?:\\(?P<dotless>[ij])|(?P<braced>[^\W\d_]?))[ \t]*\}|\\(?P<bare_dotless>[ij])(?![a-zA-Z])[ \t]*"
    r"|(?P<bare>[^\W\d_]))"
    r"|\\(?P<name>[a-zA-Z]+)\*?(?P<gap>[ \t\n]*(?:\{\})?)(?P<arguments>(?:\{(?:[^{}]|\{[^{}]*\})*\})*)"
    r"|\\(?P<sign>[^a-zA-Z])"
    r"|---?|``|''|[{}~]",
    re.DOTALL,
)
_SPECIAL = re.compile(r"[\\{}~$]|--|``|''")
_PROTECTED = re.compile(r"\{([^{}\\$]*[A-Z][^{}\\$]*)\}")
_WHOLE = re.compile(r"\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*\Z")
_OF_A_COMMAND = re.compile(r"(?:\\[a-zA-Z]*\*?|[_^}\]])$")
_NO_ADDRESS = re.compile(r"\\url|\\(?=[_%&#~$])|[{}\s]")
_MATH = re.compile(r"(?<!\\)(\$(?:[^$\\]|\\.)+\$)", re.DOTALL)
_DEEPEST = 3


def plain(text: str) -> str:
    """Return a title, a name or a venue as a reader sees it; mathematics and commands unknown here stay as typed."""
    return _TOKEN.sub(_shown, text) if _SPECIAL.search(text) else text


def unprotected(text: str) -> str:
    """Return an abstract without the braces that keep capitals (`{BERT}`); all else stays as typed."""
    if "{" not in text:
        return text
    text = whole[1] if (whole := _WHOLE.match(text)) else text
    parts = _MATH.split(text)
    for _ in range(_DEEPEST):
        parts[::2] = [_PROTECTED.sub(_without_braces, part) for part in parts[::2]]
    return "".join(parts)


def address(text: str) -> str:
    r"""Return a URL or a DOI without `\url{...}`, braces and the backslashes before `_`, `%`, `&`, `#` and `~`."""
    return _NO_ADDRESS.sub("", text)


def _without_braces(match: re.Match[str]) -> str:
    before = match.string[max(0, match.start() - 40) : match.start()]
    return match[0] if _OF_A_COMMAND.search(before) else match[1]


def _shown(match: re.Match[str]) -> str:
    if match["math"]:
        return match[0]
    if mark := match["mark"] or match["letter_mark"]:
        return _accented(match, mark)
    if match["name"]:
        return _command(match)
    if match["sign"]:
        return _SIGNS.get(match["sign"], match["sign"] if match["sign"] in "&%$#_{}~" else match[0])
    return _TIES[match[0]]


def _accented(match: re.Match[str], mark: str) -> str:
    r"""Return the letter with its accent; what takes none stays as typed, and `\~{}` is the sign alone."""
    letter = match["dotless"] or match["braced"] or match["bare_dotless"] or match["bare"]
    if not letter:
        return mark if mark in "~^" else match[0]
    composed = unicodedata.normalize("NFC", letter + _MARKS[mark])
    return composed if len(composed) == 1 else match[0]


def _command(match: re.Match[str]) -> str:
    name, inner = match["name"], plain(match["arguments"])
    if name in _LETTERS:
        return _LETTERS[name] + inner
    return inner if name in _SWITCHES or name in _WRAPPERS else match[0]
