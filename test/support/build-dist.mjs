/** Once a run: dist/ is the build of the present sources, for the tests that start its programs. */
import { build, isBuilt } from '../../scripts/build.mjs';

export default async function setup() {
  if (!isBuilt()) await build();
}
