/**
 * Channels that two instances write: statements of several repeat after a deadlock, because a push whose end is lost would
 * leave twice; a claim passes over those of others.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { claimBrowsers, endClaims, unchangedResult, type Channel } from '../../src/alarms/channels.ts';
import { DueMarker } from '../../src/alarms/due-marker.ts';
import { registerPlayer, useTestGame } from '../support/game.ts';
import { begin } from '../support/database.ts';
import { the } from '../support/worlds.ts';
import { countWaiting } from '../world/stage.ts';

const game = useTestGame();

/** Two channels of a player, in the order in which statements find them. */
async function addChannels(): Promise<[Channel, Channel]> {
  const { username } = await registerPlayer(game.url);
  await game.query('DELETE FROM alarm_channels');
  await game.query(
    `INSERT INTO alarm_channels (id, user_id, medium, name, endpoint, p256dh, auth, created_at, delivered)
     SELECT gen_random_uuid(), users.id, 'push', 'Phone', n, 'x', 'x', n, '{}' FROM users, generate_series(1, 2) AS n
     WHERE username = $1 ORDER BY n`,
    username,
  );
  const rows = await game.query('SELECT * FROM alarm_channels ORDER BY created_at');
  const [first, second] = rows as unknown as Channel[];
  return [the(first), the(second)];
}

const writes: Record<string, (pool: pg.Pool, channels: readonly Channel[]) => Promise<void>> = {
  'the end of claims': (pool, channels) => endClaims(pool, channels.map(unchangedResult)),
  'a look at all channels': (pool) => new DueMarker().mark(pool, game.clock.now()),
};

it.each(Object.entries(writes))('%s is repeated', async (_what, write) => {
  const { pool } = game.instance;
  const [first, second] = await addChannels();
  const lock = 'SELECT FROM alarm_channels WHERE id = $1 FOR UPDATE';
  const other = await begin(pool, lock, [second.id]);
  // The other transaction is not the one that Postgres ends.
  await other.query(`SET LOCAL deadlock_timeout = '1min'`);
  // Expected at once: on a busy machine, the write may fail before the other transaction ends.
  const written = expect(write(pool, [first, second])).resolves.toBeUndefined();
  while ((await countWaiting(game.instance)) < 1) await delay(5);
  await other.query(lock, [first.id]);
  await other.commit();
  await written;
});

it('a browser that another instance is claiming is left to it', async () => {
  const { pool } = game.instance;
  const [first, second] = await addChannels();
  await game.query('UPDATE alarm_channels SET due_at = created_at');
  const other = await begin(pool, 'SELECT FROM alarm_channels WHERE id = $1 FOR NO KEY UPDATE', [first.id]);
  const claimed = await claimBrowsers(pool, game.clock.now(), 100).finally(() => other.commit());
  expect(claimed.map(({ id }) => id)).toEqual([second.id]);
});
