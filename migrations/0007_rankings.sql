-- Positions in the rankings without counting rows.

-- Positions in the sorted lists of empires without counting rows. Derived from empires: unlogged, so that changes
-- write no WAL. Without nodes (after a crash of the database, or in a small world) readers count instead.

-- Sorts like the number, then like the id, in the collation "C".
CREATE FUNCTION ranking_key(number bigint, id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lpad(to_hex(number # (-9223372036854775807 - 1)), 16, '0') || id::text;

CREATE FUNCTION ranking_number(key text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ('x' || left(key, 16))::bit(64)::bigint # (-9223372036854775807 - 1);

CREATE FUNCTION ranking_id(key text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN substr(key, 17)::uuid;

CREATE UNLOGGED TABLE ranking_nodes (
  ordering text COLLATE "C" NOT NULL,
  level smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  n integer NOT NULL,
  CONSTRAINT ranking_nodes_pkey PRIMARY KEY (ordering, level, key)
) WITH (fillfactor = 70);

COMMENT ON TABLE ranking_nodes IS 'An ordering divides the empires into ranges of about 128, its leaves (level 0), and the leaves into groups (level 1). A node covers the keys from its own up to the next node of its level; the first key is ''''. The key of ''score'', ''economic_score'' and ''military_score'' is ranking_key(-score, id), that of ''created_at'' is ranking_key(created_at, id), and that of ''name'' is name_key.';
COMMENT ON COLUMN ranking_nodes.n IS 'The number of empires.';

CREATE UNLOGGED TABLE ranking_changes (
  ordering text COLLATE "C" NOT NULL,
  empire_id uuid NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  old_key text COLLATE "C",
  new_key text COLLATE "C",
  CONSTRAINT ranking_changes_pkey PRIMARY KEY (ordering, empire_id, number)
);

COMMENT ON TABLE ranking_changes IS 'Changes that the nodes do not contain yet: in every snapshot, nodes and changes together equal the empires. A transaction only appends here, so that none waits for another one. The id spreads the entries of the index over its pages, which Postgres then cleans without a vacuum.';
COMMENT ON COLUMN ranking_changes.old_key IS 'null: no such empire.';

CREATE UNLOGGED TABLE score_changes (
  empire_id uuid NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  old_score bigint,
  old_economic_score bigint,
  old_military_score bigint,
  new_score bigint,
  new_economic_score bigint,
  new_military_score bigint
);

COMMENT ON TABLE score_changes IS 'The changes of scores as numbers: one row for an empire and its three orderings, without an index, instead of two or three rows with keys. The other orderings keep ranking_changes.';
COMMENT ON COLUMN score_changes.old_score IS 'null: no such empire.';

CREATE VIEW ranking_entries AS
SELECT c.ordering, e.key, e.n
FROM ranking_changes c
CROSS JOIN LATERAL (VALUES (c.old_key, -1), (c.new_key, 1)) AS e (key, n)
WHERE e.key IS NOT NULL
UNION ALL
SELECT e.ordering COLLATE "C", ranking_key(-e.score, c.empire_id) COLLATE "C", e.n
FROM score_changes c
CROSS JOIN LATERAL (VALUES
  ('score', c.old_score, -1), ('score', c.new_score, 1),
  ('economic_score', c.old_economic_score, -1), ('economic_score', c.new_economic_score, 1),
  ('military_score', c.old_military_score, -1), ('military_score', c.new_military_score, 1)
) AS e (ordering, score, n)
WHERE e.score IS NOT NULL;

CREATE FUNCTION record_ranking_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.economic_score, NEW.military_score) IS DISTINCT FROM (OLD.id, OLD.economic_score, OLD.military_score) THEN
    IF NEW.id = OLD.id THEN
      INSERT INTO score_changes (
        empire_id, old_score, old_economic_score, old_military_score, new_score, new_economic_score, new_military_score
      )
      VALUES (
        NEW.id, OLD.score, OLD.economic_score, OLD.military_score, NEW.score, NEW.economic_score, NEW.military_score
      );
    ELSE
      INSERT INTO score_changes (empire_id, old_score, old_economic_score, old_military_score)
      SELECT OLD.id, OLD.score, OLD.economic_score, OLD.military_score WHERE OLD.id IS NOT NULL;
      INSERT INTO score_changes (empire_id, new_score, new_economic_score, new_military_score)
      SELECT NEW.id, NEW.score, NEW.economic_score, NEW.military_score WHERE NEW.id IS NOT NULL;
    END IF;
  END IF;
  IF (NEW.id, NEW.created_at, NEW.name_key) IS DISTINCT FROM (OLD.id, OLD.created_at, OLD.name_key) THEN
    INSERT INTO ranking_changes (ordering, empire_id, old_key, new_key)
    SELECT ordering, coalesce(NEW.id, OLD.id), old_key, new_key
    FROM (VALUES
      ('created_at', ranking_key(OLD.created_at, OLD.id), ranking_key(NEW.created_at, NEW.id)),
      ('name', OLD.name_key, NEW.name_key)
    ) AS change (ordering, old_key, new_key)
    WHERE old_key IS DISTINCT FROM new_key;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER empires_entered_rankings AFTER INSERT ON empires FOR EACH ROW
WHEN (NEW.kind = 'player') EXECUTE FUNCTION record_ranking_change();

CREATE TRIGGER empires_left_rankings AFTER DELETE ON empires FOR EACH ROW
WHEN (OLD.kind = 'player') EXECUTE FUNCTION record_ranking_change();

CREATE TRIGGER empires_changed_rankings AFTER UPDATE ON empires FOR EACH ROW
WHEN (
  NEW.kind = 'player' AND (
    NEW.economic_score <> OLD.economic_score OR NEW.military_score <> OLD.military_score
    OR NEW.name_key <> OLD.name_key OR NEW.created_at <> OLD.created_at OR NEW.id <> OLD.id
  )
)
EXECUTE FUNCTION record_ranking_change();

CREATE TABLE alliance_scores (
  alliance_id uuid   PRIMARY KEY,
  score       bigint NOT NULL
);

COMMENT ON TABLE alliance_scores IS 'The sums of the members'' scores, for the ranking of alliances. In every snapshot, alliance_scores and alliance_changes together equal the empires. A transaction only appends changes, so that none waits for another one.';

-- Without members, the sum is 0.
CREATE INDEX alliance_scores_by_score ON alliance_scores (score DESC, alliance_id) WHERE score > 0;

CREATE TABLE alliance_changes (
  alliance_id uuid   NOT NULL,
  score       bigint NOT NULL
);

COMMENT ON TABLE alliance_changes IS 'Changes of the sums that alliance_scores does not contain yet.';
COMMENT ON COLUMN alliance_changes.score IS 'What the sum grows by.';

CREATE FUNCTION record_alliance_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alliance_changes (alliance_id, score)
  SELECT alliance_id, sum(score)
  FROM (VALUES (OLD.alliance_id, -OLD.score), (NEW.alliance_id, NEW.score)) AS change (alliance_id, score)
  WHERE alliance_id IS NOT NULL GROUP BY alliance_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER empires_entered_alliances AFTER INSERT ON empires FOR EACH ROW
WHEN (NEW.alliance_id IS NOT NULL) EXECUTE FUNCTION record_alliance_change();

CREATE TRIGGER empires_left_alliances AFTER DELETE ON empires FOR EACH ROW
WHEN (OLD.alliance_id IS NOT NULL) EXECUTE FUNCTION record_alliance_change();

CREATE TRIGGER empires_changed_alliances AFTER UPDATE ON empires FOR EACH ROW
WHEN (
  NEW.alliance_id IS DISTINCT FROM OLD.alliance_id OR NEW.alliance_id IS NOT NULL AND NEW.score <> OLD.score
)
EXECUTE FUNCTION record_alliance_change();

-- The sums of alliances as an ordering of the rankings, with the key ranking_key(-score, alliance_id).
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

-- The crowns of a reign as orderings of the rankings: one for each number of seats, as its order never
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

CREATE FUNCTION ranking_members(ordering text, start text, stop text) RETURNS TABLE (key text)
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

CREATE FUNCTION ranking_names(start text, stop text) RETURNS TABLE (key text) LANGUAGE sql STABLE AS $$
  SELECT name_key FROM empires WHERE kind = 'player' AND name_key >= start AND (stop IS NULL OR name_key < stop)
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

-- Divides a node of more than 256 children into nodes of 128: a leaf by its empires, a group by its leaves. Counts
-- in one statement, hence in one snapshot, and subtracts what ranking_changes will still add. Returns whether it
-- was divided. The caller holds the lock of fold_rankings().
CREATE FUNCTION divide_ranking_node(node ranking_nodes) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  stop text := (
    SELECT min(key) FROM ranking_nodes r
    WHERE r.ordering = node.ordering AND r.level = node.level AND r.key > node.key
  );
BEGIN
  WITH members AS MATERIALIZED (
    SELECT key, 1 AS n FROM ranking_members(node.ordering, node.key, stop)
    WHERE node.level = 0 AND node.ordering <> 'name'
    UNION ALL
    SELECT key, 1 FROM ranking_names(node.key, stop) WHERE node.level = 0 AND node.ordering = 'name'
    UNION ALL
    SELECT key, n FROM ranking_nodes r
    WHERE node.level = 1 AND r.ordering = node.ordering AND r.level = 0
      AND r.key >= node.key AND (stop IS NULL OR r.key < stop)
  ),
  numbered AS (
    SELECT key COLLATE "C" AS key, n, row_number() OVER (ORDER BY key COLLATE "C") - 1 AS position,
      count(*) OVER () AS total
    FROM members
  ),
  pieces AS (
    SELECT CASE WHEN position < 128 THEN node.key ELSE min(key) END AS key, sum(n) AS n
    FROM numbered WHERE total > 256 GROUP BY position / 128, position < 128
  ),
  pending AS MATERIALIZED (SELECT key, n FROM ranking_entries WHERE node.level = 0 AND ordering = node.ordering),
  spans AS (SELECT key, n, lead(key, 1, stop) OVER (ORDER BY key) AS stop FROM pieces)
  INSERT INTO ranking_nodes (ordering, level, key, n)
  SELECT node.ordering, node.level, spans.key, spans.n - coalesce(sum(pending.n), 0)
  FROM spans LEFT JOIN pending ON pending.key >= spans.key AND (spans.stop IS NULL OR pending.key < spans.stop)
  GROUP BY spans.key, spans.n ORDER BY spans.key
  ON CONFLICT ON CONSTRAINT ranking_nodes_pkey DO UPDATE SET n = excluded.n;
  RETURN FOUND;
END
$$;

-- Divides a leaf, and then its group.
CREATE FUNCTION divide_ranking_leaf(leaf ranking_nodes) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF divide_ranking_node(leaf) THEN
    PERFORM divide_ranking_node(r) FROM ranking_nodes r
      WHERE r.ordering = leaf.ordering AND r.level = 1 AND r.key = (
        SELECT max(key) FROM ranking_nodes g
        WHERE g.ordering = leaf.ordering AND g.level = 1 AND g.key <= leaf.key
      );
  END IF;
END
$$;

CREATE FUNCTION fold_rankings() RETURNS void LANGUAGE plpgsql
-- Few nodes change, of many: other joins would read all of them.
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  node ranking_nodes;
  divided integer := 0;
BEGIN
  -- An older snapshot would not see what the last fold committed.
  IF current_setting('transaction_isolation') <> 'read committed' OR NOT pg_try_advisory_xact_lock(4841005) THEN
    RETURN;
  END IF;
  FOR node IN
    WITH scores AS (DELETE FROM score_changes RETURNING *),
    others AS (DELETE FROM ranking_changes RETURNING ordering, old_key, new_key),
    entries AS (
      SELECT ordering, e.key, e.n FROM others CROSS JOIN LATERAL (VALUES (old_key, -1), (new_key, 1)) AS e (key, n)
      UNION ALL
      SELECT changed.ordering, ranking_key(-e.score, empire_id), e.n
      FROM scores
      CROSS JOIN LATERAL (VALUES
        ('score', old_score, new_score),
        ('economic_score', old_economic_score, new_economic_score),
        ('military_score', old_military_score, new_military_score)
      ) AS changed (ordering, old, new)
      CROSS JOIN LATERAL (VALUES (old, -1), (new, 1)) AS e (score, n)
      WHERE old IS DISTINCT FROM new
    ),
    leaves AS (
      SELECT entries.ordering, leaf.key, sum(n) AS n
      FROM entries CROSS JOIN LATERAL (
        SELECT r.key FROM ranking_nodes r
        WHERE r.ordering = entries.ordering AND r.level = 0 AND r.key <= entries.key ORDER BY r.key DESC LIMIT 1
      ) AS leaf
      GROUP BY entries.ordering, leaf.key HAVING sum(n) <> 0
    ),
    groups AS (
      SELECT leaves.ordering, parent.key, sum(n) AS n
      FROM leaves CROSS JOIN LATERAL (
        SELECT r.key FROM ranking_nodes r
        WHERE r.ordering = leaves.ordering AND r.level = 1 AND r.key <= leaves.key ORDER BY r.key DESC LIMIT 1
      ) AS parent
      GROUP BY leaves.ordering, parent.key HAVING sum(n) <> 0
    ),
    net AS (SELECT 0 AS level, * FROM leaves UNION ALL SELECT 1, * FROM groups)
    UPDATE ranking_nodes r SET n = r.n + net.n FROM net
    WHERE r.ordering = net.ordering AND r.level = net.level AND r.key = net.key
    RETURNING r.*
  LOOP
    IF node.level = 0 AND node.n BETWEEN 257 AND 2048 AND divided < 20 THEN
      PERFORM divide_ranking_leaf(node);
      divided := divided + 1;
    ELSIF node.level = 0 AND node.n > 256 OR node.level = 1 AND node.n < 1024 THEN
      INSERT INTO ranking_nodes (ordering, level, key, n) VALUES (node.ordering, 2, node.key, 0) ON CONFLICT DO NOTHING;
    END IF;
  END LOOP;
END
$$;

-- Adds the changes to the sums. Does nothing while another transaction does it, or folds the rankings.
CREATE FUNCTION fold_alliance_scores() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' OR NOT pg_try_advisory_xact_lock(4841005) THEN
    RETURN;
  END IF;
  WITH taken AS (DELETE FROM alliance_changes RETURNING alliance_id, score)
  INSERT INTO alliance_scores AS s (alliance_id, score)
  SELECT alliance_id, sum(score) FROM taken GROUP BY alliance_id
  ON CONFLICT ON CONSTRAINT alliance_scores_pkey DO UPDATE SET score = s.score + excluded.score;
END
$$;

-- The sums first: their changes are changes of a ranking, too.
CREATE FUNCTION fold_rankings_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE CONSTRAINT TRIGGER ranking_changes_folded AFTER INSERT ON ranking_changes
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.number % 64 = 0)
EXECUTE FUNCTION fold_rankings_at_commit();

CREATE CONSTRAINT TRIGGER score_changes_folded AFTER INSERT ON score_changes
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.number % 64 = 0)
EXECUTE FUNCTION fold_rankings_at_commit();

CREATE FUNCTION build_ranking(built text, least_empires integer) RETURNS void LANGUAGE plpgsql
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  is_due boolean;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' OR NOT pg_try_advisory_xact_lock(4841005) THEN
    RETURN;
  END IF;
  IF NOT EXISTS (SELECT FROM ranking_nodes WHERE ordering = built AND level = 1) THEN
    is_due := least_empires <= ranking_size(built, least_empires);
  ELSIF NOT EXISTS (SELECT FROM ranking_nodes WHERE ordering = built AND level = 2) THEN
    RETURN;
  ELSE
    SELECT count(*) > 4 + sum(n) / 1024 INTO is_due FROM ranking_nodes WHERE ordering = built AND level = 1;
  END IF;
  IF is_due THEN
    DELETE FROM ranking_nodes WHERE ordering = built;
    INSERT INTO ranking_nodes (ordering, level, key, n)
    SELECT built, level, '',
      CASE level WHEN 2 THEN 0
        ELSE ranking_size(built, NULL) - coalesce((SELECT sum(n) FROM ranking_entries WHERE ordering = built), 0) END
    FROM generate_series(0, 2) AS level;
  END IF;
  PERFORM divide_ranking_leaf(r) FROM ranking_nodes mark JOIN ranking_nodes r USING (ordering, key)
    WHERE ordering = built AND mark.level = 2 AND r.level = 0 AND r.n > 256;
  DELETE FROM ranking_nodes WHERE ordering = built AND level = 2;
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

CREATE FUNCTION clear_rankings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4841005);
  DELETE FROM alliance_scores;
  DELETE FROM alliance_changes;
  DELETE FROM ranking_nodes;
  DELETE FROM ranking_changes;
  DELETE FROM score_changes;
  RETURN NULL;
END
$$;

CREATE TRIGGER empires_cleared_rankings AFTER TRUNCATE ON empires
FOR EACH STATEMENT EXECUTE FUNCTION clear_rankings();

-- Places in the rankings are looked up by functions: within a statement, the plan of a lookup takes longer to start than to run.

-- The place of an entry of a ranking by a score: the number of entries with a higher score, and of those before it. One
-- function for each ranking. Without an id, both are the number of those with a higher score. STABLE, as ranking_members().
DO $do$
DECLARE
  ranking record;
BEGIN
  FOR ranking IN
    SELECT * FROM (VALUES
      ('alliance_score', 'alliance_scores e WHERE e.score > 0', 'e.score', 'e.alliance_id')
    ) AS rankings (ordering, entries, score, id)
  LOOP
    EXECUTE format($create$
      CREATE FUNCTION place_by_%1$s(own_score bigint, own_id uuid, OUT higher bigint, OUT before bigint) LANGUAGE plpgsql STABLE AS $$
      DECLARE
        none uuid := '00000000-0000-0000-0000-000000000000';
        until uuid := coalesce(own_id, none);
        wanted text;
        parent text;
        leaf text;
        leaf_score bigint;
        leaf_id uuid;
        ties bigint;
      BEGIN
        LOOP
          wanted := ranking_key(-own_score, until);
          SELECT key, sum(n) OVER () - n INTO parent, higher FROM ranking_nodes
            WHERE ordering = '%1$s' AND level = 1 AND key <= wanted ORDER BY key DESC LIMIT 1;
          SELECT key, higher + sum(n) OVER () - n INTO leaf, higher FROM ranking_nodes
            WHERE ordering = '%1$s' AND level = 0 AND key >= parent AND key <= wanted ORDER BY key DESC LIMIT 1;
          -- The first leaf, and a missing one, start before every score.
          leaf_score := coalesce(-ranking_number(nullif(leaf, '')), 9223372036854775807);
          leaf_id := coalesce(ranking_id(nullif(leaf, '')), none);
          SELECT coalesce(higher, 0)
              + (SELECT count(*) FILTER (WHERE new_key < leaf) - count(*) FILTER (WHERE old_key < leaf)
                 FROM ranking_changes WHERE ordering = '%1$s')
              -- Those that share the first score of the leaf, and the others.
              + (SELECT count(*) FROM %2$s AND leaf_score > own_score AND %3$s = leaf_score AND %4$s >= leaf_id)
              + (SELECT count(*) FROM %2$s AND %3$s < leaf_score AND %3$s > own_score),
            (SELECT count(*) FROM %2$s AND %3$s = own_score AND %4$s < until
               AND %4$s >= CASE WHEN leaf_score > own_score THEN none ELSE leaf_id END)
            INTO higher, ties;
          before := coalesce(before, higher + ties);
          EXIT WHEN leaf_score > own_score OR until = none;
          -- Its ties begin in an earlier leaf.
          until := none;
        END LOOP;
      END
      $$$create$, ranking.ordering, ranking.entries, ranking.score, ranking.id);
  END LOOP;
END
$do$;

-- The same for the rankings of empires, with the changes that are numbers.
DO $do$
DECLARE
  score text;
BEGIN
  FOREACH score IN ARRAY ARRAY['score', 'economic_score', 'military_score'] LOOP
    EXECUTE format($create$
      CREATE FUNCTION place_by_%1$s(own_score bigint, own_id uuid, OUT higher bigint, OUT before bigint)
      LANGUAGE plpgsql STABLE AS $$
      DECLARE
        none uuid := '00000000-0000-0000-0000-000000000000';
        until uuid := coalesce(own_id, none);
        wanted text;
        parent text;
        leaf text;
        leaf_score bigint;
        leaf_id uuid;
        ties bigint;
      BEGIN
        LOOP
          wanted := ranking_key(-own_score, until);
          SELECT key, sum(n) OVER () - n INTO parent, higher FROM ranking_nodes
            WHERE ordering = '%1$s' AND level = 1 AND key <= wanted ORDER BY key DESC LIMIT 1;
          SELECT key, higher + sum(n) OVER () - n INTO leaf, higher FROM ranking_nodes
            WHERE ordering = '%1$s' AND level = 0 AND key >= parent AND key <= wanted ORDER BY key DESC LIMIT 1;
          -- The first leaf, and a missing one, start before every score.
          leaf_score := coalesce(-ranking_number(nullif(leaf, '')), 9223372036854775807);
          leaf_id := coalesce(ranking_id(nullif(leaf, '')), none);
          SELECT coalesce(higher, 0)
              + (SELECT count(*) FILTER (WHERE new_%1$s > leaf_score OR new_%1$s = leaf_score AND empire_id < leaf_id)
                   - count(*) FILTER (WHERE old_%1$s > leaf_score OR old_%1$s = leaf_score AND empire_id < leaf_id)
                 FROM score_changes)
              -- Those that share the first score of the leaf, and the others.
              + (SELECT count(*) FROM empires
                 WHERE kind = 'player' AND leaf_score > own_score AND %1$s = leaf_score AND id >= leaf_id)
              + (SELECT count(*) FROM empires WHERE kind = 'player' AND %1$s < leaf_score AND %1$s > own_score),
            (SELECT count(*) FROM empires WHERE kind = 'player' AND %1$s = own_score AND id < until
               AND id >= CASE WHEN leaf_score > own_score THEN none ELSE leaf_id END)
            INTO higher, ties;
          before := coalesce(before, higher + ties);
          EXIT WHEN leaf_score > own_score OR until = none;
          -- Its ties begin in an earlier leaf.
          until := none;
        END LOOP;
      END
      $$$create$, score);
  END LOOP;
END
$do$;

-- With the changes of every ordering.
CREATE FUNCTION leaf_at_position(wanted text, start bigint, OUT leaf text, OUT skipped bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
  known bigint;
  parent text;
  next text;
  node record;
  before bigint := 0;
  last integer := 0;
BEGIN
  skipped := start;
  IF start = 0 THEN
    RETURN;
  END IF;
  -- Entries that the nodes do not contain yet could be before the position.
  known := greatest(start - (SELECT count(*) FROM ranking_entries WHERE ordering = wanted AND ranking_entries.n > 0), 0);
  FOR node IN SELECT key, n FROM ranking_nodes WHERE ordering = wanted AND level = 1 ORDER BY key LOOP
    next := node.key;
    EXIT WHEN before + last > known;
    before := before + last;
    parent := node.key;
    next := NULL;
    last := node.n;
  END LOOP;
  last := 0;
  -- Up to the next group: all rows of the query are sorted before the first one is returned.
  FOR node IN
    SELECT key, n FROM ranking_nodes
    WHERE ordering = wanted AND level = 0 AND key >= parent AND key < coalesce(next, repeat(chr(1114111), 51)) ORDER BY key
  LOOP
    EXIT WHEN before + last > known;
    before := before + last;
    leaf := node.key;
    last := node.n;
  END LOOP;
  skipped := start - before
    - coalesce((SELECT sum(entry.n) FROM ranking_entries entry WHERE entry.ordering = wanted AND entry.key < leaf), 0);
END
$$;

-- The place of an empire in a ranking, and its ranks in all three: looked up by functions.

-- The numbers of empires with higher scores than these, in two statements: each starts once for all three rankings.
CREATE FUNCTION higher_scores(
  own_score bigint, own_economic_score bigint, own_military_score bigint,
  OUT score bigint, OUT economic_score bigint, OUT military_score bigint
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  none uuid := '00000000-0000-0000-0000-000000000000';
  -- In each ranking, the first entry of the leaf that the score is in, and the number of entries before it.
  scores bigint[];
  ids uuid[];
  befores bigint[];
BEGIN
  -- The first leaf, and a missing one, start before every score.
  SELECT array_agg(coalesce(-ranking_number(nullif(leaf.key, '')), 9223372036854775807) ORDER BY number),
      array_agg(coalesce(ranking_id(nullif(leaf.key, '')), none) ORDER BY number),
      array_agg(coalesce(leaf.before, 0) ORDER BY number)
    INTO scores, ids, befores
    FROM (VALUES
      (1, 'score', ranking_key(-own_score, none)),
      (2, 'economic_score', ranking_key(-own_economic_score, none)),
      (3, 'military_score', ranking_key(-own_military_score, none))
    ) AS own (number, ordering, key)
    LEFT JOIN LATERAL (
      SELECT leaf.key,
        (SELECT coalesce(sum(n), 0) FROM ranking_nodes r
         WHERE r.ordering = own.ordering AND level = 1 AND r.key < parent.key)
          + (SELECT coalesce(sum(n), 0) FROM ranking_nodes r
             WHERE r.ordering = own.ordering AND level = 0 AND r.key >= parent.key AND r.key < leaf.key) AS before
      FROM (
        SELECT r.key FROM ranking_nodes r
        WHERE r.ordering = own.ordering AND level = 1 AND r.key <= own.key ORDER BY r.key DESC LIMIT 1
      ) AS parent, (
        SELECT r.key FROM ranking_nodes r
        WHERE r.ordering = own.ordering AND level = 0 AND r.key <= own.key ORDER BY r.key DESC LIMIT 1
      ) AS leaf
    ) AS leaf ON true;
  -- Further: the changes before the leaf, those that share its first score, and the others up to the own score.
  SELECT
    befores[1] + changed.score
      + (SELECT count(*) FROM empires e
         WHERE e.kind = 'player' AND scores[1] > own_score AND e.score = scores[1] AND e.id >= ids[1])
      + (SELECT count(*) FROM empires e WHERE e.kind = 'player' AND e.score < scores[1] AND e.score > own_score),
    befores[2] + changed.economic_score
      + (SELECT count(*) FROM empires e
         WHERE e.kind = 'player' AND scores[2] > own_economic_score AND e.economic_score = scores[2] AND e.id >= ids[2])
      + (SELECT count(*) FROM empires e WHERE e.kind = 'player' AND e.economic_score < scores[2] AND e.economic_score > own_economic_score),
    befores[3] + changed.military_score
      + (SELECT count(*) FROM empires e
         WHERE e.kind = 'player' AND scores[3] > own_military_score AND e.military_score = scores[3] AND e.id >= ids[3])
      + (SELECT count(*) FROM empires e WHERE e.kind = 'player' AND e.military_score < scores[3] AND e.military_score > own_military_score)
    INTO score, economic_score, military_score
    FROM (
      SELECT
        count(*) FILTER (WHERE new_score > scores[1] OR new_score = scores[1] AND empire_id < ids[1])
          - count(*) FILTER (WHERE old_score > scores[1] OR old_score = scores[1] AND empire_id < ids[1]) AS score,
        count(*) FILTER (WHERE new_economic_score > scores[2] OR new_economic_score = scores[2] AND empire_id < ids[2])
          - count(*) FILTER (WHERE old_economic_score > scores[2] OR old_economic_score = scores[2] AND empire_id < ids[2]) AS economic_score,
        count(*) FILTER (WHERE new_military_score > scores[3] OR new_military_score = scores[3] AND empire_id < ids[3])
          - count(*) FILTER (WHERE old_military_score > scores[3] OR old_military_score = scores[3] AND empire_id < ids[3]) AS military_score
      FROM score_changes
    ) AS changed;
END
$$;

-- How an empire is listed beside another one, as JSON. `lead`: its points minus those of the other one.
CREATE FUNCTION rival_json(id uuid, name text, alliance_tag text, lead bigint, rank bigint) RETURNS json LANGUAGE sql STABLE
RETURN json_build_object('id', id, 'name', name, 'alliance_tag', alliance_tag, 'lead', lead, 'rank', rank);

DO $do$
DECLARE
  ranking text;
BEGIN
  FOREACH ranking IN ARRAY ARRAY['score', 'economic_score', 'military_score'] LOOP
    EXECUTE format($create$
      -- The number of empires with a higher score than an entry of a ranking, if the number of those before it is known.
      CREATE FUNCTION higher_by_%1$s(entry_score bigint, entry_id uuid, before bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
      DECLARE
        ties bigint := (SELECT count(*) FROM (
          SELECT FROM empires e WHERE e.kind = 'player' AND e.%1$s = entry_score AND e.id < entry_id LIMIT 128
        ) AS counted);
      BEGIN
        RETURN CASE WHEN ties < 128 THEN before - ties ELSE (SELECT place.higher FROM place_by_%1$s(entry_score, NULL) AS place) END;
      END
      $$;

      -- The place of an empire in a ranking, its ranks in all three, and its rivals: the two empires above it and the one below,
      -- in their order. Of equal scores, the lower id is above. No row if no player has this empire.
      CREATE FUNCTION own_place_by_%1$s(own_id uuid) RETURNS TABLE (
        empire_id uuid, empire_name text, alliance_tag text, score bigint, owner_username text, is_bot boolean,
        rank bigint, "position" bigint, score_rank bigint, economic_rank bigint, military_rank bigint, rivals json
      ) LANGUAGE plpgsql STABLE AS $$
      DECLARE
        me record;
        rival record;
        near json[] := '{}';
        ties bigint;
        above integer := 0;
      BEGIN
        SELECT e.name, e.alliance_tag, e.score, e.economic_score, e.military_score, e.%1$s AS own, u.username, u.is_bot
          INTO me FROM empires e JOIN users u ON u.id = e.owner_id WHERE e.id = own_id AND e.kind = 'player';
        IF NOT FOUND THEN
          RETURN;
        END IF;
        empire_id := own_id;
        empire_name := me.name;
        alliance_tag := me.alliance_tag;
        score := me.own;
        owner_username := me.username;
        is_bot := me.is_bot;
        SELECT 1 + higher.score, 1 + higher.economic_score, 1 + higher.military_score
          INTO score_rank, economic_rank, military_rank
          FROM higher_scores(me.score, me.economic_score, me.military_score) AS higher;
        rank := %2$s_rank;
        ties := (SELECT count(*) FROM (
          SELECT FROM empires e WHERE e.kind = 'player' AND e.%1$s = me.own AND e.id < own_id LIMIT 128
        ) AS counted);
        position := CASE WHEN ties < 128 THEN rank + ties
          ELSE (SELECT 1 + place.before FROM place_by_%1$s(me.own, own_id) AS place) END;
        IF ties > 0 THEN
          FOR rival IN SELECT e.id, e.name, e.alliance_tag FROM empires e
            WHERE e.kind = 'player' AND e.%1$s = me.own AND e.id < own_id ORDER BY e.id DESC LIMIT 2
          LOOP
            above := above + 1;
            near := rival_json(rival.id, rival.name, rival.alliance_tag, 0, rank) || near;
          END LOOP;
        END IF;
        IF above < 2 THEN
          FOR rival IN SELECT e.id, e.name, e.alliance_tag, e.%1$s AS score FROM empires e
            WHERE e.kind = 'player' AND e.%1$s > me.own ORDER BY e.%1$s, e.id DESC LIMIT 2 - above
          LOOP
            above := above + 1;
            near := rival_json(rival.id, rival.name, rival.alliance_tag, rival.score - me.own,
              1 + higher_by_%1$s(rival.score, rival.id, position - 1 - above)) || near;
          END LOOP;
        END IF;
        SELECT e.id, e.name, e.alliance_tag INTO rival FROM empires e
          WHERE e.kind = 'player' AND e.%1$s = me.own AND e.id > own_id ORDER BY e.id LIMIT 1;
        IF FOUND THEN
          near := near || rival_json(rival.id, rival.name, rival.alliance_tag, 0, rank);
        ELSE
          SELECT e.id, e.name, e.alliance_tag, e.%1$s AS score INTO rival FROM empires e
            WHERE e.kind = 'player' AND e.%1$s < me.own ORDER BY e.%1$s DESC, e.id LIMIT 1;
          IF FOUND THEN
            near := near || rival_json(rival.id, rival.name, rival.alliance_tag, rival.score - me.own, position + 1);
          END IF;
        END IF;
        rivals := array_to_json(near);
        RETURN NEXT;
      END
      $$$create$, ranking, split_part(ranking, '_', 1));
  END LOOP;
END
$do$;
