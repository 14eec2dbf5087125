/** What must be true at the end of every history, beside the stored world. Each oracle returns sentences; none means that it holds. */
import { toEmpireEvent } from '../../src/world/log/event-log.ts';

import { checkReplay, difference, readEntries, type EntryRow } from '../wire/oracles.ts';
import type { RecordedChange } from '../wire/recording.ts';
import { isDatabaseError, stateOf, type Request } from './players.ts';
import type { Simulation } from './simulation.ts';

/** @param stored how often each key, each text of a message, and the chat of each alliance is stored */
function faultsOf(
  request: Request,
  changes: readonly RecordedChange[],
  stored: ReadonlyMap<string, number>,
): string[] {
  const { key, text, chatOf, isKeyless = false, attempts, player } = request;
  const state = stateOf(request);
  const own = changes.filter(({ keys }) => keys.includes(key.digest));
  // A chat ends with its alliance.
  const isGone = chatOf !== undefined && !stored.has(chatOf);
  const traces = [...(isKeyless ? [] : [key.digest]), ...(text === undefined || isGone ? [] : [text])];
  // What an account has written ends with it.
  const left = player.isLeaving ? [] : traces.map((trace) => stored.get(trace) ?? 0);
  const most = Math.max(own.length, ...left);
  const isRight =
    (state === 'acknowledged' && most <= 1 && !left.includes(0)) ||
    (state === 'undecided' && most <= 1) ||
    ((state === 'refused' || state === 'failed') && most === 0);
  const wrong = isRight
    ? []
    : [
        `is ${state}, but was committed ${[own.length, ...left].join(', ')} times (changes, responses, texts)`,
      ];
  if (attempts.every(({ isLate }) => isLate) && !['refused', 'failed', 'undecided'].includes(state))
    wrong.push(`is ${state}, but its session had ended`);
  for (const { committedAt } of own) {
    const endedAt = Math.max(...attempts.map(({ token }) => player.ended.get(token) ?? Infinity));
    if (committedAt > endedAt) wrong.push('was committed after the end of its session');
  }
  const error = attempts.find(({ answer }) => isDatabaseError.test(answer));
  if (error !== undefined) wrong.push(`got the error ${error.answer} of the database`);
  return wrong.map(
    (what) =>
      `request ${request.number} (${request.words}, ${key.digest}) ${what}: ${attempts.map(({ answer }) => answer.slice(0, 80)).join(', ')}`,
  );
}

/** Acknowledged is once, refused and failed never; nothing stays unknown, and no session has outlived its end. */
async function checkRequests({ wire, requests }: Simulation): Promise<string[]> {
  const { rows } = await wire.pool.query<{ trace: string; n: number }>(
    `SELECT key AS trace, count(*)::int AS n FROM idempotency_keys GROUP BY 1
     UNION ALL SELECT text, count(*)::int FROM messages GROUP BY 1
     UNION ALL SELECT alliance_id::text, 1 FROM threads WHERE alliance_id IS NOT NULL`,
  );
  const stored = new Map(rows.map(({ trace, n }) => [trace, n]));
  return [
    ...wire.repeated.map(
      ({ savedIds }) => `a change of ${[...savedIds].join()} was committed, and runs again`,
    ),
    ...wire.strayed.map((name) => `${name} ran outside of the transaction that it reports`),
    ...requests.flatMap((request) => faultsOf(request, wire.committed, stored)),
  ];
}

/** What each player's program has seen is the event log, without a gap. */
function checkSeen({ players }: Simulation, entries: readonly EntryRow[]): string[] {
  return players.flatMap(({ empire, seen }) => {
    const own = entries.filter(({ empire_id }) => empire_id === empire.id);
    return difference(`the program of ${empire.name} has seen another log`, seen, own.map(toEmpireEvent));
  });
}

export async function checkAll(ended: Simulation): Promise<string[]> {
  const { wire, world } = ended;
  const entries = await readEntries(wire);
  return [
    ...(await checkRequests(ended)),
    ...(await checkReplay(wire, world, entries)),
    ...checkSeen(ended, entries),
  ];
}
