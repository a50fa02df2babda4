ALTER TABLE accounts ADD COLUMN password_once INTEGER NOT NULL DEFAULT 0;
CREATE TABLE handed (
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  password_by TEXT NOT NULL,
  password_at INTEGER NOT NULL,
  kind TEXT NOT NULL
);
CREATE INDEX handed_of_account ON handed (account, password_at);
ALTER TABLE proposals ADD COLUMN against TEXT NOT NULL DEFAULT ''
