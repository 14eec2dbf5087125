/** Messages between players: threads, reading, blocks, reports and limits. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView, ThreadPage, ThreadView } from '../../src/contract/messages.ts';
import { unknownId } from '../support/endow.ts';
import { sendAnonymously, startTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { openSession, seatPlayer, seatRuler } from '../support/guests.ts';
import { closeClients, connect } from '../support/sockets.ts';

let game: TestGame;
let ann: Ruler & { id: string };
let bob: Ruler & { id: string };
let eve: Ruler & { id: string };
let column = 0;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

interface Sent {
  thread_id: string;
  message: MessageView;
  details: string;
}
interface Inbox {
  threads: (ThreadView & { latest: MessageView })[];
  next: string | null;
}

async function seat(row: number): Promise<Ruler & { id: string }> {
  const ruler = await seatRuler(game, { x: -900 + column, y: row });
  const { rows } = await game.instance.pool.query<{ id: string }>(
    'SELECT id FROM users WHERE username = $1',
    [ruler.username],
  );
  return { ...ruler, id: rows[0]?.id ?? '' };
}

beforeAll(async () => {
  game = await startTestGame();
});
beforeEach(async () => {
  column += 20;
  [ann, bob, eve] = [await seat(0), await seat(20), await seat(40)];
});
afterAll(async () => {
  closeClients();
  await game.stop();
});

const write = (from: Ruler, to: { id: string }, text: string) =>
  from.send<Sent>('POST', '/api/threads', { user_id: to.id, text });
const reply = (from: Ruler, threadId: string, text: string) =>
  from.send<Sent>('POST', `/api/thread/${threadId}/messages`, { text });
const inboxOf = async (ruler: Ruler, query = '') =>
  (await ruler.send<Inbox>('GET', `/api/threads${query}`)).body;
const readThread = async (ruler: Ruler, threadId: string, query = '') =>
  (await ruler.send<ThreadPage>('GET', `/api/thread/${threadId}${query}`)).body;
const textsOf = ({ messages }: ThreadPage): string[] => messages.map(({ text }) => text);

describe('a message', () => {
  it('is in the thread of both players', async () => {
    const { status, body } = await write(ann, bob, 'Greetings');
    expect(status).toBe(201);
    for (const player of [ann, bob])
      expect(textsOf(await readThread(player, body.thread_id))).toEqual(['Greetings']);
  });

  it('names its author and the empire of the other player', async () => {
    const { thread_id } = (await write(ann, bob, 'Greetings')).body;
    const { thread, messages } = await readThread(bob, thread_id);
    expect(thread.with).toEqual({
      user_id: ann.id,
      username: ann.username,
      empire_id: ann.empireId,
      empire_name: `Empire of ${ann.username}`,
    });
    expect(messages[0]).toMatchObject({ number: 1, author_id: ann.id, author: ann.username });
  });

  it('continues the one thread of two players, whoever begins', async () => {
    const first = await write(ann, bob, 'Greetings');
    const second = await write(bob, ann, 'Peace?');
    expect(second.body.thread_id).toBe(first.body.thread_id);
    expect(second.body.message.number).toBe(2);
  });

  it.each([
    ['line breaks', 'a\r\nb\rc\n\nd', 'a\nb\nc\n\nd'],
    ['markup', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['emoji with joiners', '👩‍🚀 ❤️', '👩‍🚀 ❤️'],
    ['blanks around', '\n  x  \n \n', '  x'],
    ['decomposed letters', 'e\u0301', '\u00e9'],
  ])('keeps %s', async (_what, sent, stored) => {
    expect((await write(ann, bob, sent)).body.message.text).toBe(stored);
  });

  it.each([
    ['nothing', ' \n '],
    ['only joiners', '\u200d\u200d'],
    ['a control character', 'a\u0007b'],
    ['a tab', 'a\tb'],
    ['NUL', 'a\u0000b'],
    ['a bidirectional override', 'a\u202eb'],
    ['a zero-width space', 'a\u200bb'],
    ['a lone surrogate', 'a\ud800b'],
    ['stacked marks', `a${'\u0301'.repeat(7)}`],
    ['2,001 characters', 'x'.repeat(2_001)],
  ])('refuses %s', async (_what, text) => {
    const { status, body } = await write(ann, bob, text);
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'VALIDATION_ERROR' })]);
  });

  it('may have 2,000 characters outside the basic plane', async () => {
    const text = '🏛'.repeat(2_000);
    expect((await write(ann, bob, text)).body.message.text).toBe(text);
  });

  it.each([
    ['to oneself', () => ann.id, 400, 'INVALID_TARGET'],
    ['to an unknown player', () => unknownId, 404, 'NOT_FOUND'],
    ['to the owner of villages', () => '00000000-0000-4000-8000-000000000000', 400, 'INVALID_TARGET'],
  ])('%s is refused', async (_what, id, status, code) => {
    const answer = await write(ann, { id: id() }, 'x');
    expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ code })]);
  });

  it('to a bot is refused', async () => {
    await game.instance.pool.query('UPDATE users SET is_bot = true WHERE id = $1', [bob.id]);
    expect((await write(ann, bob, 'x')).status).toBe(400);
  });

  it('is stored once for an Idempotency-Key', async () => {
    const headers = { authorization: `Bearer ${ann.token}`, 'idempotency-key': 'hello' };
    const body = { user_id: bob.id, text: 'Once' };
    const send = () => sendAnonymously<Sent>(game.url, 'POST', '/api/threads', body, headers);
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(textsOf(await readThread(bob, first.body.thread_id))).toEqual(['Once']);
  });

  it('to a deleted account is refused, and its own words stay without a name', async () => {
    const { thread_id } = (await write(bob, ann, 'Farewell')).body;
    await game.instance.pool.query('UPDATE users SET empire_id = NULL WHERE id = $1', [bob.id]);
    await game.instance.pool.query('DELETE FROM empires WHERE owner_id = $1', [bob.id]);
    await game.instance.pool.query('DELETE FROM users WHERE id = $1', [bob.id]);
    const { thread, messages } = await readThread(ann, thread_id);
    expect([thread.with, messages[0]]).toEqual([
      null,
      expect.objectContaining({ author: null, author_id: null, text: 'Farewell' }),
    ]);
    expect((await reply(ann, thread_id, 'Hello?')).status).toBe(409);
  });
});

describe('a thread', () => {
  it.each([
    ['GET', '', undefined],
    ['POST', '/messages', { text: 'x' }],
    ['POST', '/read', { number: 1 }],
    ['POST', '/report', { number: 1 }],
  ])('of others is not found: %s %s', async (method, path, body) => {
    const { thread_id } = (await write(ann, bob, 'Secret')).body;
    const answer = await eve.send(method, `/api/thread/${thread_id}${path}`, body);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      404,
      expect.not.stringContaining('Secret'),
    ]);
  });

  it('counts unread messages until they are marked as read', async () => {
    const { thread_id } = (await write(ann, bob, 'one')).body;
    await reply(ann, thread_id, 'two');
    expect((await inboxOf(bob)).threads[0]?.unread).toBe(2);
    expect((await inboxOf(ann)).threads[0]?.unread).toBe(0);
    const marked = await bob.send('POST', `/api/thread/${thread_id}/read`, { number: 1 });
    expect(marked.body).toEqual({ success: true, read_to: 1, unread: 1 });
    await bob.send('POST', `/api/thread/${thread_id}/read`, { number: 9 });
    expect((await inboxOf(bob)).threads[0]).toMatchObject({ unread: 0, read_to: 2 });
  });

  it('is read by cursor in both directions', async () => {
    const { thread_id } = (await write(ann, bob, '1')).body;
    for (const text of ['2', '3', '4', '5']) await reply(bob, thread_id, text);
    const latest = await readThread(ann, thread_id, '?limit=2');
    expect([textsOf(latest), latest.more]).toEqual([['4', '5'], true]);
    const before = await readThread(ann, thread_id, '?limit=3&before=4');
    expect([textsOf(before), before.more]).toEqual([['1', '2', '3'], false]);
    const after = await readThread(ann, thread_id, '?limit=2&after=2');
    expect([textsOf(after), after.more]).toEqual([['3', '4'], true]);
    expect(textsOf(await readThread(ann, thread_id, '?after=2&before=4'))).toEqual(['3']);
  });

  it('with the latest message is first in the list, which is read by cursor', async () => {
    const threadIds: string[] = [];
    for (const other of [bob, eve]) {
      threadIds.unshift((await write(ann, other, 'Greetings')).body.thread_id);
      game.clock.advance(1);
    }
    const first = await inboxOf(ann, '?limit=1');
    const second = await inboxOf(ann, `?limit=1&before=${first.next ?? ''}`);
    expect([...first.threads, ...second.threads].map(({ id }) => id)).toEqual(threadIds);
    expect(second.next).toBeNull();
  });
});

describe('the limits', () => {
  it('allow 10 messages in a minute, and tell when the next one is possible', async () => {
    const { thread_id } = (await write(ann, bob, '1')).body;
    game.clock.advance(20_000);
    for (let n = 2; n <= 10; n++) expect((await reply(ann, thread_id, String(n))).status).toBe(201);
    const refused = await reply(ann, thread_id, '11');
    expect([refused.status, refused.headers.get('retry-after'), refused.body.details]).toEqual([
      429,
      '40',
      'at most 10 messages a minute; try again in 40 s',
    ]);
    game.clock.advance(40_000);
    expect((await reply(ann, thread_id, '11')).status).toBe(201);
    expect((await reply(ann, thread_id, '12')).status).toBe(429);
  });

  it('allow 5 new threads in an hour on the first day of an account', async () => {
    const others: { id: string }[] = [];
    const { pool } = game.instance;
    for (let n = 0; n < 8; n++) {
      const { username } = await seatPlayer(game);
      others.push(
        ...(await pool.query<{ id: string }>('SELECT id FROM users WHERE username = $1', [username])).rows,
      );
    }
    const statuses: number[] = [];
    const writeTo = async (n: number): Promise<void> => {
      statuses.push((await write(ann, others[n] ?? { id: '' }, 'Hi')).status);
    };
    for (let n = 0; n < 6; n++) await writeTo(n);
    await writeTo(0);
    game.clock.advance(hourMs);
    await writeTo(5);
    await pool.query('UPDATE users SET created_at = to_timestamp($2::float8 / 1000) WHERE id = $1', [
      ann.id,
      game.clock.now() - dayMs,
    ]);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 201, 201]);
  });
});

describe('a blocked player', () => {
  const block = (blocker: Ruler, blocked: { id: string }) =>
    blocker.send('POST', '/api/blocks', { user_id: blocked.id });
  const unblock = (blocker: Ruler, blocked: { id: string }) =>
    blocker.send('DELETE', `/api/block/${blocked.id}`);

  it('sees the own messages, which do not arrive, also not later', async () => {
    const { thread_id } = (await write(ann, bob, 'before')).body;
    await block(bob, ann);
    expect((await reply(ann, thread_id, 'during')).status).toBe(201);
    expect(textsOf(await readThread(ann, thread_id))).toEqual(['before', 'during']);
    expect((await inboxOf(bob)).threads[0]).toMatchObject({ unread: 1, latest: { text: 'before' } });
    await unblock(bob, ann);
    await reply(ann, thread_id, 'after');
    expect(textsOf(await readThread(bob, thread_id))).toEqual(['before', 'after']);
    expect(textsOf(await readThread(bob, thread_id, '?after=1'))).toEqual(['after']);
    expect((await inboxOf(bob)).threads[0]?.unread).toBe(2);
  });

  it('begins a thread that the other player does not have', async () => {
    await block(bob, ann);
    const { status, body } = await write(ann, bob, 'Hello?');
    expect(status).toBe(201);
    expect((await inboxOf(bob)).threads).toEqual([]);
    expect((await bob.send('GET', `/api/thread/${body.thread_id}`)).status).toBe(404);
    expect((await inboxOf(ann)).threads).toHaveLength(1);
  });

  it('cannot be told apart from one who is not blocked, by the responses', async () => {
    await block(bob, ann);
    const withheld = await write(ann, bob, 'Hello?');
    const arrived = await write(ann, eve, 'Hello?');
    expect(Object.keys(withheld.body)).toEqual(Object.keys(arrived.body));
    expect(Object.keys(withheld.body.message)).toEqual(Object.keys(arrived.body.message));
  });

  it('receives no message until unblocked', async () => {
    await block(bob, ann);
    expect((await write(bob, ann, 'x')).status).toBe(409);
    await unblock(bob, ann);
    expect((await write(bob, ann, 'x')).status).toBe(201);
  });

  it('is in the list, once, which is read by cursor', async () => {
    await block(bob, ann);
    game.clock.advance(1);
    await block(bob, eve);
    await block(bob, eve);
    const read = async (query: string) =>
      (
        await bob.send<{ blocks: { player: { user_id: string } }[]; next: string | null }>(
          'GET',
          `/api/blocks${query}`,
        )
      ).body;
    const first = await read('?limit=1');
    const second = await read(`?limit=1&before=${first.next ?? ''}`);
    expect([...first.blocks, ...second.blocks].map(({ player }) => player.user_id)).toEqual([eve.id, ann.id]);
    expect(second.next).toBeNull();
  });

  it.each([
    ['oneself', () => bob.id, 400],
    ['an unknown player', () => unknownId, 404],
  ])('cannot be %s', async (_who, id, status) => {
    expect((await block(bob, { id: id() })).status).toBe(status);
  });

  it('is not found when unblocked twice', async () => {
    await block(bob, ann);
    expect([(await unblock(bob, ann)).status, (await unblock(bob, ann)).status]).toEqual([200, 404]);
  });
});

describe('a muted player', () => {
  it('cannot send until the mute ends, but reads', async () => {
    const { thread_id } = (await write(ann, bob, 'x')).body;
    const until = game.clock.now() + hourMs;
    await game.instance.pool.query('UPDATE users SET muted_until = $2 WHERE id = $1', [ann.id, until]);
    const { status, body } = await reply(ann, thread_id, 'y');
    expect([status, body]).toEqual([
      403,
      expect.objectContaining({ code: 'MUTED', details: `until ${new Date(until).toISOString()}` }),
    ]);
    expect((await inboxOf(ann)).threads).toHaveLength(1);
    game.clock.advance(hourMs);
    expect((await reply(ann, thread_id, 'y')).status).toBe(201);
  });
});

describe('a report', () => {
  const report = (from: Ruler, threadId: string, number: number, reason = 'Rude') =>
    from.send('POST', `/api/thread/${threadId}/report`, { number, reason });

  it('is stored once for each message', async () => {
    const { thread_id } = (await write(ann, bob, 'x')).body;
    expect([
      (await report(bob, thread_id, 1)).status,
      (await report(bob, thread_id, 1, 'Again')).status,
    ]).toEqual([200, 200]);
    const { rows } = await game.instance.pool.query(
      'SELECT number, reporter_id, reason FROM message_reports WHERE thread_id = $1',
      [thread_id],
    );
    expect(rows).toEqual([{ number: 1, reporter_id: bob.id, reason: 'Rude' }]);
  });

  it('of an own message is refused', async () => {
    const { thread_id } = (await write(ann, bob, 'x')).body;
    expect((await report(ann, thread_id, 1)).status).toBe(400);
  });

  it('of a message that does not exist or was withheld is refused', async () => {
    const { thread_id } = (await write(ann, bob, 'x')).body;
    await bob.send('POST', '/api/blocks', { user_id: ann.id });
    await reply(ann, thread_id, 'y');
    expect([(await report(bob, thread_id, 2)).status, (await report(bob, thread_id, 9)).status]).toEqual([
      404, 404,
    ]);
  });
});

describe('a live connection', () => {
  it('receives messages in order, without having joined, and so does the author', async () => {
    const [annLive, bobLive] = [
      await connect(game.url, { token: ann.token }),
      await connect(game.url, { token: bob.token }),
    ];
    const { thread_id } = (await write(ann, bob, '<b>1</b>')).body;
    for (const text of ['2', '3', '🏛'.repeat(2_000)]) await reply(ann, thread_id, text);
    for (const live of [annLive, bobLive]) {
      const received: string[] = [];
      for (let n = 1; n <= 4; n++)
        received.push((await live.take('message', ({ message }) => message.number === n)).message.text);
      expect(received.slice(0, 3)).toEqual(['<b>1</b>', '2', '3']);
      expect(live.all('message').map(({ message }) => message.number)).toEqual([1, 2, 3, 4]);
    }
  });

  it('of another player or of one who blocks the author receives nothing', async () => {
    const lives = [
      await connect(game.url, { token: eve.token }),
      await connect(game.url, { token: bob.token }),
    ];
    const annLive = await connect(game.url, { token: ann.token });
    await bob.send('POST', '/api/blocks', { user_id: ann.id });
    await write(ann, bob, 'Hello?');
    await annLive.take('message');
    for (const live of lives) {
      await live.settle();
      expect(live.all('message')).toEqual([]);
    }
  });

  it('receives unread messages again after missed notifications', async () => {
    const { thread_id } = (await write(ann, bob, 'read')).body;
    await bob.send('POST', `/api/thread/${thread_id}/read`, { number: 1 });
    await reply(ann, thread_id, 'missed');
    const live = await connect(game.url, { token: (await openSession(game, bob.username)).token });
    await live.settle();
    await game.instance.gateway.resync();
    const { message } = await live.take('message');
    expect([message.text, live.all('message')]).toEqual(['missed', [expect.anything()]]);
  });
});
