"""Read XML record by record: in memory stands one record, whatever the size of the file."""

from __future__ import annotations

import contextlib
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from lxml import etree

from loaders.mend import NOT_UTF8, mended
from loaders.paper import Paper, Skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

_ROOT = re.compile(
    r"\ufeff?(?:\s|<\?(?>.*?\?>)|<!--(?>.*?-->)|<!DOCTYPE[^\[<>]*+(?:\[(?>.*?\]\s*>)|>))*+"
    r"<(?:[A-Za-z_][\w.-]*:)?(?P<name>[A-Za-z_][\w.-]*)(?=[\s/>])",
    re.DOTALL | re.IGNORECASE,
)
_AROUND = "_"
_SPARE = 16
"""Levels around a document: several may follow one another, and an end tag too many does not end the file."""
_MOST_FAULTS = 20
_BLOCKS = frozenset(
    "abstract abstracttext blockquote br break dd def disp-formula disp-quote div dt formula h1 h2 h3 h4 h5 h6 head hr"
    " item label li list list-item note ol p row sec section statement table td term th title tr ul verse-line".split()
)
"""Elements that stand apart from what is around them; all others stand within a line."""
_FORMULAS = frozenset({"math", "alternatives"})
_CELLS = frozenset({"mtd", "mtr", "mtext", "mspace", "cn", "ci"})
_NOTES = frozenset({"annotation", "annotation-xml"})
_TEX_DOCUMENT = re.compile(r"\\begin\{document\}(.*?)\\end\{document\}", re.DOTALL)


def root_name(head: str) -> str:
    """Return the name (without prefix) of the first element of a text in XML; empty where the text is none."""
    match = _ROOT.match(head)
    return match["name"] if match else ""


def read_papers(
    lines: Iterable[str],
    tags: Collection[str],
    read: Callable[[etree._Element, str], Paper | Skipped | None],
    *,
    source: str,
) -> Iterator[Paper | Skipped]:
    """Yield what `read` makes of each element with one of these names and its place; None is for what is no record."""
    position = 0
    for found in read_elements(lines, tags, source=source):
        if isinstance(found, Skipped):
            yield found
            continue
        line, element = found
        paper = read(element, f"{source}:{line}")
        if isinstance(paper, Paper):
            position += 1
            paper = replace(paper, source=source, position=position, line=line)
        if paper is not None:
            yield paper


def read_elements(
    lines: Iterable[str], tags: Collection[str], *, source: str
) -> Iterator[tuple[int, etree._Element] | Skipped]:
    """Yield each element with one of these names (without namespace) and the line it starts on; those inside it too.

    An element is valid until the next one is asked for. Where the XML is broken, what can be read still comes, and the
    faults follow as `Skipped`; an element that holds bytes that are no UTF-8 is one too. Named characters of HTML
    (`&ouml;`) are read though no DTD is. Several documents may follow one another.
    """
    parser = _parser()
    open_: list[str] = []
    doubtful = False
    for text in mended(lines):
        doubtful = doubtful or NOT_UTF8 in text
        parser.feed(text.encode())
        for event, element in parser.read_events():
            name = local_name(element)
            if name not in tags:
                continue
            if event == "start":
                open_.append(name)
                continue
            open_.pop()
            yield _checked(element, source) if doubtful else (element.sourceline or 0, element)
            if not open_:
                _free(element)
            elif name in open_:  # a record in a record: the outer one lacks its end tag, and would hold the file
                element.clear(keep_tail=True)
    yield from _rest(parser, tags, source)


def _parser() -> etree.XMLPullParser:
    parser = etree.XMLPullParser(
        events=("start", "end"),
        recover=True,
        huge_tree=True,
        resolve_entities=False,
        collect_ids=False,
        no_network=True,
    )
    parser.feed(f"<{_AROUND}>" * _SPARE)
    return parser


def _checked(element: etree._Element, source: str) -> tuple[int, etree._Element] | Skipped:
    line = element.sourceline or 0
    if NOT_UTF8 not in etree.tostring(element, encoding="unicode", with_tail=False):
        return line, element
    return Skipped(f"{source}:{line}", "not UTF-8, so this record was not read; save the file as UTF-8")


def _rest(
    parser: etree.XMLPullParser, tags: Collection[str], source: str
) -> Iterator[tuple[int, etree._Element] | Skipped]:
    """Yield what the end of the file still closes, then the faults."""
    # The end of the file closes what it left open; that only the spare levels were is no fault.
    with contextlib.suppress(etree.XMLSyntaxError):
        parser.close()
    for event, element in parser.read_events():
        if event == "end" and local_name(element) in tags:
            yield _checked(element, source)
    faults = {error.line: error.message.strip() for error in reversed(list(parser.feed_error_log))}
    named = [(line, message) for line, message in sorted(faults.items()) if f"data in tag {_AROUND} " not in message]
    for line, message in named[:_MOST_FAULTS]:
        what = "an end tag without a start tag" if f"mismatch: {_AROUND} " in message else message
        yield Skipped(f"{source}:{line}", f"broken XML ({what}); what stands around it was read")


def local_name(element: etree._Element) -> str:
    """Return the name of an element without its namespace or an undeclared prefix; empty for a comment."""
    tag = element.tag
    return tag.rpartition("}")[2].rpartition(":")[2] if isinstance(tag, str) else ""


def text_of(element: etree._Element | None) -> str:
    """Return the text of an element and of all inside it, on one line; blocks are set apart by a blank.

    Of a formula the signs are joined as they stand, and one of several alternatives is taken.
    """
    return "" if element is None else " ".join("".join(pieces(element)).replace(NOT_UTF8, "\ufffd").split())


def find_all(element: etree._Element, path: str) -> list[etree._Element]:
    """Return the elements under a path such as `author/name`, whatever their namespaces."""
    found = [element]
    for name in path.split("/"):
        found = [child for parent in found for child in parent if local_name(child) == name]
    return found


def find(element: etree._Element, path: str) -> etree._Element | None:
    """Return the first element under a path, None where there is none."""
    return next(iter(find_all(element, path)), None)


def pieces(root: etree._Element) -> Iterator[str]:
    """Yield the text of an element in order, without recursion, since broken files nest deep."""
    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    formulas = 0
    for event, element in walk:
        name = local_name(element).lower()
        formulas += (name in _FORMULAS) * ((event == "start") - (event == "end"))
        apart = " " if name in (_CELLS if formulas else _BLOCKS) else ""
        if event == "start":
            own = element.text or ""
            if _is_unread(element, name):
                walk.skip_subtree()
                own = ""
            yield apart + _signs(own, name, formulas)
        else:
            yield apart + ("" if element is root else _signs(element.tail or "", "", formulas))


def _signs(text: str, name: str, formulas: int) -> str:
    """Return the text of an element; in a formula, the blanks between its elements are only layout."""
    if name == "tex-math":
        document = _TEX_DOCUMENT.search(text)
        text = document[1].strip() if document else text
    return text.strip() if formulas else text


def _is_unread(element: etree._Element, name: str) -> bool:
    """Tell whether an element says again what another one says: a formula in a second notation."""
    parent = element.getparent()
    if name in _NOTES or parent is None or local_name(parent).lower() != "alternatives":
        return name in _NOTES
    return element is not next((child for child in parent if local_name(child) == "math"), parent[0])


def _free(element: etree._Element) -> None:
    """Let go of an element and of all before it."""
    element.clear(keep_tail=True)
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]
