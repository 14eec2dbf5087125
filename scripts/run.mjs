// Runs a program of dist/ by name; builds first if the sources have changed. The program runs in this process, so that
// signals reach it. Its name is removed from the arguments.
import { ensureBuilt } from './build.mjs';

const [name] = process.argv.splice(2, 1);
await ensureBuilt();
await import(`../dist/bin/${name}.js`);
