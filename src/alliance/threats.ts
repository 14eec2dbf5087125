import { z } from 'zod';
import { toBattleItem } from '../battle/present.ts';
import { battleList, battleListRow } from '../battle/queries.ts';
import { targetTypes } from '../contract/vocabulary.ts';
import { uuid } from '../db/columns.ts';
import { guardRow, guardSql, toPlaceGuard } from '../military/guards.ts';
import { selectOptional, statement } from '../db/pool.ts';
import { namedEmpire } from '../world/rows/shapes.ts';
import type { Services } from '../world/services.ts';
import { membersOnly, notFound } from './locked-alliance.ts';

const maxThreats = 100;

const threatRow = battleListRow.extend({
  holder: z.strictObject(namedEmpire),
  target_type: z.enum(targetTypes),
  target_id: uuid,
  guard: guardRow.nullable(),
});

// $1 alliance, $2 the reader's empire or NULL. By a subquery, the index of undecided battles by defender finds the few
// of each member.
// each member.
const selectThreats = statement('selectThreats', {
  sql: `SELECT EXISTS (SELECT FROM empires WHERE id = $2 AND alliance_id = a.id) AS is_member, (
     SELECT coalesce(json_agg(threat ORDER BY contact_at, number), '[]') FROM (
       SELECT battle_list.*, target.target_type, target.target_id, ${guardSql('target.target_id')} AS guard,
         json_build_object('empire_id', holder.id, 'empire_name', holder.name, 'alliance_tag', holder.alliance_tag) AS holder
       FROM ${battleList} AS battle_list
       JOIN battles target ON target.id = battle_list.id
       JOIN empires holder ON holder.id = coalesce(battle_list.ally_id, battle_list.defender_id)
       WHERE is_undecided AND battle_list.defender_id = ANY (ARRAY(SELECT id FROM empires WHERE alliance_id = $1))
         AND battle_list.attacker_id <> battle_list.defender_id
       ORDER BY contact_at, number LIMIT ${maxThreats}
     ) AS threat
   ) AS threats
   FROM alliances a WHERE id = $1 AND dissolved_at IS NULL`,
  row: z.strictObject({ is_member: z.boolean(), threats: z.array(threatRow) }),
});

/** Soonest first. Throws NOT_FOUND, and FORBIDDEN for empires that are no members. */
export async function readThreats(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  empireId: string | null,
  allianceId: string,
) {
  const row = await selectOptional(pool, selectThreats, [allianceId, empireId]);
  if (row === null) throw notFound();
  if (!row.is_member) throw membersOnly();
  return row.threats.map((threat) => ({
    ...toBattleItem(threat, clock.now()),
    holder: threat.holder,
    target_type: threat.target_type,
    target_id: threat.target_id,
    guard: toPlaceGuard(threat.guard),
  }));
}
