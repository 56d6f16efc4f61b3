"""The linker without spaCy: raw text in, mentions out. Pure: the same text and catalogue give the same mentions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.linker.abbreviations import find_definitions
from graph.linker.coordination import coordinated
from graph.linker.discover import discover
from graph.linker.document import Document, read_document
from graph.linker.expansion import expanded
from graph.linker.initials import by_initials
from graph.linker.matcher import Matcher, find_candidates
from graph.linker.mention import Mention, Spans, Unclear, without_overlaps
from graph.linker.modifiers import with_modifiers
from graph.linker.namesakes import without_namesakes
from graph.linker.readings import read_candidates
from graph.linker.roles import role_spans
from graph.linker.tokens import tokenize
from graph.model import Ambiguous, Citation, Link, Linked

if TYPE_CHECKING:
    from collections.abc import Sequence


def link_text(raw: str, matcher: Matcher, *, title_start: int | None = None) -> Linked:
    """Link the raw text of a paper.

    Args:
        title_start: Where the title begins, if the raw text ends with one.

    Returns:
        Everything found; each offset counts in `raw`, and `raw[start:end]` is the surface.
    """
    document = read_document(raw, title_start)
    text = document.text
    candidates = find_candidates(document, tokenize(text), matcher)
    zones = Spans(document.zones)
    definitions = [d for d in find_definitions(text, document.sentences) if not zones.touch(d.short_start, d.short_end)]
    decided, unclear, unknown = read_candidates(text, candidates, definitions, matcher, document.zones)
    written_out = expanded(text, definitions, matcher)
    decided = without_overlaps([*decided, *coordinated(text, decided, matcher), *written_out])
    undefined = [(d.short_start, d.short_end) for d in unknown]
    decided = without_overlaps([*decided, *by_initials(text, decided, matcher, [*document.zones, *undefined])])
    decided = without_namesakes(document, decided)
    new, proposed = discover(document, decided, unknown, matcher.by_key)
    mentions = without_overlaps(with_modifiers(document, without_overlaps([*decided, *new]), matcher.modifiers))
    links = _links(raw, document, mentions, proposed)
    discovered = {m.entity.id: m.entity for m in mentions if m.entity.id not in matcher.entities}
    return Linked(
        links=links,
        discovered=tuple(sorted(discovered.values(), key=lambda entity: entity.id)),
        citations=tuple(_citation(raw, document, citation) for citation in document.citations),
        ambiguous=_ambiguous(raw, document, unclear, mentions),
    )


def _links(
    raw: str, document: Document, mentions: Sequence[Mention], proposed: frozenset[tuple[int, int]]
) -> tuple[Link, ...]:
    links = []
    for mention, roles in zip(mentions, role_spans(document, mentions, proposed), strict=True):
        start, end = document.raw_span(mention.start, mention.end)
        links.append(
            Link(
                start=start,
                end=end,
                surface=raw[start:end],
                sentence=document.raw_span(*document.sentence_of(mention.start)),
                entity=mention.entity.id,
                method=mention.method,
                score=mention.score,
                roles=roles,
                in_title=document.in_title(mention.start),
            )
        )
    return tuple(sorted(links, key=lambda link: (link.start, link.end)))


def _citation(raw: str, document: Document, citation: Citation) -> Citation:
    """Return the citation with its spans in the raw text."""
    start, end = document.raw_span(citation.start, citation.end)
    return Citation(
        start=start,
        end=end,
        surface=raw[start:end],
        sentence=document.raw_span(*document.sentence_of(citation.start)),
        key=citation.key,
        authors=citation.authors,
        year=citation.year,
        et_al=citation.et_al,
    )


def _ambiguous(
    raw: str, document: Document, unclear: Sequence[Unclear], mentions: Sequence[Mention]
) -> tuple[Ambiguous, ...]:
    taken = Spans((m.start, m.end) for m in mentions)
    found = []
    for place in unclear:
        if not taken.touch(place.start, place.end):
            start, end = document.raw_span(place.start, place.end)
            sentence = document.raw_span(*document.sentence_of(place.start))
            found.append(Ambiguous(start, end, raw[start:end], sentence, place.candidates))
    return tuple(sorted(found, key=lambda a: (a.start, a.end)))
