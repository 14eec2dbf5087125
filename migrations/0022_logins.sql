-- The addresses from which each account has logged in, as keyed hashes. While somebody guesses the password of an
-- account, its owner can still log in from these.
CREATE TABLE login_addresses (
  user_id      uuid        NOT NULL,
  address_hash text        NOT NULL,
  -- Accurate to a day.
  last_login   timestamptz NOT NULL,
  CONSTRAINT login_addresses_pkey PRIMARY KEY (user_id, address_hash),
  CONSTRAINT login_addresses_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX login_addresses_by_time ON login_addresses (last_login);
