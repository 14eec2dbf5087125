import { runAdmin } from '../../admin/program.ts';
import { loadEnvironment, readConfig } from '../../config.ts';
import { DatabaseClock } from '../../kernel/clock.ts';
import { systemRandom } from '../../kernel/random.ts';
import { createLog } from '../../kernel/log.ts';

async function main(): Promise<number> {
  const { databaseUrl, dataDir, baseUrl } = readConfig(loadEnvironment());
  return runAdmin(process.argv.slice(2), {
    databaseUrl,
    dataDir,
    baseUrl,
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    clock: new DatabaseClock(),
    random: systemRandom,
    // Errors are printed as plain sentences, so the log is off.
    log: createLog('silent'),
  });
}

// Ignore EPIPE (`... | head`): the command completes and its exit code still counts.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

function fail(error: unknown): void {
  const sentence = error instanceof Error ? error.message : String(error);
  console.error(process.argv.includes('--json') ? JSON.stringify({ error: sentence }) : sentence);
  process.exitCode = 1;
}

// Of a later callback.
process.on('uncaughtException', (error) => {
  fail(error);
  process.exit();
});

main().then((code) => {
  process.exitCode = code;
}, fail);
