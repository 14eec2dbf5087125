import { z } from 'zod';
import { role } from '../../contract/roles.ts';
import { nameKey } from '../../contract/text.ts';
import { uuid, moment } from '../../db/columns.ts';
import { defineQuery, execute, selectOptional, statement, type Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { isPlayer } from '../../world/figures/rankings.ts';
import { commandsAbout, Refusal } from '../command.ts';
import { asId } from '../options.ts';
import { momentText, table } from '../tables.ts';

const empireSummary = z.strictObject({
  id: uuid,
  name: z.string(),
  owner_id: uuid,
  owner: z.string(),
  owner_role: role,
  advanced_at: moment,
  next_due: moment.nullable(),
  last_active_at: moment,
});

export type EmpireSummary = z.infer<typeof empireSummary>;

const selectEmpireSummary = statement('selectEmpireSummary', {
  sql: `SELECT e.id, e.name, e.owner_id, u.username AS owner, u.role AS owner_role, e.advanced_at, e.last_active_at,
     (SELECT min(at) FROM due_empires WHERE empire_id = e.id) AS next_due
   FROM empires e JOIN users u ON u.id = e.owner_id WHERE e.id = $1::uuid OR ($1 IS NULL AND e.${isPlayer} AND e.name_key = $2)`,
  row: empireSummary,
});

/** Text in the form of an id never matches a name. Throws a Refusal. */
export async function findEmpire(db: Db, text: string): Promise<EmpireSummary> {
  const empire = await selectOptional(db, selectEmpireSummary, [asId(text), nameKey(text)]);
  if (empire === null) throw new Refusal(`There is no empire with the name or id "${text}".`);
  return empire;
}

export const defineEmpireCommand = commandsAbout(findEmpire, (empire) => ({
  id: empire.owner_id,
  role: empire.owner_role,
}));

const undecidedBattle = z.strictObject({
  id: uuid,
  attacker_id: uuid,
  attacker: z.string(),
  defender_id: uuid,
  defender: z.string(),
  contact_at: moment,
});

export type UndecidedBattle = z.infer<typeof undecidedBattle>;

/** Of an empire as attacker or holder of the target, by time of contact; or the one with this id. */
export const selectUndecidedBattles = defineQuery('selectUndecidedBattles', {
  sql: `SELECT b.id, b.attacker_id, a.name AS attacker, b.defender_id, d.name AS defender, b.contact_at
   FROM battles b JOIN empires a ON a.id = b.attacker_id JOIN empires d ON d.id = b.defender_id
   WHERE b.outcome IS NULL AND $1 IN (b.id, b.attacker_id, coalesce(b.ally_id, b.defender_id))
   ORDER BY b.contact_at, b.attack_value DESC, b.number`,
  row: undecidedBattle,
  values: (id: string) => [id],
}).rows;

export function describeBattles(title: string, battles: readonly UndecidedBattle[]): string {
  return table(battles, {
    [title]: ({ id }) => id,
    attacker: ({ attacker }) => attacker,
    defender: ({ defender }) => defender,
    'contact (UTC)': ({ contact_at }) => momentText(contact_at),
  });
}

const lockEmpire = statement('lockEmpire', { sql: 'SELECT FROM empires WHERE id = $1 FOR UPDATE' });

/**
 * FOR UPDATE also conflicts with foreign key checks: it waits for an attack that is being ordered, and later attacks
 * fail after the deletion.
 */
export async function lockForRemoval(tx: Tx, empireId: string) {
  const [, battles, keepers] = await Promise.all([
    execute(tx, lockEmpire, [empireId]),
    selectUndecidedBattles(tx, empireId),
    selectKeepers(tx, empireId),
  ]);
  return { battles, keepers };
}

/** Of the seats that an empire holds and that have another keeper. */
export const selectKeepers = defineQuery('selectKeepers', {
  sql: 'SELECT id AS seat_id, keeper_id FROM seats WHERE holder_id = $1 AND keeper_id <> $1 ORDER BY id',
  row: z.strictObject({ seat_id: uuid, keeper_id: uuid }),
  values: (empireId: string) => [empireId],
}).rows;
