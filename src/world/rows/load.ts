/** Locks and loads empires with all they own. */
import { z } from 'zod';
import { databaseMoment, nowMsSql, uuid } from '../../db/columns.ts';
import { select, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Battle } from '../../game/battle-types.ts';
import { copyData } from '../../game/plain-data.ts';
import type { Empire, WorldSlice } from '../../game/types.ts';
import type { Clock } from '../../kernel/clock.ts';
import { toBattle, toEmpire, toGuards } from './row-conversion.ts';
import { knownGuardsSql } from './guard-rows.ts';
import { empireStateRow } from './rows.ts';

/** Fixed at the creation of the world. */
export interface WorldSettings {
  speed: number;
  radius: number;
  firstReignAt: number;
}

interface LoadDeps {
  settings: WorldSettings;
  clock: Clock;
}

export const loadedRow = z.strictObject({ state: empireStateRow, now_ms: databaseMoment });

export type LoadedRow = z.infer<typeof loadedRow>;

/**
 * `state` is the row with cities, armies and undecided battles. JSON includes columns of later migrations without a new
 * result type of prepared statements, which would fail in a transaction.
 */
export const empireStates = `(
  SELECT e.id, (
    SELECT row_to_json(state) FROM (
      SELECT e.*,
        (SELECT coalesce(json_agg(c ORDER BY c.founded_at, c.id), '[]') FROM cities c WHERE c.empire_id = e.id) AS cities,
        (SELECT coalesce(json_agg(a ORDER BY a.id), '[]') FROM armies a WHERE a.empire_id = e.id) AS armies,
        (
          SELECT coalesce(json_agg(b ORDER BY b.contact_at, b.attack_value DESC, b.number), '[]')
          FROM (
            SELECT * FROM battles WHERE attacker_id = e.id AND outcome IS NULL
            UNION ALL
            SELECT * FROM battles WHERE defender_id = e.id AND attacker_id <> e.id AND outcome IS NULL
            UNION ALL
            SELECT * FROM battles WHERE ally_id = e.id AND attacker_id <> e.id AND outcome IS NULL
          ) b
        ) AS battles,
        CASE WHEN e.leave ->> 'orderedAt' IS NOT NULL AND e.leave ->> 'beganAt' IS NULL THEN (
          SELECT max(ends_at) FROM battles
          WHERE (defender_id = e.id OR ally_id = e.id) AND attacker_id <> e.id AND outcome ->> 'result' = 'called_off'
            AND ends_at >= (e.leave ->> 'orderedAt')::bigint
        ) END AS called_off_at,
        CASE WHEN e.alliance_id IS NULL THEN '[]' ELSE ${knownGuardsSql('e.id')} END AS known_guards,
        (SELECT dissolved_at FROM alliances WHERE id = e.alliance_id) AS alliance_dissolved_at
    ) AS state
  ) AS state
  FROM empires e
) AS empire_states`;

// NO KEY allows a new battle to refer to an empire that another transaction holds. SKIP LOCKED never waits for an
// empire, so empires cause no deadlock, and one that is held for long delays nothing else. (Transactions do wait for
// event logs, which are locked only from the save to the commit; both are sent together.)
const lockEmpires = statement('lockEmpires', {
  sql: 'SELECT id FROM empires WHERE id = ANY ($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED',
  row: z.strictObject({ id: uuid }),
});

/** Until BUSY for a held empire, and between attempts. */
export const lockTimeoutMs = 2_000;
export const lockRetryMs = 10;

// From the ids, one look-up each: a generic plan for `id = ANY` would expect many empires.
const selectEmpireStates = statement('selectEmpireStates', {
  sql: `SELECT state, ${nowMsSql} FROM unnest($1::uuid[]) AS requested (id) JOIN ${empireStates} USING (id)`,
  row: loadedRow,
});

export interface LoadedSlice {
  world: WorldSlice;
  /** After every lock was held. */
  now: number;
}

export function toLoadedSlice(rows: readonly LoadedRow[], { settings, clock }: LoadDeps): LoadedSlice {
  const battles = rows.flatMap(({ state }) => state.battles.map(toBattle));
  const guards = new Map(
    rows.flatMap(({ state }) => toGuards(state.known_guards)).map((guard) => [guard.armyId, guard]),
  );
  return {
    world: {
      ...settings,
      empires: new Map(rows.map(({ state }) => [state.id, toEmpire(state)])),
      battles: new Map(battles.map((battle) => [battle.id, battle])),
      knownGuards: [...guards.values()],
    },
    now: rows.length === 0 ? clock.now() : clock.at(Math.max(...rows.map(({ now_ms }) => now_ms))),
  };
}

export interface WorldSnapshot {
  empires: ReadonlyMap<string, Empire>;
  battles: ReadonlyMap<string, Battle>;
}

export interface LockedSlice<Others> extends LoadedSlice {
  /** As it was loaded; the copy in `world` may be changed. */
  before: WorldSnapshot;
  /** Another transaction holds these empires. They are not in the slice. */
  heldIds: ReadonlySet<string>;
  others: Others;
}

/** A function locks empires itself and returns their ids. */
export type Lock = readonly string[] | ((tx: Tx) => Promise<string[]>);

/**
 * Locks the empires that no other transaction holds, then loads them. Two statements, sent together: a single one would
 * read the rows from before the lock.
 * @param lockOthers sends its statements between the two
 */
export async function lockAndLoad<Others>(
  tx: Tx,
  lock: Lock,
  deps: LoadDeps,
  lockOthers: (tx: Tx) => Promise<Others> = () => Promise.resolve(null as Others),
): Promise<LockedSlice<Others>> {
  const requested = typeof lock === 'function' ? await lock(tx) : [...new Set(lock)];
  const [locked, others, rows] = await Promise.all([
    typeof lock === 'function' ? requested.map((id) => ({ id })) : select(tx, lockEmpires, [requested]),
    lockOthers(tx),
    requested.length === 0 ? [] : select(tx, selectEmpireStates, [requested]),
  ]);
  const lockedIds = new Set(locked.map(({ id }) => id));
  const { world: before, now } = toLoadedSlice(
    rows.filter(({ state }) => lockedIds.has(state.id)),
    deps,
  );
  return {
    before,
    world: {
      ...before,
      empires: new Map([...before.empires].map(([id, empire]) => [id, copyData(empire)])),
      battles: new Map([...before.battles].map(([id, battle]) => [id, copyData(battle)])),
    },
    heldIds: new Set(rows.flatMap(({ state: { id } }) => (lockedIds.has(id) ? [] : [id]))),
    others,
    now,
  };
}
