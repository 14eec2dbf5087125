/**
 * The save: one statement writes the changes of a transaction, its ledger entries, its event log entries and its
 * stored responses. The same statement notifies all instances.
 */
import { worldChannel } from '../db/names.ts';
import { execute, statement } from '../db/pool.ts';
import type { StoredResponse } from '../idempotency/store.ts';
import type { Tx } from '../db/transaction.ts';
import type { WorldSlice } from '../game/types.ts';
import type { NewLogEntry } from './event-log.ts';
import type { Notification } from './notifications.ts';
import { postingsOf } from './ledger.ts';
import { fromArmy, fromBattle, fromCity, fromEmpire, type EmpireRow } from './rows.ts';

/** The rows of a slice as loaded, by id. Cities, armies and battles are JSON text, which is compared to find changes. */
export interface WorldSnapshot {
  empires: Map<string, EmpireRow>;
  cities: Map<string, string>;
  armies: Map<string, { empireId: string; text: string }>;
  battles: Map<string, string>;
}

/** The snapshot for a world that is not in the database yet: every row counts as new. */
export const emptySnapshot = (): WorldSnapshot => ({
  empires: new Map(),
  cities: new Map(),
  armies: new Map(),
  battles: new Map(),
});

/** Copies every row of a slice, so that `save` can find the changes. */
export function snapshotOf(world: WorldSlice): WorldSnapshot {
  const snapshot = emptySnapshot();
  for (const empire of world.empires.values()) {
    snapshot.empires.set(empire.id, structuredClone(fromEmpire(empire, world)));
    for (const city of empire.cities) snapshot.cities.set(city.id, JSON.stringify(fromCity(city, empire.id)));
    for (const army of empire.armies) {
      snapshot.armies.set(army.id, { empireId: empire.id, text: JSON.stringify(fromArmy(army, empire.id)) });
    }
  }
  for (const battle of world.battles.values())
    snapshot.battles.set(battle.id, JSON.stringify(fromBattle(battle)));
  return snapshot;
}

interface Changes {
  newEmpires: string[];
  empires: string[];
  cities: string[];
  armies: string[];
  removedArmyIds: string[];
  newBattles: string[];
  battles: string[];
}

function changesOf(world: WorldSlice, before: WorldSnapshot, empireIds: ReadonlySet<string>): Changes {
  const changes: Changes = {
    newEmpires: [],
    empires: [],
    cities: [],
    armies: [],
    removedArmyIds: [],
    newBattles: [],
    battles: [],
  };
  const armyIds = new Set<string>();
  for (const empire of world.empires.values()) {
    if (!empireIds.has(empire.id)) continue;
    const list = before.empires.has(empire.id) ? changes.empires : changes.newEmpires;
    list.push(JSON.stringify(fromEmpire(empire, world)));
    for (const city of empire.cities)
      pushIfChanged(changes.cities, fromCity(city, empire.id), before.cities.get(city.id));
    for (const army of empire.armies) {
      armyIds.add(army.id);
      pushIfChanged(changes.armies, fromArmy(army, empire.id), before.armies.get(army.id)?.text);
    }
  }
  for (const [id, { empireId }] of before.armies) {
    if (empireIds.has(empireId) && !armyIds.has(id)) changes.removedArmyIds.push(id);
  }
  for (const battle of world.battles.values()) {
    if (!empireIds.has(battle.attackerId) && !empireIds.has(battle.defenderId)) continue;
    const loaded = before.battles.get(battle.id);
    pushIfChanged(loaded === undefined ? changes.newBattles : changes.battles, fromBattle(battle), loaded);
  }
  return changes;
}

function pushIfChanged(changed: string[], row: object, before: string | undefined): void {
  const text = JSON.stringify(row);
  if (text !== before) changed.push(text);
}

const asArray = (rows: readonly string[]): string => `[${rows.join(',')}]`;

// The statement names every column of a row type, so that it writes no other column. It updates empires instead of
// upserting them: an upsert that names a key column locks the whole row, and two empires that attack each other
// would deadlock. An upsert of battles would use up a number for each decided battle.
const saveWorld = statement(
  'saveWorld',
  `WITH
    new_empires AS (
      INSERT INTO empires (
        id, owner_id, name, name_key, description, created_at, gold, food, materials, settled_at,
        founding_paid, destroyed_value, protection_ended, last_command_at, last_desertion_at, attacked_by,
        armies_raised, event_seq, gold_rate, food_rate, materials_rate, cap, people_used, population, units,
        economic_score, military_score, next_due
      )
      SELECT
        id, owner_id, name, name_key, description, created_at, gold, food, materials, settled_at,
        founding_paid, destroyed_value, protection_ended, last_command_at, last_desertion_at, attacked_by,
        armies_raised, event_seq, gold_rate, food_rate, materials_rate, cap, people_used, population, units,
        economic_score, military_score, next_due
      FROM json_populate_recordset(NULL::empires, $1::json)
    ),
    saved_empires AS (
      UPDATE empires SET
        name = saved.name, name_key = saved.name_key, description = saved.description, gold = saved.gold,
        food = saved.food, materials = saved.materials, settled_at = saved.settled_at,
        founding_paid = saved.founding_paid, destroyed_value = saved.destroyed_value,
        protection_ended = saved.protection_ended, last_command_at = saved.last_command_at,
        last_desertion_at = saved.last_desertion_at, attacked_by = saved.attacked_by,
        armies_raised = saved.armies_raised, event_seq = saved.event_seq, gold_rate = saved.gold_rate,
        food_rate = saved.food_rate, materials_rate = saved.materials_rate, cap = saved.cap,
        people_used = saved.people_used, population = saved.population, units = saved.units,
        economic_score = saved.economic_score, military_score = saved.military_score,
        next_due = saved.next_due
      FROM json_populate_recordset(NULL::empires, $2::json) AS saved
      WHERE empires.id = saved.id
    ),
    posted AS (
      INSERT INTO ledger_entries (
        empire_id, number, at, cause, city_id, battle_id, building, gold, food, materials,
        gold_after, food_after, materials_after, units, units_after
      )
      SELECT
        empire_id, number + coalesce(
          (SELECT max(last.number) FROM ledger_entries last WHERE last.empire_id = posting.empire_id), 0
        ),
        at, cause, city_id, battle_id, building, gold, food, materials, gold_after, food_after, materials_after,
        units, units_after
      FROM json_populate_recordset(NULL::ledger_entries, $11::json) AS posting
    ),
    saved_cities AS (
      INSERT INTO cities
        (id, empire_id, name, name_key, x, y, founded_at, buildings, construction, training, plundered_at)
      SELECT id, empire_id, name, name_key, x, y, founded_at, buildings, construction, training, plundered_at
      FROM json_populate_recordset(NULL::cities, $3::json)
      ON CONFLICT (id) DO UPDATE SET
        buildings = excluded.buildings, construction = excluded.construction,
        training = excluded.training, plundered_at = excluded.plundered_at
    ),
    saved_armies AS (
      INSERT INTO armies (id, empire_id, name, x, y, units, home_city_id, standing_since, march, loot)
      SELECT id, empire_id, name, x, y, units, home_city_id, standing_since, march, loot
      FROM json_populate_recordset(NULL::armies, $4::json)
      ON CONFLICT (id) DO UPDATE SET
        x = excluded.x, y = excluded.y, units = excluded.units, home_city_id = excluded.home_city_id,
        standing_since = excluded.standing_since, march = excluded.march, loot = excluded.loot
    ),
    removed_armies AS (DELETE FROM armies WHERE id = ANY ($5::uuid[])),
    new_battles AS (
      INSERT INTO battles (
        id, attacker_id, defender_id, army_id, target_type, target_id, x, y, ordered_at, contact_at, seed,
        outcome, ends_at
      )
      SELECT
        id, attacker_id, defender_id, army_id, target_type, target_id, x, y, ordered_at, contact_at, seed,
        outcome, ends_at
      FROM json_populate_recordset(NULL::battles, $6::json)
    ),
    saved_battles AS (
      UPDATE battles SET outcome = saved.outcome, ends_at = saved.ends_at
      FROM json_populate_recordset(NULL::battles, $7::json) AS saved
      WHERE battles.id = saved.id
    ),
    entries AS (
      SELECT entry.position, entry.empire_id, entry.at, entry.type,
        entry.data || CASE WHEN opponent.id IS NULL THEN '{}'
          ELSE jsonb_build_object('opponent_name', opponent.name) END AS data
      FROM json_to_recordset($9::json)
        AS entry (position integer, empire_id uuid, at bigint, type text, data jsonb)
      LEFT JOIN empires opponent ON opponent.id = (entry.data ->> 'opponent_id')::uuid
    ),
    -- In the order of the ids: two transactions that append to the same event logs must not deadlock.
    numbered AS (
      INSERT INTO chronicles (empire_id, last)
      SELECT empire_id, count(*) FROM entries GROUP BY empire_id ORDER BY empire_id
      ON CONFLICT (empire_id) DO UPDATE SET last = chronicles.last + excluded.last
      RETURNING empire_id, last
    ),
    appended AS (
      INSERT INTO chronicle_entries (empire_id, number, at, type, data)
      SELECT empire_id, last + 1 - row_number() OVER (PARTITION BY empire_id ORDER BY position DESC), at, type, data
      FROM entries JOIN numbered USING (empire_id)
      RETURNING empire_id, number, at, type, data
    ),
    stored_responses AS (
      INSERT INTO idempotency_keys (user_id, route, key, body_digest, answer, created_at)
      SELECT user_id, route, key, body_digest, answer, created_at
      FROM json_populate_recordset(NULL::idempotency_keys, $10::json)
    ),
    notifications AS (
      SELECT 0 AS part, position, payload FROM unnest($8::text[]) WITH ORDINALITY AS event (payload, position)
      UNION ALL
      SELECT 1, number, json_build_object('event', 'entry_appended', 'to', json_build_array(empire_id),
        'data', json_build_object('number', number, 'at', at, 'type', type, 'data', data))::text
      FROM appended
    )
  SELECT count(pg_notify('${worldChannel}', payload)) AS sent
  FROM (SELECT payload FROM notifications ORDER BY part, position) AS ordered`,
);

/** The output of a transaction besides its changes. */
export interface Announcements {
  events: readonly Notification[];
  entries: readonly NewLogEntry[];
  /** Responses of commands with an idempotency key. */
  answers?: readonly StoredResponse[];
}

/**
 * Sends the one statement that writes the changes of these empires. Postgres delivers the notifications at commit.
 * Callers send it together with COMMIT instead of awaiting it.
 */
export function save(
  tx: Tx,
  world: WorldSlice,
  before: WorldSnapshot,
  empireIds: ReadonlySet<string>,
  { events, entries, answers = [] }: Announcements,
): Promise<unknown> {
  const changes = changesOf(world, before, empireIds);
  return execute(tx, saveWorld, [
    asArray(changes.newEmpires),
    asArray(changes.empires),
    asArray(changes.cities),
    asArray(changes.armies),
    changes.removedArmyIds,
    asArray(changes.newBattles),
    asArray(changes.battles),
    events.map((event) => JSON.stringify(event)),
    JSON.stringify(entries.map((entry, position) => ({ ...entry, position }))),
    JSON.stringify(answers),
    JSON.stringify(postingsOf(world, empireIds)),
  ]);
}
