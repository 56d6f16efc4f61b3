"""The entries of BibTeX: cut at the lines that they start on, then read one by one."""

from __future__ import annotations

import logging
import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bibtexparser import model
from bibtexparser.entrypoint import parse_string

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bibtexparser.model import Block

logging.getLogger("bibtexparser").addHandler(logging.NullHandler())  # what it warns of is told as a `Skipped`

_START = re.compile(r"\s*@\s*[^\W\d_]\w*\s*[{(]")
_TYPE_ALONE = re.compile(r"\s*@\s*[^\W\d_]\w*\s*")
_HEAD = re.compile(r"\s*@\s*(\w+)\s*(?=[{(])")
_COMMENTED = re.compile(
    r"^[ \t]*%+[ \t]*@\w+[ \t]*[{(](?:.*[})][ \t]*|.*(?:\n[ \t]*%.*)+)$",
    re.MULTILINE,
)
_KEYLESS = re.compile(r"\s*@\s*\w+\s*[{(]\s*[\w-]+\s*=")
_GOES_ON = re.compile(r"[\s}]*,?\s*[A-Za-z][\w+-]*\s*=\s*[{\"\w]")
_NEXT_FIELD = re.compile(r"\s*([A-Za-z][\w+-]*)\s*=\s*(?=[{\"\w])")
_JOIN = re.compile(r"\s*#\s*")
_BARE = re.compile(r"[^\s#{}\",]+")
_BRACE = re.compile(r"(?<!\\)[{}]")
_BRACE_OR_QUOTE = re.compile(r"(?<!\\)[{}\"]")
_NAMES = re.compile(r"[=#]\s*([A-Za-z][\w:.+-]*)")
_MOST_REPAIRS = 20
_NO_ENTRY = re.compile(r"@(?:comment|preamble)\b", re.IGNORECASE)


class Entry(NamedTuple):
    """An entry as typed, its values without the braces or quotes around them.

    Attributes:
        kind: Such as `article`, in lower case; so are the names of the fields.
        fault: Why the rest of the entry could not be read.
    """

    kind: str
    key: str
    fields: dict[str, str]
    line: int
    fault: str | None = None


def cut(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the text from one line that starts an entry to the next such line, with the number of the first."""
    block: list[str] = []
    first = 1
    for number, typed in enumerate(lines, 1):
        line = typed if typed.endswith("\n") else f"{typed}\n"
        above = line.lstrip()[:1] in {"{", "("} and bool(block) and bool(_TYPE_ALONE.fullmatch(block[-1]))
        if above or _START.match(line):
            start = [block.pop()] if above else []
            if block:
                yield first, "".join(block)
            block, first = start, number - len(start)
        block.append(line)
    if block:
        yield first, "".join(block)


def read_entries(text: str, *, line: int, strings: dict[str, str]) -> Iterator[Entry]:
    """Yield the entries of a text that `cut` gave; what it defines by `@string` is added to `strings`.

    A brace too many, a comma too few, a missing key and repeated fields (the first counts) cost nothing. An entry
    that is broken otherwise comes with the fields before the fault.
    """
    if "@" not in text:
        return
    if "%" in text:
        text = _COMMENTED.sub(lambda match: "\n" * match[0].count("\n"), text)
    text = _HEAD.sub(lambda match: f"@{match[1]}", text, count=1) if _HEAD.match(text) else text
    blocks, text = _blocks(text)
    for block in blocks:
        whole = block.ignore_error_block if isinstance(block, model.ParsingFailedBlock) else block
        if isinstance(whole, model.String):
            strings[whole.key.lower()] = _value(whole.value, strings)[0]
        elif isinstance(whole, model.Entry):
            if whole.fields or not _is_stray(whole, text):
                pairs = [(field.key, field.value) for field in whole.fields]
                first = line + (whole.start_line or 0)
                yield Entry(whole.entry_type.lower(), whole.key, _fields(pairs, strings), first)
        elif whole is None and not _is_stray(block, text):
            place = text.find(block.raw or "@")
            yield from _leniently(text[place:], line + text.count("\n", 0, place), strings)
            return


def _blocks(text: str) -> tuple[list[Block], str]:
    """Split a text; a brace too many, which ends an entry before its last fields, is taken out first."""
    blocks = parse_string(text, parse_stack=[]).blocks
    for _ in range(_MOST_REPAIRS):
        cuts = ((one.raw or "", rest.raw or "") for one, rest in pairwise(blocks) if _ends_early(one, rest))
        early = next(cuts, None)
        if not early:
            break
        end = text.index(early[0]) + len(early[0]) - 1
        repaired = parse_string(text[:end] + text[end + 1 :], parse_stack=[])
        if not early[1].lstrip("} \t\n").startswith(",") and any(
            block.ignore_error_block is None for block in repaired.failed_blocks
        ):
            break  # what follows the entry was a remark
        blocks, text = repaired.blocks, text[:end] + text[end + 1 :]
    return blocks, text


def _ends_early(block: Block, rest: Block) -> bool:
    is_entry = isinstance(block, (model.Entry, model.DuplicateFieldKeyBlock))
    return is_entry and isinstance(rest, model.ImplicitComment) and bool(_GOES_ON.match(rest.raw or ""))


def _is_stray(block: Block, text: str) -> bool:
    """Tell whether a block is none: a comment, or an `@` amid other text, as in `joe@example (Zotero)`."""
    raw = block.raw or "@"
    above = text[: text.find(raw)].rpartition("\n")[2].rstrip()
    return bool(_NO_ENTRY.match(raw)) or not (above == "" or above.endswith(("}", ")")))


def _fields(pairs: Iterable[tuple[str, str]], strings: Mapping[str, str]) -> dict[str, str]:
    """Return the fields by name; where no comma parts two, the second starts behind the value of the first."""
    fields: dict[str, str] = {}
    for typed, raw in pairs:
        key = typed.rpartition("\n")[2].strip().lower()  # above it may stand a comment
        value, rest = _value(raw, strings)
        fields[key] = fields.get(key) or value
        while following := _NEXT_FIELD.match(rest):
            value, rest = _value(rest[following.end() :], strings)
            key = following[1].lower()
            fields[key] = fields.get(key) or value
    return fields


def _value(raw: str, strings: Mapping[str, str]) -> tuple[str, str]:
    """Return the value that a text begins with, its parts joined, and the next field where no comma is before it."""
    if raw[:1] == "{" and raw.find("}") == len(raw) - 1:
        return raw[1:-1], ""
    value, end = _part(raw, 0, strings)
    while joined := _JOIN.match(raw, end):
        part, end = _part(raw, joined.end(), strings)
        value += part
    rest = raw[end:]
    if not rest.strip() or _NEXT_FIELD.match(rest):
        return value, rest
    is_quoted = len(raw) > 1 and raw[0] == raw[-1] == '"'  # with quotes in it
    return raw[1:-1] if is_quoted else raw, ""


def _part(raw: str, start: int, strings: Mapping[str, str]) -> tuple[str, int]:
    """Return the part of a value that starts at a place, a defined name as what it stands for, and its end."""
    opening = raw[start : start + 1]
    if opening not in {"{", '"'}:
        bare = _BARE.match(raw, start)
        name = bare[0] if bare else ""
        return strings.get(name.lower(), name), start + len(name)
    depth = 0
    for match in (_BRACE if opening == "{" else _BRACE_OR_QUOTE).finditer(raw, start):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0 and match.start() > start and match[0] == ("}" if opening == "{" else '"'):
            return raw[start + 1 : match.start()], match.end()
    return raw[start:], len(raw)


def _leniently(text: str, line: int, strings: dict[str, str]) -> Iterator[Entry]:
    """Yield what can be read of a broken entry; an entry without fields only tells the fault."""
    from pybtex.database.input.bibtex import LowLevelParser  # type: ignore[import-untyped]
    from pybtex.scanner import PrematureEOF, PybtexSyntaxError  # type: ignore[import-untyped]

    faults: list[PybtexSyntaxError] = []
    macros = {name: strings.get(name.lower(), name) for name in _NAMES.findall(text)}  # what is undefined: itself
    parser = LowLevelParser(text, bool(_KEYLESS.match(text)), macros, faults.append)
    found = list(parser)
    fault = None
    if faults:
        is_open = isinstance(faults[0], PrematureEOF)
        what = "a brace or quote is never closed" if is_open else str(faults[0]).partition(": ")[2]
        where = "" if is_open else f" in line {line + faults[0].lineno - 1}"
        fault = f"broken BibTeX{where} ({what}); expected @type{{key, name = {{value}}, ...}}"
    for kind, body in found:
        if kind.lower() == "string" and body[0]:
            strings[body[0].lower()] = "".join(body[1])
        elif kind.lower() not in {"comment", "preamble"} and body[1:] and body[1]:
            pairs = {name.lower(): "".join(value) for name, value in reversed(body[1])}
            yield Entry(kind.lower(), body[0] or "", pairs, line, fault)
            fault = None
    if fault:
        yield Entry("", "", {}, line, fault)
