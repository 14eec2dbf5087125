-- Public links to reports of battles. The token is no hash, because its owner sees the link again; a reader of this table can
-- read the battles anyway.
CREATE TABLE battle_shares (
  battle_id  uuid   NOT NULL,
  -- The participant who made the link. It ends with the account.
  user_id    uuid   NOT NULL,
  token      text   NOT NULL,
  created_at bigint NOT NULL,
  CONSTRAINT battle_shares_pkey PRIMARY KEY (battle_id, user_id),
  CONSTRAINT battle_shares_battle FOREIGN KEY (battle_id) REFERENCES battles (id) ON DELETE CASCADE,
  CONSTRAINT battle_shares_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX battle_shares_by_user ON battle_shares (user_id);
