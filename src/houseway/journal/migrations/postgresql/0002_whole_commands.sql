-- Commands know every entry they wrote, snapshots are bound to a key the database does not have, rounds are found by
-- an index, and a clock that ran ahead can be set right.

-- Stream and number of each entry of the command, canonical JSON; empty for commands of release 0.1.
ALTER TABLE commands ADD COLUMN entries bytea NOT NULL DEFAULT '';

-- What the stream has moved and counted at that number, and the keyed digest; empty for snapshots of release 0.1.
ALTER TABLE snapshots ADD COLUMN totals bytea NOT NULL DEFAULT '';
ALTER TABLE snapshots ADD COLUMN digest bytea NOT NULL DEFAULT '';

-- How rounds ended and what was corrected later, by round. The server's own JSON refuses texts that a journal may
-- hold, so the number is cut out: it is the last "round" of the body, because the keys of a body are sorted.
CREATE INDEX entries_by_round ON entries (
  stream,
  (CAST(substring(encode(body, 'escape') FROM '.*"round":([0-9]{1,18})') AS bigint))
) WHERE kind IN ('round-settled', 'round-voided', 'line-corrected');

CREATE INDEX entries_of_clock ON entries (stream, number) WHERE kind = 'clock-set-right';

CREATE OR REPLACE FUNCTION keep_heads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.number < OLD.number OR NEW.stream <> OLD.stream THEN
    RAISE EXCEPTION 'heads never fall' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.at < OLD.at AND NOT EXISTS (
    SELECT 1 FROM entries WHERE stream = NEW.stream AND kind = 'clock-set-right'
    AND number > OLD.number AND number <= NEW.number
  ) THEN
    RAISE EXCEPTION 'heads never fall' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

REVOKE DELETE ON snapshots FROM houseway_app;
