"""An index over catalogue rows: who is called so, and who is above whom."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from graph.catalog.rows import Row, collide, parent_id, spellings_of
from graph.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterable


class Index:
    """Rows by id and their owners by spelling, kept while rows are added.

    Attributes:
        rows: The row that counts, by id.
        over: Ids of the rows that are not known ones: the user's own and those put later.
        glosses: What tells rows of one list apart that share a name, by id.
    """

    __slots__ = ("_owners", "glosses", "over", "rows")

    def __init__(self) -> None:
        self.rows: dict[str, Row] = {}
        self.over: set[str] = set()
        self.glosses: dict[str, str] = {}
        self._owners: dict[str, dict[str, None]] = defaultdict(dict)

    @classmethod
    def of(cls, known: Iterable[Row], own: Iterable[Row]) -> Index:
        """Return the index of the rows; a row of the user's takes the place of a known one."""
        index = cls()
        for row in known:
            index.put(row)
        index.over.clear()
        for row in own:
            index.put(row)
        return index

    def put(self, row: Row) -> None:
        """Add the row, in the place of one with its id."""
        if row.id not in self.rows:
            self.over.add(row.id)
        self.rows[row.id] = row
        for _, text in spellings_of(row):
            self._owners[fold(text)][row.id] = None

    def owners(self, text: str) -> list[tuple[str, str, str]]:
        """Return id, rule and spelling of everything that is called so, whatever the case and joining."""
        key = fold(text)
        return [
            (id_, rule, spelled)
            for id_ in self._owners.get(key, ())
            for rule, spelled in spellings_of(self.rows[id_])
            if fold(spelled) == key
        ]

    def others(self, text: str, rule: str, id_: str) -> list[str]:
        """Return the ids of other entities that take this spelling without context."""
        return [
            other
            for other, theirs, spelled in self.owners(text)
            if other != id_ and theirs != "context" and collide((rule, text), (theirs, spelled))
        ]

    def in_context(self, text: str, rule: str, id_: str) -> list[str]:
        """Return the ids of other entities that have this spelling in context."""
        return [
            other
            for other, theirs, spelled in self.owners(text)
            if other != id_ and theirs == "context" and collide((rule, text), ("case", spelled))
        ]

    def need_context(self, id_: str, text: str) -> None:
        """Make this spelling of an entity need context."""
        row = self.rows[id_]
        key = fold(text)
        aliases = tuple(("context" if fold(own) == key else rule, own) for rule, own in row.aliases)
        self.rows[id_] = row._replace(match="context" if fold(row.name) == key else row.match, aliases=aliases)

    def called(self, name: str, kind: str) -> str | None:
        """Return the one entity of the kind that is called so, best without context, or None."""
        found = [(id_, rule) for id_, rule, _ in self.owners(name) if self.rows[id_].kind == kind]
        sure = dict.fromkeys(id_ for id_, rule in found if rule != "context")
        ids = sure or dict.fromkeys(id_ for id_, _ in found)
        return next(iter(ids)) if len(ids) == 1 else None

    def leads(self, start: str, end: str) -> bool:
        """Say whether what is wider than `start`, and wider than that, is `end`."""
        seen: set[str] = set()
        ahead = [start]
        while ahead:
            id_ = ahead.pop()
            if id_ == end:
                return True
            if id_ not in seen and (row := self.rows.get(id_)):
                seen.add(id_)
                ahead += [above for cell in row.broader if (above := parent_id(row, cell, self.rows))]
        return False
