/** The form of the simulator, as it stands in a query: both sides, the wall, the morale or the scores, the seed. */
import { z } from 'zod';
import { name, queryInteger } from './text.ts';
import { stackTypes, unitTypes } from './vocabulary.ts';
import type { StackType } from './vocabulary.ts';

/** The most of each number, both bounds included; morale in thousandths. */
export const simulatorBounds = {
  units: [0, 100_000],
  wall: [0, 20],
  morale: [600, 1000],
  score: [0, 1_000_000_000],
  seed: [1, 100],
} as const satisfies Record<string, readonly [number, number]>;

const count = queryInteger(...simulatorBounds.units).default(0);

/** The fields of a side by the names they have in the form: `attacker_soldiers`, `defender_militia`. */
function fieldsOf<Side extends string, Type extends StackType>(
  side: Side,
  types: readonly Type[],
): Record<`${Side}_${Type}`, typeof count> {
  return Object.fromEntries(types.map((type) => [`${side}_${type}`, count])) as Record<
    `${Side}_${Type}`,
    typeof count
  >;
}

const score = queryInteger(...simulatorBounds.score).optional();

/**
 * Without a field the side has none of the unit and the city no wall. The morale is what was given, else it
 * follows from both scores, else it is full.
 */
export const simulatorQuery = z
  .object({
    ...fieldsOf('attacker', unitTypes),
    ...fieldsOf('defender', stackTypes),
    wall: queryInteger(...simulatorBounds.wall).default(0),
    morale: queryInteger(...simulatorBounds.morale).optional(),
    attacker_score: score,
    defender_score: score,
    seed: name(...simulatorBounds.seed).optional(),
  })
  .superRefine(({ attacker_score, defender_score }, context) => {
    if ((attacker_score === undefined) === (defender_score === undefined)) return;
    const missing = attacker_score === undefined ? 'attacker_score' : 'defender_score';
    context.addIssue({ code: 'custom', path: [missing], message: 'must be given with the other score' });
  });

export type SimulatorQuery = z.infer<typeof simulatorQuery>;
