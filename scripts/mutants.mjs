// npm run test:mutants: plants the bugs of test/mutants/list.mjs one at a time, in a copy of the project, and runs the
// tests that ought to notice. `-- <words>` limits it to bugs whose text, file or tests contain them. A history of the
// simulation that finds a bug must find it again in each of 20 repetitions. Exits with 1 if one was missed.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { mutants } from '../test/mutants/list.mjs';

const words = process.argv.slice(2).join(' ').toLowerCase();
const chosen = mutants.filter((mutant) =>
  [mutant.file, mutant.bug, ...mutant.tests].join(' ').toLowerCase().includes(words),
);
if (chosen.length === 0) {
  console.error(`No planted bug contains "${words}": test/mutants/list.mjs has them all`);
  process.exit(2);
}
const copy = mkdtempSync(join(tmpdir(), 'hegemon-mutants-'));
const missed = [];
const repetitions = 20;

/** Copies the files that Git knows, so that the working tree is never changed. */
function copyProject() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of listed.split('\0')) {
    if (file !== '' && existsSync(file)) cpSync(file, join(copy, file));
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
}

/** Runs the tests in the copy. Returns what noticed the bug; null: nothing did, or not each time. */
function findNotice({ tests, seeds = 0 }) {
  const existing = tests.filter((path) => existsSync(join(copy, path)));
  if (existing.length === 0) throw new Error(`there are no tests ${tests.join(', ')}`);
  const projects = ['rules', 'server', 'isolated'].map((name) => `--project=${name}`);
  const run = spawnSync('npx', ['vitest', 'run', '--bail=1', '--retry=0', ...projects, ...existing], {
    cwd: copy,
    encoding: 'utf8',
    env: {
      ...process.env,
      SIMULATION_SEEDS: String(seeds),
      SIMULATION_REPETITIONS: String(repetitions),
    },
    maxBuffer: Infinity,
  });
  if (run.status === 0 || !/\d+ failed/.test(run.stdout)) return null;
  if (seeds === 0) return 'a test';
  const [, seed = null, repeated] = /(seed \d+), repeated (\d+) of/.exec(run.stderr) ?? [];
  return Number(repeated) === repetitions ? seed : null;
}

try {
  copyProject();
  for (const [index, mutant] of chosen.entries()) {
    const { bug, file, find, replace } = mutant;
    const path = join(copy, file);
    const source = readFileSync(path, 'utf8');
    if (source.split(find).length !== 2) {
      throw new Error(
        `${file} does not contain the text of "${bug}" exactly once: update test/mutants/list.mjs`,
      );
    }
    writeFileSync(
      path,
      source.replace(find, () => replace),
    );
    const notice = findNotice(mutant);
    writeFileSync(path, source);
    if (notice === null) missed.push(mutant);
    const result = notice === null ? 'MISSED' : `noticed (${notice})`;
    console.log(`${index + 1}/${chosen.length} ${result} ${file}: ${bug}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${chosen.length - missed.length} of ${chosen.length} bugs were noticed`);
if (missed.length > 0) process.exitCode = 1;
