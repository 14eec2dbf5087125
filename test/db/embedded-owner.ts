/** A process that owns an embedded database, for embedded.test.ts. Prints its URL, or the reason of a failed start. */
import { startEmbedded } from '../../src/db/embedded/embedded-database.ts';
import { createLog } from '../../src/kernel/log.ts';
import { StartError } from '../../src/kernel/start-error.ts';

// Exit with the test that started this process.
process.stdin.resume().once('close', () => process.exit());

const [dataDir = ''] = process.argv.slice(2);
try {
  const { url } = await startEmbedded({ dataDir, log: createLog('silent'), settings: { fsync: 'off' } });
  console.log(url);
} catch (error) {
  console.log(error instanceof StartError ? error.message : String(error));
  process.stdin.destroy();
}
