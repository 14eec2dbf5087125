/** The cities and armies of other empires as targets, with their protection from the viewer. */
import { alliedUntil, type Allegiance } from '../../game/alliances.ts';
import type { Battle } from '../../game/battle-types.ts';
import { distance } from '../../game/map.ts';
import {
  highestAttacker,
  isNewcomer,
  newcomerMs,
  newcomerScore,
  protectionOf,
  protectionText,
} from '../../game/protection.ts';
import { pausedUntil } from '../../game/recalls.ts';
import { scoresOf } from '../../game/scoring.ts';
import { seatLimit } from '../../game/seats.ts';
import type { Empire } from '../../game/types.ts';
import { isoOf } from '../../kernel/time.ts';
import { ownerOf, type Defender } from '../../map/owned-row.ts';
import type { EmpireState } from '../../world/read.ts';
import { lasting, tagged } from './formatters.ts';
import { inWords } from './forms.ts';
import type { MapWindow } from './map-queries.ts';
import { sideOf } from './sides.ts';

/** Until when and up to which score an empire is a newcomer, and who may attack it; null if it is none. */
export function newcomerOf(empire: Empire, now: number) {
  const { total: score } = scoresOf(empire);
  if (!isNewcomer({ ...empire, score }, now)) return null;
  return {
    until: empire.createdAt + newcomerMs,
    score: newcomerScore,
    attackersUpTo: highestAttacker('newcomer', score),
  };
}

/** Why the viewer may not attack this target so soon after a recall, or null. */
function refusalAfterRecall({ empire, now }: EmpireState, defenderId: string, target: Battle['target']) {
  const pause = pausedUntil(empire, { defenderId, target }, now);
  return pause === null
    ? null
    : `you recalled an attack on it; you may attack again in ${lasting(pause - now)}`;
}

/** Why the viewer may not attack this seat at present, or null. */
export function refusalToSeize(
  state: EmpireState,
  { id, empire_id }: { id: string; empire_id: string },
): string | null {
  if (state.empire.seats.length >= seatLimit) return `you hold ${seatLimit} seats already`;
  return refusalAfterRecall(state, empire_id, { type: 'seat', id });
}

/** Why the viewer may not attack this ally at present, or null for an empire that is none. */
function refusalToAttackAlly({ empire, world, now }: EmpireState, other: Allegiance): string | null {
  const until = alliedUntil(empire, other, now, world.speed);
  if (until === null) return null;
  return until === Infinity
    ? 'it is in your alliance'
    : `one of you has left the alliance; you may attack again in ${lasting(until - now)}`;
}

/** Why the viewer may not attack this empire at present, or null. @param score the viewer's */
export function refusalToAttack(
  empireState: EmpireState,
  other: Defender,
  score = scoresOf(empireState.empire).total,
): string | null {
  const { empire, world, now } = empireState;
  const { membership, formerAlliance, attackedBy } = empire;
  const protection = protectionOf(
    { membership, formerAlliance, score, attackedByTargetAt: attackedBy[other.id] ?? null },
    other,
    { now, speed: world.speed },
  );
  if (protection === 'allied') return refusalToAttackAlly(empireState, other);
  if (protection !== null) {
    const until = protection === 'newcomer' ? `, until ${inWords(isoOf(other.createdAt + newcomerMs))}` : '';
    return inWords(protectionText(protection, other, score)) + until;
  }
  return refusalAfterRecall(empireState, other.id, { type: 'city', id: '' });
}

/** The cities and armies of other empires, nearest first. */
export function toNeighbours(
  empireState: EmpireState,
  { cities, armies }: Pick<MapWindow, 'cities' | 'armies'>,
) {
  const { empire } = empireState;
  const from = empire.cities[0] ?? { x: 0, y: 0 };
  const { total: score } = scoresOf(empire);
  return [
    ...cities.map((row) => ({ ...row, kind: 'city' as const })),
    ...armies.map((row) => ({ ...row, kind: 'army' as const })),
  ]
    .filter((row) => row.empire_id !== empire.id)
    .map((row) => ({
      ...row,
      owner: tagged(row.empire_name, row.alliance_tag),
      side: sideOf(empire, row),
      /** In tiles, from the capital. */
      distance: distance(from, row),
      /** Why it cannot be attacked at present, or null. */
      protection: refusalToAttack(empireState, ownerOf(row), score),
    }))
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1));
}

export type Neighbour = ReturnType<typeof toNeighbours>[number];
