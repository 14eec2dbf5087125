/** Sleep ends at the earliest announced moment of the game's clock. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Sleeper } from '../../src/kernel/sleeper.ts';
import { TestClock } from '../support/test-clock.ts';
import { t0 } from '../support/worlds.ts';

/** Only ends a hang. */
const maxMs = 60_000;

const open = () => {
  const time = new TestClock(t0);
  return { time, sleeper: new Sleeper(time) };
};

/** Returns whether a sleep that begins now is over one turn of the event loop after `change`. */
async function endsWith(sleeper: Sleeper, change: () => void): Promise<boolean> {
  let isOver = false;
  void sleeper.sleep(maxMs).then(() => {
    isOver = true;
  });
  change();
  await turn();
  sleeper.wake();
  return isOver;
}

it('ends at the earliest announced moment, not before, with one timer', async () => {
  const results: boolean[] = [];
  for (const ms of [9, 10]) {
    const { time, sleeper } = open();
    sleeper.expect(t0 + 30);
    const isOver = await endsWith(sleeper, () => {
      for (const at of [10, 20]) sleeper.expect(t0 + at);
      expect(time.waiting).toBe(1);
      time.advance(ms);
    });
    results.push(isOver);
  }
  expect(results).toEqual([false, true]);
});

it('ends at once if the announced moment has passed before it began', async () => {
  const { time, sleeper } = open();
  sleeper.expect(t0 + 10);
  time.advance(10);
  expect(await endsWith(sleeper, () => time.advance(0))).toBe(true);
});

it('knows nothing of what was announced before a reset', async () => {
  const { time, sleeper } = open();
  sleeper.expect(t0 + 10);
  sleeper.reset();
  expect(time.waiting).toBe(0);
  expect(await endsWith(sleeper, () => time.advance(20))).toBe(false);
  sleeper.reset();
  sleeper.expect(t0 + 40);
  expect(await endsWith(sleeper, () => time.advance(20))).toBe(true);
});

it('ends after its longest duration', async () => {
  await open().sleeper.sleep(1);
});
