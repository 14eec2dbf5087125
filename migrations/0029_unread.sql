-- The numbers of the unread results in an event log, ascending: at most the latest 50 (src/world/results.ts). Entries from
-- before this migration count as read.
ALTER TABLE chronicles
  ADD COLUMN unread bigint[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT chronicles_unread_sound CHECK (cardinality(unread) <= 50);
