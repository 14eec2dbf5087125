/** Orders of a mind to its armies at home: defend against attacks, evade hopeless ones, regroup. */
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
/** Below this chance to hold, a garrison evades the attack. */
const hopeless = 0.2;
/** From this chance to hold, no help is sent. */
const safe = 0.9;
/** A garrison outside the capital moves to the capital from this value on. */
const minGatheredValue = 2_000;

/** Answers every attack on a city: sends help if the city then holds, or else lets a hopeless garrison evade. */
export function defend(draft: Draft): void {
  const { empire, sight } = draft;
  for (const threat of sight.threats) {
    const city = cityAt(empire, threat.tile);
    if (city === null || threat.units === null) continue;
    const garrison = empire.armies.filter((army) => standsAt(army, city));
    if (chanceToHold(draft, city, garrison, threat) >= safe) continue;
    const helpers = helpersFor(draft, city, threat);
    if (chanceToHold(draft, city, [...garrison, ...helpers], threat) >= 0.5) {
      for (const army of helpers)
        draft.tryOrder({ kind: 'move', armyId: army.id, to: { x: city.x, y: city.y } });
    } else if (chanceToHold(draft, city, garrison, threat) < hopeless) {
      for (const army of garrison) evade(draft, city, army);
    }
  }
}

/** Probability (0 to 1) that the city holds; a draw counts as held. */
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

/** Idle armies elsewhere, not under attack, that arrive before the attack. */
function helpersFor({ empire, sight }: Draft, city: City, { contactAt }: Threat): Army[] {
  return empire.armies.filter(
    (army) =>
      army.march === null &&
      !sameTile(army, city) &&
      !sight.threats.some(({ tile }) => sameTile(tile, army)) &&
      sight.now + travelMs(army, city, army.units, sight.speed) < contactAt,
  );
}

/** Moves the army one tile off the city, towards the middle of the world. */
function evade(draft: Draft, city: City, army: Army): void {
  draft.tryOrder({ kind: 'move', armyId: army.id, to: { x: city.x + (city.x > 0 ? -1 : 1), y: city.y } });
}

/** Brings idle armies home, merges armies on the same tile, and gathers garrisons at the capital. */
export function regroup(draft: Draft): void {
  const { empire, sight } = draft;
  const [capital] = empire.cities;
  if (capital === undefined) return;
  const isThreatened = (city: City): boolean => sight.threats.some(({ tile }) => sameTile(tile, city));
  for (const army of [...empire.armies]) {
    if (army.march !== null) continue;
    const city = cityAt(empire, army);
    const home = empire.cities.find(({ id }) => id === army.homeCityId) ?? capital;
    if (city === null && !isThreatened(home)) {
      draft.tryOrder({ kind: 'move', armyId: army.id, to: { x: home.x, y: home.y } });
    }
    const first = empire.armies.find((other) => standsAt(other, army));
    if (city !== null && first !== undefined && first.id !== army.id) {
      draft.tryOrder({ kind: 'merge', armyId: first.id, otherId: army.id });
    }
  }
  if (sight.threats.length > 0) return;
  gather(draft, capital);
}

function gather(draft: Draft, capital: City): void {
  for (const army of [...draft.empire.armies]) {
    if (army.march !== null || sameTile(army, capital) || cityAt(draft.empire, army) === null) continue;
    if (valueOf(army.units) >= minGatheredValue) {
      draft.tryOrder({ kind: 'move', armyId: army.id, to: { x: capital.x, y: capital.y } });
    }
  }
}

/**
 * Splits a share off an army and gives it an order. A share that is the complete army gets the order directly.
 * @param share from 0 to 1, of each unit type
 */
export function sendShare(
  draft: Draft,
  army: Army,
  share: number,
  orderFor: (armyId: string) => Parameters<Draft['tryOrder']>[0],
): boolean {
  const units = shareOf(army.units, share);
  if (valueOf(units) === valueOf(army.units)) return draft.tryOrder(orderFor(army.id)) === null;
  const as = `part of ${army.id}`;
  if (valueOf(units) === 0 || draft.tryOrder({ kind: 'split', armyId: army.id, units, as }) !== null)
    return false;
  return draft.tryOrder(orderFor(as)) === null;
}

/** That share of each unit type, rounded down. */
export function shareOf(units: Units, share: number): Units {
  const shared = noUnits();
  for (const type of unitTypes) shared[type] = Math.floor(units[type] * share);
  return shared;
}
