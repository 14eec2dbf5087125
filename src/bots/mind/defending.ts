/** What a mind does with its armies at home: meets attacks, steps aside from hopeless ones, gathers them. */
import { unitTypes } from '../../contract/vocabulary.ts';
import { militiaPerPopulation } from '../../game/balance.ts';
import { moraleOf, noStacks, stacksOf } from '../../game/battle.ts';
import { levelOf, populationOf } from '../../game/economy.ts';
import { noUnits, sumUnits } from '../../game/units.ts';
import { sameTile } from '../../game/map.ts';
import { cityAt, standsAt, travelMs } from '../../game/marching.ts';
import { estimateOdds } from '../../game/odds.ts';
import { scoresOf, valueOf } from '../../game/scoring.ts';
import type { Army, City, Units } from '../../game/types.ts';
import type { Draft } from './draft.ts';
import type { Threat } from './sight.ts';

const trials = 10;
/** Below this chance to hold, a garrison steps aside. */
const hopeless = 0.2;
/** Above this chance to hold, no help is sent for. */
const safe = 0.9;
/** A garrison of a further city of this value goes to the capital. */
const gatheredValue = 2_000;

/** Meets every attack on a city: help comes where it makes a difference, else whoever can steps aside. */
export function defend(draft: Draft): void {
  const { empire, sight } = draft;
  for (const threat of sight.threats) {
    const city = cityAt(empire, threat.tile);
    if (city === null || threat.units === null) continue;
    const garrison = empire.armies.filter((army) => standsAt(army, city));
    if (chanceToHold(draft, city, garrison, threat) >= safe) continue;
    const helpers = helpersFor(draft, city, threat);
    if (chanceToHold(draft, city, [...garrison, ...helpers], threat) >= 0.5) {
      for (const army of helpers) draft.wish({ kind: 'move', armyId: army.id, to: { x: city.x, y: city.y } });
    } else if (chanceToHold(draft, city, garrison, threat) < hopeless) {
      for (const army of garrison) stepAside(draft, city, army);
    }
  }
}

/** From 0 to 1; a draw holds. */
function chanceToHold(draft: Draft, city: City, armies: readonly Army[], threat: Threat): number {
  const { empire, sight } = draft;
  const attacker = sight.neighbours.find(({ id }) => id === threat.attackerId);
  const own = scoresOf(empire).total;
  const militia = Math.floor(populationOf(city) / militiaPerPopulation);
  const defender = stacksOf(sumUnits(armies), militia);
  const { won } = estimateOdds(
    {
      attacker: threat.units === null ? noStacks() : stacksOf(threat.units),
      defender,
      wall: levelOf(city, 'wall'),
      morale: moraleOf(attacker?.score ?? own, own),
    },
    trials,
  );
  return 1 - won / trials;
}

/** Armies that stand in other cities and arrive before the attack does. */
function helpersFor({ empire, sight }: Draft, city: City, { contactAt }: Threat): Army[] {
  return empire.armies.filter(
    (army) =>
      army.march === null &&
      !sameTile(army, city) &&
      !sight.threats.some(({ tile }) => sameTile(tile, army)) &&
      sight.now + travelMs(army, city, army.units, sight.speed) < contactAt,
  );
}

/** One tile beside the city, towards the middle of the world. */
function stepAside(draft: Draft, city: City, army: Army): void {
  draft.wish({ kind: 'move', armyId: army.id, to: { x: city.x + (city.x > 0 ? -1 : 1), y: city.y } });
}

/** Brings idle armies home, joins those that stand together, and gathers at the capital what was raised elsewhere. */
export function marshal(draft: Draft): void {
  const { empire, sight } = draft;
  const [capital] = empire.cities;
  if (capital === undefined) return;
  const isThreatened = (city: City): boolean => sight.threats.some(({ tile }) => sameTile(tile, city));
  for (const army of [...empire.armies]) {
    if (army.march !== null) continue;
    const city = cityAt(empire, army);
    const home = empire.cities.find(({ id }) => id === army.homeCityId) ?? capital;
    if (city === null && !isThreatened(home)) {
      draft.wish({ kind: 'move', armyId: army.id, to: { x: home.x, y: home.y } });
    }
    const first = empire.armies.find((other) => standsAt(other, army));
    if (city !== null && first !== undefined && first.id !== army.id) {
      draft.wish({ kind: 'merge', armyId: first.id, otherId: army.id });
    }
  }
  if (sight.threats.length > 0) return;
  gather(draft, capital);
}

/** What stands in further cities goes to the capital. */
function gather(draft: Draft, capital: City): void {
  for (const army of [...draft.empire.armies]) {
    if (army.march !== null || sameTile(army, capital) || cityAt(draft.empire, army) === null) continue;
    if (valueOf(army.units) >= gatheredValue) {
      draft.wish({ kind: 'move', armyId: army.id, to: { x: capital.x, y: capital.y } });
    }
  }
}

/**
 * Splits a part off an army and gives it an order, or the whole army when the part is all of it.
 * @param part from 0 to 1, of each unit
 */
export function sendPart(
  draft: Draft,
  army: Army,
  part: number,
  orderFor: (armyId: string) => Parameters<Draft['wish']>[0],
): boolean {
  const units = partOf(army.units, part);
  if (valueOf(units) === valueOf(army.units)) return draft.wish(orderFor(army.id)) === null;
  const as = `part of ${army.id}`;
  if (valueOf(units) === 0 || draft.wish({ kind: 'split', armyId: army.id, units, as }) !== null)
    return false;
  return draft.wish(orderFor(as)) === null;
}

/** So much of each unit, rounded down. */
export function partOf(units: Units, part: number): Units {
  const some = noUnits();
  for (const type of unitTypes) some[type] = Math.floor(units[type] * part);
  return some;
}
