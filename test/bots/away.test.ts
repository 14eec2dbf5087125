/** Bots wait while the server is unreachable, and continue afterwards. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { addUp, startLiveWorld, type LiveWorld } from './live-world.ts';
import { noLimits } from '../support/game.ts';

let world: LiveWorld | null = null;
afterAll(() => world?.stop());

async function hasPrinted(sentence: RegExp): Promise<boolean> {
  const until = performance.now() + 50_000;
  while (performance.now() < until) {
    if (world?.messages.some((line) => sentence.test(line)) === true) return true;
    await delay(100);
  }
  return false;
}

it('bots report an unreachable server once, wait, and continue', async () => {
  world = await startLiveWorld(60, noLimits);
  const { bots } = await world.play(3);
  const turns = (): number => bots.reduce((sum, { tally }) => sum + tally.turns, 0);
  while (turns() < 3) await delay(100);
  await world.restartAfter(async () => {
    expect(await hasPrinted(/is unreachable, the bots are retrying\.$/)).toBe(true);
  });
  expect(await hasPrinted(/is reachable again\.$/)).toBe(true);
  const before = turns();
  while (turns() < before + 3) await delay(100);
  expect(world.messages).toHaveLength(2);
  expect(Object.keys(addUp(bots.map(({ tally }) => tally.refusals)))).toEqual(['UNREACHABLE']);
});
