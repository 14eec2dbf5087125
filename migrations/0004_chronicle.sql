-- What happened to every empire, answers that are repeated when a request is, and which accounts are bots.

-- The number of the latest entry of an empire. Whoever appends holds this row until he commits, so that numbers
-- have no gaps and become visible in their order: a reader who asks for what comes after n never skips one. A row
-- of its own, because an attack is entered for its defender while somebody else holds the defender's empire.
CREATE TABLE chronicles (
  empire_id uuid PRIMARY KEY CONSTRAINT chronicles_empire_id_fkey REFERENCES empires (id) ON DELETE CASCADE,
  last bigint NOT NULL,
  CONSTRAINT chronicles_last_sound CHECK (last >= 0)
);

-- Kept for 30 days.
CREATE TABLE chronicle_entries (
  empire_id uuid NOT NULL
    CONSTRAINT chronicle_entries_empire_id_fkey REFERENCES chronicles (empire_id) ON DELETE CASCADE,
  number bigint NOT NULL,
  at bigint NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  CONSTRAINT chronicle_entries_pkey PRIMARY KEY (empire_id, number)
);

CREATE INDEX chronicle_entries_by_moment ON chronicle_entries (at);

-- What is known of empires that are older than their chronicles.
INSERT INTO chronicles (empire_id, last) SELECT id, 1 FROM empires;
INSERT INTO chronicle_entries (empire_id, number, at, type, data)
SELECT DISTINCT ON (e.id) e.id, 1, e.created_at, 'empire_founded', jsonb_build_object(
  'city_id', c.id, 'city_name', c.name, 'location', jsonb_build_object('x', c.x, 'y', c.y)
)
FROM empires e JOIN cities c ON c.empire_id = e.id
ORDER BY e.id, c.founded_at, c.id;

-- The answers of commands that carried an Idempotency-Key, written with their effect and kept for 24 hours.
CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL CONSTRAINT idempotency_keys_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
  -- Method and path.
  route text NOT NULL,
  key text NOT NULL,
  -- SHA-256 of the body as it was understood.
  body_digest text NOT NULL,
  -- JSON as it was sent, byte for byte.
  answer text NOT NULL,
  created_at bigint NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key, route)
);

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Played by a program of the operator's. Nothing a player sends can set it.
ALTER TABLE users ADD COLUMN is_bot boolean NOT NULL DEFAULT false;
