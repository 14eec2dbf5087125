/** The example fight: the second published test vector of the battle rules. */
import { fullMorale, noStacks } from '../../game/battle.ts';

export const example = {
  attacker: { ...noStacks(), knights: 100, catapults: 25 },
  defender: { ...noStacks(), archers: 200, militia: 10 },
  wall: 10,
  morale: fullMorale,
  seed: 'vector-2',
};
