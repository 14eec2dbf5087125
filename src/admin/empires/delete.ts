/**
 * Deletes an empire: calls off the undecided battles, each under the lock of its attacker only, then deletes the empire
 * under a lock that blocks new attacks.
 */
import { callOff } from '../../game/contact/contact.ts';
import { returnSeat } from '../../game/contact/seats.ts';
import { sendHome, tileOf } from '../../game/march/marching.ts';
import { isSameData } from '../../game/plain-data.ts';
import type { WorldDeps } from '../../world/deps.ts';
import type { CommandScope } from '../../world/attempt.ts';
import { abandonEmpire } from '../../alliance/abandon-empire.ts';
import { adminTimeoutMs as timeoutMs, change } from '../../world/change.ts';
import type { CommandContext } from '../command.ts';
import { lockForRemoval, selectKeepers, selectUndecidedBattles, type EmpireSummary } from './queries.ts';

/** The attacker's army returns home from its position. False if the battle is decided. */
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

async function callOffAll(
  deps: WorldDeps,
  { id, name }: EmpireSummary,
  auditIn: CommandContext['auditIn'],
): Promise<number> {
  let count = 0;
  for (const battle of await selectUndecidedBattles(deps.pool, id)) {
    const reason = battle.attacker_id === id ? 'army_gone' : 'target_gone';
    const options = { empireIds: [battle.attacker_id] as const, timeoutMs };
    const isCalledOff = await change(deps, options, ([scope], tx) => {
      if (!callOffAndReturn(scope, battle.id, reason)) return false;
      auditIn(tx, `${name} (${id})`, { called_off: battle.id, reason });
      return true;
    });
    if (isCalledOff) count += 1;
  }
  return count;
}

/**
 * Returns the number of battles called off; they stay so after an error. Throws NOT_FOUND, and BUSY if a lock was held
 * too long.
 */
export async function removeEmpire(
  deps: WorldDeps,
  empire: EmpireSummary,
  auditIn: CommandContext['auditIn'],
): Promise<number> {
  const { id, name, owner } = empire;
  for (let calledOff = 0; ;) {
    calledOff += await callOffAll(deps, empire, auditIn);
    const details = { name, owner, owner_id: empire.owner_id, battles_called_off: calledOff };
    const keepers = await selectKeepers(deps.pool, id);
    const isDeleted = await abandonEmpire(deps, {
      empireId: id,
      otherIds: keepers.map(({ keeper_id }) => keeper_id),
      // New attacks since the last pass are called off first, and a seat that was taken since needs its keeper.
      lock: async (tx) => {
        const locked = await lockForRemoval(tx, id);
        return locked.battles.length === 0 && isSameData(locked.keepers, keepers);
      },
      finish: ({ world, empire: removed, now, remove }, tx) => {
        for (const { seat_id, keeper_id } of keepers)
          returnSeat(world, seat_id, { from: removed, keeperId: keeper_id, at: now });
        remove();
        auditIn(tx, `${name} (${id})`, details);
      },
    });
    if (isDeleted) return calledOff;
  }
}
