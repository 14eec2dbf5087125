/** Histories of several instances that a seed decides. `npm run test:simulation` plays others. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlayground, type Playground } from './playground.ts';
import { simulate } from './simulation.ts';

let playground: Playground;
beforeAll(async () => {
  playground = await openPlayground();
});
afterAll(() => playground.close());

const first = Number(process.env.SIMULATION_SEED ?? 1);
const count = Number(process.env.SIMULATION_SEEDS ?? (process.env.TEST_ALL === '1' ? 1000 : 50));
/** The latest decisions of a failed history that are shown. */
const shownLines = 120;

it(
  `every history of ${count} seeds from ${first} leaves the world of the pure core`,
  async () => {
    for (let seed = first; seed < first + count; seed++) {
      const { wrong, log } = await simulate(playground, { seed, choices: null });
      const words = [...wrong, `npm run test:simulation -- --seed ${seed}`, ...log.slice(-shownLines)].join(
        '\n',
      );
      expect(wrong, words).toEqual([]);
    }
  },
  Math.max(120_000, count * 10_000),
);

it('the same seed gives the same decisions, and the recorded decisions give them again', async () => {
  const recorded = await simulate(playground, { seed: first, choices: null });
  const again = await simulate(playground, { seed: first, choices: null });
  const replayed = await simulate(playground, { seed: first, choices: recorded.choices });
  expect(again.log).toEqual(recorded.log);
  expect(replayed.log).toEqual(recorded.log);
});
