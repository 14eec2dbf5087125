/**
 * Ends the run with one line for machines, `N passed, N failed, N skipped`, alone and after everything else.
 * What breaks outside a test (a file that does not load, a hook, an unhandled rejection, the check) counts as failed.
 */
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

export default class SummaryReporter implements Reporter {
  /** Until the tests have run, the run counts as broken. */
  #counts = { passed: 0, failed: 1, skipped: 0 };

  onInit(): void {
    process.once('exit', (code) => {
      const { passed, failed, skipped } = this.#counts;
      // `npm run check`, beside the tests, may fail alone.
      const faults = code === 0 ? failed : Math.max(failed, 1);
      process.stdout.write(`${passed} passed, ${faults} failed, ${skipped} skipped\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = suites.filter((suite) => suite.errors().length > 0).length + unhandledErrors.length;
    const count = (state: string): number => states.filter((each) => each === state).length;
    const failed = count('failed') + broken;
    const passed = count('passed');
    const skipped = states.length - count('failed') - passed;
    if (states.length + failed > 0) this.#counts = { passed, failed, skipped };
  }
}
