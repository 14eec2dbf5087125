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

ALTER TABLE alliances ADD COLUMN note text;
COMMENT ON COLUMN alliances.note IS 'What the leader keeps on top of the chat, for members only.';

-- Guards: an army can defend a city or seat of an ally.
ALTER TABLE armies ADD COLUMN guards jsonb
  CONSTRAINT armies_guards_sound CHECK (guards ->> 'type' IN ('city', 'seat') AND guards ? 'id');
COMMENT ON COLUMN armies.guards IS 'The city or seat of an ally that the army guards, or will guard from its arrival on. Null for other armies.';
CREATE INDEX armies_by_guarded_place ON armies ((guards ->> 'id')) WHERE guards IS NOT NULL;
-- At the commit: one guard may fall and another arrive in one transaction.
ALTER TABLE armies ADD CONSTRAINT armies_one_guard_a_place EXCLUDE ((guards ->> 'id') WITH =)
  WHERE (guards IS NOT NULL AND march IS NULL) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX armies_guards_due ON armies (((march ->> 'arrivesAt')::bigint)) WHERE guards IS NOT NULL AND march IS NOT NULL;

ALTER TABLE battles ADD COLUMN ally_id uuid CONSTRAINT battles_ally REFERENCES empires (id) ON DELETE SET NULL;
COMMENT ON COLUMN battles.ally_id IS 'The other empire of the defending side: the holder if its guard is the defender; the owner of a guard that fell if the holder is. Null without a guard.';
COMMENT ON COLUMN battles.defender_id IS 'For an undecided attack on a city or seat, the owner of its guard, or without one its present holder; after a change of a seat that can be the attacker itself.';
CREATE INDEX battles_undecided_ally ON battles (ally_id) WHERE outcome IS NULL AND ally_id IS NOT NULL;
CREATE INDEX battles_by_ally ON battles (ally_id, number DESC) WHERE ally_id IS NOT NULL;

-- An order waits for a change of the holder or the guard that is under way, and holds up a later one until it is
-- committed: so every undecided battle names the present defender.
CREATE OR REPLACE FUNCTION require_seat_holder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM seats WHERE id = NEW.target_id AND holder_id = coalesce(NEW.ally_id, NEW.defender_id) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the seat has another holder' USING ERRCODE = 'check_violation', CONSTRAINT = 'battles_seat_holder';
  END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION require_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  guard_id uuid;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(4841007, hashtext(NEW.target_id::text));
  SELECT empire_id INTO guard_id FROM armies
    WHERE guards IS NOT NULL AND guards ->> 'id' = NEW.target_id::text AND march IS NULL AND empire_id <> NEW.attacker_id;
  IF guard_id IS DISTINCT FROM (CASE WHEN NEW.ally_id IS NOT NULL THEN NEW.defender_id END) THEN
    RAISE EXCEPTION 'the target has another guard' USING ERRCODE = 'check_violation', CONSTRAINT = 'battles_guard';
  END IF;
  RETURN NEW;
END
$$;
-- By name after battles_seat_holder, whose lock a change of the holder takes first, too.
CREATE TRIGGER battles_with_guard BEFORE INSERT ON battles FOR EACH ROW
WHEN (NEW.target_type IN ('city', 'seat') AND NEW.outcome IS NULL) EXECUTE FUNCTION require_guard();

-- A threat concerns the holder. Another guard changes no threat.
CREATE OR REPLACE FUNCTION announce_threats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce('threat_changed', json_build_object(
    'alliance_id', defender.alliance_id, 'battle_id', NEW.id, 'state', change.state,
    'attacker_id', attacker.id, 'attacker', attacker.name, 'attacker_tag', attacker.alliance_tag,
    'defender_id', defender.id, 'defender', defender.name, 'x', NEW.x, 'y', NEW.y, 'contact_at', NEW.contact_at,
    'user_ids', (SELECT json_agg(member.owner_id) FROM empires member WHERE member.alliance_id = defender.alliance_id)
  ))
  FROM (VALUES
    (1, coalesce(OLD.ally_id, OLD.defender_id), CASE WHEN NEW.outcome ->> 'result' <> 'called_off' THEN 'met' ELSE 'called_off' END),
    (2, CASE WHEN NEW.outcome IS NULL THEN coalesce(NEW.ally_id, NEW.defender_id) END, 'coming')
  ) AS change (number, defender_id, state)
  JOIN empires defender ON defender.id = change.defender_id AND defender.alliance_id IS NOT NULL
  JOIN empires attacker ON attacker.id = NEW.attacker_id AND attacker.id <> defender.id
  WHERE NEW.outcome IS NOT NULL OR OLD.id IS NULL OR coalesce(NEW.ally_id, NEW.defender_id) <> coalesce(OLD.ally_id, OLD.defender_id)
  ORDER BY change.number;
  RETURN NULL;
END
$$;
