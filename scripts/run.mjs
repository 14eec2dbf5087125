// Runs a program of dist/ by its name, building first when the sources have changed. The same process, so that
// signals reach it; the name is taken out of its arguments.
import { build, isBuilt } from './build.mjs';

const [name] = process.argv.splice(2, 1);
if (!isBuilt()) {
  console.error('Building, as the sources have changed ...');
  try {
    build();
  } catch {
    console.error('The build failed; nothing was started.');
    process.exit(1);
  }
}
await import(`../dist/${name}.js`);
