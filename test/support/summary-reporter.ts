/**
 * Prints one line for programs, `N passed, N failed, N skipped`, as the last line of the run. Errors outside a test (a file
 * that does not load, a hook, an unhandled rejection, the check) count as failed. Tests that passed only when they were
 * repeated are listed before it. A missing Chromium is reported at the start.
 */
import '../browser/chromium.ts';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

export default class SummaryReporter implements Reporter {
  /** A run that ends before its tests counts as failed. */
  #counts = { passed: 0, failed: 1, skipped: 0 };

  onInit(): void {
    process.once('exit', (code) => {
      const { passed, failed, skipped } = this.#counts;
      // `npm run check` runs beside the tests and may be the only failure.
      const allFailed = code === 0 ? failed : Math.max(failed, 1);
      process.stdout.write(`${passed} passed, ${allFailed} failed, ${skipped} skipped\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const states = tests.map((test) => test.result().state);
    for (const test of tests.filter((each) => each.diagnostic()?.flaky === true)) {
      process.stdout.write(`Passed only when repeated: ${test.module.relativeModuleId} > ${test.fullName}\n`);
    }
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = suites.filter((suite) => suite.errors().length > 0).length + unhandledErrors.length;
    const count = (state: string): number => states.filter((each) => each === state).length;
    const failed = count('failed') + broken;
    const passed = count('passed');
    const skipped = states.length - count('failed') - passed;
    if (states.length + failed > 0) this.#counts = { passed, failed, skipped };
  }
}
