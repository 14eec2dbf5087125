-- Accounts: users with their sessions, tokens and roles, mailed links, limits and stored responses; the settings; what
-- operators did.

CREATE TABLE settings (
  key   text  PRIMARY KEY,
  value jsonb NOT NULL
);
COMMENT ON TABLE settings IS 'The settings that are fixed with the world, the secret of the sessions if none is configured, and positions of background work.';

-- Notifies every instance, when the transaction commits.
CREATE FUNCTION notify_world(event text, data json) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('hegemon_world', json_build_object('event', event, 'to', json_build_array(), 'data', data)::text)
$$;

CREATE TABLE users (
  id            uuid         PRIMARY KEY DEFAULT gen_random_uuid(),
  username      varchar(50)  NOT NULL,
  username_key  text         NOT NULL,
  email         varchar(255) NOT NULL,
  email_key     text         NOT NULL,
  is_email_confirmed boolean NOT NULL DEFAULT false,
  password_hash varchar(255) NOT NULL,
  salt          varchar(255) NOT NULL,
  created_at    timestamptz  NOT NULL DEFAULT now(),
  last_login    timestamptz  NULL,
  is_active     boolean      NOT NULL DEFAULT true,
  inactive_until bigint      NULL,
  is_bot        boolean      NOT NULL DEFAULT false,
  role          text         NOT NULL DEFAULT 'player',
  empire_id     uuid         NULL,
  muted_until   bigint       NULL,
  deletion_at   timestamptz  NULL,
  deleted_at    timestamptz  NULL,
  chat_alliance_id uuid      NULL,
  chat_read_to  bigint       NULL,
  CONSTRAINT users_username_unique UNIQUE (username_key),
  CONSTRAINT users_email_unique UNIQUE (email_key),
  CONSTRAINT users_role CHECK (role IN ('player', 'moderator', 'operator')),
  CONSTRAINT users_username_length CHECK (char_length(username) >= 3),
  -- The login takes either name or e-mail: no name may be read as the address of another account.
  CONSTRAINT users_username_no_address CHECK (position('@' IN username_key) = 0),
  CONSTRAINT users_email_address CHECK (position('@' IN email_key) > 1),
  CONSTRAINT users_inactive_until CHECK (inactive_until IS NULL OR NOT is_active),
  CONSTRAINT users_deleted CHECK (
    deleted_at IS NULL OR (NOT is_active AND deletion_at IS NULL AND password_hash = '' AND last_login IS NULL)
  )
);
COMMENT ON TABLE users IS 'Accounts, and the owners of the empires of deleted accounts.';
COMMENT ON COLUMN users.username_key IS 'The case-folded NFKC form: two names that look alike have one key.';
COMMENT ON COLUMN users.is_email_confirmed IS 'Whether the link of a mail to this address was opened. Other addresses get few mails, without text that players chose.';
COMMENT ON COLUMN users.inactive_until IS 'From then on the account can log in again, which makes it active. Null: when an operator reactivates it.';
COMMENT ON COLUMN users.is_bot IS 'Played by a program of the operator. Nothing that a player sends can set it.';
COMMENT ON COLUMN users.role IS 'What the account may do below /admin: nothing; reports, mutes and renames; everything.';
COMMENT ON COLUMN users.muted_until IS 'Until then, the player cannot send messages, applications, invitations, names and descriptions. Sending, blocking and muting lock the row of the author first, so that they happen one after the other.';
COMMENT ON COLUMN users.deletion_at IS 'When the account is due to be deleted; a login before that sets it to null.';
COMMENT ON COLUMN users.deleted_at IS 'Set: a deleted account, which only owns its empire and has no personal data.';
COMMENT ON COLUMN users.chat_alliance_id IS 'The alliance whose chat `chat_read_to` refers to; it counts only while the player is a member.';
COMMENT ON COLUMN users.chat_read_to IS 'The number of the latest message of the chat that the player has read.';

-- Whether a user is a bot, without reading the user: the map asks it for each of its cities.
CREATE INDEX users_bots ON users (id) WHERE is_bot;
CREATE INDEX users_staff ON users (role) WHERE role <> 'player';
CREATE INDEX users_by_deletion ON users (deletion_at) WHERE deletion_at IS NOT NULL;
-- Finds players by the beginning of their name.
CREATE INDEX users_by_name ON users (username_key COLLATE "C", id) WHERE empire_id IS NOT NULL;

-- Owns the empires without a player. It is inactive and no password matches it, so it cannot log in.
INSERT INTO users (id, username, username_key, email, email_key, password_hash, salt, is_active)
VALUES (
  '00000000-0000-4000-8000-000000000000', 'Nobody', 'nobody', 'nobody@system.invalid', 'nobody@system.invalid',
  'no password', 'no password', false
);

-- A token is a session without a login: what ends sessions, checks them in transactions and closes their sockets holds for
-- tokens, too.
CREATE TABLE sessions (
  id            uuid         PRIMARY KEY DEFAULT gen_random_uuid(),
  sid           varchar(255) NOT NULL,
  sess          jsonb        NOT NULL,
  expire        timestamptz  NOT NULL,
  user_id       uuid         NOT NULL GENERATED ALWAYS AS ((sess ->> 'user_id')::uuid) STORED,
  created_at    timestamptz  NOT NULL GENERATED ALWAYS AS (to_timestamp((sess ->> 'created_at')::float8 / 1000)) STORED,
  ip_address    inet         NULL     GENERATED ALWAYS AS ((sess ->> 'ip_address')::inet) STORED,
  user_agent    text         NULL     GENERATED ALWAYS AS (sess ->> 'user_agent') STORED,
  token_name    text         NULL,
  scope         text         NULL,
  last_used_at  timestamptz  NULL,
  CONSTRAINT sessions_token_unique UNIQUE (sid),
  CONSTRAINT sessions_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT sessions_lifetime CHECK (expire > created_at),
  CONSTRAINT sessions_token CHECK (
    (scope IS NULL AND num_nonnulls(token_name, last_used_at) = 0 AND sid NOT LIKE 'token:%')
    OR (scope IN ('read', 'play') AND token_name IS NOT NULL AND sid LIKE 'token:%')
  )
);
COMMENT ON TABLE sessions IS 'Logins that have not ended, and API tokens. The token and the cookie of a login name the same row.';
COMMENT ON COLUMN sessions.sid IS 'Of a login the id of express-session, which cookie and Bearer token contain; of an API token `token:` and its SHA-256 in hex.';
COMMENT ON COLUMN sessions.sess IS 'The data of express-session, from which the columns below are read.';
COMMENT ON COLUMN sessions.expire IS 'The names of these three columns are those of connect-pg-simple.';
COMMENT ON COLUMN sessions.token_name IS 'What the player calls an API token. Null for a login.';
COMMENT ON COLUMN sessions.scope IS 'What an API token may do: read, or play (everything but changes of the account). Null for a login.';
COMMENT ON COLUMN sessions.last_used_at IS 'The last request with an API token, accurate to an hour.';
CREATE UNIQUE INDEX sessions_token_name_unique ON sessions (user_id, token_name) WHERE scope IS NOT NULL;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expire);

-- Notifies every instance of what a row was before its end or its change. The arguments of a trigger: the event, the name
-- of its value, and the column that has it.
CREATE FUNCTION notify_former_value() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_world(TG_ARGV[0], json_build_object(TG_ARGV[1], to_jsonb(OLD) ->> TG_ARGV[2]));
  RETURN NULL;
END
$$;

-- Fails unless these sessions are valid: the last statement of a change that is made for them.
CREATE FUNCTION require_sessions(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM unnest(ids) AS required (id)
    WHERE NOT EXISTS (
      SELECT FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.id = required.id AND is_active
    )
  ) THEN
    RAISE 'a session has ended' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'sessions_valid';
  END IF;
END
$$;

-- However a session ends, its sockets are closed on every instance.
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions
FOR EACH ROW EXECUTE FUNCTION notify_former_value('session_ended', 'session_id', 'id');

-- An account that is deactivated, or is to be deleted, loses its sessions. Activated again, it does not get them back. Its
-- sockets leave the rooms of an empire that is gone, and enter those of a new one.
CREATE FUNCTION follow_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.is_active AND NOT NEW.is_active OR OLD.deletion_at IS NULL AND NEW.deletion_at IS NOT NULL THEN
    DELETE FROM sessions WHERE user_id = NEW.id;
  END IF;
  IF OLD.empire_id IS NOT NULL AND OLD.empire_id IS DISTINCT FROM NEW.empire_id THEN
    PERFORM notify_world('empire_lost', json_build_object('user_id', OLD.id, 'empire_id', OLD.empire_id));
  END IF;
  IF NEW.empire_id IS NOT NULL AND OLD.empire_id IS DISTINCT FROM NEW.empire_id THEN
    PERFORM notify_world('empire_founded', json_build_object('user_id', NEW.id, 'empire_id', NEW.empire_id));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER users_changed AFTER UPDATE OF is_active, deletion_at, empire_id ON users
FOR EACH ROW EXECUTE FUNCTION follow_user();

CREATE TABLE active_connections (
  user_id    uuid             PRIMARY KEY CONSTRAINT active_connections_user REFERENCES users (id) ON DELETE CASCADE,
  socket_id  text             NOT NULL,
  arrived_at double precision NOT NULL
);
COMMENT ON TABLE active_connections IS 'The active connection of each user. Logged, because sockets outlive a crash of the database.';
COMMENT ON COLUMN active_connections.arrived_at IS 'The handshake of the socket by the clock of this database: milliseconds since 1970, with their fraction. A late statement of an older socket must not replace a newer one.';

-- A user's newest socket closes the one before, on any instance.
CREATE TRIGGER active_connections_replaced AFTER UPDATE OF socket_id ON active_connections
FOR EACH ROW WHEN (OLD.socket_id <> NEW.socket_id)
EXECUTE FUNCTION notify_former_value('socket_replaced', 'socket_id', 'socket_id');

CREATE TABLE login_addresses (
  user_id      uuid        NOT NULL CONSTRAINT login_addresses_user REFERENCES users (id) ON DELETE CASCADE,
  address_hash text        NOT NULL,
  last_login   timestamptz NOT NULL,
  CONSTRAINT login_addresses_pkey PRIMARY KEY (user_id, address_hash)
);
COMMENT ON TABLE login_addresses IS 'The addresses from which each account has logged in. While its password is guessed elsewhere, logins from these do not wait.';
COMMENT ON COLUMN login_addresses.address_hash IS 'Keyed with a secret of this database.';
COMMENT ON COLUMN login_addresses.last_login IS 'Accurate to a day.';
CREATE INDEX login_addresses_by_time ON login_addresses (last_login);

CREATE TABLE account_tokens (
  user_id     uuid         NOT NULL CONSTRAINT account_tokens_user REFERENCES users (id) ON DELETE CASCADE,
  purpose     text         NOT NULL,
  token_hash  text         NOT NULL,
  credentials text         NOT NULL,
  email       varchar(255) NULL,
  email_key   text         NULL,
  expires_at  timestamptz  NOT NULL,
  CONSTRAINT account_tokens_pkey PRIMARY KEY (user_id, purpose),
  CONSTRAINT account_tokens_hash_unique UNIQUE (token_hash),
  CONSTRAINT account_tokens_purpose CHECK (purpose IN ('password', 'email')),
  CONSTRAINT account_tokens_email CHECK ((purpose = 'email') = (email IS NOT NULL AND email_key IS NOT NULL))
);
COMMENT ON TABLE account_tokens IS 'Links that were sent by mail: at most one of each purpose for an account.';
COMMENT ON COLUMN account_tokens.token_hash IS 'SHA-256 of the token, in hex.';
COMMENT ON COLUMN account_tokens.credentials IS 'A digest of the password hash and the e-mail: when either changes, the link is void.';
CREATE INDEX account_tokens_by_expiry ON account_tokens (expires_at);

CREATE UNLOGGED TABLE rate_limit_counters (
  key       text        PRIMARY KEY,
  hits      integer     NOT NULL,
  resets_at timestamptz NOT NULL,
  CONSTRAINT rate_limit_counters_hits CHECK (hits > 0)
);
COMMENT ON TABLE rate_limit_counters IS 'Requests in the present window of each key. May be lost in a crash, because a window lasts a minute.';

CREATE TABLE idempotency_keys (
  user_id     uuid   NOT NULL CONSTRAINT idempotency_keys_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
  key         text   NOT NULL,
  body_digest text   NOT NULL,
  created_at  bigint NOT NULL,
  response    text   NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
COMMENT ON TABLE idempotency_keys IS 'Responses of commands with an Idempotency-Key: written with their effect, and kept for 24 hours.';
COMMENT ON COLUMN idempotency_keys.key IS 'The beginning of a digest of method, path and key.';
COMMENT ON COLUMN idempotency_keys.body_digest IS 'The beginning of the SHA-256 of the body as it was understood.';
COMMENT ON COLUMN idempotency_keys.response IS 'The JSON that was sent: text, because jsonb would reorder its members.';

-- Finds the rows to delete. Equal minutes share an entry of the index.
CREATE INDEX idempotency_keys_by_minute ON idempotency_keys ((created_at / 60000));

CREATE TABLE operator_links (
  token_hash text   PRIMARY KEY,
  expires_at bigint NOT NULL
);
COMMENT ON TABLE operator_links IS 'Links that make an account the first operator. The first use deletes all of them.';
COMMENT ON COLUMN operator_links.token_hash IS 'SHA-256 of the token, in hex.';

CREATE TABLE invites (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash text    NOT NULL CONSTRAINT invites_token_unique UNIQUE,
  uses       integer NOT NULL,
  used       integer NOT NULL DEFAULT 0,
  created_at bigint  NOT NULL,
  expires_at bigint  NOT NULL,
  CONSTRAINT invites_used CHECK (used BETWEEN 0 AND uses)
);
COMMENT ON TABLE invites IS 'Links that let people register while the server admits only invited ones. One that is taken back is deleted.';
COMMENT ON COLUMN invites.token_hash IS 'SHA-256 of the token, in hex.';
COMMENT ON COLUMN invites.uses IS 'How many accounts it admits; `used` counts those that exist.';

CREATE TABLE admin_actions (
  id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  operator   text        NOT NULL,
  command    text        NOT NULL,
  target     text        NOT NULL,
  details    jsonb       NOT NULL,
  session_id uuid        NULL,
  needs_role text        NULL,
  CONSTRAINT admin_actions_in_browser CHECK (
    (session_id IS NULL) = (needs_role IS NULL) AND needs_role IN ('moderator', 'operator')
  )
);
COMMENT ON TABLE admin_actions IS 'What operators and moderators did, in the browser or by the command line: written with the effect, and never deleted.';
COMMENT ON COLUMN admin_actions.operator IS 'In the browser the name and the id of the account; on the command line the name that was given.';
COMMENT ON COLUMN admin_actions.target IS 'The object of the command, in words that last: names and ids.';
COMMENT ON COLUMN admin_actions.session_id IS 'The session that acted in the browser. Null for the command line.';
COMMENT ON COLUMN admin_actions.needs_role IS 'The role that the act needs, which the session had when it was written.';

-- An act in the browser commits only while its session is valid and has the role. The end of the session, and another
-- role, wait until the act has committed.
CREATE FUNCTION require_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM users u JOIN sessions s ON s.user_id = u.id
  WHERE s.id = NEW.session_id AND s.scope IS NULL AND s.expire > clock_timestamp() AND u.is_active
    AND (u.role = 'operator' OR u.role = NEW.needs_role)
  FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the session has ended or lacks the role'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'admin_actions_role';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER admin_actions_role BEFORE INSERT ON admin_actions FOR EACH ROW
WHEN (NEW.session_id IS NOT NULL) EXECUTE FUNCTION require_role();
