-- Tells whether a user is a bot without reading the user: the map asks it for each of its cities.
CREATE INDEX users_bots ON users (id) WHERE is_bot;
