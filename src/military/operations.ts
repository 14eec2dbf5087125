/** Operations on armies: move, recall, split, merge, dismiss. */
import type { z } from 'zod';
import type {
  armyAnswer,
  dismissAnswer,
  dismissBody,
  mergeBody,
  moveBody,
  splitBody,
} from '../contract/military.ts';
import { dismissUnits, mergeArmies, moveArmy, recallArmy, splitArmy } from '../game/armies.ts';
import { requireInWorld } from '../game/map.ts';
import { GameError } from '../kernel/errors.ts';
import { requireUnmuted, type Speaker } from '../messages/mute.ts';
import type { Services } from '../world/services.ts';
import { executeOwnCommand, findOwn, notYours } from '../world/ownership.ts';
import { toArmyView } from './present.ts';

type ArmyAnswer = z.infer<typeof armyAnswer>;

/** Refusals: VALIDATION_ERROR (outside the world, or its own tile), NOT_FOUND, FORBIDDEN, ARMY_BUSY, ARMY_LIMIT. */
export async function move(
  services: Services,
  ownEmpireId: string | null,
  armyId: string,
  { destination }: z.infer<typeof moveBody>,
): Promise<ArmyAnswer> {
  requireInWorld(destination, services.settings.radius, 'destination');
  return executeOwnCommand(services, ownEmpireId, 'army', armyId, (army, { empire, now, speed, emit }) => {
    moveArmy(empire, army, destination, { now, speed, emit });
    return { success: true as const, army: toArmyView(empire, army, now, true) };
  });
}

/** Refusals: NOT_FOUND, FORBIDDEN, INVALID_TARGET (not marching), ARMY_BUSY. */
export function recall(services: Services, ownEmpireId: string | null, armyId: string): Promise<ArmyAnswer> {
  return executeOwnCommand(services, ownEmpireId, 'army', armyId, (army, { world, empire, now, emit }) => {
    recallArmy(world, empire, army, now, emit);
    return { success: true as const, army: toArmyView(empire, army, now, true) };
  });
}

/** Refusals: VALIDATION_ERROR (counts), NOT_FOUND, FORBIDDEN, MUTED (with a name), ARMY_BUSY, ARMY_LIMIT. */
export function split(
  services: Services,
  viewer: Speaker & { empireId: string | null },
  armyId: string,
  { units, name }: z.infer<typeof splitBody>,
): Promise<ArmyAnswer> {
  return executeOwnCommand(services, viewer.empireId, 'army', armyId, (army, { empire, now, newId }) => {
    if (name !== undefined) requireUnmuted(viewer, now);
    const added = splitArmy(empire, army, units, { id: newId(), name, now });
    return { success: true as const, army: toArmyView(empire, added, now, true) };
  });
}

/** Refusals: VALIDATION_ERROR (counts), NOT_FOUND, FORBIDDEN, ARMY_BUSY, INVALID_TARGET (outside own cities). */
export function dismiss(
  services: Services,
  ownEmpireId: string | null,
  armyId: string,
  { units }: z.infer<typeof dismissBody>,
): Promise<z.infer<typeof dismissAnswer>> {
  return executeOwnCommand(services, ownEmpireId, 'army', armyId, (army, { empire, now }) => {
    dismissUnits(empire, army, units);
    const isLeft = empire.armies.includes(army);
    return { success: true as const, army: isLeft ? toArmyView(empire, army, now, true) : null };
  });
}

/** Refusals: VALIDATION_ERROR (with itself), NOT_FOUND, FORBIDDEN, ARMY_BUSY, INVALID_TARGET (another tile). */
export async function merge(
  services: Services,
  ownEmpireId: string | null,
  armyId: string,
  { army_id: otherId }: z.infer<typeof mergeBody>,
): Promise<ArmyAnswer> {
  if (otherId === armyId) throw new GameError('VALIDATION_ERROR', 'army_id: must be another army');
  try {
    return await executeOwnCommand(services, ownEmpireId, 'army', armyId, (army, { empire, now }) => {
      mergeArmies(empire, army, findOwn(empire, 'army', otherId));
      return { success: true as const, army: toArmyView(empire, army, now, true) };
    });
  } catch (error) {
    // One of the two belongs to another player. NOT_FOUND for the other army takes precedence over FORBIDDEN.
    const isForeign = error instanceof GameError && error.code === 'FORBIDDEN';
    throw isForeign ? await notYours(services.pool, 'army', otherId) : error;
  }
}
