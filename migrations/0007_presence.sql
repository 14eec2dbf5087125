-- When the socket of a presence arrived, by this database's clock at its handshake: an older arrival whose statement
-- comes late must not replace a newer one. Milliseconds since 1970, with their fraction. NULL: by an older release.
ALTER TABLE presences ADD COLUMN arrived_at double precision NULL;
