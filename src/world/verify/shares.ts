/** The invariant of public links: participants share battles that are over. */
import { z } from 'zod';
import { uuid } from '../../db/columns.ts';
import { select, statement } from '../../db/pool.ts';
import type { Violation, WholeWorld } from './invariant.ts';

const selectWrongShares = statement(
  'selectWrongShares',
  `SELECT b.id, 'Battle ' || b.number || ' has a public link of '
     || CASE WHEN b.outcome IS NULL THEN 'a player, but is not decided.' ELSE 'a player who took no part.' END AS sentence
   FROM battle_shares share JOIN battles b ON b.id = share.battle_id JOIN users u ON u.id = share.user_id
   WHERE b.outcome IS NULL OR u.empire_id IS NULL OR u.empire_id NOT IN (b.attacker_id, b.defender_id)`,
  z.strictObject({ id: uuid, sentence: z.string() }) satisfies z.ZodType<Violation>,
);

export function checkShares({ db }: WholeWorld): Promise<Violation[]> {
  return select(db, selectWrongShares, []);
}
