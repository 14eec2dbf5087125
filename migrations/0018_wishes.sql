-- The wishes of an empire, with their reserve. NULL: no wishes and no reserve.
ALTER TABLE empires ADD COLUMN wishes jsonb NULL;
