/** Locks of other transactions: commands of a locked empire wait, those of other empires do not; after 2 s, BUSY. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { reignMs } from '../../src/game/diplomacy/reigns.ts';
import { begin, type OpenTransaction } from '../support/database.ts';
import { registerEmpire, useTestGame, type Ruler } from '../support/game.ts';

let held: Ruler;
let free: Ruler[];
let holder: OpenTransaction;
let outside: pg.Pool;

const game = useTestGame();

beforeAll(async () => {
  outside = new pg.Pool({ connectionString: game.databaseUrl, max: 1 });
  held = await registerEmpire(game.url);
  free = [await registerEmpire(game.url), await registerEmpire(game.url), await registerEmpire(game.url)];
});
beforeEach(async () => {
  holder = await begin(outside, 'SELECT id FROM empires WHERE id = $1 FOR UPDATE', [held.empireId]);
});
afterEach(async () => {
  await holder.rollBack();
});
afterAll(async () => {
  await outside.end();
});

const rename = ({ send, empireId }: Ruler) =>
  send<{ code?: string }>('PUT', `/api/empire/${empireId}`, { description: 'free' });

it('answers BUSY with 429 when the lock is held for longer than 2 s', async () => {
  const { status, body } = await rename(held);
  expect([status, body.code]).toEqual([429, 'BUSY']);
});

it('executes its command as soon as the lock is released', async () => {
  const renamed = rename(held);
  await Promise.all(free.map(rename));
  await holder.query('ROLLBACK');
  expect((await renamed).status).toBe(200);
});

it('does not delay commands of other empires', async () => {
  const renamed = rename(held);
  const statuses = (await Promise.all(free.map(rename))).map(({ status }) => status);
  await renamed;
  // A command that waited for this lock would be refused with 429.
  expect(statuses).toEqual(free.map(() => 200));
});

it('can be read while it is locked', async () => {
  expect((await held.send('GET', `/api/empire/${held.empireId}`)).status).toBe(200);
});

it('answers BUSY to a read that waits for longer than 2 s until a reign is closed', async () => {
  await holder.query('LOCK TABLE reigns IN SHARE MODE');
  game.clock.advance(2 * reignMs(1));
  const response = await fetch(`${game.url}/api/reigns`);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([429, 'BUSY']);
});
