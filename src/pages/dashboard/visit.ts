/**
 * The viewer's last visit and the end of the event log at that time. A cookie stores it, so that a read writes
 * nothing to the database; each browser has its own visits.
 */
import { minuteMs } from '../../kernel/time.ts';

/** A request after this long without a dashboard request starts a new visit. */
const absenceMs = 30 * minuteMs;

/** Empire, last entry and end of the previous visit, last entry and time of the latest request of the dashboard. */
const cookie = /^([\da-f-]{36})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/;

/** The previous visit by the cookie alone, as `recordVisit` returns it. */
export function previousVisit(cookieText: string | null, empireId: string, now: number) {
  return recordVisit(cookieText, empireId, { latest: Number.MAX_SAFE_INTEGER, now }).last;
}

/**
 * Returns the newest entry at the end of the previous visit (0 on the first) and when that was (null on the first), and
 * the new value of the cookie.
 * @param cookieText the cookie of the previous request, or null
 * @param latest the number of the newest entry of the event log
 */
export function recordVisit(
  cookieText: string | null,
  empireId: string,
  { latest, now }: { latest: number; now: number },
) {
  const [, knownId, ...numbers] = cookie.exec(cookieText ?? '') ?? [];
  const [number = 0, at = 0, seen = 0, seenAt = 0] = numbers.map(Number);
  const isKnown = knownId === empireId && seen <= latest;
  const isNewVisit = now - seenAt >= absenceMs;
  const [lastNumber, lastAt] = !isKnown ? [0, 0] : isNewVisit ? [seen, seenAt] : [number, at];
  return {
    last: { number: lastNumber, at: lastAt === 0 ? null : lastAt },
    newCookie: [empireId, lastNumber, lastAt, latest, now].join('.'),
  };
}
