/** Locks and loads empires with all they own, for the write path. */
import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { databaseMoment, uuid } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Battle } from '../game/battle-types.ts';
import type { Empire, WorldSlice } from '../game/types.ts';
import type { WorldSnapshot } from './changes.ts';
import type { EmpireCache, KeptEmpire } from './empire-cache.ts';
import { copyData } from './plain-data.ts';
import { toBattle, toEmpire } from './row-conversion.ts';
import { empireStateRow, type EmpireRow, type EmpireStateRow } from './rows.ts';

/** Settings of the whole world, fixed at its creation. */
export interface WorldSettings {
  speed: number;
  radius: number;
  /** The start of the first reign. */
  firstReignAt: number;
}

interface LoadDeps {
  settings: WorldSettings;
  clock: Clock;
  /** Saves loading empires that have not changed. */
  cache?: EmpireCache;
}

export const loadedRow = z.strictObject({
  state: empireStateRow,
  /** The version of the empire's row, which changes with everything in `state` except the battles. */
  ctid: z.string(),
  xmin: z.string(),
  now_ms: databaseMoment,
});

export type LoadedRow = z.infer<typeof loadedRow>;

/** The state of the empire `e` as a scalar subquery. */
const stateOfEmpire = `(
  SELECT row_to_json(state) FROM (
    SELECT e.*,
      (SELECT coalesce(json_agg(c ORDER BY c.founded_at, c.id), '[]') FROM cities c WHERE c.empire_id = e.id) AS cities,
      (SELECT coalesce(json_agg(a ORDER BY a.id), '[]') FROM armies a WHERE a.empire_id = e.id) AS armies,
      (
        SELECT coalesce(json_agg(b ORDER BY b.contact_at, b.number), '[]')
        FROM (
          SELECT * FROM battles WHERE attacker_id = e.id AND outcome IS NULL
          UNION ALL
          SELECT * FROM battles WHERE defender_id = e.id AND attacker_id <> e.id AND outcome IS NULL
        ) b
      ) AS battles,
      (SELECT dissolved_at FROM alliances WHERE id = e.alliance_id) AS alliance_dissolved_at
  ) AS state
)`;

/**
 * Empires as a subquery: `id`, `state`, the row with cities, armies and undecided battles as JSON, and the version of
 * the row (migrations/0002_world.sql). JSON includes columns of later migrations without a new result type of prepared
 * statements, which would fail in a transaction.
 */
export const empireStates = `(
  SELECT e.id, e.ctid AS row_ctid, e.xmin AS row_xmin, ${stateOfEmpire} AS state FROM empires e
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

// The state is null if this version is known and no battle is undecided: a new battle changes no row of the empire. The
// dissolution of its alliance does neither.
const selectEmpireStates = statement(
  'selectEmpireStates',
  `SELECT e.id, e.ctid, e.xmin, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms,
     CASE WHEN e.ctid = known.ctid AND e.xmin = known.xmin
       AND NOT EXISTS (SELECT FROM battles WHERE attacker_id = e.id AND outcome IS NULL)
       AND NOT EXISTS (SELECT FROM battles WHERE defender_id = e.id AND outcome IS NULL)
       AND NOT EXISTS (SELECT FROM alliances WHERE id = e.alliance_id AND dissolved_at IS NOT NULL)
     THEN NULL ELSE ${stateOfEmpire} END AS state
   FROM unnest($1::uuid[], $2::tid[], $3::xid[]) AS known (id, ctid, xmin) JOIN empires e ON e.id = known.id`,
  loadedRow.extend({ id: uuid, state: empireStateRow.nullable() }),
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
  /** The slice as it was loaded; the copy in `world` may be changed. */
  before: WorldSnapshot;
  /** Requested empires that exist but are held by another transaction. They are not in the slice. */
  heldIds: ReadonlySet<string>;
}

/** The ids of empires to lock, or a function that locks empires and returns their ids. */
export type Lock = readonly string[] | ((tx: Tx) => Promise<string[]>);

/**
 * Locks the empires that no other transaction holds, then loads them, unless the cache has this version. Lock and load
 * are two statements in one round trip: a single statement would read the rows from before the lock. `now` is taken
 * after the locks. `readOthers` sends its statements between the two.
 */
export async function lockAndLoad(
  tx: Tx,
  lock: Lock,
  deps: LoadDeps,
  readOthers: (tx: Tx) => Promise<unknown> = () => Promise.resolve(),
): Promise<LockedSlice> {
  if (typeof lock === 'function') {
    const ids = await lock(tx);
    return ids.length === 0 ? load([], deps, ids) : load(await loadStates(tx, ids, deps), deps, ids);
  }
  const ids = [...new Set(lock)];
  const [locked, , states] = await Promise.all([
    select(tx, lockEmpires, [ids]),
    readOthers(tx),
    loadStates(tx, ids, deps),
  ]);
  return load(
    states,
    deps,
    locked.map(({ id }) => id),
  );
}

interface LoadedState {
  id: string;
  nowMs: number;
  /** Null if the cached empire is current. */
  row: EmpireStateRow | null;
  kept: KeptEmpire | undefined;
}

async function loadStates(tx: Tx, ids: readonly string[], { cache }: LoadDeps): Promise<LoadedState[]> {
  const kept = new Map(ids.map((id) => [id, cache?.get(id)]));
  const rows = await select(tx, selectEmpireStates, [
    ids,
    ids.map((id) => kept.get(id)?.ctid ?? null),
    ids.map((id) => kept.get(id)?.xmin ?? null),
  ]);
  return rows.map(({ id, now_ms, state }) => ({ id, nowMs: now_ms, row: state, kept: kept.get(id) }));
}

function load(states: readonly LoadedState[], deps: LoadDeps, lockedIds: readonly string[]): LockedSlice {
  const { settings, clock } = deps;
  const world: WorldSlice = { ...settings, empires: new Map(), battles: new Map() };
  const before = {
    empires: new Map<string, Empire>(),
    battles: new Map<string, Battle>(),
    rows: new Map<string, EmpireRow>(),
  };
  const own = new Set(lockedIds);
  const heldIds = new Set<string>();
  let databaseMs = 0;
  for (const { id, nowMs, row, kept } of states) {
    if (!own.has(id)) {
      heldIds.add(id);
      continue;
    }
    const loaded = row === null ? kept?.empire : toEmpire(row);
    if (loaded === undefined) throw new Error('an empire has no state; this is a bug');
    before.empires.set(id, loaded);
    if (row !== null) before.rows.set(id, row);
    world.empires.set(id, { ...copyData(loaded), postings: [] });
    for (const battle of row?.battles ?? []) {
      before.battles.set(battle.id, toBattle(battle));
      world.battles.set(battle.id, toBattle(battle));
    }
    databaseMs = Math.max(databaseMs, nowMs);
  }
  return { world, before, heldIds, now: world.empires.size === 0 ? clock.now() : clock.at(databaseMs) };
}
