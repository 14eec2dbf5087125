// npm run test:mutants -- <part>: Stryker changes a part of src, one small change at a time, and runs the tests that ought
// to notice; `<part>/<file>` takes one file of it. Prints every change that no test has noticed; .cache/mutants has the
// report, from which another run continues. Exits with 1 if the share that was noticed is below the goal of the part.
import { Stryker } from '@stryker-mutator/core';

const room = (name, files) => ({
  mutate: [`src/game/${name}/*.ts`],
  tests: [`test/game/{${files}}.test.ts`],
  goal: 90,
});

/** For each part: what is changed, the tests that ought to notice, and the goal in percent. */
const parts = {
  'game/march': room('march', 'armies,map,marching,parts'),
  'game/diplomacy': room(
    'diplomacy',
    'advance,alliances,guards,leave,protection,properties-leave,reigns,scoring,seats',
  ),
  'game/economy': room(
    'economy',
    'advance,balance,construction,construction-refusals,economy,goals,hunger,marching,properties-ledger,properties-wishes,training,wish-forecast,wishes',
  ),
  'game/fight': room('fight', 'balance,battle,casualties,contact,guards,odds,properties-battle,verify'),
  'game/founding': room('founding', 'founding,map,villages'),
  'game/contact': room('contact', 'called-off,contact,guards,plunder,properties-seats,raids,sack,seats'),
  'game/orders': room('orders', 'armies,attack,guards,parts,raids,recalls'),
  game: { mutate: ['src/game/*.ts'], tests: ['test/game/*.test.ts'], goal: 90 },
  alarms: {
    mutate: ['src/alarms/*.ts'],
    tests: ['test/alarms/{deadlocks,devices,mail,push}.test.ts'],
    goal: 75,
  },
};

const [wanted = '', ...more] = process.argv.slice(2);
const name = Object.keys(parts).find((part) => wanted === part || wanted.startsWith(`${part}/`));
if (name === undefined || more.length > 0) {
  console.error(`Usage: npm run test:mutants -- <${Object.keys(parts).join('|')}>[/file]`);
  process.exit(2);
}
const { tests, goal } = parts[name];
const mutate = wanted === name ? parts[name].mutate : [`src/${wanted}.ts`];
const folder = '.cache/mutants';
const report = `${folder}/${wanted.replaceAll('/', '-')}`;
process.env.MUTANT_TESTS = JSON.stringify(tests);

await new Stryker({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
  mutate,
  concurrency: 2,
  // Endless loops are found by their count, so that a busy machine is not taken for one.
  timeoutMS: 120_000,
  tempDirName: `${folder}/sandbox`,
  ignorePatterns: ['/.*', '/dist', '/output', '!/.env.example'],
  disableTypeChecks: false,
  // Another run tests again what its changes concern.
  incremental: true,
  incrementalFile: `${report}-known.json`,
  reporters: ['clear-text', 'progress-append-only', 'html'],
  clearTextReporter: { allowColor: false, allowEmojis: false, reportTests: false },
  htmlReporter: { fileName: `${report}.html` },
  thresholds: { high: goal, low: goal, break: goal },
}).runMutationTest();
