-- The score of each player's empire by UTC day: written with the first save of the day, kept for 400 days.
CREATE TABLE score_history (
  empire_id uuid NOT NULL,
  -- Days since 1970.
  day integer NOT NULL,
  score bigint NOT NULL,
  CONSTRAINT score_history_pkey PRIMARY KEY (empire_id, day),
  CONSTRAINT score_history_empire_id_fkey FOREIGN KEY (empire_id) REFERENCES empires (id) ON DELETE CASCADE,
  CONSTRAINT score_history_sound CHECK (day >= 0 AND score >= 0)
);

-- Finds the rows that are deleted after 400 days.
CREATE INDEX score_history_by_day ON score_history (day);
