-- Streams of chained entries, the commands that made them, and what is derived from them.

CREATE TABLE entries (
  stream TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number > 0),
  command TEXT NOT NULL,
  who TEXT NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body BLOB NOT NULL,
  lines BLOB NOT NULL,
  counts BLOB NOT NULL,
  proof BLOB NOT NULL,
  previous BLOB NOT NULL,
  hash BLOB NOT NULL,
  PRIMARY KEY (stream, number)
) STRICT;

CREATE TABLE heads (
  stream TEXT NOT NULL PRIMARY KEY,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  hash BLOB NOT NULL
) STRICT;

CREATE TABLE commands (
  id TEXT NOT NULL PRIMARY KEY,
  digest BLOB NOT NULL,
  reply BLOB NOT NULL,
  stream TEXT NOT NULL,
  number INTEGER NOT NULL
) STRICT;

-- Each row is written only by whoever holds the head of its stream: a balance is the sum over streams.
CREATE TABLE balances (
  account TEXT NOT NULL,
  stream TEXT NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (account, stream)
) STRICT, WITHOUT ROWID;

CREATE TABLE counters (
  bank TEXT NOT NULL PRIMARY KEY,
  stream TEXT NOT NULL,
  p1 INTEGER NOT NULL, p2 INTEGER NOT NULL, p3 INTEGER NOT NULL, p4 INTEGER NOT NULL,
  p5 INTEGER NOT NULL, p6 INTEGER NOT NULL, p7 INTEGER NOT NULL, p8 INTEGER NOT NULL,
  p9 INTEGER NOT NULL, p10 INTEGER NOT NULL, p11 INTEGER NOT NULL, p12 INTEGER NOT NULL,
  p13 INTEGER NOT NULL, p14 INTEGER NOT NULL, p15 INTEGER NOT NULL, p16 INTEGER NOT NULL
) STRICT;

CREATE TABLE snapshots (
  stream TEXT NOT NULL PRIMARY KEY,
  number INTEGER NOT NULL,
  state BLOB NOT NULL
) STRICT;

CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;

CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never removed'); END;

CREATE TRIGGER commands_no_update BEFORE UPDATE ON commands
BEGIN SELECT RAISE(ABORT, 'commands are never changed'); END;

CREATE TRIGGER commands_no_delete BEFORE DELETE ON commands
BEGIN SELECT RAISE(ABORT, 'commands are never removed'); END;

CREATE TRIGGER heads_no_fall BEFORE UPDATE ON heads
WHEN NEW.number < OLD.number OR NEW.at < OLD.at OR NEW.stream <> OLD.stream
BEGIN SELECT RAISE(ABORT, 'heads never fall'); END;

CREATE TRIGGER heads_no_delete BEFORE DELETE ON heads
BEGIN SELECT RAISE(ABORT, 'heads are never removed'); END;

CREATE TRIGGER counters_no_fall BEFORE UPDATE ON counters
WHEN NEW.p1 < OLD.p1 OR NEW.p2 < OLD.p2 OR NEW.p3 < OLD.p3 OR NEW.p4 < OLD.p4
  OR NEW.p5 < OLD.p5 OR NEW.p6 < OLD.p6 OR NEW.p7 < OLD.p7 OR NEW.p8 < OLD.p8
  OR NEW.p9 < OLD.p9 OR NEW.p10 < OLD.p10 OR NEW.p11 < OLD.p11 OR NEW.p12 < OLD.p12
  OR NEW.p13 < OLD.p13 OR NEW.p14 < OLD.p14 OR NEW.p15 < OLD.p15 OR NEW.p16 < OLD.p16
  OR NEW.bank <> OLD.bank OR NEW.stream <> OLD.stream
BEGIN SELECT RAISE(ABORT, 'counters never fall'); END;

CREATE TRIGGER counters_no_delete BEFORE DELETE ON counters
BEGIN SELECT RAISE(ABORT, 'counters are never removed'); END;
