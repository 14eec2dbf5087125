-- The world: empires with their cities and armies. Times are milliseconds since 1970, stock is in 1/3,600,000 of a unit.
-- What has an address or a constraint of its own has a row; everything inside it is jsonb, guarded by CHECKs.

CREATE FUNCTION counts_are_sound(doc jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN jsonb_typeof(doc) = 'object'
  AND NOT jsonb_path_exists(doc, '$.* ? (@.type() != "number" || @ < 0 || @ != @.floor())');

CREATE TABLE alliances (
  id           uuid    PRIMARY KEY,
  name         text    NOT NULL,
  name_key     text    COLLATE "C" NOT NULL,
  tag          text    NOT NULL,
  tag_key      text    COLLATE "C" NOT NULL,
  description  text    NULL,
  note         text    NULL,
  created_at   bigint  NOT NULL,
  members      integer NOT NULL,
  dissolved_at bigint  NULL,
  CONSTRAINT alliances_members_sound CHECK (members BETWEEN 0 AND 20),
  CONSTRAINT alliances_end_with_last_member CHECK ((members = 0) = (dissolved_at IS NOT NULL))
);
COMMENT ON TABLE alliances IS 'Alliances; their members are in the rows of the empires. Every change of members locks the alliance first, except when a dissolved one ends: that is due work of each member.';
COMMENT ON COLUMN alliances.name_key IS 'The case-folded NFKC form, like that of users.';
COMMENT ON COLUMN alliances.note IS 'What the leader keeps on top of the chat, for members only.';
COMMENT ON COLUMN alliances.dissolved_at IS 'The row stays, for the protection of former members and for event logs.';
-- They also find alliances by the beginning of their name or tag.
CREATE UNIQUE INDEX alliances_name_unique ON alliances (name_key) WHERE dissolved_at IS NULL;
CREATE UNIQUE INDEX alliances_tag_unique ON alliances (tag_key) WHERE dissolved_at IS NULL;
CREATE INDEX alliances_by_age ON alliances (created_at, id) WHERE dissolved_at IS NULL;

CREATE TABLE empires (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL CONSTRAINT empires_owner_id_fkey REFERENCES users (id) ON DELETE RESTRICT,
  kind text NOT NULL DEFAULT 'player' CONSTRAINT empires_kind CHECK (kind IN ('player', 'village', 'keeper')),
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  description text,
  created_at bigint NOT NULL,
  advanced_at bigint NOT NULL,
  gold bigint NOT NULL,
  food bigint NOT NULL,
  materials bigint NOT NULL,
  founding_paid bigint NOT NULL,
  destroyed_value bigint NOT NULL,
  protection_ended boolean NOT NULL,
  last_active_at bigint NOT NULL,
  last_desertion_at bigint,
  attacked_by jsonb NOT NULL,
  recalled_until jsonb NOT NULL DEFAULT '{}',
  armies_raised bigint NOT NULL,
  victories bigint NOT NULL DEFAULT 0,
  goals jsonb NOT NULL DEFAULT '{}',
  wishes jsonb NULL,
  grows_at bigint,
  seats jsonb NOT NULL DEFAULT '[]',
  seat_count integer GENERATED ALWAYS AS (jsonb_array_length(seats)) STORED,
  crown_offset bigint NOT NULL DEFAULT 0,
  reign_ends_at bigint,
  alliance_crowns jsonb NOT NULL DEFAULT '{}',
  alliance_id uuid NULL CONSTRAINT empires_alliance REFERENCES alliances (id),
  alliance_tag text NULL,
  alliance_role text NULL,
  alliance_joined_at bigint NULL,
  alliance_role_since bigint NULL,
  former_alliance_id uuid NULL CONSTRAINT empires_former_alliance REFERENCES alliances (id),
  alliance_left_at bigint NULL,
  leave jsonb NULL,
  leave_ended_at bigint NULL,
  event_seq bigint NOT NULL,
  gold_rate bigint NOT NULL,
  food_rate bigint NOT NULL,
  materials_rate bigint NOT NULL,
  cap bigint NOT NULL,
  population_used bigint NOT NULL,
  population bigint NOT NULL,
  units jsonb NOT NULL,
  economic_score bigint NOT NULL,
  military_score bigint NOT NULL,
  score bigint GENERATED ALWAYS AS (economic_score + military_score) STORED,
  -- At most 2^53 - 1, so that the application reads it exactly.
  CONSTRAINT empires_stock_sound CHECK (
    least(gold, food, materials) >= 0 AND greatest(gold, food, materials) <= 9007199254740991
  ),
  CONSTRAINT empires_counts_sound CHECK (
    founding_paid >= 0 AND destroyed_value >= 0 AND armies_raised >= 0 AND event_seq >= 0
    AND cap >= 0 AND population_used >= 0 AND population >= 0 AND economic_score >= 0 AND military_score >= 0
    AND victories >= 0 AND counts_are_sound(units)
  ),
  CONSTRAINT empires_moments_sound CHECK (
    counts_are_sound(attacked_by) AND counts_are_sound(recalled_until) AND counts_are_sound(goals)
  ),
  CONSTRAINT empires_seats_sound CHECK (jsonb_array_length(seats) <= 3),
  CONSTRAINT empires_alliance_sound CHECK (
    num_nulls(alliance_id, alliance_tag, alliance_role, alliance_joined_at, alliance_role_since) IN (0, 5)
    AND num_nulls(former_alliance_id, alliance_left_at) IN (0, 2)
    AND alliance_role IN ('leader', 'officer', 'member')
    AND (kind = 'player' OR alliance_id IS NULL)
  ),
  CONSTRAINT empires_leave_sound CHECK (
    (leave ->> 'days')::bigint BETWEEN 2 AND 30
    AND (leave ->> 'orderedAt')::bigint < (leave ->> 'noticeEndsAt')::bigint
    AND coalesce((leave ->> 'beganAt')::bigint >= (leave ->> 'noticeEndsAt')::bigint, true)
  )
) WITH (fillfactor = 80);
COMMENT ON TABLE empires IS 'Empires of players, villages and keepers of seats. The fill factor leaves room for the next version of a row: an update that changes no indexed column then writes no index.';
COMMENT ON COLUMN empires.kind IS 'Villages and keepers of seats have no player. They belong to one system account, and are in no list, ranking or count of players.';
COMMENT ON COLUMN empires.advanced_at IS 'Everything that was due until this moment has been applied; the stock is that of this moment.';
COMMENT ON COLUMN empires.founding_paid IS 'Gold, food and materials paid for founding cities; part of the economic score.';
COMMENT ON COLUMN empires.destroyed_value IS 'Price of the units that the empire has destroyed; part of the military score.';
COMMENT ON COLUMN empires.protection_ended IS 'By an attack of the empire, before its time.';
COMMENT ON COLUMN empires.last_active_at IS 'Of a player, not of the clock.';
COMMENT ON COLUMN empires.attacked_by IS 'The moments of the latest attacks, by attacker: the empire may strike back in spite of protection.';
COMMENT ON COLUMN empires.recalled_until IS 'By target: until then the empire cannot attack it again, because it recalled an attack.';
COMMENT ON COLUMN empires.armies_raised IS 'Numbers the names of new armies.';
COMMENT ON COLUMN empires.goals IS 'When it reached each goal, by the name of the goal.';
COMMENT ON COLUMN empires.wishes IS 'The list of wishes and the reserve. Null without both.';
COMMENT ON COLUMN empires.grows_at IS 'When a village grows next. Null for other empires, and for a village of full strength.';
COMMENT ON COLUMN empires.seats IS 'Repeats the table seats, so that an empire is advanced without reading others. The save keeps both equal.';
COMMENT ON COLUMN empires.seat_count IS 'For the index by crowns.';
COMMENT ON COLUMN empires.crown_offset IS 'In 1/3,600,000 of a crown (`crownPartsAt` in src/game/diplomacy/reigns.ts). Constant while the seats are the same.';
COMMENT ON COLUMN empires.reign_ends_at IS 'Of the reign to which the crowns belong. Null without crowns.';
COMMENT ON COLUMN empires.alliance_crowns IS 'By the id of each alliance: crowns of the reign that count for it, minus those that the present seats earn for the present alliance from its start, as in `crown_offset`.';
COMMENT ON COLUMN empires.former_alliance_id IS 'The alliance that the empire left last, at `alliance_left_at`.';
COMMENT ON COLUMN empires.leave IS 'A leave that is ordered (`beganAt` is null) or has begun: days, orderedAt, noticeEndsAt, beganAt. Null without one.';
COMMENT ON COLUMN empires.leave_ended_at IS 'When the last leave ended, or its notice was cancelled or dropped.';
COMMENT ON COLUMN empires.event_seq IS 'The number of the latest notification.';
COMMENT ON COLUMN empires.gold_rate IS 'This and all columns below derive from the others, so that lists read only this row.';
COMMENT ON COLUMN empires.cap IS 'How much of each resource the empire can store.';
COMMENT ON COLUMN empires.population_used IS 'Workers and units; at most `population`, except after a loss.';
COMMENT ON COLUMN empires.units IS 'Of all armies, by type.';

-- One empire for each player, and unique names of players.
CREATE UNIQUE INDEX empires_owner_unique ON empires (owner_id) WHERE kind = 'player';
CREATE UNIQUE INDEX empires_name_unique ON empires (name_key) WHERE kind = 'player';
-- Without the other empires, because a page of players must not step over them one by one.
CREATE INDEX empires_by_score ON empires (score DESC, id) WHERE kind = 'player';
CREATE INDEX empires_by_economic_score ON empires (economic_score DESC, id) WHERE kind = 'player';
CREATE INDEX empires_by_military_score ON empires (military_score DESC, id) WHERE kind = 'player';
CREATE INDEX empires_by_age ON empires (created_at, id) WHERE kind = 'player';
CREATE INDEX empires_by_alliance ON empires (alliance_id) INCLUDE (score) WHERE alliance_id IS NOT NULL;
-- Of empires with the same number of seats, the order of the crowns never changes during a reign.
CREATE INDEX empires_by_crowns ON empires
  (reign_ends_at, seat_count, crown_offset DESC, created_at, id)
  WHERE reign_ends_at IS NOT NULL;

-- Users and empires refer to each other. Deferrable, because a restore writes users before their empires.
ALTER TABLE users ADD CONSTRAINT users_empire_id_fkey
  FOREIGN KEY (empire_id) REFERENCES empires (id) DEFERRABLE INITIALLY IMMEDIATE;

CREATE TABLE due_empires (
  at bigint NOT NULL,
  empire_id uuid NOT NULL CONSTRAINT due_empires_empire_id_fkey REFERENCES empires (id) ON DELETE CASCADE,
  CONSTRAINT due_empires_pkey PRIMARY KEY (at, empire_id)
);
COMMENT ON TABLE due_empires IS 'Moments at which due work waits. A table of its own, because an index on the wide row of an empire would make every order renew all its indexes. Older entries may remain: the clock deletes them when nothing is due.';

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
  sacked_until bigint,
  -- The order matters: a tile that is taken has another error than one that is too close.
  CONSTRAINT cities_location_unique UNIQUE (x, y),
  CONSTRAINT cities_name_unique UNIQUE (empire_id, name_key),
  -- Boxes that reach one tile to each side touch exactly when two cities are nearer than 3.
  CONSTRAINT cities_distance EXCLUDE USING gist (box(point(x - 1, y - 1), point(x + 1, y + 1)) WITH &&),
  CONSTRAINT cities_buildings_sound CHECK (NOT jsonb_path_exists(buildings, '$[*] ? (!(@.level >= 0 && @.level <= 25))')),
  CONSTRAINT cities_construction_sound CHECK (jsonb_array_length(construction) <= 5),
  CONSTRAINT cities_training_sound CHECK (
    jsonb_array_length(training) <= 15
    AND NOT jsonb_path_exists(training, '$[*] ? (!(@.quantity >= 1 && @.quantity <= 1000))')
  )
) WITH (fillfactor = 70);
COMMENT ON TABLE cities IS 'Cities of all empires. The city of a village has the id of its empire.';
COMMENT ON COLUMN cities.buildings IS 'Id, type and level of each building.';
COMMENT ON COLUMN cities.construction IS 'Queued levels: the first one is under construction.';
COMMENT ON COLUMN cities.plundered_at IS 'Recent lost battles, each with its moment and the share that it counts.';
COMMENT ON COLUMN cities.sacked_until IS 'When the full output returns after a sack; null without one.';

-- Finds the city that an order belongs to, to tell a stranger's order from one that does not exist.
CREATE INDEX cities_orders ON cities USING gin (construction jsonb_path_ops) WHERE construction <> '[]';
-- Finds names by their beginning. The city of a village has the id of its empire, and is left out.
-- The map of the whole world counts the cities of each empire in it, without reading the table.
CREATE INDEX cities_by_name ON cities (name_key, id) INCLUDE (x, y, empire_id) WHERE id <> empire_id;

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
  guards jsonb,
  loot jsonb NOT NULL,
  CONSTRAINT armies_units_sound CHECK (counts_are_sound(units) AND jsonb_path_exists(units, '$.* ? (@ > 0)')),
  CONSTRAINT armies_loot_sound CHECK (counts_are_sound(loot)),
  CONSTRAINT armies_guards_sound CHECK (guards ->> 'type' IN ('city', 'seat') AND guards ? 'id'),
  -- At the commit: one guard may fall and another arrive in one transaction.
  CONSTRAINT armies_one_guard_a_place EXCLUDE ((guards ->> 'id') WITH =)
    WHERE (guards IS NOT NULL AND march IS NULL) DEFERRABLE INITIALLY DEFERRED
) WITH (fillfactor = 85);
COMMENT ON TABLE armies IS 'Armies: at a tile, or on a march.';
COMMENT ON COLUMN armies.standing_since IS 'When the army arrived at its tile. The longest there fights first.';
COMMENT ON COLUMN armies.march IS 'From, to, times and purpose. Null at a tile.';
COMMENT ON COLUMN armies.guards IS 'The city or seat of an ally that the army guards, or will guard from its arrival on. Null for other armies.';
CREATE INDEX armies_by_empire ON armies (empire_id);
CREATE INDEX armies_standing ON armies (x, y) WHERE march IS NULL;
CREATE INDEX armies_by_guarded_place ON armies ((guards ->> 'id')) WHERE guards IS NOT NULL;
CREATE INDEX armies_guards_due ON armies (((march ->> 'arrivesAt')::bigint)) WHERE guards IS NOT NULL AND march IS NOT NULL;
