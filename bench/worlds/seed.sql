-- Fills a database with empires. The temporary tables `models` and `parameters` come from seed.ts. Triggers and foreign
-- keys are off.

CREATE FUNCTION pg_temp.bench_id(kind text, number bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT overlay(overlay(md5(kind || number) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid
$$;

CREATE FUNCTION pg_temp.bench_token(number bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT translate(encode(sha256(convert_to('session' || number, 'UTF8')), 'base64'), '+/=', '-_')
$$;

-- users
INSERT INTO users (id, username, username_key, email, email_key, password_hash, salt, created_at, last_login, is_bot, empire_id)
SELECT pg_temp.bench_id('user', n), 'player ' || n, 'player ' || n, 'player' || n || '@example.org',
  'player' || n || '@example.org', p.password_hash, p.salt, p.now - interval '60 days', p.now - interval '10 days',
  n % 50 = 0, pg_temp.bench_id('empire', n)
FROM parameters p, generate_series(1, p.empires) AS n;

-- empires: destroyed_value spreads the scores, most of them low and a few very high.
INSERT INTO empires (
  id, owner_id, name, name_key, description, created_at, gold, food, materials, advanced_at, founding_paid,
  destroyed_value, protection_ended, last_active_at, last_desertion_at, attacked_by, armies_raised, event_seq,
  gold_rate, food_rate, materials_rate, cap, population_used, population, units, economic_score, military_score, goals
)
SELECT pg_temp.bench_id('empire', n), pg_temp.bench_id('user', n), 'Empire ' || n, 'empire ' || n,
  'The empire of player ' || n || ', seeded.', e.created_at + n, e.gold, e.food, e.materials, e.advanced_at,
  e.founding_paid, 400 * glory, e.protection_ended, e.last_active_at, NULL, e.attacked_by, e.armies_raised,
  e.event_seq, e.gold_rate, e.food_rate, e.materials_rate, e.cap, e.population_used, e.population, e.units,
  e.economic_score, e.military_score + glory, p.goals
FROM parameters p
CROSS JOIN generate_series(1, p.empires) AS n
JOIN models m ON m.number = n % p.models
CROSS JOIN json_populate_record(NULL::empires, m.empire) AS e
CROSS JOIN floor(300 * power(((hashint8(n)::bigint + 2147483649) / 4294967298.0)::float8, -0.7)) AS glory;

-- cities: as dense as the rules allow, three tiles from one to the next. The second cities follow after all capitals.
INSERT INTO cities (id, empire_id, name, name_key, x, y, founded_at, buildings, construction, training, plundered_at)
SELECT pg_temp.bench_id(CASE place WHEN 1 THEN 'city' ELSE 'second city' END, n), pg_temp.bench_id('empire', n),
  c.name, c.name_key, 3 * (spot % p.side - p.side / 2), 3 * (spot / p.side - p.side / 2), c.founded_at, c.buildings,
  c.construction, c.training, c.plundered_at
FROM parameters p
CROSS JOIN generate_series(1, p.empires) AS n
JOIN models m ON m.number = n % p.models
CROSS JOIN LATERAL json_array_elements(m.cities) WITH ORDINALITY AS city (value, place)
CROSS JOIN json_populate_record(NULL::cities, city.value) AS c
CROSS JOIN LATERAL (SELECT CASE place WHEN 1 THEN n ELSE p.empires + n / 4 END AS spot) AS spots;

-- armies: the first in the capital, the second a tile north of it.
INSERT INTO armies (id, empire_id, name, x, y, units, home_city_id, standing_since, march, loot)
SELECT pg_temp.bench_id('army ' || place || ' of ', n), pg_temp.bench_id('empire', n), a.name,
  3 * (n % p.side - p.side / 2), 3 * (n / p.side - p.side / 2) + place - 1, a.units,
  pg_temp.bench_id('city', n), a.standing_since, a.march, a.loot
FROM parameters p
CROSS JOIN generate_series(1, p.empires) AS n
JOIN models m ON m.number = n % p.models
CROSS JOIN LATERAL json_array_elements(m.armies) WITH ORDINALITY AS army (value, place)
CROSS JOIN json_populate_record(NULL::armies, army.value) AS a;

-- ledgers: idle for longer than entries are kept, so that only the latest entry is left.
INSERT INTO ledger_entries (
  empire_id, number, at, cause, gold, food, materials, gold_after, food_after, materials_after, units, units_after
)
SELECT id, 1, created_at, 'opening', gold, food, materials, gold, food, materials, units, units FROM empires;

-- event logs
INSERT INTO event_logs (empire_id, last) SELECT id, 1 FROM empires;
INSERT INTO event_log_entries (empire_id, number, at, type, data)
SELECT pg_temp.bench_id('empire', n), 1, p.now_ms - 86400000, 'empire_founded', jsonb_build_object(
  'city_id', pg_temp.bench_id('city', n), 'city_name', 'Capital', 'location', jsonb_build_object('x', 0, 'y', 0)
)
FROM parameters p, generate_series(1, p.empires) AS n;

-- battles: one for ten empires, all over.
INSERT INTO battles (
  id, attacker_id, defender_id, army_id, target_type, target_id, x, y, ordered_at, contact_at, seed, outcome, ends_at
)
SELECT gen_random_uuid(), pg_temp.bench_id('empire', n), pg_temp.bench_id('empire', n % p.empires + 1),
  pg_temp.bench_id('army 1 of ', n), 'city', pg_temp.bench_id('city', n % p.empires + 1), 0, 0,
  p.battle_ms - 600000, p.battle_ms, 'seed ' || n, p.outcome, p.battle_ms
FROM parameters p, generate_series(1, p.empires, 10) AS n;

-- sessions of the players, spread over the world.
INSERT INTO sessions (sid, expire, sess)
SELECT pg_temp.bench_token(n), p.now + interval '10 years', jsonb_build_object(
  'cookie', jsonb_build_object('path', '/', 'httpOnly', true, 'sameSite', 'lax', 'secure', false, 'expires', NULL,
    'originalMaxAge', NULL),
  'user_id', pg_temp.bench_id('user', n), 'ip_address', '127.0.0.1', 'user_agent', 'bench', 'created_at', extract(epoch FROM p.now) * 1000
)
FROM parameters p, generate_series(1, p.empires, p.empires / p.players) AS n;
