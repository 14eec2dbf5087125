/** What must be true of every stored world, however it was played: the invariants of `verify`, and conservation. */
import type pg from 'pg';
import { unitRules } from '../../src/game/balance.ts';
import { stockScale } from '../../src/game/economy/stock.ts';
import { maxMembers } from '../../src/game/diplomacy/alliances.ts';
import { selectWorld } from '../../src/world/settings.ts';
import { verifyWorld } from '../../src/world/verify/verify.ts';
import { findImbalances } from './conservation.ts';

type Db = Pick<pg.ClientBase, 'query'>;

const goldPrices = Object.fromEntries(
  Object.entries(unitRules).map(([unit, { cost }]) => [unit, cost.gold * stockScale]),
);

/**
 * The faults of the stored world as sentences. Due work may be late: only a test that waits for it knows.
 * @param isWhole whether the ledgers are kept from their first entry on, as far as cleaning has not begun
 */
export async function findFaults(db: Db, { isWhole = true } = {}): Promise<string[]> {
  const settings = await selectWorld(db);
  if (settings === null) throw new Error('there is no world');
  const results = await verifyWorld(db, settings, () => undefined);
  const broken = results
    .filter(({ name }) => name !== 'due')
    .flatMap(({ name, faults }) => faults.map(({ sentence }) => `${name}: ${sentence}`));
  const { rows } = await db.query<{ what: string }>(
    `SELECT 'reign ' || (data ->> 'reign') || ' has ended more than once' AS what
     FROM event_log_entries WHERE type = 'hegemon' GROUP BY data ->> 'reign' HAVING count(*) > 1
     UNION ALL SELECT 'alliance ' || alliance_id || ' has too many members'
     FROM empires WHERE alliance_id IS NOT NULL GROUP BY alliance_id HAVING count(*) > ${maxMembers}`,
  );
  const imbalances = isWhole ? await findImbalances(db, goldPrices) : {};
  const unequal = Object.entries(imbalances).map(
    ([name, what]) => `not conserved: ${name}: ${what.join('; ')}`,
  );
  return [...broken, ...rows.map(({ what }) => what), ...unequal];
}

/** Tests set levels without those of the town hall. Random games keep this rule. */
const isSetByHand = (fault: string): boolean => fault.includes(', above the limit of town hall ');

/** Throws the faults of the world that this pool is connected to. */
export async function requireSound(pool: pg.Pool, options: { isWhole: boolean }): Promise<void> {
  const client = await pool.connect();
  try {
    const faults = (await findFaults(client, options)).filter((fault) => !isSetByHand(fault));
    if (faults.length > 0) throw new Error(`The world is not sound:\n${faults.join('\n')}`);
  } finally {
    client.release();
  }
}
