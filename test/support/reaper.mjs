// Cleans up after a test run. It waits until stdin closes, which happens even if the run is killed. It then stops every
// Postgres below the given folder and removes the folder.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const [folder] = process.argv.slice(2);

function stopServers() {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('postmaster.pid'));
  for (const file of files) {
    try {
      process.kill(Number.parseInt(readFileSync(join(folder, file), 'utf8'), 10), 'SIGQUIT');
    } catch {
      // The process has already ended.
    }
  }
}

process.stdin.resume();
process.stdin.once('close', async () => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      stopServers();
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch {
      // A server that is shutting down still writes files.
      await delay(100);
    }
  }
});
