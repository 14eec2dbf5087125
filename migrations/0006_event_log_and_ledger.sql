-- What happened to every empire: its event log and its ledger.

CREATE TABLE event_logs (
  empire_id uuid PRIMARY KEY CONSTRAINT event_logs_empire_id_fkey REFERENCES empires (id) ON DELETE CASCADE,
  last bigint NOT NULL,
  unread bigint[] NOT NULL DEFAULT '{}',
  CONSTRAINT event_logs_last_sound CHECK (last >= 0),
  CONSTRAINT event_logs_unread_sound CHECK (cardinality(unread) <= 50)
);
COMMENT ON TABLE event_logs IS 'The event log of each empire. An append locks this row until it commits, so that numbers have no gaps and become visible in order. The row of the empire would not do: an attack is entered for its defender while another transaction holds that.';
COMMENT ON COLUMN event_logs.last IS 'The number of the latest entry.';
COMMENT ON COLUMN event_logs.unread IS 'The numbers of the unread results, ascending: at most the latest 50 (src/world/log/results.ts).';

CREATE TABLE event_log_entries (
  empire_id uuid NOT NULL CONSTRAINT event_log_entries_empire_id_fkey REFERENCES event_logs (empire_id) ON DELETE CASCADE,
  number bigint NOT NULL,
  at bigint NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  CONSTRAINT event_log_entries_pkey PRIMARY KEY (empire_id, number)
);
COMMENT ON TABLE event_log_entries IS 'What happened to each empire. Kept for 30 days.';

-- Cleaning needs no exact times: equal minutes share an entry of the index.
CREATE INDEX event_log_entries_by_minute ON event_log_entries ((at / 60000));

CREATE TABLE ledger_entries (
  empire_id uuid NOT NULL CONSTRAINT ledger_entries_empire_id_fkey REFERENCES empires (id) ON DELETE CASCADE,
  number bigint NOT NULL,
  at bigint NOT NULL,
  cause text NOT NULL,
  city_id uuid,
  battle_id uuid,
  building jsonb,
  gold bigint NOT NULL,
  food bigint NOT NULL,
  materials bigint NOT NULL,
  gold_after bigint NOT NULL,
  food_after bigint NOT NULL,
  materials_after bigint NOT NULL,
  units jsonb NOT NULL,
  units_after jsonb NULL,
  gold_produced bigint,
  food_produced bigint,
  materials_produced bigint,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (empire_id, number),
  CONSTRAINT ledger_entries_stock_sound CHECK (gold_after >= 0 AND food_after >= 0 AND materials_after >= 0),
  CONSTRAINT ledger_entries_units_sound CHECK (counts_are_sound(units_after))
);
COMMENT ON TABLE ledger_entries IS 'Every change of stock and units with its cause, written in the statement that makes it. Kept for 30 days, and always the latest.';
COMMENT ON COLUMN ledger_entries.number IS 'From 1 on, without a gap.';
COMMENT ON COLUMN ledger_entries.city_id IS 'Cities and battles may be gone by now.';
COMMENT ON COLUMN ledger_entries.gold IS 'The change; `gold_after` is the stock after it.';
COMMENT ON COLUMN ledger_entries.units_after IS 'Null if the entry changes no units: they are those of the latest entry before that has them.';
COMMENT ON COLUMN ledger_entries.gold_produced IS 'Production of the same moment shares the row of the change after it. Such a row is two entries: the production has the number before its own.';
CREATE INDEX ledger_entries_by_minute ON ledger_entries ((at / 60000));

CREATE FUNCTION difference_of_counts(after jsonb, before jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(key, (value::text)::bigint - coalesce((before ->> key)::bigint, 0)) FROM jsonb_each(after)
$$;

CREATE FUNCTION latest_ledger_units(id uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT units_after FROM ledger_entries WHERE empire_id = id AND units_after IS NOT NULL ORDER BY number DESC LIMIT 1
$$;

-- Keeps the latest entry of the ledger equal to the empire: if an update of the stock or units has no entry, as one by
-- hand, this adds an entry of an unknown cause. It runs after the statement, which then sees the statement's own entries.
-- A trigger before an update would lock the row as a change of its key does, and block orders against the empire.
-- Units that the statement has not changed are not looked up: the latest entry with units may be far back, or deleted.
CREATE FUNCTION complete_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  units_before jsonb := OLD.units;
  latest ledger_entries;
BEGIN
  SELECT number, gold_after, food_after, materials_after
    INTO latest.number, latest.gold_after, latest.food_after, latest.materials_after
    FROM ledger_entries WHERE empire_id = NEW.id ORDER BY number DESC LIMIT 1;
  IF NEW.units IS DISTINCT FROM OLD.units THEN
    units_before := coalesce(latest_ledger_units(NEW.id), OLD.units);
  END IF;
  IF (latest.gold_after, latest.food_after, latest.materials_after, units_before)
    IS NOT DISTINCT FROM (NEW.gold, NEW.food, NEW.materials, NEW.units)
  THEN
    RETURN NULL;
  END IF;
  INSERT INTO ledger_entries (
    empire_id, number, at, cause, gold, food, materials, gold_after, food_after, materials_after, units, units_after
  ) VALUES (
    NEW.id, coalesce(latest.number, 0) + 1, NEW.advanced_at,
    CASE WHEN latest.number IS NULL THEN 'opening' ELSE 'unrecorded' END,
    NEW.gold - coalesce(latest.gold_after, 0), NEW.food - coalesce(latest.food_after, 0),
    NEW.materials - coalesce(latest.materials_after, 0), NEW.gold, NEW.food, NEW.materials,
    difference_of_counts(NEW.units, units_before), NEW.units
  );
  RETURN NULL;
END
$$;
CREATE TRIGGER empires_opened AFTER INSERT ON empires FOR EACH ROW EXECUTE FUNCTION complete_ledger();

CREATE TRIGGER empires_changed AFTER UPDATE ON empires FOR EACH ROW
WHEN (NEW.gold <> OLD.gold OR NEW.food <> OLD.food OR NEW.materials <> OLD.materials OR NEW.units <> OLD.units)
EXECUTE FUNCTION complete_ledger();

-- An entry that is already old when it is written, after a long pause, may be behind the position of the cleaning, which
-- does not pass it again: it takes its older predecessors along. Until it is committed, the position cannot move.
CREATE FUNCTION remove_postings_before_late_one() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  examined bigint;
BEGIN
  SELECT value::text::bigint INTO examined FROM settings WHERE key = 'ledger_cleaned' FOR KEY SHARE;
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
