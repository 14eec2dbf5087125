/** Advice for an attack: the one that gains most in trial fights, or the units that are missing to win. */
import { unitTypes, type UnitType } from '../../../contract/vocabulary.ts';
import { maxBatch, sumOf, unitRules } from '../../../game/balance.ts';
import { sameTile } from '../../../game/march/map.ts';
import { travelMs } from '../../../game/march/marching.ts';
import { goodOdds, reinforcementOf, estimateRaid, type RaidOutcome } from '../../../game/fight/odds.ts';
import type { Army, Empire, Stacks, Units } from '../../../game/types.ts';
import { peopleOf, times } from '../../../game/economy/stock.ts';
import { countUnits, noUnits } from '../../../game/counts.ts';
import { countOfAll } from '../../../shared-ui/strength.ts';
import { chosenAddress, usualZoom } from '../../../shared-ui/map-view.ts';
import type { CityDetails } from '../../shared/city-details.ts';
import { fightAgainst, spoilsOf, armiesAtHand } from '../../../battle/city-fights.ts';
import { ownerOf } from '../../../city/owned-row.ts';
import { endsProtection } from '../../../game/diplomacy/protection.ts';
import { amountsText, countOf, group } from '../../shared/formatters.ts';
import { newcomerOf, type Neighbour } from '../../shared/neighbours.ts';
import { buildingOf, trainForm, type Advice, type Situation } from './orders.ts';

/** The nearest cities, and of those the ones that have something to take, so that the advice costs the same in a crowd. */
const maxRead = 24;
const maxCompared = 8;
/** The most valuable ones. */
const maxArmies = 3;

type Chance = Awaited<ReturnType<typeof chancesOf>>[number];

/** That may be attacked, and whose attack does not end the protection of a newcomer. */
function openCities({ empireState: { empire, now }, neighbours }: Situation): Neighbour[] {
  const isProtected = newcomerOf(empire, now) !== null;
  return neighbours.filter(
    (each) =>
      each.kind === 'city' &&
      each.protection === null &&
      !(isProtected && endsProtection(ownerOf(each), now)),
  );
}

/** The nearest open cities that have something to take. */
async function preyOf(situation: Situation) {
  const targets = openCities(situation).slice(0, maxRead);
  const states = await Promise.all(targets.map(({ empire_id: id }) => situation.readEmpire('empire', id)));
  return targets
    .flatMap((target, index) => {
      const state = states[index] ?? null;
      const city = state?.empire.cities.find(({ id }) => id === target.id);
      if (state === null || city === undefined) return [];
      const spoils = spoilsOf(state, target.id);
      return sumOf(spoils) === 0 ? [] : [{ target, city, defender: state.empire, spoils }];
    })
    .slice(0, maxCompared);
}

/** Fights of each army with each prey. @param armies none: of units that are still missing */
async function chancesOf(situation: Situation, armies: readonly Army[]) {
  const { empire, world } = situation.empireState;
  const prey = await preyOf(situation);
  return (armies.length === 0 ? [null] : armies).flatMap((army) =>
    prey.map(({ target, city, defender, spoils }) => {
      const fightWith = (more: Units) => fightAgainst(empire, { army, more }, defender, city);
      const outcome = estimateRaid(fightWith(noUnits()), sumOf(spoils));
      const marchMs = army === null ? Infinity : travelMs(army, target, army.units, world.speed);
      /** Loot less losses, for each millisecond of march. */
      const gain = (outcome.loot - outcome.losses) / marchMs;
      return { army, target, fightWith, spoils, gain, ...outcome };
    }),
  );
}

const doesGain = ({ won, loot, losses }: RaidOutcome): boolean => won >= goodOdds && loot > losses;

/** The first attack of an empire goes to the nearest city, so that it has a fight soon. */
function bestGain(chances: readonly Chance[], hasAttacked: boolean): Chance | undefined {
  const gains = chances.filter(doesGain);
  return hasAttacked ? gains.sort((a, b) => b.gain - a.gain)[0] : gains[0];
}

const nameOf = ({ empire_kind: kind, name, owner }: Neighbour): string =>
  kind === 'village' ? `the village ${name}` : `${name} of ${owner}`;

/** `Corinth (House of Arsinoe, 3 tiles away)`. */
const describe = ({ empire_kind: kind, name, owner, distance }: Neighbour): string =>
  `${name} (${kind === 'village' ? 'a village' : owner}, ${countOf(Math.round(distance), 'tiles')} away)`;

const moreOf = (quantity: number, type: UnitType): string => countOf(quantity, `more ${type}`);

export async function adviseFight(situation: Situation): Promise<Advice> {
  const { empire } = situation.empireState;
  const armies = armiesAtHand(empire).slice(0, maxArmies);
  if (armies.length === 0 && empire.armies.some(({ march }) => march !== null)) {
    return {
      icon: 'march',
      title: 'Wait for your army',
      reason:
        'Each army of yours is under way, or keeps a place. The next attack starts from where one stands.',
      link: { href: '/armies', text: 'See the armies' },
      refusal: null,
      isIdle: true,
    };
  }
  const chances = await chancesOf(situation, armies);
  const gain = bestGain(chances, situation.hasAttacked);
  const best = gain ?? chances.sort((a, b) => b.won - a.won || b.gain - a.gain)[0];
  if (best === undefined) return adviseToLookAround(situation);
  const { army, target, won, spoils, loot, losses } = best;
  const tile = { x: target.x, y: target.y };
  const href = chosenAddress({ ...tile, zoom: usualZoom, at: tile, army: army?.id ?? null });
  const name = army?.name ?? 'A new army';
  if (best === gain) {
    return {
      icon: 'attack',
      title: `Attack ${nameOf(target)}`,
      reason: `${name} would beat ${describe(target)} in ${won} of 40 simulations. It holds ${amountsText(spoils)} to take: you bring home about ${group(Math.round(loot))}, and lose units worth about ${group(Math.round(losses))}.`,
      link: { href, text: 'Attack from the map' },
      refusal: null,
    };
  }
  const present =
    army === null
      ? `You have no army to spare for an attack on ${nameOf(target)}.`
      : `${name} would beat ${describe(target)} in ${won} of 40 simulations${won >= goodOdds ? ', but lose more than it brings home' : ''}.`;
  const link = { href, text: 'See the odds on the map' };
  return { ...adviseReinforcement(situation, army, best, present), link };
}

function adviseToLookAround(situation: Situation): Advice {
  const {
    neighbours,
    cities: [capital],
  } = situation;
  const isPeaceful = openCities(situation).length > 0;
  return {
    icon: 'map',
    title: isPeaceful ? 'No fight pays at present' : 'Look for somebody to fight',
    isIdle: true,
    reason: isPeaceful
      ? 'Nobody near you holds more than an attack would cost. Villages fill their stores again.'
      : neighbours.length === 0
        ? 'Nobody lives within 20 tiles of your capital. The map shows who lives farther away. The simulator shows how an attack would end.'
        : 'All empires within 20 tiles are protected from you now. The map shows how long they are protected, and who lives farther away.',
    link: {
      href: capital === undefined ? '/map' : `/map?x=${capital.tile.x}&y=${capital.tile.y}`,
      text: 'Open the map',
    },
    refusal: null,
  };
}

/** The root of attack and hit points, by value. */
function worthOf(type: UnitType, defender: Stacks): number {
  const { attack, hp, value, strongAgainst } = unitRules[type];
  const isStrong = strongAgainst !== null && defender[strongAgainst] * 2 > countOfAll(defender);
  return Math.sqrt(attack * hp * (isStrong ? 1.5 : 1)) / value;
}

/** The best kind of unit; the city of the army comes first. */
function bestTraining(
  cities: readonly CityDetails[],
  army: Army | null,
  defender: Stacks,
): { type: UnitType; city: CityDetails } | undefined {
  const nearest = [...cities].sort(
    (a, b) =>
      Number(army !== null && sameTile(b.tile, army)) - Number(army !== null && sameTile(a.tile, army)),
  );
  return unitTypes
    .flatMap((type) => {
      const city = nearest.find((each) => buildingOf(each, unitRules[type].trainedIn).level > 0);
      return city === undefined ? [] : [{ type, city }];
    })
    .sort((a, b) => worthOf(b.type, defender) - worthOf(a.type, defender))[0];
}

/** Where the army stands, or anywhere without an army. */
function inTraining(empire: Empire, army: Army | null): Units {
  const units = noUnits();
  for (const { training } of empire.cities.filter((city) => army === null || sameTile(city, army)))
    for (const { unit, quantity } of training) units[unit] += quantity;
  return units;
}

/**
 * With which a fight is probably won and brings more than it costs.
 * @param spoils what a victory could take, all resources added
 */
function gainingReinforcement(fightWith: Parameters<typeof reinforcementOf>[0], spoils: number) {
  const least = reinforcementOf(fightWith, maxBatch);
  if (least === null) return 'loses';
  for (let { quantity } = least; quantity <= maxBatch; quantity = Math.ceil(quantity * 1.3)) {
    const outcome = estimateRaid(fightWith(quantity), spoils);
    if (doesGain(outcome)) return { quantity, won: outcome.won };
  }
  return 'costs more';
}

function adviseReinforcement(
  situation: Situation,
  army: Army | null,
  { target, won: wonNow, fightWith, spoils }: Chance,
  present: string,
): Advice {
  const {
    empireState: { empire },
    cities,
  } = situation;
  const coming = inTraining(empire, army);
  const later = fightWith(coming);
  const laterOutcome = estimateRaid(later, sumOf(spoils));
  if (countUnits(coming) > 0 && doesGain(laterOutcome)) {
    const reason = `${present} With the units in training you win ${laterOutcome.won} of 40.`;
    return { icon: 'march', title: 'Wait for your units in training', reason, refusal: null, isIdle: true };
  }
  const grow = { icon: 'town_hall', title: 'Grow before you attack', refusal: null, isIdle: true };
  const training = bestTraining(cities, army, later.defender);
  if (training === undefined)
    return { ...grow, reason: `${present} No city of yours trains units yet: build barracks.` };
  const { type, city } = training;
  const needed = gainingReinforcement(
    (quantity) => fightWith({ ...coming, [type]: coming[type] + quantity }),
    sumOf(spoils),
  );
  if (needed === 'loses')
    return { ...grow, reason: `${present} Even with ${moreOf(maxBatch, type)} you would lose: grow first.` };
  if (needed === 'costs more') return adviseToLookAround(situation);
  const { maxQuantity = 0, reason: refusal = null } = city.units.find((unit) => unit.type === type) ?? {};
  const { used, total } = peopleOf(empire);
  const quantity = Math.min(needed.quantity, maxQuantity > 0 ? maxQuantity : maxBatch);
  const now = quantity < needed.quantity ? ` You can pay and house ${quantity} of them now.` : '';
  return {
    icon: type,
    title: `Train ${countOf(quantity, type)} to attack ${nameOf(target)}`,
    reason: `${present} With ${moreOf(needed.quantity, type)} ${wonNow >= goodOdds ? 'it brings home more than it loses' : `you win ${needed.won} of 40`}.${now}`,
    form: trainForm(city, type, quantity),
    refusal,
    cost: times(unitRules[type].cost, quantity),
    isIdle: refusal !== null && total - used < unitRules[type].people,
  };
}
