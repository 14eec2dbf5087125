/** The limits of messages, and players whom the operator has muted. */
import { describe, expect, it } from 'vitest';
import { useTestGame, useNew } from '../support/game.ts';
import { createPlayer, userIdOf } from '../support/players.ts';
import { inboxOf, reply, createWriter, write } from '../support/messages.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const game = useTestGame();
const ann = useNew(() => createWriter(game));
const bob = useNew(() => createWriter(game));

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
    for (let n = 0; n < 8; n++) others.push({ id: await userIdOf(game, await createPlayer(game)) });
    const statuses: number[] = [];
    const writeTo = async (n: number): Promise<void> => {
      statuses.push((await write(ann, others[n] ?? { id: '' }, 'Hi')).status);
    };
    for (let n = 0; n < 6; n++) await writeTo(n);
    await writeTo(0);
    game.clock.advance(hourMs);
    await writeTo(5);
    await game.query(
      'UPDATE users SET created_at = to_timestamp($2::float8 / 1000) WHERE id = $1',
      ann.id,
      game.clock.now() - dayMs,
    );
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 201, 201]);
  });
});

describe('a muted player', () => {
  it('cannot send until the mute ends, but reads', async () => {
    const { thread_id } = (await write(ann, bob, 'x')).body;
    const until = game.clock.now() + hourMs;
    await game.query('UPDATE users SET muted_until = $2 WHERE id = $1', ann.id, until);
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
