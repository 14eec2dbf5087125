/** Advice for an attack: the neighbour with the best odds in trial fights, or the units that are missing to win. */
import type { UnitType } from '../../contract/vocabulary.ts';
import { maxBatch, unitRules } from '../../game/balance.ts';
import type { Fight } from '../../game/battle.ts';
import { levelOf } from '../../game/economy.ts';
import { sameTile } from '../../game/map.ts';
import { estimateOdds, goodOdds, reinforcementOf } from '../../game/odds.ts';
import type { Army, City, Empire, Stacks, Units } from '../../game/types.ts';
import { countUnits, noUnits } from '../../game/units.ts';
import { mapAddress, usualZoom } from '../../shared-ui/map-view.ts';
import { fightAgainst, strongestArmy } from '../shared/city-fights.ts';
import { countOf, tileText } from '../shared/formatters.ts';
import type { Neighbour } from '../shared/neighbours.ts';
import type { AdviceInput, NextStep } from './advice.ts';

/** The nearest cities that are compared, so that the advice costs the same in a crowd. */
const maxCompared = 5;

interface Chance {
  target: Neighbour;
  /** The fight of the army with further units. */
  fightWith: (more: Units) => Omit<Fight, 'rolls'>;
  /** Of 40 trial fights. */
  won: number;
}

/** The nearest cities that may be attacked, the best odds first and, of equal odds, the nearest. */
async function chancesOf(
  { empireState, neighbours, readEmpire }: AdviceInput,
  army: Army | null,
): Promise<Chance[]> {
  const targets = neighbours
    .filter(({ kind, protection }) => kind === 'city' && protection === null)
    .slice(0, maxCompared);
  const states = await Promise.all(targets.map(({ empireId }) => readEmpire('empire', empireId)));
  return targets
    .flatMap((target, index) => {
      const other = states[index]?.empire;
      const city = other?.cities.find(({ id }) => id === target.id);
      if (other === undefined || city === undefined) return [];
      const fightWith = (more: Units) => fightAgainst(empireState.empire, { army, more }, other, city);
      return [{ target, fightWith, won: estimateOdds(fightWith(noUnits())).won }];
    })
    .sort((a, b) => b.won - a.won);
}

const nameOf = ({ isVillage, name, owner }: Neighbour): string =>
  isVillage ? `the village ${name}` : `${name} of ${owner}`;

const moreOf = (quantity: number, type: UnitType): string => countOf(quantity, `more ${type}`);

/** The map with the target chosen, and the army that is to go. */
function linkTo({ tile }: Neighbour, army: Army | null, text: string): NextStep['link'] {
  return { href: mapAddress({ ...tile, zoom: usualZoom, at: tile, army: army?.id ?? null }), text };
}

/** The advice to attack, to wait for units in training, or to train more. */
export async function adviseFight(input: AdviceInput): Promise<NextStep> {
  const { empire } = input.empireState;
  const army = strongestArmy(empire);
  if (army === null && empire.armies.length > 0) {
    return {
      icon: 'march',
      title: 'Wait for your army',
      reason: 'All your armies are under way. The next attack starts from where they stand.',
      form: null,
      link: { href: '/armies', text: 'See the armies' },
      refusal: null,
    };
  }
  const [best] = await chancesOf(input, army);
  if (best === undefined) return adviseToLookAround(input);
  const { target, won } = best;
  const name = army?.name ?? 'A new army';
  if (won >= goodOdds) {
    return {
      icon: 'attack',
      title: `Attack ${nameOf(target)}`,
      reason: `${name} wins ${won} of 40 simulated battles against it, the best odds near you. It is ${target.distance.toFixed(1)} tiles away, at ${tileText(target.tile)}.`,
      form: null,
      link: linkTo(target, army, 'Attack from the map'),
      refusal: null,
    };
  }
  const present =
    army === null
      ? `You have no army for an attack on ${nameOf(target)}.`
      : `${name} wins ${won} of 40 simulated battles against ${nameOf(target)}, the best odds near you.`;
  return adviseReinforcement(input, army, best, present);
}

function adviseToLookAround({ neighbours, empireState }: AdviceInput): NextStep {
  const [capital] = empireState.empire.cities;
  return {
    icon: 'map',
    title: 'Look for somebody to fight',
    reason:
      neighbours.length === 0
        ? 'Nobody lives within 20 tiles of your capital. The map shows who lives farther away. The simulator shows how an attack would end.'
        : 'All empires within 20 tiles are protected from you now. The map shows how long they are protected, and who lives farther away.',
    form: null,
    link: {
      href: capital === undefined ? '/map' : `/map?x=${capital.x}&y=${capital.y}`,
      text: 'Open the map',
    },
    refusal: null,
  };
}

/** Strength for the price against these defenders: the root of attack and hit points, by value. */
function worthOf(type: UnitType, defender: Stacks): number {
  const { attack, hp, value, strongAgainst } = unitRules[type];
  const isStrong =
    strongAgainst !== null &&
    defender[strongAgainst] * 2 > Object.values(defender).reduce((sum, n) => sum + n, 0);
  return Math.sqrt(attack * hp * (isStrong ? 1.5 : 1)) / value;
}

/** The best kind of unit that an own city can train, with the city: that of the army before others. */
function bestTraining(
  { cities }: Empire,
  army: Army | null,
  defender: Stacks,
): { type: UnitType; city: City } | null {
  const here = army === null ? undefined : cities.find((city) => sameTile(city, army));
  const [best] = (Object.keys(unitRules) as UnitType[])
    .flatMap((type) => {
      const canTrain = (city: City | undefined): boolean =>
        city !== undefined && levelOf(city, unitRules[type].trainedIn) > 0;
      const city = canTrain(here) ? here : cities.find(canTrain);
      return city === undefined ? [] : [{ type, city }];
    })
    .sort((a, b) => worthOf(b.type, defender) - worthOf(a.type, defender));
  return best ?? null;
}

/** The units that are in training where the army stands, or anywhere without an army. */
function inTraining(empire: Empire, army: Army | null): Units {
  const units = noUnits();
  for (const { training } of empire.cities.filter((city) => army === null || sameTile(city, army)))
    for (const { unit, quantity } of training) units[unit] += quantity;
  return units;
}

function adviseReinforcement(
  input: AdviceInput,
  army: Army | null,
  { target, fightWith }: Chance,
  present: string,
): NextStep {
  const { empire } = input.empireState;
  const link = linkTo(target, army, 'See the odds on the map');
  const coming = inTraining(empire, army);
  const later = fightWith(coming);
  const laterWon = countUnits(coming) === 0 ? 0 : estimateOdds(later).won;
  if (laterWon >= goodOdds) {
    const reason = `${present} With the units in training you win ${laterWon} of 40.`;
    return {
      icon: 'march',
      title: 'Wait for your units in training',
      reason,
      form: null,
      link,
      refusal: null,
    };
  }
  const training = bestTraining(empire, army, later.defender);
  const more =
    training === null
      ? null
      : reinforcementOf(
          (quantity) => fightWith({ ...coming, [training.type]: coming[training.type] + quantity }),
          maxBatch,
        );
  const details = input.cities.find(({ id }) => id === training?.city.id);
  const unit = details?.units.find(({ type }) => type === training?.type);
  if (training === null || more === null || details === undefined || unit === undefined) {
    const reason =
      training === null
        ? `${present} No city of yours trains units yet: build barracks.`
        : `${present} Even with ${moreOf(maxBatch, training.type)} you would lose: grow first.`;
    return { icon: 'town_hall', title: 'Grow before you attack', reason, form: null, link, refusal: null };
  }
  const quantity = Math.min(more.quantity, unit.maxQuantity > 0 ? unit.maxQuantity : maxBatch);
  const now = quantity < more.quantity ? ` You can pay and house ${quantity} of them now.` : '';
  const order = `Train ${countOf(quantity, training.type)}`;
  return {
    icon: training.type,
    title: `${order} to attack ${nameOf(target)}`,
    reason: `${present} With ${moreOf(more.quantity, training.type)} you win ${more.won} of 40.${now}`,
    form: {
      path: `/dashboard/city/${details.id}/train`,
      fields: { unit_type: training.type, quantity: String(quantity) },
      button: `${order} in ${details.name}`,
    },
    link,
    refusal: unit.reason,
  };
}
