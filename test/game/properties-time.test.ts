/** Properties of time: it does not matter when, how often or for whom the world is settled. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advance, contactsDue, decideContact } from '../../src/game/advance.ts';
import type { GameEvent, Emit } from '../../src/game/events.ts';
import type { Battle, WorldSlice } from '../../src/game/types.ts';
import { casesOf } from '../support/campaign.ts';
import { commands, dump, hourMs, play, battleRandomOf, the, worlds } from '../support/worlds.ts';

const holds = <T>(property: fc.IProperty<T>, numRuns: number): void => {
  fc.assert(property, { seed: 20_260_102, numRuns: casesOf(numRuns) });
};

const sorted = (gameEvents: readonly GameEvent[]): string[] =>
  gameEvents.map((h) => JSON.stringify(h)).sort();

/** Parts of the time that is played out after the last command, in thousandths. */
const steps = fc.array(fc.nat(1000), { maxLength: 12 }).map((parts) => parts.sort((a, b) => a - b));
const hoursAhead = 8;

it('settling once gives the world that settling in many steps gives', () => {
  holds(
    fc.property(worlds, commands(24), steps, (world, orders, parts) => {
      const { now } = play(world, orders);
      const inSteps = structuredClone(world);
      const span = Math.ceil((hoursAhead * hourMs) / world.speed);
      const atOnce = advance(world, now + span, battleRandomOf);
      const stepped = [...parts, 1000].flatMap((part) =>
        advance(inSteps, now + Math.floor((span * part) / 1000), battleRandomOf),
      );
      expect(dump(inSteps)).toBe(dump(world));
      expect(sorted(stepped)).toEqual(sorted(atOnce));
    }),
    80,
  );
});

it('settling twice to the same moment changes nothing', () => {
  holds(
    fc.property(worlds, commands(24), (world, orders) => {
      const { now } = play(world, orders);
      advance(world, now + hourMs, battleRandomOf);
      const before = dump(world);
      expect(advance(world, now + hourMs, battleRandomOf)).toEqual([]);
      expect(dump(world)).toBe(before);
    }),
    40,
  );
});

/** The earliest undecided contact of an empire at or before `until`. */
function earliestOf(world: WorldSlice, empireId: string, until: number): Battle | undefined {
  return contactsDue(world, until).find(
    ({ attackerId, defenderId }) => attackerId === empireId || defenderId === empireId,
  );
}

/** Decides this contact, first those which either side has before it. */
function decide(world: WorldSlice, battle: Battle, emit: Emit): void {
  for (const side of [battle.attackerId, battle.defenderId]) {
    for (;;) {
      const first = the(earliestOf(world, side, battle.contactAt));
      if (first === battle) break;
      decide(world, first, emit);
    }
  }
  decideContact(world, battle, battleRandomOf, emit);
}

/** Settles one empire as a transaction does: its contacts in pairs, then the rest of it alone. */
function settleOne(world: WorldSlice, empireId: string, until: number): GameEvent[] {
  const gameEvents: GameEvent[] = [];
  for (;;) {
    const battle = earliestOf(world, empireId, until);
    if (battle === undefined) break;
    decide(world, battle, (gameEvent) => gameEvents.push(gameEvent));
  }
  const alone = new Map([[empireId, the(world.empires.get(empireId))]]);
  gameEvents.push(...advance({ ...world, empires: alone, battles: new Map() }, until, battleRandomOf));
  return gameEvents;
}

it('contacts decided pair by pair, in any order of demand, give the world of one global order', () => {
  const demands = fc.array(fc.tuple(fc.nat(2), fc.nat(1000)), { maxLength: 12 });
  holds(
    fc.property(worlds, commands(24), demands, (world, orders, asked) => {
      const { now } = play(world, orders);
      const inPairs = structuredClone(world);
      const span = Math.ceil((hoursAhead * hourMs) / world.speed);
      const globally = advance(world, now + span, battleRandomOf);
      const ids = [...inPairs.empires.keys()];
      const gameEvents = [...asked, ...ids.map((_id, index) => [index, 1000] as const)].flatMap(
        ([who, part]) => settleOne(inPairs, the(ids[who]), now + Math.floor((span * part) / 1000)),
      );
      expect(dump(inPairs)).toBe(dump(world));
      expect(sorted(gameEvents)).toEqual(sorted(globally));
    }),
    80,
  );
});
