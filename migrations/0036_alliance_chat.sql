-- The chat of an alliance is a thread with the alliance's id: its messages, their limits and reports are those of players.
ALTER TABLE threads
  ADD COLUMN alliance_id uuid NULL,
  ADD CONSTRAINT threads_alliance FOREIGN KEY (alliance_id) REFERENCES alliances (id) ON DELETE CASCADE,
  ADD CONSTRAINT threads_alliance_sound CHECK (
    alliance_id IS NULL OR (alliance_id = id AND first_id IS NULL AND second_id IS NULL)
  );

CREATE UNIQUE INDEX threads_alliance_unique ON threads (alliance_id) WHERE alliance_id IS NOT NULL;

-- Repeats whether the thread is that of an alliance, for the index.
ALTER TABLE messages ADD COLUMN in_alliance boolean NOT NULL DEFAULT false;

-- In a chat, the times rise with the numbers. Finds the first message after a member has joined.
CREATE INDEX messages_in_alliance ON messages (thread_id, at, number) WHERE in_alliance;

-- Finds the messages to delete. Equal minutes share an entry of the index.
CREATE INDEX messages_in_alliance_by_minute ON messages ((at / 60000)) WHERE in_alliance;

-- How far a member has read the chat of its alliance: the number of a message. It counts only in that alliance.
ALTER TABLE users
  ADD COLUMN chat_alliance_id uuid NULL,
  ADD COLUMN chat_read_to bigint NULL;

-- However an alliance ends, its chat ends with it.
CREATE FUNCTION delete_alliance_chat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM threads WHERE id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER alliances_end_chat AFTER UPDATE OF dissolved_at ON alliances
FOR EACH ROW WHEN (NEW.dissolved_at IS NOT NULL) EXECUTE FUNCTION delete_alliance_chat();

-- Notifies every instance of an attack on a member of an alliance. The notification has the accounts of all members.
CREATE FUNCTION announce_threat(battle battles, state text) RETURNS void LANGUAGE sql AS $$
  SELECT announce('threat_changed', json_build_object(
    'alliance_id', defender.alliance_id, 'battle_id', battle.id, 'state', state,
    'attacker_id', attacker.id, 'attacker', attacker.name, 'attacker_tag', attacker.alliance_tag,
    'defender_id', defender.id, 'defender', defender.name,
    'x', battle.x, 'y', battle.y, 'contact_at', battle.contact_at,
    'user_ids', (SELECT json_agg(member.owner_id) FROM empires member WHERE member.alliance_id = defender.alliance_id)
  ))
  FROM empires defender JOIN empires attacker ON attacker.id = battle.attacker_id
  WHERE defender.id = battle.defender_id AND defender.alliance_id IS NOT NULL
    -- The army may march to a seat that its empire has got meanwhile.
    AND attacker.id <> defender.id
$$;

CREATE FUNCTION announce_battle_threat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM announce_threat(NEW, 'coming');
  ELSIF NEW.outcome IS NOT NULL THEN
    PERFORM announce_threat(OLD, CASE NEW.outcome ->> 'result' WHEN 'called_off' THEN 'called_off' ELSE 'met' END);
  ELSE
    -- A seat has a new holder.
    PERFORM announce_threat(OLD, 'called_off');
    PERFORM announce_threat(NEW, 'coming');
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER battles_threaten AFTER INSERT ON battles
FOR EACH ROW WHEN (NEW.outcome IS NULL) EXECUTE FUNCTION announce_battle_threat();

CREATE TRIGGER battles_threaten_no_more AFTER UPDATE OF defender_id, outcome ON battles
FOR EACH ROW WHEN (OLD.outcome IS NULL AND (NEW.outcome IS NOT NULL OR NEW.defender_id <> OLD.defender_id))
EXECUTE FUNCTION announce_battle_threat();
