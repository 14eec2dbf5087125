/**
 * When the reader was here last, and what the chronicle had come to by then. The browser keeps it, so that a read
 * writes nothing; each browser has visits of its own.
 */
import { minuteMs } from '../../kernel/time.ts';

/** After so long without a look at the dashboard the next look is a new visit. */
const absenceMs = 30 * minuteMs;

export interface LastVisit {
  /** The number of the latest entry at the end of the visit before this one; 0: this is the first. */
  number: number;
  /** When that visit ended; null for the first. */
  at: number | null;
}

interface VisitCookie {
  empireId: string;
  last: LastVisit;
  /** The number of the latest entry, and the moment, of the latest look. */
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
 * The visit before the present one, and what the browser is to keep of this look.
 * @param cookieText what it cookieText of the look before; null: nothing
 * @param latest the number of the chronicle's latest entry
 */
export function recordVisit(
  cookieText: string | null,
  empireId: string,
  { latest, now }: { latest: number; now: number },
): { last: LastVisit; keep: string } {
  const cookie = parse(cookieText);
  const previous = cookie?.empireId === empireId && cookie.seen <= latest ? cookie : null;
  const isNewVisit = previous !== null && now - previous.seenAt >= absenceMs;
  const last: LastVisit =
    previous === null
      ? { number: 0, at: null }
      : isNewVisit
        ? { number: previous.seen, at: previous.seenAt }
        : previous.last;
  return { last, keep: [empireId, last.number, last.at ?? 0, latest, now].join('.') };
}
