/** The local time of players: quiet hours, and times in the texts of alarms. */
import { dayMs, minuteMs } from '../kernel/time.ts';

const minutesOfDay = dayMs / minuteMs;

/** Creating a format takes milliseconds, and there are only some hundred time zones; players may spell them in any case. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(spelling: string): Intl.DateTimeFormat {
  const timeZone = spelling.toLowerCase();
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  formats.set(timeZone, format);
  return format;
}

/** Hours and minutes, such as `07:05`. */
export const localTimeText = (at: number, timeZone: string): string => formatOf(timeZone).format(at);

/** The minutes of a text such as `07:05`. */
export function minutesOf(text: string): number {
  const [hours, minutes] = text.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

/** The text of minutes of the day. */
export const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

const localMinutes = (at: number, timeZone: string): number => minutesOf(localTimeText(at, timeZone));

const modulo = (minutes: number): number => (minutes + minutesOfDay) % minutesOfDay;

/**
 * The next moment after `now` at which local clocks show these minutes of the day. If clocks leave them out, it is a
 * moment before, at least a minute ahead: ask again then.
 */
export function nextLocalTime(now: number, minutes: number, timeZone: string): number {
  const minute = now - (now % minuteMs);
  const wait = modulo(minutes - localMinutes(now, timeZone)) || minutesOfDay;
  const expected = minute + wait * minuteMs;
  // Clocks may be set between now and then.
  const shown = modulo(localMinutes(expected, timeZone) - minutes + minutesOfDay / 2) - minutesOfDay / 2;
  return Math.max(expected - shown * minuteMs, minute + minuteMs);
}

export interface Quiet {
  /** Minutes of the local day. */
  from: number;
  to: number;
  timeZone: string;
}

/** When the quiet hours that `now` belongs to end; null outside of them. */
export function quietUntil(now: number, { from, to, timeZone }: Quiet): number | null {
  const isQuiet = modulo(localMinutes(now, timeZone) - from) < modulo(to - from);
  return isQuiet ? nextLocalTime(now, to, timeZone) : null;
}
