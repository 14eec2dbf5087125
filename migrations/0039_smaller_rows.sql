-- Not beside earlier releases: they would misread the world.

-- An order writes fewer bytes. Rows from before stay as they are, and are read as before.

-- Cleaning needs no exact times: equal minutes share an entry of the index, so that a row takes a third of the room.
CREATE INDEX ledger_entries_by_minute ON ledger_entries ((at / 60000));
CREATE INDEX chronicle_entries_by_minute ON chronicle_entries ((at / 60000));
CREATE INDEX idempotency_keys_by_minute ON idempotency_keys ((created_at / 60000));
DROP INDEX ledger_entries_by_moment, chronicle_entries_by_moment, idempotency_keys_by_age;

-- New rows have their response in `response`, with ids and times as bytes (src/idempotency/compress.ts).
ALTER TABLE idempotency_keys ALTER COLUMN answer DROP NOT NULL, ADD COLUMN response bytea NULL;

-- Null if the entry changes no units: they are those of the latest entry before that has them.
ALTER TABLE ledger_entries ALTER COLUMN units_after DROP NOT NULL;

CREATE FUNCTION latest_ledger_units(id uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT units_after FROM ledger_entries WHERE empire_id = id AND units_after IS NOT NULL ORDER BY number DESC LIMIT 1
$$;

-- Units that the statement has not changed are not looked up: the latest entry with units may be far back, or deleted.
CREATE OR REPLACE FUNCTION complete_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
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
    NEW.id, coalesce(latest.number, 0) + 1, NEW.settled_at,
    CASE WHEN latest.number IS NULL THEN 'opening' ELSE 'unrecorded' END,
    NEW.gold - coalesce(latest.gold_after, 0), NEW.food - coalesce(latest.food_after, 0),
    NEW.materials - coalesce(latest.materials_after, 0), NEW.gold, NEW.food, NEW.materials,
    difference_of_counts(NEW.units, units_before), NEW.units
  );
  RETURN NULL;
END
$$;
