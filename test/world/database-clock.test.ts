/** The clock of an instance follows that of the database, also if the machine's clock is wrong. */
import { afterEach, expect, it, vi } from 'vitest';
import { DatabaseClock } from '../../src/kernel/clock.ts';
import { minuteMs, t0 } from '../support/worlds.ts';

afterEach(() => vi.restoreAllMocks());

/** The clock after this many readings, one a second, on a machine whose clock is ahead. */
function read(clock: DatabaseClock, count: number, aheadMs: number, from = t0): void {
  for (let reading = 1; reading <= count; reading++) {
    vi.spyOn(Date, 'now').mockReturnValue(from + reading * 1_000 + aheadMs);
    clock.at(from + reading * 1_000);
  }
}

it.each([-90 * minuteMs, 90 * minuteMs])(
  'knows its time from the first reading on, on a machine that is %i ms ahead',
  (aheadMs) => {
    const clock = new DatabaseClock();
    read(clock, 1, aheadMs);
    expect(clock.now()).toBe(t0 + 1_000);
  },
);

it('finds its time again after the clock of the machine was set', () => {
  const clock = new DatabaseClock();
  read(clock, 10, 0);
  read(clock, 200, 30_000, t0 + 10_000);
  expect(clock.now()).toBe(t0 + 210_000);
});

it('a late result moves it by at most a tenth, until the next one', () => {
  const clock = new DatabaseClock();
  read(clock, 10, 0);
  vi.spyOn(Date, 'now').mockReturnValue(t0 + 13_000);
  clock.at(t0 + 11_000);
  expect(clock.now()).toBe(t0 + 12_800);
  read(clock, 1, 0, t0 + 13_000);
  expect(clock.now()).toBe(t0 + 14_000);
});
