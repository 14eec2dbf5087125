/** Rare branches of the product: each must occur in some of a thousand histories, or they would prove nothing about it. */
import { recorder } from './recording.ts';
import type { Simulation } from './simulation.ts';

/** Each matches a line of the log. */
export const branches: Record<string, RegExp> = {
  'a contact is decided': /updateBattles: /,
  'a command waits for a contact that is due': /counted:.* contact [1-9]/,
  'a command waits for an empire that is held elsewhere': /counted:.* held [1-9]/,
  'a batch is repeated one by one': /counted:.* replayed [1-9]/,
  'a batch of two is full': /counted:.* full [1-9]/,
  'an empire is loaded again that the cache has dropped': /counted:.* dropped [1-9]/,
  'a cached empire is out of date': /counted:.* outdated [1-9]/,
  'a gap in the feed is filled': /counted:.* gaps [1-9]/,
  'a request is acknowledged twice': /counted:.* twice [1-9]/,
  'a deadlock is repeated': /40P01/,
  'a lock is waited for too long': /55P03/,
  'a transaction is idle for too long': /25P03/,
  'a batch waits for a lock': /\(waits for a lock\)/,
  'an unknown commit is settled by its key': /selectStoredResponse: SELECT [1-9]/,
  'the clock claims due work': /claimDueEmpires: SELECT [1-9]/,
  'a claim is skipped': /claimDueEmpires: SELECT 0/,
  'the clock decides contacts': /selectDueMeetings: SELECT [1-9]/,
  'an earlier contact is followed': /selectEarliestMeeting: SELECT 1/,
  'ends of battles are entered': /takeBattleEnds: UPDATE [1-9]/,
  'a reign is closed': /insertReign: INSERT 0 1/,
  'two instances close one reign': /insertReign: INSERT 0 0/,
  'an account is deleted': /deleteUser: DELETE 1/,
  'a seat changes hands': /updateSeats: /,
  'an ended session is refused': /refused:.*AUTH_REQUIRED/,
  'an empire stays busy': /refused:.*BUSY/,
  'an empire is on leave': /refused:.*ON_LEAVE/,
  'an empire joins an alliance': /entered:.*alliance_joined/,
  'an empire leaves an alliance': /entered:.*alliance_left/,
  'a role changes': /entered:.*alliance_role/,
  'a Hegemon is entered': /entered:.*hegemon/,
};

/** The names of the branches that a history has taken. */
export const branchesIn = (log: readonly string[]): string[] =>
  Object.keys(branches).filter((name) => log.some((line) => branches[name]?.test(line)));

/** Enters in the log what its lines do not show: metrics of the product, refusals, and what was entered in event logs. */
export async function noteBranches({
  plan,
  history,
  everyInstance,
  requests,
  wire,
}: Simulation): Promise<void> {
  const sums = new Map<string, number>();
  const add = (name: string, count: number): void => {
    sums.set(name, (sums.get(name) ?? 0) + count);
  };
  add('dropped', recorder.dropped);
  recorder.dropped = 0;
  for (const { metrics, gaps } of everyInstance) {
    add('gaps', gaps);
    // Batches have one or two commands then.
    if (plan.maxBatchSize === 2)
      for (const { metricName = '', value } of (await metrics.commandBatchSize.get()).values)
        if (!metricName.endsWith('_bucket')) add('full', metricName.endsWith('_sum') ? value : -value);
    for (const metric of [metrics.commandRetries, metrics.cacheLookups])
      for (const { labels, value } of (await metric.get()).values)
        add(String(Object.values(labels).at(-1)), value);
  }
  const acknowledged = requests.map(({ attempts }) =>
    attempts.filter(({ state }) => state === 'acknowledged'),
  );
  add('twice', acknowledged.filter(({ length }) => length > 1).length);
  const counted = [...sums].sort().map((pair) => pair.join(' '));
  history.note(`counted: ${counted.join(', ')}`);
  const refused = requests.flatMap(({ attempts }) => attempts.filter(({ state }) => state === 'refused'));
  history.note(`refused: ${[...new Set(refused.map(({ answer }) => answer))].sort().join(', ')}`);
  const { rows } = await wire.pool.query<{ type: string }>(
    'SELECT DISTINCT type FROM event_log_entries ORDER BY type',
  );
  history.note(`entered: ${rows.map(({ type }) => type).join(', ')}`);
}
