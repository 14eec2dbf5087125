-- Accounts that end, and the links of mails. All columns are null for the accounts of before.

ALTER TABLE users
  -- When the account is due to be deleted; a login before that sets it to null.
  ADD COLUMN deletion_at timestamptz NULL,
  -- The owner of the empire of a deleted account: no player, and without personal data.
  ADD COLUMN deleted_at timestamptz NULL,
  ADD CONSTRAINT users_deleted CHECK (
    deleted_at IS NULL OR (NOT is_active AND deletion_at IS NULL AND password_hash = '' AND last_login IS NULL)
  );

CREATE INDEX users_by_deletion ON users (deletion_at) WHERE deletion_at IS NOT NULL;

-- The request ends all sessions: only a new login takes it back.
CREATE TRIGGER users_leaving_lose_sessions AFTER UPDATE OF deletion_at ON users
FOR EACH ROW WHEN (OLD.deletion_at IS NULL AND NEW.deletion_at IS NOT NULL) EXECUTE FUNCTION end_sessions_of_user();

-- A login takes the deletion back, also one of the previous release.
CREATE FUNCTION keep_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.deletion_at := NULL;
  RETURN NEW;
END
$$;

CREATE TRIGGER users_kept BEFORE UPDATE OF last_login ON users
FOR EACH ROW WHEN (OLD.deletion_at IS NOT NULL) EXECUTE FUNCTION keep_user();

-- The links that were sent by mail: at most one of each purpose for an account.
CREATE TABLE account_tokens (
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  -- SHA-256 of the token, in hex.
  token_hash text NOT NULL,
  -- A digest of the password hash and the e-mail: when either changes, the link is void.
  credentials text NOT NULL,
  -- The new e-mail that the link confirms.
  email varchar(255) NULL,
  email_key text NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT account_tokens_pkey PRIMARY KEY (user_id, purpose),
  CONSTRAINT account_tokens_hash_unique UNIQUE (token_hash),
  CONSTRAINT account_tokens_purpose CHECK (purpose IN ('password', 'email')),
  CONSTRAINT account_tokens_email CHECK ((purpose = 'email') = (email IS NOT NULL AND email_key IS NOT NULL)),
  CONSTRAINT account_tokens_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX account_tokens_by_expiry ON account_tokens (expires_at);
