// npm run test:mutants -- <part>: Stryker changes a part of src, one small change at a time, and runs the tests that ought
// to notice; `<part>/<file>` takes one file of it, `'<part>/{a,b}'` two. Prints every change that no test has noticed;
// .cache/mutants has the report, from which another run continues. Exits with 1 if the share that was noticed is below the
// goal of the part.
import { Stryker } from '@stryker-mutator/core';

/** The rules: all short tests, and properties of random games. */
const room = (name, ...properties) => ({
  mutate: [`src/game/${name}/*.ts`],
  tests: [
    'test/game/!(advice|golden-worlds|properties-*).test.ts',
    ...properties.map((property) => `test/game/properties-${property}.test.ts`),
  ],
  goal: 90,
});

/** For each part: what is changed, the tests that ought to notice, and the goal in percent. */
const parts = {
  'game/march': room('march'),
  'game/diplomacy': room('diplomacy', 'alliances', 'leave'),
  'game/economy': room('economy', 'ledger', 'wishes'),
  'game/fight': room('fight', 'battle'),
  'game/founding': room('founding'),
  'game/contact': room('contact', 'seats'),
  'game/orders': room('orders', 'commands'),
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
const report = `${folder}/${wanted.replaceAll(/[^a-z-]+/g, '-')}`;
process.env.MUTANT_TESTS = JSON.stringify(tests);

await new Stryker({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
  mutate,
  // Emptied code and texts: tests that run the code notice nearly all.
  mutator: { excludedMutations: ['ArrowFunction', 'BlockStatement', 'ObjectLiteral', 'StringLiteral'] },
  concurrency: 2,
  // Endless loops are found by their count, so that a busy machine is not taken for one.
  timeoutMS: 40_000,
  // Constants and statements: each would need all tests, in a process of its own.
  ignoreStatic: true,
  tempDirName: `${folder}/sandbox`,
  ignorePatterns: ['/.*', '/dist', '/output', '!/.env.example'],
  disableTypeChecks: false,
  // Another run tests again what its changes concern.
  incremental: true,
  incrementalFile: `${report}-known.json`,
  reporters: ['clear-text', 'progress-append-only', 'html'],
  clearTextReporter: { allowColor: false, allowEmojis: false, reportTests: false, logTests: false },
  htmlReporter: { fileName: `${report}.html` },
  thresholds: { high: goal, low: goal, break: goal },
}).runMutationTest();
