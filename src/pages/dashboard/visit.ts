/**
 * The viewer's last visit and the end of the event log at that time. A cookie stores it, so that a read writes
 * nothing to the database; each browser has its own visits.
 */
import { minuteMs } from '../../kernel/time.ts';

/** A request after this long without a dashboard request starts a new visit. */
const absenceMs = 30 * minuteMs;

export interface LastVisit {
  /** The number of the newest entry at the end of the previous visit; 0 on the first visit. */
  number: number;
  /** When the previous visit ended; null on the first. */
  at: number | null;
}

interface VisitCookie {
  empireId: string;
  last: LastVisit;
  /** The newest entry at the latest request of the dashboard, and the time of that request. */
  seen: number;
  seenAt: number;
}

function parse(text: string | null): VisitCookie | null {
  const parts = /^([\da-f-]{36})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/.exec(text ?? '');
  if (parts === null) return null;
  const [number = 0, at = 0, seen = 0, seenAt = 0] = parts.slice(2).map(Number);
  return { empireId: parts[1] ?? '', last: { number, at: at === 0 ? null : at }, seen, seenAt };
}

/**
 * Returns the previous visit and the new value of the cookie.
 * @param cookieText the cookie of the previous request, or null
 * @param latest the number of the newest entry of the event log
 */
export function recordVisit(
  cookieText: string | null,
  empireId: string,
  { latest, now }: { latest: number; now: number },
): { last: LastVisit; newCookie: string } {
  const cookie = parse(cookieText);
  const previous = cookie?.empireId === empireId && cookie.seen <= latest ? cookie : null;
  const isNewVisit = previous !== null && now - previous.seenAt >= absenceMs;
  const last: LastVisit =
    previous === null
      ? { number: 0, at: null }
      : isNewVisit
        ? { number: previous.seen, at: previous.seenAt }
        : previous.last;
  return { last, newCookie: [empireId, last.number, last.at ?? 0, latest, now].join('.') };
}
