/** Fights against a city as it is defended now: for trial fights and for the simulator. */
import { militiaOf } from '../../game/balance.ts';
import { moraleOf, stacksOf, type Fight } from '../../game/battle.ts';
import { levelOf, populationOf } from '../../game/economy.ts';
import { sameTile } from '../../game/map.ts';
import { perPoint, scoresOf, valueOf } from '../../game/scoring.ts';
import type { Army, City, Empire, Units } from '../../game/types.ts';
import { noUnits, sumUnits } from '../../game/units.ts';

/** The standing army of the highest value, or null. */
export function strongestArmy({ armies }: Empire): Army | null {
  const [strongest] = armies
    .filter(({ march }) => march === null)
    .sort((a, b) => valueOf(b.units) - valueOf(a.units) || (a.id < b.id ? -1 : 1));
  return strongest ?? null;
}

/**
 * An army of `own` against a city of `other`, with its garrison, militia and wall.
 * @param more further units, which count in the score, and so in the morale
 */
export function fightAgainst(
  own: Empire,
  { army, more = noUnits() }: { army: Army | null; more?: Units },
  other: Empire,
  city: City,
): Omit<Fight, 'rolls'> {
  const garrison = other.armies.filter((each) => each.march === null && sameTile(each, city));
  const score = scoresOf(own).total + Math.floor(valueOf(more) / perPoint.arms);
  return {
    attacker: stacksOf(sumUnits([{ units: army?.units ?? noUnits() }, { units: more }])),
    defender: stacksOf(sumUnits(garrison), militiaOf(populationOf(city), other.kind)),
    wall: levelOf(city, 'wall'),
    morale: moraleOf(score, scoresOf(other).total),
  };
}
