-- Messages between players and in alliances, blocks, reports to the operator, and the candidates of alliances. The table
-- alliances is in 0002_world.sql.

CREATE TABLE threads (
  id          uuid   NOT NULL DEFAULT gen_random_uuid(),
  -- Both players, the smaller id first. NULL after the account was deleted, and in the chat of an alliance.
  first_id    uuid   NULL,
  second_id   uuid   NULL,
  -- The chat of an alliance is a thread with the alliance's id: its messages, their limits and reports are those of players.
  alliance_id uuid   NULL,
  -- The number of the latest message, and when it was sent.
  last        bigint NOT NULL,
  last_at     bigint NOT NULL,
  CONSTRAINT threads_pkey PRIMARY KEY (id),
  CONSTRAINT threads_pair_unique UNIQUE (first_id, second_id),
  CONSTRAINT threads_first FOREIGN KEY (first_id) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT threads_second FOREIGN KEY (second_id) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT threads_alliance FOREIGN KEY (alliance_id) REFERENCES alliances (id) ON DELETE CASCADE,
  CONSTRAINT threads_pair_ordered CHECK (first_id < second_id),
  CONSTRAINT threads_alliance_sound CHECK (
    alliance_id IS NULL OR (alliance_id = id AND first_id IS NULL AND second_id IS NULL)
  ),
  CONSTRAINT threads_last CHECK (last > 0)
);

CREATE INDEX threads_by_second ON threads (second_id);
CREATE INDEX threads_by_age ON threads (last_at);
CREATE UNIQUE INDEX threads_alliance_unique ON threads (alliance_id) WHERE alliance_id IS NOT NULL;

CREATE TABLE messages (
  thread_id   uuid    NOT NULL,
  number      bigint  NOT NULL,
  -- NULL after the account was deleted.
  author_id   uuid    NULL,
  at          bigint  NOT NULL,
  -- The other player had blocked the author: only the author sees the message.
  withheld    boolean NOT NULL DEFAULT false,
  text        text    NOT NULL,
  -- Repeats whether the thread is that of an alliance, for the indexes.
  in_alliance boolean NOT NULL DEFAULT false,
  CONSTRAINT messages_pkey PRIMARY KEY (thread_id, number),
  CONSTRAINT messages_thread FOREIGN KEY (thread_id) REFERENCES threads (id) ON DELETE CASCADE,
  CONSTRAINT messages_author FOREIGN KEY (author_id) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT messages_number CHECK (number > 0),
  CONSTRAINT messages_text CHECK (char_length(text) BETWEEN 1 AND 2000)
);

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

-- A thread as one player sees it. The row is created with the first message that the player sees.
CREATE TABLE thread_members (
  thread_id uuid    NOT NULL,
  user_id   uuid    NOT NULL,
  -- The latest message that the player sees, and when it was sent.
  last      bigint  NOT NULL,
  last_at   bigint  NOT NULL,
  -- The number of the latest message that the player has read, and how many later messages of others are unread.
  read_to   bigint  NOT NULL DEFAULT 0,
  unread    integer NOT NULL DEFAULT 0,
  CONSTRAINT thread_members_pkey PRIMARY KEY (thread_id, user_id),
  CONSTRAINT thread_members_thread FOREIGN KEY (thread_id) REFERENCES threads (id) ON DELETE CASCADE,
  CONSTRAINT thread_members_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT thread_members_last CHECK (last > 0),
  CONSTRAINT thread_members_read CHECK (read_to BETWEEN 0 AND last),
  CONSTRAINT thread_members_unread CHECK (unread >= 0)
);

CREATE INDEX thread_members_by_time ON thread_members (user_id, last_at, thread_id);
CREATE INDEX thread_members_unread_only ON thread_members (user_id) WHERE unread > 0;

CREATE TABLE blocks (
  blocker_id uuid   NOT NULL,
  blocked_id uuid   NOT NULL,
  at         bigint NOT NULL,
  CONSTRAINT blocks_pkey PRIMARY KEY (blocker_id, blocked_id),
  CONSTRAINT blocks_blocker FOREIGN KEY (blocker_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT blocks_blocked FOREIGN KEY (blocked_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT blocks_other CHECK (blocker_id <> blocked_id)
);

CREATE INDEX blocks_by_time ON blocks (blocker_id, at, blocked_id);
CREATE INDEX blocks_by_blocked ON blocks (blocked_id);

-- A report refers to its message. Deleting the thread deletes both.
CREATE TABLE message_reports (
  id          bigint GENERATED BY DEFAULT AS IDENTITY,
  thread_id   uuid   NOT NULL,
  number      bigint NOT NULL,
  reporter_id uuid   NULL,
  reason      text   NOT NULL,
  at          bigint NOT NULL,
  handled_at  bigint NULL,
  CONSTRAINT message_reports_pkey PRIMARY KEY (id),
  CONSTRAINT message_reports_unique UNIQUE (thread_id, number, reporter_id),
  CONSTRAINT message_reports_message FOREIGN KEY (thread_id, number) REFERENCES messages (thread_id, number)
    ON DELETE CASCADE,
  CONSTRAINT message_reports_reporter FOREIGN KEY (reporter_id) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT message_reports_reason CHECK (char_length(reason) <= 500)
);

CREATE INDEX message_reports_open ON message_reports (id) WHERE handled_at IS NULL;
CREATE INDEX message_reports_by_reporter ON message_reports (reporter_id);

-- Empires that an alliance has invited, and those that have applied.
CREATE TABLE alliance_candidates (
  alliance_id uuid    NOT NULL,
  empire_id   uuid    NOT NULL,
  kind        text    NOT NULL,
  at          bigint  NOT NULL,
  -- An invitation by a player whom the invited player blocks: only the alliance sees it.
  withheld    boolean NOT NULL DEFAULT false,
  CONSTRAINT alliance_candidates_pkey PRIMARY KEY (alliance_id, empire_id),
  CONSTRAINT alliance_candidates_alliance FOREIGN KEY (alliance_id) REFERENCES alliances (id) ON DELETE CASCADE,
  CONSTRAINT alliance_candidates_empire FOREIGN KEY (empire_id) REFERENCES empires (id) ON DELETE CASCADE,
  CONSTRAINT alliance_candidates_kind CHECK (kind IN ('invitation', 'application'))
);

CREATE INDEX alliance_candidates_by_time ON alliance_candidates (alliance_id, at, empire_id);
-- Finds the rows that are deleted after 30 days.
CREATE INDEX alliance_candidates_by_age ON alliance_candidates (at);
CREATE INDEX alliance_candidates_by_empire ON alliance_candidates (empire_id, at, alliance_id);
