-- What happens in the world, as the page of the world and the operators read it. The transactions in which it happens
-- write these rows, so that no reader counts players, battles or seats.

-- Counts of a UTC day. Each database connection adds to one of 64 rows, so that orders do not wait for each other.
CREATE TABLE world_days (
  -- Days since 1970.
  day     integer NOT NULL,
  shard   integer NOT NULL,
  -- Players, except bots, by the day of their command.
  players bigint  NOT NULL,
  -- Battles by the day of their contact.
  battles bigint  NOT NULL,
  CONSTRAINT world_days_pkey PRIMARY KEY (day, shard),
  CONSTRAINT world_days_counts CHECK (players >= 0 AND battles >= 0)
);

-- Battles between players that were among the ten with most losses of their day when they were decided.
CREATE TABLE great_battles (
  -- The UTC day on which the last round is shown.
  day       integer NOT NULL,
  -- Units of both sides.
  losses    bigint  NOT NULL,
  battle_id uuid    NOT NULL,
  CONSTRAINT great_battles_pkey PRIMARY KEY (day, losses, battle_id),
  CONSTRAINT great_battles_battle FOREIGN KEY (battle_id) REFERENCES battles (id) ON DELETE CASCADE,
  CONSTRAINT great_battles_losses CHECK (losses > 0)
);

CREATE INDEX great_battles_by_battle ON great_battles (battle_id);

-- Seats that one empire has taken from another.
CREATE TABLE seat_changes (
  seat_id uuid   NOT NULL,
  at      bigint NOT NULL,
  from_id uuid   NOT NULL,
  to_id   uuid   NOT NULL,
  CONSTRAINT seat_changes_pkey PRIMARY KEY (seat_id, at),
  CONSTRAINT seat_changes_seat FOREIGN KEY (seat_id) REFERENCES seats (id) ON DELETE CASCADE,
  CONSTRAINT seat_changes_from FOREIGN KEY (from_id) REFERENCES empires (id) ON DELETE CASCADE,
  CONSTRAINT seat_changes_to FOREIGN KEY (to_id) REFERENCES empires (id) ON DELETE CASCADE,
  CONSTRAINT seat_changes_sides CHECK (from_id <> to_id)
);

CREATE INDEX seat_changes_by_time ON seat_changes (at);
CREATE INDEX seat_changes_by_from ON seat_changes (from_id);
CREATE INDEX seat_changes_by_to ON seat_changes (to_id);

-- Owners of the empires of deleted accounts whose empire an operator has deleted: nothing refers to them.
DELETE FROM users WHERE deleted_at IS NOT NULL AND empire_id IS NULL;
