"""What a run did."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loaders.paper import Skipped


@dataclass(frozen=True, slots=True)
class Merge:
    """A record that is a paper which was known already.

    Attributes:
        paper: Id of the paper that it is.
        place: Where the record stands, as `more.jsonl:11`, or `more.jsonl: paper 3` where its line is not known.
        absorbed: Ids of stored papers that the record showed to be the same one; they lead to `paper` now.
    """

    paper: str
    place: str
    absorbed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What a run did; every record it read counts once.

    Attributes:
        papers_new: Records that became a paper.
        papers_same: Records of a stored paper that changed nothing.
        papers_changed: Records that changed the text or a field of a stored paper.
        papers_merged: Records that the run had met before under this or another id, or that come from another file
            than the paper; what the paper lacked was filled in from them.
        papers_relinked: Stored papers that were linked again because the catalogue or the linker changed, whether or
            not the run read them.
        ambiguous: Mentions without a decision in the papers that this run linked.
    """

    papers_new: int
    papers_same: int
    papers_changed: int
    papers_merged: tuple[Merge, ...]
    papers_relinked: int
    skipped: tuple[Skipped, ...]
    ambiguous: int


@dataclass(slots=True)
class Tally:
    """The report while the run goes on."""

    new: int = 0
    same: int = 0
    changed: int = 0
    merged: list[Merge] = field(default_factory=list)
    relinked: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    ambiguous: int = 0

    def report(self) -> Report:
        """Return what was counted."""
        return Report(
            papers_new=self.new,
            papers_same=self.same,
            papers_changed=self.changed,
            papers_merged=tuple(self.merged),
            papers_relinked=self.relinked,
            skipped=tuple(self.skipped),
            ambiguous=self.ambiguous,
        )
