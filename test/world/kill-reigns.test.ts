/** Two instances are killed again and again while reigns end: each reign is closed once, as the pure core computes it. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { reignEnd, reignMs, reignNumberAt } from '../../src/game/diplomacy/reigns.ts';
import type { Empire, HeldSeat, WorldSlice } from '../../src/game/types.ts';
import { battleRandomOf } from '../../src/world/battle-random.ts';
import { askCommand } from '../support/admin.ts';
import { findFreePort } from '../support/free-port.ts';
import { dayMs, holdSeat, hourMs, makeWorld, the } from '../support/worlds.ts';
import { spawnServer, type Server } from './process.ts';
import { carryOut, numberBattles } from './scripts.ts';
import { attackOnSeat, empireState, idOf, openStage, type Stage } from './stage.ts';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { options } from '../campaign/options.ts';

const chance = makeChance(options.seed);

const speed = 3600;
const kills = 10;
/** All of them ended while no server ran; closing them takes some seconds. One more ends while servers run. */
const pastReigns = 1000;
const holders = 12;
const attackers = 12;

/** Twelve empires hold seats since before the first reign. Twelve others attack them, in part after its end. */
function planWorld(lastEnd: number): { world: WorldSlice; start: number } {
  const firstReignAt = lastEnd - (pastReigns + 1) * reignMs(speed);
  const start = firstReignAt + reignMs(speed) - 2_000;
  const empires = Array.from({ length: holders + attackers }, (_, n): Empire => {
    const at = { x: 8 * n - 96, y: 0 };
    const levels = { town_hall: 5, farm: 5, house: 10 };
    const empire = empireState(`empire ${n}`, { at, levels, soldiers: n < holders ? 1 : 100 });
    return { ...empire, createdAt: start - dayMs, advancedAt: start, lastActiveAt: start, goals: {} };
  });
  const world = { ...makeWorld(empires, speed), radius: 1000, firstReignAt };
  const seats = Array.from({ length: 2 * holders - 4 }, (_, number): HeldSeat => {
    const heldSince = start - Math.ceil((40 * hourMs) / speed);
    return { id: idOf(`seat ${number}`), number, x: 8 * number - 96, y: 8, heldSince };
  });
  for (const seat of seats) holdSeat(the(empires[seat.number % holders]), seat, world);
  for (let n = 0; n < attackers; n++) {
    const seat = the(seats[n]);
    const holder = the(empires[seat.number % holders]);
    carryOut(world, the(empires[holders + n]), start, attackOnSeat(`attack ${n}`, holder.name, seat));
  }
  numberBattles(world);
  return { world, start };
}

interface Crowns {
  reign: number;
  empire_id: string;
  parts: number;
}

/** The crowns at the end of every reign, from the pure core. */
function crownsOf(world: WorldSlice, until: number): Crowns[] {
  return advance(structuredClone(world), until, battleRandomOf).flatMap((gameEvent) =>
    gameEvent.kind === 'reign_ended'
      ? [
          {
            reign: reignNumberAt(gameEvent.at, world),
            empire_id: gameEvent.empireId,
            parts: gameEvent.crownParts,
          },
        ]
      : [],
  );
}

/** The winner of each reign: most crowns, then the smaller id, because all empires are equally old. */
function winnersOf(crowns: readonly Crowns[]): Crowns[] {
  const best = new Map<number, Crowns>();
  for (const row of crowns) {
    const former = best.get(row.reign);
    const isBetter =
      former === undefined ||
      row.parts > former.parts ||
      (row.parts === former.parts && row.empire_id < former.empire_id);
    if (isBetter) best.set(row.reign, row);
  }
  return [...best.values()].sort((a, b) => a.reign - b.reign);
}

const byReign = (a: Crowns, b: Crowns): number => a.reign - b.reign || (a.empire_id < b.empire_id ? -1 : 1);

let stage: Stage;
let pool: pg.Pool;
let servers: Server[] = [];
let world: WorldSlice;
let lastEnd: number;
/** The number of closed reigns at each kill. */
const closedAtKills: number[] = [];

const countOf = async (sql: string): Promise<number> =>
  the((await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`)).rows[0]).n;
const closed = (): Promise<number> => countOf('reigns');

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await delay(5);
}

beforeAll(async () => {
  lastEnd = Date.now() + 20_000;
  ({ world } = planWorld(lastEnd));
  stage = await openStage(world);
  const { url } = stage.database;
  pool = new pg.Pool({ connectionString: url, max: 2 });
  await pool.query(`INSERT INTO settings (key, value) VALUES ('world', $1), ('first_reign', $2)`, [
    JSON.stringify({ speed, radius: world.radius }),
    JSON.stringify(world.firstReignAt),
  ]);
  const ports = [await findFreePort(), await findFreePort()];
  const start = (): Promise<void>[] => {
    const spawned = ports.map((port) => spawnServer(url, port, speed));
    servers = spawned.map(({ server }) => server);
    return spawned.map(({ listening }) => listening);
  };
  for (let kill = 0; kill < kills; kill++) {
    const starting = start();
    for (const listening of starting) listening.catch(() => undefined);
    // The first kills hit the advance of the rows, the later ones the closing of reigns.
    if (kill < 2) {
      await Promise.race(starting);
      await delay(chance() * 60);
    } else {
      const goal = (await closed()) + 1 + Math.floor(chance() * 60);
      await waitUntil(async () => (await closed()) >= Math.min(goal, pastReigns));
    }
    closedAtKills.push(await closed());
    await Promise.all(
      servers.map(async (server) => {
        await delay(chance() * 5);
        await server.end('SIGKILL');
      }),
    );
  }
  await Promise.all(start());
  await waitUntil(async () => (await closed()) > pastReigns);
}, 240_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  await pool.end();
  await stage.close();
});

it('the kills hit instances that were closing reigns', () => {
  const amid = closedAtKills.filter((count) => count > 0 && count < pastReigns);
  expect(new Set(amid).size).toBeGreaterThan(2);
});

it('every empire has the crowns of every reign, counted once', async () => {
  const { rows } = await pool.query<Crowns>(
    'SELECT reign, empire_id, parts::float8 AS parts FROM reign_crowns',
  );
  const expected = crownsOf(world, lastEnd);
  expect(new Set(expected.map(({ empire_id }) => empire_id)).size).toBeGreaterThan(holders);
  expect(rows.sort(byReign)).toEqual(expected.sort(byReign));
});

it('every reign has one Hegemon, with the most crowns and one entry in an event log', async () => {
  const { rows } = await pool.query<Crowns & { ended_at: number; entries: number }>(
    `SELECT number AS reign, empire_id, parts::float8 AS parts, ended_at::float8 AS ended_at,
       (SELECT count(*)::int FROM event_log_entries c
        WHERE c.empire_id = r.empire_id AND c.type = 'hegemon' AND (data ->> 'reign')::int = r.number) AS entries
     FROM reigns r ORDER BY number`,
  );
  expect(rows).toEqual(
    winnersOf(crownsOf(world, lastEnd)).map((row) => ({
      ...row,
      ended_at: reignEnd(row.reign, world),
      entries: 1,
    })),
  );
  expect([rows.length, await countOf(`event_log_entries WHERE type = 'hegemon'`)]).toEqual([
    pastReigns + 1,
    pastReigns + 1,
  ]);
});

it('verify finds no violation', async () => {
  const { code, data } = await askCommand<{ invariants: { name: string; faults: unknown[] }[] }>(
    { databaseUrl: stage.database.url },
    'verify',
  );
  expect([data.invariants.filter(({ faults }) => faults.length > 0), code]).toEqual([[], 0]);
});
