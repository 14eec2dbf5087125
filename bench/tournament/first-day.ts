/**
 * The first evening of a person at speed 1, played in the pure core by the advice of the overview: what every look finds to
 * order, how long the next order has to wait, and which goals are reached. Run it with `npm run first-day`.
 */
import type { GoalName } from '../../src/contract/vocabulary.ts';
import { advance } from '../../src/game/advance.ts';
import { goalRules } from '../../src/game/economy/goals.ts';
import { bestMarket, exchangesFor } from '../../src/game/economy/exchange.ts';
import { scoresOf } from '../../src/game/diplomacy/scoring.ts';
import { nearestFreeTile } from '../../src/game/march/map.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import { GameError } from '../../src/kernel/errors.ts';
import { hourMs, minuteMs } from '../../src/kernel/time.ts';
import { battleRandomOf } from '../../src/world/battle-random.ts';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { applyOrder, type OrderContext } from '../../src/bots/mind/apply-order.ts';
import type { Order } from '../../src/bots/mind/orders.ts';
import { advise } from '../../src/pages/dashboard/advice/advice.ts';
import type { Advice } from '../../src/pages/dashboard/advice/orders.ts';
import { toCityDetails } from '../../src/pages/shared/city-details.ts';
import { toNeighbours } from '../../src/pages/shared/neighbours.ts';
import { estimateOf, withError } from './estimate.ts';
import { findTargetIn } from './observe.ts';
import { foundWorld } from './world.ts';

const startMs = Date.UTC(2026, 0, 1, 18);
const worlds = 20;
/** Empires in a world. */
const people = 21;
/** How far the overview looks for targets. */
const reachTiles = 20;
/** More orders than any look can pay. */
const maxOrders = 30;

class Evening {
  readonly #world: WorldSlice;
  readonly empire: Empire;
  #ids = 0;
  #hasAttacked = false;

  readonly #exchanges: boolean;

  constructor(seed: number, exchanges: boolean) {
    this.#exchanges = exchanges;
    const newId = (): string => `${seed}-${(this.#ids += 1)}`;
    const options = { now: startMs, speed: 1, chance: makeChance(seed), newId };
    const { world, empires } = foundWorld(people, options);
    const empire = empires[seed % people];
    if (empire === undefined) throw new Error('the world has no empire');
    this.#world = world;
    this.empire = empire;
    for (const each of world.empires.values()) each.postings = null;
  }

  /** Gives every advised order that can be paid. Returns how many there were. */
  async look(now: number): Promise<number> {
    advance(this.#world, now, battleRandomOf);
    let orders = 0;
    while (orders < maxOrders && (await this.#follow(now))) orders += 1;
    return orders;
  }

  async #follow(now: number): Promise<boolean> {
    const empireState = { empire: this.empire, world: this.#world, now };
    const others = [...this.#world.empires.values()].filter(({ id }) => id !== this.empire.id);
    const rows = others.flatMap((owner) =>
      owner.cities.map(({ id, name, x, y }) => ({
        ...{ id, name, x, y, empire_id: owner.id, empire_name: owner.name, empire_kind: owner.kind },
        ...{
          score: scoresOf(owner).total,
          created_at: owner.createdAt,
          protection_ended: false,
          last_active_at: now,
        },
        ...{ alliance_id: null, alliance_tag: null, dissolved_at: null, leave: null },
        ...{ former_alliance_id: null, alliance_left_at: null, former_dissolved_at: null },
      })),
    );
    const window = { cities: rows, armies: [] } as unknown as Parameters<typeof toNeighbours>[1];
    const { firstSteps, goals } = await advise({
      empireState,
      cities: this.empire.cities.map((city) => toCityDetails(empireState, city)),
      neighbours: toNeighbours(empireState, window).filter(({ distance }) => distance <= reachTiles),
      readEmpire: (_key, id) => {
        const empire = this.#world.empires.get(id);
        return Promise.resolve(empire === undefined ? null : { ...empireState, empire });
      },
      hasAttacked: this.#hasAttacked,
    });
    const next = firstSteps === null ? goals.next : firstSteps.next;
    return [next, next?.meanwhile].some((advice) => advice != null && this.#order(advice, now));
  }

  /** Gives the order of an advice; false if there is none, or it cannot be given now. */
  #order({ form, link, refusal, cost }: Advice, now: number): boolean {
    if (refusal !== null && !(this.#exchanges && refusal.includes('missing') && this.#exchangeFor(cost, now)))
      return false;
    const [capital] = this.empire.cities;
    const [, , , cityId = ''] = form?.path.split('/') ?? [];
    if (form?.fields.type !== undefined)
      return this.#apply({ kind: 'build', cityId, building: form.fields.type as never, quantity: 1 }, now);
    if (form !== undefined) {
      const { unit_type: unit, quantity } = form.fields;
      return this.#apply({ kind: 'train', cityId, unit: unit as never, quantity: Number(quantity) }, now);
    }
    const others = [...this.#world.empires.values()].flatMap(({ cities, seats }) => [...cities, ...seats]);
    const tile = nearestFreeTile(
      { x: (capital?.x ?? 0) + 4, y: capital?.y ?? 0 },
      others,
      this.#world.radius,
    );
    const address = new URL(link?.href ?? '/', 'http://localhost');
    const [army, at] = [address.searchParams.get('army'), address.searchParams.get('at')];
    const target = [...this.#world.empires.values()]
      .flatMap(({ cities }) => cities)
      .find(({ x, y }) => `${x},${y}` === at);
    if (link?.href === '/map?found=1' && tile !== null)
      return this.#apply({ kind: 'found', name: 'Second', tile }, now);
    if (link?.text === 'Attack from the map' && army !== null && target !== undefined)
      return this.#apply({ kind: 'attack', armyId: army, target: { type: 'city', id: target.id } }, now);
    return false;
  }

  /** Exchanges what pays a cost; false if nothing does. */
  #exchangeFor(cost: Advice['cost'], now: number): boolean {
    const exchanges = cost === undefined ? null : exchangesFor(this.empire, cost);
    const cityId = bestMarket(this.empire)?.id;
    if (exchanges === null || exchanges.length === 0 || cityId === undefined) return false;
    return exchanges.every((each) => this.#apply({ kind: 'exchange', cityId, ...each }, now));
  }

  #apply(order: Order, now: number): boolean {
    const newId = (): string => `id-${(this.#ids += 1)}`;
    const context: OrderContext = {
      ...{ world: this.#world, empire: this.empire, now, newId, emit: () => undefined, cities: [] },
      ...{ findTarget: (target) => findTargetIn(this.#world, target), findPlace: () => null },
      ...{ splits: new Map(), newArmyId: newId },
    };
    try {
      applyOrder(context, order);
    } catch (error) {
      if (error instanceof GameError) return false;
      throw error;
    }
    if (order.kind === 'attack') this.#hasAttacked = true;
    return true;
  }
}

/** Looks every 20 minutes for four hours: the longest run of looks without an order, and all looks without one. */
async function playLooks(seed: number, exchanges: boolean) {
  const evening = new Evening(seed, exchanges);
  let [run, longest, empty] = [0, 0, 0];
  for (let now = startMs; now <= startMs + 4 * hourMs; now += 20 * minuteMs) {
    const isEmpty = (await evening.look(now)) === 0;
    run = isEmpty ? run + 1 : 0;
    longest = Math.max(longest, run);
    if (isEmpty) empty += 1;
  }
  return { longest, empty };
}

/** Looks every minute for three hours: the mean wait for the next order in hours 1 to 3, the longest, and the goals. */
async function playMinutes(seed: number, exchanges: boolean) {
  const evening = new Evening(seed, exchanges);
  const ordered: number[] = [];
  for (let minute = 0; minute <= 180; minute += 1)
    if ((await evening.look(startMs + minute * minuteMs)) > 0) ordered.push(minute);
  let [sum, longest] = [0, 0];
  for (let minute = 60; minute < 180; minute += 1) {
    const wait = (ordered.find((each) => each >= minute) ?? 180) - minute;
    sum += wait;
    longest = Math.max(longest, wait);
  }
  return { mean: sum / 120, longest, goals: Object.keys(evening.empire.goals) as GoalName[] };
}

const show = (title: string, values: readonly number[]): void => {
  const estimate = estimateOf(values, (value) => value);
  console.log(`${title}: ${withError(estimate, '', 2)}, at most ${Math.max(...values).toFixed(2)}`);
};
for (const exchanges of [false, true]) {
  console.log(exchanges ? '\nWith the exchange' : 'Without the exchange');
  const looks = [];
  const minutes = [];
  for (let seed = 1; seed <= worlds; seed += 1) {
    looks.push(await playLooks(seed, exchanges));
    minutes.push(await playMinutes(seed, exchanges));
  }
  show(
    'looks in a row without an order',
    looks.map(({ longest }) => longest),
  );
  show(
    'looks without an order, of 13',
    looks.map(({ empty }) => empty),
  );
  show(
    'minutes until the next order, hours 1 to 3',
    minutes.map(({ mean }) => mean),
  );
  show(
    'the longest such wait, in minutes',
    minutes.map(({ longest }) => longest),
  );
  show(
    'goals in three hours',
    minutes.map(({ goals }) => goals.length),
  );
  show(
    'their rewards of each resource',
    minutes.map(({ goals }) => goals.reduce((sum, name) => sum + goalRules[name].reward, 0)),
  );
}
