/** Rare branches of the product: each must occur in some of a thousand histories, or they would prove nothing about it. */
import type { Simulation } from './simulation.ts';

/** Each matches a line of the log. */
export const branches: Record<string, RegExp> = {
  'a contact is decided': /updateBattles: /,
  'a command waits for a contact that is due': /alone.*"meeting".* [1-9]/,
  'a command waits for an empire that is held elsewhere': /alone.*"held".* [1-9]/,
  'a batch is repeated one by one': /alone.*"failed".* [1-9]/,
  'several commands share a batch': /insertResponses: INSERT 0 [2-9]/,
  'an empire is read that is not cached': /lookups.*"missing".* [1-9]/,
  'a cached empire is out of date': /lookups.*"outdated".* [1-9]/,
  'a gap in the feed is filled': /selectEventLogEnds: SELECT [1-9]/,
  'a request is acknowledged twice': /answered:.*acknowledged and acknowledged/,
  'a deadlock is repeated': /40P01/,
  'a lock is waited for too long': /55P03/,
  'a transaction is idle for too long': /25P03/,
  'a batch waits for a lock': /\(waits for a lock\)/,
  'an unknown commit is settled by its key': /selectStoredResponse: SELECT [1-9]/,
  'the clock claims due work': /claimDueEmpires: SELECT [1-9]/,
  'a claim is skipped': /claimDueEmpires: SELECT 0/,
  'the clock decides contacts': /selectDueMeetings: SELECT [1-9]/,
  'an earlier contact is followed': /selectEarliestMeeting: SELECT 1/,
  'ends of battles are entered': /takeBattleEnds: SELECT [1-9]/,
  'a reign is closed': /insertReign: INSERT 0 1/,
  'two instances close one reign': /insertReign: INSERT 0 0/,
  'an account is deleted': /deleteUser: DELETE 1/,
  'a seat changes hands': /updateSeats: /,
  'an ended session is refused': /answered:.*AUTH_REQUIRED/,
  'an empire stays busy': /answered:.*BUSY/,
  'an empire is on leave': /answered:.*ON_LEAVE/,
  'an alliance is full': /answered:.*ALLIANCE_FULL/,
  'an empire joins an alliance': /entered:.*alliance_joined/,
  'an empire leaves an alliance': /entered:.*alliance_left/,
  'a guard arrives': /entered:.*guard_arrived/,
  'a guard leaves': /entered:.*guard_left/,
  'a message to an alliance': /insertChatMessage: SELECT 1/,
  'a role changes': /entered:.*alliance_role/,
  'a Hegemon is entered': /entered:.*hegemon/,
};

/** The names of the branches that a history has taken. */
export const branchesIn = (log: readonly string[]): string[] =>
  Object.keys(branches).filter((name) => log.some((line) => branches[name]?.test(line)));

/** Enters in the log what its lines do not show: metrics of the product, answers of requests, and entries of event logs. */
export async function noteBranches({ history, everyInstance, requests, players }: Simulation): Promise<void> {
  for (const { metrics } of everyInstance)
    for (const [line] of (await metrics.registry.metrics()).matchAll(/^\w+(alone|lookups)_total.*/gm))
      history.note(line);
  const answers = requests.map(({ attempts }) =>
    attempts.map(({ state, answer }) => (state === 'refused' ? answer : state)).join(' and '),
  );
  history.note(`answered: ${[...new Set(answers)].join(', ')}`);
  const entered = players.flatMap(({ seen }) => seen.map(({ type }) => type));
  history.note(`entered: ${[...new Set(entered)].join(', ')}`);
}
