/**
 * The first evening of a person at speed 1, played in the pure core by the advice of the overview: what every look finds to
 * order, how long the next order has to wait, and which goals are reached. Run it with `npm run first-day`.
 */
import type { GoalName } from '../../src/contract/vocabulary.ts';
import { advance } from '../../src/game/advance.ts';
import { goalRules } from '../../src/game/economy/goals.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import { hourMs, minuteMs } from '../../src/kernel/time.ts';
import { battleRandomOf } from '../../src/world/battle-random.ts';
import { makeChance } from '../../src/bots/mind/chance.ts';
import type { Order } from '../../src/bots/mind/orders.ts';
import { estimateOf, withError } from './estimate.ts';
import { contextIn, giveOrder } from './give-order.ts';
import { Person } from './person.ts';
import { foundWorld } from './world.ts';

const startMs = Date.UTC(2026, 0, 1, 18);
const worlds = 20;
/** Empires in a world. */
const people = 21;

class Evening {
  readonly #world: WorldSlice;
  readonly #person: Person;
  readonly empire: Empire;

  constructor(seed: number, exchanges: boolean) {
    let ids = 0;
    const newId = (): string => `${seed}-${(ids += 1)}`;
    const options = { now: startMs, speed: 1, chance: makeChance(seed), newId };
    const { world, empires } = foundWorld(people, options);
    const empire = empires[seed % people];
    if (empire === undefined) throw new Error('the world has no empire');
    this.#world = world;
    this.empire = empire;
    for (const each of world.empires.values()) each.postings = null;
    const apply = (order: Order): boolean => {
      const now = empire.advancedAt;
      return (
        giveOrder(contextIn({ world, empire, now, cities: [], newId, emit: () => undefined }), order) === null
      );
    };
    this.#person = new Person({ world, empire, apply, newId, exchanges });
  }

  /** Gives every advised order that can be paid. Returns how many there were. */
  look(now: number): Promise<number> {
    advance(this.#world, now, battleRandomOf);
    return this.#person.look(now);
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
