-- The rows that an order wrote at first: its tables, indexes, constraints and triggers, kept fixed. The layout is
-- fixed here, and independent of migrations, so that later releases are compared with the same work.

CREATE FUNCTION counts_are_sound(doc jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN jsonb_typeof(doc) = 'object'
  AND NOT jsonb_path_exists(doc, '$.* ? (@.type() != "number" || @ < 0 || @ != @.floor())');

CREATE TABLE empires (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL,
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  description text,
  created_at bigint NOT NULL,
  gold bigint NOT NULL,
  food bigint NOT NULL,
  materials bigint NOT NULL,
  settled_at bigint NOT NULL,
  founding_paid bigint NOT NULL,
  destroyed_value bigint NOT NULL,
  protection_ended boolean NOT NULL,
  last_command_at bigint NOT NULL,
  last_desertion_at bigint,
  attacked_by jsonb NOT NULL,
  armies_raised bigint NOT NULL,
  event_seq bigint NOT NULL,
  gold_rate bigint NOT NULL,
  food_rate bigint NOT NULL,
  materials_rate bigint NOT NULL,
  cap bigint NOT NULL,
  people_used bigint NOT NULL,
  population bigint NOT NULL,
  units jsonb NOT NULL,
  economic_score bigint NOT NULL,
  military_score bigint NOT NULL,
  score bigint GENERATED ALWAYS AS (economic_score + military_score) STORED,
  next_due bigint,
  CONSTRAINT empires_owner_unique UNIQUE (owner_id),
  CONSTRAINT empires_name_unique UNIQUE (name_key),
  CONSTRAINT empires_stock_sound CHECK (
    gold BETWEEN 0 AND 9007199254740991
    AND food BETWEEN 0 AND 9007199254740991
    AND materials BETWEEN 0 AND 9007199254740991
  ),
  CONSTRAINT empires_counts_sound CHECK (
    founding_paid >= 0 AND destroyed_value >= 0 AND armies_raised >= 0 AND event_seq >= 0
    AND cap >= 0 AND people_used >= 0 AND population >= 0 AND economic_score >= 0 AND military_score >= 0
  ),
  CONSTRAINT empires_units_sound CHECK (counts_are_sound(units)),
  CONSTRAINT empires_attacked_by_sound CHECK (counts_are_sound(attacked_by))
);

CREATE INDEX empires_due ON empires (next_due) WHERE next_due IS NOT NULL;
CREATE INDEX empires_by_score ON empires (score DESC, id);
CREATE INDEX empires_by_economic_score ON empires (economic_score DESC, id);
CREATE INDEX empires_by_military_score ON empires (military_score DESC, id);
CREATE INDEX empires_by_age ON empires (created_at, id);

CREATE TABLE cities (
  id uuid PRIMARY KEY,
  empire_id uuid NOT NULL CONSTRAINT cities_empire_id_fkey REFERENCES empires (id) ON DELETE CASCADE,
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  x integer NOT NULL,
  y integer NOT NULL,
  founded_at bigint NOT NULL,
  buildings jsonb NOT NULL,
  construction jsonb NOT NULL,
  training jsonb NOT NULL,
  plundered_at jsonb NOT NULL,
  CONSTRAINT cities_location_unique UNIQUE (x, y),
  CONSTRAINT cities_name_unique UNIQUE (empire_id, name_key),
  CONSTRAINT cities_distance EXCLUDE USING gist (box(point(x - 1, y - 1), point(x + 1, y + 1)) WITH &&),
  CONSTRAINT cities_buildings_sound CHECK (
    NOT jsonb_path_exists(buildings, '$[*] ? (!(@.level >= 0 && @.level <= 20))')
  ),
  CONSTRAINT cities_construction_sound CHECK (jsonb_array_length(construction) <= 5),
  CONSTRAINT cities_training_sound CHECK (
    jsonb_array_length(training) <= 15
    AND NOT jsonb_path_exists(training, '$[*] ? (!(@.quantity >= 1 && @.quantity <= 1000))')
  )
);

CREATE INDEX cities_orders ON cities USING gin (construction jsonb_path_ops) WHERE construction <> '[]';

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
  units_after jsonb NOT NULL,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (empire_id, number),
  CONSTRAINT ledger_entries_stock_sound CHECK (gold_after >= 0 AND food_after >= 0 AND materials_after >= 0),
  CONSTRAINT ledger_entries_units_sound CHECK (counts_are_sound(units_after))
);

CREATE INDEX ledger_entries_by_moment ON ledger_entries (at);

CREATE FUNCTION difference_of_counts(after jsonb, before jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(key, (value::text)::bigint - coalesce((before ->> key)::bigint, 0)) FROM jsonb_each(after)
$$;

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

INSERT INTO empires (
  id, owner_id, name, name_key, description, created_at, gold, food, materials, settled_at, founding_paid,
  destroyed_value, protection_ended, last_command_at, last_desertion_at, attacked_by, armies_raised, event_seq,
  gold_rate, food_rate, materials_rate, cap, people_used, population, units, economic_score, military_score, next_due
)
SELECT md5('empire' || n)::uuid, md5('user' || n)::uuid, 'Empire ' || n, 'empire ' || n, 'The empire of player ' || n,
  n, 1000000000000000, 1000000000000000, 1000000000000000, 1700000000000, 0, 0, true, 1700000000000, NULL, '{}', 1, 10,
  700, 900, 600, 6500, 60, 750, '{"soldiers": 20, "archers": 10, "knights": 2, "catapults": 1}', 300 + n % 500,
  50 + n % 300, NULL
FROM generate_series(1, 20000) AS n;

INSERT INTO cities (id, empire_id, name, name_key, x, y, founded_at, buildings, construction, training, plundered_at)
SELECT md5('city' || n)::uuid, md5('empire' || n)::uuid, 'Capital', 'capital', 4 * (n % 142), 4 * (n / 142), n,
  (
    SELECT jsonb_agg(jsonb_build_object('id', md5('building' || n || type)::uuid, 'type', type, 'level', 5))
    FROM unnest(ARRAY['town_hall', 'farm', 'quarry', 'market', 'house', 'warehouse', 'barracks', 'stable', 'workshop', 'wall']) AS type
  ),
  '[]', '[]', '[]'
FROM generate_series(1, 20000) AS n;
