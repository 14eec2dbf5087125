-- Accounts: users and their sessions, the counters of the rate limits, and settings that are made once.

CREATE TABLE users (
  id            uuid         NOT NULL DEFAULT gen_random_uuid(),
  username      varchar(50)  NOT NULL,
  -- The case-folded NFKC form, made by the application: two names that look alike have one key.
  username_key  text         NOT NULL,
  email         varchar(255) NOT NULL,
  email_key     text         NOT NULL,
  password_hash varchar(255) NOT NULL,
  salt          varchar(255) NOT NULL,
  created_at    timestamptz  NOT NULL DEFAULT now(),
  last_login    timestamptz  NULL,
  is_active     boolean      NOT NULL DEFAULT true,
  empire_id     uuid         NULL,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_username_unique UNIQUE (username_key),
  CONSTRAINT users_email_unique UNIQUE (email_key),
  CONSTRAINT users_username_length CHECK (char_length(username) >= 3),
  -- The login takes either name or e-mail: no name may be read as somebody's address.
  CONSTRAINT users_username_no_address CHECK (position('@' IN username_key) = 0),
  CONSTRAINT users_email_address CHECK (position('@' IN email_key) > 1)
);

CREATE TABLE sessions (
  id            uuid         NOT NULL DEFAULT gen_random_uuid(),
  session_token varchar(255) NOT NULL,
  created_at    timestamptz  NOT NULL DEFAULT now(),
  expires_at    timestamptz  NOT NULL,
  -- What express-session keeps; the columns below are read out of it.
  data          jsonb        NOT NULL,
  user_id       uuid         NOT NULL GENERATED ALWAYS AS ((data ->> 'user_id')::uuid) STORED,
  ip_address    inet         NULL     GENERATED ALWAYS AS ((data ->> 'ip_address')::inet) STORED,
  user_agent    text         NULL     GENERATED ALWAYS AS (data ->> 'user_agent') STORED,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_token_unique UNIQUE (session_token),
  CONSTRAINT sessions_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT sessions_lifetime CHECK (expires_at > created_at)
);

CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The names connect-pg-simple knows the columns by.
CREATE VIEW session_store AS
  SELECT session_token AS sid, data AS sess, expires_at AS expire
  FROM sessions;

-- Requests counted in the present window of each key. Lost in a crash, which is right: a window lasts a minute.
CREATE UNLOGGED TABLE rate_limit_counters (
  key       text        NOT NULL,
  hits      integer     NOT NULL,
  resets_at timestamptz NOT NULL,
  CONSTRAINT rate_limit_counters_pkey PRIMARY KEY (key),
  CONSTRAINT rate_limit_counters_hits CHECK (hits > 0)
);

-- The secret of the sessions where none is configured, and what was fixed when the world was created.
CREATE TABLE settings (
  key   text  NOT NULL,
  value jsonb NOT NULL,
  CONSTRAINT settings_pkey PRIMARY KEY (key)
);
