/** Blocked players. */
import { describe, expect, it } from 'vitest';
import type { PlayerView } from '../../src/contract/messages.ts';
import { unknownId } from '../support/set-state.ts';
import { useTestGame, useNew, type Ruler } from '../support/game.ts';
import { block, inboxOf, readThread, reply, createWriter, textsOf, write } from '../support/messages.ts';

const game = useTestGame();
const ann = useNew(() => createWriter(game));
const bob = useNew(() => createWriter(game));
const eve = useNew(() => createWriter(game));

describe('a blocked player', () => {
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

  it('is in the list, once, the latest first', async () => {
    await block(bob, ann);
    game.clock.advance(1);
    await block(bob, eve);
    await block(bob, eve);
    const { blocks } = await bob.read<{ blocks: { player: PlayerView }[] }>('/api/blocks');
    expect(blocks.map(({ player }) => player.user_id)).toEqual([eve.id, ann.id]);
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
