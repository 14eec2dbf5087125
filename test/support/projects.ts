/** Which test files need what. A file that is not listed needs Postgres alone. */

/** Nothing but the sources. */
export const rules = ['test/game/**/*.test.ts', 'test/terrain/**/*.test.ts'];

/** Postgres and dist/: they start programs of the build as processes, or load it into a browser. */
export const programs = [
  'test/admin/killed.test.ts',
  'test/admin/program.test.ts',
  'test/bots/process.test.ts',
  'test/bots/tournament.test.ts',
  'test/browser/**/*.test.ts',
  'test/client/package.test.ts',
  'test/client/readme-bot.test.ts',
  'test/house/start.test.ts',
  'test/house/terminal.test.ts',
  'test/world/outage.test.ts',
  'test/world/stop.test.ts',
];

/** They replace a module, so that each needs a process of its own. */
export const isolated = ['test/documents/examples.test.ts'];

/** As the programs, for minutes, or with many processes at once: `npm run test:all` runs them, `npm test` does not. */
export const campaigns = ['test/bots/day.test.ts', 'test/cluster/**/*.test.ts', 'test/world/kill.test.ts'];
