/** What must hold of an empire by itself: the columns that are worked out, its cities, their queues, its armies. */
import { isDeepStrictEqual } from 'node:util';
import {
  buildingRules,
  buildQueueLength,
  levelCost,
  levelsAboveTownHall,
  maxCities,
  maxLevel,
  nextCityCost,
  sumOf,
  trainQueueLength,
  unitRules,
  type TrainingBuilding,
} from '../../game/balance.ts';
import { buildMs } from '../../game/construction.ts';
import { levelOf } from '../../game/economy.ts';
import { trainMs } from '../../game/training.ts';
import type { Batch, City } from '../../game/types.ts';
import { fromEmpire, type EmpireRow } from '../rows.ts';
import { ofEach, type EmpirePage, type EmpireState } from './invariant.ts';

const trainingBuildings: readonly TrainingBuilding[] = ['barracks', 'stable', 'workshop'];

/** Rates, cap, people, units, scores and the next due moment are what the game works out of the rest. */
export const checkDerivedColumns = ofEach(({ row, empire }, { settings }) => {
  const right = fromEmpire(empire, { ...settings, empires: new Map(), battles: new Map() });
  const wrong = (Object.keys(right) as (keyof EmpireRow)[])
    .filter((column) => !isDeepStrictEqual(right[column], row[column]))
    .map(
      (column) =>
        `${column} is ${JSON.stringify(row[column])} and should be ${JSON.stringify(right[column])}.`,
    );
  const score = right.economic_score + right.military_score;
  return row.score === score ? wrong : [...wrong, `score is ${row.score} and should be ${score}.`];
});

/** Nothing of an empire that is settled up to a moment was due before it. */
export const checkNothingSkipped = ofEach(({ empire }) => {
  const dues = [
    ...empire.cities.flatMap(({ name, construction, training }) => [
      ...construction.map(({ completesAt }) => ({ what: `a level in ${name}`, at: completesAt })),
      ...training.map(({ completesAt }) => ({ what: `a batch in ${name}`, at: completesAt })),
    ]),
    ...empire.armies
      .filter(({ march }) => march !== null && march.kind !== 'attack')
      .map(({ name, march }) => ({ what: `the arrival of ${name}`, at: march?.arrivesAt ?? null })),
  ];
  return dues
    .filter(({ at }) => at !== null && at < empire.settledAt)
    .map(({ what }) => `${what} was due before the moment up to which the empire is settled.`);
});

/** A city stands in the world, its buildings within their bounds. */
function violationsOfCity({ name, x, y, buildings, construction }: City, radius: number): string[] {
  const faults: string[] = [];
  if (Math.abs(x) > radius || Math.abs(y) > radius) faults.push(`${name} stands outside the world.`);
  const hall = buildings.find(({ type }) => type === 'town_hall')?.level ?? 0;
  const types = buildings.map(({ type }) => type);
  if (new Set(types).size < types.length) faults.push(`${name} has a building twice.`);
  for (const { type, level } of buildings) {
    if (!Object.hasOwn(buildingRules, type)) faults.push(`${name} has a building of an unknown type.`);
    else if (level > Math.min(maxLevel, hall + levelsAboveTownHall))
      faults.push(`${type} in ${name} stands at ${level}, above what town hall ${hall} allows.`);
    if (level === 0 && !construction.some((queued) => queued.type === type))
      faults.push(`${type} in ${name} has no level and is not being built.`);
  }
  return faults;
}

/** Cities stand in the world, as many as were paid for, with sound buildings. */
export const checkCities = ofEach(({ empire }, { settings }) => {
  const { cities, foundingPaid } = empire;
  const faults = cities.flatMap((city) => violationsOfCity(city, settings.radius));
  if (cities.length === 0) faults.push('it has no city.');
  if (cities.length > maxCities) faults.push(`it has ${cities.length} cities.`);
  let paid = 0;
  for (let owned = 1; owned < cities.length; owned++) paid += sumOf(nextCityCost(owned));
  if (foundingPaid !== paid)
    faults.push(`founding its cities cost ${paid}, and ${foundingPaid} are written down.`);
  return faults;
});

/** Only the first level is being built, at its price and for its time; the others wait. */
function violationsOfConstruction(city: City, { settings }: EmpirePage): string[] {
  const { name, construction } = city;
  const faults: string[] = [];
  if (construction.length > buildQueueLength)
    faults.push(`${name} has ${construction.length} levels in its queue.`);
  construction.forEach(({ type, level, cost, startsAt, completesAt }, index) => {
    const what = `${type} ${level} in ${name}`;
    const earlier = construction.slice(0, index).filter((queued) => queued.type === type).length;
    const next = levelOf(city, type) + earlier + 1;
    if (type === 'wall' ? level < next : level !== next)
      faults.push(`${what} is queued where ${next} comes next.`);
    if (!isDeepStrictEqual(cost, levelCost(type, level)))
      faults.push(`${what} was paid for at another price.`);
    if (index > 0) {
      if (startsAt !== null || completesAt !== null) faults.push(`${what} runs before its turn.`);
    } else if (startsAt === null || completesAt === null) faults.push(`${what} is first and does not run.`);
    else if (completesAt - startsAt !== buildMs(level, cost, levelOf(city, 'town_hall'), settings.speed))
      faults.push(`${what} takes another time than the rules say.`);
  });
  return faults;
}

/** The first batch of each building is in training, for its time (a building may have grown since); the others wait. */
function violationsOfTraining(city: City, building: TrainingBuilding, { settings }: EmpirePage): string[] {
  const queue = city.training.filter(({ unit }) => unitRules[unit].trainedIn === building);
  const faults: string[] = [];
  const what = ({ quantity, unit }: Batch) => `${quantity} ${unit} in ${city.name}`;
  if (queue.length > trainQueueLength)
    faults.push(`the ${building} of ${city.name} has ${queue.length} batches.`);
  queue.forEach((batch, index) => {
    const { unit, quantity, startsAt, completesAt } = batch;
    const ms = (level: number) => trainMs(unit, quantity, level, settings.speed);
    if (index > 0) {
      if (startsAt !== null || completesAt !== null)
        faults.push(`${what(batch)} are trained before their turn.`);
    } else if (startsAt === null || completesAt === null)
      faults.push(`${what(batch)} are first and not in training.`);
    else if (completesAt - startsAt > ms(1) || completesAt - startsAt < ms(levelOf(city, building)))
      faults.push(`${what(batch)} take another time than the rules say.`);
  });
  return faults;
}

export const checkQueues = ofEach(({ empire }, page) =>
  empire.cities.flatMap((city) => [
    ...violationsOfConstruction(city, page),
    ...trainingBuildings.flatMap((building) => violationsOfTraining(city, building, page)),
  ]),
);

/** Armies belong to a city of their own and are in the world. */
export const checkArmies = ofEach(({ empire }, { settings }) =>
  empire.armies.flatMap(({ name, x, y, homeCityId, march, loot }) => {
    const faults: string[] = [];
    const places = [{ x, y }, ...(march === null ? [] : [march.from, march.to])];
    if (places.some((tile) => Math.abs(tile.x) > settings.radius || Math.abs(tile.y) > settings.radius))
      faults.push(`${name} is outside the world.`);
    if (!empire.cities.some(({ id }) => id === homeCityId))
      faults.push(`${name} has its home in another empire.`);
    if (march !== null && march.arrivesAt < march.departsAt)
      faults.push(`${name} arrives before it departs.`);
    if (sumOf(loot) > 0 && march?.kind !== 'return')
      faults.push(`${name} carries loot and is not on its way home.`);
    return faults;
  }),
);

/** Armies that attack and undecided battles know each other; one that starved on the way may be missing. */
export const checkBattlesUnderWay = ofEach(({ empire, battles }: EmpireState) => {
  const own = battles.filter(({ attackerId }) => attackerId === empire.id);
  const attacking = empire.armies.flatMap((army) => {
    const { name, march } = army;
    if (march === null || (march.kind !== 'attack' && march.battleId === null)) return [];
    const battle = own.find(({ id }) => id === march.battleId);
    if (march.kind !== 'attack') return [`${name} does not attack and has a battle.`];
    if (battle?.armyId !== army.id) return [`${name} marches to a battle that is not there.`];
    const isSame = battle.contactAt === march.arrivesAt && battle.x === march.to.x && battle.y === march.to.y;
    return isSame ? [] : [`${name} marches elsewhere than its battle ${battle.id}.`];
  });
  const forgotten = own.filter(({ id, armyId }) =>
    empire.armies.some((army) => army.id === armyId && army.march?.battleId !== id),
  );
  return [...attacking, ...forgotten.map(({ id }) => `the army of its battle ${id} does not march there.`)];
});
