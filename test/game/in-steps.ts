/** Advancing a world at once or in steps must be the same, for the properties of random games. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import type { GameEvent } from '../../src/game/events.ts';
import type { WorldSlice } from '../../src/game/types.ts';
import { battleRandomOf, dump } from '../support/worlds.ts';

/** Moments in a span, in millionths of it. */
export const steps = (minLength: number, maxLength = minLength): fc.Arbitrary<number[]> =>
  fc.array(fc.nat(1_000_000), { minLength, maxLength }).map((times) => times.sort((a, b) => a - b));

export const sorted = (gameEvents: readonly GameEvent[]): string[] =>
  gameEvents.map((gameEvent) => JSON.stringify(gameEvent)).sort();

/**
 * Advances the world by a span at once, and a copy of it in steps: both and their events are the same, and a repetition
 * changes nothing. Returns the events.
 */
export function advanceAndCompare(
  world: WorldSlice,
  { now, span }: { now: number; span: number },
  times: readonly number[],
): GameEvent[] {
  const inSteps = structuredClone(world);
  const gameEvents = advance(world, now + span, battleRandomOf);
  const stepped = [...times, 1_000_000, 1_000_000].flatMap((time) =>
    advance(inSteps, now + Math.floor((span * time) / 1_000_000), battleRandomOf),
  );
  expect(dump(inSteps)).toBe(dump(world));
  expect(sorted(stepped)).toEqual(sorted(gameEvents));
  return gameEvents;
}
