/** Logs each change of readiness with the checks that fail, whether or not a balancer asks. */
import type { MachineTime } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { runChecks, type Checks } from './health.ts';

const everyMs = 1_000;

/**
 * @param onLook called after each look, with whether the instance has become ready
 * @returns a function that stops the watch
 */
export function watchReadiness(
  checks: Checks,
  log: Log,
  time: MachineTime,
  onLook: (isReadyAgain: boolean) => void,
): () => void {
  let known: string | null = null;
  const look = async (): Promise<void> => {
    const failing = (await runChecks(checks)).filter(({ ok }) => !ok).map(({ name }) => name);
    const reason = failing.join(', ');
    const isChanged = reason !== known;
    onLook(isChanged && failing.length === 0);
    if (isChanged && failing.length === 0) log.info('ready');
    // A stop is no failure.
    else if (isChanged) log[reason === 'open' ? 'info' : 'warn']({ checks: failing }, `not ready: ${reason}`);
    known = reason;
  };
  return time.every(everyMs, () => void look());
}
