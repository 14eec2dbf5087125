/** The stock bar at the head of every page: stock, people and scores. */
import { resources } from '../../contract/vocabulary.ts';
import { capOf, limitsAt, peopleOf, ratesOf, stockScale, wholeStock } from '../../game/economy/stock.ts';
import { scoresOf } from '../../game/diplomacy/scoring.ts';
import type { EmpireState } from '../../world/read.ts';

/** `isUrgent`: whether the player should act. */
function outlookOf(
  amount: number,
  rate: number,
  cap: number,
  { fullAt, depletedAt }: { fullAt: number | null; depletedAt: number | null },
): { outlook: string; outlookAt: number | null; isUrgent: boolean } {
  if (depletedAt !== null && amount === 0) return { outlook: 'none left', outlookAt: null, isUrgent: true };
  if (depletedAt !== null) return { outlook: 'lasts', outlookAt: depletedAt, isUrgent: true };
  if (amount >= cap) return { outlook: 'the stores are full', outlookAt: null, isUrgent: true };
  if (fullAt !== null && rate !== 0) return { outlook: 'full in', outlookAt: fullAt, isUrgent: false };
  return { outlook: 'stays as it is', outlookAt: null, isUrgent: false };
}

export function toStockBar({ empire, world }: EmpireState) {
  const stock = wholeStock(empire);
  const rates = ratesOf(empire, world.speed);
  const cap = capOf(empire);
  return {
    stock: resources.map((resource) => {
      const limits = limitsAt(empire.stock[resource], rates[resource], cap, empire.advancedAt);
      return {
        resource,
        amount: stock[resource],
        /** In fractional units, for the counter in the browser. */
        exact: empire.stock[resource] / stockScale,
        cap,
        rate: rates[resource],
        ...outlookOf(stock[resource], rates[resource], cap, limits),
      };
    }),
    population: peopleOf(empire),
    scores: scoresOf(empire),
  };
}
