-- Production is posted with the change that follows it at the same moment: an order is one row instead of two. These
-- columns hold it. A row that has them counts as two entries: the production with the number before its own, and the
-- change. gold, food and materials are the change alone. The previous release shows only the change.
ALTER TABLE ledger_entries
  ADD COLUMN gold_produced bigint,
  ADD COLUMN food_produced bigint,
  ADD COLUMN materials_produced bigint;

-- Reads only the columns that it compares.
CREATE OR REPLACE FUNCTION complete_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_complete boolean;
  latest ledger_entries;
BEGIN
  SELECT gold_after = NEW.gold AND food_after = NEW.food AND materials_after = NEW.materials AND units_after = NEW.units
    INTO is_complete FROM ledger_entries WHERE empire_id = NEW.id ORDER BY number DESC LIMIT 1;
  IF is_complete THEN
    RETURN NULL;
  END IF;
  SELECT * INTO latest FROM ledger_entries WHERE empire_id = NEW.id ORDER BY number DESC LIMIT 1;
  INSERT INTO ledger_entries (
    empire_id, number, at, cause, gold, food, materials, gold_after, food_after, materials_after, units, units_after
  ) VALUES (
    NEW.id, coalesce(latest.number, 0) + 1, NEW.settled_at,
    CASE WHEN latest.number IS NULL THEN 'opening' ELSE 'unrecorded' END,
    NEW.gold - coalesce(latest.gold_after, 0), NEW.food - coalesce(latest.food_after, 0),
    NEW.materials - coalesce(latest.materials_after, 0), NEW.gold, NEW.food, NEW.materials,
    difference_of_counts(NEW.units, latest.units_after), NEW.units
  );
  RETURN NULL;
END
$$;
