/**
 * Enters the outcome of a battle in the event logs of both sides after the last round was shown. That changes no
 * empire, so it needs no lock of one.
 */
import { select, statement } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import type { WorldDeps } from './deps.ts';
import { endEntriesOf } from './log/event-log.ts';
import { appendLogEntries } from './log/log-statements.ts';
import { toBattle } from './rows/row-conversion.ts';
import { battleRow } from './rows/rows.ts';

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
 * Several instances may try at once. Returns the number of ends.
 * @param onTake receives the battles before their ends are entered
 */
export function enterBattleEnds(
  { pool, isTrial = false }: Pick<WorldDeps, 'pool' | 'isTrial'>,
  { now, limit, skippedIds }: { now: number; limit: number; skippedIds: readonly string[] },
  onTake: (ids: string[]) => void,
): Promise<number> {
  return transaction(pool, async (tx) => {
    const rows = await select(tx, takeBattleEnds, [now, limit, skippedIds]);
    if (rows.length === 0) return 0;
    onTake(rows.map(({ id }) => id));
    const battles = rows.map(toBattle).sort((a, b) => a.number - b.number);
    const entries = battles.flatMap(endEntriesOf).sort((a, b) => a.at - b.at);
    appendLogEntries(tx, entries);
    if (isTrial) tx.tryOnly();
    return rows.length;
  });
}
