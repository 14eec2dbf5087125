/** Runs once per test run: builds dist/ if the sources have changed, for the tests that use it. */
import { ensureBuiltWithTypes } from '../../scripts/build.mjs';

export default ensureBuiltWithTypes;
