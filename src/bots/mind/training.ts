/** Decides how large the army should be, and what to train for it. */
import { resources, unitTypes, type UnitType } from '../../contract/vocabulary.ts';
import { maxBatch, trainQueueLength, unitRules } from '../../game/balance.ts';
import { levelOf, peopleOf, times } from '../../game/economy/stock.ts';
import { valueOf } from '../../game/diplomacy/scoring.ts';
import { estimateDeliveries } from '../../game/economy/training.ts';
import { sumUnits } from '../../game/counts.ts';
import type { Amounts, City, Units } from '../../game/types.ts';
import type { Draft } from './draft.ts';
import { bestProducer } from './stationing.ts';
import { mixRules, styleRules, trainsEarly, type Temperament } from './temperament.ts';
import { expectedFoodPerHour, unitsInTraining } from './worth.ts';

/** The stock covers a deficit of food for so long. */
const hoursOfFood = 24;
/** Of all people; a larger army would leave no workers for further levels. */
const maxArmyPeople = 0.4;

function expectedUnits({ empire }: Draft): Units {
  return sumUnits([...empire.armies, { units: unitsInTraining(empire) }]);
}

/** Value that the army lacks; 0 or less if it is large enough. */
export function armyShortfall(draft: Draft, { style, opening }: Temperament): number {
  const { armyShare, trainsFrom, raids } = styleRules[style];
  const { economic, empire } = draft;
  const isGrown = empire.cities.some((city) => bestProducer(city) >= trainsFrom);
  const share = isGrown || (raids && trainsEarly(opening)) ? armyShare : 0;
  // share = army / (army + economic value), solved for army. A point of score is 100 of value.
  return (share / (1 - share)) * economic * 100 - valueOf(expectedUnits(draft));
}

/** At most `maxArmyPeople` of all, with units in training. */
export function recruitsLeft(draft: Draft): number {
  const units = expectedUnits(draft);
  const people = unitTypes.reduce((sum, type) => sum + units[type] * unitRules[type].people, 0);
  return maxArmyPeople * peopleOf(draft.empire).total - people;
}

/** The unit that the mix lacks most comes first. @param share of the stock that may be spent, from 0 to 1 */
export function train(draft: Draft, temperament: Temperament, share: number): void {
  const kept = times(draft.stock, 1 - share);
  const excluded = new Set<UnitType>();
  while (!draft.isFull) {
    const shortfall = armyShortfall(draft, temperament);
    const unit = shortfall <= 0 ? null : mostLacking(draft, temperament, excluded);
    if (unit === null) return;
    const city = quickestFor(draft, unit);
    const quantity = city === null ? 0 : affordable(draft, city, unit, { shortfall, kept });
    const isRefused =
      city === null ||
      quantity === 0 ||
      draft.tryOrder({ kind: 'train', cityId: city.id, unit, quantity }) !== null;
    if (isRefused) excluded.add(unit);
  }
}

function mostLacking(draft: Draft, { mix }: Temperament, excluded: ReadonlySet<UnitType>): UnitType | null {
  const units = expectedUnits(draft);
  const total = Math.max(1, valueOf(units));
  const shareOf = (type: UnitType): number => (units[type] * unitRules[type].value) / total;
  const [unit] = unitTypes
    .filter((type) => mixRules[mix][type] > 0 && !excluded.has(type))
    .sort((a, b) => shareOf(a) / mixRules[mix][a] - shareOf(b) / mixRules[mix][b]);
  return unit ?? null;
}

/** By the shortest queue; null if all are busy until the next turn. */
function quickestFor(draft: Draft, unit: UnitType): City | null {
  const { trainedIn } = unitRules[unit];
  const [best] = draft.empire.cities
    .filter((city) => levelOf(city, trainedIn) > 0)
    .map((city) => ({ city, ...queueOf(draft, city, unit) }))
    .filter(({ batches, ms }) => batches < trainQueueLength && ms < draft.sight.nextTurnMs)
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

function affordable(
  draft: Draft,
  city: City,
  unit: UnitType,
  { shortfall, kept }: { shortfall: number; kept: Amounts },
): number {
  const { cost, people, foodPerHour, trainSeconds, trainedIn, value } = unitRules[unit];
  const { empire, stock, sight } = draft;
  const { used, total } = peopleOf(empire);
  const perUnitMs = (trainSeconds * 10_000) / ((9 + levelOf(city, trainedIn)) * sight.speed);
  const food = expectedFoodPerHour(draft) + stock.food / sight.speed / hoursOfFood;
  const bounds = [
    maxBatch,
    Math.ceil(shortfall / value),
    ...resources
      .filter((resource) => cost[resource] > 0)
      .map((resource) => (stock[resource] - kept[resource]) / cost[resource]),
    (total - used) / people,
    recruitsLeft(draft) / people,
    food / foodPerHour,
    Math.max(1, sight.nextTurnMs / perUnitMs),
  ];
  return Math.max(0, Math.floor(Math.min(...bounds)));
}
