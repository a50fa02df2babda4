-- The servers that work on this journal. Whoever is not in here, or is marked as fenced off, is not let in again.

CREATE TABLE servers (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  machine text NOT NULL,
  process bigint NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  fenced timestamptz,
  fenced_by text COLLATE "C"
);

-- A server that was fenced off stays so: it starts again under another id, or not at all.
CREATE FUNCTION keep_fences() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.fenced IS NOT NULL OR NEW.id <> OLD.id THEN
    RAISE EXCEPTION 'a server that was fenced off stays so' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER servers_stay_fenced BEFORE UPDATE ON servers FOR EACH ROW EXECUTE FUNCTION keep_fences();

GRANT SELECT, INSERT, DELETE ON servers TO houseway_app;
GRANT UPDATE (fenced, fenced_by) ON servers TO houseway_app;
