-- Streams of chained entries, the commands that made them, and what is derived from them.
-- Runs with the journal's schema first on the search path. Text sorts by bytes, as everywhere in a journal.

CREATE TABLE entries (
  stream text COLLATE "C" NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  command text COLLATE "C" NOT NULL,
  who text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  body bytea NOT NULL,
  lines bytea NOT NULL,
  counts bytea NOT NULL,
  proof bytea NOT NULL,
  previous bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (stream, number)
);

CREATE TABLE heads (
  stream text COLLATE "C" NOT NULL PRIMARY KEY,
  number bigint NOT NULL,
  at bigint NOT NULL,
  hash bytea NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE commands (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  digest bytea NOT NULL,
  reply bytea NOT NULL,
  stream text COLLATE "C" NOT NULL,
  number bigint NOT NULL
);

-- Each row is written only by whoever holds the head of its stream: a balance is the sum over streams.
CREATE TABLE balances (
  account text COLLATE "C" NOT NULL,
  stream text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (account, stream)
) WITH (fillfactor = 50);

CREATE TABLE counters (
  bank text COLLATE "C" NOT NULL PRIMARY KEY,
  stream text COLLATE "C" NOT NULL,
  p1 bigint NOT NULL, p2 bigint NOT NULL, p3 bigint NOT NULL, p4 bigint NOT NULL,
  p5 bigint NOT NULL, p6 bigint NOT NULL, p7 bigint NOT NULL, p8 bigint NOT NULL,
  p9 bigint NOT NULL, p10 bigint NOT NULL, p11 bigint NOT NULL, p12 bigint NOT NULL,
  p13 bigint NOT NULL, p14 bigint NOT NULL, p15 bigint NOT NULL, p16 bigint NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE snapshots (
  stream text COLLATE "C" NOT NULL PRIMARY KEY,
  number bigint NOT NULL,
  state bytea NOT NULL
);

CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is never allowed', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION keep_heads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.number < OLD.number OR NEW.at < OLD.at OR NEW.stream <> OLD.stream THEN
    RAISE EXCEPTION 'heads never fall' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION keep_counters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.p1 < OLD.p1 OR NEW.p2 < OLD.p2 OR NEW.p3 < OLD.p3 OR NEW.p4 < OLD.p4
    OR NEW.p5 < OLD.p5 OR NEW.p6 < OLD.p6 OR NEW.p7 < OLD.p7 OR NEW.p8 < OLD.p8
    OR NEW.p9 < OLD.p9 OR NEW.p10 < OLD.p10 OR NEW.p11 < OLD.p11 OR NEW.p12 < OLD.p12
    OR NEW.p13 < OLD.p13 OR NEW.p14 < OLD.p14 OR NEW.p15 < OLD.p15 OR NEW.p16 < OLD.p16
    OR NEW.bank <> OLD.bank OR NEW.stream <> OLD.stream THEN
    RAISE EXCEPTION 'counters never fall' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER entries_no_change BEFORE UPDATE OR DELETE ON entries FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER entries_no_truncate BEFORE TRUNCATE ON entries EXECUTE FUNCTION refuse();
CREATE TRIGGER commands_no_change BEFORE UPDATE OR DELETE ON commands FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER commands_no_truncate BEFORE TRUNCATE ON commands EXECUTE FUNCTION refuse();
CREATE TRIGGER heads_no_fall BEFORE UPDATE ON heads FOR EACH ROW EXECUTE FUNCTION keep_heads();
CREATE TRIGGER heads_no_delete BEFORE DELETE ON heads FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER heads_no_truncate BEFORE TRUNCATE ON heads EXECUTE FUNCTION refuse();
CREATE TRIGGER counters_no_fall BEFORE UPDATE ON counters FOR EACH ROW EXECUTE FUNCTION keep_counters();
CREATE TRIGGER counters_no_delete BEFORE DELETE ON counters FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER counters_no_truncate BEFORE TRUNCATE ON counters EXECUTE FUNCTION refuse();

-- The role the program works under: it may add, never take away. Roles belong to the whole server, so another
-- journal on it may have made this one already, or be making it just now.
DO $$
BEGIN
  CREATE ROLE houseway_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;

DO $$
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO houseway_app', current_schema());
  IF NOT pg_has_role(current_user, 'houseway_app', 'MEMBER') THEN
    EXECUTE format('GRANT houseway_app TO %I', current_user);
  END IF;
END $$;

GRANT SELECT, INSERT ON entries, commands TO houseway_app;
GRANT SELECT, INSERT, UPDATE ON heads, balances, counters TO houseway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON snapshots TO houseway_app;
GRANT SELECT ON migrations TO houseway_app;
