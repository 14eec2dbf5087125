-- The tables of the smallest durable order: a narrow row that changes, and a row that is added.
CREATE TABLE accounts (id integer PRIMARY KEY, gold bigint NOT NULL) WITH (fillfactor = 50);
INSERT INTO accounts SELECT n, 1000000000 FROM generate_series(1, 20000) AS n;
CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account_id integer NOT NULL, at bigint NOT NULL);
