/**
 * How the tests run: in two worker processes that keep their modules from file to file, sorted into projects by what
 * they need. `npm test` leaves out the slow tests and the campaigns, which take minutes or many processes.
 */
import { defineConfig } from 'vitest/config';
import {
  aboutLayers,
  campaigns,
  isolated,
  plain,
  plainIsolated,
  programs,
  rules,
  slow,
} from './test/support/projects.ts';
import { SlowestFirst } from './test/support/sequencer.ts';

// Tests must not depend on the time zone of the machine. These two are far from UTC, and one of them by half an hour.
process.env.TZ ??= new Date().getUTCDate() % 2 === 0 ? 'Pacific/Auckland' : 'America/St_Johns';

const database = 'test/support/global-setup.ts';
const dist = 'test/support/build-dist.mjs';
const project = (name: string, globalSetup: string[], include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    globalSetup,
    include,
    exclude,
    isolate: name.endsWith('isolated'),
    ...(name.startsWith('plain') ? { env: { TEST_LAYERS_OFF: 'all', SIMULATION_SEEDS: '50' } } : {}),
    // Campaigns run last and one at a time: they measure seconds with many processes on two cores.
    ...(name === 'campaign' ? { maxWorkers: 1, sequence: { groupOrder: 1 } } : {}),
    // Processes and timeouts depend on the load of the machine. The rules do not.
    retry: name === 'rules' ? 0 : 1,
    setupFiles: globalSetup.includes(database) ? ['test/support/check-rows.ts'] : [],
  },
});

export default defineConfig({
  test: {
    reporters: ['default', './test/support/summary-reporter.ts'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirst },
    // Limits of time end a hang. They measure nothing: the machine may be busy with other work.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      project('rules', [], rules),
      project(
        'server',
        [database],
        ['test/**/*.test.ts'],
        [...rules, ...programs, ...isolated, ...slow, ...campaigns],
      ),
      project('isolated', [database], isolated),
      project('programs', [dist, database], programs, [...slow, ...campaigns]),
      project('slow', [dist, database], slow),
      project('plain', [database], plain, [...plainIsolated, ...aboutLayers, ...slow]),
      project('plain isolated', [database], plainIsolated),
      project('campaign', [dist, database], campaigns),
    ],
  },
});
