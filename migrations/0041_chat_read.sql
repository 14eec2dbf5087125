-- How far a member has read the chat of its alliance: the number of a message. It counts only in that alliance.
ALTER TABLE users
  ADD COLUMN chat_alliance_id uuid NULL,
  ADD COLUMN chat_read_to bigint NULL;
