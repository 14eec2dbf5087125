/** Messages between players: what may be written, threads, and reading. */
import { describe, expect, it } from 'vitest';
import { unknownId } from '../support/set-state.ts';
import { useTestGame, useNew } from '../support/game.ts';
import { inboxOf, readThread, reply, createWriter, textsOf, write } from '../support/messages.ts';

const game = useTestGame();
const ann = useNew(() => createWriter(game));
const bob = useNew(() => createWriter(game));
const eve = useNew(() => createWriter(game));

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
      alliance_tag: null,
    });
    expect(messages[0]).toMatchObject({ number: 1, author_id: ann.id, author: ann.username });
  });

  it('continues the one thread of two players, whoever begins', async () => {
    const first = await write(ann, bob, 'Greetings');
    const second = await write(bob, ann, 'Peace?');
    expect(second.body.thread_id).toBe(first.body.thread_id);
    expect(second.body.message.number).toBe(2);
  });

  it('is never older than the one before, even if the clock of its instance is behind', async () => {
    const first = await write(ann, bob, 'Greetings');
    game.clock.advance(-109);
    const second = await write(bob, ann, 'Peace?');
    game.clock.advance(109);
    expect(second.body.message.sent_at).toBe(first.body.message.sent_at);
    const { messages } = await readThread(ann, first.body.thread_id);
    expect(messages.map(({ sent_at }) => sent_at)).toEqual([
      first.body.message.sent_at,
      second.body.message.sent_at,
    ]);
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
    await game.query('UPDATE users SET is_bot = true WHERE id = $1', bob.id);
    expect((await write(ann, bob, 'x')).status).toBe(400);
  });

  it('to a deleted account is refused, and its own words stay without a name', async () => {
    const { thread_id } = (await write(bob, ann, 'Farewell')).body;
    await game.query('UPDATE users SET empire_id = NULL WHERE id = $1', bob.id);
    await game.query('DELETE FROM empires WHERE owner_id = $1', bob.id);
    await game.query('DELETE FROM users WHERE id = $1', bob.id);
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
    expect([textsOf(latest), latest.next]).toEqual([['4', '5'], 4]);
    const before = await readThread(ann, thread_id, '?limit=3&before=4');
    expect([textsOf(before), before.next]).toEqual([['1', '2', '3'], null]);
    const after = await readThread(ann, thread_id, '?limit=2&after=2');
    expect([textsOf(after), after.next]).toEqual([['3', '4'], 4]);
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
