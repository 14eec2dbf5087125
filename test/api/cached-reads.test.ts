/**
 * Cached empires answer byte for byte as reads without a cache do, on two instances: under orders, due work,
 * logout, expiry, deactivation and manual SQL.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toEmpireView } from '../../src/empire/present.ts';
import { createEmpireReader, type ReadEmpire } from '../../src/world/read.ts';
import { casesOf } from '../support/campaign.ts';
import { enrich } from '../support/set-state.ts';
import { startTestGame, type Player, type Ruler, type TestGame } from '../support/game.ts';
import { openSession, createEmpire } from '../support/players.ts';
import { readMetric } from '../support/metrics.ts';

const hourMs = 3_600_000;
let games: [TestGame, TestGame];
let rulers: [Ruler, Ruler];
let sessions: [Player, Player];
let uncached: ReadEmpire;

beforeAll(async () => {
  const first = await startTestGame();
  games = [first, await startTestGame({ databaseUrl: first.databaseUrl, clock: first.clock })];
  rulers = [await createEmpire(first, { x: 0, y: 0 }), await createEmpire(first, { x: 0, y: 9 })];
  sessions = [...rulers];
  uncached = createEmpireReader(first.instance.services, null);
  for (const { empireId } of rulers) await enrich(first, empireId);
});
afterAll(async () => {
  await games[1].stop();
  await games[0].stop();
});

const sql = (text: string, values: unknown[] = []) => games[0].instance.pool.query(text, values);

/** The answer to this session, without any cache. */
async function expectedAnswer(token: string, empireId: string): Promise<{ status: number; text?: string }> {
  const { rows } = await sql(
    `SELECT u.empire_id FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.sid = $1 AND u.is_active AND s.expire > to_timestamp($2::double precision / 1000)`,
    [token, games[0].clock.now()],
  );
  const [viewer] = rows as { empire_id: string | null }[];
  if (viewer === undefined) return { status: 401 };
  const state = await uncached('empire', empireId);
  if (state === null) return { status: 404 };
  return { status: 200, text: JSON.stringify(toEmpireView(state, viewer.empire_id === empireId)) };
}

interface Choice {
  side: 0 | 1;
  instance: 0 | 1;
  number: number;
}

const send = ({ side, instance }: Choice, method: string, path: string, body?: unknown) =>
  fetch(games[instance].url + path, {
    method,
    headers: { authorization: `Bearer ${sessions[side].token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** What may happen between two reads. Refusals are as good as successes. */
const steps: Record<string, (choice: Choice) => Promise<unknown>> = {
  nothing: () => Promise.resolve(),
  order: (choice) =>
    send(choice, 'POST', `/api/city/${rulers[choice.side].capitalId}/buildings`, { type: 'farm' }),
  rename: (choice) =>
    send(choice, 'PUT', `/api/empire/${rulers[choice.side].empireId}`, { description: `"${choice.number}` }),
  attack: (choice) =>
    send(choice, 'POST', '/api/battle', {
      army_id: rulers[choice.side].armyId,
      target_type: 'city',
      target_id: rulers[1 - choice.side]?.capitalId,
    }),
  time: ({ number }) => {
    games[0].clock.advance(number * 997);
    return Promise.resolve();
  },
  hours: ({ number, instance }) => games[instance].pass(number * hourMs),
  logout: (choice) => send(choice, 'POST', '/logout'),
  login: async ({ side }) => {
    sessions[side] = await openSession(games[0], rulers[side].username);
  },
  expiry: ({ side }) =>
    sql(`UPDATE sessions SET expire = created_at + interval '1 second' WHERE sid = $1`, [
      sessions[side].token,
    ]),
  deactivation: ({ side, number }) =>
    sql('UPDATE users SET is_active = $2 WHERE username = $1', [rulers[side].username, number % 2 === 0]),
  'change of a user': ({ side, number }) =>
    sql('UPDATE users SET email = $2 WHERE username = $1', [rulers[side].username, `${number}@example.org`]),
  'loss of an empire': ({ side, number }) =>
    sql('UPDATE users SET empire_id = $2 WHERE username = $1', [
      rulers[side].username,
      number % 2 === 0 ? rulers[side].empireId : null,
    ]),
  'change of an empire': ({ side, number }) =>
    sql('UPDATE empires SET gold = $2 WHERE id = $1', [rulers[side].empireId, number * 1e7]),
  'change of a city': ({ side, number }) =>
    sql(`UPDATE cities SET buildings = jsonb_set(buildings, '{0,level}', to_jsonb($2::int)) WHERE id = $1`, [
      rulers[side].capitalId,
      number % 20,
    ]),
  'change of an army': ({ side, number }) =>
    sql(`UPDATE armies SET units = jsonb_set(units, '{soldiers}', to_jsonb($2::int)) WHERE id = $1`, [
      rulers[side].armyId,
      number + 1,
    ]),
};

const choice = fc.record({
  step: fc.constantFrom(...Object.keys(steps)),
  side: fc.constantFrom(0 as const, 1 as const),
  instance: fc.constantFrom(0 as const, 1 as const),
  number: fc.nat(48),
});

async function readBoth(): Promise<{ status: number; text?: string }[]> {
  const reads = games.flatMap(({ url }) =>
    sessions.flatMap(({ token, cookie }) =>
      rulers.map(async ({ empireId }, index) => {
        const headers = index === 0 ? { authorization: `Bearer ${token}` } : { cookie };
        const response = await fetch(`${url}/api/empire/${empireId}`, { headers });
        const text = await response.text();
        return response.status === 200 ? { status: 200, text } : { status: response.status };
      }),
    ),
  );
  return Promise.all(reads);
}

describe('a cached read', () => {
  it('answers as an uncached one after anything that happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(choice, { minLength: 1, maxLength: 12 }), async (choices) => {
        for (const { step, ...made } of choices) {
          await steps[step]?.(made);
          const expected = await Promise.all(
            [...sessions, ...sessions].flatMap(({ token }) =>
              rulers.map(({ empireId }) => expectedAnswer(token, empireId)),
            ),
          );
          expect(await readBoth(), step).toEqual(expected);
        }
        await sql('UPDATE users SET is_active = true WHERE NOT is_active');
        for (const side of [0, 1] as const)
          sessions[side] = await openSession(games[0], rulers[side].username);
      }),
      { seed: 20_261_122, numRuns: casesOf(60) },
    );
  });

  it('was answered from the cache most of the time', async () => {
    const hits = { cache: 'empire', outcome: 'hit' };
    expect(await readMetric(games[0], 'cache_lookups_total', hits)).toBeGreaterThan(50);
  });
});
