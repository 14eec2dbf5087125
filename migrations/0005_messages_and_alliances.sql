-- Messages between players and in alliances, blocks, reports to the operator, and the candidates of alliances.

CREATE TABLE threads (
  id          uuid   DEFAULT gen_random_uuid() PRIMARY KEY,
  first_id    uuid   NULL CONSTRAINT threads_first REFERENCES users (id) ON DELETE SET NULL,
  second_id   uuid   NULL CONSTRAINT threads_second REFERENCES users (id) ON DELETE SET NULL,
  alliance_id uuid   NULL CONSTRAINT threads_alliance REFERENCES alliances (id) ON DELETE CASCADE,
  last        bigint NOT NULL,
  last_at     bigint NOT NULL,
  CONSTRAINT threads_pair_unique UNIQUE (first_id, second_id),
  CONSTRAINT threads_pair_ordered CHECK (first_id < second_id),
  CONSTRAINT threads_alliance_sound CHECK (
    alliance_id IS NULL OR (alliance_id = id AND first_id IS NULL AND second_id IS NULL)
  ),
  CONSTRAINT threads_last CHECK (last > 0)
);
COMMENT ON TABLE threads IS 'Conversations of two players, and the chat of each alliance.';
COMMENT ON COLUMN threads.first_id IS 'The smaller id of both players. Null after the account was deleted, and in the chat of an alliance.';
COMMENT ON COLUMN threads.alliance_id IS 'Equals the id: the chat of this alliance.';
COMMENT ON COLUMN threads.last IS 'The number of the latest message, sent at `last_at`.';
CREATE INDEX threads_by_second ON threads (second_id);
CREATE INDEX threads_by_age ON threads (last_at);
CREATE UNIQUE INDEX threads_alliance_unique ON threads (alliance_id) WHERE alliance_id IS NOT NULL;

CREATE TABLE messages (
  thread_id   uuid    NOT NULL CONSTRAINT messages_thread REFERENCES threads (id) ON DELETE CASCADE,
  number      bigint  NOT NULL,
  author_id   uuid    NULL CONSTRAINT messages_author REFERENCES users (id) ON DELETE SET NULL,
  at          bigint  NOT NULL,
  withheld    boolean NOT NULL DEFAULT false,
  text        text    NOT NULL,
  in_alliance boolean NOT NULL DEFAULT false,
  CONSTRAINT messages_pkey PRIMARY KEY (thread_id, number),
  CONSTRAINT messages_number CHECK (number > 0),
  CONSTRAINT messages_text CHECK (char_length(text) BETWEEN 1 AND 2000)
);
COMMENT ON TABLE messages IS 'Messages of conversations and chats, numbered in each thread.';
COMMENT ON COLUMN messages.withheld IS 'The other player had blocked the author: only the author sees the message.';
COMMENT ON COLUMN messages.in_alliance IS 'Repeats whether the thread is that of an alliance, for the indexes.';

-- For the limits of an author, and for the deletion of an account.
CREATE INDEX messages_by_author ON messages (author_id, at);
-- In a chat, the times rise with the numbers. Finds the first message after a member has joined.
CREATE INDEX messages_in_alliance ON messages (thread_id, at, number) WHERE in_alliance;
-- Finds the messages to delete. Equal minutes share an entry of the index.
CREATE INDEX messages_in_alliance_by_minute ON messages ((at / 60000)) WHERE in_alliance;

-- However an alliance ends, its chat ends with it.
CREATE FUNCTION delete_alliance_chat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM threads WHERE id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER alliances_end_chat AFTER UPDATE OF dissolved_at ON alliances
FOR EACH ROW WHEN (NEW.dissolved_at IS NOT NULL) EXECUTE FUNCTION delete_alliance_chat();

CREATE TABLE thread_members (
  thread_id uuid    NOT NULL CONSTRAINT thread_members_thread REFERENCES threads (id) ON DELETE CASCADE,
  user_id   uuid    NOT NULL CONSTRAINT thread_members_user REFERENCES users (id) ON DELETE CASCADE,
  last      bigint  NOT NULL,
  last_at   bigint  NOT NULL,
  read_to   bigint  NOT NULL DEFAULT 0,
  unread    integer NOT NULL DEFAULT 0,
  CONSTRAINT thread_members_pkey PRIMARY KEY (thread_id, user_id),
  CONSTRAINT thread_members_last CHECK (last > 0),
  CONSTRAINT thread_members_read CHECK (read_to BETWEEN 0 AND last),
  CONSTRAINT thread_members_unread CHECK (unread >= 0)
);
COMMENT ON TABLE thread_members IS 'A conversation as one player sees it, from the first message on that the player sees.';
COMMENT ON COLUMN thread_members.last IS 'The number of the latest message that the player sees, sent at `last_at`.';
COMMENT ON COLUMN thread_members.read_to IS 'The number of the latest message that the player has read.';
CREATE INDEX thread_members_by_time ON thread_members (user_id, last_at, thread_id);
CREATE INDEX thread_members_unread_only ON thread_members (user_id) WHERE unread > 0;

CREATE TABLE blocks (
  blocker_id uuid   NOT NULL CONSTRAINT blocks_blocker REFERENCES users (id) ON DELETE CASCADE,
  blocked_id uuid   NOT NULL CONSTRAINT blocks_blocked REFERENCES users (id) ON DELETE CASCADE,
  at         bigint NOT NULL,
  CONSTRAINT blocks_pkey PRIMARY KEY (blocker_id, blocked_id),
  CONSTRAINT blocks_other CHECK (blocker_id <> blocked_id)
);
COMMENT ON TABLE blocks IS 'Players whose messages and invitations a player does not want.';
CREATE INDEX blocks_by_time ON blocks (blocker_id, at, blocked_id);
CREATE INDEX blocks_by_blocked ON blocks (blocked_id);

CREATE TABLE reports (
  id          bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  kind        text   NOT NULL,
  target_id   uuid   NOT NULL,
  number      bigint NOT NULL DEFAULT 0,
  reported_id uuid   NULL CONSTRAINT reports_reported REFERENCES users (id) ON DELETE SET NULL,
  at          bigint NOT NULL,
  handled_at  bigint NULL,
  context     jsonb  NOT NULL,
  CONSTRAINT reports_kind CHECK (kind IN ('message', 'empire', 'city', 'alliance')),
  CONSTRAINT reports_number CHECK ((kind = 'message') = (number > 0))
);
COMMENT ON TABLE reports IS 'What players have reported to the operator: messages, and the names and descriptions of empires, cities and alliances. It may have been deleted meanwhile.';
COMMENT ON COLUMN reports.target_id IS 'The empire, city or alliance; of a message the thread.';
COMMENT ON COLUMN reports.number IS 'That of the message in its thread; otherwise 0.';
COMMENT ON COLUMN reports.reported_id IS 'The author, the owner, or the player of the leader. Null after the account was deleted.';
COMMENT ON COLUMN reports.context IS 'Copies: of a message with its neighbours number, at, author_id, withheld, text; otherwise an object with name and description.';
CREATE UNIQUE INDEX reports_open_target ON reports (kind, target_id, number) WHERE handled_at IS NULL;
CREATE INDEX reports_open ON reports (reported_id, id) WHERE handled_at IS NULL;
CREATE INDEX reports_by_reported ON reports (reported_id);
CREATE INDEX reports_handled ON reports (handled_at);

-- Moderators have alarms of open reports.
CREATE FUNCTION notify_of_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_world('reports_changed', '{}');
  RETURN NULL;
END
$$;
CREATE TRIGGER reports_changed AFTER INSERT OR UPDATE OF handled_at ON reports
FOR EACH ROW EXECUTE FUNCTION notify_of_reports();

CREATE TABLE reporters (
  report_id   bigint NOT NULL CONSTRAINT reporters_report REFERENCES reports (id) ON DELETE CASCADE,
  reporter_id uuid   NULL CONSTRAINT reporters_reporter REFERENCES users (id) ON DELETE SET NULL,
  reason      text   NOT NULL,
  at          bigint NOT NULL,
  CONSTRAINT reporters_unique UNIQUE (report_id, reporter_id),
  CONSTRAINT reporters_reason CHECK (char_length(reason) <= 500)
);
COMMENT ON TABLE reporters IS 'Who has made a report. A further player joins the open one.';
CREATE INDEX reporters_by_reporter ON reporters (reporter_id, at);

CREATE TABLE alliance_candidates (
  alliance_id uuid    NOT NULL CONSTRAINT alliance_candidates_alliance REFERENCES alliances (id) ON DELETE CASCADE,
  empire_id   uuid    NOT NULL CONSTRAINT alliance_candidates_empire REFERENCES empires (id) ON DELETE CASCADE,
  kind        text    NOT NULL,
  at          bigint  NOT NULL,
  withheld    boolean NOT NULL DEFAULT false,
  is_open     boolean NOT NULL DEFAULT true,
  is_quiet    boolean NOT NULL DEFAULT false,
  expires_at  bigint  NOT NULL,
  CONSTRAINT alliance_candidates_pkey PRIMARY KEY (alliance_id, empire_id),
  CONSTRAINT alliance_candidates_kind CHECK (kind IN ('invitation', 'application'))
);
COMMENT ON TABLE alliance_candidates IS 'Empires that an alliance has invited, and those that have applied.';
COMMENT ON COLUMN alliance_candidates.withheld IS 'An invitation by a player whom the invited player blocks: only the alliance sees it.';
COMMENT ON COLUMN alliance_candidates.is_open IS 'False after it was withdrawn, declined or rejected. The row then shows for a day that the same one is a repetition.';
COMMENT ON COLUMN alliance_candidates.is_quiet IS 'A repetition: nobody learns of it or of its withdrawal.';
CREATE INDEX alliance_candidates_by_time ON alliance_candidates (alliance_id, is_open, at, empire_id);
-- Finds the rows to delete.
CREATE INDEX alliance_candidates_by_expiry ON alliance_candidates (expires_at);
CREATE INDEX alliance_candidates_by_empire ON alliance_candidates (empire_id, is_open, at, alliance_id);
