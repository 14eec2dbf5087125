-- Positions in the sorted lists of empires without counting rows. Derived from empires: unlogged, so that changes
-- write no WAL. Without nodes (after a crash of the database, or in a small world) readers count instead.

-- Sorts like the number, then like the id, in the collation "C".
CREATE FUNCTION ranking_key(number bigint, id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lpad(to_hex(number # (-9223372036854775807 - 1)), 16, '0') || id::text;

CREATE FUNCTION ranking_number(key text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ('x' || left(key, 16))::bit(64)::bigint # (-9223372036854775807 - 1);

CREATE FUNCTION ranking_id(key text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN substr(key, 17)::uuid;

-- An ordering divides the empires into ranges of about 128, its leaves (level 0), and the leaves into groups (level
-- 1). A node covers the keys from its own up to the next node of its level; the first key is ''.
-- The key of 'score', 'economic_score' and 'military_score' is ranking_key(-score, id), that of 'created_at' is
-- ranking_key(created_at, id), and that of 'name' is name_key.
CREATE UNLOGGED TABLE ranking_nodes (
  ordering text COLLATE "C" NOT NULL,
  level smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  -- The number of empires.
  n integer NOT NULL,
  CONSTRAINT ranking_nodes_pkey PRIMARY KEY (ordering, level, key)
) WITH (fillfactor = 70);

-- Changes that the nodes do not contain yet: in every snapshot, nodes and changes together equal the empires. A
-- transaction only appends here, so that none waits for another one. The id spreads the entries of the index over
-- its pages, which Postgres then cleans without a vacuum.
CREATE UNLOGGED TABLE ranking_changes (
  ordering text COLLATE "C" NOT NULL,
  empire_id uuid NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  -- null: no such empire.
  old_key text COLLATE "C",
  new_key text COLLATE "C",
  CONSTRAINT ranking_changes_pkey PRIMARY KEY (ordering, empire_id, number)
);

-- The changes as keys that are removed (-1) and added (1).
CREATE VIEW ranking_entries AS
SELECT c.ordering, e.key, e.n
FROM ranking_changes c
CROSS JOIN LATERAL (VALUES (c.old_key, -1), (c.new_key, 1)) AS e (key, n)
WHERE e.key IS NOT NULL;

CREATE FUNCTION record_ranking_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ranking_changes (ordering, empire_id, old_key, new_key)
  SELECT ordering, coalesce(NEW.id, OLD.id), old_key, new_key
  FROM (VALUES
    ('score', ranking_key(-OLD.score, OLD.id), ranking_key(-NEW.score, NEW.id)),
    ('economic_score', ranking_key(-OLD.economic_score, OLD.id), ranking_key(-NEW.economic_score, NEW.id)),
    ('military_score', ranking_key(-OLD.military_score, OLD.id), ranking_key(-NEW.military_score, NEW.id)),
    ('created_at', ranking_key(OLD.created_at, OLD.id), ranking_key(NEW.created_at, NEW.id)),
    ('name', OLD.name_key, NEW.name_key)
  ) AS change (ordering, old_key, new_key)
  WHERE old_key IS DISTINCT FROM new_key;
  RETURN NULL;
END
$$;

CREATE TRIGGER empires_entered_rankings AFTER INSERT OR DELETE ON empires
FOR EACH ROW EXECUTE FUNCTION record_ranking_change();

CREATE TRIGGER empires_changed_rankings AFTER UPDATE ON empires FOR EACH ROW
WHEN (
  NEW.economic_score <> OLD.economic_score OR NEW.military_score <> OLD.military_score
  OR NEW.name_key <> OLD.name_key OR NEW.created_at <> OLD.created_at OR NEW.id <> OLD.id
)
EXECUTE FUNCTION record_ranking_change();

-- The keys of an ordering from one key up to, but without, another one; '' and null are the ends of the list.
-- STABLE: it reads in the snapshot of the statement that calls it.
CREATE FUNCTION ranking_members(ordering text, start text, stop text) RETURNS TABLE (key text)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  start_number bigint := CASE WHEN start = '' THEN -9223372036854775807 ELSE ranking_number(start) END;
  stop_number bigint := coalesce(ranking_number(stop), 9223372036854775807);
  start_id uuid := CASE WHEN start = '' THEN '00000000-0000-0000-0000-000000000000' ELSE ranking_id(start) END;
  stop_id uuid := coalesce(ranking_id(stop), '00000000-0000-0000-0000-000000000000');
BEGIN
  IF ordering = 'created_at' THEN
    RETURN QUERY SELECT ranking_key(created_at, id) FROM empires
      WHERE (created_at, id) >= (start_number, start_id) AND (created_at, id) < (stop_number, stop_id);
  ELSE
    -- The index sorts scores downwards and ids upwards, so that a comparison of rows could not use it.
    RETURN QUERY EXECUTE format(
      'SELECT ranking_key(-%1$I, id) FROM empires
         WHERE %1$I = -$1 AND id >= $2 AND id <= CASE WHEN $1 = $3 THEN $4 ELSE $5 END AND ($1, id) < ($3, $4)
       UNION ALL SELECT ranking_key(-%1$I, id) FROM empires WHERE %1$I < -$1 AND %1$I > -$3
       UNION ALL SELECT ranking_key(-%1$I, id) FROM empires WHERE $1 < $3 AND %1$I = -$3 AND id < $4',
      ordering
    ) USING start_number, start_id, stop_number, stop_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid;
  END IF;
END
$$;

CREATE FUNCTION ranking_names(start text, stop text) RETURNS TABLE (key text) LANGUAGE sql STABLE AS $$
  SELECT name_key FROM empires WHERE name_key >= start AND (stop IS NULL OR name_key < stop)
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

-- Moves the changes into the nodes, and divides some of the leaves that have grown: as many as a transaction may wait
-- for, the rest is left to build_ranking(). Does nothing while another transaction does it. Call it only where no trigger of empires is pending: at the end of a transaction.
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
    WITH taken AS (DELETE FROM ranking_changes RETURNING ordering, old_key, new_key),
    leaves AS (
      SELECT taken.ordering, leaf.key, sum(e.n) AS n
      FROM taken
      CROSS JOIN LATERAL (VALUES (old_key, -1), (new_key, 1)) AS e (key, n)
      CROSS JOIN LATERAL (
        SELECT r.key FROM ranking_nodes r
        WHERE r.ordering = taken.ordering AND r.level = 0 AND r.key <= e.key ORDER BY r.key DESC LIMIT 1
      ) AS leaf
      GROUP BY taken.ordering, leaf.key HAVING sum(e.n) <> 0
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
    END IF;
  END LOOP;
END
$$;

-- Builds an ordering from the empires, if it has no nodes and there are enough empires, or if it has too many nodes
-- because their empires went elsewhere. Then divides all leaves that have grown. Does nothing while another
-- transaction builds or folds.
CREATE FUNCTION build_ranking(built text, least_empires integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  groups integer;
  empires integer;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' OR NOT pg_try_advisory_xact_lock(4841005) THEN
    RETURN;
  END IF;
  SELECT count(*), sum(n) INTO groups, empires FROM ranking_nodes WHERE ordering = built AND level = 1;
  IF groups > 4 + empires / 1024
    OR groups = 0 AND least_empires <= (SELECT count(*) FROM (SELECT FROM empires LIMIT least_empires) AS s)
  THEN
    DELETE FROM ranking_nodes WHERE ordering = built;
    INSERT INTO ranking_nodes (ordering, level, key, n)
    SELECT built, level, '',
      (SELECT count(*) FROM empires) - coalesce((SELECT sum(n) FROM ranking_entries WHERE ordering = built), 0)
    FROM generate_series(0, 1) AS level;
  END IF;
  PERFORM divide_ranking_leaf(r) FROM ranking_nodes r WHERE ordering = built AND level = 0 AND n > 256;
END
$$;

-- Deferred to the commit, where every trigger of empires has run.
CREATE FUNCTION fold_rankings_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Once, even if the transaction has changed a million empires.
  IF current_setting('hegemon.folded_by', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
    PERFORM set_config('hegemon.folded_by', pg_current_xact_id()::text, true), fold_rankings();
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER ranking_changes_folded AFTER INSERT ON ranking_changes
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.number % 64 = 0)
EXECUTE FUNCTION fold_rankings_at_commit();

-- TRUNCATE fires no trigger for the rows that it removes.
CREATE FUNCTION clear_rankings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4841005);
  DELETE FROM ranking_nodes;
  DELETE FROM ranking_changes;
  RETURN NULL;
END
$$;

CREATE TRIGGER empires_cleared_rankings AFTER TRUNCATE ON empires
FOR EACH STATEMENT EXECUTE FUNCTION clear_rankings();
