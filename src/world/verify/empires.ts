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
import { nextDueAt } from '../../game/advance.ts';
import { buildMs } from '../../game/economy/construction.ts';
import { levelOf } from '../../game/economy/stock.ts';
import { sackMs } from '../../game/contact/sack.ts';
import { trainMs } from '../../game/economy/training.ts';
import type { Batch, City, Empire } from '../../game/types.ts';
import { violationsOfWishes, wishesOf } from '../../game/economy/wishes.ts';
import type { WorldSettings } from '../rows/load.ts';
import { fromEmpire } from '../rows/row-conversion.ts';
import type { EmpireRow } from '../rows/rows.ts';
import { checkBySql, checkEachEmpire, isoSql, type CheckedEmpire, type EmpirePage } from './invariant.ts';
import { buildingTypes } from '../../contract/vocabulary.ts';
import { maxStrength, strengthOf, villageLevels } from '../../game/founding/villages.ts';

const trainingBuildings: readonly TrainingBuilding[] = ['barracks', 'stable', 'workshop'];

export const checkDerivedColumns = checkEachEmpire(({ row, empire }, { settings }) => {
  const expected = fromEmpire(empire, { ...settings, empires: new Map(), battles: new Map() });
  const wrong = (Object.keys(expected) as (keyof EmpireRow)[])
    .filter((column) => !isDeepStrictEqual(expected[column], row[column]))
    .map(
      (column) =>
        `${column} is ${JSON.stringify(row[column])} and should be ${JSON.stringify(expected[column])}.`,
    );
  const score = expected.economic_score + expected.military_score;
  return row.score === score ? wrong : [...wrong, `score is ${row.score} and should be ${score}.`];
});

export const checkDueEntries = checkBySql<EmpirePage>('checkDueEntries', {
  sql: `SELECT id, name || ': due_empires has no entry for its next due moment, ' || ${isoSql('expected.at')} || '.' AS sentence
   FROM unnest($1::uuid[], $2::bigint[]) AS expected (id, at) JOIN empires USING (id)
   WHERE expected.at IS NOT NULL
     AND NOT EXISTS (SELECT FROM due_empires due WHERE due.empire_id = empires.id AND due.at = expected.at)`,
  values: ({ empireIds, states, settings }) => [
    empireIds,
    states.map(({ empire }) => nextDueAt(empire, settings.speed)),
  ],
});

/** An empire has no due work from before the moment to which it has advanced. */
export const checkNothingSkipped = checkEachEmpire(({ empire }) => {
  const dues = [
    ...empire.cities.flatMap(({ name, construction, training, sackedUntil }) => [
      { what: `the end of the sack of ${name}`, at: sackedUntil },
      ...construction.map(({ completesAt }) => ({ what: `a level in ${name}`, at: completesAt })),
      ...training.map(({ completesAt }) => ({ what: `a batch in ${name}`, at: completesAt })),
    ]),
    ...empire.armies
      .filter(({ march }) => march !== null && march.kind !== 'attack')
      .map(({ name, march }) => ({ what: `the arrival of ${name}`, at: march?.arrivesAt ?? null })),
    { what: 'its growth', at: empire.growsAt },
    { what: 'the end of its reign', at: empire.reignEndsAt },
  ];
  return dues
    .filter(({ at }) => at !== null && at < empire.advancedAt)
    .map(({ what }) => `${what} was due before the moment to which the empire has advanced.`);
});

function violationsOfCity(city: City, { kind, advancedAt }: Empire, settings: WorldSettings): string[] {
  const { name, x, y, buildings, construction, plunderedAt, sackedUntil } = city;
  const { radius, speed } = settings;
  const found: string[] = [];
  if (Math.abs(x) > radius || Math.abs(y) > radius) found.push(`${name} is outside the world.`);
  const hall = buildings.find(({ type }) => type === 'town_hall')?.level ?? 0;
  if (plunderedAt.some(({ share }) => share < 1 || share > 1000))
    found.push(`${name} was plundered of an impossible share.`);
  if (sackedUntil !== null && kind === 'village') found.push(`${name} is a village and sacked.`);
  if (sackedUntil !== null && sackedUntil > advancedAt + Math.ceil(sackMs / speed))
    found.push(`${name} is sacked for too long.`);
  const types = buildings.map(({ type }) => type);
  if (new Set(types).size < types.length) found.push(`${name} has a building twice.`);
  for (const { type, level } of buildings) {
    if (!Object.hasOwn(buildingRules, type)) found.push(`${name} has a building of an unknown type.`);
    else if (level > Math.min(maxLevel, hall + levelsAboveTownHall))
      found.push(`${type} in ${name} has level ${level}, above the limit of town hall ${hall}.`);
    if (level === 0 && kind !== 'village' && !construction.some((queued) => queued.type === type))
      found.push(`${type} in ${name} has no level and is not being built.`);
  }
  return found;
}

export const checkCities = checkEachEmpire(({ empire }, { settings }) => {
  const { kind, cities, foundingPaid } = empire;
  const found = cities.flatMap((city) => violationsOfCity(city, empire, settings));
  if (cities.length === 0 && kind !== 'keeper') found.push('it has no city.');
  if (cities.length > maxCities) found.push(`it has ${cities.length} cities.`);
  let paid = 0;
  for (let owned = 1; owned < cities.length; owned++) paid += sumOf(nextCityCost(owned));
  if (foundingPaid !== paid)
    found.push(`founding its cities cost ${paid}, but founding_paid is ${foundingPaid}.`);
  return found;
});

function violationsOfConstruction(city: City, { settings }: EmpirePage): string[] {
  const { name, construction } = city;
  const found: string[] = [];
  if (construction.length > buildQueueLength)
    found.push(`${name} has ${construction.length} levels in its queue.`);
  construction.forEach(({ type, level, cost, startsAt, completesAt }, index) => {
    const what = `${type} ${level} in ${name}`;
    const earlier = construction.slice(0, index).filter((queued) => queued.type === type).length;
    const next = levelOf(city, type) + earlier + 1;
    if (type === 'wall' ? level < next : level !== next)
      found.push(`${what} is queued, but level ${next} comes next.`);
    if (!isDeepStrictEqual(cost, levelCost(type, level))) found.push(`${what} has a wrong price.`);
    if (index > 0) {
      if (startsAt !== null || completesAt !== null) found.push(`${what} runs before its turn.`);
    } else if (startsAt === null || completesAt === null)
      found.push(`${what} is first in the queue but does not run.`);
    else if (completesAt - startsAt !== buildMs(level, cost, levelOf(city, 'town_hall'), settings.speed))
      found.push(`${what} has a wrong duration.`);
  });
  return found;
}

/** A batch takes its time at any level so far, as buildings grow. */
function violationsOfTraining(city: City, building: TrainingBuilding, { settings }: EmpirePage): string[] {
  const queue = city.training.filter(({ unit }) => unitRules[unit].trainedIn === building);
  const found: string[] = [];
  const what = ({ quantity, unit }: Batch) => `${quantity} ${unit} in ${city.name}`;
  if (queue.length > trainQueueLength)
    found.push(`the ${building} of ${city.name} has ${queue.length} batches.`);
  queue.forEach((batch, index) => {
    const { unit, quantity, startsAt, completesAt } = batch;
    const ms = (level: number) => trainMs(unit, quantity, level, settings.speed);
    if (index > 0) {
      if (startsAt !== null || completesAt !== null)
        found.push(`${what(batch)} are trained before their turn.`);
    } else if (startsAt === null || completesAt === null)
      found.push(`${what(batch)} are first in the queue but not in training.`);
    else if (completesAt - startsAt > ms(1) || completesAt - startsAt < ms(levelOf(city, building)))
      found.push(`${what(batch)} have a wrong duration.`);
  });
  return found;
}

export const checkQueues = checkEachEmpire(({ empire }, page) =>
  empire.cities.flatMap((city) => [
    ...violationsOfConstruction(city, page),
    ...trainingBuildings.flatMap((building) => violationsOfTraining(city, building, page)),
  ]),
);

export const checkWishes = checkEachEmpire(({ empire }) => [
  ...violationsOfWishes(wishesOf(empire)).map((sentence) => `${sentence}.`),
  ...wishesOf(empire)
    .list.filter(({ cityId }) => !empire.cities.some(({ id }) => id === cityId))
    .map(({ id }) => `its wish ${id} is for a city of another empire.`),
]);

/** Armies carry loot only on their way home. */
export const checkArmies = checkEachEmpire(({ empire }, { settings }) =>
  empire.armies.flatMap(({ name, x, y, homeCityId, march, loot }) => {
    const found: string[] = [];
    const tiles = [{ x, y }, ...(march === null ? [] : [march.from, march.to])];
    if (tiles.some((tile) => Math.abs(tile.x) > settings.radius || Math.abs(tile.y) > settings.radius))
      found.push(`${name} is outside the world.`);
    if (!empire.cities.some(({ id }) => id === homeCityId))
      found.push(`${name} has its home in another empire.`);
    if (march !== null && march.arrivesAt < march.departsAt) found.push(`${name} arrives before it departs.`);
    if (sumOf(loot) > 0 && march?.kind !== 'return')
      found.push(`${name} carries loot and is not on its way home.`);
    return found;
  }),
);

/** An army that starved on its way may be missing. */
export const checkBattlesUnderWay = checkEachEmpire(({ empire, battles }: CheckedEmpire) => {
  const own = battles.filter(({ attackerId }) => attackerId === empire.id);
  const attacking = empire.armies.flatMap((army) => {
    const { name, march } = army;
    if (march === null || (march.kind !== 'attack' && march.battleId === null)) return [];
    const battle = own.find(({ id }) => id === march.battleId);
    if (march.kind !== 'attack') return [`${name} has a battle but does not attack.`];
    if (battle?.armyId !== army.id) return [`${name} attacks without a battle of its own.`];
    const isSame = battle.contactAt === march.arrivesAt && battle.x === march.to.x && battle.y === march.to.y;
    return isSame ? [] : [`${name} and its battle ${battle.id} differ in tile or moment.`];
  });
  const withoutMarch = own.filter(({ id, armyId }) =>
    empire.armies.some((army) => army.id === armyId && army.march?.battleId !== id),
  );
  return [
    ...attacking,
    ...withoutMarch.map(({ id }) => `the army of its battle ${id} does not march there.`),
  ];
});

/** A village has one city with its id, no army, and the levels of its strength. */
export const checkVillages = checkEachEmpire(({ empire }) => {
  const { id, kind, cities, armies, growsAt } = empire;
  if (kind !== 'village') return growsAt === null ? [] : ['it grows without being a village.'];
  const [city, ...others] = cities;
  if (city?.id !== id || others.length > 0) return ['it does not have exactly one city with its id.'];
  const found: string[] = [];
  const strength = strengthOf(city);
  if (!buildingTypes.every((type) => levelOf(city, type) === (villageLevels(strength)[type] ?? 0)))
    found.push('its buildings are not those of its strength.');
  if ((growsAt === null) !== strength >= maxStrength) found.push('its growth does not fit its strength.');
  if (armies.length > 0) found.push('it has an army.');
  return found;
});
