-- Alarms: what reaches players while no page is open. An alarm is no row: it follows from the world while it holds, and
-- a channel remembers which ones it has delivered (src/alarms).

CREATE TABLE alarm_settings (
  user_id      uuid     PRIMARY KEY CONSTRAINT alarm_settings_user REFERENCES users (id) ON DELETE CASCADE,
  kinds        text[]   NOT NULL,
  shows_names  boolean  NOT NULL
);
COMMENT ON TABLE alarm_settings IS 'Which alarms a player wants. Without a row, the defaults apply (src/alarms/settings.ts).';
COMMENT ON COLUMN alarm_settings.shows_names IS 'Whether an alarm names other players. Otherwise it has only its kind, an own city and a time.';

-- Who becomes a moderator or an operator hears of reports, until the settings say otherwise.
CREATE FUNCTION tell_of_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE alarm_settings SET kinds = array_append(kinds, 'report')
  WHERE user_id = NEW.id AND NOT 'report' = ANY (kinds);
  RETURN NULL;
END
$$;
CREATE TRIGGER users_join_staff AFTER UPDATE OF role ON users
FOR EACH ROW WHEN (OLD.role = 'player' AND NEW.role <> 'player') EXECUTE FUNCTION tell_of_reports();

CREATE TABLE alarm_wakes (
  user_id   uuid    PRIMARY KEY CONSTRAINT alarm_wakes_user REFERENCES users (id) ON DELETE CASCADE,
  id        uuid    NOT NULL CONSTRAINT alarm_wakes_id_unique UNIQUE,
  gold      integer NOT NULL,
  food      integer NOT NULL,
  materials integer NOT NULL,
  rang_at   bigint  NULL,
  CONSTRAINT alarm_wakes_cost CHECK (gold >= 0 AND food >= 0 AND materials >= 0)
);
COMMENT ON TABLE alarm_wakes IS 'The one moment for which a player asked an alarm: the stock covers these amounts, or a store is full.';
COMMENT ON COLUMN alarm_wakes.rang_at IS 'When that was first found; null before. From then on the alarm holds until the next order of the player.';

CREATE TABLE alarm_channels (
  id              uuid    PRIMARY KEY,
  user_id         uuid    NOT NULL CONSTRAINT alarm_channels_user REFERENCES users (id) ON DELETE CASCADE,
  medium          text    NOT NULL,
  name            text    NULL,
  session_id      uuid    NULL,
  endpoint        text    NULL,
  p256dh          text    NULL,
  auth            text    NULL,
  wants_attacks   boolean NULL,
  mailed_at       bigint  NULL,
  report_mailed_at bigint NULL,
  created_at      bigint  NOT NULL,
  delivered       text[]  NOT NULL,
  due_at          bigint  NULL,
  held_until      bigint  NOT NULL DEFAULT 0,
  claimed_until   bigint  NOT NULL DEFAULT 0,
  failures        integer NOT NULL DEFAULT 0,
  failing_since   bigint  NULL,
  last_success_at bigint  NULL,
  is_test_wanted  boolean NOT NULL DEFAULT false,
  CONSTRAINT alarm_channels_endpoint_unique UNIQUE (endpoint),
  CONSTRAINT alarm_channels_medium CHECK (
    (medium = 'push' AND num_nulls(name, endpoint, p256dh, auth) = 0 AND num_nonnulls(wants_attacks, mailed_at, report_mailed_at) = 0)
    OR (medium = 'mail' AND num_nonnulls(name, session_id, endpoint, p256dh, auth) = 0 AND wants_attacks IS NOT NULL)
  ),
  CONSTRAINT alarm_channels_failing CHECK ((failing_since IS NULL) = (failures = 0) AND failures >= 0)
);
COMMENT ON TABLE alarm_channels IS 'Where alarms go: the browsers of each player, and at most one mailbox. A mailbox without mails stays, so that links in earlier mails work.';
COMMENT ON COLUMN alarm_channels.medium IS 'A browser (push), or the confirmed e-mail of the player (mail). A mail links to its channel to end it.';
COMMENT ON COLUMN alarm_channels.session_id IS 'The session that added a browser. A logout deletes the channel; a session that expires does not, until the password changes or the other sessions are ended.';
COMMENT ON COLUMN alarm_channels.endpoint IS 'The address of the browser at its push service, with the keys that encrypt for it (RFC 8291).';
COMMENT ON COLUMN alarm_channels.wants_attacks IS 'Whether mails tell of attacks.';
COMMENT ON COLUMN alarm_channels.mailed_at IS 'When the last mail told of attacks.';
COMMENT ON COLUMN alarm_channels.report_mailed_at IS 'When the last mail told of reports.';
COMMENT ON COLUMN alarm_channels.delivered IS 'The alarms that it has delivered and that still hold.';
COMMENT ON COLUMN alarm_channels.due_at IS 'When an instance must look for new alarms; null: with the next change that concerns the player.';
COMMENT ON COLUMN alarm_channels.held_until IS 'No instance looks before: while one sends, and after a failure.';
COMMENT ON COLUMN alarm_channels.claimed_until IS 'The end and the name of the claim of the instance that sends; 0: none sends.';
COMMENT ON COLUMN alarm_channels.failing_since IS 'The first of the failures since the last success.';
COMMENT ON COLUMN alarm_channels.is_test_wanted IS 'The player wants to see whether it works.';
CREATE INDEX alarm_channels_by_user ON alarm_channels (user_id);
CREATE UNIQUE INDEX alarm_channels_mailbox ON alarm_channels (user_id) WHERE medium = 'mail';
CREATE INDEX alarm_channels_due ON alarm_channels (medium, (greatest(due_at, held_until))) WHERE due_at IS NOT NULL;
CREATE INDEX alarm_channels_by_session ON alarm_channels (session_id) WHERE session_id IS NOT NULL;

-- However a session is ended, its browser gets no more alarms. A session that expires has not been ended by anybody.
CREATE FUNCTION delete_channel_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM alarm_channels WHERE session_id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER sessions_end_alarms AFTER DELETE ON sessions
FOR EACH ROW WHEN (OLD.expire > now()) EXECUTE FUNCTION delete_channel_of_session();

-- A new password also ends the alarms of browsers whose session has expired. Those of other sessions end with these.
CREATE FUNCTION delete_channels_of_expired() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM alarm_channels WHERE user_id = NEW.id AND medium = 'push'
    AND NOT EXISTS (SELECT FROM sessions s WHERE s.id = alarm_channels.session_id AND s.expire > now());
  RETURN NULL;
END
$$;
CREATE TRIGGER users_end_alarms AFTER UPDATE OF password_hash ON users
FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash) EXECUTE FUNCTION delete_channels_of_expired();
