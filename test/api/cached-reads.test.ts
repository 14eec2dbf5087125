/**
 * Cached empires answer byte for byte as reads without a cache do, on two instances: under orders, due work, alliances,
 * seats, shares, messages, logout, expiry, deactivation and deletion.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { deleteAccount } from '../../src/account/deletion.ts';
import { toEmpireView } from '../../src/empire/present.ts';
import { createEmpireReader, readEach, type ReadEmpire } from '../../src/world/read.ts';
import { casesOf } from '../support/campaign.ts';
import { enrich, plantSeat, unknownId } from '../support/set-state.ts';
import { useTwoInstances, type Player, type Ruler } from '../support/game.ts';
import { openSession, createEmpire } from '../support/players.ts';
import { readMetric } from '../support/metrics.ts';

const hourMs = 3_600_000;
const games = useTwoInstances({ unsound: 'accounts and seats change hands by SQL' });
let rulers: [Ruler, Ruler];
let sessions: [Player, Player];
let uncached: ReadEmpire;

let created = 0;
async function createRich(): Promise<Ruler> {
  created += 1;
  const ruler = await createEmpire(games[0], { x: 0, y: 9 * created });
  await enrich(games[0], ruler.empireId);
  return ruler;
}

beforeAll(async () => {
  rulers = [await createRich(), await createRich()];
  sessions = [...rulers];
  uncached = readEach(createEmpireReader(games[0].instance.services));
});

const sql = (text: string, values: unknown[] = []) => games[0].instance.pool.query(text, values);

/** The answer to this session, without any cache. */
async function expectedResponse(token: string, empireId: string): Promise<{ status: number; text?: string }> {
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

const sendToAlliance = async (choice: Choice, method: string, path = '', body?: unknown) => {
  const { rows } = await sql('SELECT alliance_id FROM empires WHERE id = $1', [rulers[choice.side].empireId]);
  const id = (rows as { alliance_id: string | null }[])[0]?.alliance_id ?? unknownId;
  return send(choice, method, `/api/alliance/${id}${path}`, body);
};
const otherSide = (choice: Choice): Choice => ({ ...choice, side: choice.side === 0 ? 1 : 0 });
const otherOf = (choice: Choice): Ruler => rulers[otherSide(choice).side];
async function logIn(side: 0 | 1): Promise<void> {
  sessions[side] = await openSession(games[0], rulers[side].username);
}

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
  'alliance of both': async (choice) => {
    for (const side of [0, 1] as const) {
      const { username, empireId } = rulers[side];
      await sql('UPDATE users SET is_active = true, empire_id = $2 WHERE username = $1', [
        username,
        empireId,
      ]);
      await logIn(side);
    }
    await games[choice.instance].pass(24 * hourMs);
    await send(choice, 'POST', '/api/alliances', { name: `Owls ${(created += 1)}`, tag: `A${created}` });
    const { empireId } = otherOf(choice);
    const invited = await sendToAlliance(choice, 'POST', '/invitations', { empire_id: empireId });
    const path = new URL(invited.url).pathname.replace('/invitations', '/members');
    return send(otherSide(choice), 'POST', path, { empire_id: empireId });
  },
  role: (choice) =>
    sendToAlliance(choice, 'PUT', `/member/${otherOf(choice).empireId}`, {
      role: ['leader', 'officer', 'member'][choice.number % 3],
    }),
  'leaving of a member': (choice) =>
    sendToAlliance(choice, 'DELETE', `/member/${rulers[choice.side].empireId}`),
  dissolution: async (choice) => {
    await sendToAlliance(choice, 'DELETE');
    await sendToAlliance(otherSide(choice), 'DELETE');
  },
  'chat of an alliance': (choice) => sendToAlliance(choice, 'POST', '/messages', { text: 'Hoot' }),
  seat: ({ side }) =>
    plantSeat(games[0], {
      ...{ number: 0, tile: { x: 0, y: -50 }, holderId: rulers[side].empireId },
      heldSince: games[0].clock.now(),
    }),
  share: async (choice) => {
    const { rows } = await sql('SELECT id FROM battles ORDER BY number DESC LIMIT 1');
    const id = (rows as { id: string }[])[0]?.id ?? unknownId;
    return send(choice, choice.number % 3 === 0 ? 'DELETE' : 'POST', `/api/battle/${id}/share`);
  },
  message: async (choice) => {
    const { rows } = await sql('SELECT id FROM users WHERE username = $1', [otherOf(choice).username]);
    return send(choice, 'POST', '/api/threads', { user_id: (rows as { id: string }[])[0]?.id, text: 'Hi' });
  },
  // Never due: a task that deletes the account between two reads would be no difference of theirs.
  'mark for deletion': ({ side, number }) =>
    sql(`UPDATE users SET deletion_at = CASE WHEN $2 THEN timestamptz '2100-01-01' END WHERE username = $1`, [
      rulers[side].username,
      number % 2 === 0,
    ]),
  'deletion of an account': async ({ side, instance }) => {
    const { username, empireId } = rulers[side];
    // Another step may have taken the empire from the account.
    const { rows } = await sql('UPDATE users SET empire_id = $2 WHERE username = $1 RETURNING id', [
      username,
      empireId,
    ]);
    const [user] = rows as { id: string }[];
    if (user === undefined) return;
    await deleteAccount(games[instance].instance.services, { id: user.id, empire_id: empireId });
  },
  logout: (choice) => send(choice, 'POST', '/logout'),
  login: ({ side }) => logIn(side),
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
};

const choice = fc.record({
  step: fc.oneof(
    fc.constantFrom(...Object.keys(steps)),
    fc.constantFrom(
      'alliance of both',
      'role',
      'leaving of a member',
      'dissolution',
      'deletion of an account',
    ),
  ),
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
              rulers.map(({ empireId }) => expectedResponse(token, empireId)),
            ),
          );
          expect(await readBoth(), step).toEqual(expected);
        }
        await sql('UPDATE users SET is_active = true WHERE NOT is_active AND deleted_at IS NULL');
        for (const side of [0, 1] as const) {
          const { username } = rulers[side];
          const { rowCount } = await sql('SELECT FROM users WHERE username = $1', [username]);
          if (rowCount === 0) rulers[side] = await createRich();
          await logIn(side);
        }
      }),
      { seed: 20_261_122, numRuns: casesOf(60) },
    );
  });

  it('was answered from the cache most of the time', async () => {
    const hits = { cache: 'empire', outcome: 'hit' };
    expect(await readMetric(games[0], 'cache_lookups_total', hits)).toBeGreaterThan(50);
  });
});
