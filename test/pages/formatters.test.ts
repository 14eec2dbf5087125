/** Numbers and times as the pages show them, as `Intl` writes them in British English; and names that follow from the tile. */
import { expect, it } from 'vitest';
import { defaultCityName } from '../../src/city/city-names.ts';
import { dayMs, hourMs } from '../../src/kernel/time.ts';
import { createMarkup } from '../../src/pages/framework/markup.ts';
import { seatName, tagged } from '../../src/pages/shared/formatters.ts';
import { group } from '../../src/shared-ui/numbers.ts';
import { clockText, dateText } from '../../src/shared-ui/times.ts';

const intl = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });

it('a text keeps its moments in UTC for the script of the page, and loses all other markup', () => {
  const { withClocks } = createMarkup({ address: String });
  const now = Date.UTC(2026, 0, 2);
  const clock =
    '<time class="clock" datetime="2026-01-02T03:04:00.000Z" title="2026-01-02T03:04:00.000Z">03:04 UTC</time>';
  expect(withClocks('<i>A</i> until 2026-01-02 03:04 UTC.', now)).toBe(
    `&lt;i&gt;A&lt;/i&gt; until ${clock}.`,
  );
  expect(withClocks('Army 2026-99-99 03:04 UTC', now)).toBe('Army 2026-99-99 03:04 UTC');
});

it('calls the empire that holds a seat at first the keeper', () => {
  expect([tagged('Keeper of seat 12', null), tagged('Attica', 'OWL')]).toEqual([
    'the keeper',
    'Attica [OWL]',
  ]);
});

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

it('seats that keep apart have different names within a region, of which each stays the same', () => {
  expect(seatName({ x: 0, y: 0 })).toBe('Seat of Megaresos');
  expect(seatName({ x: -1, y: -1 })).not.toBe('Seat of Megaresos');
  const names = new Set<string>();
  for (let x = 0; x < 48; x += 3) for (let y = 0; y < 48; y += 3) names.add(seatName({ x, y }));
  expect(names.size).toBe(256);
});

it('the default names of cities that keep apart differ within a region, also west and south of the centre', () => {
  for (const [left, bottom] of [
    [0, 0],
    [-48, -96],
  ] as const) {
    const names = new Set<string>();
    for (let x = left; x < left + 48; x += 3)
      for (let y = bottom; y < bottom + 48; y += 3) names.add(defaultCityName({ x, y }, []));
    expect(names.size).toBe(256);
  }
});

it('a second city of an empire has another name than its first', () => {
  const name = defaultCityName({ x: 0, y: 0 }, []);
  expect(defaultCityName({ x: 0, y: 0 }, [{ name }])).not.toBe(name);
});
