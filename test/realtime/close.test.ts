/** Shutdown: an instance closes its connections at once, so that clients reconnect, and leaves no timers behind. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestGame, useNew } from '../support/game.ts';
import { createEmpire, orderAttack } from '../support/players.ts';
import { hourMs } from '../support/worlds.ts';
import { closeClients, connect, frame, join, openBare } from '../support/sockets.ts';

let stopped: boolean;
const game = useNew(() => startTestGame());
const ann = useNew(() => createEmpire(game));

beforeEach(() => {
  stopped = false;
});
afterEach(async () => {
  closeClients();
  if (!stopped) await game.stop();
});

/** Stops the instance, which may drain its connections for an hour: a connection that stays open makes the test fail. */
async function stop(drainMs = hourMs): Promise<void> {
  stopped = true;
  await game.instance.stop(drainMs);
  await game.stop();
}

it.each(['websocket', 'polling'] as const)('closes a connection over %s at once', async (transport) => {
  const live = await connect(game.url, { token: ann.token, transports: [transport] });
  await live.settle();
  await stop();
  // Not "io server disconnect": after that, a client does not reconnect.
  expect(await live.ended).toMatch(/^transport (close|error)$/);
});

it('does not wait for an unresponsive client', async () => {
  const bare = await openBare(game.url, ann.token);
  bare.write(frame('40'));
  await expect(stop(100)).resolves.toBeUndefined();
  bare.destroy();
});

it('keeps no timer for a connection, and leaves none of a battle behind', async () => {
  const before = game.clock.waiting;
  const bob = await createEmpire(game);
  const live = await join(game.url, ann);
  expect(game.clock.waiting).toBe(before);
  await game.passTo((await orderAttack(ann, bob)).contact_at);
  await live.take('battle_update');
  expect(game.clock.waiting).toBeGreaterThan(before);
  await game.instance.gateway.close();
  expect(game.clock.waiting).toBe(before);
});
