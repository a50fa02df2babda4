CREATE TABLE drafts (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  base TEXT NOT NULL,
  content TEXT NOT NULL,
  version INTEGER NOT NULL,
  state TEXT NOT NULL,
  who TEXT NOT NULL,
  at INTEGER NOT NULL,
  changed_by TEXT NOT NULL,
  changed INTEGER NOT NULL,
  decided_by TEXT,
  decided INTEGER,
  reason TEXT NOT NULL DEFAULT '',
  plan TEXT NOT NULL DEFAULT '[]'
);
CREATE INDEX drafts_by_state ON drafts (state, changed);
CREATE TABLE documents (
  hash TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  data TEXT NOT NULL,
  who TEXT NOT NULL,
  at INTEGER NOT NULL
)
