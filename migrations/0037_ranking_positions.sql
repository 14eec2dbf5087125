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

-- The crowns of a reign as orderings of the rankings (0011_rankings.sql): one for each number of seats, as its order never
-- changes during the reign. Their names are 'crowns/<seats>/<end of the reign>', their keys follow empires_by_crowns.

CREATE FUNCTION crown_ordering(seats jsonb, reign_ends_at bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'crowns/' || jsonb_array_length(seats) || '/' || reign_ends_at;

CREATE FUNCTION crown_key(crown_offset bigint, created_at bigint, id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN left(ranking_key(-crown_offset, id), 16) || ranking_key(created_at, id);

CREATE FUNCTION record_crown_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.reign_ends_at IS NOT NULL THEN
    INSERT INTO ranking_changes (ordering, empire_id, old_key)
    VALUES (crown_ordering(OLD.seats, OLD.reign_ends_at), OLD.id, crown_key(OLD.crown_offset, OLD.created_at, OLD.id));
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.reign_ends_at IS NOT NULL THEN
    INSERT INTO ranking_changes (ordering, empire_id, new_key)
    VALUES (crown_ordering(NEW.seats, NEW.reign_ends_at), NEW.id, crown_key(NEW.crown_offset, NEW.created_at, NEW.id));
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER empires_entered_crowns AFTER INSERT ON empires FOR EACH ROW
WHEN (NEW.reign_ends_at IS NOT NULL) EXECUTE FUNCTION record_crown_change();

CREATE TRIGGER empires_left_crowns AFTER DELETE ON empires FOR EACH ROW
WHEN (OLD.reign_ends_at IS NOT NULL) EXECUTE FUNCTION record_crown_change();

CREATE TRIGGER empires_changed_crowns AFTER UPDATE ON empires FOR EACH ROW
WHEN (
  NEW.reign_ends_at IS DISTINCT FROM OLD.reign_ends_at
  OR NEW.reign_ends_at IS NOT NULL AND (
    NEW.crown_offset <> OLD.crown_offset OR NEW.seats <> OLD.seats OR NEW.created_at <> OLD.created_at
  )
)
EXECUTE FUNCTION record_crown_change();

-- The empires of an ordering of crowns from a key on, up to, but without, an offset, created_at and id; a null id is
-- before all that share the offset. STABLE, as ranking_members().
CREATE FUNCTION crown_members(ordering text, start text, stop_offset bigint, stop_created_at bigint, stop_id uuid)
RETURNS TABLE (key text) LANGUAGE plpgsql STABLE AS $$
DECLARE
  held integer := split_part(ordering, '/', 2);
  reign bigint := split_part(ordering, '/', 3);
  -- The first leaf starts with ''.
  start_offset bigint := coalesce(-ranking_number(nullif(left(start, 16), '')), 9223372036854775807);
  start_created_at bigint := coalesce(ranking_number(nullif(substr(start, 17, 16), '')), -9223372036854775807);
  start_id uuid := coalesce(nullif(substr(start, 33), '')::uuid, '00000000-0000-0000-0000-000000000000');
BEGIN
  RETURN QUERY
    SELECT crown_key(e.crown_offset, e.created_at, e.id) FROM empires e
    WHERE e.reign_ends_at = reign AND jsonb_array_length(e.seats) = held AND e.crown_offset = start_offset
      AND (e.created_at, e.id) >= (start_created_at, start_id)
      AND (start_offset > stop_offset OR (e.created_at, e.id) < (stop_created_at, stop_id))
    UNION ALL
    SELECT crown_key(e.crown_offset, e.created_at, e.id) FROM empires e
    WHERE e.reign_ends_at = reign AND jsonb_array_length(e.seats) = held
      AND e.crown_offset < start_offset AND e.crown_offset > stop_offset
    UNION ALL
    SELECT crown_key(e.crown_offset, e.created_at, e.id) FROM empires e
    WHERE e.reign_ends_at = reign AND jsonb_array_length(e.seats) = held
      AND start_offset > stop_offset AND e.crown_offset = stop_offset AND (e.created_at, e.id) < (stop_created_at, stop_id);
END
$$;

-- The number of empires of an ordering of crowns before an offset, created_at and id, as in crown_members().
CREATE FUNCTION crowns_before(wanted text, stop_offset bigint, stop_created_at bigint, stop_id uuid) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
DECLARE
  stop text := coalesce(crown_key(stop_offset, stop_created_at, stop_id), left(ranking_key(-stop_offset, gen_random_uuid()), 16));
  leaf text := (
    SELECT key FROM ranking_nodes WHERE ordering = wanted AND level = 0 AND key <= stop ORDER BY key DESC LIMIT 1
  );
  parent text := (
    SELECT key FROM ranking_nodes WHERE ordering = wanted AND level = 1 AND key <= stop ORDER BY key DESC LIMIT 1
  );
BEGIN
  RETURN coalesce((SELECT sum(n) FROM ranking_nodes WHERE ordering = wanted AND level = 1 AND key < parent), 0)
    + coalesce((SELECT sum(n) FROM ranking_nodes WHERE ordering = wanted AND level = 0 AND key >= parent AND key < leaf), 0)
    + coalesce((SELECT sum(n) FROM ranking_entries WHERE ordering = wanted AND key < leaf), 0)
    + (SELECT count(*) FROM crown_members(wanted, coalesce(leaf, ''), stop_offset, stop_created_at, stop_id));
END
$$;

CREATE OR REPLACE FUNCTION ranking_members(ordering text, start text, stop text) RETURNS TABLE (key text)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  start_number bigint := CASE WHEN start = '' THEN -9223372036854775807 ELSE ranking_number(start) END;
  stop_number bigint := coalesce(ranking_number(stop), 9223372036854775807);
  is_alliances boolean := ordering = 'alliance_score';
  start_id uuid;
  stop_id uuid;
BEGIN
  IF ordering LIKE 'crowns/%' THEN
    RETURN QUERY SELECT * FROM crown_members(
      ordering, start, -stop_number, ranking_number(substr(stop, 17, 16)), substr(stop, 33)::uuid
    );
    RETURN;
  END IF;
  start_id := CASE WHEN start = '' THEN '00000000-0000-0000-0000-000000000000' ELSE ranking_id(start) END;
  stop_id := coalesce(ranking_id(stop), '00000000-0000-0000-0000-000000000000');
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
  SELECT CASE
    WHEN ordering = 'alliance_score'
      THEN (SELECT count(*) FROM (SELECT FROM alliance_scores WHERE score > 0 LIMIT most) AS counted)
    WHEN ordering LIKE 'crowns/%' THEN (
      SELECT count(*) FROM (
        SELECT FROM empires
        WHERE reign_ends_at = nullif(split_part(ordering, '/', 3), '')::bigint
          AND jsonb_array_length(seats) = nullif(split_part(ordering, '/', 2), '')::integer
        LIMIT most
      ) AS counted
    )
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

-- Builds the orderings of the latest reign, and deletes those of earlier ones.
CREATE FUNCTION build_crown_rankings(least_empires integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  reign text := (SELECT max(reign_ends_at) FROM empires WHERE reign_ends_at IS NOT NULL);
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' OR NOT pg_try_advisory_xact_lock(4841005) THEN
    RETURN;
  END IF;
  DELETE FROM ranking_nodes WHERE ordering LIKE 'crowns/%' AND split_part(ordering, '/', 3) <> reign;
  PERFORM build_ranking('crowns/' || held || '/' || reign, least_empires) FROM generate_series(0, 3) AS held
    WHERE reign IS NOT NULL;
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
