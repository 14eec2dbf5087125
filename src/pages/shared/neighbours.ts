/** The cities and armies of other empires as targets, with their protection from the viewer. */
import { requireSeatLeft, requireTarget } from '../../game/orders/attack.ts';
import { isSpared } from '../../game/contact/plunder.ts';
import { distance } from '../../game/march/map.ts';
import {
  highestAttacker,
  isNewcomer,
  newcomerMs,
  newcomerScore,
  unplunderedMs,
} from '../../game/diplomacy/protection.ts';
import { requireNoRecentRecall } from '../../game/orders/recalls.ts';
import { scoresOf } from '../../game/diplomacy/scoring.ts';
import type { Empire } from '../../game/types.ts';
import { ownerOf, type Defender } from '../../city/owned-row.ts';
import type { EmpireState } from '../../world/read.ts';
import { tagged } from './formatters.ts';
import { sentenceFrom } from './forms.ts';
import type { MapWindow } from './map-queries.ts';
import { sideOf } from './sides.ts';

/** Null if the empire is no newcomer. */
export function newcomerOf(empire: Empire, now: number) {
  const { total: score } = scoresOf(empire);
  if (!isNewcomer({ ...empire, score }, now)) return null;
  return {
    until: empire.createdAt + newcomerMs,
    score: newcomerScore,
    attackersUpTo: highestAttacker('newcomer', score),
  };
}

/** The age in ms below which an empire cannot be plundered; null if it can. */
export function sparedAgeOf(empire: Pick<Empire, 'kind' | 'createdAt'>, { world, now }: EmpireState) {
  return isSpared(empire, now, world.speed) ? unplunderedMs / world.speed : null;
}

/** Null if the viewer may attack the seat. */
export function refusalToSeize(
  { empire, now }: EmpireState,
  { id, empire_id: defenderId }: { id: string; empire_id: string },
): string | null {
  return sentenceFrom(() => {
    requireNoRecentRecall(empire, { defenderId, target: { type: 'seat', id } }, now);
    requireSeatLeft(empire);
  });
}

/** Null if the viewer may attack the empire. */
export function refusalToAttack({ empire, world, now }: EmpireState, defender: Defender): string | null {
  const aim = { target: { type: 'city' as const, id: '' }, defenderId: defender.id, defender };
  return sentenceFrom(() => requireTarget(empire, aim, { now, speed: world.speed }));
}

/** Nearest first. */
export function toNeighbours(
  empireState: EmpireState,
  { cities, armies }: Pick<MapWindow, 'cities' | 'armies'>,
  limit?: number,
) {
  const { empire } = empireState;
  const from = empire.cities[0] ?? { x: 0, y: 0 };
  return [
    ...cities.map((row) => ({ ...row, kind: 'city' as const })),
    ...armies.map((row) => ({ ...row, kind: 'army' as const })),
  ]
    .filter((row) => row.empire_id !== empire.id)
    .map((row) => ({
      ...row,
      /** In tiles, from the capital. */
      distance: distance(from, row),
    }))
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
    .map((row) => ({
      ...row,
      owner: tagged(row.empire_name, row.alliance_tag),
      side: sideOf(empire, row),
      protection: refusalToAttack(empireState, ownerOf(row)),
    }));
}

export type Neighbour = ReturnType<typeof toNeighbours>[number];
