/**
 * Conservation in random games, checked against a separate ledger of this test. Every unit of stock is produced,
 * spent, looted or lost; every soldier is trained, alive, killed or deserted. The check is exact at every event.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  goalNames,
  resources,
  type BuildingType,
  type GoalName,
  type Resource,
} from '../../src/contract/vocabulary.ts';
import { advance, nextDueAt } from '../../src/game/advance.ts';
import { meetingsDue } from '../../src/game/contact/meetings.ts';
import {
  amounts,
  eachResource,
  levelCost,
  outputPerHour,
  storageCap,
  sumOf,
  unitRules,
} from '../../src/game/balance.ts';
import { add, times, stockScale } from '../../src/game/economy/stock.ts';
import { eachUnit, sumUnits } from '../../src/game/counts.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { scoresOf } from '../../src/game/diplomacy/scoring.ts';
import type { Battle, Outcome, Sack } from '../../src/game/battle-types.ts';
import type { Amounts, City, Empire, Stacks, Units, WorldSlice } from '../../src/game/types.ts';
import { casesOf } from '../support/campaign.ts';
import { commands, momentOf, perform, unitsToDismiss, worlds } from '../support/random-games.ts';
import { hourMs, idMaker, refusal, battleRandomOf, t0, the } from '../support/worlds.ts';

/** The data of one empire that the test's ledger tracks on its own. */
interface Account {
  units: Units;
  destroyedValue: number;
  foundingPaid: number;
}

interface Ledger {
  accounts: Map<string, Account>;
  /** Loot on its way home, by army. */
  carried: Map<string, Amounts>;
  /** When the last sack of each city ends. */
  sackedUntil: Map<string, number>;
  /** The goals of each empire. */
  goals: Map<string, Set<GoalName>>;
}

/** What the goals bring of each resource, in the order of `goalNames`. */
const rewards = [
  ...[80, 100, 150, 80, 100, 80, 100, 120, 60, 150, 150, 130, 150, 150, 150, 200, 150, 250, 150, 500, 600],
  ...[500, 800, 800, 800, 1500, 2000, 2000, 5000, 1000, 2000, 1000],
];

/** Gold per level and hour, and what is produced. */
const keepOf: Record<BuildingType, readonly [upkeep: number, output?: Resource]> = {
  town_hall: [0],
  farm: [0, 'food'],
  quarry: [0, 'materials'],
  market: [0, 'gold'],
  house: [0],
  warehouse: [0],
  barracks: [3],
  stable: [5],
  workshop: [5],
  wall: [1],
};

/** Output of a city per hour at speed 1, computed independently from its buildings. */
function outputOfCity({ buildings }: City): Amounts {
  const output = amounts(30, 30, 30);
  for (const { type, level } of buildings) {
    const [upkeep, resource] = keepOf[type];
    if (resource !== undefined) output[resource] += outputPerHour(type, level);
    output.gold -= upkeep * level;
  }
  return output;
}

/** The smaller half of what is positive. */
const halfOf = (output: Amounts, resource: Resource): number =>
  output[resource] <= 0 ? 0 : (output[resource] - (output[resource] % 2)) / 2;

/** Rates in units per hour since the last moment of the empire. */
function ratesOf(empire: Empire, units: Units, speed: number, sackedUntil: Ledger['sackedUntil']): Amounts {
  const rates = amounts(0, 0, 0);
  for (const city of empire.cities) {
    const output = outputOfCity(city);
    const isSacked = (sackedUntil.get(city.id) ?? 0) > empire.advancedAt;
    for (const resource of resources)
      rates[resource] += output[resource] - (isSacked ? halfOf(output, resource) : 0);
  }
  rates.food -= units.soldiers + units.archers + 3 * units.knights + 4 * units.catapults;
  return times(rates, speed);
}

/** Stock after a span at one rate, in big integers: limited to zero and the cap; stock above the cap is kept. */
function accrued(stock: number, rate: number, cap: number, ms: number): number {
  const limit = BigInt(cap) * BigInt(stockScale);
  const sum = BigInt(stock) + BigInt(rate) * BigInt(ms);
  if (rate >= 0) return stock >= limit ? stock : Number(sum < limit ? sum : limit);
  return Number(sum > 0n ? sum : 0n);
}

/** The stock of an empire at `at` after production only. */
function stockAt(
  empire: Empire,
  units: Units,
  { at, speed, sackedUntil }: { at: number; speed: number } & Pick<Ledger, 'sackedUntil'>,
): Amounts {
  const rates = ratesOf(empire, units, speed, sackedUntil);
  let cap = 0;
  for (const { buildings } of empire.cities) {
    cap += storageCap(buildings.find(({ type }) => type === 'warehouse')?.level ?? 0);
  }
  return eachResource((resource) =>
    accrued(empire.stock[resource], rates[resource], cap, at - empire.advancedAt),
  );
}

const lossesOf = (start: Stacks, end: Stacks = start): Units => eachUnit((type) => start[type] - end[type]);
const subtractLosses = (account: Account, lost: Units): void => {
  account.units = eachUnit((type) => account.units[type] - lost[type]);
};
const valueOf = (units: Units): number =>
  100 * units.soldiers + 120 * units.archers + 360 * units.knights + 400 * units.catapults;

function enterLosses(a: Account, d: Account, lost: { a: Units; d: Units }): void {
  subtractLosses(a, lost.a);
  subtractLosses(d, lost.d);
  a.destroyedValue += valueOf(lost.d);
  d.destroyedValue += valueOf(lost.a);
}

const carryOf = (units: Stacks): number => 25 * units.soldiers + 20 * units.archers + 90 * units.knights;

/** Enters a sack. Its loot is within half the output of two hours before the fight, and within what the survivors can carry. */
function enterSack(ledger: Ledger, city: City, outcome: Outcome, sack: Sack): void {
  const output = outputOfCity(city);
  const fromStock = sumOf(outcome.loot) - sumOf(sack.loot);
  const room = carryOf(the(outcome.rounds.at(-1)?.attacker.units ?? outcome.attackerStart)) - fromStock;
  const lost = amounts(0, 0, 0);
  for (const resource of resources) {
    lost[resource] = 2 * halfOf(output, resource);
    expect(sack.loot[resource]).toBeLessThanOrEqual(lost[resource]);
  }
  expect(sumOf(sack.loot)).toBe(Math.min(room, sumOf(lost)));
  expect(ledger.sackedUntil.get(city.id) ?? 0).toBeLessThanOrEqual(outcome.at);
  ledger.sackedUntil.set(city.id, sack.until);
}

/** Enters a decided battle and subtracts what it took from the loser's stock in `expected`. */
function enterBattle(
  ledger: Ledger,
  battle: Battle,
  outcome: Outcome,
  { expected, loser }: { expected: Map<string, Amounts>; loser: Empire },
): void {
  const accountOf = (id: string): Account => the(ledger.accounts.get(id));
  const { attackerStart, defenderStart, guard, rounds } = outcome;
  const [first, last] = [guard?.rounds.at(-1), rounds.at(-1)];
  const attacker = accountOf(battle.attackerId);
  const met = first?.attacker.units ?? attackerStart;
  if (guard !== undefined) {
    const lost = lossesOf(guard.start, first?.defender.units);
    enterLosses(attacker, accountOf(guard.empireId), { a: lossesOf(attackerStart, met), d: lost });
  }
  enterLosses(attacker, accountOf(battle.defenderId), {
    a: lossesOf(met, last?.attacker.units),
    d: lossesOf(defenderStart, last?.defender.units),
  });
  if (sumOf(outcome.loot) > 0) {
    ledger.carried.set(battle.armyId, outcome.loot);
    const stock = the(expected.get(battle.defenderId));
    for (const resource of resources) {
      stock[resource] -= (outcome.loot[resource] - (outcome.sack?.loot[resource] ?? 0)) * stockScale;
    }
  }
  if (outcome.sack !== undefined) {
    const city = the(loser.cities.find(({ x, y }) => x === battle.x && y === battle.y));
    enterSack(ledger, city, outcome, outcome.sack);
  }
}

/** Enters an event of a single empire. */
function enterGameEvent(
  world: WorldSlice,
  ledger: Ledger,
  gameEvent: GameEvent,
  expected: Map<string, Amounts>,
): void {
  if (gameEvent.kind === 'training_complete') {
    the(ledger.accounts.get(gameEvent.empireId)).units[gameEvent.unit] += gameEvent.quantity;
  } else if (gameEvent.kind === 'wish_ordered') {
    const { wish, empireId } = gameEvent;
    const price = amounts(0, 0, 0);
    if ('unit' in wish) add(price, times(unitRules[wish.unit].cost, wish.quantity));
    else {
      const city = the(world.empires.get(empireId)?.cities.find(({ id }) => id === wish.cityId));
      const { type, level } = the(city.construction.find(({ orderId }) => orderId === wish.id));
      add(price, levelCost(type, level));
    }
    const stock = the(expected.get(empireId));
    for (const resource of resources) stock[resource] -= price[resource] * stockScale;
  } else if (gameEvent.kind === 'goal_reached') {
    const { empireId, goal } = gameEvent;
    const goals = the(ledger.goals.get(empireId));
    expect(goals).not.toContain(goal);
    goals.add(goal);
    const stock = the(expected.get(empireId));
    for (const resource of resources) stock[resource] += the(rewards[goalNames.indexOf(goal)]) * stockScale;
  } else if (gameEvent.kind === 'desertion') {
    subtractLosses(the(ledger.accounts.get(gameEvent.empireId)), gameEvent.lost);
  } else if (gameEvent.kind === 'army_arrived') {
    const loot = ledger.carried.get(gameEvent.armyId) ?? amounts(0, 0, 0);
    expect(gameEvent.loot).toEqual(loot);
    const stock = the(expected.get(gameEvent.empireId));
    for (const resource of resources) stock[resource] += loot[resource] * stockScale;
    ledger.carried.delete(gameEvent.armyId);
  }
}

/** The next due time in the world, at most `until`. */
function nextMoment(world: WorldSlice, until: number): number {
  const due = [...world.empires.values()].map((empire) => nextDueAt(empire, world.speed) ?? until);
  return Math.min(until, ...due, ...meetingsDue(world, until).map(({ at }) => at));
}

/** Advances the world from one due time to the next and compares it with the ledger each time. */
function advanceAndCompare(world: WorldSlice, ledger: Ledger, until: number): void {
  for (;;) {
    const at = nextMoment(world, until);
    const expected = new Map<string, Amounts>();
    for (const empire of world.empires.values()) {
      const { units } = the(ledger.accounts.get(empire.id));
      const moment = {
        at: Math.max(at, empire.advancedAt),
        speed: world.speed,
        sackedUntil: ledger.sackedUntil,
      };
      expected.set(empire.id, stockAt(empire, units, moment));
    }
    const undecided = new Set([...world.battles.values()].filter(({ outcome }) => outcome === null));
    for (const gameEvent of advance(world, at, battleRandomOf))
      enterGameEvent(world, ledger, gameEvent, expected);
    for (const battle of undecided) {
      if (battle.outcome === null) continue;
      enterBattle(ledger, battle, battle.outcome, {
        expected,
        loser: the(world.empires.get(battle.defenderId)),
      });
    }
    compare(world, ledger, expected);
    if (at === until) return;
  }
}

function compare(world: WorldSlice, ledger: Ledger, expected: Map<string, Amounts>): void {
  const carried = new Map<string, Amounts>();
  for (const empire of world.empires.values()) {
    const account = the(ledger.accounts.get(empire.id));
    for (const { id, loot } of empire.armies) if (sumOf(loot) > 0) carried.set(id, loot);
    expect(sumUnits(empire.armies)).toEqual(account.units);
    expect(empire.stock).toEqual(expected.get(empire.id));
    expect(scoresOf(empire)).toEqual(scoreOf(empire, account));
  }
  // The loot of a removed army is lost.
  const alive = new Set([...world.empires.values()].flatMap(({ armies }) => armies.map(({ id }) => id)));
  for (const id of ledger.carried.keys()) if (!alive.has(id)) ledger.carried.delete(id);
  expect(carried).toEqual(ledger.carried);
}

/** The postings lead without a gap from the balances before to the balances after. */
function expectPostings(before: Empire, after: Empire): void {
  const stock = { ...before.stock };
  let units = sumUnits(before.armies);
  for (const posting of the(after.postings)) {
    add(stock, posting.stock);
    units = sumUnits([{ units }, posting]);
    expect({ stock, units }).toEqual({ stock: posting.stockAfter, units: posting.unitsAfter });
  }
  expect({ stock, units }).toEqual({ stock: after.stock, units: sumUnits(after.armies) });
}

/** Each loot posting references a battle and has the amounts of its loot. */
function expectLootPostings({ postings }: Empire, battles: WorldSlice['battles']): void {
  for (const { cause, battleId, stock } of the(postings)) {
    if (cause === 'loot')
      expect(stock).toEqual(times(the(battles.get(the(battleId))?.outcome).loot, stockScale));
  }
}

/** The score by its formula, computed from the buildings and the test's ledger. */
function scoreOf(empire: Empire, account: Account): ReturnType<typeof scoresOf> {
  let paid = account.foundingPaid;
  for (const { buildings } of empire.cities) {
    for (const { type, level } of buildings) {
      for (let built = 1; built <= level; built++) paid += sumOf(levelCost(type, built));
    }
  }
  const economic = Math.floor(paid / 100);
  const military = Math.floor(valueOf(account.units) / 100) + Math.floor(account.destroyedValue / 400);
  return { economic, military, total: economic + military };
}

/** All ordered levels and batches. */
const queueOf = ({ cities }: Empire) => ({
  levels: cities.flatMap(({ construction }) => construction),
  batches: cities.flatMap(({ training }) => training),
});

/** The sum of what the levels and units cost that were ordered since then. */
function priceSince(before: ReturnType<typeof queueOf>, empire: Empire): Amounts {
  const price = amounts(0, 0, 0);
  const { levels, batches } = queueOf(empire);
  for (const level of levels)
    if (!before.levels.includes(level)) add(price, levelCost(level.type, level.level));
  for (const batch of batches)
    if (!before.batches.includes(batch)) add(price, times(unitRules[batch.unit].cost, batch.quantity));
  return price;
}

it('every change of resources, units and scores is accounted for, and orders cost the sum of their parts', () => {
  let guardFights = 0;
  fc.assert(
    fc.property(worlds, commands(30), (world, orders) => {
      const newId = idMaker();
      const maps = { accounts: new Map(), carried: new Map() };
      const ledger: Ledger = { ...maps, sackedUntil: new Map(), goals: new Map() };
      for (const empire of world.empires.values()) empire.postings = [];
      const initial = structuredClone(world);
      for (const { id, armies } of world.empires.values()) {
        ledger.goals.set(id, new Set());
        ledger.accounts.set(id, { units: sumUnits(armies), destroyedValue: 0, foundingPaid: 0 });
      }
      let now = t0;
      for (const order of orders) {
        now = momentOf(order, now, world.speed);
        advanceAndCompare(world, ledger, now);
        const empire = the([...world.empires.values()][order.empire]);
        const before = { ...empire.stock };
        const queued = queueOf(empire);
        let paid = amounts(0, 0, 0);
        const refused = refusal(() => {
          paid = perform(world, order, now, newId);
        });
        if (order.kind === 'build' || order.kind === 'train')
          expect(paid).toEqual(priceSince(queued, empire));
        for (const resource of resources) before[resource] -= paid[resource] * stockScale;
        expect(empire.stock).toEqual(before);
        if (order.kind === 'found' && refused === null) {
          the(ledger.accounts.get(empire.id)).foundingPaid += sumOf(paid);
        }
        if (order.kind === 'dismiss' && refused === null) {
          subtractLosses(the(ledger.accounts.get(empire.id)), unitsToDismiss(order));
        }
      }
      advanceAndCompare(world, ledger, now + Math.ceil((8 * hourMs) / world.speed));
      for (const { outcome } of world.battles.values()) if (outcome?.guard !== undefined) guardFights += 1;
      for (const [id, empire] of world.empires) {
        expectPostings(the(initial.empires.get(id)), empire);
        expectLootPostings(empire, world.battles);
        expect(Object.keys(empire.goals).sort()).toEqual([...the(ledger.goals.get(id))].sort());
      }
    }),
    { seed: 20_260_104, numRuns: casesOf(60) },
  );
  expect(guardFights).toBeGreaterThan(0);
});
