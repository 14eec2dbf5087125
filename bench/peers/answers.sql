-- Stored answers for node-select.mjs; the benchmark fills in the body, as large as the product's answer.
CREATE TABLE answers (id uuid PRIMARY KEY, body text NOT NULL);
