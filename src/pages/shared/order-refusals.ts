/** Whether an order is possible now: it is tried on copies, and a refusal is put into words. */
import type { Amounts, City, Empire } from '../../game/types.ts';
import { requireStock } from '../../game/economy.ts';
import { GameError } from '../../kernel/errors.ts';
import { capitalise, lasting } from './formatters.ts';
import { inWords } from './forms.ts';
import { affordableInMs } from './stock-bar.ts';

/** Tries an order on copies of the empire and city. Returns the refusal, or null. */
export function refusalOf(
  empire: Empire,
  city: City,
  order: (empire: Empire, city: City) => void,
): GameError | null {
  try {
    order(
      { ...empire, stock: { ...empire.stock } },
      {
        ...city,
        buildings: [...city.buildings],
        construction: [...city.construction],
        training: [...city.training],
      },
    );
    return null;
  } catch (error) {
    if (error instanceof GameError) return error;
    throw error;
  }
}

/** The refusal in words. If only resources are missing, it includes the time until the stock suffices. */
export function reasonOf(
  refusal: GameError | null,
  empire: Empire,
  cost: Amounts,
  speed: number,
): string | null {
  if (refusal === null) return null;
  const why = inWords(refusal.details ?? refusal.message);
  if (refusal.code !== 'INSUFFICIENT_RESOURCES') return `${capitalise(why)}.`;
  const inMs = affordableInMs(empire, cost, speed);
  if (inMs === null) return `${why}; the stores or the income are too small for it.`;
  return `${why}; there in ${lasting(inMs)}.`;
}

/** Why the stock does not suffice for a cost, with the time until it does; null if it suffices. */
export function paymentRefusal(empire: Empire, cost: Amounts, speed: number): string | null {
  try {
    requireStock(empire, cost);
    return null;
  } catch (error) {
    if (error instanceof GameError) return reasonOf(error, empire, cost, speed);
    throw error;
  }
}
