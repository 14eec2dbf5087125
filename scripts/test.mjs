// npm test: builds, then runs the tests. `--all` (npm run test:all) adds the slow tests and the campaigns, checks
// properties on every case, and runs `npm run check` beside them. Other arguments go to vitest; a path includes all tests.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseCLI, startVitest } from 'vitest/node';
import { ensureBuilt } from './build.mjs';

const args = process.argv.slice(2);
const isFull = args.includes('--all');
if (isFull) process.env.TEST_ALL = '1';
const { filter, options } = parseCLI(['vitest', 'run', ...args.filter((argument) => argument !== '--all')]);
if (!isFull && filter.length === 0) options.project ??= ['rules', 'server', 'isolated', 'programs'];

/** Runs the check, at low priority so that no test times out for it. Returns whether it passed, and its output. */
async function check() {
  try {
    const args = ['scripts/check.mjs', '--low-priority'];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { maxBuffer: Infinity });
    return { isPassed: true, output: stdout + stderr };
  } catch ({ stdout, stderr }) {
    return { isPassed: false, output: stdout + stderr };
  }
}

if (filter.length === 0) console.log(`On two cores, this takes about ${isFull ? 35 : 5} minutes.`);
await ensureBuilt();
const checking = isFull ? check() : null;
const vitest = await startVitest('test', filter, options);
await vitest.close();
if (checking !== null) {
  // Printed after the tests, so that the two outputs do not mix.
  const { isPassed, output } = await checking;
  console.log(isPassed ? 'npm run check: passed' : `${output}\nnpm run check: FAILED`);
  if (!isPassed) process.exitCode = 1;
}
