/** Quiet hours follow the clocks of the player, also when those are set. */
import { expect, it, vi } from 'vitest';
import { localTimeText, minutesOf, nextLocalTime, quietUntil, timeOf } from '../../src/alarms/local-time.ts';

const minuteMs = 60_000;
const at = (text: string): number => Date.parse(text);
const iso = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString().slice(0, 16);
const quiet = (from: string, to: string, timeZone: string) => ({
  from: minutesOf(from),
  to: minutesOf(to),
  timeZone,
});

it.each([
  // Summer begins in Berlin: 2 o'clock becomes 3 o'clock.
  ['2026-03-28T22:00Z', '2026-03-29T05:00', 'a night of eight hours'],
  ['2026-03-29T00:30Z', '2026-03-29T05:00', 'before the change'],
  // Summer ends: 3 o'clock becomes 2 o'clock.
  ['2026-10-24T21:00Z', '2026-10-25T06:00', 'a night of ten hours'],
  ['2026-10-25T00:30Z', '2026-10-25T06:00', 'in the hour that comes twice'],
  ['2026-06-01T21:00Z', '2026-06-02T05:00', 'a plain night'],
  ['2026-06-01T20:00Z', '2026-06-02T05:00', 'from its first minute on'],
])('%s is quiet until %s: %s', (now, end) => {
  expect(iso(quietUntil(at(now), quiet('22:00', '07:00', 'Europe/Berlin')))).toBe(end);
});

it.each(['2026-06-01T19:59Z', '2026-06-01T05:00Z', '2026-06-01T12:00Z'])('%s is not quiet', (now) => {
  expect(quietUntil(at(now), quiet('22:00', '07:00', 'Europe/Berlin'))).toBeNull();
});

it('hours within a day, and zones with half an hour', () => {
  const siesta = quiet('13:00', '15:30', 'Asia/Kolkata');
  expect(iso(quietUntil(at('2026-06-01T07:30Z'), siesta))).toBe('2026-06-01T10:00');
  expect(quietUntil(at('2026-06-01T10:00Z'), siesta)).toBeNull();
});

it('an end that clocks leave out is asked for again until it is over, each time later', () => {
  const short = quiet('22:00', '02:30', 'Europe/Berlin');
  let now: number | null = at('2026-03-28T23:00Z');
  let last = 0;
  while (now !== null) {
    expect(now).toBeGreaterThan(last);
    last = now;
    now = quietUntil(now, short);
  }
  // 3 o'clock summer time.
  expect(iso(last)).toBe('2026-03-29T01:00');
});

it('moments of two years agree with the clock of the zone', () => {
  const { from, to, timeZone } = quiet('23:15', '06:45', 'America/New_York');
  for (let now = at('2026-01-01T00:00Z'); now < at('2028-01-01T00:00Z'); now += 97 * minuteMs) {
    const shown = minutesOf(localTimeText(now, timeZone));
    const end = quietUntil(now, { from, to, timeZone });
    expect(end !== null).toBe(shown >= from || shown < to);
    if (end !== null) expect(localTimeText(end, timeZone)).toBe('06:45');
    expect(localTimeText(nextLocalTime(now, from, timeZone), timeZone)).toBe('23:15');
  }
});

it('the text of minutes is that of a clock', () => {
  const texts = ['00:00', '07:05', '23:59'];
  expect(texts.map((text) => timeOf(minutesOf(text)))).toEqual(texts);
});

it('keeps one format for all spellings of a time zone', () => {
  const { DateTimeFormat } = Intl;
  const formats = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (...values) {
    return new DateTimeFormat(...values);
  });
  expect(['Asia/Tokyo', 'asia/tokyo', 'ASIA/Tokyo'].map((zone) => localTimeText(0, zone))).toEqual(
    Array(3).fill('09:00'),
  );
  expect(formats).toHaveBeenCalledTimes(1);
  formats.mockRestore();
});
