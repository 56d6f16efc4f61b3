"""What a person means by a name: ids, spellings, identifiers and titles, in that order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from graph.names import fold, slug

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from sqlite3 import Connection

ENTITY_KINDS = ("dataset", "technique", "concept")
_ALL_KINDS = (*ENTITY_KINDS, "paper")
_ADDRESS = re.compile(
    r"^(?:https?://)?(?:(?:dx\.)?(doi)\.org/|(?:www\.)?(arxiv)\.org/(?:abs|pdf)/|(openreview)\.net/(?:forum|pdf)\?id=)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")
"""A word as FTS5 cuts a text into them."""
_ARXIV_VERSION = re.compile(r"(?:v\d+)?(?:\.pdf)?$")


class Match(NamedTuple):
    """A paper or entity that a name may mean.

    Attributes:
        kind: `paper` or the kind of the entity.
        name: The name, or the title of a paper.
        by: What led here: `id`, `name`, `alias`, `spelling`, `identifier`, `title`, `part of title` or `proposes`.
    """

    id: str
    kind: str
    name: str
    by: str


def resolve(conn: Connection, text: str, *, kinds: Collection[str] = _ALL_KINDS) -> list[Match]:
    """Return what `text` means, best reading first; several equally good readings are all returned.

    Tried in turn, the first that finds anything decides: an id, a spelling as written, a spelling folded, an
    identifier of a paper (DOI, arXiv, OpenReview, bare or as an address), a title, a part of a title, what a paper
    proposes.
    """
    text = bindable(text).strip()
    if not text:
        return []
    for step in (_by_id, _by_spelling, _by_identifier, _by_title, _by_proposal):
        if found := [match for match in step(conn, text) if match.kind in kinds]:
            return found
    return []


def suggest(conn: Connection, text: str, *, kinds: Collection[str] = _ALL_KINDS, limit: int = 3) -> list[str]:
    """Return names and titles close to `text`, closest first."""
    from difflib import get_close_matches

    folded = fold(bindable(text))
    names: dict[str, str] = {}
    rows = conn.execute(
        "SELECT s.folded, n.name, n.kind FROM spellings s JOIN entities n ON n.id = s.entity"
        " WHERE abs(length(s.folded) - ?) <= 3 ORDER BY s.folded, n.id",
        (len(folded),),
    )
    for key, name, kind in rows:
        if kind in kinds:
            names.setdefault(key, name)
    close = get_close_matches(folded, names, n=2 * limit, cutoff=0.7)
    near = list(dict.fromkeys(names[key] for key in close))
    if len(near) < limit and "paper" in kinds and (query := any_word(text)):
        near += [title for _, title, _ in _titles(conn, f"name : ({query})", limit=limit - len(near))]
    return near[:limit]


def bindable(text: str) -> str:
    """Return the text as SQLite takes it: no lone surrogates (from an odd command line), no NUL."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def phrase(text: str) -> str:
    """Return an FTS5 query for the words of `text` in this order, the last one a prefix; empty without a word."""
    words = _words(text)
    return f'"{" ".join(words)}" *' if words else ""


def all_words(text: str) -> str:
    """Return an FTS5 query for every word of `text`, the last one a prefix; empty without a word."""
    words = _words(text)
    return " AND ".join(f'"{word}"' for word in words) + " *" if words else ""


def any_word(text: str) -> str:
    """Return an FTS5 query for any word of `text` that is long enough to tell; empty without one."""
    return " OR ".join(f'"{word}"' for word in _words(text) if len(word) > 3)


def _words(text: str) -> list[str]:
    """Return the words as FTS5 strings hold them; a word without letter or digit would match nothing."""
    return [word.replace('"', '""') for word in bindable(text).split() if any(c.isalnum() for c in word)]


def _by_id(conn: Connection, text: str) -> Iterable[Match]:
    for key in dict.fromkeys((text, text.lower())):
        for id_, kind, name in conn.execute("SELECT id, kind, name FROM entities WHERE id = ?", (key,)):
            return [Match(id_, kind, name, "id")]
        for id_, title in conn.execute("SELECT id, title FROM papers WHERE id = ?", (key,)):
            return [Match(id_, "paper", title, "id")]
    return []


def _by_spelling(conn: Connection, text: str) -> list[Match]:
    """Return the entities spelled so; as written outranks folded, for MATH and math may be two things."""
    ids = [f"{kind}:{slug(text)}" for kind in ENTITY_KINDS]
    rows = conn.execute(
        "SELECT n.id, n.kind, n.name, s.spelling FROM spellings s JOIN entities n ON n.id = s.entity WHERE s.folded = ?"
        " UNION SELECT id, kind, name, name FROM entities WHERE id IN (?, ?, ?) ORDER BY 1, 4",
        (fold(text), *ids),
    )
    exact: dict[str, Match] = {}
    folded: dict[str, Match] = {}
    for id_, kind, name, spelling in rows:
        if text in (name, spelling):
            exact[id_] = Match(id_, kind, name, "name" if text == name else "alias")
        elif fold(spelling) == fold(text):
            folded.setdefault(id_, Match(id_, kind, name, "spelling"))
    return list((exact or folded).values())


def _by_identifier(conn: Connection, text: str) -> list[Match]:
    for key in _identifiers(text):
        rows = conn.execute(
            "SELECT id, title FROM papers WHERE id = ?1"
            " UNION SELECT p.id, p.title FROM paper_aliases a JOIN papers p ON p.id = a.paper WHERE a.alias = ?1",
            (key,),
        )
        for id_, title in rows:
            return [Match(id_, "paper", title, "identifier")]
    return []


def _identifiers(text: str) -> list[str]:
    """Return the ids that a bare identifier or an address may stand for."""
    address = _ADDRESS.match(text)
    if address:
        schemes = [next(scheme for scheme in address.groups() if scheme).lower()]
        text = text[address.end() :]
    elif (parts := text.partition(":"))[1] and parts[0].lower() in ("doi", "arxiv", "openreview"):
        schemes, text = [parts[0].lower()], parts[2].strip()
    else:
        schemes = ["arxiv", "doi", "openreview"]
    keys = [text]
    for scheme in schemes:
        bare = _ARXIV_VERSION.sub("", text) if scheme == "arxiv" else text
        keys += [f"{scheme}:{bare}", f"{scheme}:{bare.lower()}"]
    return list(dict.fromkeys(keys))


def _by_title(conn: Connection, text: str) -> list[Match]:
    """Return the papers of this title; else those whose title has the words in this order, else those with them all.

    A part counts where it is whole words, two of them or one of four letters, so that a short name that nobody knows
    leads to no paper by chance.
    """
    if not (words := _words(text)):
        return []
    wanted = _plain(text)
    rows = _titles(conn, f'name : "{" ".join(words)}"')
    exact = [Match(id_, "paper", title, "title") for id_, title, clean in rows if wanted in map(_plain, (title, clean))]
    if exact or not _tells(text):
        return exact or [match for match in _stubs(conn, text) if match.by == "title"]
    if not rows and sum(map(_is_long, words)) > 1:
        rows = _titles(conn, f"name : ({all_words(text).removesuffix(' *')})")
    return [Match(id_, "paper", title, "part of title") for id_, title, _ in rows] or _stubs(conn, text)


def _stubs(conn: Connection, text: str) -> list[Match]:
    """Return the cited papers that were not loaded, which have no text to search in, with these words in the title."""
    statement = "SELECT id, title FROM papers WHERE stub AND title LIKE ? ESCAPE '!' ORDER BY id"
    part = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.IGNORECASE)
    return [
        Match(id_, "paper", title, "title" if _plain(title) == _plain(text) else "part of title")
        for id_, title in conn.execute(statement, (f"%{_like(text)}%",))
        if part.search(title)
    ]


def _tells(text: str) -> bool:
    """Say whether the words may stand for a title that holds them."""
    words = _WORD.findall(text)
    return len(words) > 1 or any(map(_is_long, words))


def _is_long(word: str) -> bool:
    return len(word) > 3


def _by_proposal(conn: Connection, text: str) -> list[Match]:
    """Return the papers that propose what `text` names; only a search for papers alone comes here."""
    found: dict[str, Match] = {}
    for entity in _by_spelling(conn, text):
        rows = conn.execute(
            "SELECT p.id, p.title FROM edges e JOIN papers p ON p.id = e.source"
            " WHERE e.target = ? AND e.type = 'PROPOSES' ORDER BY p.id",
            (entity.id,),
        )
        found |= {id_: Match(id_, "paper", title, "proposes") for id_, title in rows}
    return list(found.values())


def _titles(conn: Connection, query: str, *, limit: int = -1) -> list[tuple[str, str, str]]:
    """Return id, title as stored and title as indexed, without TeX, of the papers that fit."""
    return conn.execute(
        "SELECT p.id, p.title, t.name FROM texts t JOIN papers p ON p.id = t.id WHERE texts MATCH ?"
        " ORDER BY bm25(texts), p.id LIMIT ?",
        (query, limit),
    ).fetchall()


def _plain(title: str) -> str:
    return " ".join(title.casefold().split())


def _like(text: str) -> str:
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")
