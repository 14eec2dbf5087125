/** Properties of seats in random games: one holder each, crowns for every millisecond, battles that name the holder. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { crownPartsAt } from '../../src/game/reigns.ts';
import type { WorldSlice } from '../../src/game/types.ts';
import { casesOf } from '../support/campaign.ts';
import { commands, play, worlds } from '../support/random-games.ts';
import { battleRandomOf, hourMs, the } from '../support/worlds.ts';

const holds = <T>(property: fc.IProperty<T>, numRuns: number): void => {
  fc.assert(property, { seed: 20_260_104, numRuns: casesOf(numRuns) });
};

it('every seat has one holder, whom undecided attacks on it name, and no empire has more than three', () => {
  const check = ({ empires, battles }: WorldSlice): void => {
    const all = [...empires.values()];
    const ids = all.flatMap(({ seats }) => seats.map(({ id }) => id)).sort();
    expect(ids).toEqual(['seat-0', 'seat-1', 'seat-2', 'seat-3']);
    expect(Math.max(...all.map(({ seats }) => seats.length))).toBeLessThanOrEqual(3);
    for (const { outcome, target, defenderId } of battles.values()) {
      if (outcome !== null || target.type !== 'seat') continue;
      expect(the(empires.get(defenderId)).seats.map(({ id }) => id)).toContain(target.id);
    }
  };
  holds(
    fc.property(worlds, commands(30), (world, orders) => {
      const { now } = play(world, orders);
      check(world);
      advance(world, now + Math.ceil((12 * hourMs) / world.speed), battleRandomOf);
      check(world);
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
      const { gameEvents, now } = play(world, orders);
      const end = now + Math.ceil((12 * hourMs) / world.speed);
      gameEvents.push(...advance(world, end, battleRandomOf));
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
