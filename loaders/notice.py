"""Texts that stand where an abstract should be."""

from __future__ import annotations

import re
import unicodedata

_BETWEEN_WORDS = re.compile(r"[\W_]+")
_GIVEN = r"(?:available|provided|given|found|supplied|present)"
_WORK = r"(?:paper|article|work|submission|manuscript|preprint|report|note|version)"
_GONE = r"(?:withdrawn|retracted|removed)"
_NOTICE = re.compile(
    r"|n ?a|nan|none|null|nil|tba|tbd|unavailable|not available|abstract|summary"
    rf"|(?:there is )?no (?:abstract|summary)(?: (?:(?:is|was) )?(?:currently |yet )?{_GIVEN}(?: .{{0,200}})?)?"
    rf"|(?:(?:an?|the) )?(?:abstract|summary) (?:(?:is|was) )?(?:currently )?"
    rf"(?:not (?:yet )?{_GIVEN}|unavailable|missing|n ?a|none)(?: .{{0,200}})?"
    rf"|(?:(?:this|the) )?(?:{_WORK} )?(?:is|was|(?:has|had) (?:now )?been) (?:temporarily )?{_GONE}(?: .{{0,200}})?"
    rf"|(?:{_WORK} )?(?:withdrawn|retracted)(?: by .{{0,200}})?"
)


def folded(text: str) -> str:
    """Return the text in lower case (NFKC) with everything between letters and digits as one blank."""
    return _BETWEEN_WORDS.sub(" ", unicodedata.normalize("NFKC", text).lower()).strip()


def is_notice(text: str) -> bool:
    """Say whether a text has no word or only says that there is no abstract, as "N/A" or "This paper was withdrawn".

    What goes on long after such a beginning has an abstract in it.
    """
    return _NOTICE.fullmatch(folded(text[:600])) is not None
