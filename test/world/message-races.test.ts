/** Races of messages, with two instances: what commits first decides, and nothing is lost or doubled. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { begin } from '../support/database.ts';
import { useNew, useTwoInstances } from '../support/game.ts';
import { block, createWriter, write } from '../support/messages.ts';
import { closeClients, connect } from '../support/sockets.ts';
import { countWaiting } from './stage.ts';

const games = useTwoInstances();
const ann = useNew(() => createWriter(games[0]));
const bob = useNew(() => createWriter(games[1]));
afterAll(closeClients);

const query = (sql: string, values: unknown[] = []) => games[0].instance.pool.query(sql, values);

/** Holds the row of a player, as a mute or a block does; releases it with the change. */
async function hold(id: string) {
  const open = await begin(games[0].instance.pool, 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [id]);
  return async (sql: string, values: unknown[]): Promise<void> => {
    await open.query(sql, values);
    await open.commit();
  };
}

/** Resolves when so many requests wait for a lock. False if one was answered before. */
async function untilBlocked(...requests: Promise<unknown>[]): Promise<boolean> {
  const answers: unknown[] = [];
  for (const request of requests) void request.then((answer) => answers.push(answer));
  while (answers.length === 0 && (await countWaiting(games[1].instance)) < requests.length) await delay(5);
  return answers.length === 0;
}

describe('first messages at once', () => {
  it('of one player are all counted for the limit', async () => {
    const sent = await Promise.all(Array.from({ length: 14 }, (_, n) => write(ann, bob, `message ${n}`)));
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(sent.filter(({ status }) => status === 429)).toHaveLength(4);
  });
});

describe('a message that waits', () => {
  it('for a block of its author does not arrive', async () => {
    const release = await hold(ann.id);
    const sending = write(ann, bob, 'under way');
    await untilBlocked(sending);
    await release('INSERT INTO blocks (blocker_id, blocked_id, at) VALUES ($1, $2, 0)', [bob.id, ann.id]);
    expect((await sending).status).toBe(201);
    const { body } = await bob.send<{ threads: object[] }>('GET', '/api/threads');
    expect(body.threads).toEqual([]);
  });

  it('for a mute of its author is refused', async () => {
    const release = await hold(ann.id);
    const sending = write(ann, bob, 'under way');
    await untilBlocked(sending);
    await release('UPDATE users SET muted_until = $2 WHERE id = $1', [ann.id, games[0].clock.now() + 60_000]);
    expect((await sending).status).toBe(403);
  });

  it('for the deletion of the receiver is refused', async () => {
    await query('UPDATE users SET empire_id = NULL WHERE id = $1', [bob.id]);
    await query('DELETE FROM empires WHERE owner_id = $1', [bob.id]);
    const release = await hold(ann.id);
    const sending = write(ann, bob, 'under way');
    await untilBlocked(sending);
    await release('DELETE FROM users WHERE id = $1', [bob.id]);
    expect((await sending).status).toBe(404);
  });
});

describe('a block', () => {
  it('holds for the next message on the other instance, also on sockets', async () => {
    const live = await connect(games[1].url, { token: bob.token });
    await write(ann, bob, 'before');
    await live.take('message');
    expect((await block(bob, ann)).status).toBe(200);
    const annLive = await connect(games[0].url, { token: ann.token });
    await write(ann, bob, 'after');
    await annLive.take('message', ({ message }) => message.text === 'after');
    await live.settle();
    expect(live.all('message').map(({ message }) => message.text)).toEqual(['before']);
  });
});

it('a block waits for a message of the blocked player that is under way', async () => {
  const release = await hold(ann.id);
  const blocking = block(bob, ann);
  const hasWaited = await untilBlocked(blocking);
  await release('SELECT', []);
  expect([hasWaited, (await blocking).status]).toEqual([true, 200]);
});

describe('a mark as read', () => {
  it('counts a message that was under way', async () => {
    const { thread_id } = (await write(ann, bob, '1')).body;
    const open = await begin(games[0].instance.pool, 'UPDATE threads SET last = 2 WHERE id = $1', [
      thread_id,
    ]);
    await open.query(
      `INSERT INTO messages (thread_id, number, author_id, at, text) SELECT thread_id, 2, author_id, at, '2' FROM messages WHERE thread_id = $1`,
      [thread_id],
    );
    await open.query(
      'UPDATE thread_members SET last = 2, unread = (user_id = $1)::int + unread WHERE thread_id = $2',
      [bob.id, thread_id],
    );
    const marking = bob.send('POST', `/api/thread/${thread_id}/read`, { number: 1 });
    await untilBlocked(marking);
    await open.commit();
    expect((await marking).body).toEqual({ success: true, read_to: 1, unread: 1 });
  });
});

describe('a report', () => {
  it('of a message that is deleted meanwhile keeps its text', async () => {
    const { thread_id } = (await write(ann, bob, 'x')).body;
    const open = await begin(games[0].instance.pool, 'DELETE FROM threads WHERE id = $1', [thread_id]);
    const report = (): Promise<{ status: number }> =>
      bob.send('POST', `/api/thread/${thread_id}/report`, { number: 1 });
    expect((await report()).status).toBe(200);
    await open.commit();
    expect((await report()).status).toBe(404);
    const { rows } = await query(`SELECT context -> 0 ->> 'text' AS text FROM reports WHERE target_id = $1`, [
      thread_id,
    ]);
    expect(rows).toEqual([{ text: 'x' }]);
  });
});

it('a text of an alliance that waits for a mute of its leader is refused', async () => {
  const id = await foundAlliance(ann);
  const release = await hold(ann.id);
  const describing = ann.send('PUT', `/api/alliance/${id}`, { description: 'under way' });
  await untilBlocked(describing);
  await release('UPDATE users SET muted_until = $2 WHERE id = $1', [ann.id, games[0].clock.now() + 60_000]);
  expect((await describing).status).toBe(403);
});

describe('a message to an alliance during an expulsion', () => {
  it('waits for it: it does not reach the expelled player, whose own message is refused', async () => {
    const id = await foundAlliance(ann);
    await enlist(ann, id, bob);
    const live = await connect(games[1].url, { token: bob.token });
    const { pool } = games[0].instance;
    const open = await begin(pool, 'UPDATE alliances SET members = 1 WHERE id = $1', [id]);
    const path = `/api/alliance/${id}/messages`;
    const sent = [ann, bob].map((by) => by.send('POST', path, { text: 'Hoot' }));
    await untilBlocked(...sent);
    await open.query(
      `UPDATE empires SET alliance_id = NULL, alliance_tag = NULL, alliance_role = NULL, alliance_joined_at = NULL,
         alliance_role_since = NULL WHERE id = $1`,
      [bob.empireId],
    );
    await open.commit();
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 403]);
    await live.settle();
    expect(live.all('alliance_message')).toEqual([]);
  });
});
