-- Commands know every entry they wrote, snapshots are bound to a key the database does not have, rounds are found by
-- an index, and a clock that ran ahead can be set right.

-- Stream and number of each entry of the command, canonical JSON; empty for commands of release 0.1.
ALTER TABLE commands ADD COLUMN entries BLOB NOT NULL DEFAULT x'';

-- What the stream has moved and counted at that number, and the keyed digest; empty for snapshots of release 0.1.
ALTER TABLE snapshots ADD COLUMN totals BLOB NOT NULL DEFAULT x'';
ALTER TABLE snapshots ADD COLUMN digest BLOB NOT NULL DEFAULT x'';

-- How rounds ended and what was corrected later, by round. A body that is no JSON is for verify to find.
CREATE INDEX entries_by_round ON entries (
  stream,
  CASE WHEN json_valid(CAST(body AS TEXT)) THEN json_extract(CAST(body AS TEXT), '$.round') END
) WHERE kind IN ('round-settled', 'round-voided', 'line-corrected');

CREATE INDEX entries_of_clock ON entries (stream, number) WHERE kind = 'clock-set-right';

DROP TRIGGER heads_no_fall;

CREATE TRIGGER heads_no_fall BEFORE UPDATE ON heads
WHEN NEW.number < OLD.number OR NEW.stream <> OLD.stream OR (NEW.at < OLD.at AND NOT EXISTS (
  SELECT 1 FROM entries WHERE stream = NEW.stream AND kind = 'clock-set-right'
  AND number > OLD.number AND number <= NEW.number))
BEGIN SELECT RAISE(ABORT, 'heads never fall'); END;
