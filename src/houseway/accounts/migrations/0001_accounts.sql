CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  login TEXT UNIQUE,
  name TEXT NOT NULL,
  person TEXT UNIQUE,
  password TEXT,
  created INTEGER NOT NULL,
  closed INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  locked INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE sessions (
  hash TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  began INTEGER NOT NULL,
  seen INTEGER NOT NULL
);
CREATE INDEX sessions_of_account ON sessions (account);
CREATE TABLE devices (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  at_table TEXT NOT NULL,
  name TEXT NOT NULL,
  created INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  revoked INTEGER,
  revoked_by TEXT
);
CREATE TABLE proposals (
  id TEXT PRIMARY KEY,
  command TEXT NOT NULL,
  who TEXT NOT NULL,
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  decided_by TEXT,
  decided INTEGER,
  answer TEXT
);
CREATE INDEX proposals_by_state ON proposals (state, at);
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
)
