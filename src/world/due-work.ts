/** What falls due without a request: the next moments in one query, and for each kind a function that applies a batch. */
import { z } from 'zod';
import { databaseMoment, integer, moment, nowMsSql } from '../db/columns.ts';
import { select, selectOne, statement } from '../db/pool.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import { attempt } from './attempt.ts';
import { decideMeetings, selectDueMeetings } from './contacts.ts';
import type { WorldDeps } from './deps.ts';
import { endEntriesOf } from './log/event-log.ts';
import { appendLogEntries } from './log/log-statements.ts';
import { deleteDueEmpires, dueRow, type DueRow } from './rows/due-empires.ts';
import { toBattle } from './rows/row-conversion.ts';
import { battleRow } from './rows/rows.ts';

interface Batch {
  until: number;
  /** The number of items, the earliest first. */
  limit: number;
  /** Items to skip. */
  exceptIds: readonly string[];
  /** Receives the ids of the items and their empires, before they are applied. */
  takenIds: string[];
}

/** In one transaction. Any number of instances may try at once. Returns 0 if nothing changed. */
export type ApplyDue = (deps: WorldDeps, batch: Batch) => Promise<number>;

// Each from one end of an index.
const selectPresentStatement = statement('selectPresent', {
  sql: `SELECT
     ${nowMsSql},
     least(
       (SELECT min(contact_at) FROM battles WHERE outcome IS NULL),
       (SELECT min((march ->> 'arrivesAt')::bigint) FROM armies WHERE guards IS NOT NULL AND march IS NOT NULL)
     ) AS meeting,
     (SELECT min(at) FROM due_empires) AS empire,
     (SELECT min(at) FROM battle_ends) AS end,
     (SELECT coalesce(max(number), 0)::int FROM reigns) AS "lastClosedReign"`,
  row: z.strictObject({
    now_ms: databaseMoment,
    meeting: moment.nullable(),
    empire: moment.nullable(),
    end: moment.nullable(),
    /** 0 before the first. */
    lastClosedReign: integer,
  }),
});

/** Infinity without an item. */
export async function selectPresent({ pool, clock }: Pick<WorldDeps, 'pool' | 'clock'>) {
  const row = await selectOne(pool, selectPresentStatement, []);
  const next = {
    meeting: row.meeting ?? Infinity,
    empire: row.empire ?? Infinity,
    end: row.end ?? Infinity,
  };
  return { now: clock.at(row.now_ms), next, lastClosedReign: row.lastClosedReign };
}

const applyMeetings: ApplyDue = async (deps, { until, limit, exceptIds, takenIds }) => {
  const meetings = await selectDueMeetings(deps.pool, until, limit, exceptIds);
  takenIds.push(...meetings.flatMap(({ id, party_ids }) => [id, ...party_ids]));
  return meetings.length === 0 ? 0 : decideMeetings(deps, meetings);
};

// Claims empires instead of single due events: no other transaction works on a claimed empire, so its order is kept.
const claimDueEmpires = statement('claimDueEmpires', {
  sql: `SELECT due.at, due.empire_id FROM due_empires due JOIN empires ON empires.id = due.empire_id
   WHERE due.at <= $1 AND due.empire_id <> ALL ($3::uuid[])
   ORDER BY due.at LIMIT $2 FOR NO KEY UPDATE OF empires SKIP LOCKED`,
  row: dueRow,
});

const advanceEmpires: ApplyDue = (deps, { until, limit, exceptIds, takenIds }) => {
  let claimed: DueRow[] = [];
  const lock = async (tx: Tx): Promise<string[]> => {
    claimed = await select(tx, claimDueEmpires, [until, limit, exceptIds]);
    const ids = [...new Set(claimed.map(({ empire_id }) => empire_id))];
    takenIds.push(...ids);
    return ids;
  };
  return attempt(deps, { lock }, ({ world, blockedIds, tx }) => {
    const savedIds = new Set([...world.empires.keys()].filter((id) => !blockedIds.has(id)));
    const done = claimed.filter(({ empire_id }) => savedIds.has(empire_id));
    if (done.length > 0) tx.write(deleteDueEmpires, [JSON.stringify(done)]);
    return { value: savedIds.size, savedIds };
  });
};

// The transaction that deletes the rows appends the entries: each end is entered once. Without SKIP LOCKED, so that the
// ends of an empire are entered in order.
const takeBattleEnds = statement('takeBattleEnds', {
  sql: `WITH taken AS (
     DELETE FROM battle_ends WHERE battle_id IN (
       SELECT battle_id FROM battle_ends WHERE at <= $1 AND battle_id <> ALL ($3::uuid[])
       ORDER BY at, battle_id LIMIT $2 FOR UPDATE
     ) RETURNING battle_id
   ) SELECT battles.* FROM battles JOIN taken ON id = battle_id`,
  row: battleRow,
});

/**
 * After the last round was shown, in the event logs of both sides. That changes no empire, so it needs no lock of one.
 */
export const enterEnds: ApplyDue = ({ pool, isTrial = false }, { until, limit, exceptIds, takenIds }) =>
  transaction(pool, async (tx) => {
    const rows = await select(tx, takeBattleEnds, [until, limit, exceptIds]);
    takenIds.push(...rows.map(({ id }) => id));
    const battles = rows.map(toBattle).sort((a, b) => a.number - b.number);
    appendLogEntries(
      tx,
      battles.flatMap(endEntriesOf).sort((a, b) => a.at - b.at),
    );
    if (isTrial) tx.tryOnly();
    return rows.length;
  });

/** In the order of a poll. */
export const dueWork = [
  { kind: 'meeting', apply: applyMeetings },
  { kind: 'empire', apply: advanceEmpires },
  { kind: 'end', apply: enterEnds },
] as const;
