/** The hint for a world in which a player would be alone. */
import { z } from 'zod';
import { commandOf } from '../kernel/installation.ts';
import { selectOne, statement, type Db } from '../db/pool.ts';
import { isPlayer } from '../world/figures/rankings.ts';

/** Empires of players in a world that counts as empty. */
const maxAlone = 1;

const selectNeighboursStatement = statement('selectNeighbours', {
  sql: `SELECT CASE WHEN (SELECT count(*) FROM (SELECT FROM empires WHERE ${isPlayer} LIMIT $1 + 1) AS counted) > $1
     THEN true ELSE EXISTS (SELECT FROM users WHERE is_bot) END AS has_some`,
  row: z.strictObject({ has_some: z.boolean() }),
});

/** Null if the world has other players or bots. */
export async function describeEmptiness(db: Db): Promise<string | null> {
  const { has_some: hasSome } = await selectOne(db, selectNeighboursStatement, [maxAlone]);
  if (hasSome) return null;
  return `This world has no neighbours yet. Add some in another terminal: ${commandOf('bots')} --count 20`;
}
