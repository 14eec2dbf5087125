-- Finds names by their beginning. Empires of players have empires_name_unique; cities of villages are left out.
CREATE INDEX cities_by_name ON cities (name_key, id) WHERE id <> empire_id;
CREATE INDEX users_by_name ON users (username_key COLLATE "C", id) WHERE empire_id IS NOT NULL;
