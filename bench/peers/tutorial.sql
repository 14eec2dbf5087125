-- The tables of the tutorial application, with as many players as the small world has.
CREATE TABLE tutorial_users (id uuid PRIMARY KEY, username text UNIQUE NOT NULL, email text UNIQUE NOT NULL);
CREATE TABLE tutorial_empires (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES tutorial_users (id),
  name text UNIQUE NOT NULL,
  gold bigint NOT NULL CHECK (gold >= 0),
  food bigint NOT NULL CHECK (food >= 0),
  materials bigint NOT NULL CHECK (materials >= 0),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE tutorial_cities (
  id uuid PRIMARY KEY,
  empire_id uuid NOT NULL REFERENCES tutorial_empires (id),
  name text NOT NULL,
  x integer NOT NULL,
  y integer NOT NULL
);
CREATE INDEX ON tutorial_cities (empire_id);
CREATE TABLE tutorial_buildings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  city_id uuid NOT NULL REFERENCES tutorial_cities (id),
  type text NOT NULL,
  level integer NOT NULL
);
CREATE INDEX ON tutorial_buildings (city_id);
CREATE TABLE tutorial_training (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  city_id uuid NOT NULL REFERENCES tutorial_cities (id),
  unit_type text NOT NULL,
  quantity integer NOT NULL,
  completes_at timestamptz NOT NULL
);
CREATE INDEX ON tutorial_training (city_id);
CREATE INDEX ON tutorial_training (completes_at);
-- As connect-pg-simple documents it.
CREATE TABLE session (sid varchar PRIMARY KEY, sess json NOT NULL, expire timestamp(6) NOT NULL);
CREATE INDEX ON session (expire);

INSERT INTO tutorial_users
SELECT md5('user' || n)::uuid, 'player ' || n, 'player' || n || '@example.org' FROM generate_series(1, 20000) AS n;
INSERT INTO tutorial_empires
SELECT md5('empire' || n)::uuid, md5('user' || n)::uuid, 'Empire ' || n, 1000000, 1000000, 1000000
FROM generate_series(1, 20000) AS n;
INSERT INTO tutorial_cities
SELECT md5('city' || n)::uuid, md5('empire' || n)::uuid, 'Capital', n, n FROM generate_series(1, 20000) AS n;
INSERT INTO tutorial_buildings (city_id, type, level)
SELECT md5('city' || n)::uuid, type, 5
FROM generate_series(1, 20000) AS n, unnest(ARRAY['town_hall', 'farm', 'quarry', 'market', 'house', 'warehouse', 'barracks', 'stable', 'workshop']) AS type;
INSERT INTO session
SELECT 'session' || n, json_build_object(
  'cookie', json_build_object('originalMaxAge', 86400000, 'expires', now() + interval '1 year', 'httpOnly', true, 'path', '/'),
  'userId', md5('user' || n)::uuid
), now() + interval '1 year'
FROM generate_series(1, 20000) AS n;
