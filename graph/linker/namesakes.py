"""New things that bear the name of a known one: "We introduce GLUE, a new adhesive sampling method"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.linker.cues import read_cues, said_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.linker.document import Document
    from graph.linker.mention import Mention


def without_namesakes(document: Document, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions without those of a name that the paper announces as a thing of another kind.

    Discovery then finds the name anew, with an id of its own.
    """
    text = document.text
    others = {text[m.start : m.end] for m in mentions if _announced_otherwise(document, m)}
    return [m for m in mentions if text[m.start : m.end] not in others]


def _announced_otherwise(document: Document, mention: Mention) -> bool:
    text = document.text
    name = text[mention.start : mention.end]
    # A compound in small letters ("fact-checking") is a word for the thing, not its name.
    if " " in name or (name.islower() and "-" in name) or mention.method == "abbreviation":
        return False
    sentence = document.sentence_of(mention.start)
    said = said_of(text[mention.end : min(sentence[1], mention.end + 160)])
    if said is None or said == mention.entity.kind:
        return False
    span, in_title = (mention.start, mention.end), document.in_title(mention.start)
    return read_cues(text, span, sentence, in_title=in_title).proposed
