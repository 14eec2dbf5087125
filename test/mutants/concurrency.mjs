// Planted bugs of concurrency. The simulation must find each of them in 1,000 histories: see docs/simulation.md.

const seeds = 1_000;
const tests = ['test/simulation/swarm.test.ts'];

/** @type {(Omit<import('./list.mjs').Mutant, 'tests'>)[]} */
const planted = [
  {
    bug: 'Two transactions change one empire at once',
    file: 'src/world/rows/load.ts',
    find: 'WHERE id = ANY ($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED)',
    replace: 'WHERE id = ANY ($1::uuid[]))',
  },
  {
    bug: 'Empires are loaded before they are locked',
    file: 'src/world/rows/load.ts',
    find: `  const [found, , rows] = await Promise.all([
    lockedIds === null ? select(tx, lockEmpires, [requested, sessionIds]) : [],
    readOthers(tx),
    requested.length === 0 ? [] : select(tx, selectEmpireStates, [requested]),
  ]);`,
    replace: `  const [rows, found] = await Promise.all([
    requested.length === 0 ? [] : select(tx, selectEmpireStates, [requested]),
    lockedIds === null ? select(tx, lockEmpires, [requested, sessionIds]) : [],
    readOthers(tx),
  ]);`,
  },
  {
    bug: 'A contact locks only the attacker',
    file: 'src/world/contacts.ts',
    find: 'lock: meetings.flatMap(({ party_ids }) => party_ids),',
    replace: 'lock: meetings.flatMap(({ party_ids }) => party_ids.slice(0, 1)),',
  },
  {
    bug: 'Entries are numbered before the lock of the event log',
    file: 'src/world/log/log-statements.ts',
    find: 'SELECT empire_id, last + place - count(*) OVER (PARTITION BY empire_id), at, type, data',
    replace: `SELECT empire_id, place + coalesce((
        SELECT max(number) FROM event_log_entries seen WHERE seen.empire_id = entries.empire_id
      ), 0), at, type, data`,
  },
  {
    bug: 'A transaction with an unknown outcome is repeated',
    file: 'src/db/transaction.ts',
    find: "new Set<unknown>(['40001', '40P01', 'commit too late'])",
    replace: "new Set<unknown>(['40001', '40P01', 'commit too late', '08007'])",
  },
  {
    bug: 'A deadlock is not repeated, and counts as an unknown outcome',
    file: 'src/db/transaction.ts',
    find: 'if (!retryable.has(code)) throw error;',
    replace: "if (code === '40P01' || !retryable.has(code)) throw error;",
  },
  {
    bug: 'A response is given after a rollback',
    file: 'src/db/transaction.ts',
    find: `  if (failed !== undefined) throw asError(failed.reason);
  // Postgres answers COMMIT of a failed transaction with ROLLBACK, without an error.
  if (commitResult.value.command !== 'COMMIT') throw new Error('transaction was rolled back');`,
    replace: '  void failed;',
  },
  {
    bug: 'The response of a command is not stored',
    file: 'src/world/execute-command.ts',
    find: 'responses.push(...toStoredResponses(caller, value, scope.now));',
    replace: 'toStoredResponses(caller, value, scope.now);',
  },
  {
    bug: 'A response is stored outside of the transaction of its effect',
    file: 'src/idempotency/change-once.ts',
    find: '[execute(tx, insertResponses, [JSON.stringify(responses)])]',
    replace: '[execute(pool, insertResponses, [JSON.stringify(responses)])]',
  },
  {
    bug: 'A batch that was refused is not repeated one by one',
    file: 'src/world/execute-command.ts',
    find: 'if (batch.length > 1 && isRefusal(error)) {',
    replace: 'if (batch.length > 1_000 && isRefusal(error)) {',
  },
  {
    bug: 'An empire advances past an undecided contact',
    file: 'src/world/write-path.ts',
    find: 'const blockedIds = new Set(meetings.flatMap((meeting) => partyIdsOf(world, meeting)));',
    replace: 'const blockedIds = new Set<string>();',
  },
  {
    bug: 'A claim waits for empires that others hold',
    file: 'src/world/rows/due-empires.ts',
    find: 'FOR NO KEY UPDATE OF empires SKIP LOCKED',
    replace: 'FOR NO KEY UPDATE OF empires',
  },
  {
    bug: 'Two instances enter the end of one battle',
    file: 'src/world/battle-ends.ts',
    find: 'LIMIT $2 FOR NO KEY UPDATE',
    replace: 'LIMIT $2',
  },
  {
    bug: 'Two instances enter the end of one reign',
    file: 'src/world/reigns.ts',
    find: 'ON CONFLICT ON CONSTRAINT reigns_pkey DO NOTHING',
    replace: 'ON CONFLICT ON CONSTRAINT reigns_pkey DO UPDATE SET ended_at = excluded.ended_at',
  },
  {
    bug: 'Attacks under way keep the name of a former holder',
    file: 'src/world/save.ts',
    find: '  send(renameDefenders, changes.namedPlaces);\n',
    replace: '',
  },
  {
    bug: 'Members are accepted beyond the limit, and counted wrongly',
    file: 'src/alliance/locked-alliance.ts',
    find: "'SELECT FROM alliances WHERE id = $1 FOR NO KEY UPDATE',",
    replace: "'SELECT FROM alliances WHERE id = $1',",
  },
  {
    bug: 'A follower ignores a gap',
    file: 'src/realtime/follower.ts',
    find: 'event.number === this.#sent + 1 && this.#reading === null',
    replace: 'this.#reading === null',
  },
  {
    bug: 'A new feed connection reports no gap',
    file: 'src/world/log/feed.ts',
    find: 'if (!isStopped) listener.onGap();',
    replace: '',
  },
  {
    bug: 'A cached empire is given without a check of its version',
    file: 'src/world/read.ts',
    find: 'return cached.ctid === version?.ctid && cached.xmin === version.xmin;',
    replace: 'return version !== undefined;',
  },
  {
    bug: 'A session that was ended is refused no more',
    file: 'src/world/write-path.ts',
    find: 'caller !== null && (loaded.endedSessionIds.has(caller.sessionId) || caller.expiresAt <= now);',
    replace: 'caller !== null && caller.expiresAt <= now;',
  },
];

export const concurrencyMutants = planted.map((mutant) => ({ ...mutant, tests, seeds }));
