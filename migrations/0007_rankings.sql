-- Positions in the rankings and lists without counting: src/world/figures/rank-marks.ts makes and reads the marks.

CREATE UNLOGGED TABLE ranking_marks (
  ordering text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  number bigint,
  id uuid,
  name_key text COLLATE "C",
  CONSTRAINT ranking_marks_pkey PRIMARY KEY (ordering, position)
);
CREATE INDEX ranking_marks_by_key ON ranking_marks (ordering, number, id);
COMMENT ON TABLE ranking_marks IS 'Every hundredth entry of an ordering, and every alliance, with its key. Derived, hence unlogged: without marks (in a small world, or after a crash of Postgres) readers count.';
COMMENT ON COLUMN ranking_marks.position IS 'The number of entries before it when the marks were made.';
COMMENT ON COLUMN ranking_marks.number IS 'A score times -1, or a founding time; null in the list by names.';

CREATE TABLE ranking_renewals (
  ordering text COLLATE "C" CONSTRAINT ranking_renewals_pkey PRIMARY KEY,
  renewed_at bigint NOT NULL DEFAULT 0,
  took_ms bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE ranking_renewals IS 'When the marks of an ordering were made, and how long that took. A renewal locks the row.';
INSERT INTO ranking_renewals (ordering)
VALUES ('score'), ('economic_score'), ('military_score'), ('created_at'), ('name'), ('alliance_score');
