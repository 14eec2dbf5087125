/** Limits in time, to the millisecond: those that end at a moment, and those whose window slides. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { enlist, foundAlliance, writeToAlliance } from '../support/alliances.ts';
import { password, registerPlayer, sendAnonymously, useTestGame } from '../support/game.ts';
import { createWriter, reply, write, type Writer } from '../support/messages.ts';
import { createPlayer, expireSession, userIdOf } from '../support/players.ts';
import { orderAttack, recallArmy } from '../support/requests.ts';
import { expose } from '../support/set-state.ts';
import { dayMs, hourMs, minuteMs } from '../support/worlds.ts';

const game = useTestGame();
let ann: Writer;
let bob: Writer;
let eve: Writer;

const statusOf = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status;
const mute = (lastsMs: number) =>
  game.query('UPDATE users SET muted_until = $2 WHERE id = $1', ann.id, game.clock.now() + lastsMs);
/** Makes ann's account this old. */
const age = (ms: number) =>
  game.query(
    'UPDATE users SET created_at = to_timestamp($2::float8 / 1000) WHERE id = $1',
    ...[ann.id, game.clock.now() - ms],
  );
const writeToStranger = async () =>
  statusOf(write(ann, { id: await userIdOf(game, await createPlayer(game)) }, 'Hi'));

beforeEach(async () => {
  game.clock.advance(hourMs);
  [ann, bob, eve] = [await createWriter(game), await createWriter(game), await createWriter(game)];
});

/** Prepares a limit that ends in `lastsMs`; returns what tells its end. */
type Prepare = (lastsMs: number) => Promise<() => Promise<number>>;

const ends: [string, number, Prepare, [before: number, at: number]][] = [
  [
    'a mute, for messages',
    hourMs,
    async (lastsMs) => {
      const { thread_id } = (await write(bob, ann, 'Hi')).body;
      await mute(lastsMs);
      return () => statusOf(reply(ann, thread_id, 'Hi'));
    },
    [403, 201],
  ],
  [
    'a mute, for the chat of an alliance',
    hourMs,
    async (lastsMs) => {
      const id = await foundAlliance(ann);
      await mute(lastsMs);
      return () => statusOf(writeToAlliance(ann, id, 'Hi'));
    },
    [403, 201],
  ],
  [
    'a mute, for invitations',
    hourMs,
    async (lastsMs) => {
      const id = await foundAlliance(ann);
      await mute(lastsMs);
      return () => statusOf(ann.send('POST', `/api/alliance/${id}/invitations`, { empire_id: bob.empireId }));
    },
    [403, 201],
  ],
  [
    'the first day of an account, with its limit of new threads',
    hourMs / 2,
    async (lastsMs) => {
      await age(dayMs - lastsMs);
      for (let count = 0; count < 5; count += 1) await writeToStranger();
      return writeToStranger;
    },
    [429, 201],
  ],
  [
    'a session',
    hourMs,
    async (lastsMs) => {
      await expireSession(game, ann, game.clock.now() + lastsMs);
      return () => statusOf(ann.send('GET', '/api/user/profile'));
    },
    [200, 401],
  ],
  [
    'the 24 hours of a stored response',
    dayMs,
    async () => {
      const key = randomUUID();
      const send = async () => {
        const headers = { authorization: `Bearer ${ann.token}`, 'idempotency-key': key };
        const body = { user_id: bob.id, text: 'Hi' };
        const answer = await sendAnonymously<{ message: { number: number } }>(
          ...([game.url, 'POST', '/api/threads', body, headers] as const),
        );
        return answer.body.message.number;
      };
      await send();
      return send;
    },
    [1, 2],
  ],
  [
    'the time in which a login cancels the deletion of an account',
    7 * dayMs,
    async () => {
      const leaving = [await registerPlayer(game.url), await registerPlayer(game.url)];
      for (const player of leaving)
        await player.send('POST', '/delete-account', { current_password: password });
      return () => {
        const username = leaving.shift()?.username;
        return statusOf(sendAnonymously(game.url, 'POST', '/login', { username, password }));
      };
    },
    [200, 401],
  ],
  [
    'the pause after leaving an alliance',
    dayMs,
    async () => {
      const id = await foundAlliance(bob);
      await enlist(bob, id, ann);
      await ann.send('DELETE', `/api/alliance/${id}/member/${ann.empireId}`);
      return () =>
        statusOf(ann.send('POST', '/api/alliances', { name: 'The Cats', tag: randomUUID().slice(0, 4) }));
    },
    [409, 201],
  ],
  [
    'the pause after a recall',
    2 * hourMs,
    async () => {
      await expose(game, bob.empireId);
      const attack = () => statusOf(orderAttack(ann, bob.capitalId));
      await attack();
      await recallArmy(ann);
      return attack;
    },
    [409, 201],
  ],
];

it.each(ends)('%s ends at its moment', async (_name, lastsMs, prepare, [before, at]) => {
  const tell = await prepare(lastsMs);
  await game.pass(lastsMs - 1);
  expect(await tell()).toBe(before);
  await game.pass(1);
  expect(await tell()).toBe(at);
});

describe('a window slides: each use counts for its own length', () => {
  /** Uses up to the limit, half of them half a window later. */
  it.each<[string, number, number, () => Promise<() => Promise<number>>]>([
    [
      'messages of a minute',
      10,
      minuteMs,
      async () => {
        const { thread_id } = (await write(bob, ann, 'Hi')).body;
        return () => statusOf(reply(ann, thread_id, 'Hi'));
      },
    ],
    [
      'messages of a minute to an alliance',
      10,
      minuteMs,
      async () => {
        const id = await foundAlliance(ann);
        return () => statusOf(writeToAlliance(ann, id, 'Hi'));
      },
    ],
    [
      'messages of a minute, to both',
      10,
      minuteMs,
      async () => {
        const id = await foundAlliance(ann);
        const { thread_id } = (await write(bob, ann, 'Hi')).body;
        let count = 0;
        return () =>
          statusOf((count += 1) % 3 === 0 ? writeToAlliance(ann, id, 'Hi') : reply(ann, thread_id, 'Hi'));
      },
    ],
    [
      'new threads of an hour',
      5,
      hourMs,
      async () => {
        await age(0);
        // Replies do not count.
        const { thread_id } = (await write(eve, ann, 'Hi')).body;
        for (let count = 0; count < 3; count += 1) await reply(ann, thread_id, 'Hi');
        game.clock.advance(minuteMs);
        return writeToStranger;
      },
    ],
  ])('%s', async (_name, limit, windowMs, prepare) => {
    const use = await prepare();
    const useTimes = async (count: number) => {
      const statuses: number[] = [];
      for (let used = 0; used < count; used += 1) statuses.push(await use());
      return statuses;
    };
    const early = Math.floor(limit / 2);
    const accepted = (count: number): number[] => Array<number>(count).fill(201);
    expect(await useTimes(early)).toEqual(accepted(early));
    game.clock.advance(windowMs / 2);
    expect(await useTimes(limit - early)).toEqual(accepted(limit - early));
    game.clock.advance(windowMs / 2 - 1);
    expect(await use()).toBe(429);
    // The early uses have left the window; the late ones have not.
    game.clock.advance(1);
    expect(await useTimes(early + 1)).toEqual([...accepted(early), 429]);
    game.clock.advance(windowMs / 2 - 1);
    expect(await use()).toBe(429);
    game.clock.advance(1);
    expect(await use()).toBe(201);
  });
});
