/** A server that goes away for a while: the bots wait, and go on when it is back. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { addUp, startLiveWorld, type LiveWorld } from './live-world.ts';
import { noLimits } from '../support/game.ts';

let world: LiveWorld | null = null;
afterAll(() => world?.stop());

async function said(sentence: RegExp): Promise<boolean> {
  const until = performance.now() + 25_000;
  while (performance.now() < until) {
    if (world?.messages.some((line) => sentence.test(line)) === true) return true;
    await delay(100);
  }
  return false;
}

it('they say so once, wait, and go on', async () => {
  world = await startLiveWorld(60, noLimits);
  const { bots } = await world.play(3);
  const looks = (): number => bots.reduce((sum, { tally }) => sum + tally.turns, 0);
  while (looks() < 3) await delay(100);
  await world.restartAfter(async () => {
    expect(await said(/does not answer; the bots wait for it\.$/)).toBe(true);
  });
  expect(await said(/answers again\.$/)).toBe(true);
  const before = looks();
  while (looks() < before + 3) await delay(100);
  expect(world.messages).toHaveLength(2);
  expect(Object.keys(addUp(bots.map(({ tally }) => tally.refusals)))).toEqual(['UNREACHABLE']);
}, 60_000);
