-- Seats and reigns. A seat is a tile that exactly one empire holds. The row of the holder repeats its seats.

CREATE TABLE seats (
  id uuid PRIMARY KEY,
  number integer NOT NULL,
  x integer NOT NULL,
  y integer NOT NULL,
  keeper_id uuid NOT NULL CONSTRAINT seats_keeper_id_fkey REFERENCES empires (id),
  holder_id uuid NOT NULL CONSTRAINT seats_holder_id_fkey REFERENCES empires (id),
  held_since bigint,
  CONSTRAINT seats_number_unique UNIQUE (number),
  CONSTRAINT seats_number_sound CHECK (number >= 0),
  -- Boxes as of cities: they overlap exactly if two are nearer than 3.
  CONSTRAINT seats_distance EXCLUDE USING gist (box(point(x - 1, y - 1), point(x + 1, y + 1)) WITH &&)
);
COMMENT ON TABLE seats IS 'Tiles that exactly one empire holds.';
COMMENT ON COLUMN seats.keeper_id IS 'Gets the seat back when the empire of a holder is deleted.';
COMMENT ON COLUMN seats.held_since IS 'Null: held by its keeper from the start.';
CREATE INDEX seats_by_holder ON seats (holder_id);

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
CREATE TRIGGER cities_off_seats BEFORE INSERT OR UPDATE OF x, y ON cities FOR EACH ROW EXECUTE FUNCTION keep_city_off_seats();

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
CREATE TRIGGER seats_off_cities BEFORE INSERT OR UPDATE OF x, y ON seats FOR EACH ROW EXECUTE FUNCTION keep_seat_off_cities();

-- The lock waits for a change of the holder that is under way, and holds up a later one until this order is committed.
CREATE FUNCTION require_seat_holder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM seats WHERE id = NEW.target_id AND holder_id = coalesce(NEW.ally_id, NEW.defender_id) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the seat has another holder' USING ERRCODE = 'check_violation', CONSTRAINT = 'battles_seat_holder';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER battles_seat_holder BEFORE INSERT ON battles FOR EACH ROW
WHEN (NEW.target_type = 'seat') EXECUTE FUNCTION require_seat_holder();

CREATE TABLE seat_changes (
  seat_id uuid   NOT NULL CONSTRAINT seat_changes_seat REFERENCES seats (id) ON DELETE CASCADE,
  at      bigint NOT NULL,
  from_id uuid   NOT NULL CONSTRAINT seat_changes_from REFERENCES empires (id) ON DELETE CASCADE,
  to_id   uuid   NOT NULL CONSTRAINT seat_changes_to REFERENCES empires (id) ON DELETE CASCADE,
  CONSTRAINT seat_changes_pkey PRIMARY KEY (seat_id, at),
  CONSTRAINT seat_changes_sides CHECK (from_id <> to_id)
);
COMMENT ON TABLE seat_changes IS 'Seats that one empire has taken from another.';
CREATE INDEX seat_changes_by_time ON seat_changes (at);
CREATE INDEX seat_changes_by_from ON seat_changes (from_id);
CREATE INDEX seat_changes_by_to ON seat_changes (to_id);

CREATE TABLE reign_crowns (
  reign integer NOT NULL,
  empire_id uuid NOT NULL CONSTRAINT reign_crowns_empire_id_fkey REFERENCES empires (id) ON DELETE CASCADE,
  parts bigint NOT NULL,
  CONSTRAINT reign_crowns_pkey PRIMARY KEY (reign, empire_id),
  CONSTRAINT reign_crowns_parts_sound CHECK (parts > 0)
);
COMMENT ON TABLE reign_crowns IS 'Crowns at the end of a reign, written in the transaction that resets them.';
COMMENT ON COLUMN reign_crowns.parts IS 'In 1/3,600,000 of a crown.';
CREATE INDEX reign_crowns_by_parts ON reign_crowns (reign, parts DESC);

CREATE TABLE reigns (
  number integer PRIMARY KEY,
  ended_at bigint NOT NULL,
  empire_id uuid CONSTRAINT reigns_empire_id_fkey REFERENCES empires (id) ON DELETE SET NULL,
  empire_name text,
  parts bigint NOT NULL,
  CONSTRAINT reigns_number_sound CHECK (number >= 1),
  CONSTRAINT reigns_parts_sound CHECK ((parts > 0) = (empire_name IS NOT NULL) AND parts >= 0)
);
COMMENT ON TABLE reigns IS 'Reigns that are over. The key decides that each is closed once.';
COMMENT ON COLUMN reigns.empire_id IS 'The Hegemon. Null if no empire had a crown, or if the empire was deleted since.';
COMMENT ON COLUMN reigns.parts IS 'Crowns of the Hegemon, in 1/3,600,000.';
CREATE INDEX reigns_by_hegemon ON reigns (empire_id);

CREATE TABLE reign_alliance_crowns (
  reign       integer NOT NULL,
  empire_id   uuid    NOT NULL CONSTRAINT reign_alliance_crowns_empire REFERENCES empires (id) ON DELETE CASCADE,
  alliance_id uuid    NOT NULL CONSTRAINT reign_alliance_crowns_alliance REFERENCES alliances (id),
  parts       bigint  NOT NULL,
  CONSTRAINT reign_alliance_crowns_pkey PRIMARY KEY (reign, empire_id, alliance_id),
  CONSTRAINT reign_alliance_crowns_parts CHECK (parts > 0)
);
COMMENT ON TABLE reign_alliance_crowns IS 'The part of `reign_crowns` that an empire has earned as a member of an alliance.';
COMMENT ON COLUMN reign_alliance_crowns.parts IS 'In 1/3,600,000 of a crown.';
CREATE INDEX reign_alliance_crowns_by_empire ON reign_alliance_crowns (empire_id);
CREATE INDEX reign_alliance_crowns_by_alliance ON reign_alliance_crowns (alliance_id);
