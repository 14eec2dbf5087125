/** Reigns and crowns: the length of a reign, what seats earn, and the end of a reign. */
import { describe, expect, it } from 'vitest';
import { advance, nextDueAt } from '../../src/game/advance.ts';
import { joinAlliance, leaveAlliance } from '../../src/game/diplomacy/alliances.ts';
import {
  allianceCrownsAt,
  crownPartsAt,
  reignEnd,
  reignMs,
  reignNumberAt,
  wholeCrowns,
} from '../../src/game/diplomacy/reigns.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import {
  at,
  dayMs,
  flatRolls,
  holdSeat,
  hourMs,
  ignoreEvents,
  makeEmpire,
  makeKeeper,
  makeWorld,
  minuteMs,
  t0,
} from '../support/worlds.ts';

const seat = (number: number, heldSince: number | null = t0) => ({
  id: `seat-${number}`,
  number,
  ...at(10 + 5 * number, 10),
  heldSince,
});

/** A world whose first reign starts at t0, with an empire that has held this many seats since then. */
function stage(seats: number, speed = 1): { world: WorldSlice; empire: Empire } {
  const empire = makeEmpire();
  const world = { ...makeWorld([empire], speed), firstReignAt: t0 };
  for (let number = 0; number < seats; number++) holdSeat(empire, seat(number), world);
  return { world, empire };
}

describe('a reign', () => {
  it.each([
    [1, 2_592_000_000],
    [7, 370_285_715],
    [3600, 720_000],
  ])('lasts, at speed %i, %i ms', (speed, ms) => {
    expect(reignMs(speed)).toBe(ms);
  });

  it.each([
    [1, 1],
    [30 * dayMs, 1],
    [30 * dayMs + 1, 2],
    [90 * dayMs, 3],
    [0, 1],
  ])('contains its end, but not its start: %i ms after the first start is in reign %i', (ms, number) => {
    expect(reignNumberAt(t0 + ms, { speed: 1, firstReignAt: t0 })).toBe(number);
  });

  it('ends a whole number of lengths after the first start', () => {
    expect(reignEnd(3, { speed: 7, firstReignAt: t0 })).toBe(t0 + 3 * 370_285_715);
  });
});

describe('crowns', () => {
  it.each([
    [2, 1, 90 * minuteMs, 10_800_000],
    [2, 10, 9 * minuteMs, 10_800_000],
    [1, 1, 1, 1],
    [3, 3600, 1, 10_800],
    [0, 1, hourMs, 0],
  ])('of %i seats at speed %i after %i ms: %i parts', (seats, speed, ms, parts) => {
    const { empire } = stage(seats, speed);
    expect(crownPartsAt(empire, t0 + ms, speed)).toBe(parts);
  });

  it('are shown rounded down', () => {
    const { empire } = stage(1);
    const shown = [hourMs - 1, hourMs, 3 * hourMs - 1].map((ms) => wholeCrowns(empire, t0 + ms, 1));
    expect(shown).toEqual([0, 1, 2]);
  });

  it('are not earned by keepers', () => {
    const keeper = makeKeeper('k', seat(0, null));
    expect([crownPartsAt(keeper, t0 + dayMs, 1), nextDueAt(keeper, 1)]).toEqual([0, null]);
  });
});

describe('crowns by alliance', () => {
  const owls = { id: 'owls', tag: 'OWL' };
  const joinAt = (empire: Empire, now: number, alliance = owls) =>
    joinAlliance(empire, alliance, 'member', { now, speed: 1, emit: ignoreEvents });
  const leaveAt = (empire: Empire, now: number) =>
    leaveAlliance(makeWorld([empire]), empire, owls.id, 'left', { now, speed: 1, emit: ignoreEvents });

  it('count for the alliance of the moment when they are earned', () => {
    const { empire } = stage(2);
    joinAt(empire, t0 + hourMs);
    expect(allianceCrownsAt(empire, t0 + hourMs, 1)).toEqual({});
    expect(allianceCrownsAt(empire, t0 + 4 * hourMs, 1)).toEqual({ owls: 6 * hourMs });
    leaveAt(empire, t0 + 5 * hourMs);
    joinAt(empire, t0 + 30 * hourMs, { id: 'cats', tag: 'CAT' });
    expect(allianceCrownsAt(empire, t0 + 31 * hourMs, 1)).toEqual({ owls: 8 * hourMs, cats: 2 * hourMs });
    expect(crownPartsAt(empire, t0 + 31 * hourMs, 1)).toBe(62 * hourMs);
  });

  it('of an empire that returns to its alliance add up', () => {
    const { empire } = stage(1);
    joinAt(empire, t0);
    leaveAt(empire, t0 + hourMs);
    joinAt(empire, t0 + 40 * hourMs);
    expect(allianceCrownsAt(empire, t0 + 42 * hourMs, 1)).toEqual({ owls: 3 * hourMs });
  });

  it('are written down at the end of the reign, and begin at 0', () => {
    const { world, empire } = stage(1);
    joinAt(empire, t0 + hourMs);
    const end = t0 + 30 * dayMs;
    expect(advance(world, end + hourMs, flatRolls)).toMatchObject([
      { crownParts: 30 * dayMs, allianceCrowns: { owls: 30 * dayMs - hourMs } },
    ]);
    expect(allianceCrownsAt(empire, end + hourMs, 1)).toEqual({ owls: hourMs });
  });

  it('of a dissolved alliance end at its own moment, however late it is handled', () => {
    const { world, empire } = stage(1);
    joinAt(empire, t0);
    Object.assign(empire.membership ?? {}, { dissolvedAt: t0 + hourMs });
    advance(world, t0 + 9 * hourMs, flatRolls);
    expect(allianceCrownsAt(empire, t0 + 9 * hourMs, 1)).toEqual({ owls: hourMs });
  });
});

describe('the end of a reign', () => {
  const end = t0 + 30 * dayMs;

  it('is due for an empire with seats, which stay, and reports its crowns, which then start at 0', () => {
    const { world, empire } = stage(2);
    expect(nextDueAt(empire, 1)).toBe(end);
    expect(advance(world, end, flatRolls)).toEqual([
      { kind: 'reign_ended', at: end, empireId: 'e', crownParts: 2 * 30 * dayMs, allianceCrowns: {} },
    ]);
    expect([0, 5].map((ms) => crownPartsAt(empire, end + ms, 1))).toEqual([0, 10]);
    expect(empire.seats).toHaveLength(2);
  });

  it('comes for each of three reigns at its moment, however late it is handled', () => {
    const { world, empire } = stage(1);
    const now = t0 + 100 * dayMs;
    const events = advance(world, now, flatRolls);
    const crownParts = 30 * dayMs;
    expect(events).toMatchObject(
      [30, 60, 90].map((days) => ({ kind: 'reign_ended', at: t0 + days * dayMs, crownParts })),
    );
    expect(crownPartsAt(empire, now, 1)).toBe(10 * dayMs);
  });

  it('is the last one of an empire without seats', () => {
    const { world, empire } = stage(0);
    Object.assign(empire, { crownOffset: 7, reignEndsAt: end });
    expect(advance(world, end, flatRolls)).toMatchObject([{ crownParts: 7 }]);
    expect([empire.crownOffset, empire.reignEndsAt]).toEqual([0, null]);
  });
});
