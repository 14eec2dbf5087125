/** How large the army is to be, and what to train for it. */
import { resources, unitTypes, type UnitType } from '../../contract/vocabulary.ts';
import { maxBatch, trainQueueLength, unitRules } from '../../game/balance.ts';
import { levelOf, peopleOf, unitsOf } from '../../game/economy.ts';
import { valueOf } from '../../game/scoring.ts';
import { estimateDeliveries } from '../../game/training.ts';
import type { City, Units } from '../../game/types.ts';
import type { Draft } from './draft.ts';
import { mixRules, openingRules, styleRules, type Temperament } from './temperament.ts';
import { foodToCome } from './worth.ts';

/** So many hours the stock must feed an army that eats more than is grown. */
const hoursOfFood = 24;

/** All units of the empire, those in training included. */
function unitsToCome({ empire }: Draft): Units {
  const units = unitsOf(empire);
  for (const { training } of empire.cities) {
    for (const { unit, quantity } of training) units[unit] += quantity;
  }
  return units;
}

/** What is missing to the army the style wants, in value; 0 or less when it is large enough. */
export function lackOfArmy(draft: Draft, { style, opening }: Temperament): number {
  const { armyShare, grownUpAt } = styleRules[style];
  const { economic } = draft;
  const share = armyShare * (openingRules[opening].trains ? 1 : Math.min(1, economic / grownUpAt));
  // share = army / (army + made), solved for the army.
  return (share / (1 - share)) * economic * 100 - valueOf(unitsToCome(draft));
}

/** Orders batches, the unit first of which the mix is shortest, until the army is large enough or nothing goes. */
export function train(draft: Draft, temperament: Temperament): void {
  const barred = new Set<UnitType>();
  while (!draft.isFull) {
    const lack = lackOfArmy(draft, temperament);
    const unit = lack <= 0 ? null : shortestOf(draft, temperament, barred);
    if (unit === null) return;
    const city = quickestFor(draft, unit);
    const quantity = city === null ? 0 : affordable(draft, city, unit, lack);
    const isRefused =
      city === null ||
      quantity === 0 ||
      draft.wish({ kind: 'train', cityId: city.id, unit, quantity }) !== null;
    if (isRefused) barred.add(unit);
  }
}

function shortestOf(draft: Draft, { mix }: Temperament, barred: ReadonlySet<UnitType>): UnitType | null {
  const units = unitsToCome(draft);
  const all = Math.max(1, valueOf(units));
  const partOf = (type: UnitType): number => (units[type] * unitRules[type].value) / all;
  const [shortest] = unitTypes
    .filter((type) => mixRules[mix][type] > 0 && !barred.has(type))
    .sort((a, b) => partOf(a) / mixRules[mix][a] - partOf(b) / mixRules[mix][b]);
  return shortest ?? null;
}

/** The city that can train it and has least to do, or null when all have enough until the next look. */
function quickestFor(draft: Draft, unit: UnitType): City | null {
  const { trainedIn } = unitRules[unit];
  const [best] = draft.empire.cities
    .filter((city) => levelOf(city, trainedIn) > 0)
    .map((city) => ({ city, ...queueOf(draft, city, unit) }))
    .filter(({ batches, ms }) => batches < trainQueueLength && ms < draft.sight.nextLookMs)
    .sort((a, b) => a.ms - b.ms);
  return best?.city ?? null;
}

function queueOf(draft: Draft, city: City, unit: UnitType): { batches: number; ms: number } {
  const { trainedIn } = unitRules[unit];
  const deliveries = estimateDeliveries(city, draft.sight.speed);
  const own = deliveries.filter((_, index) => {
    const batch = city.training[index];
    return batch !== undefined && unitRules[batch.unit].trainedIn === trainedIn;
  });
  return { batches: own.length, ms: Math.max(0, (own.at(-1)?.completesAt ?? 0) - draft.sight.now) };
}

/** How many at most: for what is lacking, paid, fed and housed, and done within about a look. */
function affordable(draft: Draft, city: City, unit: UnitType, lack: number): number {
  const { cost, people, foodPerHour, trainSeconds, trainedIn, value } = unitRules[unit];
  const { empire, stock, sight } = draft;
  const { used, total } = peopleOf(empire);
  const perUnitMs = (trainSeconds * 10_000) / ((9 + levelOf(city, trainedIn)) * sight.speed);
  const food = foodToCome(draft) + stock.food / sight.speed / hoursOfFood;
  const bounds = [
    maxBatch,
    Math.ceil(lack / value),
    ...resources.filter((resource) => cost[resource] > 0).map((resource) => stock[resource] / cost[resource]),
    (total - used) / people,
    food / foodPerHour,
    Math.max(1, sight.nextLookMs / perUnitMs),
  ];
  return Math.max(0, Math.floor(Math.min(...bounds)));
}
