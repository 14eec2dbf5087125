-- Not beside earlier releases: they would misread the world.

-- The members of an alliance are in the rows of the empires. Every change of them locks the alliance first, except for the
-- end of the memberships of a dissolved one: it is due work of each member.
CREATE TABLE alliances (
  id           uuid    NOT NULL,
  name         text    NOT NULL,
  tag          text    NOT NULL,
  tag_key      text    NOT NULL,
  description  text    NULL,
  created_at   bigint  NOT NULL,
  members      integer NOT NULL,
  -- The row stays, for the protection of former members and for event logs.
  dissolved_at bigint  NULL,
  CONSTRAINT alliances_pkey PRIMARY KEY (id),
  CONSTRAINT alliances_members_sound CHECK (members BETWEEN 0 AND 20),
  CONSTRAINT alliances_end_with_last_member CHECK ((members = 0) = (dissolved_at IS NOT NULL))
);

CREATE UNIQUE INDEX alliances_tag_unique ON alliances (tag_key) WHERE dissolved_at IS NULL;
CREATE INDEX alliances_by_age ON alliances (created_at, id) WHERE dissolved_at IS NULL;

-- Empires that an alliance has invited, and those that have applied.
CREATE TABLE alliance_candidates (
  alliance_id uuid    NOT NULL,
  empire_id   uuid    NOT NULL,
  kind        text    NOT NULL,
  at          bigint  NOT NULL,
  -- An invitation by a player whom the invited player blocks: only the alliance sees it.
  withheld    boolean NOT NULL DEFAULT false,
  CONSTRAINT alliance_candidates_pkey PRIMARY KEY (alliance_id, empire_id),
  CONSTRAINT alliance_candidates_alliance FOREIGN KEY (alliance_id) REFERENCES alliances (id) ON DELETE CASCADE,
  CONSTRAINT alliance_candidates_empire FOREIGN KEY (empire_id) REFERENCES empires (id) ON DELETE CASCADE,
  CONSTRAINT alliance_candidates_kind CHECK (kind IN ('invitation', 'application'))
);

CREATE INDEX alliance_candidates_by_time ON alliance_candidates (alliance_id, at, empire_id);
-- Finds the rows that are deleted after 30 days.
CREATE INDEX alliance_candidates_by_age ON alliance_candidates (at);
CREATE INDEX alliance_candidates_by_empire ON alliance_candidates (empire_id, at, alliance_id);

ALTER TABLE empires
  ADD COLUMN alliance_id uuid NULL,
  ADD COLUMN alliance_tag text NULL,
  ADD COLUMN alliance_role text NULL,
  ADD COLUMN alliance_joined_at bigint NULL,
  ADD COLUMN alliance_role_since bigint NULL,
  -- The alliance that the empire left last, and when.
  ADD COLUMN former_alliance_id uuid NULL,
  ADD COLUMN alliance_left_at bigint NULL,
  ADD CONSTRAINT empires_alliance FOREIGN KEY (alliance_id) REFERENCES alliances (id),
  ADD CONSTRAINT empires_former_alliance FOREIGN KEY (former_alliance_id) REFERENCES alliances (id),
  ADD CONSTRAINT empires_alliance_sound CHECK (
    num_nulls(alliance_id, alliance_tag, alliance_role, alliance_joined_at, alliance_role_since) IN (0, 5)
    AND num_nulls(former_alliance_id, alliance_left_at) IN (0, 2)
    AND alliance_role IN ('leader', 'officer', 'member')
    AND (kind = 'player' OR alliance_id IS NULL)
  );

CREATE INDEX empires_by_alliance ON empires (alliance_id) WHERE alliance_id IS NOT NULL;
