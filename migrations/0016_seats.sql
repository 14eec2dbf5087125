-- Seats: tiles that exactly one empire holds. The row of the holder repeats its seats, so that it can be advanced
-- without reading others; the trigger on battles and the save keep both equal.
CREATE TABLE seats (
  id uuid NOT NULL,
  number integer NOT NULL,
  x integer NOT NULL,
  y integer NOT NULL,
  -- Gets the seat back when the empire of a holder is deleted.
  keeper_id uuid NOT NULL,
  holder_id uuid NOT NULL,
  -- Null: held by its keeper from the start.
  held_since bigint,
  CONSTRAINT seats_pkey PRIMARY KEY (id),
  CONSTRAINT seats_number_unique UNIQUE (number),
  CONSTRAINT seats_keeper_id_fkey FOREIGN KEY (keeper_id) REFERENCES empires (id),
  CONSTRAINT seats_holder_id_fkey FOREIGN KEY (holder_id) REFERENCES empires (id),
  CONSTRAINT seats_number_sound CHECK (number >= 0),
  -- Boxes as of cities: they overlap exactly if two are nearer than 3.
  CONSTRAINT seats_distance EXCLUDE USING gist (box(point(x - 1, y - 1), point(x + 1, y + 1)) WITH &&)
);

CREATE INDEX seats_by_holder ON seats (holder_id);

ALTER TABLE empires
  ADD COLUMN seats jsonb NOT NULL DEFAULT '[]',
  -- In 1/3,600,000 of a crown; see crownPartsAt in src/game/reigns.ts. Constant while the seats are the same.
  ADD COLUMN crown_offset bigint NOT NULL DEFAULT 0,
  ADD COLUMN reign_ends_at bigint,
  ADD CONSTRAINT empires_seats_sound CHECK (jsonb_array_length(seats) <= 3);

-- Of empires with the same number of seats, the order of the crowns never changes during a reign.
CREATE INDEX empires_by_crowns ON empires
  (reign_ends_at, jsonb_array_length(seats), crown_offset DESC, created_at, id)
  WHERE reign_ends_at IS NOT NULL;

-- An exclusion constraint covers one table only. A city takes the lock shared, a seat takes it alone: so of two that
-- are made at the same time, the later one sees the earlier one.
CREATE FUNCTION keep_city_off_seats() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_same boolean;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(4841006);
  SELECT seats.x = NEW.x AND seats.y = NEW.y INTO is_same FROM seats
    WHERE box(point(x - 1, y - 1), point(x + 1, y + 1)) && box(point(NEW.x - 1, NEW.y - 1), point(NEW.x + 1, NEW.y + 1))
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'a seat is too close to this tile' USING ERRCODE = 'exclusion_violation',
      CONSTRAINT = CASE WHEN is_same THEN 'cities_not_on_seats' ELSE 'cities_distance_to_seats' END;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER cities_off_seats BEFORE INSERT OR UPDATE OF x, y ON cities
FOR EACH ROW EXECUTE FUNCTION keep_city_off_seats();

CREATE FUNCTION keep_seat_off_cities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4841006);
  IF EXISTS (
    SELECT FROM cities
    WHERE box(point(x - 1, y - 1), point(x + 1, y + 1)) && box(point(NEW.x - 1, NEW.y - 1), point(NEW.x + 1, NEW.y + 1))
  ) THEN
    RAISE EXCEPTION 'a city is too close to this tile' USING ERRCODE = 'exclusion_violation',
      CONSTRAINT = 'seats_distance_to_cities';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER seats_off_cities BEFORE INSERT OR UPDATE OF x, y ON seats
FOR EACH ROW EXECUTE FUNCTION keep_seat_off_cities();

-- The defender of an undecided attack on a seat is the present holder. After a change that can be the attacker itself.
ALTER TABLE battles
  DROP CONSTRAINT battles_two_sides,
  ADD CONSTRAINT battles_two_sides CHECK (attacker_id <> defender_id OR target_type = 'seat'),
  DROP CONSTRAINT battles_target_type,
  ADD CONSTRAINT battles_target_type CHECK (target_type IN ('city', 'army', 'seat'));

-- The lock waits for a change of the holder that is under way, and holds up a later one until this order is committed.
CREATE FUNCTION require_seat_holder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM seats WHERE id = NEW.target_id AND holder_id = NEW.defender_id FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the seat has another holder' USING ERRCODE = 'check_violation', CONSTRAINT = 'battles_seat_holder';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER battles_seat_holder BEFORE INSERT ON battles FOR EACH ROW
WHEN (NEW.target_type = 'seat') EXECUTE FUNCTION require_seat_holder();
