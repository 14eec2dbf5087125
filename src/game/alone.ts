/** The future of an empire if nobody attacks it and its owner orders nothing. */
import { advance } from './advance.ts';
import type { GameEvent } from './events.ts';
import { copyData } from './plain-data.ts';
import type { Empire, WorldSlice } from './types.ts';

/**
 * A copy of the empire in a world of its own, and how to advance it. Armies on their way to a fight or as a guard stay
 * out, so neither losses nor loot of fights to come count.
 * @param empire advanced to the present
 */
export function playAlone(
  empire: Empire,
  world: WorldSlice,
): { copy: Empire; advanceTo: (at: number) => GameEvent[] } {
  const copy = { ...copyData(empire), postings: null };
  const alone = { ...world, empires: new Map([[copy.id, copy]]), battles: new Map() };
  const advanceTo = (at: number): GameEvent[] =>
    advance(alone, at, () => {
      throw new Error('an empire alone has no battle');
    });
  return { copy, advanceTo };
}
