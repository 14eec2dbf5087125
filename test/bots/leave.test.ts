/** Bots and leave: they attack no empire on leave, and give no orders that their own leave refuses. */
import { afterAll, describe, expect, it } from 'vitest';
import { createClient, unwrap } from '../../src/client/client.ts';
import type { Leave } from '../../src/game/types.ts';
import { noLimits } from '../support/game.ts';
import { openSession } from '../support/players.ts';
import { dayMs, hourMs, t0, the } from '../support/worlds.ts';
import { addUp, startLiveWorld, type LiveWorld } from './live-world.ts';
import { kindsOf, makeGrown, makeNeighbour, ordersOf, raider, sightOf } from './sights.ts';

/** A leave of two days that is ordered, and whose notice ends this many milliseconds from now. */
function noticeOf(ms: number, beganAt: number | null = null): Leave {
  const noticeEndsAt = t0 + ms;
  return { days: 2, orderedAt: t0 - hourMs, noticeEndsAt, notBefore: noticeEndsAt, beganAt };
}

describe('a raider with a rich neighbour', () => {
  const armies = [{ units: { soldiers: 200, archers: 100 } }];

  // 200 soldiers march 8 tiles in 12 minutes.
  it.each<[string, Leave | null, boolean]>([
    ['without a leave attacks it', null, true],
    ['whose notice lasts until the contact attacks it', noticeOf(hourMs), true],
    ['whose notice ends at the contact does not', noticeOf(12 * 60_000), false],
    ['whose notice ends one millisecond after the contact attacks it', noticeOf(12 * 60_000 + 1), true],
    ['on leave does not', noticeOf(-hourMs, t0 - hourMs), false],
    ['whose leave is over attacks it', noticeOf(-3 * dayMs, t0 - 3 * dayMs), true],
  ])('%s', (_, leave, isAttacked) => {
    const sight = sightOf(makeGrown({ armies }), { neighbours: [makeNeighbour({ leave })] });
    const kinds = kindsOf(ordersOf(raider, sight));
    expect(kinds.includes('attack')).toBe(isAttacked);
    // No army is split for an attack that is refused.
    if (!isAttacked) expect(kinds).not.toContain('split');
  });

  it('sends no army out after the order of its own leave, but founds a city', () => {
    const own = { ...makeGrown({ armies }), leave: noticeOf(hourMs) };
    const orders = ordersOf(raider, sightOf(own, { neighbours: [makeNeighbour()] }));
    expect(kindsOf(orders)).toEqual(['found']);
  });
});

describe('a live bot', () => {
  let world: LiveWorld | null = null;
  afterAll(() => world?.stop());

  it('on leave gives no order, and none of it is refused', async () => {
    // A notice lasts 12 seconds.
    world = await startLiveWorld(3600, noLimits);
    const { bots } = await world.play(1);
    const bot = the(bots[0]);
    const turns = async (count: number) => {
      const until = bot.tally.turns + count;
      await expect.poll(() => bot.tally.turns, { timeout: 30_000 }).toBeGreaterThanOrEqual(until);
    };
    await turns(1);
    const access = { url: world.url, instance: world, clock: { now: () => Date.now() } };
    const { token } = await openSession(access, bot.username);
    const client = createClient({ url: world.url, token });
    const { empire_id } = unwrap(await client.readProfile());
    const empireId = the(empire_id);
    unwrap(await client.takeLeave(empireId, { days: 2 }));
    const begin = async () => unwrap(await client.readEmpire(empireId)).leave?.began_at ?? null;
    await expect.poll(begin, { interval: 500, timeout: 60_000 }).not.toBeNull();
    // The turn in which it began is over.
    await turns(2);
    const before = structuredClone(bot.tally);
    await turns(3);
    expect(bot.tally).toEqual({ ...before, turns: bot.tally.turns });
    expect(addUp([before.orders]).build).toBeGreaterThan(0);
    expect(world.messages).toEqual([]);
  });
});
