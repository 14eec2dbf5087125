/** Bots on a real instance with the public limits at speed 1: they populate a new world, and stop cleanly. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimBotAccounts } from '../../src/bots/live/accounts.ts';
import type { Squad } from '../../src/bots/live/squad.ts';
import { distance, nearestFreeTile } from '../../src/game/march/map.ts';
import { protectionOf } from '../../src/game/diplomacy/protection.ts';
import { unallied } from '../support/worlds.ts';
import { addUp, startLiveWorld, type LiveWorld } from './live-world.ts';
import { systemRandom } from '../../src/kernel/random.ts';

const publicLimits = { auth: 5, data: 60, action: 30 };

const waitUntil = (holds: () => Promise<boolean> | boolean) =>
  expect.poll(holds, { interval: 200, timeout: 110_000 }).toBe(true);

let world: LiveWorld;
let squad: Squad;
beforeAll(async () => {
  world = await startLiveWorld(1, publicLimits);
  squad = await world.play(20);
});
afterAll(() => world.stop());

interface EmpireRow {
  kind: string;
  score: number;
  x: number;
  y: number;
  created_at: number;
}

async function selectEmpires(): Promise<EmpireRow[]> {
  const { rows } = await world.pool.query<EmpireRow>(
    'SELECT e.kind, e.score, e.created_at, c.x, c.y FROM empires e JOIN cities c ON c.empire_id = e.id',
  );
  return rows;
}

describe('a new world', () => {
  it('has twenty empires', async () => {
    const countPlayers = async (): Promise<number> =>
      (await selectEmpires()).filter(({ kind }) => kind === 'player').length;
    await waitUntil(async () => (await countPlayers()) >= 20);
  });

  it('has neighbours of similar strength in reach of a newcomer, in every direction', async () => {
    const rows = await selectEmpires();
    const distanceTiles = 4 * Math.sqrt(20);
    for (let turn = 0; turn < 2 * Math.PI; turn += Math.PI / 6) {
      const preferred = {
        x: Math.round(distanceTiles * Math.cos(turn)),
        y: Math.round(distanceTiles * Math.sin(turn)),
      };
      const tile = nearestFreeTile(preferred, rows, 1000) ?? preferred;
      const inReach = rows.filter((row) => {
        const standing = {
          kind: 'player' as const,
          createdAt: row.created_at,
          protectionEnded: false,
          lastActiveAt: Date.now(),
          leave: null,
        };
        const refusal = protectionOf(
          { ...unallied, score: 39, attackedByTargetAt: null },
          { ...standing, ...unallied, score: row.score },
          { now: Date.now(), speed: 1 },
        );
        const isEqual = row.score >= 39 / 2 && row.score <= 2 * 39;
        return row.kind === 'player' && refusal === null && isEqual && distance(tile, row) <= 30;
      });
      expect(inReach.length).toBeGreaterThanOrEqual(3);
    }
  });

  it('marks the accounts of its bots', async () => {
    const { rows } = await world.pool.query(
      'SELECT is_bot, count(*)::int FROM users WHERE is_active GROUP BY 1',
    );
    expect(rows).toEqual([{ is_bot: true, count: 20 }]);
  });
});

describe('the bots', () => {
  it('give orders within the rate limits', async () => {
    const built = (): number => addUp(squad.bots.map(({ tally }) => tally.orders)).build ?? 0;
    await waitUntil(() => built() >= 20);
    expect(addUp(squad.bots.map(({ tally }) => tally.refusals)).RATE_LIMITED).toBeUndefined();
  });

  it('stop individually when their accounts are deactivated, with a message', async () => {
    const [first] = squad.bots;
    await world.pool.query('UPDATE users SET is_active = false WHERE username = $1', [first?.username]);
    const sentence = `${first?.username} stops: its account is deactivated, or its session has ended.`;
    await waitUntil(() => world.messages.includes(sentence));
    expect(world.messages).toEqual([sentence]);
  });

  it('stop at once if the account was deactivated before the start', async () => {
    const { ended } = await world.play(1);
    await ended;
    expect(world.messages.slice(1)).toEqual([world.messages[0]]);
  });

  it('reuse their accounts at the next start', async () => {
    const accounts = await claimBotAccounts(world.pool, 3, 30, systemRandom);
    expect(accounts.map(({ username }) => username)).toEqual(
      squad.bots.slice(0, 3).map(({ username }) => username),
    );
    const { rows } = await world.pool.query('SELECT count(*)::int FROM users WHERE is_bot');
    expect(rows).toEqual([{ count: 20 }]);
  });

  it('skip a name that belongs to a person', async () => {
    await world.pool.query(`UPDATE users SET is_bot = false WHERE username = $1`, [squad.bots[1]?.username]);
    const accounts = await claimBotAccounts(world.pool, 2, 30, systemRandom);
    expect(accounts.map(({ username }) => username)).toEqual([
      squad.bots[0]?.username,
      squad.bots[2]?.username,
    ]);
  });

  it('end when they are stopped, also while they wait', async () => {
    squad.stop();
    await expect(squad.ended).resolves.toBeUndefined();
  });
});
