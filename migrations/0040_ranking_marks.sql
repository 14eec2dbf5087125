-- What a fold of rankings (0011_rankings.sql) leaves to build_ranking(): a node of level 2 with the key of a leaf that has
-- grown and was not divided, or of a group that is nearly empty. Without it, each run read every leaf of the world.
INSERT INTO ranking_nodes (ordering, level, key, n)
SELECT DISTINCT ordering, 2, key, 0 FROM ranking_nodes WHERE level = 0 AND n > 256 OR level = 1 AND n < 1024;

CREATE OR REPLACE FUNCTION fold_rankings() RETURNS void LANGUAGE plpgsql
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
    ELSIF node.level = 0 AND node.n > 256 OR node.level = 1 AND node.n < 1024 THEN
      INSERT INTO ranking_nodes (ordering, level, key, n) VALUES (node.ordering, 2, node.key, 0) ON CONFLICT DO NOTHING;
    END IF;
  END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION build_ranking(built text, least_empires integer) RETURNS void LANGUAGE plpgsql
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
