-- Positions in the rankings and lists. src/world/figures/rankings.ts refreshes the views; reads are lookups by their keys.

CREATE MATERIALIZED VIEW ranked_by_score AS
SELECT row_number() OVER (ORDER BY score DESC, id) AS position, rank() OVER (ORDER BY score DESC) AS rank, id AS empire_id
FROM empires WHERE kind = 'player';
CREATE UNIQUE INDEX ranked_by_score_position ON ranked_by_score (position);
CREATE UNIQUE INDEX ranked_by_score_empire ON ranked_by_score (empire_id);
COMMENT ON MATERIALIZED VIEW ranked_by_score IS 'The ranking of empires by score. Ties share a rank and have different positions.';

CREATE MATERIALIZED VIEW ranked_by_military_score AS
SELECT row_number() OVER (ORDER BY military_score DESC, id) AS position, rank() OVER (ORDER BY military_score DESC) AS rank,
  id AS empire_id
FROM empires WHERE kind = 'player';
CREATE UNIQUE INDEX ranked_by_military_score_position ON ranked_by_military_score (position);
CREATE UNIQUE INDEX ranked_by_military_score_empire ON ranked_by_military_score (empire_id);
COMMENT ON MATERIALIZED VIEW ranked_by_military_score IS 'The same by military score.';

CREATE MATERIALIZED VIEW ranked_by_economic_score AS
SELECT row_number() OVER (ORDER BY economic_score DESC, id) AS position, rank() OVER (ORDER BY economic_score DESC) AS rank,
  id AS empire_id
FROM empires WHERE kind = 'player';
CREATE UNIQUE INDEX ranked_by_economic_score_position ON ranked_by_economic_score (position);
CREATE UNIQUE INDEX ranked_by_economic_score_empire ON ranked_by_economic_score (empire_id);
COMMENT ON MATERIALIZED VIEW ranked_by_economic_score IS 'The same by economic score.';

CREATE MATERIALIZED VIEW ranked_by_created_at AS
SELECT row_number() OVER (ORDER BY created_at, id) AS position, id AS empire_id FROM empires WHERE kind = 'player';
CREATE UNIQUE INDEX ranked_by_created_at_position ON ranked_by_created_at (position);
COMMENT ON MATERIALIZED VIEW ranked_by_created_at IS 'Positions in the list of empires by age, the oldest first.';

CREATE MATERIALIZED VIEW ranked_by_name AS
SELECT row_number() OVER (ORDER BY name_key) AS position, id AS empire_id FROM empires WHERE kind = 'player';
CREATE UNIQUE INDEX ranked_by_name_position ON ranked_by_name (position);
COMMENT ON MATERIALIZED VIEW ranked_by_name IS 'Positions in the list of empires by name.';

CREATE MATERIALIZED VIEW ranked_by_alliance_score AS
SELECT row_number() OVER (ORDER BY sum(score) DESC, alliance_id) AS position, rank() OVER (ORDER BY sum(score) DESC) AS rank,
  alliance_id
FROM empires WHERE alliance_id IS NOT NULL GROUP BY alliance_id HAVING sum(score) > 0;
CREATE UNIQUE INDEX ranked_by_alliance_score_position ON ranked_by_alliance_score (position);
CREATE UNIQUE INDEX ranked_by_alliance_score_alliance ON ranked_by_alliance_score (alliance_id);
COMMENT ON MATERIALIZED VIEW ranked_by_alliance_score IS 'The ranking of alliances by the scores of their members added up.';

CREATE TABLE ranking_refreshes (
  view text COLLATE "C" CONSTRAINT ranking_refreshes_pkey PRIMARY KEY,
  refreshed_at bigint NOT NULL DEFAULT floor(extract(epoch FROM now()) * 1000),
  took_ms bigint NOT NULL DEFAULT 0,
  changes text NOT NULL DEFAULT ''
);
COMMENT ON TABLE ranking_refreshes IS 'When each view was refreshed. A refresh locks the row, so that one instance at a time does it.';
COMMENT ON COLUMN ranking_refreshes.took_ms IS 'How long the last refresh took.';
COMMENT ON COLUMN ranking_refreshes.changes IS 'The counters of Postgres for changes of the table empires, as read before the refresh. While they are the same, no score has changed.';
INSERT INTO ranking_refreshes (view)
VALUES ('ranked_by_score'), ('ranked_by_military_score'), ('ranked_by_economic_score'), ('ranked_by_created_at'),
  ('ranked_by_name'), ('ranked_by_alliance_score');
