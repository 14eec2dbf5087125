-- The moments at which due work waits, in a narrow table: an index on the wide row of an empire made every order renew
-- all its index entries. An empire has an entry for its next due work, and possibly older ones, which the clock deletes
-- when it finds nothing due. The column empires.next_due stays for the previous release and is no longer written.
CREATE TABLE due_empires (
  at bigint NOT NULL,
  empire_id uuid NOT NULL CONSTRAINT due_empires_empire_id_fkey REFERENCES empires (id) ON DELETE CASCADE,
  CONSTRAINT due_empires_pkey PRIMARY KEY (at, empire_id)
);

-- The previous release names the column in each of its saves; this release never does.
CREATE FUNCTION note_due_empire() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO due_empires (at, empire_id) VALUES (NEW.next_due, NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER empires_due AFTER INSERT OR UPDATE OF next_due ON empires FOR EACH ROW
WHEN (NEW.next_due IS NOT NULL) EXECUTE FUNCTION note_due_empire();

INSERT INTO due_empires (at, empire_id) SELECT next_due, id FROM empires WHERE next_due IS NOT NULL;

-- Room for the next version of a row on its page, so that an update that changes no indexed column writes no index.
ALTER TABLE empires SET (fillfactor = 80);
ALTER TABLE cities SET (fillfactor = 70);
ALTER TABLE armies SET (fillfactor = 85);
