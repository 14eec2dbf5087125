-- The sums of alliances as an ordering of the rankings (0011_rankings.sql), with the key ranking_key(-score, alliance_id).
-- Servers build its nodes at their start. A change of an alliance has its id as empire_id.
CREATE FUNCTION record_alliance_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ranking_changes (ordering, empire_id, old_key, new_key)
  SELECT 'alliance_score', coalesce(NEW.alliance_id, OLD.alliance_id), old_key, new_key
  FROM (VALUES (
    CASE WHEN OLD.score > 0 THEN ranking_key(-OLD.score, OLD.alliance_id) END,
    CASE WHEN NEW.score > 0 THEN ranking_key(-NEW.score, NEW.alliance_id) END
  )) AS change (old_key, new_key)
  WHERE old_key IS DISTINCT FROM new_key;
  RETURN NULL;
END
$$;

CREATE TRIGGER alliance_scores_changed_rankings AFTER INSERT OR UPDATE OR DELETE ON alliance_scores
FOR EACH ROW EXECUTE FUNCTION record_alliance_position();

CREATE OR REPLACE FUNCTION ranking_members(ordering text, start text, stop text) RETURNS TABLE (key text)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  start_number bigint := CASE WHEN start = '' THEN -9223372036854775807 ELSE ranking_number(start) END;
  stop_number bigint := coalesce(ranking_number(stop), 9223372036854775807);
  start_id uuid := CASE WHEN start = '' THEN '00000000-0000-0000-0000-000000000000' ELSE ranking_id(start) END;
  stop_id uuid := coalesce(ranking_id(stop), '00000000-0000-0000-0000-000000000000');
  is_alliances boolean := ordering = 'alliance_score';
BEGIN
  IF ordering = 'created_at' THEN
    RETURN QUERY SELECT ranking_key(created_at, id) FROM empires
      WHERE kind = 'player' AND (created_at, id) >= (start_number, start_id) AND (created_at, id) < (stop_number, stop_id);
  ELSE
    -- The index sorts scores downwards and ids upwards, so that a comparison of rows could not use it.
    RETURN QUERY EXECUTE format(
      'SELECT ranking_key(-%1$I, %2$I) FROM %3$s AND %1$I = -$1
         AND %2$I >= $2 AND %2$I <= CASE WHEN $1 = $3 THEN $4 ELSE $5 END AND ($1, %2$I) < ($3, $4)
       UNION ALL SELECT ranking_key(-%1$I, %2$I) FROM %3$s AND %1$I < -$1 AND %1$I > -$3
       UNION ALL SELECT ranking_key(-%1$I, %2$I) FROM %3$s AND $1 < $3 AND %1$I = -$3 AND %2$I < $4',
      CASE WHEN is_alliances THEN 'score' ELSE ordering END,
      CASE WHEN is_alliances THEN 'alliance_id' ELSE 'id' END,
      CASE WHEN is_alliances THEN 'alliance_scores WHERE score > 0' ELSE 'empires WHERE kind = ''player''' END
    ) USING start_number, start_id, stop_number, stop_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid;
  END IF;
END
$$;

-- The number of entries of an ordering, counted up to a limit; null is none. STABLE, as ranking_members().
CREATE FUNCTION ranking_size(ordering text, most integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN ordering = 'alliance_score'
    THEN (SELECT count(*) FROM (SELECT FROM alliance_scores WHERE score > 0 LIMIT most) AS counted)
    ELSE (SELECT count(*) FROM (SELECT FROM empires WHERE kind = 'player' LIMIT most) AS counted)
  END
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
  IF groups > 4 + empires / 1024 OR groups = 0 AND least_empires <= ranking_size(built, least_empires) THEN
    DELETE FROM ranking_nodes WHERE ordering = built;
    INSERT INTO ranking_nodes (ordering, level, key, n)
    SELECT built, level, '',
      ranking_size(built, NULL) - coalesce((SELECT sum(n) FROM ranking_entries WHERE ordering = built), 0)
    FROM generate_series(0, 1) AS level;
  END IF;
  PERFORM divide_ranking_leaf(r) FROM ranking_nodes r WHERE ordering = built AND level = 0 AND n > 256;
END
$$;

-- The sums first: their changes are changes of a ranking, too.
CREATE OR REPLACE FUNCTION fold_rankings_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Once, even if the transaction has changed a million empires.
  IF current_setting('hegemon.folded_by', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
    PERFORM set_config('hegemon.folded_by', pg_current_xact_id()::text, true);
    PERFORM fold_alliance_scores();
    PERFORM fold_rankings();
  END IF;
  RETURN NULL;
END
$$;

-- TRUNCATE fires no trigger for the rows that it removes.
CREATE OR REPLACE FUNCTION clear_rankings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4841005);
  DELETE FROM alliance_scores;
  DELETE FROM alliance_changes;
  DELETE FROM ranking_nodes;
  DELETE FROM ranking_changes;
  RETURN NULL;
END
$$;
