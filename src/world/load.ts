/** Loading empires with all they own, locked, for the write path. */
import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { databaseMoment, id } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { World } from '../game/types.ts';
import { realmRow, toBattle, toEmpire } from './rows.ts';

/** What every slice of this world shares; fixed when it was created. */
export interface WorldSettings {
  speed: number;
  radius: number;
}

export const loadedRow = realmRow.extend({ now_ms: databaseMoment });

export type LoadedRow = z.infer<typeof loadedRow>;

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

const selectRealms = statement(
  'selectRealms',
  `SELECT realms.*, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms
   FROM realms WHERE id = ANY ($1::uuid[])`,
  loadedRow,
);

export interface Slice {
  world: World;
  /** The moment of the load, after every lock was held. */
  now: number;
}

/** The world of these rows, and the moment at which they were read. */
export function toSlice(rows: readonly LoadedRow[], settings: WorldSettings, clock: Clock): Slice {
  const world: World = { ...settings, empires: new Map(), battles: new Map() };
  let databaseMs = 0;
  for (const { now_ms, ...row } of rows) {
    world.empires.set(row.id, toEmpire(row));
    for (const battle of row.battles) world.battles.set(battle.id, toBattle(battle));
    databaseMs = Math.max(databaseMs, now_ms);
  }
  return { world, now: rows.length === 0 ? clock.now() : clock.at(databaseMs) };
}

export interface LockedSlice extends Slice {
  /** Asked for and there, but held by somebody else at the moment: not in the world. */
  heldIds: ReadonlySet<string>;
}

/**
 * Locks those of these empires that nobody else holds, then loads them: two statements in one flight, because one
 * statement with both would see what was there before the lock. Time is taken after the locks.
 */
export async function lockAndLoad(
  tx: Tx,
  empireIds: readonly string[],
  settings: WorldSettings,
  clock: Clock,
): Promise<LockedSlice> {
  const [locked, rows] = await Promise.all([
    select(tx, lockEmpires, [empireIds]),
    select(tx, selectRealms, [empireIds]),
  ]);
  const lockedIds = new Set(locked.map(({ id }) => id));
  const own = rows.filter(({ id }) => lockedIds.has(id));
  const heldIds = new Set(rows.map(({ id }) => id).filter((id) => !lockedIds.has(id)));
  return { ...toSlice(own, settings, clock), heldIds };
}

/** Loads empires that this transaction has locked already. */
export async function load(
  tx: Tx,
  empireIds: readonly string[],
  settings: WorldSettings,
  clock: Clock,
): Promise<Slice> {
  return toSlice(await select(tx, selectRealms, [empireIds]), settings, clock);
}
