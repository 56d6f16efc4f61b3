"""An abstract in sections, as text on one line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loaders.xml import local_name, pieces, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml import etree

_OWN_HEADING = re.compile(r"\W*(?:abstract|summary)\W*", re.IGNORECASE)
_HEADINGS = frozenset({"title", "head"})
_AROUND = frozenset({"sec", "section", "abstract", "trans-abstract", "div"})
_DEEPEST = 20  # sections in sections; what lies deeper is read without its headings


def labelled(label: str, text: str) -> str:
    """Return a part of an abstract behind its label: "METHODS: We ..."; a label that is there already stays once."""
    bare = label.strip().rstrip(":").rstrip()
    if not bare or text.lower().startswith(f"{bare.lower()}:"):
        return text
    return f"{bare} {text}" if bare[-1] in ".?!" else f"{bare}: {text}"


def text_of_sections(element: etree._Element) -> str:
    """Return the text of an abstract: its own heading dropped, those of sections before the text of each."""
    text, label = "", ""
    for is_heading, part in _parts(element, 0):
        if not part.strip():
            text += part
        elif is_heading:
            label = "" if not text.strip() and _OWN_HEADING.fullmatch(part) else labelled(label, part)
        else:
            text += labelled(label, part.lstrip()) if label else part
            label = ""
    return " ".join(f"{text} {label}".split())


def _parts(element: etree._Element, depth: int) -> Iterator[tuple[bool, str]]:
    """Yield headings (True) and what stands between them."""
    yield False, element.text or ""
    for child in element:
        name = local_name(child).lower()
        if name in _HEADINGS:
            yield True, text_of(child)
            yield False, " "
        elif name in _AROUND and depth < _DEEPEST:
            yield False, " "
            yield from _parts(child, depth + 1)
            yield False, " "
        else:
            yield False, "".join(pieces(child)) if name else ""
        yield False, child.tail or ""
