-- Battles: undecided ones are attacks under way, decided ones are reports.

CREATE TABLE battles (
  id uuid PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY,
  attacker_id uuid NOT NULL CONSTRAINT battles_attacker_id_fkey REFERENCES empires (id) ON DELETE CASCADE,
  defender_id uuid NOT NULL CONSTRAINT battles_defender_id_fkey REFERENCES empires (id) ON DELETE CASCADE,
  ally_id uuid CONSTRAINT battles_ally REFERENCES empires (id) ON DELETE SET NULL,
  army_id uuid NOT NULL,
  target_type text NOT NULL,
  target_id uuid NOT NULL,
  x integer NOT NULL,
  y integer NOT NULL,
  ordered_at bigint NOT NULL,
  contact_at bigint NOT NULL,
  attack_value bigint NOT NULL DEFAULT 0,
  seed text NOT NULL,
  outcome jsonb,
  ends_at bigint,
  CONSTRAINT battles_number_unique UNIQUE (number),
  CONSTRAINT battles_two_sides CHECK (attacker_id <> defender_id OR target_type = 'seat'),
  CONSTRAINT battles_target_type CHECK (target_type IN ('city', 'army', 'seat')),
  CONSTRAINT battles_attack_value_sound CHECK (attack_value >= 0),
  CONSTRAINT battles_decided CHECK ((outcome IS NULL) = (ends_at IS NULL))
);
COMMENT ON TABLE battles IS 'Attacks under way (outcome is null), and reports of decided battles.';
COMMENT ON COLUMN battles.number IS 'Orders contacts of the same millisecond.';
COMMENT ON COLUMN battles.defender_id IS 'For an undecided attack on a city or seat, the owner of its guard, or without one its present holder; after a change of a seat that can be the attacker itself.';
COMMENT ON COLUMN battles.ally_id IS 'The other empire of the defending side: the holder if its guard is the defender; the owner of a guard that fell if the holder is. Null without a guard.';
COMMENT ON COLUMN battles.contact_at IS 'When the army meets its target, and the battle is decided.';
COMMENT ON COLUMN battles.attack_value IS 'For an attack on a seat, the value of the army at the order; else 0. Orders contacts of the same millisecond, the largest first.';
COMMENT ON COLUMN battles.seed IS 'Secret until the last round has been shown.';
COMMENT ON COLUMN battles.outcome IS 'Never changes once it is written; see `Outcome` in src/game/battle-types.ts.';
COMMENT ON COLUMN battles.ends_at IS 'When the last round has been shown; null until the contact is decided.';
CREATE UNIQUE INDEX battles_one_active_an_army ON battles (army_id) WHERE outcome IS NULL;
CREATE INDEX battles_due ON battles (contact_at, number) WHERE outcome IS NULL;
CREATE INDEX battles_undecided_attacker ON battles (attacker_id) WHERE outcome IS NULL;
CREATE INDEX battles_undecided_defender ON battles (defender_id) WHERE outcome IS NULL;
CREATE INDEX battles_undecided_ally ON battles (ally_id) WHERE outcome IS NULL AND ally_id IS NOT NULL;
CREATE INDEX battles_for_seats ON battles (target_id) WHERE outcome IS NULL AND target_type = 'seat';
CREATE INDEX battles_by_attacker ON battles (attacker_id, number DESC);
CREATE INDEX battles_by_defender ON battles (defender_id, number DESC);
CREATE INDEX battles_by_ally ON battles (ally_id, number DESC) WHERE ally_id IS NOT NULL;
CREATE INDEX battles_by_end ON battles (ends_at);
-- Finds the battles that are deleted 30 days after they were called off.
CREATE INDEX battles_called_off ON battles (ends_at) WHERE outcome ->> 'result' = 'called_off';

CREATE TABLE battle_ends (
  battle_id uuid   NOT NULL CONSTRAINT battle_ends_battle REFERENCES battles (id) ON DELETE CASCADE,
  at        bigint NOT NULL,
  CONSTRAINT battle_ends_pkey PRIMARY KEY (battle_id)
);
COMMENT ON TABLE battle_ends IS 'When the outcome of a fight is due to be entered in the event logs. The contact adds the row, the clock deletes it.';
CREATE INDEX battle_ends_by_time ON battle_ends (at, battle_id);

CREATE TABLE battle_shares (
  battle_id  uuid   NOT NULL CONSTRAINT battle_shares_battle REFERENCES battles (id) ON DELETE CASCADE,
  user_id    uuid   NOT NULL CONSTRAINT battle_shares_user REFERENCES users (id) ON DELETE CASCADE,
  token      text   NOT NULL,
  created_at bigint NOT NULL,
  CONSTRAINT battle_shares_pkey PRIMARY KEY (battle_id, user_id)
);
COMMENT ON TABLE battle_shares IS 'Public links to reports. The token is no hash, because its owner sees the link again, and a reader of this table can read the battles anyway.';
COMMENT ON COLUMN battle_shares.user_id IS 'The player who created the link, who took part in the battle. The link is deleted with the account.';
CREATE INDEX battle_shares_by_user ON battle_shares (user_id);

-- Notifies every instance of an attack on a member of an alliance: it is coming, was called off, or has met its target. A
-- seat with a new holder is a threat less for one, and a threat for the other. An army may march to a seat that its own
-- empire has got meanwhile. A threat concerns the holder; another guard changes no threat. The notification has the accounts
-- of all members.
CREATE FUNCTION notify_threats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_world('threat_changed', json_build_object(
    'alliance_id', holder.alliance_id, 'battle_id', NEW.id, 'state', change.state,
    'attacker_id', attacker.id, 'attacker_name', attacker.name, 'attacker_tag', attacker.alliance_tag,
    'holder', json_build_object('empire_id', holder.id, 'empire_name', holder.name, 'alliance_tag', holder.alliance_tag),
    'target_type', NEW.target_type, 'target_id', NEW.target_id, 'x', NEW.x, 'y', NEW.y, 'contact_at', NEW.contact_at,
    'user_ids', (SELECT json_agg(member.owner_id) FROM empires member WHERE member.alliance_id = holder.alliance_id)
  ))
  FROM (VALUES
    (1, coalesce(OLD.ally_id, OLD.defender_id), CASE WHEN NEW.outcome ->> 'result' <> 'called_off' THEN 'met' ELSE 'called_off' END),
    (2, CASE WHEN NEW.outcome IS NULL THEN coalesce(NEW.ally_id, NEW.defender_id) END, 'coming')
  ) AS change (number, holder_id, state)
  JOIN empires holder ON holder.id = change.holder_id AND holder.alliance_id IS NOT NULL
  JOIN empires attacker ON attacker.id = NEW.attacker_id AND attacker.id <> holder.id
  WHERE NEW.outcome IS NOT NULL OR OLD.id IS NULL OR coalesce(NEW.ally_id, NEW.defender_id) <> coalesce(OLD.ally_id, OLD.defender_id)
  ORDER BY change.number;
  RETURN NULL;
END
$$;
CREATE TRIGGER battles_threaten AFTER INSERT ON battles
FOR EACH ROW WHEN (NEW.outcome IS NULL) EXECUTE FUNCTION notify_threats();
CREATE TRIGGER battles_threaten_no_more AFTER UPDATE OF defender_id, outcome ON battles
FOR EACH ROW WHEN (OLD.outcome IS NULL AND (NEW.outcome IS NOT NULL OR NEW.defender_id <> OLD.defender_id))
EXECUTE FUNCTION notify_threats();

-- An order waits for a change of the guard that is under way, and holds up a later one until it is committed, as the seats
-- do for their holder: so every undecided battle names the present defender.
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
