-- Not beside the release before: it would misread the world.
-- Rules 3: attacks queue at the end of a truce, and crowns count for the alliance of their holder.

ALTER TABLE battles ADD COLUMN attack_value bigint DEFAULT 0 NOT NULL
  CONSTRAINT battles_attack_value_sound CHECK (attack_value >= 0);
COMMENT ON COLUMN battles.attack_value IS 'For an attack on a seat, the value of the army at the order; else 0. Orders contacts of the same millisecond, the largest first.';
-- Attacks under way: an army on its way changes only by desertion.
UPDATE battles SET attack_value = value
FROM (
  SELECT id, 100 * (units ->> 'soldiers')::bigint + 120 * (units ->> 'archers')::bigint
    + 360 * (units ->> 'knights')::bigint + 400 * (units ->> 'catapults')::bigint AS value
  FROM armies
) AS army
WHERE outcome IS NULL AND target_type = 'seat' AND army.id = army_id;
CREATE INDEX battles_for_seats ON battles (target_id) WHERE outcome IS NULL AND target_type = 'seat';

ALTER TABLE empires ADD COLUMN alliance_crowns jsonb DEFAULT '{}' NOT NULL;
COMMENT ON COLUMN empires.alliance_crowns IS 'By the id of each alliance: crowns of the reign that count for it, minus those that the present seats earn for the present alliance from its start, as in `crown_offset`.';
-- The crowns of the reign under way count for the present alliance.
UPDATE empires SET alliance_crowns = jsonb_build_object(alliance_id, crown_offset)
WHERE alliance_id IS NOT NULL AND reign_ends_at IS NOT NULL AND crown_offset <> 0;

CREATE TABLE reign_alliance_crowns (
  reign       integer NOT NULL,
  empire_id   uuid    NOT NULL CONSTRAINT reign_alliance_crowns_empire REFERENCES empires (id) ON DELETE CASCADE,
  alliance_id uuid    NOT NULL CONSTRAINT reign_alliance_crowns_alliance REFERENCES alliances (id),
  parts       bigint  NOT NULL,
  CONSTRAINT reign_alliance_crowns_pkey PRIMARY KEY (reign, empire_id, alliance_id),
  CONSTRAINT reign_alliance_crowns_parts CHECK (parts > 0)
);
COMMENT ON TABLE reign_alliance_crowns IS 'The part of `reign_crowns` that an empire has earned as a member of an alliance.';
COMMENT ON COLUMN reign_alliance_crowns.parts IS 'In 1/3,600,000 of a crown.';
CREATE INDEX reign_alliance_crowns_by_empire ON reign_alliance_crowns (empire_id);
CREATE INDEX reign_alliance_crowns_by_alliance ON reign_alliance_crowns (alliance_id);
