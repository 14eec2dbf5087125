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

CREATE FUNCTION difference_of_counts(after jsonb, before jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(key, (value::text)::bigint - coalesce((before ->> key)::bigint, 0)) FROM jsonb_each(after)
$$;

-- Whatever changes stock or units, the ledger ends with what the empire has: who brings no entry (a release before
-- the ledger, a hand in the database) gets one of an unknown cause. After the statement, so that its own entries are
-- seen, and because a trigger before an update locks the row as if its keys were to change: orders against an
-- empire that is being saved would wait.
CREATE FUNCTION complete_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  latest ledger_entries;
BEGIN
  SELECT * INTO latest FROM ledger_entries WHERE empire_id = NEW.id ORDER BY number DESC LIMIT 1;
  IF (latest.gold_after, latest.food_after, latest.materials_after, latest.units_after)
    IS DISTINCT FROM (NEW.gold, NEW.food, NEW.materials, NEW.units)
  THEN
    INSERT INTO ledger_entries (
      empire_id, number, at, cause, gold, food, materials, gold_after, food_after, materials_after, units, units_after
    ) VALUES (
      NEW.id, coalesce(latest.number, 0) + 1, NEW.settled_at,
      CASE WHEN latest.number IS NULL THEN 'opening' ELSE 'unrecorded' END,
      NEW.gold - coalesce(latest.gold_after, 0), NEW.food - coalesce(latest.food_after, 0),
      NEW.materials - coalesce(latest.materials_after, 0), NEW.gold, NEW.food, NEW.materials,
      difference_of_counts(NEW.units, latest.units_after), NEW.units
    );
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER empires_opened AFTER INSERT ON empires FOR EACH ROW EXECUTE FUNCTION complete_ledger();

CREATE TRIGGER empires_changed AFTER UPDATE ON empires FOR EACH ROW
WHEN (NEW.gold <> OLD.gold OR NEW.food <> OLD.food OR NEW.materials <> OLD.materials OR NEW.units <> OLD.units)
EXECUTE FUNCTION complete_ledger();

-- Empires that are there already open their ledgers with what they have.
INSERT INTO ledger_entries (
  empire_id, number, at, cause, gold, food, materials, gold_after, food_after, materials_after, units, units_after
)
SELECT id, 1, settled_at, 'opening', gold, food, materials, gold, food, materials, units, units FROM empires;
