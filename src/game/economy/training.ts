import type { UnitType } from '../../contract/vocabulary.ts';
import { GameError } from '../../kernel/errors.ts';
import { trainQueueLength, unitRules, type TrainingBuilding } from '../balance.ts';
import { entryFor, post } from './ledger.ts';
import { requireLevels } from './construction.ts';
import { levelOf, pay, requirePeople, times } from './stock.ts';
import { noUnits } from '../counts.ts';
import { addArmy, standsAt } from '../march/marching.ts';
import type { Emit } from '../events.ts';
import type { Amounts, Batch, City, Empire } from '../types.ts';

/** Milliseconds: quantity x seconds / (1 + 0.1 x (level - 1)) / speed, rounded up; factors are scaled to integers. */
export function trainMs(unit: UnitType, quantity: number, level: number, speed: number): number {
  return Math.ceil((quantity * unitRules[unit].trainSeconds * 10_000) / ((9 + level) * speed));
}

export function queueOf(city: City, building: TrainingBuilding): Batch[] {
  return city.training.filter(({ unit }) => unitRules[unit].trainedIn === building);
}

/**
 * From 1 to 1000 units. Throws, in this order, REQUIREMENT_MISSING, QUEUE_FULL, INSUFFICIENT_POPULATION,
 * INSUFFICIENT_RESOURCES.
 */
export function orderBatch(
  empire: Empire,
  city: City,
  unit: UnitType,
  quantity: number,
  { now, speed, newId }: { now: number; speed: number; newId: () => string },
): { batch: Batch; cost: Amounts } {
  const rule = unitRules[unit];
  requireLevels(city, { [rule.trainedIn]: 1 });
  if (queueOf(city, rule.trainedIn).length >= trainQueueLength) {
    throw new GameError('QUEUE_FULL', `the ${rule.trainedIn} holds ${trainQueueLength} batches`);
  }
  requirePeople(empire, rule.people * quantity);
  const cost = times(rule.cost, quantity);
  pay(empire, cost, entryFor('training', { cityId: city.id }));
  const batch: Batch = { id: newId(), unit, quantity, startsAt: null, completesAt: null };
  city.training.push(batch);
  startNextBatch(city, rule.trainedIn, now, speed);
  return { batch, cost };
}

function startNextBatch(city: City, building: TrainingBuilding, at: number, speed: number): void {
  const next = queueOf(city, building)[0];
  if (next?.startsAt !== null) return;
  next.startsAt = at;
  next.completesAt = at + trainMs(next.unit, next.quantity, levelOf(city, building), speed);
}

/** The units join the army that has been stationary in the city longest, or form a new one. */
export function completeBatch(
  empire: Empire,
  city: City,
  batch: Batch,
  at: number,
  speed: number,
  emit: Emit,
): void {
  city.training = city.training.filter(({ id }) => id !== batch.id);
  const { unit, quantity } = batch;
  const garrison = empire.armies
    .filter((army) => standsAt(army, city))
    .sort((a, b) => a.standingSince - b.standingSince || (a.id < b.id ? -1 : 1))[0];
  if (garrison === undefined) {
    const tile = { x: city.x, y: city.y };
    const units = { ...noUnits(), [unit]: quantity };
    addArmy(empire, { id: batch.id, tile, homeCityId: city.id, units, at });
  } else garrison.units[unit] += quantity;
  post(empire, entryFor('trained', { cityId: city.id }), { units: { [unit]: quantity } });
  startNextBatch(city, unitRules[unit].trainedIn, at, speed);
  emit({ kind: 'training_complete', at, empireId: empire.id, cityId: city.id, unit, quantity });
}

/** Waiting batches use the current level of the building. */
export function estimateDeliveries(city: City, speed: number): { startsAt: number; completesAt: number }[] {
  const freeAt = new Map<TrainingBuilding, number>();
  return city.training.map(({ unit, quantity, ...batch }) => {
    const building = unitRules[unit].trainedIn;
    const startsAt = batch.startsAt ?? freeAt.get(building) ?? 0;
    const completesAt =
      batch.completesAt ?? startsAt + trainMs(unit, quantity, levelOf(city, building), speed);
    freeAt.set(building, completesAt);
    return { startsAt, completesAt };
  });
}
