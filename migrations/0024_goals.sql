-- Not beside earlier releases: they would misread the world.

-- When an empire reached each goal, by the name of the goal; and the attacks that it has won.
ALTER TABLE empires
  ADD COLUMN goals jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN victories bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT empires_goals_sound CHECK (counts_are_sound(goals)),
  ADD CONSTRAINT empires_victories_sound CHECK (victories >= 0);

UPDATE empires SET victories = won.count
FROM (SELECT attacker_id, count(*) FROM battles WHERE outcome ->> 'result' = 'attacker_won' GROUP BY attacker_id) AS won
WHERE id = won.attacker_id;

-- The goals that an empire has reached by now are due at the moment to which it has advanced.
INSERT INTO due_empires (at, empire_id) SELECT settled_at, id FROM empires WHERE kind = 'player' ON CONFLICT DO NOTHING;
