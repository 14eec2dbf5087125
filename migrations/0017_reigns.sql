-- Crowns at the end of a reign, in 1/3,600,000 of a crown. Written in the transaction that resets them.
CREATE TABLE reign_crowns (
  reign integer NOT NULL,
  empire_id uuid NOT NULL,
  parts bigint NOT NULL,
  CONSTRAINT reign_crowns_pkey PRIMARY KEY (reign, empire_id),
  CONSTRAINT reign_crowns_empire_id_fkey FOREIGN KEY (empire_id) REFERENCES empires (id) ON DELETE CASCADE,
  CONSTRAINT reign_crowns_parts_sound CHECK (parts > 0)
);

CREATE INDEX reign_crowns_by_parts ON reign_crowns (reign, parts DESC);

-- Reigns that are over. The key decides that each is closed once.
CREATE TABLE reigns (
  number integer NOT NULL,
  ended_at bigint NOT NULL,
  -- The Hegemon; null if nobody had a crown, or if the empire was deleted since.
  empire_id uuid,
  empire_name text,
  parts bigint NOT NULL,
  CONSTRAINT reigns_pkey PRIMARY KEY (number),
  CONSTRAINT reigns_empire_id_fkey FOREIGN KEY (empire_id) REFERENCES empires (id) ON DELETE SET NULL,
  CONSTRAINT reigns_number_sound CHECK (number >= 1),
  CONSTRAINT reigns_parts_sound CHECK ((parts > 0) = (empire_name IS NOT NULL) AND parts >= 0)
);

CREATE INDEX reigns_by_hegemon ON reigns (empire_id);
