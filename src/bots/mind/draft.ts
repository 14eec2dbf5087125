/**
 * The draft a mind works on: a copy of its own empire on which every wish is first tried with the functions of the
 * game itself. What they refuse is not ordered, and what is ordered is paid for before the next wish is weighed.
 */
import type { Target } from '../../game/attack.ts';
import { ratesOf, wholeStock } from '../../game/economy.ts';
import { scoresOf } from '../../game/scoring.ts';
import type { Amounts, Battle, Empire } from '../../game/types.ts';
import { GameError, type ErrorCode } from '../../kernel/errors.ts';
import { wishOf, type Memory, type Order } from './orders.ts';
import { applyOrder, type OrderTarget } from './apply-order.ts';
import type { Neighbour, Sight } from './sight.ts';

/** Why a wish is not ordered: what the game would say, or that it was refused a moment ago. */
export type Reason = ErrorCode | 'REMEMBERED';

/** No look needs more; what is left is ordered at the next one. */
const maxOrders = 12;

export class Draft {
  readonly sight: Sight;
  readonly empire: Empire;
  readonly orders: Order[] = [];
  /** Net change of the stock an hour, and the economic score: no order changes them at once. */
  readonly rates: Amounts;
  readonly economic: number;
  readonly #memory: Memory;
  readonly #stage: OrderTarget;
  #made = 0;

  constructor(sight: Sight, memory: Memory) {
    this.sight = sight;
    this.#memory = memory;
    this.empire = copyEmpire(sight.own);
    this.rates = ratesOf(sight.own, sight.speed);
    this.economic = scoresOf(sight.own).economic;
    this.#stage = {
      world: {
        speed: sight.speed,
        radius: sight.radius,
        empires: new Map([[this.empire.id, this.empire]]),
        battles: new Map(),
      },
      empire: this.empire,
      now: sight.now,
      newId: () => `draft-${(this.#made += 1)}`,
      emit: () => undefined,
      cities: sight.cities,
      findTarget: (target) => findTarget(sight, target),
      splits: new Map(),
      // On the draft an army is called what later orders call it.
      newArmyId: (as) => as,
    };
  }

  get stock(): Amounts {
    return wholeStock(this.empire);
  }

  get isFull(): boolean {
    return this.orders.length >= maxOrders;
  }

  /** Orders it, unless it would be refused or was refused a moment ago: then says why. */
  wish(order: Order): Reason | null {
    if (this.isFull) return 'BUSY';
    if ((this.#memory[wishOf(order)] ?? 0) > this.sight.now) return 'REMEMBERED';
    try {
      applyOrder(this.#stage, order);
    } catch (error) {
      if (error instanceof GameError) return error.code;
      throw error;
    }
    this.orders.push(order);
    return null;
  }
}

function copyEmpire(empire: Empire): Empire {
  return {
    ...empire,
    stock: { ...empire.stock },
    attackedBy: { ...empire.attackedBy },
    cities: empire.cities.map((city) => ({
      ...city,
      buildings: city.buildings.map((building) => ({ ...building })),
      construction: city.construction.map((level) => ({ ...level })),
      training: city.training.map((batch) => ({ ...batch })),
    })),
    armies: empire.armies.map((army) => ({ ...army, units: { ...army.units } })),
  };
}

/**
 * A target as its neighbour is seen. Whether an early end was put to a newcomer's protection is not shown: it is
 * taken to last, and nobody to be absent.
 */
function findTarget(sight: Sight, target: Battle['target']): Target | null {
  for (const neighbour of sight.neighbours) {
    const found = (target.type === 'city' ? neighbour.cities : neighbour.armies).find(
      ({ id }) => id === target.id,
    );
    if (found === undefined) continue;
    return {
      target,
      tile: found.tile,
      marching: false,
      defenderId: neighbour.id,
      defenderName: neighbour.id,
      defender: standingOf(neighbour, sight.now),
    };
  }
  return null;
}

export function standingOf({ score, createdAt }: Neighbour, now: number): Target['defender'] {
  return { score, createdAt, protectionEnded: false, lastActiveAt: now };
}
