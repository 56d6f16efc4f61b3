"""Read XML record by record: in memory stands one record, whatever the size of the file."""

from __future__ import annotations

import html.entities
import re
from typing import TYPE_CHECKING

from lxml import etree

from loaders.paper import Skipped

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,30});")
_OWN_ENTITIES = frozenset({"amp", "lt", "gt", "quot", "apos"})
_DECLARED = re.compile(r"(<\?xml[^>]*?)\s+encoding\s*=\s*(?:\"[^\"]*\"|'[^']*')")
_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_MOST_FAULTS = 20
_BLOCKS = frozenset(
    {
        "abstract",
        "abstracttext",
        "div",
        "head",
        "item",
        "label",
        "li",
        "list-item",
        "p",
        "sec",
        "section",
        "title",
        "br",
    }
)
"""Elements that stand apart from what is around them; all others stand within a line."""


def read_elements(
    lines: Iterable[str], tags: Collection[str], *, source: str
) -> Iterator[tuple[int, etree._Element] | Skipped]:
    """Yield each element with one of these names (without namespace) and the line it starts on; those inside it too.

    An element is valid until the next one is asked for. Where the XML is broken, what can be read still comes, and the
    faults follow as `Skipped`. Named characters of HTML (`&ouml;`) are read though no DTD is.
    """
    parser = etree.XMLPullParser(
        events=("start", "end"), recover=True, huge_tree=True, resolve_entities=False, no_network=True
    )
    depth = 0
    for line in lines:
        parser.feed(_readable(line).encode())
        for event, element in parser.read_events():
            wanted = local_name(element) in tags
            if event == "start":
                depth += wanted
            elif wanted:
                depth -= 1
                yield element.sourceline or 0, element
                if depth == 0:
                    _free(element)
    yield from _rest(parser, tags, source)


def _rest(
    parser: etree.XMLPullParser, tags: Collection[str], source: str
) -> Iterator[tuple[int, etree._Element] | Skipped]:
    """Yield what the end of the file still closes, then the faults."""
    try:
        parser.close()
    except etree.XMLSyntaxError as error:
        yield Skipped(f"{source}:{error.lineno or 1}", f"broken XML ({error.msg}); expected well-formed XML")
        return
    for event, element in parser.read_events():
        if event == "end" and local_name(element) in tags:
            yield element.sourceline or 0, element
    faults = {error.line: error.message for error in reversed(list(parser.feed_error_log))}
    for line, message in sorted(faults.items())[:_MOST_FAULTS]:
        yield Skipped(f"{source}:{line}", f"broken XML ({message.strip()}); what stands around it was read")


def local_name(element: etree._Element) -> str:
    """Return the name of an element without its namespace; empty for a comment."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def text_of(element: etree._Element | None) -> str:
    """Return the text of an element and of all inside it, on one line; blocks are set apart by a blank."""
    return "" if element is None else " ".join("".join(_pieces(element)).split())


def find_all(element: etree._Element, path: str) -> list[etree._Element]:
    """Return the elements under a path such as `author/name`, whatever their namespaces."""
    found = [element]
    for name in path.split("/"):
        found = [child for parent in found for child in parent if local_name(child) == name]
    return found


def find(element: etree._Element, path: str) -> etree._Element | None:
    """Return the first element under a path, None where there is none."""
    return next(iter(find_all(element, path)), None)


def _pieces(element: etree._Element) -> Iterator[str]:
    apart = " " if local_name(element).lower() in _BLOCKS else ""
    yield apart
    if isinstance(element.tag, str):
        yield element.text or ""
        for child in element:
            yield from _pieces(child)
            yield child.tail or ""
    yield apart


def _readable(line: str) -> str:
    """Return a line that the parser takes: no declared encoding, since it is text already; no sign XML forbids."""
    line = _ENTITY.sub(_character, _DECLARED.sub(r"\1", line))
    return _UNREADABLE.sub("\ufffd", line)


def _character(match: re.Match[str]) -> str:
    name = match.group(1)
    return match.group() if name in _OWN_ENTITIES else html.entities.html5.get(f"{name};", match.group())


def _free(element: etree._Element) -> None:
    """Let go of an element and of all before it."""
    element.clear(keep_tail=True)
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]
