// npm run test:concurrency: plants the mutants of scripts/concurrency-mutants.mjs, one at a time, in a copy of the sources.
// Each gets the tests about its code, then the races, `--seeds` histories of the simulation, and other tests; the first
// failure ends it, and so does a stage that hangs. `--until about|races|simulation` leaves out what follows. `--only TEXT`
// takes mutants whose name has this text, `--list` shows them. Outcomes are in .cache/mutants/concurrency.ndjson, so that
// another run continues there.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { deriveMutants, mutate } from './concurrency-mutants.mjs';
import { testsAbout } from './concurrency-tests.mjs';

const usage = 'Usage: npm run test:concurrency -- [--seeds N] [--only TEXT] [--until STAGE] [--list]';
const simulation = 'test/simulation/swarm.test.ts';
/** What a mutant has to survive, in this order: files, their projects, and after how many minutes they hang. */
const stages = {
  about: [(mutant) => testsAbout(mutant, paths), ['server'], 5],
  races: [() => ['test/world/races.test.ts'], ['isolated'], 5],
  simulation: [() => [simulation], ['isolated'], 30],
  tests: [
    () => ['test/world', 'test/realtime', 'test/alarms', 'test/api', 'test/db', 'test/pages/last-operator'],
    ['server', 'slow'],
    30,
  ],
};
/** A test that takes longer hangs. */
const testMs = 60_000;
const memory = '.cache/mutants/concurrency.ndjson';

function readArguments() {
  try {
    const flag = { type: 'boolean', default: false };
    const text = (value) => ({ type: 'string', default: value });
    return parseArgs({ options: { seeds: text('300'), only: text(''), until: text('tests'), list: flag } })
      .values;
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exit(2);
  }
}

const { seeds, only, list, until } = readArguments();
if (!(Number.isInteger(Number(seeds)) && Number(seeds) > 0 && until in stages)) {
  console.error(usage);
  process.exit(2);
}

const paths = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\0')
  .filter((path) => path !== '' && existsSync(path));
const sources = new Map(
  paths
    .filter((path) => /^src\/.*\.ts$|^migrations\/.*\.sql$/.test(path))
    .map((path) => [path, readFileSync(path, 'utf8')]),
);
const mutants = deriveMutants(sources).filter(({ name }) => name.includes(only));
const codeOf = ({ path, at, end }) =>
  sources.get(path).slice(at, end).replaceAll(/\s+/g, ' ').trim().slice(0, 70);
if (list) {
  for (const mutant of mutants) console.log(`${mutant.name}, line ${mutant.line}: ${codeOf(mutant)}`);
  process.exit(0);
}

const digestOf = (pattern) =>
  paths
    .filter((path) => pattern.test(path))
    .reduce((hash, path) => hash.update(readFileSync(path)), createHash('sha256'))
    .digest('hex')
    .slice(0, 12);
/** What a test has found stays found until the sources change; what has survived, until these or the tests do. */
const [code, tests] = [
  digestOf(/^(?:src|migrations)\//),
  digestOf(/^test\/(?:alarms|api|db|pages|realtime|simulation|support|wire|world)\//),
];
const lines = existsSync(memory) ? readFileSync(memory, 'utf8').trim().split('\n') : [];
const known = lines.map((line) => JSON.parse(line)).filter((each) => each.code === code);
const outcomes = new Map(known.map((each) => [each.name, each]));

const copy = mkdtempSync(join(tmpdir(), 'hegemon-mutants-'));
let child = null;
process.once('exit', () => {
  child?.kill();
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
for (const path of paths) cpSync(path, join(copy, path), { recursive: true });
symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
const write = (path, text) => writeFileSync(join(copy, path), text);

/** The source of transactions in which `globalThis.outside` is set: what is written there commits at once, by itself. */
function withOutside(text) {
  const start = /async function attemptTransaction<T>\([^{]*\{\n/;
  if (!start.test(text)) throw new Error('src/db/transaction.ts has no attemptTransaction any more');
  const run = 'void pool.query({ name, text, values }).catch(() => undefined)';
  return text.replace(start, `$&globalThis.outside = { write: ({ name, text }, values) => ${run} };\n`);
}

/** Runs tests in the copy. Returns the path and the words of the first failure, or null. */
async function run(files, projects, minutes) {
  if (files.length === 0) return null;
  const output = join(copy, 'result.json');
  rmSync(output, { force: true });
  const args = ['--retry', '0', '--bail', '1', '--testTimeout', testMs, '--hookTimeout', testMs];
  child = spawn(
    process.execPath,
    [
      join(copy, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      ...args,
      ...['--reporter', 'json', '--outputFile', output],
      ...files,
    ],
    {
      cwd: copy,
      stdio: 'ignore',
      timeout: minutes * 60_000,
      env: { ...process.env, SIMULATION_SEEDS: seeds, SIMULATION_SHRINK: '0' },
    },
  );
  const [code] = await once(child, 'exit');
  if (code === 0) return null;
  if (!existsSync(output)) return { path: null, words: 'hangs' };
  const { testResults } = JSON.parse(readFileSync(output, 'utf8'));
  const failed = testResults.flatMap(({ name, message, assertionResults }) => {
    const path = name.slice(copy.length + 1);
    const own = assertionResults.filter(({ status }) => status === 'failed');
    const found = own.map(({ fullName, failureMessages }) => ({
      path,
      fullName,
      text: failureMessages.join('\n'),
    }));
    return message !== '' && found.length === 0 ? [{ path, fullName: 'does not run', text: message }] : found;
  });
  const [{ path, fullName, text } = { path: null, fullName: `exit code ${code}`, text: '' }] = failed;
  const broken = /syntax error at|SyntaxError|ReferenceError|FOR \w+ is not allowed/.exec(text)?.[0];
  if (broken !== undefined) return { path, words: `broken (${broken})` };
  if (/(?:Test|Hook) timed out/.test(text)) return { path, words: `hangs: ${path}: ${fullName}` };
  const seed = /--seed (\d+)/.exec(text)?.[1];
  const oracle = text
    .split('\n')[0]
    .replace(/^(?:AssertionError|Error): /, '')
    .slice(0, 110);
  return { path, words: path === simulation ? `seed ${seed ?? '?'}: ${oracle}` : `${path}: ${fullName}` };
}

const sound = new Set();
/** Ends the program if a test file that has found a mutant fails without one, too. */
async function requireSound(path, projects, minutes) {
  if (path === null || sound.has(path)) return;
  const fault = await run([path], projects, minutes);
  if (fault !== null) {
    console.error(`The tests fail without a mutant: ${fault.words}`);
    process.exit(1);
  }
  sound.add(path);
}

/** The words of the first failure with a mutant, or null. */
async function test(mutant) {
  const { path, kind } = mutant;
  for (const [stage, [filesOf, projects, minutes]] of Object.entries(stages)) {
    write(path, mutate(sources.get(path), mutant));
    if (kind.startsWith('notified'))
      write('src/db/transaction.ts', withOutside(sources.get('src/db/transaction.ts')));
    const found = await run(filesOf(mutant), projects, minutes);
    for (const each of [path, 'src/db/transaction.ts']) write(each, sources.get(each));
    if (found === null && stage !== until) continue;
    if (found !== null) await requireSound(found.path, projects, minutes);
    return found?.words ?? null;
  }
  return null;
}

const rankOf = (stage) => Object.keys(stages).indexOf(stage);

function isDone({ name }) {
  const known = outcomes.get(name);
  if (known === undefined || known.found !== null) return known !== undefined;
  return known.tests === tests && known.seeds >= Number(seeds) && rankOf(known.until) >= rankOf(until);
}

/** What has found a mutant, now or before; null: nothing. */
async function outcomeOf(mutant) {
  const { name } = mutant;
  if (!isDone(mutant)) {
    const outcome = { name, code, tests, seeds: Number(seeds), until, found: await test(mutant) };
    outcomes.set(name, outcome);
    mkdirSync(dirname(memory), { recursive: true });
    appendFileSync(memory, `${JSON.stringify(outcome)}\n`);
  }
  return outcomes.get(name).found;
}

for (const [index, mutant] of mutants.entries()) {
  const { name, line } = mutant;
  const found = (await outcomeOf(mutant)) ?? 'SURVIVED';
  console.log(`${index + 1}/${mutants.length} ${name}, line ${line} (${codeOf(mutant)}): ${found}`);
}
const count = (pattern) => mutants.filter(({ name }) => pattern.test(outcomes.get(name).found ?? '')).length;
console.log(
  [
    `${mutants.length} mutants`,
    `${count(/^seed/)} found by the simulation`,
    `${count(/^test\/world\/races/)} by the races`,
    `${count(/^(?:test\/(?!world\/races)|exit)/)} by other tests`,
    `${count(/^hangs/)} because they hang`,
    `${count(/^broken/)} broken`,
    `${count(/^$/)} survived`,
  ].join(', '),
);
