"""The tables of the store."""

from __future__ import annotations

VERSION = "2"
"""Version of the schema, kept in `meta`; a store of another version is refused, not guessed at."""

APPLICATION_ID = 0x6B674442
"""SQLite's own mark of whose file it is ("kgDB")."""

SCHEMA = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE papers(
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  title_derived INTEGER NOT NULL,
  abstract TEXT NOT NULL,
  authors TEXT NOT NULL,  -- JSON list
  year INTEGER,
  venue TEXT,
  url TEXT,
  doi TEXT,
  arxiv_id TEXT,
  openreview_id TEXT,
  version INTEGER,
  other_ids TEXT NOT NULL DEFAULT '[]',  -- JSON list
  refs TEXT NOT NULL DEFAULT '[]',  -- JSON list of the references that the paper lists
  source TEXT NOT NULL,
  position INTEGER NOT NULL,
  stub INTEGER NOT NULL,
  linked TEXT NOT NULL    -- what it was linked from: digest of text, catalogue and linker; '' for a stub
) WITHOUT ROWID;

-- Other identifiers that lead to a paper, among them the ids of papers merged into it.
CREATE TABLE paper_aliases(alias TEXT PRIMARY KEY, paper TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX aliases_by_paper ON paper_aliases(paper);
-- Every file that a paper was read from, and where it last stood there.
CREATE TABLE paper_sources(
  paper TEXT NOT NULL, source TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY(paper, source)
) WITHOUT ROWID;
-- Digests of title and of authors, to find a paper that is known under other identifiers.
CREATE TABLE likeness(key TEXT NOT NULL, paper TEXT NOT NULL, PRIMARY KEY(key, paper)) WITHOUT ROWID;
CREATE INDEX likeness_by_paper ON likeness(paper);

CREATE TABLE entities(
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  subkind TEXT NOT NULL,
  name TEXT NOT NULL,
  aliases TEXT NOT NULL,  -- JSON list
  same_as TEXT NOT NULL,  -- JSON list
  status TEXT NOT NULL,
  generic INTEGER NOT NULL
) WITHOUT ROWID;

-- What each paper says of an entity that the catalogue lacks; the row in `entities` is put together from these, so
-- that it is the same in whatever order the papers came, and after one of them has gone.
CREATE TABLE discoveries(
  paper TEXT NOT NULL,
  base TEXT NOT NULL,     -- id that the name makes, by this paper alone
  told TEXT NOT NULL,     -- id once papers that mean something else by it are told apart; '' where that stays open
  entity TEXT NOT NULL,   -- the same after corrections: what the mentions have
  row TEXT NOT NULL,      -- JSON object
  places TEXT NOT NULL,   -- JSON list of [start, end]: its mentions
  held TEXT NOT NULL,     -- JSON list of rows of `mentions`: where it stays open, as they were
  PRIMARY KEY(paper, base)
) WITHOUT ROWID;
CREATE INDEX discoveries_by_base ON discoveries(base, paper);
CREATE INDEX discoveries_by_entity ON discoveries(entity, paper);
-- Bases of which something changed since their papers were told apart.
CREATE TABLE unsettled(base TEXT PRIMARY KEY) WITHOUT ROWID;

-- folded = graph.names.fold(spelling), for the name and every alias of the entities above.
CREATE TABLE spellings(
  folded TEXT NOT NULL,
  entity TEXT NOT NULL,
  spelling TEXT NOT NULL,
  PRIMARY KEY(folded, entity, spelling)
) WITHOUT ROWID;
CREATE INDEX spellings_by_entity ON spellings(entity);

CREATE TABLE mentions(
  paper TEXT NOT NULL,
  start INTEGER NOT NULL,
  end INTEGER NOT NULL,
  entity TEXT NOT NULL,
  surface TEXT NOT NULL,
  sentence_start INTEGER NOT NULL,
  sentence_end INTEGER NOT NULL,
  method TEXT NOT NULL,
  score REAL NOT NULL,
  roles TEXT NOT NULL,    -- "PROPOSES USES": sorted, a blank between
  in_title INTEGER NOT NULL,
  PRIMARY KEY(paper, start, end, entity)
) WITHOUT ROWID;
CREATE INDEX mentions_by_entity ON mentions(entity, paper);

CREATE TABLE ambiguous(
  paper TEXT NOT NULL,
  start INTEGER NOT NULL,
  end INTEGER NOT NULL,
  surface TEXT NOT NULL,
  sentence_start INTEGER NOT NULL,
  sentence_end INTEGER NOT NULL,
  candidates TEXT NOT NULL, -- JSON list
  PRIMARY KEY(paper, start, end)
) WITHOUT ROWID;

-- With a rowid: SQLite 3.40, checking its integrity, takes `surface` for NULL where the key is not the first columns.
CREATE TABLE citations(
  paper TEXT NOT NULL,
  start INTEGER NOT NULL,
  end INTEGER NOT NULL,
  surface TEXT NOT NULL,
  sentence_start INTEGER NOT NULL,
  sentence_end INTEGER NOT NULL,
  cited TEXT NOT NULL,
  PRIMARY KEY(paper, start, end, cited)
);

-- MENTIONS and the roles, CITES, BROADER, VARIANT_OF; everything else is derived when it is read.
CREATE TABLE edges(
  source TEXT NOT NULL,
  type TEXT NOT NULL,
  target TEXT NOT NULL,
  count INTEGER NOT NULL,
  score REAL NOT NULL,
  PRIMARY KEY(source, type, target)
) WITHOUT ROWID;
CREATE INDEX edges_back ON edges(target, type, source);

-- Papers (title; abstract cleaned for people, authors, venue) and entities (name, aliases); cited stubs are not in it.
CREATE VIRTUAL TABLE texts USING fts5(
  id UNINDEXED, kind UNINDEXED, name, body, tokenize="unicode61 remove_diacritics 2"
);
-- FTS5 finds a row by its number only; without this a change would read every text.
CREATE TABLE text_rows(id TEXT PRIMARY KEY, row INTEGER NOT NULL) WITHOUT ROWID;
"""
