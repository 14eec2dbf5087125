/**
 * The write path on a database, without HTTP: tests insert a prepared world, run any number of instances on it, and
 * compare the result with that of the pure core.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { expect } from 'vitest';
import type { BuildingType } from '../../src/contract/vocabulary.ts';
import { createPool, execute } from '../../src/db/pool.ts';
import { transaction, type Tx } from '../../src/db/transaction.ts';
import { advance } from '../../src/game/advance.ts';
import { joinAlliance } from '../../src/game/diplomacy/alliances.ts';
import { orderAttack } from '../../src/game/orders/attack.ts';
import type { Army, City, Empire, HeldSeat, Tile, WorldSlice } from '../../src/game/types.ts';
import { GameError } from '../../src/kernel/errors.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createMetrics } from '../../src/kernel/metrics.ts';
import { battleRandomOf } from '../../src/world/battle-random.ts';
import { createCommandExecutor, type ExecuteCommand, type Command } from '../../src/world/command.ts';
import { inBatches } from '../../src/world/batches.ts';
import { WorldClock } from '../../src/world/clock.ts';
import type { WorldDeps } from '../../src/world/deps.ts';
import { empireStates, type WorldSettings } from '../../src/world/rows/load.ts';
import { toBattle, toEmpire } from '../../src/world/rows/row-conversion.ts';
import type { BattleRow, EmpireStateRow } from '../../src/world/rows/rows.ts';
import { save } from '../../src/world/save.ts';
import { checkDerivedColumns } from '../../src/world/verify/empires.ts';
import type { CheckedEmpire, EmpirePage } from '../../src/world/verify/invariant.ts';
import { checkLedgers } from '../../src/world/verify/ledgers.ts';
import { type TestDatabase, createTestDatabase } from '../support/database.ts';
import { hasLayers } from '../support/layers.ts';
import { TestClock } from '../support/test-clock.ts';
import { dayMs, makeEmpire, t0 } from '../support/worlds.ts';
import { systemRandom } from '../../src/kernel/random.ts';

/** Derives an id from words; the same words give the same id. */
export function idOf(words: string): string {
  const hex = createHash('sha256').update(words).digest('hex');
  return [8, 12, 16, 20, 32].map((end, index, ends) => hex.slice(ends[index - 1] ?? 0, end)).join('-');
}

/** The settings that a world is stored with. */
export const settingsOf = ({ speed, radius, firstReignAt }: WorldSlice): WorldSettings => ({
  ...{ speed, radius, firstReignAt },
});

/** The parts of one instance. */
export interface Hand {
  pool: pg.Pool;
  executeCommand: ExecuteCommand;
  clock: WorldClock;
  deps: WorldDeps;
}

export interface Stage {
  database: TestDatabase;
  time: TestClock;
  /** Adds an instance on the same database. */
  join: (poolSize?: number) => Hand;
  /** All rows of the world's four tables as text. */
  dump: () => Promise<string>;
  close: () => Promise<void>;
}

/** Creates a database with this world, at `t0`. */
export async function openStage(world: WorldSlice): Promise<Stage> {
  const database = await createTestDatabase();
  const time = new TestClock(t0);
  const log = createLog('silent');
  const settings = settingsOf(world);
  const pools: pg.Pool[] = [];
  const join = (poolSize = 4): Hand => {
    const pool = createPool(database.url, poolSize, log);
    pools.push(pool);
    const deps: WorldDeps = {
      pool,
      clock: time,
      random: systemRandom,
      settings,
      metrics: createMetrics(),
      onDue: (at) => clock.expect(at),
    };
    const clock = new WorldClock(deps, log);
    const executeAlone = createCommandExecutor(deps);
    const executeCommand = hasLayers ? inBatches(executeAlone, deps) : executeAlone;
    return { pool, executeCommand, clock, deps };
  };
  const first = createPool(database.url, 1, log);
  pools.push(first);
  await insertWorld(first, world);
  return {
    database,
    time,
    join,
    dump: () => dumpTables(first),
    close: async () => {
      for (const pool of pools) await pool.end();
      await database.drop();
    },
  };
}

/** Saves at once instead of with COMMIT, while the transaction goes on. */
export async function saveNow(
  tx: Tx,
  ...args: Parameters<typeof save> extends [unknown, ...infer Rest] ? Rest : never
): Promise<void> {
  const sent: Promise<unknown>[] = [];
  save({ write: (stmt, values) => sent.push(execute(tx, stmt, values)) }, ...args);
  await Promise.all(sent);
}

/** Inserts a world, with accounts of its owners. */
export async function insertWorld(pool: pg.Pool, world: WorldSlice): Promise<void> {
  await pool.query(
    `INSERT INTO users (id, username, username_key, email, email_key, password_hash, salt)
     SELECT id::uuid, id, id, id || '@example.org', id || '@example.org', 'none', 'none' FROM unnest($1::text[]) AS id
     ON CONFLICT DO NOTHING`,
    [[...world.empires.values()].map(({ ownerId }) => ownerId)],
  );
  await transaction(pool, (tx) => {
    const before = { empires: new Map(), battles: new Map() };
    save(tx, world, before, new Set(world.empires.keys()), { events: [], entries: [] });
  });
  await pool.query(
    `UPDATE users SET empire_id = e.id FROM empires e WHERE e.owner_id = users.id AND e.kind = 'player'`,
  );
}

const dumpSql = {
  empires: 'SELECT * FROM empires ORDER BY id',
  cities: 'SELECT * FROM cities ORDER BY id',
  armies: 'SELECT * FROM armies ORDER BY id',
  battles: 'SELECT * FROM battles ORDER BY id',
};

async function dumpTables(pool: pg.Pool): Promise<string> {
  const tables: string[] = [];
  for (const text of Object.values(dumpSql))
    tables.push(JSON.stringify((await pool.query(text)).rows, null, 1));
  return tables.join('\n');
}

/** The ledger entries except production, whose number depends on how often an empire advances. */
export async function readPostings({ pool }: Hand): Promise<unknown[]> {
  const { rows } = await pool.query<object>(
    `SELECT empire_id, at, cause, city_id, battle_id, building, gold, food, materials, gold_after, food_after,
       materials_after, units, units_after
     FROM ledger_entries WHERE cause <> 'production' ORDER BY empire_id, number`,
  );
  return rows;
}

/** The violations in all ledgers of the world, as sentences. */
export async function readLedgerViolations({ pool }: Hand): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM empires');
  const found = await checkLedgers({ db: pool, empireIds: rows.map(({ id }) => id) });
  return found.map(({ sentence }) => sentence);
}

async function selectStates<Row>(pool: pg.Pool): Promise<Row[]> {
  const { rows } = await pool.query<{ state: Row }>(`SELECT state FROM ${empireStates} ORDER BY id`);
  return rows.map(({ state }) => state);
}

/** The world as stored, with empires and all they own in the order of their ids. */
export async function readWorld({ pool, deps }: Hand): Promise<WorldSlice> {
  const states = await selectStates<EmpireStateRow>(pool);
  const battles = (await pool.query<BattleRow>('SELECT * FROM battles ORDER BY number')).rows;
  return inOrder({
    ...deps.settings,
    empires: new Map(states.map((row) => [row.id, toEmpire(row)])),
    battles: new Map(battles.map((row) => [row.id, toBattle(row)])),
  });
}

/** The stored world, whose empires have all had a command at this moment, is `start` after the pure core has advanced it in one step. */
export async function expectWorldOfCore(hand: Hand, start: WorldSlice): Promise<void> {
  const expected = structuredClone(start);
  const now = hand.deps.clock.now();
  advance(expected, now, battleRandomOf);
  for (const empire of expected.empires.values()) empire.lastActiveAt = now;
  expect(await readWorld(hand)).toEqual(inOrder(expected));
}

/** A copy of the world with everything in the order of ids, event numbers of 0 and no postings. */
export function inOrder(world: WorldSlice): WorldSlice {
  const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
  const empires = [...world.empires.values()].sort(byId).map((empire) => ({
    ...empire,
    eventSeq: 0,
    postings: null,
    cities: [...empire.cities].sort(byId),
    armies: [...empire.armies].sort(byId),
  }));
  const battles = [...world.battles.values()].sort(byId);
  return {
    ...world,
    empires: new Map(empires.map((empire) => [empire.id, empire])),
    battles: new Map(battles.map((battle) => [battle.id, battle])),
  };
}

/** The derived columns that differ from the values that follow from the rest of their row. */
export async function wrongColumns({ pool, deps: { settings } }: Hand): Promise<string[]> {
  const rows = await selectStates<CheckedEmpire['row']>(pool);
  const states = rows.map((row) => ({ row, empire: toEmpire(row), battles: [] }));
  const found = await checkDerivedColumns({ states, settings } as unknown as EmpirePage);
  return found.map(({ sentence }) => sentence);
}

export interface EmpirePlan {
  at: { x: number; y: number };
  levels?: Partial<Record<BuildingType, number>>;
  soldiers?: number;
  gold?: number;
}

/** A 30-day-old empire with one city and one army in it. Every id follows from the name. */
export function empireState(
  name: string,
  { at, levels = {}, soldiers = 50, gold = 1500 }: EmpirePlan,
): Empire {
  const empire = makeEmpire({
    id: idOf(name),
    name,
    ownerId: idOf(`${name} owner`),
    createdAt: t0 - 30 * dayMs,
    cities: [{ id: idOf(`${name} city`), at, levels }],
    armies: soldiers === 0 ? [] : [{ id: idOf(`${name} army`), units: { soldiers } }],
    stock: { gold },
  });
  for (const building of empire.cities.flatMap(({ buildings }) => buildings)) building.id = idOf(building.id);
  return empire;
}

/** The n-th army by id (-1: the last), independent of the load order. Throws NOT_FOUND if it does not exist. */
export function armyInOrder(empire: Empire, n: number): Army {
  const army = [...empire.armies].sort((a, b) => (a.id < b.id ? -1 : 1)).at(n);
  if (army === undefined) throw new GameError('NOT_FOUND');
  return army;
}

/** Advances each of these empires to now with an empty command. */
export async function advanceAll({ executeCommand }: Hand, ids: Iterable<string>): Promise<void> {
  await Promise.all([...ids].map((id) => executeCommand(id, () => null)));
}

type Aim = Parameters<typeof orderAttack>[3];

/** What an attacker has read of a player whose empire is old enough to be attacked. */
export const attackable: Aim['defender'] = {
  kind: 'player',
  score: 4000,
  createdAt: t0 - 30 * dayMs,
  protectionEnded: true,
  lastActiveAt: t0,
  membership: null,
  formerAlliance: null,
  leave: null,
};

/** A command that attacks what stands on a tile, with the first army by default. The battle's id follows from `name`. */
export function attackAt(
  name: string,
  { x, y }: Tile,
  target: Omit<Aim, 'tile' | 'marching'>,
  armyNumber = 0,
): Command<string> {
  return ({ world, empire, now, emit }) => {
    const battle = { id: idOf(name), seed: name };
    const aim = { ...target, tile: { x, y }, marching: false };
    return orderAttack(world, empire, armyInOrder(empire, armyNumber), aim, { now, battle, emit }).id;
  };
}

export function attackOn(name: string, defender: Empire, city: City, armyNumber = 0): Command<string> {
  const { kind, createdAt, membership, formerAlliance, leave } = defender;
  const target = {
    target: { type: 'city' as const, id: city.id },
    defenderId: defender.id,
    defenderName: defender.name,
    defender: { ...attackable, kind, createdAt, membership, formerAlliance, leave },
  };
  return attackAt(name, city, target, armyNumber);
}

export function attackOnSeat(name: string, holder: string, seat: HeldSeat): Command<string> {
  return attackAt(name, seat, {
    target: { type: 'seat', id: seat.id },
    defenderId: idOf(holder),
    defenderName: holder,
    defender: attackable,
    heldSince: seat.heldSince,
  });
}

/** The number of connections to the database that wait for a lock. */
export async function countWaiting({ pool }: Pick<Hand, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

export const owls = { id: idOf('owls'), tag: 'OWL' };

/** Stores the alliance of these empires and lets each of them join it. */
export async function foundOwls({ pool, executeCommand }: Hand, names: readonly string[]): Promise<void> {
  await pool.query(
    `INSERT INTO alliances (id, name, name_key, tag, tag_key, created_at, members) VALUES ($1, 'Owls', 'owls', 'OWL', 'owl', $2, $3)`,
    [owls.id, t0, names.length],
  );
  for (const name of names)
    await executeCommand(idOf(name), ({ empire, now, speed, emit }) =>
      joinAlliance(empire, owls, 'member', { now, speed, emit }),
    );
}
