-- API tokens of programs, and the roles of accounts.

-- A token is a session without a login: what ends sessions, checks them in transactions and closes their sockets holds for
-- tokens, too. `sid` is then `token:` and the SHA-256 of the token in hex, which no cookie and no Bearer header contains.
ALTER TABLE sessions
  ADD COLUMN token_name   text        NULL,
  ADD COLUMN scope        text        NULL,
  ADD COLUMN last_used_at timestamptz NULL,
  ADD CONSTRAINT sessions_token CHECK (
    (scope IS NULL AND num_nonnulls(token_name, last_used_at) = 0 AND sid NOT LIKE 'token:%')
    OR (scope IN ('read', 'play') AND token_name IS NOT NULL AND sid LIKE 'token:%')
  );
CREATE UNIQUE INDEX sessions_token_name_unique ON sessions (user_id, token_name) WHERE scope IS NOT NULL;
COMMENT ON TABLE sessions IS 'Logins that have not ended, and API tokens. The token and the cookie of a login name the same row.';
COMMENT ON COLUMN sessions.sid IS 'Of a login the id of express-session, which cookie and Bearer token contain; of an API token `token:` and its SHA-256 in hex.';
COMMENT ON COLUMN sessions.token_name IS 'What the player calls an API token. Null for a login.';
COMMENT ON COLUMN sessions.scope IS 'What an API token may do: read, or play (everything but changes of the account). Null for a login.';
COMMENT ON COLUMN sessions.last_used_at IS 'The last request with an API token, accurate to an hour.';

ALTER TABLE users ADD COLUMN role text NOT NULL DEFAULT 'player'
  CONSTRAINT users_role CHECK (role IN ('player', 'moderator', 'operator'));
COMMENT ON COLUMN users.role IS 'What the account may do below /admin: nothing; reports, mutes and renames; everything.';
CREATE INDEX users_staff ON users (role) WHERE role <> 'player';

CREATE TABLE operator_links (
  token_hash text   PRIMARY KEY,
  expires_at bigint NOT NULL
);
COMMENT ON TABLE operator_links IS 'Links that make an account the first operator. The first use deletes all of them.';
COMMENT ON COLUMN operator_links.token_hash IS 'SHA-256 of the token, in hex.';

ALTER TABLE admin_actions
  ADD COLUMN session_id uuid NULL,
  ADD COLUMN needs_role text NULL,
  ADD CONSTRAINT admin_actions_in_browser CHECK (
    (session_id IS NULL) = (needs_role IS NULL) AND needs_role IN ('moderator', 'operator')
  );
COMMENT ON TABLE admin_actions IS 'What operators and moderators did, in the browser or by the command line: written with the effect, and never deleted, even when a world is replaced.';
COMMENT ON COLUMN admin_actions.operator IS 'In the browser the name and the id of the account; on the command line the name that was given.';
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
