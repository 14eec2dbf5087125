/** Runs once per test run: builds dist/ if the sources have changed, for the tests that start its programs. */
import { build, isBuilt } from '../../scripts/build.mjs';

export default async function setup() {
  if (!isBuilt()) await build();
}
