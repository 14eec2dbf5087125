/** Bots wait while the server is unreachable, and continue afterwards. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { addUp, startLiveWorld, type LiveWorld } from './live-world.ts';
import { noLimits } from '../support/game.ts';

let world: LiveWorld | null = null;
afterAll(() => world?.stop());

const hasPrinted = (sentence: RegExp) =>
  expect.poll(() => world?.messages.some((line) => sentence.test(line))).toBe(true);

it('bots report an unreachable server once, wait, and continue', async () => {
  world = await startLiveWorld(60, noLimits);
  const { bots } = await world.play(3);
  const turns = (): number => bots.reduce((sum, { tally }) => sum + tally.turns, 0);
  while (turns() < 3) await delay(100);
  await world.restartAfter(async () => {
    await hasPrinted(/is unreachable, the bots are retrying\.$/);
  });
  await hasPrinted(/is reachable again\.$/);
  const before = turns();
  while (turns() < before + 3) await delay(100);
  expect(world.messages).toHaveLength(2);
  expect(Object.keys(addUp(bots.map(({ tally }) => tally.refusals)))).toEqual(['UNREACHABLE']);
});
