/**
 * Deleting an empire. First its battles are called off, each in a transaction that locks the attacker alone, as a
 * recall does: armies that march against it turn home, and both sides are told. When none is left it is deleted
 * under a lock that no new attack gets past.
 */
import { transaction } from '../../db/transaction.ts';
import { callOff } from '../../game/contact.ts';
import { sendHome, tileOf } from '../../game/marching.ts';
import { GameError } from '../../kernel/errors.ts';
import type { WorldDeps } from '../../world/deps.ts';
import type { CommandScope } from '../../world/empire-transaction.ts';
import { adminChange } from '../../world/admin-change.ts';
import { recordAuditEntry, type AuditEntry } from '../audit.ts';
import { deleteEmpire, lockEmpireWhole, selectUndecidedBattles, type EmpireFacts } from './queries.ts';

/** Calls a battle off for its attacker, whose army turns home from where it is; false where it is decided already. */
export function callOffAndReturn(
  { world, empire, now, speed, emit }: CommandScope,
  battleId: string,
  reason: 'army_gone' | 'target_gone',
): boolean {
  const battle = world.battles.get(battleId);
  if (battle?.outcome !== null) return false;
  const army = empire.armies.find(({ march }) => march?.battleId === battleId);
  callOff(battle, now, reason, emit);
  if (army !== undefined) sendHome(empire, army, tileOf(army, now), now, speed);
  return true;
}

/** Calls off every undecided battle of an empire; returns how many. */
async function callOffAll(
  deps: WorldDeps,
  { id }: EmpireFacts,
  auditEntry: Omit<AuditEntry, 'details'>,
): Promise<number> {
  let count = 0;
  for (const battle of await selectUndecidedBattles(deps.pool, id)) {
    const reason = battle.attacker_id === id ? 'army_gone' : 'target_gone';
    const isCalledOff = await adminChange(deps, {
      empireId: battle.attacker_id,
      settle: true,
      change: (scope) => callOffAndReturn(scope, battle.id, reason),
      record: (tx, isDone) =>
        isDone
          ? recordAuditEntry(tx, { ...auditEntry, details: { called_off: battle.id, reason } })
          : Promise.resolve(),
    });
    if (isCalledOff) count += 1;
  }
  return count;
}

/**
 * Deletes an empire; returns how many battles were called off before. Throws NOT_FOUND where it is gone by now,
 * BUSY where somebody held an empire for too long; then some of its battles may have been called off.
 */
export async function removeEmpire(deps: WorldDeps, empire: EmpireFacts, operator: string): Promise<number> {
  const { id, name, owner } = empire;
  const auditEntry = { operator, command: 'empire delete', target: `${name} (${id})` };
  for (let calledOff = 0; ;) {
    calledOff += await callOffAll(deps, empire, auditEntry);
    const isDeleted = await transaction(deps.pool, async (tx) => {
      if (!(await lockEmpireWhole(tx, id))) throw new GameError('NOT_FOUND');
      // Ordered since the last look.
      if ((await selectUndecidedBattles(tx, id)).length > 0) return { value: false, writes: null };
      const details = { name, owner, owner_id: empire.owner_id, battles_called_off: calledOff };
      return {
        value: true,
        writes: [...deleteEmpire(tx, id), recordAuditEntry(tx, { ...auditEntry, details })],
      };
    });
    if (isDeleted) return calledOff;
  }
}
