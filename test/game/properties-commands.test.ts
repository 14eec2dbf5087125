/** Properties of commands in random games: refusals change nothing, no count is negative, no army is duplicated. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { resolveFight } from '../../src/game/battle.ts';
import { peopleOf } from '../../src/game/economy.ts';
import { countUnits } from '../../src/game/units.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import { casesOf } from '../support/campaign.ts';
import { commands, findUnreached, momentOf, perform, play, worlds } from '../support/random-games.ts';
import { dump, hourMs, idMaker, refusal, battleRandomOf, t0 } from '../support/worlds.ts';

const seed = 20_260_133;
const holds = <T>(property: fc.IProperty<T>, numRuns: number): void => {
  fc.assert(property, { seed, numRuns: casesOf(numRuns) });
};

/** Plays a game and calls `inspect` after every command, and again eight hours / speed after the last one. */
function watch(numRuns: number, inspect: (world: WorldSlice) => void): void {
  holds(
    fc.property(worlds, commands(30), (world, orders) => {
      const newId = idMaker();
      let now = t0;
      for (const order of orders) {
        now = momentOf(order, now, world.speed);
        advance(world, now, battleRandomOf);
        refusal(() => perform(world, order, now, newId));
        inspect(world);
      }
      advance(world, now + Math.ceil((8 * hourMs) / world.speed), battleRandomOf);
      inspect(world);
    }),
    numRuns,
  );
}

it('a refused command changes nothing', () => {
  holds(
    fc.property(worlds, commands(30), (world, orders) => {
      const newId = idMaker();
      let now = t0;
      for (const order of orders) {
        now = momentOf(order, now, world.speed);
        advance(world, now, battleRandomOf);
        const before = dump(world);
        if (refusal(() => perform(world, order, now, newId)) !== null) expect(dump(world)).toBe(before);
      }
    }),
    60,
  );
});

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

it('no count is negative or a fraction', () => {
  watch(40, (world) => {
    const counts = [...world.empires.values()].flatMap(countsOf);
    expect(counts.filter((n) => !Number.isSafeInteger(n) || n < 0)).toEqual([]);
  });
});

it('no order uses more people than the population', () => {
  watch(40, (world) => {
    for (const empire of world.empires.values()) {
      const { used, total } = peopleOf(empire);
      // Generated worlds may start with too large armies, but then no training order succeeds.
      if (used > total) expect(empire.cities.flatMap(({ training }) => training)).toEqual([]);
    }
  });
});

it('no army is empty or duplicated, and every home city exists', () => {
  watch(40, (world) => {
    const armies = [...world.empires.values()].flatMap((empire) => empire.armies);
    expect(armies.filter(({ units }) => countUnits(units) === 0)).toEqual([]);
    expect(new Set(armies.map(({ id }) => id)).size).toBe(armies.length);
    for (const { cities, armies: own } of world.empires.values()) {
      expect(own.filter(({ homeCityId }) => !cities.some(({ id }) => id === homeCityId))).toEqual([]);
    }
  });
});

it('an army has at most one undecided battle, and only while it marches to it', () => {
  watch(40, (world) => {
    const active = [...world.battles.values()].filter(({ outcome }) => outcome === null);
    const armies = [...world.empires.values()].flatMap((empire) => empire.armies);
    expect(new Set(active.map(({ armyId }) => armyId)).size).toBe(active.length);
    for (const { id, march } of armies) {
      const own = active.filter(({ armyId }) => armyId === id).map((battle) => battle.id);
      expect(own).toEqual(march?.kind === 'attack' ? [march.battleId] : []);
    }
  });
});

it('a queue processes one item at a time, and no building exceeds level 25', () => {
  watch(40, (world) => {
    for (const { cities } of world.empires.values()) {
      for (const { construction, buildings, training } of cities) {
        expect(construction.length).toBeLessThanOrEqual(5);
        expect(construction.map(({ completesAt }) => completesAt !== null)).toEqual(
          construction.map((_, i) => i === 0),
        );
        expect(buildings.filter(({ level }) => level > 25)).toEqual([]);
        for (const group of [['soldiers', 'archers'], ['knights'], ['catapults']]) {
          const queue = training.filter(({ unit }) => group.includes(unit));
          expect(queue.map(({ completesAt }) => completesAt !== null)).toEqual(queue.map((_, i) => i === 0));
        }
      }
    }
  });
});

it('a stored battle has the same rounds when it is computed again from its seed', () => {
  holds(
    fc.property(worlds, commands(30), (world, orders) => {
      const { now } = play(world, orders);
      advance(world, now + Math.ceil((8 * hourMs) / world.speed), battleRandomOf);
      for (const { seed: published, outcome } of world.battles.values()) {
        if (outcome === null || outcome.result === 'called_off') continue;
        const fight = resolveFight({
          attacker: outcome.attackerStart,
          defender: outcome.defenderStart,
          wall: outcome.wall?.before ?? 0,
          morale: outcome.morale,
          rolls: battleRandomOf(published),
        });
        expect(fight.rounds).toEqual(outcome.rounds);
        expect(outcome.result).toBe(fight.winner === 'draw' ? 'draw' : `${fight.winner}_won`);
      }
    }),
    50,
  );
});

it('these games reach every result of a battle and most refusals', () => {
  const endings = ['attacker_won', 'defender_won', 'draw', 'called_off', 'recalled', 'target_gone', 'allied'];
  const events = [
    'construction_complete',
    'training_complete',
    'army_arrived',
    'desertion',
    'wish_ordered',
    'goal_reached',
    'loot',
    'breach',
    'sack_ended',
    'seat_taken',
    'seat_lost',
    'reign_ended',
    'alliance_left',
  ];
  const refusals = ['REQUIREMENT_MISSING', 'INSUFFICIENT_POPULATION', 'INSUFFICIENT_RESOURCES'];
  const armyRefusals = ['PROTECTED', 'ARMY_BUSY', 'INVALID_TARGET', 'VALIDATION_ERROR', 'SEAT_TRUCE'];
  const allianceRefusals = ['ALLIED', 'ALLIANCE_MEMBER', 'ALLIANCE_PAUSE'];
  const expected = ['accepted', ...endings, ...events, ...refusals, ...armyRefusals, ...allianceRefusals];

  const reached = new Set<string>();
  const games = fc.tuple(worlds, commands(30));
  const missing = findUnreached(expected, reached, (batch) => {
    for (const [world, orders] of fc.sample(games, { seed: seed + batch, numRuns: 50 })) {
      const newId = idMaker();
      let now = t0;
      for (const order of orders) {
        now = momentOf(order, now, world.speed);
        for (const { kind } of advance(world, now, battleRandomOf)) reached.add(kind);
        reached.add(refusal(() => perform(world, order, now, newId)) ?? 'accepted');
      }
      advance(world, now + Math.ceil((8 * hourMs) / world.speed), battleRandomOf);
      for (const { outcome } of world.battles.values()) {
        if (outcome === null) continue;
        reached.add(outcome.result).add(outcome.reason ?? 'fought');
        if (outcome.loot.gold > 0) reached.add('loot');
        if (outcome.wall !== null && outcome.wall.after < outcome.wall.before) reached.add('breach');
      }
    }
  });
  expect(missing).toEqual([]);
});
