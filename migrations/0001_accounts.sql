-- Accounts: users, their sessions and mailed links, the limits of their requests, the responses that are repeated for
-- them, and what operators did. Before them, what the whole schema uses.

-- Settings of the world that are fixed when it is created, and the secret of the sessions where none is configured.
CREATE TABLE settings (
  key   text  NOT NULL,
  value jsonb NOT NULL,
  CONSTRAINT settings_pkey PRIMARY KEY (key)
);

-- Notifies every instance, when the transaction commits.
CREATE FUNCTION announce(event text, data json) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify(
    'hegemon_world',
    json_build_object('event', event, 'to', json_build_array(), 'data', data)::text
  )
$$;

CREATE TABLE users (
  id            uuid         NOT NULL DEFAULT gen_random_uuid(),
  username      varchar(50)  NOT NULL,
  -- The case-folded NFKC form, made by the application: two names that look alike have one key.
  username_key  text         NOT NULL,
  email         varchar(255) NOT NULL,
  email_key     text         NOT NULL,
  password_hash varchar(255) NOT NULL,
  salt          varchar(255) NOT NULL,
  created_at    timestamptz  NOT NULL DEFAULT now(),
  last_login    timestamptz  NULL,
  is_active     boolean      NOT NULL DEFAULT true,
  -- Played by a program of the operator's. Nothing that a player sends can set it.
  is_bot        boolean      NOT NULL DEFAULT false,
  -- The foreign key is in 0002_world.sql.
  empire_id     uuid         NULL,
  -- The end of a mute, during which the player cannot send messages. Sending a message, blocking its author and muting
  -- the author lock the author's row first, so that they happen one after the other.
  muted_until   bigint       NULL,
  -- When the account is due to be deleted; a login before that sets it to null.
  deletion_at   timestamptz  NULL,
  -- The owner of the empire of a deleted account: no player, and without personal data.
  deleted_at    timestamptz  NULL,
  -- How far the player has read the chat of an alliance: the number of a message. It counts only in that alliance.
  chat_alliance_id uuid      NULL,
  chat_read_to  bigint       NULL,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_username_unique UNIQUE (username_key),
  CONSTRAINT users_email_unique UNIQUE (email_key),
  CONSTRAINT users_username_length CHECK (char_length(username) >= 3),
  -- The login takes either name or e-mail: no name may be read as somebody's address.
  CONSTRAINT users_username_no_address CHECK (position('@' IN username_key) = 0),
  CONSTRAINT users_email_address CHECK (position('@' IN email_key) > 1),
  CONSTRAINT users_deleted CHECK (
    deleted_at IS NULL OR (NOT is_active AND deletion_at IS NULL AND password_hash = '' AND last_login IS NULL)
  )
);

-- Whether a user is a bot, without reading the user: the map asks it for each of its cities.
CREATE INDEX users_bots ON users (id) WHERE is_bot;
CREATE INDEX users_by_deletion ON users (deletion_at) WHERE deletion_at IS NOT NULL;
-- Finds players by the beginning of their name.
CREATE INDEX users_by_name ON users (username_key COLLATE "C", id) WHERE empire_id IS NOT NULL;

-- Owns the empires without a player. It is inactive and no password matches it, so nobody can log in.
INSERT INTO users (id, username, username_key, email, email_key, password_hash, salt, is_active)
VALUES (
  '00000000-0000-4000-8000-000000000000', 'Nobody', 'nobody', 'nobody@system.invalid', 'nobody@system.invalid',
  'no password', 'no password', false
);

CREATE TABLE sessions (
  id            uuid         NOT NULL DEFAULT gen_random_uuid(),
  sid           varchar(255) NOT NULL,
  sess          jsonb        NOT NULL,
  expire        timestamptz  NOT NULL,
  user_id       uuid         NOT NULL GENERATED ALWAYS AS ((sess ->> 'user_id')::uuid) STORED,
  created_at    timestamptz  NOT NULL GENERATED ALWAYS AS (to_timestamp((sess ->> 'created_at')::float8 / 1000)) STORED,
  ip_address    inet         NULL     GENERATED ALWAYS AS ((sess ->> 'ip_address')::inet) STORED,
  user_agent    text         NULL     GENERATED ALWAYS AS (sess ->> 'user_agent') STORED,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_unique UNIQUE (sid),
  CONSTRAINT sessions_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT sessions_lifetime CHECK (expire > created_at)
);

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expire);

-- However a session ends or an account is deactivated, its sockets are to be closed on every instance.
CREATE FUNCTION announce_ended_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('session_ended', json_build_object('session_id', OLD.id));
  RETURN NULL;
END
$$;

CREATE TRIGGER sessions_ended AFTER DELETE ON sessions
FOR EACH ROW EXECUTE FUNCTION announce_ended_session();

CREATE FUNCTION announce_deactivated_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('user_deactivated', json_build_object('user_id', NEW.id));
  RETURN NULL;
END
$$;

CREATE TRIGGER users_deactivated AFTER UPDATE OF is_active ON users
FOR EACH ROW WHEN (OLD.is_active AND NOT NEW.is_active) EXECUTE FUNCTION announce_deactivated_user();

-- An account that is deactivated loses its sessions: activated again, it does not get them back.
CREATE FUNCTION end_sessions_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER users_lose_sessions AFTER UPDATE OF is_active ON users
FOR EACH ROW WHEN (OLD.is_active AND NOT NEW.is_active) EXECUTE FUNCTION end_sessions_of_user();

-- The request for a deletion ends all sessions: only a new login takes it back.
CREATE TRIGGER users_leaving_lose_sessions AFTER UPDATE OF deletion_at ON users
FOR EACH ROW WHEN (OLD.deletion_at IS NULL AND NEW.deletion_at IS NOT NULL) EXECUTE FUNCTION end_sessions_of_user();

CREATE FUNCTION keep_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.deletion_at := NULL;
  RETURN NEW;
END
$$;

CREATE TRIGGER users_kept BEFORE UPDATE OF last_login ON users
FOR EACH ROW WHEN (OLD.deletion_at IS NOT NULL) EXECUTE FUNCTION keep_user();

-- The owner's connections enter the rooms of a new empire, and leave those of an empire that is gone.
CREATE FUNCTION announce_new_empire() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('empire_founded', json_build_object('user_id', NEW.id, 'empire_id', NEW.empire_id));
  RETURN NULL;
END
$$;

CREATE TRIGGER users_founded_empire AFTER UPDATE OF empire_id ON users
FOR EACH ROW WHEN (NEW.empire_id IS NOT NULL AND OLD.empire_id IS DISTINCT FROM NEW.empire_id)
EXECUTE FUNCTION announce_new_empire();

CREATE FUNCTION announce_lost_empire() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('empire_lost', json_build_object('user_id', OLD.id, 'empire_id', OLD.empire_id));
  RETURN NULL;
END
$$;

CREATE TRIGGER users_lost_empire AFTER UPDATE OF empire_id ON users
FOR EACH ROW WHEN (OLD.empire_id IS NOT NULL AND OLD.empire_id IS DISTINCT FROM NEW.empire_id)
EXECUTE FUNCTION announce_lost_empire();

-- The active connection of a user. Logged: sockets outlive a crash of the database.
CREATE TABLE presences (
  user_id    uuid             NOT NULL,
  socket_id  text             NOT NULL,
  -- By this database's clock at the handshake of the socket, in milliseconds with their fraction: an older arrival whose
  -- statement comes late must not replace a newer one.
  arrived_at double precision NOT NULL,
  CONSTRAINT presences_pkey PRIMARY KEY (user_id),
  CONSTRAINT presences_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

-- A user's newest socket closes the one before, on whichever instance that is.
CREATE FUNCTION announce_replaced_socket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('socket_replaced', json_build_object('socket_id', OLD.socket_id));
  RETURN NULL;
END
$$;

CREATE TRIGGER presences_replaced AFTER UPDATE OF socket_id ON presences
FOR EACH ROW WHEN (OLD.socket_id <> NEW.socket_id) EXECUTE FUNCTION announce_replaced_socket();

-- The addresses from which each account has logged in, as keyed hashes. While somebody guesses the password of an
-- account, its owner can still log in from these.
CREATE TABLE login_addresses (
  user_id      uuid        NOT NULL,
  address_hash text        NOT NULL,
  -- Accurate to a day.
  last_login   timestamptz NOT NULL,
  CONSTRAINT login_addresses_pkey PRIMARY KEY (user_id, address_hash),
  CONSTRAINT login_addresses_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX login_addresses_by_time ON login_addresses (last_login);

-- The links that were sent by mail: at most one of each purpose for an account.
CREATE TABLE account_tokens (
  user_id     uuid         NOT NULL,
  purpose     text         NOT NULL,
  -- SHA-256 of the token, in hex.
  token_hash  text         NOT NULL,
  -- A digest of the password hash and the e-mail: when either changes, the link is void.
  credentials text         NOT NULL,
  -- The new e-mail that the link confirms.
  email       varchar(255) NULL,
  email_key   text         NULL,
  expires_at  timestamptz  NOT NULL,
  CONSTRAINT account_tokens_pkey PRIMARY KEY (user_id, purpose),
  CONSTRAINT account_tokens_hash_unique UNIQUE (token_hash),
  CONSTRAINT account_tokens_purpose CHECK (purpose IN ('password', 'email')),
  CONSTRAINT account_tokens_email CHECK ((purpose = 'email') = (email IS NOT NULL AND email_key IS NOT NULL)),
  CONSTRAINT account_tokens_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX account_tokens_by_expiry ON account_tokens (expires_at);

-- Requests counted in the present window of each key. Lost in a crash, which is right: a window lasts a minute.
CREATE UNLOGGED TABLE rate_limit_counters (
  key       text        NOT NULL,
  hits      integer     NOT NULL,
  resets_at timestamptz NOT NULL,
  CONSTRAINT rate_limit_counters_pkey PRIMARY KEY (key),
  CONSTRAINT rate_limit_counters_hits CHECK (hits > 0)
);

-- The responses of commands that carried an Idempotency-Key, written with their effect and kept for 24 hours.
CREATE TABLE idempotency_keys (
  user_id     uuid   NOT NULL CONSTRAINT idempotency_keys_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
  -- The beginning of a digest of method, path and key.
  key         text   NOT NULL,
  -- The beginning of the SHA-256 of the body as it was understood.
  body_digest text   NOT NULL,
  created_at  bigint NOT NULL,
  -- Compressed, with ids and times as bytes (src/idempotency/compress.ts).
  response    bytea  NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key)
);

-- Finds the rows to delete. Equal minutes share an entry of the index.
CREATE INDEX idempotency_keys_by_minute ON idempotency_keys ((created_at / 60000));

-- What operators did by the command line: written in the transaction of the effect, and never deleted, also when a world
-- is replaced.
CREATE TABLE admin_actions (
  id       bigint      GENERATED ALWAYS AS IDENTITY,
  at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  operator text        NOT NULL,
  command  text        NOT NULL,
  -- The object of the command, in words that last: names and ids.
  target   text        NOT NULL,
  -- The state before and after.
  details  jsonb       NOT NULL,
  CONSTRAINT admin_actions_pkey PRIMARY KEY (id)
);
