// npm run test:simulation: plays histories of several instances that a seed decides; docs/simulation.md explains a
// failure. `--seeds N` plays N of them, `--seed S` begins with another one. The first failure is shrunk, and `--scene FILE`
// stores it in test/simulation/scenes. Exits with 1 after a failure.
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

const usage = 'Usage: npm run test:simulation -- [--seeds N] [--seed S] [--scene NAME.json]';
/** Histories that are played to shrink a failure. */
const attempts = '100';

function readArguments() {
  try {
    const text = { type: 'string' };
    return parseArgs({ options: { seeds: text, seed: text, scene: text } });
  } catch (error) {
    return { values: {}, reason: error.message };
  }
}

const { values, reason } = readArguments();
const wrong = ['seeds', 'seed'].find(
  (name) =>
    values[name] !== undefined && !(Number.isInteger(Number(values[name])) && Number(values[name]) > 0),
);
if (reason !== undefined || wrong !== undefined) {
  console.error(wrong === undefined ? reason : `--${wrong} must be an integer above 0`);
  console.error(usage);
  process.exit(2);
}

process.env.SIMULATION_SEED = values.seed ?? '1';
process.env.SIMULATION_SEEDS = values.seeds ?? (values.seed === undefined ? '1000' : '1');
process.env.SIMULATION_SHRINK = attempts;
if (values.scene !== undefined) process.env.SIMULATION_SCENE = values.scene;
const vitest = await startVitest('test', ['test/simulation/swarm.test.ts'], {
  ...{ run: true, project: 'isolated', retry: 0, testTimeout: 0, disableConsoleIntercept: true },
});
await vitest.close();
