/** The vitest project of each test file. A file that is not listed here needs Postgres only: the project `server`. */

/** These need the sources only. */
export const rules = ['test/game/**/*.test.ts', 'test/terrain/**/*.test.ts', 'test/bench/**/*.test.ts'];

/** These need Postgres and dist/: they start programs of the build, or load it in a browser. */
export const programs = [
  'test/admin/program.test.ts',
  'test/browser/**/*.test.ts',
  'test/client/readme-bot.test.ts',
  'test/repository/start.test.ts',
];

/** These replace a module, so each needs its own process. */
export const isolated = [
  'test/documents/examples.test.ts',
  'test/simulation/swarm.test.ts',
  'test/world/races.test.ts',
];

/** Ten seconds or more each, for what few changes touch. `npm run test:all` runs them, `npm test` does not. */
export const slow = [
  'test/admin/demo.test.ts',
  'test/admin/embedded-program.test.ts',
  'test/admin/backup.test.ts',
  'test/admin/killed.test.ts',
  'test/admin/live.test.ts',
  'test/alarms/instances.test.ts',
  'test/alarms/sending.test.ts',
  'test/bots/away.test.ts',
  'test/bots/lawful.test.ts',
  'test/bots/leave.test.ts',
  'test/bots/process.test.ts',
  'test/bots/tournament.test.ts',
  'test/browser/alarms.test.ts',
  'test/browser/battle.test.ts',
  'test/browser/covered.test.ts',
  'test/browser/every-page.test.ts',
  'test/browser/guard-report.test.ts',
  'test/browser/hostile-names.test.ts',
  'test/browser/live.test.ts',
  'test/browser/map.test.ts',
  'test/browser/new-password.test.ts',
  'test/browser/news.test.ts',
  'test/browser/orders.test.ts',
  'test/browser/reader-settings.test.ts',
  'test/browser/tabs.test.ts',
  'test/browser/weight.test.ts',
  'test/campaign/{fuzz-*,slow-readers}.test.ts',
  'test/client/cuts.test.ts',
  'test/client/package.test.ts',
  'test/client/packed.test.ts',
  'test/db/embedded.test.ts',
  'test/documents/generators.test.ts',
  'test/documents/lint.test.ts',
  'test/repository/layers.test.ts',
  'test/repository/package.test.ts',
  'test/repository/terminal.test.ts',
  'test/metrics/health.test.ts',
  'test/world/kill-reigns.test.ts',
  'test/world/outage.test.ts',
  'test/world/rankings.test.ts',
  'test/world/stop.test.ts',
];

/** The world and its routes once more, by the plain ways without the layers that speed them up. */
export const plain = ['test/api/**/*.test.ts', 'test/world/**/*.test.ts'];
/** The same, for files that need their own process. */
export const plainIsolated = ['test/simulation/swarm.test.ts', 'test/world/races.test.ts'];
/** These are about the layers, or their statements. */
export const aboutLayers = [
  'test/api/cached-reads.test.ts',
  'test/api/statements.test.ts',
  'test/world/empire-versions.test.ts',
  'test/world/order-cost.test.ts',
];

/** These have the machine to themselves, because their results depend on its speed: `npm run test:all` runs them last. */
export const campaigns = ['test/campaign/faults.test.ts', 'test/cluster/**/*.test.ts'];
