/** How Stryker runs tests: those of MUTANT_TESTS, in one process, once each, without the projects of the repository. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const include = JSON.parse(process.env.MUTANT_TESTS ?? '[]') as string[];
const needsDatabase = include.some((path) => !path.startsWith('test/game/'));

/** A run ends with the first failure, so those that play many games come last. */
const isLong = ({ moduleId }: TestSpecification): boolean =>
  /properties-|golden-|advice|parts/.test(moduleId);

class ShortestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve([...files].sort((a, b) => Number(isLong(a)) - Number(isLong(b))));
  }
}

export default defineConfig({
  test: {
    include,
    isolate: false,
    reporters: [],
    sequence: { sequencer: ShortestFirst },
    globalSetup: needsDatabase ? ['test/support/global-setup.ts'] : [],
    setupFiles: needsDatabase ? ['test/support/check-rows.ts'] : [],
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
