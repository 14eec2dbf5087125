-- Targets that players mark on the map.

CREATE TABLE marked_targets (
  user_id uuid   NOT NULL CONSTRAINT marked_targets_user REFERENCES users (id) ON DELETE CASCADE,
  city_id uuid   NULL CONSTRAINT marked_targets_city REFERENCES cities (id) ON DELETE CASCADE,
  seat_id uuid   NULL CONSTRAINT marked_targets_seat REFERENCES seats (id) ON DELETE CASCADE,
  at      bigint NOT NULL,
  CONSTRAINT marked_targets_unique UNIQUE NULLS NOT DISTINCT (user_id, city_id, seat_id),
  CONSTRAINT marked_targets_place CHECK (num_nonnulls(city_id, seat_id) = 1)
);
COMMENT ON TABLE marked_targets IS 'Cities and seats of others that a player has marked on the map, to attack them later. Only the player sees them.';
COMMENT ON COLUMN marked_targets.city_id IS 'The city, also of a village. Null for a seat.';
-- Find the marks of a city or seat that is deleted.
CREATE INDEX marked_targets_by_city ON marked_targets (city_id) WHERE city_id IS NOT NULL;
CREATE INDEX marked_targets_by_seat ON marked_targets (seat_id) WHERE seat_id IS NOT NULL;
