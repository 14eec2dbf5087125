-- The numbers of the results in an event log that its player has not read, ascending: at most the latest 50
-- (src/world/results.ts). What happened before this migration counts as read.
ALTER TABLE chronicles
  ADD COLUMN unread bigint[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT chronicles_unread_sound CHECK (cardinality(unread) <= 50);
