/** Loading empires with all they own, locked, for the write path. */
import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { databaseMoment, id } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { WorldSlice } from '../game/types.ts';
import { realmRow, toBattle, toEmpire } from './rows.ts';

/** What every slice of this world shares; fixed when it was created. */
export interface WorldSettings {
  speed: number;
  radius: number;
}

interface LoadDeps {
  settings: WorldSettings;
  clock: Clock;
}

export const loadedRow = z.strictObject({ state: realmRow, now_ms: databaseMoment });

export type LoadedRow = z.infer<typeof loadedRow>;

/**
 * Empires as a subquery of two columns: `id`, and `state`, the whole row with cities, armies and undecided battles as
 * one JSON value. So a column that a later migration adds comes along, and no prepared statement changes its result
 * type, which would fail in a transaction. Replaces the view `states`, which keeps the columns of its creation; a
 * migration of the next release drops it.
 */
export const empireStates = `(
  SELECT id, row_to_json(state) AS state FROM (
    SELECT e.*,
      (SELECT coalesce(json_agg(c ORDER BY c.founded_at, c.id), '[]') FROM cities c WHERE c.empire_id = e.id) AS cities,
      (SELECT coalesce(json_agg(a ORDER BY a.id), '[]') FROM armies a WHERE a.empire_id = e.id) AS armies,
      (
        SELECT coalesce(json_agg(b ORDER BY b.contact_at, b.number), '[]')
        FROM (
          SELECT * FROM battles WHERE attacker_id = e.id AND outcome IS NULL
          UNION ALL
          SELECT * FROM battles WHERE defender_id = e.id AND outcome IS NULL
        ) b
      ) AS battles
    FROM empires e
  ) AS state
) AS empire_states`;

// NO KEY: a battle may refer to an empire that somebody else holds. Nobody waits for an empire: there can be no
// deadlock over them, and one that is held for long holds up nothing else. (Chronicles are waited for, but held from
// the save to the commit only, which are sent together.)
const lockEmpires = statement(
  'lockEmpires',
  'SELECT id FROM empires WHERE id = ANY ($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED',
  z.strictObject({ id }),
);

/** How long an empire that somebody else holds is asked for before BUSY, and how often. */
export const lockPatienceMs = 2_000;
export const lockPauseMs = 10;

const selectEmpireStates = statement(
  'selectEmpireStates',
  `SELECT state, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms
   FROM ${empireStates} WHERE id = ANY ($1::uuid[])`,
  loadedRow,
);

export interface LoadedSlice {
  world: WorldSlice;
  /** The moment of the load, after every lock was held. */
  now: number;
}

/** The world of these rows, and the moment at which they were read. */
export function toLoadedSlice(rows: readonly LoadedRow[], { settings, clock }: LoadDeps): LoadedSlice {
  const world: WorldSlice = { ...settings, empires: new Map(), battles: new Map() };
  let databaseMs = 0;
  for (const { now_ms, state } of rows) {
    world.empires.set(state.id, toEmpire(state));
    for (const battle of state.battles) world.battles.set(battle.id, toBattle(battle));
    databaseMs = Math.max(databaseMs, now_ms);
  }
  return { world, now: rows.length === 0 ? clock.now() : clock.at(databaseMs) };
}

export interface LockedSlice extends LoadedSlice {
  /** Asked for and there, but held by somebody else at the moment: not in the world. */
  heldIds: ReadonlySet<string>;
}

/** The ids of empires to lock; or a query that locks some and returns their ids. */
export type Lock = readonly string[] | ((tx: Tx) => Promise<string[]>);

/**
 * Locks those of these empires that nobody else holds, then loads them: two statements in one flight, because one
 * statement with both would see what was there before the lock. Time is taken after the locks.
 */
export async function lockAndLoad(tx: Tx, lock: Lock, deps: LoadDeps): Promise<LockedSlice> {
  if (typeof lock === 'function') {
    const ids = await lock(tx);
    const rows = ids.length === 0 ? [] : await select(tx, selectEmpireStates, [ids]);
    return { ...toLoadedSlice(rows, deps), heldIds: new Set() };
  }
  const [locked, rows] = await Promise.all([
    select(tx, lockEmpires, [lock]),
    select(tx, selectEmpireStates, [lock]),
  ]);
  const lockedIds = new Set(locked.map(({ id }) => id));
  const own = rows.filter(({ state }) => lockedIds.has(state.id));
  const heldIds = new Set(rows.map(({ state }) => state.id).filter((id) => !lockedIds.has(id)));
  return { ...toLoadedSlice(own, deps), heldIds };
}
