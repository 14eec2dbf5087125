// Runs a program of dist/ by name: start, demo, admin, bots. Builds first if the sources have changed. The program
// runs in this process, so that signals reach it.
import { ensureBuilt } from './build.mjs';

await ensureBuilt();
await import('../dist/bin/hegemon.js');
