"""Words before the name of a task that belong to it: "person re-ID", "multi-label video classification".

The link stays on the task the catalogue knows, the nearest wider thing there is; the surface is what the author wrote.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from graph.linker.mention import Mention, Spans
from graph.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graph.linker.document import Document
    from graph.model import Entity, Spelling

_TASK_LIKE = frozenset({"task", "field", "application"})
_LEAST_NAMES = 2
_WORD_BEFORE = re.compile(r"(?<![\w-])([A-Za-z\d][\w-]*) $")
_ATTACHED = re.compile(r"[a-z\d]+-based|per-[a-z]+|[a-z]+-to-[a-z]+")
_ATTACHED_TO_WAY = re.compile(r"[a-z]+-(?:based|supervised|guided|conditioned)")
_DEGREE = frozenset(
    """automated automatic autonomous average big clean cognitive common complex current data-driven deep dense
    effective efficient end-to-end extended fully general general-purpose good hard high-level high-quality
    human intelligent interactive large large-scale learning long low mean multiple natural new novel optimal
    pure real real-time real-world robust sequential simple simultaneous single small standard strategic strong
    synthetic training unified universal weak""".split()
)
"""Words that praise, count or measure, though they begin a name here and there."""
_MOST = 2
_SCORE = 0.9
_REACH = 40


def find_modifiers(entities: Mapping[str, Entity], by_key: Mapping[str, Sequence[Spelling]]) -> frozenset[str]:
    """Return the words that make a narrower name out of a name in the catalogue itself, in at least two cases."""
    narrower: dict[str, set[str]] = defaultdict(set)
    for entity in entities.values():
        if entity.kind != "concept":
            continue
        for name in (entity.name, *entity.aliases):
            first, _, rest = name.partition(" ")
            if rest and any(entities[spelling.entity].kind == "concept" for spelling in by_key.get(fold(rest), ())):
                narrower[first.lower()].add(entity.id)
    least = {word: 1 if "-" in word else _LEAST_NAMES for word in narrower}
    return frozenset(word for word, names in narrower.items() if len(names) >= least[word] and word not in _DEGREE)


def with_modifiers(document: Document, mentions: Sequence[Mention], modifiers: Iterable[str]) -> list[Mention]:
    """Return the mentions, those of tasks and fields with the words before them that belong to their name."""
    taken = Spans([*((m.start, m.end) for m in mentions), *document.zones])
    return [_widened(document, mention, modifiers, taken) for mention in mentions]


def _widened(document: Document, mention: Mention, modifiers: Iterable[str], taken: Spans) -> Mention:
    task = mention.entity.kind == "concept" and mention.entity.subkind in _TASK_LIKE
    way = mention.entity.kind == "technique" and document.text[mention.start : mention.end].islower()
    if not (task or way):
        return mention
    start = mention.start
    floor = document.sentence_of(start)[0]
    for _ in range(_MOST):
        before = _WORD_BEFORE.search(document.text, max(floor, start - _REACH), start)
        if before is None or taken.touch(*before.span(1)):
            break
        word = before.group(1).lower()
        if not (
            (task and (word in modifiers or _ATTACHED.fullmatch(word))) or (way and _ATTACHED_TO_WAY.fullmatch(word))
        ):
            break
        start = before.start(1)
    return mention if start == mention.start else mention._replace(start=start, method="variant", score=_SCORE)
