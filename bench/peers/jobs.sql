-- What the jobs of graphile-worker change. It creates its own tables when it starts.
CREATE TABLE job_accounts (id integer PRIMARY KEY, gold bigint NOT NULL) WITH (fillfactor = 50);
INSERT INTO job_accounts SELECT n, 0 FROM generate_series(1, 20000) AS n;
