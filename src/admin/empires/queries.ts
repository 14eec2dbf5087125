/** What the operator reads of empires beside what the game reads, and how one is taken out of the database. */
import { z } from 'zod';
import { nameKey } from '../../contract/text.ts';
import { id, moment } from '../../db/columns.ts';
import { execute, select, selectOptional, statement, type Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { Refusal } from '../command.ts';
import { asId } from '../options.ts';

const empireFacts = z.strictObject({
  id,
  name: z.string(),
  owner_id: id,
  owner: z.string(),
  settled_at: moment,
  next_due: moment.nullable(),
  last_command_at: moment,
});

export type EmpireFacts = z.infer<typeof empireFacts>;

const selectEmpireFacts = statement(
  'selectEmpireFacts',
  `SELECT e.id, e.name, e.owner_id, u.username AS owner, e.settled_at, e.next_due, e.last_command_at
   FROM empires e JOIN users u ON u.id = e.owner_id WHERE e.id = $1::uuid OR ($1 IS NULL AND e.name_key = $2)`,
  empireFacts,
);

/** The empire with this name or id; what looks like an id is none's name, whatever players call themselves. Throws a Refusal. */
export async function findEmpire(db: Db, text: string): Promise<EmpireFacts> {
  const empire = await selectOptional(db, selectEmpireFacts, [asId(text), nameKey(text)]);
  if (empire === null) throw new Refusal(`There is no empire with the name or id "${text}".`);
  return empire;
}

export const undecidedBattle = z.strictObject({
  id,
  attacker_id: id,
  attacker: z.string(),
  defender_id: id,
  defender: z.string(),
  contact_at: moment,
});

export type UndecidedBattle = z.infer<typeof undecidedBattle>;

const selectUndecidedBattlesStatement = statement(
  'selectUndecidedBattles',
  `SELECT b.id, b.attacker_id, a.name AS attacker, b.defender_id, d.name AS defender, b.contact_at
   FROM battles b JOIN empires a ON a.id = b.attacker_id JOIN empires d ON d.id = b.defender_id
   WHERE b.outcome IS NULL AND (b.attacker_id = $1 OR b.defender_id = $1)
   ORDER BY b.contact_at, b.number`,
  undecidedBattle,
);

/** Battles of this empire that have not come to contact, the nearest first. */
export function selectUndecidedBattles(db: Db, empireId: string): Promise<UndecidedBattle[]> {
  return select(db, selectUndecidedBattlesStatement, [empireId]);
}

const lockWholeEmpire = statement(
  'lockWholeEmpire',
  'SELECT id FROM empires WHERE id = $1 FOR UPDATE',
  z.strictObject({ id }),
);

/**
 * Locks an empire so that nobody can even refer to it: an attack on it that is just being ordered is waited for,
 * and the next one is refused. False where it is gone.
 */
export async function lockEmpireWhole(tx: Tx, empireId: string): Promise<boolean> {
  return (await selectOptional(tx, lockWholeEmpire, [empireId])) !== null;
}

const unlinkOwner = statement('unlinkOwner', 'UPDATE users SET empire_id = NULL WHERE empire_id = $1');
const deleteArmies = statement('deleteArmies', 'DELETE FROM armies WHERE empire_id = $1');
const deleteEmpireStatement = statement('deleteEmpire', 'DELETE FROM empires WHERE id = $1');

/** Deletes a locked empire with everything that is its own, its battles on both sides included. Not awaited. */
export function deleteEmpire(tx: Tx, empireId: string): Promise<unknown>[] {
  // Armies refer to cities, which go with the empire.
  return [unlinkOwner, deleteArmies, deleteEmpireStatement].map((step) => execute(tx, step, [empireId]));
}
