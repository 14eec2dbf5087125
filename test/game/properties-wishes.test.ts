/** Properties of wishes in random games with long lists. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildingTypes, unitTypes, type BuildingType, type UnitType } from '../../src/contract/vocabulary.ts';
import { advance, nextDueAt } from '../../src/game/advance.ts';
import { amounts } from '../../src/game/balance.ts';
import { ratesOf } from '../../src/game/economy/stock.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import {
  maxWishedBatches,
  maxWishedLevels,
  nextWish,
  setWishes,
  statusOfWishes,
  type WantedWish,
} from '../../src/game/economy/wishes.ts';
import { casesOf } from '../support/campaign.ts';
import { commands, play, worlds, type Command } from '../support/random-games.ts';
import { battleRandomOf, dayMs, idMaker, the } from '../support/worlds.ts';
import { advanceAndCompare, steps } from './in-steps.ts';

const holds = <T>(property: fc.IProperty<T>, numRuns: number): void =>
  fc.assert(property, { seed: 20_260_106, numRuns: casesOf(numRuns) });

interface Plan {
  city: number;
  type: BuildingType | null;
  unit: UnitType;
  quantity: number;
}

const plan: fc.Arbitrary<Plan> = fc.record({
  city: fc.nat(1),
  type: fc.option(fc.constantFrom(...buildingTypes)),
  unit: fc.constantFrom(...unitTypes),
  quantity: fc.integer({ min: 1, max: 30 }),
});
const list = fc.record({ plans: fc.array(plan, { maxLength: 24 }), gold: fc.nat(400) });
const lists = fc.tuple(list, list, list);

/** Gives an empire these wishes, as far as its limits allow, and a reserve of gold. */
function fillList(empire: Empire, { plans, gold }: { plans: Plan[]; gold: number }): void {
  const newId = idMaker();
  const counts = new Map<string, number>();
  const wanted = plans.flatMap(({ city, type, unit, quantity }): WantedWish[] => {
    const cityId = the(empire.cities[city % empire.cities.length]).id;
    const key = `${cityId} ${type === null ? 'batches' : 'levels'}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (the(counts.get(key)) > (type === null ? maxWishedBatches : maxWishedLevels)) return [];
    return [type === null ? { cityId, unit, quantity } : { cityId, type }];
  });
  setWishes(empire, wanted, amounts(gold, 0, 0), () => `${empire.id}-${newId()}`);
}

/** Plays a game, fills all lists, and returns the moment. */
function begin(
  world: WorldSlice,
  orders: readonly Command[],
  plans: readonly { plans: Plan[]; gold: number }[],
): number {
  const { now } = play(world, orders);
  advance(world, now, battleRandomOf);
  const players = [...world.empires.values()].filter(({ kind }) => kind === 'player');
  players.forEach((empire, index) => fillList(empire, the(plans[index])));
  return now;
}

it('settling in a thousand random steps gives the same world as settling once, lists and goals included', () => {
  const reached = new Set<string>();
  holds(
    fc.property(worlds, commands(10), lists, steps(1000), (world, orders, plans, times) => {
      const now = begin(world, orders, plans);
      const span = Math.ceil((3 * dayMs) / world.speed);
      for (const { kind } of advanceAndCompare(world, { now, span }, times)) reached.add(kind);
    }),
    40,
  );
  expect(['wish_ordered', 'goal_reached'].filter((kind) => !reached.has(kind))).toEqual([]);
});

it('only the next wish is ever ordered, at its moment, and every other wish has a reason to wait', () => {
  holds(
    fc.property(worlds, commands(10), lists, (world, orders, plans) => {
      const now = begin(world, orders, plans);
      const until = now + Math.ceil(dayMs / world.speed);
      for (const empire of world.empires.values()) {
        const alone = { ...world, empires: new Map([[empire.id, empire]]), battles: new Map() };
        for (;;) {
          const next = nextWish(empire, ratesOf(empire, world.speed));
          const states = statusOfWishes(empire, world.speed);
          const isNext = states.map(({ state }) => state === 'next');
          expect(isNext.filter(Boolean)).toHaveLength(next === null ? 0 : 1);
          if (next !== null) {
            expect(states[isNext.indexOf(true)]).toMatchObject({ wish: next.wish, dueAt: next.at });
            expect(states.slice(0, isNext.indexOf(true)).map(({ state }) => state)).not.toContain('behind');
          }
          const due = nextDueAt(empire, world.speed) ?? Infinity;
          if (due > until) break;
          const ordered = advance(alone, due, battleRandomOf).filter(({ kind }) => kind === 'wish_ordered');
          if (ordered.length > 0 && next?.at === due)
            expect(ordered[0]).toMatchObject({ at: due, empireId: empire.id });
        }
      }
    }),
    40,
  );
});
