-- The number of players' cities in each block of 20 x 20 tiles. The map of the whole world reads it instead of counting.
CREATE TABLE city_blocks (
  -- The tile divided by 20, rounded down.
  x integer NOT NULL,
  y integer NOT NULL,
  cities integer NOT NULL,
  CONSTRAINT city_blocks_pkey PRIMARY KEY (x, y),
  CONSTRAINT city_blocks_cities_sound CHECK (cities >= 0)
) WITH (fillfactor = 50);

-- Rows are locked in the order of the key, so that two foundings cannot deadlock. The city of a village has the id of
-- its empire. Cities never move.
CREATE FUNCTION add_to_city_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO city_blocks AS block (x, y, cities)
  SELECT floor(x / 20.0)::int, floor(y / 20.0)::int, count(*) FROM added WHERE id <> empire_id GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT ON CONSTRAINT city_blocks_pkey DO UPDATE SET cities = block.cities + excluded.cities;
  RETURN NULL;
END
$$;

CREATE FUNCTION remove_from_city_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE city_blocks SET cities = city_blocks.cities - gone.cities
  FROM (
    SELECT floor(x / 20.0)::int AS x, floor(y / 20.0)::int AS y, count(*) AS cities
    FROM removed WHERE id <> empire_id GROUP BY 1, 2
  ) AS gone
  WHERE city_blocks.x = gone.x AND city_blocks.y = gone.y;
  RETURN NULL;
END
$$;

CREATE FUNCTION clear_city_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM city_blocks;
  RETURN NULL;
END
$$;

CREATE TRIGGER cities_added_to_blocks AFTER INSERT ON cities REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION add_to_city_blocks();
CREATE TRIGGER cities_removed_from_blocks AFTER DELETE ON cities REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION remove_from_city_blocks();
CREATE TRIGGER cities_cleared_blocks AFTER TRUNCATE ON cities
FOR EACH STATEMENT EXECUTE FUNCTION clear_city_blocks();

INSERT INTO city_blocks (x, y, cities)
SELECT floor(x / 20.0)::int, floor(y / 20.0)::int, count(*) FROM cities WHERE id <> empire_id GROUP BY 1, 2;
