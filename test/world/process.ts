/** The server as a real process, load from players over HTTP, and a record of the acknowledged orders. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request, type ClientRequest, type RequestOptions } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { GoalName } from '../../src/contract/vocabulary.ts';
import { levelCost, unitRules } from '../../src/game/balance.ts';
import { stockScale } from '../../src/game/economy/stock.ts';
import { goalRules } from '../../src/game/economy/goals.ts';
import type { City, Empire, Units } from '../../src/game/types.ts';
import { empireStates } from '../../src/world/rows/load.ts';
import { unknownId } from '../support/set-state.ts';
import { registerEmpire, type Ruler } from '../support/game.ts';
import { serverProgram } from '../support/programs.ts';

export interface Server {
  url: string;
  child: ChildProcess;
  /** Sends a signal and waits for the exit. Resolves with the exit code, or null after a kill. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Starts the server without rate limits. `listening` resolves when it listens, and rejects if it exits before. */
export function spawnServer(
  databaseUrl: string,
  port: number,
  speed = 1,
): { server: Server; listening: Promise<void> } {
  const child = spawn(process.execPath, [serverProgram], {
    env: {
      ...process.env,
      // Vite sets a variable of the same name.
      BASE_URL: '',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      GAME_SPEED: String(speed),
      RATE_LIMIT_AUTH: '0',
      RATE_LIMIT_DATA: '0',
      RATE_LIMIT_ACTION: '0',
      RATE_LIMIT_FAILED_LOGINS: '0',
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const opened = once(child.stdout, 'data');
  const listening = Promise.race([opened, exited]).then((first) => {
    if (!String(first[0]).includes('Hegemon is open')) throw new Error('the server did not start');
  });
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return (await exited)[0];
  };
  return { server: { url: `http://127.0.0.1:${port}`, child, end }, listening };
}

/** Starts the server without rate limits. Resolves when it listens. */
export async function startServer(databaseUrl: string, port: number, speed = 1): Promise<Server> {
  const { server, listening } = spawnServer(databaseUrl, port, speed);
  await listening;
  return server;
}

/** Sends a request; `status` resolves with that of the complete response, or with null without one. */
export function exchange(
  url: string,
  options: RequestOptions,
  body?: string,
): { outgoing: ClientRequest; status: Promise<number | null> } {
  const outgoing = request(url, options);
  const status = new Promise<number | null>((resolve) => {
    outgoing.on('error', () => {
      resolve(null);
    });
    outgoing.on('response', (response) => {
      response.resume();
      response.on('close', () => {
        resolve(response.complete ? (response.statusCode ?? null) : null);
      });
    });
  });
  outgoing.end(body);
  return { outgoing, status };
}

/** Acknowledged quantities of a player's orders, and quantities without an answer (in doubt). */
export interface Ledger {
  ruler: Ruler;
  levels: { acknowledged: number; inDoubt: number };
  units: { acknowledged: number; inDoubt: number };
  /** The number of 5xx answers by error code. */
  troubles: Record<string, number>;
}

/** More than any price and any cap: at the cap nothing is produced, so only spending changes the stock. */
const grant = 1e9;

/** Creates players with enough stock for all orders, a barracks and houses. */
export async function openLedgers(url: string, pool: pg.Pool, count: number): Promise<Ledger[]> {
  const ledgers: Ledger[] = [];
  for (let index = 0; index < count; index++) {
    const ruler = await registerEmpire(url, { x: 20 * index, y: 0 });
    const none = () => ({ acknowledged: 0, inDoubt: 0 });
    ledgers.push({ ruler, levels: none(), units: none(), troubles: {} });
  }
  // Only what players order changes.
  await pool.query(`DELETE FROM empires WHERE kind = 'village'`);
  await pool.query(`UPDATE cities SET buildings = buildings
    || '[{"id":"${unknownId}","type":"barracks","level":1},{"id":"${unknownId}","type":"house","level":20}]'`);
  await pool.query('UPDATE empires SET gold = $1, food = $1, materials = $1', [grant * stockScale]);
  return ledgers;
}

const types = ['town_hall', 'farm', 'quarry', 'market', 'warehouse'];

/** Sends one request after the other until `isOver`, and records each in the ledger. */
export async function play(ledger: Ledger, isOver: () => boolean): Promise<void> {
  const { ruler } = ledger;
  for (let turn = 0; !isOver(); turn++) {
    const isBuild = turn % 2 === 0;
    const quantity = 1 + (turn % 3);
    const account = isBuild ? ledger.levels : ledger.units;
    const [path, body] = isBuild
      ? ['buildings', { type: types[turn % types.length], quantity }]
      : ['train', { unit_type: 'soldiers', quantity }];
    try {
      const answer = await ruler.send<{ code?: string }>(
        'POST',
        `/api/city/${ruler.capitalId}/${path}`,
        body,
      );
      if (answer.status === 201) account.acknowledged += quantity;
      else if (answer.status >= 500) {
        account.inDoubt += quantity;
        const code = answer.body.code ?? String(answer.status);
        ledger.troubles[code] = (ledger.troubles[code] ?? 0) + 1;
        await delay(20);
      }
    } catch {
      account.inDoubt += quantity;
      await delay(20);
    }
  }
}

interface Holdings {
  levels: number;
  units: number;
  gold: number;
  materials: number;
}

/**
 * The levels and soldiers that an empire gained since the ledger was opened, their price, and the stock that it spent of
 * the grant and its rewards for goals.
 */
export async function selectHoldings(
  pool: pg.Pool,
  { ruler }: Ledger,
): Promise<{ got: Holdings; paid: Holdings }> {
  const { rows } = await pool.query<{
    state: {
      gold: number;
      materials: number;
      goals: Empire['goals'];
      cities: City[];
      armies: { units: Units }[];
    };
  }>(`SELECT state FROM ${empireStates} WHERE id = $1`, [ruler.empireId]);
  const row = rows[0]?.state;
  const city = row?.cities[0];
  if (row === undefined || city === undefined) throw new Error('the empire is gone');
  const before: Partial<Record<string, number>> = { house: 20, warehouse: 0 };
  const got: Holdings = { levels: 0, units: -20, gold: 0, materials: 0 };
  for (const { type, level } of city.buildings) {
    const to = level + city.construction.filter((queued) => queued.type === type).length;
    for (let next = (before[type] ?? 1) + 1; next <= to; next++) {
      const cost = levelCost(type, next);
      got.levels += 1;
      got.gold += cost.gold;
      got.materials += cost.materials;
    }
  }
  for (const { units } of row.armies) got.units += units.soldiers;
  for (const { quantity } of city.training) got.units += quantity;
  got.gold += got.units * unitRules.soldiers.cost.gold;
  got.materials += got.units * unitRules.soldiers.cost.materials;
  let granted = grant;
  for (const goal of Object.keys(row.goals) as GoalName[]) granted += goalRules[goal].reward;
  const spent = (left: number): number => granted - left / stockScale;
  return { got, paid: { ...got, gold: spent(row.gold), materials: spent(row.materials) } };
}

/** Describes the accounts with less than was acknowledged, or more than was ever requested. */
export async function selectWrongAccounts(pool: pg.Pool, ledgers: readonly Ledger[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const ledger of ledgers) {
    const { got } = await selectHoldings(pool, ledger);
    for (const kind of ['levels', 'units'] as const) {
      const { acknowledged, inDoubt } = ledger[kind];
      if (got[kind] < acknowledged || got[kind] > acknowledged + inDoubt) {
        wrong.push(`${kind}: ${got[kind]}, acknowledged ${acknowledged}, in doubt ${inDoubt}`);
      }
    }
  }
  return wrong;
}
