-- The place of an empire in a ranking, and its ranks in all three: looked up by functions, as in 0041_ranking_places.sql.

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
