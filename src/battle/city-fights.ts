/** Trial fights against a city as it is defended now. */
import { amounts, eachResource } from '../game/balance.ts';
import { moraleOf, stacksOf, type Fight } from '../game/fight/battle.ts';
import { defenceOfCity, termsOf } from '../game/contact/holder-fight.ts';
import type { GuardInWay } from '../game/fight/odds.ts';
import { copyData } from '../game/plain-data.ts';
import { perPoint, scoresOf, valueOf } from '../game/diplomacy/scoring.ts';
import { plunder } from '../game/contact/plunder.ts';
import { sack } from '../game/contact/sack.ts';
import { holdsSeat } from '../game/march/marching.ts';
import { moraleAgainst } from '../game/contact/seats.ts';
import type { Amounts, Army, City, Empire, Units } from '../game/types.ts';
import { noUnits, sumUnits } from '../game/counts.ts';
import type { EmpireState } from '../world/read.ts';

/** The standing armies that neither hold a seat nor guard, by value. */
export function armiesAtHand(empire: Empire): Army[] {
  return empire.armies
    .filter((army) => army.march === null && army.guards === null && !holdsSeat(empire, army))
    .sort((a, b) => valueOf(b.units) - valueOf(a.units) || (a.id < b.id ? -1 : 1));
}

/** Null if there is none. */
export const strongestArmy = (empire: Empire): Army | null => armiesAtHand(empire)[0] ?? null;

/** What a victory over this city would take now by plunder and sack, if the army could carry it. */
export function spoilsOf({ empire, now: at, world: { speed } }: EmpireState, cityId: string): Amounts {
  const loser = copyData(empire);
  const city = loser.cities.find(({ id }) => id === cityId);
  // The city may have fallen between the two reads.
  if (city === undefined) return amounts(0, 0, 0);
  const carry = Number.MAX_SAFE_INTEGER;
  const loot = plunder(loser, city, { carry, battleId: '', at, speed });
  const sacked = sack(loser, city, { room: carry, at, speed })?.loot ?? amounts(0, 0, 0);
  return eachResource((resource) => loot[resource] + sacked[resource]);
}

interface AttackedPlace {
  heldSince: number | null;
  at: number;
  speed: number;
}

/** The guard that an attack of `own` meets first. Null without a guard, and for its allies. */
export function guardInWay(
  own: Empire,
  guard: { score: number; alliance_tag: string | null; units: Units } | null,
  place: AttackedPlace,
): GuardInWay | null {
  if (guard === null || (own.membership !== null && own.membership.tag === guard.alliance_tag)) return null;
  const scores = { attacker: scoresOf(own).total, defender: guard.score };
  return { stacks: stacksOf(guard.units), morale: moraleAgainst(scores, place) };
}

/**
 * With garrison, militia and wall of the city.
 * @param more further units, which count in the score, and so in the morale
 */
export function fightAgainst(
  own: Empire,
  { army, more = noUnits() }: { army: Army | null; more?: Units },
  other: Empire,
  city: City,
): Omit<Fight, 'rolls'> {
  const score = scoresOf(own).total + Math.floor(valueOf(more) / perPoint.arms);
  return {
    attacker: stacksOf(sumUnits([{ units: army?.units ?? noUnits() }, { units: more }])),
    ...termsOf(defenceOfCity(other, city)),
    morale: moraleOf(score, scoresOf(other).total),
  };
}
