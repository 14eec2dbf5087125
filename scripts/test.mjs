// npm test: builds, then runs `npm run check` beside the tests. `--all` (npm run test:all) adds the campaigns and tries
// properties on every case. Further arguments go to vitest; with a path among them, campaigns are not left out.
import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { parseCLI, startVitest } from 'vitest/node';
import { ensureBuilt } from './build.mjs';

const given = process.argv.slice(2);
const isFull = given.includes('--all');
if (isFull) process.env.TEST_ALL = '1';
const { filter, options } = parseCLI(['vitest', 'run', ...given.filter((argument) => argument !== '--all')]);
if (!isFull && filter.length === 0) options.project ??= '!campaign';

/** Runs the check; returns whether it passed, and all it printed. */
async function check() {
  try {
    const { stdout, stderr } = await promisify(exec)('npm run --silent check', { maxBuffer: Infinity });
    return { isPassed: true, output: stdout + stderr };
  } catch ({ stdout, stderr }) {
    return { isPassed: false, output: stdout + stderr };
  }
}

await ensureBuilt();
const checked = check();
const vitest = await startVitest('test', filter, options);
await vitest.close();
// After the tests, so that neither output is torn apart by the other.
const { isPassed, output } = await checked;
console.log(isPassed ? 'npm run check: passed' : `${output}\nnpm run check: FAILED`);
if (!isPassed) process.exitCode = 1;
