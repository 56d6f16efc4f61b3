"""The linker as a spaCy component: `nlp.add_pipe("kg_linker")`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import filter_spans

from graph.catalog import read_catalog
from graph.linker.core import link_text
from graph.linker.matcher import Matcher, make_matcher
from graph.overrides import apply_to_catalog, read_lines, resolve

if TYPE_CHECKING:
    from graph.model import Linked

TITLE_START = "kg_title_start"
"""Key of `doc.user_data`: where the title begins, if the text ends with one."""


@Language.factory("kg_linker", default_config={"catalog": [], "overrides": ""}, assigns=["doc.ents", "doc.spans"])
def make_linker(nlp: Language, name: str, catalog: list[str], overrides: str) -> EntityLinker:
    """Make the component.

    Args:
        nlp: The pipeline, as spaCy hands it over.
        name: The component's name in the pipeline.
        catalog: Paths of the user's own catalogue files, which win over the shipped one.
        overrides: Path of a file of corrections; here they correct the catalogue, and those for single papers wait for
            `graph.overrides.apply_to_linked`.
    """
    found = read_catalog(*map(Path, catalog))
    if overrides:
        found = apply_to_catalog(resolve(read_lines(Path(overrides)), found), found)
    return EntityLinker(make_matcher(found.entities, found.spellings))


class EntityLinker:
    """Set `doc.ents` (with `kb_id_`), `doc.spans["kg"]` and `doc._.kg_linked`.

    A span of tokens may be wider than the mention, since spaCy cuts "GSM8K-style" elsewhere than names end;
    `doc._.kg_linked` holds the exact characters, and `doc._.kg_unaligned` counts the spans that were widened.
    """

    def __init__(self, matcher: Matcher) -> None:
        self.matcher = matcher
        for extension, default in (("kg_linked", None), ("kg_unaligned", 0)):
            if not Doc.has_extension(extension):
                Doc.set_extension(extension, default=default)

    def __call__(self, doc: Doc) -> Doc:
        """Link one document."""
        linked = link_text(doc.text, self.matcher, title_start=doc.user_data.get(TITLE_START))
        spans = self._spans(doc, linked)
        doc.spans["kg"] = spans
        doc.ents = tuple(filter_spans(spans))
        doc._.kg_linked = linked
        doc._.kg_unaligned = sum(
            (span.start_char, span.end_char) != (link.start, link.end)
            for span, link in zip(spans, linked.links, strict=True)
        )
        return doc

    def _spans(self, doc: Doc, linked: Linked) -> list[Span]:
        spans = []
        for link in linked.links:
            kind = link.entity.partition(":")[0].upper()
            span = doc.char_span(link.start, link.end, label=kind, kb_id=link.entity, alignment_mode="expand")
            if span is None:
                raise ValueError(f"characters {link.start} to {link.end} are outside the document")
            spans.append(span)
        return spans
