-- The world: empires with what they own. Moments are milliseconds since 1970, stock is in 1/3,600,000 of a unit.
-- A row for what has its own address or constraint; what lies inside is jsonb, guarded by CHECKs.

CREATE FUNCTION counts_are_sound(doc jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN jsonb_typeof(doc) = 'object'
  AND NOT jsonb_path_exists(doc, '$.* ? (@.type() != "number" || @ < 0 || @ != @.floor())');

CREATE TABLE empires (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL CONSTRAINT empires_owner_id_fkey REFERENCES users (id) ON DELETE RESTRICT,
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
  -- Derived by the same write, so that lists need no more than this row.
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
  -- Up to 2^53 - 1, so that the application reads it exactly.
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

ALTER TABLE users ADD CONSTRAINT users_empire_id_fkey FOREIGN KEY (empire_id) REFERENCES empires (id);

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
  -- The order matters: a tile that is taken is to be told from one that is too close.
  CONSTRAINT cities_location_unique UNIQUE (x, y),
  CONSTRAINT cities_name_unique UNIQUE (empire_id, name_key),
  -- Boxes that reach one tile to each side touch exactly when two cities are nearer than 3.
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

-- Finds the city that an order belongs to, to tell a stranger's order from one that does not exist.
CREATE INDEX cities_orders ON cities USING gin (construction jsonb_path_ops) WHERE construction <> '[]';

CREATE TABLE armies (
  id uuid PRIMARY KEY,
  empire_id uuid NOT NULL CONSTRAINT armies_empire_id_fkey REFERENCES empires (id) ON DELETE CASCADE,
  name text NOT NULL,
  x integer NOT NULL,
  y integer NOT NULL,
  units jsonb NOT NULL,
  home_city_id uuid NOT NULL CONSTRAINT armies_home_city_id_fkey REFERENCES cities (id),
  standing_since bigint NOT NULL,
  march jsonb,
  loot jsonb NOT NULL,
  CONSTRAINT armies_units_sound CHECK (counts_are_sound(units) AND jsonb_path_exists(units, '$.* ? (@ > 0)')),
  CONSTRAINT armies_loot_sound CHECK (counts_are_sound(loot))
);

CREATE INDEX armies_by_empire ON armies (empire_id);
CREATE INDEX armies_standing ON armies (x, y) WHERE march IS NULL;

CREATE TABLE battles (
  id uuid PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY,
  attacker_id uuid NOT NULL CONSTRAINT battles_attacker_id_fkey REFERENCES empires (id) ON DELETE CASCADE,
  defender_id uuid NOT NULL CONSTRAINT battles_defender_id_fkey REFERENCES empires (id) ON DELETE CASCADE,
  army_id uuid NOT NULL,
  target_type text NOT NULL,
  target_id uuid NOT NULL,
  x integer NOT NULL,
  y integer NOT NULL,
  ordered_at bigint NOT NULL,
  contact_at bigint NOT NULL,
  seed text NOT NULL,
  outcome jsonb,
  -- When the last round has been shown; null until the contact is decided.
  ends_at bigint,
  CONSTRAINT battles_number_unique UNIQUE (number),
  CONSTRAINT battles_two_sides CHECK (attacker_id <> defender_id),
  CONSTRAINT battles_target_type CHECK (target_type IN ('city', 'army')),
  CONSTRAINT battles_decided CHECK ((outcome IS NULL) = (ends_at IS NULL))
);

CREATE UNIQUE INDEX battles_one_active_an_army ON battles (army_id) WHERE outcome IS NULL;
CREATE INDEX battles_due ON battles (contact_at, number) WHERE outcome IS NULL;
CREATE INDEX battles_undecided_attacker ON battles (attacker_id) WHERE outcome IS NULL;
CREATE INDEX battles_undecided_defender ON battles (defender_id) WHERE outcome IS NULL;
CREATE INDEX battles_by_attacker ON battles (attacker_id, number DESC);
CREATE INDEX battles_by_defender ON battles (defender_id, number DESC);
CREATE INDEX battles_by_end ON battles (ends_at);

-- A migration that adds a column to empires must make this view again.
-- An empire with all it owns and its undecided battles, as the write path and the reads of one object load it.
CREATE VIEW realms AS
SELECT
  e.*,
  (SELECT coalesce(json_agg(c ORDER BY c.founded_at, c.id), '[]') FROM cities c WHERE c.empire_id = e.id) AS cities,
  (SELECT coalesce(json_agg(a ORDER BY a.id), '[]') FROM armies a WHERE a.empire_id = e.id) AS armies,
  (
    SELECT coalesce(json_agg(b ORDER BY b.contact_at, b.number), '[]')
    FROM (
      SELECT * FROM battles WHERE attacker_id = e.id AND outcome IS NULL
      UNION ALL
      SELECT * FROM battles WHERE defender_id = e.id AND outcome IS NULL
    ) b
  ) AS battles
FROM empires e;

-- Battles as every player may see them in a list.
CREATE VIEW battle_list AS
SELECT
  b.id, b.number, b.attacker_id, b.defender_id, a.name AS attacker_name, d.name AS defender_name,
  b.x, b.y, b.ordered_at, b.contact_at, b.ends_at, b.outcome ->> 'result' AS result,
  b.outcome IS NULL AS is_undecided
FROM battles b
JOIN empires a ON a.id = b.attacker_id
JOIN empires d ON d.id = b.defender_id;
