/**
 * Prints a table of the statements of every JSON route, and of the flights (round trips) in which they travel. Starts its
 * own database and instance.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../src/db/embedded/embedded-database.ts';
import { migrate } from '../src/db/migrate.ts';
import { createLog } from '../src/kernel/log.ts';
import { sendEveryRoute } from '../test/routes/all.ts';
import { startTestGame } from '../test/support/game.ts';
import { recordFlights } from '../test/support/statements.ts';

const folder = mkdtempSync(join(tmpdir(), 'hegemon-statements-'));
const database = await startEmbedded({ dataDir: join(folder, 'data'), log: createLog('warn') });
try {
  await migrate(database.url);
  const game = await startTestGame({ databaseUrl: database.url, smtpUrl: 'smtp://127.0.0.1:9' });
  const recorder = recordFlights(game.instance.pool);
  const lines = ['| route | status | flights | statements |', '|---|---|---|---|'];
  await sendEveryRoute(game, async ({ route }, send) => {
    recorder.take();
    const { status } = await send();
    const flights = recorder.take();
    const listed = flights.map((flight) => flight.join(', ')).join(' / ');
    lines.push(`| ${route} | ${status} | ${flights.length} | ${listed} |`);
  });
  process.stdout.write(`${lines.join('\n')}\n`);
  await game.stop();
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
