// npm run test:campaign -- <kind>: runs the campaigns test/campaign/<kind>*.test.ts, longer than the tests do. Without
// options it takes the minutes of `usualMinutes`. Exits with 1 if a campaign finds a fault.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

const folder = 'test/campaign';
const usualMinutes = { faults: 25, fuzz: 10, 'slow-readers': 5 };
const usage = `Usage: npm run test:campaign -- <${Object.keys(usualMinutes).join('|')}> [--minutes N] [--seed N] [--kills N]`;

function readArguments() {
  try {
    const text = { type: 'string' };
    return parseArgs({ allowPositionals: true, options: { minutes: text, seed: text, kills: text } });
  } catch (error) {
    return { positionals: [], values: {}, reason: error.message };
  }
}

const { positionals, values, reason } = readArguments();
const [kind, ...more] = positionals;
const wrong = Object.entries(values).find(([, value]) => !(Number(value) > 0));
if (!(kind in usualMinutes) || more.length > 0 || wrong !== undefined) {
  console.error(wrong === undefined ? (reason ?? usage) : `--${wrong[0]} must be a number above 0\n${usage}`);
  process.exit(2);
}

process.env.CAMPAIGN_MINUTES = values.minutes ?? String(usualMinutes[kind]);
process.env.CAMPAIGN_SEED = values.seed ?? String(Date.now() % 1_000_000);
if (values.kills !== undefined) process.env.CAMPAIGN_KILLS = values.kills;
// A campaign that cannot run must fail instead of being skipped.
process.env.REQUIRE_CLUSTER = '1';
const files = readdirSync(folder).filter((name) => name.startsWith(kind) && name.endsWith('.test.ts'));
const vitest = await startVitest(
  'test',
  files.map((name) => `${folder}/${name}`),
  { run: true, disableConsoleIntercept: true },
);
await vitest.close();
