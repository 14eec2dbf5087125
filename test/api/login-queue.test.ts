/** The queue of delayed logins: its bounds, whom it refuses, and what it forgets. */
import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { beforeEach, describe, expect, it } from 'vitest';
import { LoginQueue } from '../../src/account/login-queue.ts';
import { RateLimited } from '../../src/kernel/errors.ts';
import { TestClock } from '../support/test-clock.ts';

const perAccount = 10;
const perInstance = 200;
const maxDelayMs = 30_000;

let clock: TestClock;
let queue: LoginQueue;
beforeEach(() => {
  clock = new TestClock();
  queue = new LoginQueue(clock);
});

/** What has become of an attempt. */
interface Outcome {
  state: 'waits' | 'passed' | 'refused';
  response: EventEmitter;
}

/** An attempt that waits for as long as possible, if it may wait. */
function attempt(name: string, countHere: number): Outcome {
  const outcome: Outcome = { state: 'waits', response: new EventEmitter() };
  queue.pass({ name, count: 1_000, countHere }, 10, outcome.response as unknown as Response).then(
    () => (outcome.state = 'passed'),
    (error: unknown) => {
      if (error instanceof RateLimited && error.seconds === maxDelayMs / 1_000) outcome.state = 'refused';
    },
  );
  return outcome;
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const statesOf = async (outcomes: readonly Outcome[]): Promise<string[]> => {
  await settle();
  return outcomes.map(({ state }) => state);
};

it('lets each attempt pass after its own time', async () => {
  const outcomes = [attempt('ann', 1), attempt('ann', 1)];
  clock.advance(maxDelayMs - 1);
  expect(await statesOf(outcomes)).toEqual(['waits', 'waits']);
  clock.advance(1);
  expect(await statesOf(outcomes)).toEqual(['passed', 'passed']);
  expect(queue.waiting).toBe(0);
});

describe('when 10 attempts of an account wait', () => {
  it('a further one from the same place is refused', async () => {
    const outcomes = Array.from({ length: perAccount + 1 }, (_, index) => attempt('ann', index + 1));
    const states = await statesOf(outcomes);
    expect(states.slice(0, perAccount)).toEqual(Array(perAccount).fill('waits'));
    expect(states.at(-1)).toBe('refused');
  });

  it('one from a new place takes the turn of the busiest', async () => {
    const crowd = Array.from({ length: perAccount }, (_, index) => attempt('ann', index + 1));
    const owner = attempt('ann', 1);
    expect(await statesOf([...crowd.slice(-2), owner])).toEqual(['waits', 'refused', 'waits']);
    clock.advance(maxDelayMs);
    expect(await statesOf([owner])).toEqual(['passed']);
  });

  it('those of another account wait', async () => {
    for (let count = 1; count <= perAccount; count += 1) attempt('ann', count);
    expect(await statesOf([attempt('bob', 99)])).toEqual(['waits']);
  });
});

it('holds 200 attempts; then a new place takes the turn of the busiest of all', async () => {
  const outcomes = Array.from({ length: perInstance }, (_, index) => attempt(`name ${index}`, 2 + index));
  expect(queue.waiting).toBe(perInstance);
  const [late, owner] = [attempt('cleo', 999), attempt('ann', 1)];
  expect(await statesOf([late, owner])).toEqual(['refused', 'waits']);
  expect((await statesOf(outcomes)).filter((state) => state === 'refused')).toHaveLength(1);
  expect(queue.waiting).toBe(perInstance);
});

it('forgets an attempt whose client disconnects', async () => {
  const timers = clock.waiting;
  const outcome = attempt('ann', 1);
  outcome.response.emit('close');
  expect(await statesOf([outcome])).toEqual(['refused']);
  expect([queue.waiting, clock.waiting]).toEqual([0, timers]);
});
