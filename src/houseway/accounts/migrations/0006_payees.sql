CREATE TABLE payees (
  id TEXT PRIMARY KEY,
  details TEXT NOT NULL,
  salt TEXT NOT NULL,
  who TEXT NOT NULL,
  at INTEGER NOT NULL
);
CREATE INDEX payees_by_time ON payees (at)
