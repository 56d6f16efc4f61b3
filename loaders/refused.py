"""Formats that are recognised only to be refused by name, so that nothing is read as garbage."""

from __future__ import annotations

import re

_MAGIC = (
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "an Office file, a book or a Java archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd file"),
    (b"\xd0\xcf\x11\xe0", "an old Office file"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3", "an SQLite database"),
)
_SHAPES = tuple(
    (re.compile(pattern, re.MULTILINE), name)
    for pattern, name in (
        (
            r"\A\s*<(?:\?xml|!--\?xml|!(?i:doctype)|(?i:html)|(?!jats:|(?:p|i|b|em|title)\b)[A-Za-z][\w:-]*(?:\s[^<>]*)?>)",
            "XML or HTML of another kind",
        ),
        (r"\A---\s*\n[\w-]+:|\A[\w-]+:\s*\n\s*- ", "YAML without papers"),
        (r"\A(?:\s|%.*\n)*\\(?:documentclass|begin\{document\})", "LaTeX"),
    )
)


def refused_bytes(head: bytes) -> str | None:
    """Return what kind of binary file begins like this; None where it may be text."""
    return next((name for magic, name in _MAGIC if head.startswith(magic)), None)


def refused_text(head: str) -> str | None:
    """Return the name of the format that a text is in, where it is one that no loader reads."""
    return next((name for pattern, name in _SHAPES if pattern.search(head)), None)
