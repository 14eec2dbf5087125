/** A person of a simulated world, who gives the orders that the overview advises. */
import { bestMarket, exchangesFor } from '../../src/game/economy/exchange.ts';
import { setWishes, wishesOf } from '../../src/game/economy/wishes.ts';
import { scoresOf } from '../../src/game/diplomacy/scoring.ts';
import { nearestFreeTile } from '../../src/game/march/map.ts';
import { applyDueNow } from '../../src/game/advance.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import { dayMs, hourMs, minuteMs } from '../../src/kernel/time.ts';
import type { Order } from '../../src/bots/mind/orders.ts';
import { advise } from '../../src/pages/dashboard/advice/advice.ts';
import { nextPayable, planNight } from '../../src/pages/dashboard/advice/evening.ts';
import type { Advice, Situation } from '../../src/pages/dashboard/advice/orders.ts';
import { toCityDetails } from '../../src/pages/shared/city-details.ts';
import { toNeighbours } from '../../src/pages/shared/neighbours.ts';

/** How far the overview looks for targets. */
const reachTiles = 20;
/** More orders than any look can pay. */
const maxOrders = 30;

/** Hours of the day, after a first hour. */
const looks = [8, 13, 18, 22] as const;
const firstLookMs = 10 * minuteMs;

/** The moment of the first look after this one. */
export function nextLook(after: number, startMs: number, speed: number): number {
  if (after < startMs + hourMs / speed) return after + Math.ceil(firstLookMs / speed);
  const day = Math.floor(((after - startMs) * speed) / dayMs);
  const moments = [...looks, 24 + looks[0]].map(
    (hour) => startMs + Math.ceil(((24 * day + hour) * hourMs) / speed),
  );
  return moments.find((at) => at > after) ?? after;
}

export interface PersonOptions {
  world: WorldSlice;
  empire: Empire;
  /** Returns whether the order was accepted. */
  apply: (order: Order) => boolean;
  newId: () => string;
  /** Whether it uses the exchange. */
  exchanges: boolean;
}

export class Person {
  readonly #options: PersonOptions;
  #hasAttacked = false;

  constructor(options: PersonOptions) {
    this.#options = options;
  }

  /** Gives every advised order that can be paid. Returns how many there were. The world is advanced to `now`. */
  async look(now: number): Promise<number> {
    let orders = 0;
    while (orders < maxOrders && (await this.#follow(now))) orders += 1;
    return orders;
  }

  /** Accepts the plan of the night, if the overview offers it. */
  async plan(now: number): Promise<void> {
    const { world, empire, newId } = this.#options;
    const situation = this.#situation(now);
    const { firstSteps, goals } = await advise(situation);
    if (firstSteps !== null || nextPayable(situation, goals.next) === null) return;
    const { wanted } = await planNight(situation);
    setWishes(empire, [...wishesOf(empire).list, ...wanted], null, newId);
    applyDueNow(world, empire, now, () => undefined);
  }

  async #follow(now: number): Promise<boolean> {
    const { firstSteps, goals } = await advise(this.#situation(now));
    const next = firstSteps === null ? goals.next : firstSteps.next;
    return [next, next?.meanwhile].some((advice) => advice != null && this.#order(advice));
  }

  #situation(now: number): Situation {
    const { world } = this.#options;
    // Pages try orders on copies, which must not post to the ledger.
    const empire = { ...this.#options.empire, postings: null };
    const empireState = { empire, world, now };
    const others = [...world.empires.values()].filter(({ id }) => id !== empire.id);
    const rows = others.flatMap((owner) =>
      owner.cities.map(({ id, name, x, y }) => ({
        ...{ id, name, x, y, empire_id: owner.id, empire_name: owner.name, empire_kind: owner.kind },
        ...{
          score: scoresOf(owner).total,
          created_at: owner.createdAt,
          protection_ended: owner.protectionEnded,
          last_active_at: owner.lastActiveAt,
        },
        ...{ alliance_id: null, alliance_tag: null, dissolved_at: null, leave: null },
        ...{ former_alliance_id: null, alliance_left_at: null, former_dissolved_at: null },
      })),
    );
    const window = { cities: rows, armies: [] } as unknown as Parameters<typeof toNeighbours>[1];
    return {
      empireState,
      cities: empire.cities.map((city) => toCityDetails(empireState, city)),
      neighbours: toNeighbours(empireState, window).filter(({ distance }) => distance <= reachTiles),
      readEmpire: (_key, id) => {
        const other = world.empires.get(id);
        return Promise.resolve(
          other === undefined ? null : { ...empireState, empire: { ...other, postings: null } },
        );
      },
      hasAttacked: this.#hasAttacked,
    };
  }

  /** Gives the order of an advice; false if there is none, or it cannot be given now. */
  #order({ form, link, refusal, cost }: Advice): boolean {
    if (
      refusal !== null &&
      !(this.#options.exchanges && refusal.includes('missing') && this.#exchangeFor(cost))
    )
      return false;
    const { world, empire } = this.#options;
    const [capital] = empire.cities;
    const [, , , cityId = ''] = form?.path.split('/') ?? [];
    if (form?.fields.type !== undefined)
      return this.#apply({ kind: 'build', cityId, building: form.fields.type as never, quantity: 1 });
    if (form !== undefined) {
      const { unit_type: unit, quantity } = form.fields;
      return this.#apply({ kind: 'train', cityId, unit: unit as never, quantity: Number(quantity) });
    }
    const others = [...world.empires.values()].flatMap(({ cities, seats }) => [...cities, ...seats]);
    const tile = nearestFreeTile({ x: (capital?.x ?? 0) + 4, y: capital?.y ?? 0 }, others, world.radius);
    const address = new URL(link?.href ?? '/', 'http://localhost');
    const [army, at] = [address.searchParams.get('army'), address.searchParams.get('at')];
    const target = [...world.empires.values()]
      .flatMap(({ cities }) => cities)
      .find(({ x, y }) => `${x},${y}` === at);
    if (link?.href === '/map?found=1' && tile !== null)
      return this.#apply({ kind: 'found', name: `City ${empire.cities.length + 1}`, tile });
    if (link?.text === 'Attack from the map' && army !== null && target !== undefined)
      return this.#apply({ kind: 'attack', armyId: army, target: { type: 'city', id: target.id } });
    return false;
  }

  /** Exchanges what pays a cost; false if nothing does. */
  #exchangeFor(cost: Advice['cost']): boolean {
    const { empire } = this.#options;
    const exchanges = cost === undefined ? null : exchangesFor(empire, cost);
    const cityId = bestMarket(empire)?.id;
    if (exchanges === null || exchanges.length === 0 || cityId === undefined) return false;
    return exchanges.every((each) => this.#apply({ kind: 'exchange', cityId, ...each }));
  }

  #apply(order: Order): boolean {
    const isAccepted = this.#options.apply(order);
    if (isAccepted && order.kind === 'attack') this.#hasAttacked = true;
    return isAccepted;
  }
}
