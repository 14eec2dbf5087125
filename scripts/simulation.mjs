// npm run test:simulation: plays histories of several instances that a seed decides; docs/simulation.md explains a
// failure. `--seeds N` plays N of them, `--seed S` begins with another one. Exits with 1 at the first failure.
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

const usage = 'Usage: npm run test:simulation -- [--seeds N] [--seed S]';

function readArguments() {
  try {
    const text = { type: 'string' };
    return parseArgs({ options: { seeds: text, seed: text } });
  } catch (error) {
    return { values: {}, reason: error.message };
  }
}

const { values, reason } = readArguments();
const wrong = Object.entries(values).find(
  ([, value]) => !(Number.isInteger(Number(value)) && Number(value) > 0),
);
if (reason !== undefined || wrong !== undefined) {
  console.error(wrong === undefined ? reason : `--${wrong[0]} must be an integer above 0`);
  console.error(usage);
  process.exit(2);
}

process.env.SIMULATION_SEED = values.seed ?? '1';
process.env.SIMULATION_SEEDS = values.seeds ?? (values.seed === undefined ? '1000' : '1');
const vitest = await startVitest('test', ['test/simulation/swarm.test.ts'], {
  ...{ run: true, project: 'server', retry: 0, testTimeout: 0, disableConsoleIntercept: true },
});
await vitest.close();
