-- Deeds: lasting signs of an empire.

ALTER TABLE empires ADD COLUMN deeds jsonb DEFAULT '{}' NOT NULL
  CONSTRAINT empires_deeds_sound CHECK (jsonb_typeof(deeds) = 'object');
COMMENT ON COLUMN empires.deeds IS 'By the name of each deed: its count, and the day of each step, in days since 1970.';
