-- How far a cleaning has come, so that it reads only what has aged since. One instance at a time holds the row.
CREATE TABLE cleaning_positions (
  name text NOT NULL,
  -- Every entry up to this moment was examined.
  at bigint NOT NULL,
  CONSTRAINT cleaning_positions_pkey PRIMARY KEY (name)
);

INSERT INTO cleaning_positions (name, at) VALUES ('ledger_entries', 0);

-- An entry that is already old when it is written, after a long pause, may be behind the position, which the cleaning
-- does not pass again: it takes its older predecessors along. Until it is committed, the position cannot move.
CREATE FUNCTION remove_postings_before_late_one() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  examined bigint;
BEGIN
  SELECT at INTO examined FROM cleaning_positions WHERE name = 'ledger_entries' FOR KEY SHARE;
  IF NEW.at <= examined THEN
    DELETE FROM ledger_entries WHERE empire_id = NEW.empire_id AND number < NEW.number AND at <= examined;
  END IF;
  RETURN NULL;
END
$$;

-- 29 days: a day before the cleaning can reach it.
CREATE TRIGGER ledger_entries_late AFTER INSERT ON ledger_entries FOR EACH ROW
WHEN (NEW.at < extract(epoch FROM statement_timestamp() - interval '29 days') * 1000)
EXECUTE FUNCTION remove_postings_before_late_one();
