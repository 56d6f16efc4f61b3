"""The encoding of a text file, told by its bytes."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from charset_normalizer import from_bytes

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(rb"\A\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]{2,40})[\"']")
_CHARSET = re.compile(rb"(?i)%\s*encoding:\s*([\w-]{3,20})")
"""As editors of BibTeX note it: "% Encoding: windows-1252"."""
_CANDIDATES = [
    *("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr", "koi8_r"),
    *("iso8859_2", "iso8859_15"),
]
_WESTERN = 0.8
"""Share of single signs outside ASCII above which a text is Western European."""
_LEAST_PAIRS = 4
_ROWS = 0.15
"""Share of kana that makes a text Japanese."""
_HANJA = 0.03
"""Share of Chinese characters up to which a text may be Korean."""
_LEAST_SHARE = 0.3
"""Zero bytes at even or at odd places that make a text UTF-16, as a share of these places."""


class Encoding(NamedTuple):
    """How a file is decoded.

    Attributes:
        name: As Python calls it.
        guessed: Whether nothing in the file says so.
    """

    name: str
    guessed: bool = False


def tell_encoding(head: bytes) -> Encoding | None:
    """Return the encoding of a text by its first bytes; None where they are no text.

    A mark at its start decides, then zero bytes at every other place (UTF-16), then what the file declares, if its
    bytes are not UTF-8 anyway. A text of which half the signs outside ASCII are UTF-8 is that; else the likeliest
    legacy encoding is taken.
    """
    marked = next((encoding for bom, encoding in _BOMS if head.startswith(bom)), None)
    if marked:
        return Encoding(marked)
    if b"\x00" in head:
        return _wide(head)
    if _is_utf8(head):
        return Encoding("utf-8")
    declared = _DECLARED.search(head) or _CHARSET.search(head[:4096])
    if declared and (name := _known(declared.group(1).decode("ascii"))):
        return Encoding(name)
    if _is_western(head):
        return Encoding("cp1252", guessed=True)
    if east := _east_asian(head):
        return Encoding(east, guessed=True)
    best = from_bytes(head, cp_isolation=_CANDIDATES, enable_fallback=False).best()
    return Encoding(best.encoding if best else "cp1252", guessed=True)


def _wide(head: bytes) -> Encoding | None:
    """Tell UTF-16 without a mark by where its zero bytes stand."""
    even, odd = head[::2].count(0) / len(head[::2]), head[1::2].count(0) / max(1, len(head[1::2]))
    if odd > _LEAST_SHARE and even < _LEAST_SHARE / 3:
        return Encoding("utf-16-le", guessed=True)
    if even > _LEAST_SHARE and odd < _LEAST_SHARE / 3:
        return Encoding("utf-16-be", guessed=True)
    return None


def _is_utf8(head: bytes) -> bool:
    """Say whether bytes are UTF-8, or nearly so; the last character may be cut."""
    text = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode(head)
    wrong = sum("\udc80" <= char <= "\udcff" for char in text)
    right = sum(char > "\x7f" for char in text) - wrong
    return wrong == 0 or right >= wrong


def _is_western(head: bytes) -> bool:
    """Say whether letters outside ASCII stand alone among others, as accents do; other scripts have them in rows."""
    outside = re.findall(rb"[\x80-\xff]+", head)
    return sum(len(run) == 1 for run in outside) > _WESTERN * len(outside)


def _east_asian(head: bytes) -> str | None:
    """Tell GBK, EUC-KR and EUC-JP, which share their bytes, by which rows of the character set are used.

    Korean syllables fill the rows B0 to C8, Japanese kana A4 and A5; the rows behind C8 are Chinese characters.
    """
    pairs = re.findall(rb"[\x80-\xff]{2}", head)
    if len(pairs) < _LEAST_PAIRS or any(pair[1] < 0xA1 for pair in pairs) or not _decodes(head, "gb18030"):
        return None
    leads = [pair[0] for pair in pairs]
    if sum(lead in (0xA4, 0xA5) for lead in leads) > _ROWS * len(leads):
        return "euc_jp"
    return "gb18030" if sum(lead > 0xC8 for lead in leads) > _HANJA * len(leads) else "euc_kr"


def _decodes(head: bytes, encoding: str) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def _known(name: str) -> str | None:
    try:
        found = codecs.lookup(name).name
    except LookupError:
        return None
    return None if found == "utf-8" else found
