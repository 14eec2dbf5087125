// Runs a program of dist/ by name: start, demo, admin, bots. Builds first if the sources have changed. The program
// runs in this process, so that signals reach it.
import { ensureBuilt, exitBecause } from './build.mjs';

await ensureBuilt();
try {
  await import('../dist/server/programs/hegemon.js');
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  exitBecause('The program cannot start.', error);
}
