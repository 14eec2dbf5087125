/** The download of one's own data. The contract of every response is checked by the game of the tests. */
import type { z } from 'zod';
import { describe, expect, it, vi } from 'vitest';
import type { download } from '../../src/contract/download.ts';
import { registerPlayer, registerEmpire, startSecond, useTestGame } from '../support/game.ts';
import { attackCity, userIdOf } from '../support/players.ts';
import { foundAlliance } from '../support/alliances.ts';
import { createWriter, write } from '../support/messages.ts';
import { expose } from '../support/set-state.ts';
import { dayMs, hourMs } from '../support/worlds.ts';

type Download = z.output<typeof download>;

const game = useTestGame();

describe('the download', () => {
  it('of an account without an empire has account and sessions', async () => {
    const player = await registerPlayer(game.url);
    const { status, body } = await player.send<Download>('GET', '/api/user/data');
    expect(status).toBe(200);
    expect(body.account).toMatchObject({
      username: player.username,
      email: `${player.username}@example.org`,
    });
    expect(body.sessions).toMatchObject([{ current: true }]);
    expect(body.login_networks).toHaveLength(1);
    expect(body).toMatchObject({
      empire: null,
      armies: [],
      wishes: null,
      messages: [],
      blocks: [],
      candidacies: [],
      battles: [],
      events: [],
      ledger: [],
    });
    expect(JSON.stringify(body)).not.toContain(player.token);
  });

  it('of a ruler on leave has the leave and its begin', async () => {
    const ann = await registerEmpire(game.url, { x: 60, y: 0 });
    await ann.send('PUT', `/api/empire/${ann.empireId}/leave`, { days: 9 });
    const read = async () => (await ann.send<Download>('GET', '/api/user/data')).body;
    expect((await read()).empire?.leave).toMatchObject({ days: 9, began_at: null, ends_at: null });
    await game.pass(12 * hourMs);
    const { empire, events } = await read();
    const iso = (ms: number): string => new Date(ms).toISOString();
    const [begin, end] = [iso(game.clock.now()), iso(game.clock.now() + 9 * dayMs)];
    expect(empire?.leave).toMatchObject({ began_at: begin, ends_at: end });
    expect(events.at(-1)).toMatchObject({ type: 'leave_begun', at: begin, data: { ends_at: end } });
  });

  it('of a ruler has what the routes of the game show', async () => {
    const ann = await registerEmpire(game.url);
    const bob = await registerEmpire(game.url, { x: 8, y: 8 });
    await expose(game, bob.empireId);
    await ann.send('PUT', `/api/empire/${ann.empireId}/wishes`, {
      wishes: [{ city_id: ann.capitalId, type: 'wall' }],
    });
    const attackId = await attackCity(ann, bob);
    const allianceId = await foundAlliance(bob);
    await ann.send('POST', `/api/alliance/${allianceId}/applications`);
    await game.pass(24 * 3_600_000);
    const { body } = await ann.send<Download>('GET', '/api/user/data');
    expect(body.candidacies).toMatchObject([{ kind: 'application', alliance: { id: allianceId } }]);
    const path = `/api/empire/${ann.empireId}`;
    const read = async (suffix: string) =>
      (await ann.send<Record<string, unknown[]>>('GET', path + suffix)).body;
    expect(body.empire).toMatchObject({ id: ann.empireId, goals: expect.any(Array) as unknown });
    expect(body.armies).toEqual((await read('/military')).armies);
    expect(body.wishes).toEqual(await read('/wishes'));
    expect(body.events).toEqual((await read('/events?limit=100&after=0')).events);
    expect(body.ledger).toEqual((await read('/ledger?limit=100')).entries);
    expect(body.battles.map(({ id }) => id)).toEqual([attackId]);
    expect(body.battles).toEqual([(await ann.send('GET', `/api/battle/${attackId}`)).body]);
  });

  it('has the messages that its player sees, of all threads', async () => {
    const [ann, bob, cleo] = [await createWriter(game), await createWriter(game), await createWriter(game)];
    for (const [author, reader, text] of [
      [ann, bob, 'to Bob'],
      [bob, ann, 'from Bob'],
      [ann, cleo, 'to Cleo'],
      [bob, cleo, 'not of Ann'],
    ] as const)
      expect((await write(author, reader, text)).status).toBe(201);
    await ann.send('POST', '/api/blocks', { user_id: cleo.id });
    expect((await write(cleo, ann, 'withheld')).status).toBe(201);
    const { body } = await ann.send<Download>('GET', '/api/user/data');
    const ids = [...new Set(body.messages.map(({ thread_id }) => thread_id))];
    const texts = ids.map((id) =>
      body.messages.filter(({ thread_id }) => thread_id === id).map(({ message }) => message.text),
    );
    expect(ids).toEqual([...ids].sort());
    expect(texts.sort()).toEqual([['to Bob', 'from Bob'], ['to Cleo']]);
    expect(body.blocks.map(({ player }) => player.user_id)).toEqual([cleo.id]);
  });

  it('of many events, messages and blocks is complete', async () => {
    const [ann, bob] = [await registerEmpire(game.url), await registerEmpire(game.url)];
    await game.query(
      `WITH entries AS (
         INSERT INTO event_log_entries (empire_id, number, at, type, data)
         SELECT c.empire_id, c.last + n, $2, e.type, e.data FROM generate_series(1, 1203) n, event_logs c
         JOIN event_log_entries e ON e.empire_id = c.empire_id AND e.number = c.last WHERE c.empire_id = $1
       ) UPDATE event_logs SET last = last + 1203 WHERE empire_id = $1`,
      ...[ann.empireId, game.clock.now()],
    );
    const bobId = await userIdOf(game, bob);
    await ann.send('POST', '/api/threads', { user_id: bobId, text: 'first' });
    await game.query(
      `WITH written AS (
         INSERT INTO messages (thread_id, number, author_id, at, text)
         SELECT t.id, n, $1, t.last_at, 'further' FROM threads t, generate_series(2, 1203) n
         WHERE $1 IN (t.first_id, t.second_id)
       ), numbered AS (
         UPDATE threads SET last = 1203 WHERE $1 IN (first_id, second_id) RETURNING id
       ) UPDATE thread_members SET last = 1203 FROM numbered WHERE thread_id = numbered.id`,
      bobId,
    );
    await game.query(
      `WITH others AS (
         INSERT INTO users (username, username_key, email, email_key, password_hash, salt)
         SELECT 'blocked ' || n, 'blocked ' || n, '', n || '@blocked', '', '' FROM generate_series(1, 120) n
         RETURNING id
       )
       INSERT INTO blocks (blocker_id, blocked_id, at) SELECT $1, others.id, $2 FROM others`,
      ...[await userIdOf(game, ann), game.clock.now()],
    );
    const { events, messages, blocks } = await ann.read<Download>('/api/user/data');
    const upTo = (length: number) => Array.from({ length }, (_, index) => index + 1);
    expect(events.length).toBeGreaterThan(1203);
    expect(events.map(({ number }) => number)).toEqual(upTo(events.length));
    expect(messages.map(({ message }) => message.number)).toEqual(upTo(1203));
    expect(new Set(blocks.map(({ player }) => player.user_id)).size).toBe(120);
  });

  it('has a counter of its own, beside that of the reads in a minute', async () => {
    const shared = await startSecond(game, { limits: { auth: 0, data: 100, action: 0 } });
    const player = await registerPlayer(shared.url);
    for (let time = 0; time < 4; time += 1) await player.send('GET', '/api/user/profile');
    const statuses = [];
    for (let time = 0; time < 4; time += 1) {
      statuses.push((await player.send('GET', '/api/user/data')).status);
      await player.send('GET', '/api/user/profile');
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    await shared.stop();
  });

  it('is refused for at most an hour by a machine that is an hour behind the database', async () => {
    const player = await registerPlayer(game.url);
    const behind = Date.now() - hourMs;
    vi.spyOn(Date, 'now').mockReturnValue(behind);
    for (let time = 0; time < 3; time += 1) await player.send('GET', '/api/user/data');
    const { status, headers } = await player.send('GET', '/api/user/data');
    vi.restoreAllMocks();
    const seconds = Number(headers.get('retry-after'));
    expect([status, seconds > 3500 && seconds <= 3600]).toEqual([429, true]);
  });
});
