// Runs a program of dist/ by its name, building first when the sources have changed. The same process, so that
// signals reach it; the name is taken out of its arguments.
import { ensureBuilt } from './build.mjs';

const [name] = process.argv.splice(2, 1);
await ensureBuilt();
await import(`../dist/bin/${name}.js`);
