-- Empires without a player: villages, and the keepers of seats. They belong to one system account, and are in no list,
-- ranking or count of players: constraints, indexes and rankings of players leave them out.

ALTER TABLE empires ADD COLUMN kind text NOT NULL DEFAULT 'player'
  CONSTRAINT empires_kind CHECK (kind IN ('player', 'village', 'keeper'));

-- Owns the empires without a player. It is inactive and no password matches it, so nobody can log in. The first free
-- name: a player may have taken any of them.
INSERT INTO users (id, username, username_key, email, email_key, password_hash, salt, is_active)
SELECT '00000000-0000-4000-8000-000000000000', name, lower(name), address, address, 'no password', 'no password', false
FROM (
  SELECT n, 'Nobody' || suffix AS name, 'nobody' || suffix || '@system.invalid' AS address
  FROM (SELECT n, CASE WHEN n > 1 THEN n::text ELSE '' END AS suffix FROM generate_series(1, 1000) AS n) AS numbered
) AS candidate
WHERE NOT EXISTS (SELECT FROM users WHERE username_key = lower(name) OR email_key = address)
ORDER BY n LIMIT 1;

-- One empire for each player, and unique names of players. The names of the constraints remain: the indexes have them.
ALTER TABLE empires DROP CONSTRAINT empires_owner_unique, DROP CONSTRAINT empires_name_unique;
CREATE UNIQUE INDEX empires_owner_unique ON empires (owner_id) WHERE kind = 'player';
CREATE UNIQUE INDEX empires_name_unique ON empires (name_key) WHERE kind = 'player';

-- A page of players must not step over the other empires one by one.
DROP INDEX empires_by_score, empires_by_economic_score, empires_by_military_score, empires_by_age;
CREATE INDEX empires_by_score ON empires (score DESC, id) WHERE kind = 'player';
CREATE INDEX empires_by_economic_score ON empires (economic_score DESC, id) WHERE kind = 'player';
CREATE INDEX empires_by_military_score ON empires (military_score DESC, id) WHERE kind = 'player';
CREATE INDEX empires_by_age ON empires (created_at, id) WHERE kind = 'player';

DROP TRIGGER empires_entered_rankings ON empires;
CREATE TRIGGER empires_entered_rankings AFTER INSERT ON empires FOR EACH ROW
WHEN (NEW.kind = 'player') EXECUTE FUNCTION record_ranking_change();

CREATE TRIGGER empires_left_rankings AFTER DELETE ON empires FOR EACH ROW
WHEN (OLD.kind = 'player') EXECUTE FUNCTION record_ranking_change();

CREATE OR REPLACE TRIGGER empires_changed_rankings AFTER UPDATE ON empires FOR EACH ROW
WHEN (
  NEW.kind = 'player' AND (
    NEW.economic_score <> OLD.economic_score OR NEW.military_score <> OLD.military_score
    OR NEW.name_key <> OLD.name_key OR NEW.created_at <> OLD.created_at OR NEW.id <> OLD.id
  )
)
EXECUTE FUNCTION record_ranking_change();

CREATE OR REPLACE FUNCTION ranking_members(ordering text, start text, stop text) RETURNS TABLE (key text)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  start_number bigint := CASE WHEN start = '' THEN -9223372036854775807 ELSE ranking_number(start) END;
  stop_number bigint := coalesce(ranking_number(stop), 9223372036854775807);
  start_id uuid := CASE WHEN start = '' THEN '00000000-0000-0000-0000-000000000000' ELSE ranking_id(start) END;
  stop_id uuid := coalesce(ranking_id(stop), '00000000-0000-0000-0000-000000000000');
BEGIN
  IF ordering = 'created_at' THEN
    RETURN QUERY SELECT ranking_key(created_at, id) FROM empires
      WHERE kind = 'player' AND (created_at, id) >= (start_number, start_id) AND (created_at, id) < (stop_number, stop_id);
  ELSE
    -- The index sorts scores downwards and ids upwards, so that a comparison of rows could not use it.
    RETURN QUERY EXECUTE format(
      'SELECT ranking_key(-%1$I, id) FROM empires WHERE kind = ''player'' AND %1$I = -$1
         AND id >= $2 AND id <= CASE WHEN $1 = $3 THEN $4 ELSE $5 END AND ($1, id) < ($3, $4)
       UNION ALL SELECT ranking_key(-%1$I, id) FROM empires WHERE kind = ''player'' AND %1$I < -$1 AND %1$I > -$3
       UNION ALL SELECT ranking_key(-%1$I, id) FROM empires
         WHERE kind = ''player'' AND $1 < $3 AND %1$I = -$3 AND id < $4',
      ordering
    ) USING start_number, start_id, stop_number, stop_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid;
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION ranking_names(start text, stop text) RETURNS TABLE (key text) LANGUAGE sql STABLE AS $$
  SELECT name_key FROM empires WHERE kind = 'player' AND name_key >= start AND (stop IS NULL OR name_key < stop)
$$;

CREATE OR REPLACE FUNCTION build_ranking(built text, least_empires integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  groups integer;
  empires integer;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' OR NOT pg_try_advisory_xact_lock(4841005) THEN
    RETURN;
  END IF;
  SELECT count(*), sum(n) INTO groups, empires FROM ranking_nodes WHERE ordering = built AND level = 1;
  IF groups > 4 + empires / 1024
    OR groups = 0 AND least_empires <= (
      SELECT count(*) FROM (SELECT FROM empires WHERE kind = 'player' LIMIT least_empires) AS s
    )
  THEN
    DELETE FROM ranking_nodes WHERE ordering = built;
    INSERT INTO ranking_nodes (ordering, level, key, n)
    SELECT built, level, '',
      (SELECT count(*) FROM empires WHERE kind = 'player')
        - coalesce((SELECT sum(n) FROM ranking_entries WHERE ordering = built), 0)
    FROM generate_series(0, 1) AS level;
  END IF;
  PERFORM divide_ranking_leaf(r) FROM ranking_nodes r WHERE ordering = built AND level = 0 AND n > 256;
END
$$;
