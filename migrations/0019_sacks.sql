-- When the full output of a city returns after a sack; null without one.
ALTER TABLE cities ADD COLUMN sacked_until bigint;
