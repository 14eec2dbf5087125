/** The attacks that are on their way to members of an alliance. */
import { z } from 'zod';
import { toBattleItem } from '../battle/present.ts';
import { battleList, battleListRow } from '../battle/queries.ts';
import type { BattleItem } from '../contract/battle.ts';
import { selectOptional, statement } from '../db/pool.ts';
import type { Services } from '../world/services.ts';
import { membersOnly, notFound } from './locked-alliance.ts';

const maxThreats = 100;

// $1 alliance, $2 the reader's empire or NULL. A subquery: the index of undecided battles by defender finds the few of
// each member.
const selectThreats = statement(
  'selectThreats',
  `SELECT EXISTS (SELECT FROM empires WHERE id = $2 AND alliance_id = a.id) AS is_member, (
     SELECT coalesce(json_agg(threat ORDER BY contact_at, number), '[]') FROM (
       SELECT * FROM ${battleList} AS battle_list
       WHERE is_undecided AND defender_id = ANY (ARRAY(SELECT id FROM empires WHERE alliance_id = $1))
         AND attacker_id <> defender_id
       ORDER BY contact_at, number LIMIT ${maxThreats}
     ) AS threat
   ) AS threats
   FROM alliances a WHERE id = $1 AND dissolved_at IS NULL`,
  z.strictObject({ is_member: z.boolean(), threats: z.array(battleListRow) }),
);

/** The attacks on members, soonest first, for a member. Throws NOT_FOUND, and FORBIDDEN for other empires. */
export async function readThreats(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  empireId: string | null,
  allianceId: string,
): Promise<BattleItem[]> {
  const row = await selectOptional(pool, selectThreats, [allianceId, empireId]);
  if (row === null) throw notFound();
  if (!row.is_member) throw membersOnly();
  return row.threats.map((threat) => toBattleItem(threat, clock.now()));
}
