-- Until when an empire cannot attack a target again, after it recalled an attack: moments by target.
ALTER TABLE empires
  ADD COLUMN recalled_until jsonb NOT NULL DEFAULT '{}',
  ADD CONSTRAINT empires_recalled_until_sound CHECK (counts_are_sound(recalled_until));
