/** View model of a city. */
import {
  buildingTypes,
  resources,
  unitTypes,
  type BuildingType,
  type UnitType,
} from '../../contract/vocabulary.ts';
import {
  buildingRules,
  buildQueueLength,
  levelCost,
  levelsAboveTownHall,
  maxBatch,
  maxLevel,
  militiaOf,
  trainQueueLength,
  unitRules,
} from '../../game/balance.ts';
import { buildMs, cancelOrder, estimateCompletions, plannedLevel } from '../../game/economy/construction.ts';
import { cityProduction, levelOf, peopleOf, populationOf, wholeStock } from '../../game/economy/stock.ts';
import { sackMs } from '../../game/contact/sack.ts';
import { estimateDeliveries, trainMs } from '../../game/economy/training.ts';
import type { City } from '../../game/types.ts';
import type { EmpireState } from '../../world/read.ts';
import { buildingEffects } from './building-effects.ts';
import { pricesOf, reasonOf, refusalOf, trialOf } from './order-refusals.ts';
import { amountsText, kindName } from './formatters.ts';

function toBuilding(state: EmpireState, city: City, type: BuildingType) {
  const { empire, world } = state;
  const { speed } = world;
  const level = levelOf(city, type);
  const planned = plannedLevel(city, type);
  const target = planned + 1;
  const effect = buildingEffects[type];
  const building = {
    type,
    name: kindName(type),
    level,
    orderedLevels: planned - level,
    upkeep: buildingRules[type].upkeepPerLevel * speed,
    isBeingBuilt: city.construction[0]?.type === type,
    effectLabel: effect.label,
    effectParts: effect.parts ?? null,
    effect: effect.value(level, speed),
  };
  if (target > maxLevel) return { ...building, next: null, isBarred: true, reason: 'Highest level reached.' };
  const cost = levelCost(type, target);
  const refusal = refusalOf(state, city, { type });
  return {
    ...building,
    next: {
      level: target,
      /** Once all that is ordered is complete. */
      effectBefore: effect.value(planned, speed),
      effect: effect.value(target, speed),
      cost: pricesOf(empire, cost),
      workers: buildingRules[type].workersPerLevel,
      durationMs: buildMs(target, cost, levelOf(city, 'town_hall'), speed),
    },
    isBarred: refusal !== null,
    /** The queue itself says that it is full. */
    reason: refusal?.code === 'QUEUE_FULL' ? null : reasonOf(refusal, state, cost),
  };
}

function toUnit(state: EmpireState, city: City, type: UnitType) {
  const { empire, world } = state;
  const { speed } = world;
  const rule = unitRules[type];
  const { cost, people, trainedIn, strongAgainst } = rule;
  const refusal = refusalOf(state, city, { unit: type, quantity: 1 });
  const stock = wholeStock(empire);
  const { used, total } = peopleOf(empire);
  const housed = Math.max(0, Math.min(maxBatch, Math.floor((total - used) / people)));
  const payable = resources.map((resource) => Math.floor(stock[resource] / cost[resource]));
  return {
    type,
    name: kindName(type),
    cost: pricesOf(empire, cost),
    people,
    durationMs: trainMs(type, 1, Math.max(1, levelOf(city, trainedIn)), speed),
    rule: { ...rule, tilesPerHour: rule.tilesPerHour * speed },
    /** How many can be paid and housed now. */
    maxQuantity: Math.max(0, Math.min(housed, ...payable)),
    /** How many of a batch can be housed. */
    housed,
    strongAgainst: strongAgainst === null ? null : kindName(strongAgainst).toLowerCase(),
    reason: reasonOf(refusal, state, cost),
  };
}

/** Cancels the order on copies. */
function refundText({ empire, world, now }: EmpireState, city: City, orderId: string): string {
  const trial = trialOf(empire, city);
  const refund = cancelOrder(trial.empire, trial.city, orderId, now, world.speed);
  return refund === null ? '' : amountsText(refund);
}

export function toCityDetails(state: EmpireState, city: City) {
  const { empire, world, now } = state;
  const { speed } = world;
  const levels = estimateCompletions(city, speed);
  const deliveries = estimateDeliveries(city, speed);
  const population = populationOf(city);
  return {
    id: city.id,
    name: city.name,
    tile: { x: city.x, y: city.y },
    isCapital: city.id === empire.cities[0]?.id,
    population,
    militia: militiaOf(population),
    wall: levelOf(city, 'wall'),
    production: cityProduction(city, speed),
    sack:
      city.sackedUntil === null
        ? null
        : { startsAt: city.sackedUntil - Math.ceil(sackMs / speed), endsAt: city.sackedUntil },
    maxLevel,
    /** As far as its town hall allows. */
    highestLevel: Math.min(maxLevel, levelOf(city, 'town_hall') + levelsAboveTownHall),
    buildings: buildingTypes.map((type) => toBuilding(state, city, type)),
    queue: city.construction.map(({ orderId, type, level, startsAt }, index) => ({
      /** Stable across refreshes. */
      id: `level-${orderId}-${level}`,
      orderId,
      refund: refundText(state, city, orderId),
      icon: type,
      title: `${kindName(type)} to level ${level}`,
      ...(levels[index] ?? { startsAt: now, completesAt: now }),
      isRunning: startsAt !== null,
    })),
    freeSlots: buildQueueLength - city.construction.length,
    units: unitTypes.map((type) => toUnit(state, city, type)),
    training: city.training.map(({ id, unit, quantity, startsAt }, index) => ({
      id: `batch-${id}`,
      orderId: null,
      refund: null,
      icon: unit,
      title: `${kindName(unit)}, ${quantity}`,
      ...(deliveries[index] ?? { startsAt: now, completesAt: now }),
      isRunning: startsAt !== null,
    })),
    trainingSlots: trainQueueLength,
  };
}

export type CityDetails = ReturnType<typeof toCityDetails>;
export type BuildingView = CityDetails['buildings'][number];
