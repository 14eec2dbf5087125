/** Makes a failed history shorter: takes decisions back as long as it still fails in the same way. */
import type { Playground } from '../wire/playground.ts';
import { simulate, type Simulation } from './simulation.ts';

/** What is wrong, without the names of what is concerned. */
const kindOf = ({ wrong }: Simulation): string =>
  (wrong[0] ?? '').replaceAll(/[\d-]|[\da-f]{8,}/g, '').slice(0, 30);

/**
 * Returns the history with the fewest interventions that was found. A decision that is taken back becomes 0: the
 * step that needs no fault and no new command.
 * @param attempts the number of histories that are played for it, at most
 */
export async function shrink(
  playground: Playground,
  failed: Simulation,
  attempts: number,
): Promise<Simulation> {
  let best = failed;
  let left = attempts;
  for (let size = Math.ceil(failed.history.choices.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.history.choices.length && left > 0; from += size) {
      const choices = best.history.choices.map((choice, index) =>
        index >= from && index < from + size ? 0 : choice,
      );
      if (choices.every((choice, index) => choice === best.history.choices[index])) continue;
      left -= 1;
      const tried = await simulate(playground, { seed: failed.seed, choices });
      if (kindOf(tried) === kindOf(best)) best = tried;
    }
  }
  return best;
}
