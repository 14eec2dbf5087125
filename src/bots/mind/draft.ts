/** The draft of a mind: a copy of its empire on which every order is tried and paid for. */
import type { Target } from '../../game/orders/attack.ts';
import { ratesOf, wholeStock } from '../../game/economy/stock.ts';
import { sameTile } from '../../game/march/map.ts';
import { copyData } from '../../game/plain-data.ts';
import { scoresOf } from '../../game/diplomacy/scoring.ts';
import type { Amounts, Empire, GuardedPlace, Tile } from '../../game/types.ts';
import { GameError, type ErrorCode } from '../../kernel/errors.ts';
import { orderKey, type Memory, type Order } from './orders.ts';
import { applyOrder, type OrderContext } from './apply-order.ts';
import type { Neighbour, Sight } from './sight.ts';

/** The code of the game, or REMEMBERED for an order that was refused recently. */
export type Reason = ErrorCode | 'REMEMBERED';

/** For defence, cities and armies each: no turn needs more, and the rest waits for the next one. */
const maxOrders = 12;

export class Draft {
  readonly sight: Sight;
  readonly empire: Empire;
  readonly orders: Order[] = [];
  /** Net change of the stock per hour, and the economic score, before all orders. */
  readonly rates: Amounts;
  readonly economic: number;
  readonly #memory: Memory;
  readonly #context: OrderContext;
  #idCount = 0;
  #limit = maxOrders;

  constructor(sight: Sight, memory: Memory) {
    this.sight = sight;
    this.#memory = memory;
    this.empire = copyData({ ...sight.own, postings: null });
    this.rates = ratesOf(sight.own, sight.speed);
    this.economic = scoresOf(sight.own).economic;
    this.#context = {
      world: {
        speed: sight.speed,
        radius: sight.radius,
        firstReignAt: 0,
        empires: new Map([[this.empire.id, this.empire]]),
        battles: new Map(),
      },
      empire: this.empire,
      now: sight.now,
      newId: () => `draft-${(this.#idCount += 1)}`,
      emit: () => undefined,
      cities: sight.cities,
      findTarget: (target) => findTarget(sight, target),
      findPlace: ({ id }) => sight.alliedThreats.find(({ place }) => place.id === id) ?? null,
      splits: new Map(),
      // A new army has no id yet, so it has the name that later orders use.
      newArmyId: (as) => as,
    };
  }

  get stock(): Amounts {
    return wholeStock(this.empire);
  }

  get isFull(): boolean {
    return this.orders.length >= this.#limit;
  }

  /** For the next kind of orders. */
  makeRoom(): void {
    this.#limit = this.orders.length + maxOrders;
  }

  marchesOn(tile: Tile): boolean {
    return this.empire.armies.some(({ march }) => march?.kind === 'attack' && sameTile(march.to, tile));
  }

  isAllyOf({ allianceId }: { allianceId: string | null }): boolean {
    return allianceId !== null && allianceId === this.empire.membership?.allianceId;
  }

  /** Returns null, or the reason against the order. BUSY: the draft is full. */
  tryOrder(order: Order): Reason | null {
    if (this.isFull) return 'BUSY';
    if ((this.#memory[orderKey(order)] ?? 0) > this.sight.now) return 'REMEMBERED';
    try {
      applyOrder(this.#context, order);
    } catch (error) {
      if (error instanceof GameError) return error.code;
      throw error;
    }
    this.orders.push(order);
    return null;
  }
}

function findTarget({ neighbours, seats, now }: Sight, target: GuardedPlace): Target | null {
  const options =
    target.type === 'seat'
      ? seats.map((seat) => ({
          ...seat,
          owner: { ...seat.holder, kind: 'keeper', createdAt: 0, leave: null } as const,
        }))
      : neighbours.flatMap((owner) =>
          owner.cities.map(({ id, tile }) => ({ id, tile, heldSince: null, owner })),
        );
  const found = options.find(({ id }) => id === target.id);
  if (found === undefined) return null;
  const { tile, heldSince, owner } = found;
  return {
    target,
    tile,
    heldSince,
    marching: false,
    defenderId: owner.id,
    defenderName: owner.id,
    defender: toDefender(owner, now),
  };
}

type VisibleOwner = Pick<Neighbour, 'kind' | 'score' | 'createdAt' | 'allianceId' | 'leave'>;

/**
 * For the rules of protection. Others do not see an early end of a newcomer's protection, absence, or the alliance that
 * it has left: the protection is assumed to last, the owner to be active.
 */
export function toDefender(owner: VisibleOwner, now: number): Target['defender'] {
  const { kind, score, createdAt, allianceId, leave } = owner;
  const membership = allianceId === null ? null : { allianceId, dissolvedAt: null };
  const standing = { kind, score, createdAt, protectionEnded: false, lastActiveAt: now };
  return { ...standing, membership, formerAlliance: null, leave };
}
