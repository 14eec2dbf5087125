/**
 * Ends the run with one line for machines, `N passed, N failed, N skipped`, alone and after everything else.
 * What breaks outside a test (a file that does not load, a hook, an unhandled rejection) counts as failed.
 */
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/** A run that broke before any test. */
const brokenRun = '0 passed, 1 failed, 0 skipped';

export default class SummaryReporter implements Reporter {
  #line = brokenRun;

  onInit(): void {
    process.once('exit', () => {
      process.stdout.write(`${this.#line}\n`);
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
    if (states.length + failed > 0) this.#line = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  }
}
