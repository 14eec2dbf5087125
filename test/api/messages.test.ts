/** Messages between players: what may be written, threads, reading, and what a limit tells. */
import { describe, expect, it } from 'vitest';
import { isoOf } from '../../src/kernel/time.ts';
import { unknownId } from '../support/set-state.ts';
import { useTestGame, useNew } from '../support/game.ts';
import { inboxOf, readThread, reply, createWriter, textsOf, write } from '../support/messages.ts';
import { hourMs } from '../support/worlds.ts';

const game = useTestGame();
const ann = useNew(() => createWriter(game));
const bob = useNew(() => createWriter(game));
const eve = useNew(() => createWriter(game));

describe('a message', () => {
  it('is in the thread of both players, and names its author and the empire of the other one', async () => {
    const { status, body } = await write(ann, bob, 'Greetings');
    expect(status).toBe(201);
    const { thread_id } = body;
    expect(textsOf(await readThread(ann, thread_id))).toEqual(['Greetings']);
    const { thread, messages } = await readThread(bob, thread_id);
    expect(thread.with).toEqual({
      user_id: ann.id,
      username: ann.username,
      empire_id: ann.empireId,
      empire_name: `Empire of ${ann.username}`,
      alliance_tag: null,
    });
    const text = 'Greetings';
    expect(messages).toMatchObject([{ number: 1, author_id: ann.id, author: ann.username, text }]);
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
    expect(second.body.message).toMatchObject({ number: 2, sent_at: first.body.message.sent_at });
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

  it('is read between two numbers', async () => {
    const { thread_id } = (await write(ann, bob, '1')).body;
    for (const text of ['2', '3', '4']) await reply(bob, thread_id, text);
    expect(textsOf(await readThread(ann, thread_id, '?after=2&before=4'))).toEqual(['3']);
  });

  it('with the latest message is first in the list', async () => {
    const threadIds: string[] = [];
    for (const other of [bob, eve]) {
      threadIds.unshift((await write(ann, other, 'Greetings')).body.thread_id);
      game.clock.advance(1);
    }
    expect((await inboxOf(ann)).threads.map(({ id }) => id)).toEqual(threadIds);
  });
});

describe('a limit', () => {
  it('tells when the next message is possible', async () => {
    const { thread_id } = (await write(ann, bob, '1')).body;
    game.clock.advance(20_000);
    for (let n = 2; n <= 10; n++) await reply(ann, thread_id, String(n));
    const { status, headers, body } = await reply(ann, thread_id, '11');
    expect([status, headers.get('retry-after'), body.details]).toEqual([
      429,
      '40',
      'at most 10 messages a minute; try again in 40 s',
    ]);
  });

  it('of a mute tells when it ends; the player still reads', async () => {
    const { thread_id } = (await write(ann, bob, 'x')).body;
    const until = game.clock.now() + hourMs;
    await game.query('UPDATE users SET muted_until = $2 WHERE id = $1', ann.id, until);
    const { status, body } = await reply(ann, thread_id, 'y');
    expect([status, body]).toEqual([
      403,
      expect.objectContaining({ code: 'MUTED', details: `until ${isoOf(until)}` }),
    ]);
    expect((await inboxOf(ann)).threads).toHaveLength(1);
  });
});
