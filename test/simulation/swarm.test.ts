/** Histories of several instances that a seed decides. `npm run test:simulation` plays others. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isFull } from '../support/campaign.ts';
import { isLocal } from '../wire/backend.ts';
import { branches, branchesIn } from './branches.ts';
import type { Script } from './history.ts';
import { openPlayground, type Playground } from '../wire/playground.ts';
import { shrink } from './shrink.ts';
import { simulate, type Simulation } from './simulation.ts';

vi.mock('../../src/world/attempt.ts', async (load) =>
  (await import('../wire/recording.ts')).recordWritePath(load),
);
// Few players can fill such an alliance.
vi.mock('../../src/game/diplomacy/alliances.ts', async (load) => ({
  ...(await load<object>()),
  maxMembers: 2,
}));

let playground: Playground;
beforeAll(async () => {
  playground = await openPlayground();
});
afterAll(() => playground.close());

const first = Number(process.env.SIMULATION_SEED ?? 1);
const count = Number(process.env.SIMULATION_SEEDS ?? (isFull ? 500 : 50));
/** Histories that are played to shrink a failed one. */
const attempts = Number(process.env.SIMULATION_SHRINK ?? 0);
/** How often a failed history is played again. */
const repetitions = Number(process.env.SIMULATION_REPETITIONS ?? 0);
/** The latest decisions of a failed history that are shown. */
const shownLines = 120;
const folder = new URL('scenes/', import.meta.url);

/** How often a failed history fails again with the same decisions, in words. */
async function repeat({ seed, history }: Simulation): Promise<string> {
  let same = 0;
  for (let played = 0; played < repetitions; played++) {
    const again = await simulate(playground, { seed, choices: null });
    if (again.wrong.length > 0 && isDeepStrictEqual(again.history.log, history.log)) same += 1;
  }
  return `seed ${seed}, repeated ${same} of ${repetitions} times`;
}

/** A failure in words. It is shrunk, and stored as a scene if that was asked for. */
async function describeFailure(failed: Simulation): Promise<string> {
  if (failed.wrong.length === 0) return '';
  const { seed, wrong, history } = attempts === 0 ? failed : await shrink(playground, failed, attempts);
  const { choices, log } = history;
  const name = process.env.SIMULATION_SCENE;
  if (name !== undefined)
    writeFileSync(new URL(name, folder), `${JSON.stringify({ seed, choices } satisfies Script)}\n`);
  return [
    ...wrong,
    ...(repetitions > 0 ? [await repeat(failed)] : []),
    `npm run test:simulation -- --seed ${seed}`,
    ...log.slice(-shownLines),
  ].join('\n');
}

it(
  `every history of ${count} seeds from ${first} leaves the world of the pure core`,
  async () => {
    const taken = new Set<string>();
    for (let seed = first; seed < first + count; seed++) {
      const result = await simulate(playground, { seed, choices: null });
      expect(result.wrong, await describeFailure(result)).toEqual([]);
      const { log } = result.history;
      for (const name of branchesIn(log)) taken.add(name);
      if (seed % 25 !== 0 || !isLocal) continue;
      // The same seed gives the same decisions, and so do the recorded ones.
      const choices = seed % 50 === 0 ? result.history.choices : null;
      expect((await simulate(playground, { seed, choices })).history.log, `seed ${seed} again`).toEqual(log);
    }
    // With fewer seeds, a rare branch may be missing by chance.
    const missing = Object.keys(branches).filter((name) => !taken.has(name));
    if (count >= 1_000) expect(missing, 'branches that no history has taken').toEqual([]);
  },
  Math.max(120_000, count * 10_000),
);

/** Six requests to three instances, whose messages then flow in their order. */
const [seed, steps] = [9, 50];
const requests = [1, 1, 2, 1, 3, 2].map((number) => `instance ${number} receives`);

describe.skipIf(!isFull && count < 1_000)('each message of a scene', () => {
  it('survives every fault', { timeout: 1_800_000 }, async () => {
    const start = (await simulate(playground, { seed, choices: [], steps })).from;
    const choices = [...Array<number>(start).fill(0), ...requests];
    const { faults } = (await simulate(playground, { seed, choices, steps })).history;
    for (let step = choices.length; step < start + steps; step++) {
      // Of each kind, the first one: its words end with the kind.
      const kinds = faults[step]?.map((words) => words.replace(/^instance \d+(, connection \d+,)? /, ''));
      for (const fault of new Set(kinds)) {
        const faulty = [...choices, ...Array<number>(step - choices.length).fill(0), fault];
        const result = await simulate(playground, { seed, choices: faulty, steps });
        expect(result.wrong, `${fault} at ${step}: ${await describeFailure(result)}`).toEqual([]);
      }
    }
  });
});

describe('a stored scene', () => {
  it.each(readdirSync(folder).filter((name) => name.endsWith('.json')))(
    '%s does not fail any more',
    async (name) => {
      const script = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Script;
      expect((await simulate(playground, script)).wrong).toEqual([]);
    },
  );
});
