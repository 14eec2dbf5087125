/** Commands about messages: reports with their context, and mutes, while a server runs. */
import { beforeAll, describe, expect, it } from 'vitest';
import { commandsOf } from '../support/admin.ts';
import { enlist, foundAlliance, writeToAlliance } from '../support/alliances.ts';
import { startSecond, useOne, useSecond, useTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { captureLog } from '../support/capture-log.ts';
import { createEmpire } from '../support/players.ts';
import { TestClock } from '../support/test-clock.ts';
import { cleanOldRows } from '../../src/server/cleaning.ts';
import { createLog } from '../../src/kernel/log.ts';
import { block, createWriter, write } from '../support/messages.ts';
import { closeClients, connect, type LiveClient } from '../support/sockets.ts';

const game = useTestGame({ shared: true });
let threadId: string;

interface Report {
  id: number;
  reporters: { username: string | null; reason: string }[];
  reported: string;
  number: number;
  context: { number: number; author: string; withheld: boolean; text: string }[];
}

/** A second instance, to which Ann's clients are connected. */
const other = useSecond(game);
const ann = useOne(() => createWriter(other));
const bob = useOne(() => createWriter(game));

beforeAll(async () => {
  threadId = (await write(ann, bob, 'message 1')).body.thread_id;
  for (let n = 2; n <= 20; n++) {
    game.clock.advance(10_000);
    await writeOn(n % 2 === 0 ? bob : ann, n === 14 ? 'rude\n\u200dwords' : `message ${n}`);
  }
});

const writeOn = (from: Ruler, text: string) =>
  from.send<{ code: string; details: string }>('POST', `/api/thread/${threadId}/messages`, { text });
const { run, ask, readAudit } = commandsOf(game);
const openReports = async (): Promise<Report[]> =>
  (await ask<{ reports: Report[] }>('reports', 'list')).reports;

describe('reports list', () => {
  it('shows a reported message with those around it, and nothing else', async () => {
    expect(await openReports()).toEqual([]);
    await ann.send('POST', `/api/thread/${threadId}/report`, { number: 14, reason: 'Rude' });
    const [report] = await openReports();
    expect(report).toMatchObject({
      reporters: [{ username: ann.username, reason: 'Rude' }],
      reported: bob.username,
      number: 14,
    });
    expect(report?.context.map(({ number }) => number)).toEqual(Array.from({ length: 16 }, (_, n) => n + 4));
  });

  it('indents every line of a message', async () => {
    const { out } = await run('reports', 'list');
    expect(out).toMatch(/ {2}> 14 {2}.*\n {6}rude\n {6}.*words\n/);
  });

  it('leaves out handled reports, whose handling is audited', async () => {
    const [report] = await openReports();
    await ask('reports', 'handle', String(report?.id));
    expect(await openReports()).toEqual([]);
    expect((await ask<{ reports: Report[] }>('reports', 'list', '--all')).reports).toHaveLength(1);
    expect((await run('reports', 'handle', String(report?.id))).code).toBe(1);
    expect(await run('reports', 'handle', 'nope')).toMatchObject({
      code: 2,
      err: 'Expected a whole number from 1 to 999999999.',
    });
    const handled = (await readAudit()).find(({ command }) => command === 'reports handle');
    expect(handled?.target).toBe(`report ${report?.id ?? ''}`);
  });
});

it('a report of a chat survives the alliance, with the messages around it', async () => {
  const cat = await createEmpire(other, { x: 0, y: 60 });
  const id = await foundAlliance(cat);
  await enlist(cat, id, bob);
  game.clock.advance(60_000);
  for (const text of ['hello', 'rude chat', 'bye']) await writeToAlliance(cat, id, text);
  const reported = await bob.send('POST', `/api/alliance/${id}/report`, { number: 2, reason: 'Rude' });
  expect(reported.status).toBe(200);
  await cat.send('DELETE', `/api/alliance/${id}`);
  const report = (await openReports()).find(({ number }) => number === 2);
  expect(report).toMatchObject({
    reporters: [{ username: bob.username, reason: 'Rude' }],
    reported: cat.username,
  });
  expect(report?.context.map(({ text }) => text)).toEqual(['hello', 'rude chat', 'bye']);
  await ask('reports', 'handle', String(report?.id));
});

describe('users mute', () => {
  it('holds at the next message, on every instance, until unmute', async () => {
    const muting = ['users', 'mute', ann.username, '--hours', '2'];
    const { muted_until: until } = await ask<{ muted_until: string }>(...muting);
    const { status, body } = await writeOn(ann, 'muted');
    expect([status, body.code, body.details]).toEqual([403, 'MUTED', `until ${until}`]);
    expect((await run('users', 'show', ann.username)).out).toContain('muted until (UTC)');
    await ask('users', 'unmute', ann.username);
    expect((await writeOn(ann, 'free')).status).toBe(201);
    expect((await run('users', 'unmute', ann.username)).code).toBe(1);
  });

  it('holds for the chat of an alliance', async () => {
    const path = `/api/alliance/${await foundAlliance(ann)}/messages`;
    await ask('users', 'mute', ann.username, '--hours', '1');
    expect((await ann.send<{ code: string }>('POST', path, { text: 'muted' })).body.code).toBe('MUTED');
    await ask('users', 'unmute', ann.username);
    expect((await ann.send('POST', path, { text: 'free' })).status).toBe(201);
  });

  it.each(['0', '-1', '8761', 'x'])('refuses %s hours', async (hours) => {
    expect((await run('users', 'mute', ann.username, '--hours', hours)).code).toBe(2);
  });

  it('is audited', async () => {
    const [last, before] = await readAudit();
    expect([last?.command, before?.command]).toEqual(['users unmute', 'users mute']);
  });
});

describe('on the sockets of every instance, at once', () => {
  const listen = async (from: TestGame) => ({
    ann: await connect(from.url, { token: ann.token }),
    bob: await connect(from.url, { token: bob.token }),
  });
  const received = (client: LiveClient): string[] => client.all('message').map(({ message }) => message.text);

  it.each([
    ['the one', () => game],
    ['the other', () => other],
  ])('a mute and a block take effect: %s instance', async (which, instance) => {
    const live = await listen(instance());
    const texts = ['before', 'muted', 'blocked', 'after'].map((word) => `${word} ${which}`);
    const [before = '', muted = '', blocked = '', after = ''] = texts;
    const send = async (text: string): Promise<number> => {
      game.clock.advance(10_000);
      return (await writeOn(ann, text)).status;
    };
    const hears = (client: LiveClient, text: string) =>
      client.take('message', ({ message }) => message.text === text);
    expect(await send(before)).toBe(201);
    await Promise.all([hears(live.ann, before), hears(live.bob, before)]);

    await run('users', 'mute', ann.username, '--hours', '8760');
    expect(await send(muted)).toBe(403);
    await run('users', 'unmute', ann.username);
    await block(bob, ann);
    expect(await send(blocked)).toBe(201);
    await hears(live.ann, blocked);
    await bob.send('DELETE', `/api/block/${ann.id}`);
    expect(await send(after)).toBe(201);
    await Promise.all([hears(live.ann, after), hears(live.bob, after)]);
    expect([received(live.ann), received(live.bob)]).toEqual([
      [before, blocked, after],
      [before, after],
    ]);
    closeClients();
  });
});

it('the log has no text of a message, at any level', async () => {
  const captured = captureLog('trace');
  const logged = await startSecond(game, { log: captured.log });
  const [cid, dan] = [await createWriter(logged), await createWriter(logged)];
  const client = await connect(logged.url, { token: dan.token });
  const sent = await write(cid, dan, 'a secret of Cid');
  await client.take('message');
  const path = `/api/thread/${sent.body.thread_id}`;
  await dan.send('POST', `${path}/report`, { number: 1, reason: 'a reason of Dan' });
  await cid.send('POST', `${path}/messages`, { text: 'a secret of Cid\u0000' });
  await dan.send('GET', path);
  closeClients();
  await logged.stop();
  expect(captured.text()).toContain(path.replace(sent.body.thread_id, ''));
  expect(captured.text()).not.toMatch(/a secret of Cid|a reason of Dan/);
});

it('a report survives the accounts of both players, without their names, and is deleted a year after it was handled', async () => {
  const [dan, eve] = [await createWriter(game), await createWriter(other)];
  const sent = await write(dan, eve, 'a threat');
  const path = `/api/thread/${sent.body.thread_id}/report`;
  expect((await eve.send('POST', path, { number: 1, reason: '' })).status).toBe(200);
  for (const { username } of [dan, eve]) await ask('users', 'delete', username, '--yes');
  const { pool } = game.instance;
  await pool.query('DELETE FROM threads WHERE id = $1', [sent.body.thread_id]);
  const report = (await openReports()).at(-1);
  expect(report).toMatchObject({
    reporters: [{ username: null }],
    reported: null,
    context: [{ author: null, text: 'a threat' }],
  });
  expect((await run('reports', 'list')).out).toContain('deleted player');
  const stored = await pool.query('SELECT * FROM reports JOIN reporters ON report_id = id');
  expect(JSON.stringify(stored.rows)).not.toContain(dan.username);

  await ask('reports', 'handle', String(report?.id));
  const later = new TestClock(game.clock.now() + 366 * 24 * 3_600_000);
  const stop = cleanOldRows({ pool, clock: later, log: createLog('silent') });
  const isKept = async () =>
    (await ask<{ reports: Report[] }>('reports', 'list', '--all')).reports.some(
      ({ id }) => id === report?.id,
    );
  expect(await isKept()).toBe(true);
  later.advance(3_600_000);
  await expect.poll(isKept).toBe(false);
  stop();
});
