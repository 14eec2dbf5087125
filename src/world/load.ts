/** Locks and loads empires with all they own, for the write path. */
import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { databaseMoment, uuid } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { WorldSlice } from '../game/types.ts';
import { empireStateRow, toBattle, toEmpire } from './rows.ts';

/** Settings of the whole world, fixed at its creation. */
export interface WorldSettings {
  speed: number;
  radius: number;
}

interface LoadDeps {
  settings: WorldSettings;
  clock: Clock;
}

export const loadedRow = z.strictObject({ state: empireStateRow, now_ms: databaseMoment });

export type LoadedRow = z.infer<typeof loadedRow>;

/**
 * Empires as a subquery of two columns: `id`, and `state`, the row with cities, armies and undecided battles as JSON.
 * JSON includes columns of later migrations without a new result type of prepared statements, which would fail in a
 * transaction. It replaces the view `states`, which keeps the columns of its creation; the next release drops the view.
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

// NO KEY allows a new battle to refer to an empire that another transaction holds. SKIP LOCKED never waits for an
// empire, so empires cause no deadlock, and one that is held for long delays nothing else. (Transactions do wait for
// event logs, which are locked only from the save to the commit; both are sent together.)
const lockEmpires = statement(
  'lockEmpires',
  'SELECT id FROM empires WHERE id = ANY ($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED',
  z.strictObject({ id: uuid }),
);

/** The time until BUSY for an empire that another transaction holds, and the pause between attempts. */
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

/** The world slice of these rows, and the moment at which they were read. */
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
  /** Requested empires that exist but are held by another transaction. They are not in the slice. */
  heldIds: ReadonlySet<string>;
}

/** The ids of empires to lock, or a function that locks empires and returns their ids. */
export type Lock = readonly string[] | ((tx: Tx) => Promise<string[]>);

/**
 * Locks the empires that no other transaction holds, then loads them. Lock and load are two statements in one round
 * trip: a single statement would read the rows from before the lock. `now` is taken after the locks.
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
