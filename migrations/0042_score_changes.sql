-- The changes of scores (0011_rankings.sql) as numbers: one row for an empire and its three orderings, without an index,
-- instead of two or three rows with keys. The other orderings keep ranking_changes.
CREATE UNLOGGED TABLE score_changes (
  empire_id uuid NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  -- null: no such empire.
  old_score bigint,
  old_economic_score bigint,
  old_military_score bigint,
  new_score bigint,
  new_economic_score bigint,
  new_military_score bigint
);

CREATE CONSTRAINT TRIGGER score_changes_folded AFTER INSERT ON score_changes
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.number % 64 = 0)
EXECUTE FUNCTION fold_rankings_at_commit();

-- From here on, no transaction adds a change of a score to ranking_changes; those that it has are folded.
LOCK TABLE empires IN SHARE ROW EXCLUSIVE MODE;
SELECT pg_advisory_xact_lock(4841005);
SELECT fold_rankings();

CREATE OR REPLACE FUNCTION record_ranking_change() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE VIEW ranking_entries AS
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

-- The places of 0041_ranking_places.sql, which explains them, with the changes that are numbers.
DO $do$
DECLARE
  score text;
BEGIN
  FOREACH score IN ARRAY ARRAY['score', 'economic_score', 'military_score'] LOOP
    EXECUTE format($create$
      CREATE OR REPLACE FUNCTION place_by_%1$s(own_score bigint, own_id uuid, OUT higher bigint, OUT before bigint)
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

-- As in 0041_ranking_places.sql, with the changes of every ordering.
CREATE OR REPLACE FUNCTION leaf_at_position(wanted text, start bigint, OUT leaf text, OUT skipped bigint) LANGUAGE plpgsql STABLE AS $$
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

CREATE OR REPLACE FUNCTION clear_rankings() RETURNS trigger LANGUAGE plpgsql AS $$
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
