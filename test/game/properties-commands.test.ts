/** Properties of commands in random games: refusals change nothing, and what holds in every world. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { guardSeed, resolveFight } from '../../src/game/fight/battle.ts';
import { peopleOf } from '../../src/game/economy/stock.ts';
import { countUnits } from '../../src/game/counts.ts';
import type { Battle } from '../../src/game/battle-types.ts';
import type { City, Empire, WorldSlice } from '../../src/game/types.ts';
import { casesOf, findUnreached } from '../support/campaign.ts';
import { commands, play, worlds } from '../support/random-games.ts';
import { battleRandomOf, dump, hourMs, the } from '../support/worlds.ts';

const seed = 20_260_133;

/** Every count of an empire that is never negative by the rules. */
function countsOf(empire: Empire): number[] {
  return [
    ...Object.values(empire.stock),
    ...empire.armies.flatMap(({ units, loot }) => [...Object.values(units), ...Object.values(loot)]),
    ...empire.cities.flatMap(({ buildings }) => buildings.map(({ level }) => level)),
    empire.destroyedValue,
    empire.foundingPaid,
  ];
}

/** No count is negative or a fraction, and no order uses more people than the population. */
function checkCounts(empire: Empire): void {
  expect(countsOf(empire).filter((n) => !Number.isSafeInteger(n) || n < 0)).toEqual([]);
  const { used, total } = peopleOf(empire);
  // Generated worlds may start with too large armies, but then no training order succeeds.
  if (used > total) expect(empire.cities.flatMap(({ training }) => training)).toEqual([]);
}

/** No army is empty or duplicated, and every home city exists. */
function checkArmies(empires: readonly Empire[]): void {
  const armies = empires.flatMap((empire) => empire.armies);
  expect(armies.filter(({ units }) => countUnits(units) === 0)).toEqual([]);
  expect(new Set(armies.map(({ id }) => id)).size).toBe(armies.length);
  for (const { cities, armies: own } of empires)
    expect(own.filter(({ homeCityId }) => !cities.some(({ id }) => id === homeCityId))).toEqual([]);
}

/** An army has at most one undecided battle, and only while it marches to it. */
function checkMarches({ empires, battles }: WorldSlice): void {
  const active = [...battles.values()].filter(({ outcome }) => outcome === null);
  expect(new Set(active.map(({ armyId }) => armyId)).size).toBe(active.length);
  for (const { id, march } of [...empires.values()].flatMap(({ armies }) => armies)) {
    const own = active.filter(({ armyId }) => armyId === id).map((battle) => battle.id);
    expect(own).toEqual(march?.kind === 'attack' ? [march.battleId] : []);
  }
}

/** A queue processes one item at a time, and no building exceeds level 25. */
function checkQueues({ construction, buildings, training }: City): void {
  const barracks = training.filter(({ unit }) => unit === 'soldiers' || unit === 'archers');
  const [stable, workshop] = (['knights', 'catapults'] as const).map((type) =>
    training.filter(({ unit }) => unit === type),
  );
  for (const queue of [construction, barracks, the(stable), the(workshop)])
    expect(queue.map(({ completesAt }) => completesAt !== null)).toEqual(queue.map((_, i) => i === 0));
  expect(construction.length).toBeLessThanOrEqual(5);
  expect(buildings.filter(({ level }) => level > 25)).toEqual([]);
}

function check(world: WorldSlice): void {
  const empires = [...world.empires.values()];
  empires.forEach(checkCounts);
  checkArmies(empires);
  checkMarches(world);
  empires.flatMap(({ cities }) => cities).forEach(checkQueues);
}

/** A decided battle has the same rounds, also those of a guard, when it is computed again from its seed. */
function checkBattle({ seed: published, outcome }: Battle): void {
  if (outcome === null || outcome.result === 'called_off') return;
  const { attackerStart: attacker, defenderStart: defender, guard, morale } = outcome;
  const wall = outcome.wall?.before ?? 0;
  const open = { attacker, wall: 0, rolls: battleRandomOf(guardSeed(published)) };
  const first = guard && resolveFight({ ...open, defender: guard.start, morale: guard.morale });
  expect(first?.rounds).toEqual(guard?.rounds);
  const isOver = first !== undefined && first.winner !== 'attacker';
  const rest = first?.attacker ?? attacker;
  const rolls = battleRandomOf(published);
  const last = isOver ? first : resolveFight({ attacker: rest, defender, wall, morale, rolls });
  expect(outcome.rounds).toEqual(isOver ? [] : last.rounds);
  expect(outcome.result).toBe(last.winner === 'draw' ? 'draw' : `${last.winner}_won`);
}

it('a refused command changes nothing, and the world is consistent after every command', () => {
  const property = fc.property(worlds, commands(30), (world, orders) => {
    const { now } = play(world, orders, (code, before) => {
      if (code !== null) expect(dump(world)).toBe(before);
      check(world);
    });
    advance(world, now + Math.ceil((8 * hourMs) / world.speed), battleRandomOf);
    check(world);
    [...world.battles.values()].forEach(checkBattle);
  });
  fc.assert(property, { seed, numRuns: casesOf(60) });
});

it('these games reach every result of a battle and most refusals', () => {
  const endings = [
    ...['attacker_won', 'defender_won', 'draw', 'called_off', 'recalled', 'target_gone', 'allied', 'truce'],
    ...['loot', 'breach', 'guard_held'],
  ];
  const events = [
    ...['construction_complete', 'training_complete', 'army_arrived', 'desertion', 'wish_ordered'],
    ...['goal_reached', 'sack_ended', 'seat_taken', 'seat_lost', 'reign_ended', 'alliance_left'],
    ...['guard_arrived', 'guard_left', 'guard_fell'],
  ];
  const refusals = ['REQUIREMENT_MISSING', 'INSUFFICIENT_POPULATION', 'INSUFFICIENT_RESOURCES'];
  const armyRefusals = ['PROTECTED', 'GUARD_LIMIT', 'ARMY_BUSY', 'INVALID_TARGET', 'VALIDATION_ERROR'];
  const allianceRefusals = ['ALLIED', 'ALLIANCE_MEMBER', 'ALLIANCE_PAUSE'];
  const expected = ['accepted', ...endings, ...events, ...refusals, ...armyRefusals, ...allianceRefusals];

  const reached = new Set<string>();
  const games = fc.tuple(worlds, commands(30));
  const missing = findUnreached(expected, reached, (batch) => {
    for (const [world, orders] of fc.sample(games, { seed: seed + batch, numRuns: 50 })) {
      const { gameEvents, now } = play(world, orders, (code) => reached.add(code ?? 'accepted'));
      for (const { kind } of gameEvents) reached.add(kind);
      advance(world, now + Math.ceil((8 * hourMs) / world.speed), battleRandomOf);
      for (const { outcome } of world.battles.values()) {
        if (outcome === null) continue;
        reached.add(outcome.result).add(outcome.reason ?? 'fought');
        if (outcome.guard !== undefined && outcome.rounds.length === 0) reached.add('guard_held');
        if (outcome.loot.gold > 0) reached.add('loot');
        if (outcome.wall !== null && outcome.wall.after < outcome.wall.before) reached.add('breach');
      }
    }
  });
  expect(missing).toEqual([]);
});
