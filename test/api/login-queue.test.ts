/** The queue of delayed logins: its bounds, whom it refuses, and what it forgets. */
import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { beforeEach, describe, expect, it } from 'vitest';
import { LoginQueue } from '../../src/account/login-queue.ts';
import { RateLimited } from '../../src/kernel/errors.ts';
import { TestClock } from '../support/test-clock.ts';

const limit = 10;
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
function attempt(name: string, countHere: number, count = 1_000): Outcome {
  const outcome: Outcome = { state: 'waits', response: new EventEmitter() };
  const keys = [name, `${name} here`];
  queue.pass({ name, keys, count, countHere }, limit, outcome.response as unknown as Response).then(
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

describe('when attempts before it were right, it waits as if they had not been', () => {
  it('and passes at once within the limit', async () => {
    const outcomes = [
      attempt('ann', 11, limit + 1),
      attempt('ann', 12, limit + 2),
      attempt('bob', 11, limit + 1),
    ];
    queue.forgive(['ann', 'ann here']);
    expect(await statesOf(outcomes)).toEqual(['passed', 'waits', 'waits']);
    queue.forgive(['ann', 'ann here']);
    expect(await statesOf(outcomes)).toEqual(['passed', 'passed', 'waits']);
  });

  it('those from elsewhere do not shorten the delay for many from here', async () => {
    const [many, few] = [attempt('ann', 11, limit + 1), attempt('ann', 1, limit + 1)];
    queue.forgive(['ann', 'ann elsewhere']);
    expect(await statesOf([many, few])).toEqual(['waits', 'passed']);
  });

  it('a shorter delay counts from its beginning', async () => {
    const outcome = attempt('ann', 1, limit + 3);
    clock.advance(1_500);
    queue.forgive(['ann', 'ann elsewhere']);
    clock.advance(499);
    expect(await statesOf([outcome])).toEqual(['waits']);
    clock.advance(1);
    expect(await statesOf([outcome])).toEqual(['passed']);
  });
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
