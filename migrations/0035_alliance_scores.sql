-- The sums of the members' scores, for the ranking of alliances. In every snapshot, alliance_scores and alliance_changes
-- together equal the empires. A transaction only appends changes, so that none waits for another one.
CREATE TABLE alliance_scores (
  alliance_id uuid   NOT NULL,
  score       bigint NOT NULL,
  CONSTRAINT alliance_scores_pkey PRIMARY KEY (alliance_id)
);

-- Without members, the sum is 0.
CREATE INDEX alliance_scores_by_score ON alliance_scores (score DESC, alliance_id) WHERE score > 0;

CREATE TABLE alliance_changes (
  alliance_id uuid   NOT NULL,
  -- What the sum grows by.
  score       bigint NOT NULL
);

INSERT INTO alliance_scores (alliance_id, score)
SELECT alliance_id, sum(score) FROM empires WHERE alliance_id IS NOT NULL GROUP BY alliance_id;

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

-- A change of a score is a change of a ranking, too: this keeps both lists of changes short.
CREATE OR REPLACE FUNCTION fold_rankings_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Once, even if the transaction has changed a million empires.
  IF current_setting('hegemon.folded_by', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
    PERFORM set_config('hegemon.folded_by', pg_current_xact_id()::text, true), fold_rankings(), fold_alliance_scores();
  END IF;
  RETURN NULL;
END
$$;

-- TRUNCATE fires no trigger for the rows that it removes.
CREATE OR REPLACE FUNCTION clear_rankings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4841005);
  DELETE FROM ranking_nodes;
  DELETE FROM ranking_changes;
  DELETE FROM alliance_scores;
  DELETE FROM alliance_changes;
  RETURN NULL;
END
$$;
