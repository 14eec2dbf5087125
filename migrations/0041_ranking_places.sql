-- Places in the rankings are looked up by functions: within a statement, the plan of a lookup takes longer to start than to run.

-- The place of an entry of a ranking by a score: the number of entries with a higher score, and of those before it. One
-- function for each ranking. Without an id, both are the number of those with a higher score. STABLE, as ranking_members().
DO $do$
DECLARE
  ranking record;
BEGIN
  FOR ranking IN
    SELECT * FROM (VALUES
      ('score', 'empires e WHERE e.kind = ''player''', 'e.score', 'e.id'),
      ('economic_score', 'empires e WHERE e.kind = ''player''', 'e.economic_score', 'e.id'),
      ('military_score', 'empires e WHERE e.kind = ''player''', 'e.military_score', 'e.id'),
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

-- The leaf of an ordering that contains a position, or one before it, and the number of entries from its beginning to the
-- position. Null: the list begins there.
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
  known := greatest(start - (SELECT count(new_key) FROM ranking_changes WHERE ordering = wanted), 0);
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
  skipped := start - before - (
    SELECT count(*) FILTER (WHERE new_key < leaf) - count(*) FILTER (WHERE old_key < leaf)
    FROM ranking_changes WHERE ordering = wanted
  );
END
$$;
