CREATE TABLE tries (
  login TEXT NOT NULL,
  origin TEXT NOT NULL,
  failures INTEGER NOT NULL,
  locked INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (login, origin)
);
CREATE INDEX tries_by_age ON tries (at);
CREATE TABLE places (
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  origin TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (account, origin)
);
CREATE INDEX places_by_origin ON places (origin, at);
ALTER TABLE devices ADD COLUMN waits INTEGER NOT NULL DEFAULT 0
