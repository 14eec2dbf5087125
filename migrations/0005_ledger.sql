-- The ledger: every change of an empire's stock and units, with its cause, written in the statement that makes it.

CREATE TABLE ledger_entries (
  empire_id uuid NOT NULL CONSTRAINT ledger_entries_empire_id_fkey REFERENCES empires (id) ON DELETE CASCADE,
  -- From 1 on, without a gap.
  number bigint NOT NULL,
  at bigint NOT NULL,
  cause text NOT NULL,
  -- What it speaks of, which may be gone by now.
  city_id uuid,
  battle_id uuid,
  building jsonb,
  -- The change, and what there is after it.
  gold bigint NOT NULL,
  food bigint NOT NULL,
  materials bigint NOT NULL,
  gold_after bigint NOT NULL,
  food_after bigint NOT NULL,
  materials_after bigint NOT NULL,
  units jsonb NOT NULL,
  units_after jsonb NOT NULL,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (empire_id, number),
  CONSTRAINT ledger_entries_stock_sound CHECK (gold_after >= 0 AND food_after >= 0 AND materials_after >= 0),
  CONSTRAINT ledger_entries_units_sound CHECK (counts_are_sound(units_after))
);

CREATE INDEX ledger_entries_by_moment ON ledger_entries (at);

-- The number of the latest entry. Empires that are there already open their ledgers with what they have.
ALTER TABLE empires ADD COLUMN ledger_number bigint NOT NULL DEFAULT 1;
ALTER TABLE empires ALTER COLUMN ledger_number SET DEFAULT 0;
INSERT INTO ledger_entries (
  empire_id, number, at, cause, gold, food, materials, gold_after, food_after, materials_after, units, units_after
)
SELECT id, 1, settled_at, 'opening', gold, food, materials, gold, food, materials, units, units FROM empires;

-- Who changes stock or units without an entry (a release before the ledger, a hand in the database) gets one of
-- an unknown cause: no change is without.
CREATE FUNCTION difference_of_counts(after jsonb, before jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(key, (value::text)::bigint - coalesce((before ->> key)::bigint, 0)) FROM jsonb_each(after)
$$;

CREATE FUNCTION enter_unrecorded_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ledger_number := OLD.ledger_number + 1;
  INSERT INTO ledger_entries (
    empire_id, number, at, cause, gold, food, materials, gold_after, food_after, materials_after, units, units_after
  ) VALUES (
    NEW.id, NEW.ledger_number, NEW.settled_at, 'unrecorded',
    NEW.gold - OLD.gold, NEW.food - OLD.food, NEW.materials - OLD.materials, NEW.gold, NEW.food, NEW.materials,
    difference_of_counts(NEW.units, OLD.units), NEW.units
  );
  RETURN NEW;
END
$$;

CREATE TRIGGER empires_unrecorded BEFORE UPDATE ON empires FOR EACH ROW
WHEN (
  NEW.ledger_number = OLD.ledger_number
  AND (NEW.gold <> OLD.gold OR NEW.food <> OLD.food OR NEW.materials <> OLD.materials OR NEW.units <> OLD.units)
)
EXECUTE FUNCTION enter_unrecorded_change();

CREATE FUNCTION open_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_entries (
    empire_id, number, at, cause, gold, food, materials, gold_after, food_after, materials_after, units, units_after
  ) VALUES (
    NEW.id, 1, NEW.settled_at, 'opening', NEW.gold, NEW.food, NEW.materials, NEW.gold, NEW.food, NEW.materials,
    NEW.units, NEW.units
  );
  UPDATE empires SET ledger_number = 1 WHERE id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER empires_opened AFTER INSERT ON empires FOR EACH ROW
WHEN (NEW.ledger_number = 0) EXECUTE FUNCTION open_ledger();
