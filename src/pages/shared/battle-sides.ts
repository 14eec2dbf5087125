/** Both sides of a battle in numbers, the viewer's first, for the list of battles and for reports. */
import { stackTypes, type Role } from '../../contract/vocabulary.ts';
import { noStacks } from '../../game/battle.ts';
import type { Round } from '../../game/battle-types.ts';
import { perPoint, valueOf } from '../../game/scoring.ts';
import type { Stacks } from '../../game/types.ts';
import { countOfAll, hitPointsOf } from '../../shared-ui/strength.ts';

interface Sides {
  attacker_start: Stacks | null;
  defender_start: Stacks | null;
}

function toSide(start: Stacks, left: Stacks) {
  const fallen = noStacks();
  for (const type of stackTypes) fallen[type] = start[type] - left[type];
  return {
    units: countOfAll(start),
    lost: countOfAll(fallen),
    /** What the loss adds to the score of the other side; militia adds nothing. */
    points: Math.floor(valueOf(fallen) / perPoint.destroyed),
    strength: { start: hitPointsOf(start), left: hitPointsOf(left) },
  };
}

/** @param round the last round that may be shown; null before the first one */
export function toSides({ attacker_start, defender_start }: Sides, round: Round | null, role: Role) {
  const attackerStart = attacker_start ?? noStacks();
  const defenderStart = defender_start ?? noStacks();
  const attacker = toSide(attackerStart, round?.attacker.units ?? attackerStart);
  const defender = toSide(defenderStart, round?.defender.units ?? defenderStart);
  return role === 'attacker' ? { own: attacker, foe: defender } : { own: defender, foe: attacker };
}
