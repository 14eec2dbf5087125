/** Numbers and times as the pages show them: as `Intl` writes them in British English. */
import { expect, it } from 'vitest';
import { dayMs, hourMs } from '../../src/kernel/time.ts';
import { group } from '../../src/shared-ui/numbers.ts';
import { clockText, dateText } from '../../src/shared-ui/times.ts';

const intl = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });

it('groups numbers as Intl does, with a minus sign', () => {
  const expected = new Intl.NumberFormat('en');
  const positive = [
    0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890, 2.5, 1234.5, 12_345.678_9, 0.04,
  ];
  const numbers = [...positive, ...positive.slice(1).map((value) => -value)];
  expect(numbers.map(group)).toEqual(numbers.map((value) => expected.format(value).replace('-', '−')));
});

it('writes every day of a leap year as Intl does', () => {
  const expected = intl({ day: 'numeric', month: 'short' });
  const days = Array.from({ length: 366 }, (_, day) => Date.UTC(2028, 0, 1) + day * dayMs);
  expect(days.map(dateText)).toEqual(days.map((day) => expected.format(day)));
});

it('writes the time of day with two digits, and the date from 12 hours on', () => {
  const now = Date.UTC(2028, 8, 3, 4, 5, 59);
  expect(clockText(now, now)).toBe('04:05');
  expect(clockText(now - 12 * hourMs + 1, now)).toBe('16:05');
  expect(clockText(now + 12 * hourMs, now)).toBe('3 Sept, 16:05');
});
