-- The version of an empire's row, its xmin, stands for everything that the empire owns: a change of a city or an army
-- also updates that row, unless the transaction has already updated it, as every save of the game does.
CREATE FUNCTION change_version_of_empire() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM empires WHERE id = coalesce(NEW.empire_id, OLD.empire_id) AND xmin = pg_current_xact_id()::xid;
  IF NOT FOUND OR NEW.empire_id <> OLD.empire_id THEN
    UPDATE empires SET id = id WHERE id IN (OLD.empire_id, NEW.empire_id);
  END IF;
  RETURN NULL;
END
$$;

-- At the commit: a save writes cities and armies before their empire, whose row would otherwise be written twice.
CREATE CONSTRAINT TRIGGER cities_changed AFTER INSERT OR UPDATE OR DELETE ON cities
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_version_of_empire();

CREATE CONSTRAINT TRIGGER armies_changed AFTER INSERT OR UPDATE OR DELETE ON armies
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_version_of_empire();
