/** Properties of seats in random games: one holder each, crowns for every millisecond, battles that name the holder. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { crownPartsAt } from '../../src/game/reigns.ts';
import type { WorldSlice } from '../../src/game/types.ts';
import { casesOf } from '../support/campaign.ts';
import { commands, play, worlds } from '../support/random-games.ts';
import { battleRandomOf, dump, hourMs, the } from '../support/worlds.ts';

const holds = <T>(property: fc.IProperty<T>, numRuns: number): void => {
  fc.assert(property, { seed: 20_260_104, numRuns: casesOf(numRuns) });
};

/** Plays a game and some hours more. Returns its events and the last moment. */
function playOn(
  world: WorldSlice,
  orders: Parameters<typeof play>[1],
): { gameEvents: GameEvent[]; end: number } {
  const { gameEvents, now } = play(world, orders);
  const end = now + Math.ceil((12 * hourMs) / world.speed);
  return { gameEvents: [...gameEvents, ...advance(world, end, battleRandomOf)], end };
}

it('every seat has one holder, and no empire more than three', () => {
  holds(
    fc.property(worlds, commands(30), (world, orders) => {
      playOn(world, orders);
      const empires = [...world.empires.values()];
      const ids = empires.flatMap(({ seats }) => seats.map(({ id }) => id)).sort();
      expect(ids).toEqual(['seat-0', 'seat-1', 'seat-2', 'seat-3']);
      expect(Math.max(...empires.map(({ seats }) => seats.length))).toBeLessThanOrEqual(3);
    }),
    60,
  );
});

it('undecided attacks on a seat name its holder', () => {
  holds(
    fc.property(worlds, commands(30), (world, orders) => {
      play(world, orders);
      for (const { outcome, target, defenderId } of world.battles.values()) {
        if (outcome !== null || target.type !== 'seat') continue;
        expect(the(world.empires.get(defenderId)).seats.map(({ id }) => id)).toContain(target.id);
      }
    }),
    60,
  );
});

it('crowns add up to the time for which players held seats', () => {
  let changes = 0;
  let ends = 0;
  holds(
    fc.property(worlds, commands(40), (world, orders) => {
      // The time before the reign of the start counts in it, as in the generated world.
      const start = the(world.empires.get('e2')).reignEndsAt ?? 0;
      const reignStart = world.firstReignAt;
      expect(start).toBeGreaterThan(reignStart);
      const since = new Map(
        [...world.empires.values()].flatMap(({ kind, seats }) =>
          kind === 'player' ? seats.map(({ id }) => [id, reignStart] as const) : [],
        ),
      );
      const { gameEvents, end } = playOn(world, orders);
      let held = 0;
      let written = 0;
      for (const gameEvent of gameEvents) {
        if (gameEvent.kind === 'reign_ended') {
          ends += 1;
          written += gameEvent.crownParts;
        } else if (gameEvent.kind === 'seat_taken') {
          changes += 1;
          const from = since.get(gameEvent.seat.id);
          if (from !== undefined) held += gameEvent.at - from;
          since.set(gameEvent.seat.id, gameEvent.at);
        }
      }
      for (const from of since.values()) held += end - from;
      const current = [...world.empires.values()].map((empire) => crownPartsAt(empire, end, world.speed));
      expect(Math.min(...current)).toBeGreaterThanOrEqual(0);
      expect(written + current.reduce((sum, parts) => sum + parts, 0)).toBe(held * world.speed);
    }),
    60,
  );
  expect([changes > 5, ends > 5]).toEqual([true, true]);
});

it('a week without a server over the end of a reign changes nothing', () => {
  holds(
    fc.property(worlds, commands(24), (world, orders) => {
      const { now } = play(world, orders);
      const late = structuredClone(world);
      const hour = Math.ceil(hourMs / world.speed);
      const timely: GameEvent[] = [];
      for (let step = 1; step <= 168; step++)
        timely.push(...advance(world, now + step * hour, battleRandomOf));
      const atOnce = advance(late, now + 168 * hour, battleRandomOf);
      expect(dump(late)).toBe(dump(world));
      const ended = (gameEvents: GameEvent[]) => gameEvents.filter(({ kind }) => kind === 'reign_ended');
      expect(ended(atOnce)).toEqual(ended(timely));
    }),
    20,
  );
});
