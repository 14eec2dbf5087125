/** An outage of the database fails many requests and much background work, which share a line with a count. */
import { dropFrom, type Log } from '../kernel/log.ts';
import { minuteMs } from '../kernel/time.ts';
import { isDatabaseUnavailable } from './availability.ts';

export interface OutageLog {
  /** Reports what the database fails at most once a minute, and everything else at once. */
  log: Log;
  /** Reports what is counted and not reported yet: at the end of an outage all, otherwise after a minute. */
  report: (isOver: boolean) => void;
}

/** Without the stack: it names only who asked first. */
function describe(error: unknown): object {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  const brief = Object.assign(new Error(message), typeof code === 'string' && { code });
  brief.stack = '';
  return brief;
}

export function createOutageLog(log: Log): OutageLog {
  let failures = 0;
  let lineAt = -Infinity;
  let latest: unknown;
  const report = (isOver: boolean): void => {
    if (failures === 0 || (!isOver && performance.now() - lineAt < minuteMs)) return;
    log.error({ failures, err: describe(latest) }, 'failures because the database is unavailable');
    failures = 0;
    lineAt = performance.now();
  };
  const quiet = dropFrom(log, (error) => {
    if (!isDatabaseUnavailable(error)) return false;
    failures += 1;
    latest = error;
    report(false);
    return true;
  });
  return { log: quiet, report };
}
