/** Reading empires with all they own: locked for the write path, or as they stand for a reader. */
import type { Clock } from '../kernel/clock.ts';
import { select, statement } from '../db/pool.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { advance } from '../game/advance.ts';
import type { Empire, World } from '../game/types.ts';
import { rollsOf } from './rolls.ts';
import { toBattle, toEmpire } from './rows.ts';
import type { RealmRow } from './rows.ts';

/** What every slice of this world shares; fixed when it was created. */
export interface WorldSettings {
  speed: number;
  radius: number;
}

type LoadedRow = RealmRow & { now_ms: number };

// NO KEY: a battle may refer to an empire that somebody else holds.
const lockEmpires = statement<{ id: string }>(
  'lockEmpires',
  'SELECT id FROM empires WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
);

const selectRealms = statement<LoadedRow>(
  'selectRealms',
  `SELECT realms.*, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms
   FROM realms WHERE id = ANY ($1::uuid[])`,
);

const selectRealmOf = statement<LoadedRow>(
  'selectRealmOf',
  `SELECT realms.*, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms
   FROM realms
   WHERE id = CASE $1::text
     WHEN 'empire' THEN $2::uuid
     WHEN 'city' THEN (SELECT empire_id FROM cities WHERE id = $2::uuid)
     WHEN 'army' THEN (SELECT empire_id FROM armies WHERE id = $2::uuid)
   END`,
);

export interface Slice {
  world: World;
  /** The moment of the load, after every lock was held. */
  now: number;
}

function toSlice(rows: readonly LoadedRow[], settings: WorldSettings, clock: Clock): Slice {
  const world: World = { ...settings, empires: new Map(), battles: new Map() };
  let databaseMs = 0;
  for (const { now_ms, ...row } of rows) {
    world.empires.set(row.id, toEmpire(row));
    for (const battle of row.battles) world.battles.set(battle.id, toBattle(battle));
    databaseMs = Math.max(databaseMs, now_ms);
  }
  return { world, now: rows.length === 0 ? clock.now() : clock.at(databaseMs) };
}

/**
 * Locks these empires in the order of their ids, then loads them: two statements in one flight, because one
 * statement with both would see what was there before it waited. Time is taken after the locks.
 */
export async function lockAndLoad(
  tx: Tx,
  empireIds: readonly string[],
  settings: WorldSettings,
  clock: Clock,
): Promise<Slice> {
  const [, rows] = await Promise.all([
    select(tx, lockEmpires, [empireIds]),
    select(tx, selectRealms, [empireIds]),
  ]);
  return toSlice(rows, settings, clock);
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

/** One empire as it stands now. */
export interface Realm extends Slice {
  empire: Empire;
}

/**
 * Reads the empire that has this id, or owns this city or army, and applies what is due up to now, or up to its
 * first undecided contact, without saving anything. One statement; null when there is no such thing.
 */
export async function selectRealm(
  db: Db,
  kind: 'empire' | 'city' | 'army',
  id: string,
  settings: WorldSettings,
  clock: Clock,
): Promise<Realm | null> {
  const { world, now } = toSlice(await select(db, selectRealmOf, [kind, id]), settings, clock);
  const [empire] = world.empires.values();
  if (empire === undefined) return null;
  const firstContactAt = Math.min(...[...world.battles.values()].map(({ contactAt }) => contactAt));
  advance(world, Math.min(now, firstContactAt - 1), rollsOf);
  return { world, empire, now };
}
