-- What operators did by the command line, and what their commands lean on.

-- Written in the transaction of the effect; kept for ever, also when a world is replaced.
CREATE TABLE admin_actions (
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  operator text NOT NULL,
  command text NOT NULL,
  -- Whom or what it was about, in words that last: names and ids.
  target text NOT NULL,
  -- How it was before and after.
  details jsonb NOT NULL,
  CONSTRAINT admin_actions_pkey PRIMARY KEY (id)
);

-- An import writes users before their empires.
ALTER TABLE users ALTER CONSTRAINT users_empire_id_fkey DEFERRABLE INITIALLY IMMEDIATE;

-- An account that is switched off loses its sessions for good: switched on again, it does not bring them back.
CREATE FUNCTION end_sessions_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER users_lose_sessions AFTER UPDATE OF is_active ON users
FOR EACH ROW WHEN (OLD.is_active AND NOT NEW.is_active) EXECUTE FUNCTION end_sessions_of_user();

DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE NOT is_active);

-- The owner's connections leave the rooms of an empire that is gone.
CREATE FUNCTION announce_lost_empire() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('empire_lost', json_build_object('user_id', OLD.id, 'empire_id', OLD.empire_id));
  RETURN NULL;
END
$$;

CREATE TRIGGER users_lost_empire AFTER UPDATE OF empire_id ON users
FOR EACH ROW WHEN (OLD.empire_id IS NOT NULL AND OLD.empire_id IS DISTINCT FROM NEW.empire_id)
EXECUTE FUNCTION announce_lost_empire();
