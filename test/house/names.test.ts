/** What SQL and source both spell out is spelled the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { advisoryLocks, applicationNames, worldChannel } from '../../src/db/names.ts';
import { storedMs } from '../../src/idempotency/store.ts';
import { dayMs, hourMs } from '../../src/kernel/time.ts';
import { logEntryKeptMs } from '../../src/world/event-log.ts';

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

function textsIn(folder: string, ending: string): string[] {
  return readdirSync(root(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.endsWith(join('db', 'names.ts')))
    .map((file) => readFileSync(join(root(folder), file), 'utf8'));
}

const migrations = textsIn('migrations', '.sql').join('\n');
const source = textsIn('src', '.ts').join('\n');

/** What the first group of a pattern matches in a text, each once. */
const all = (text: string, pattern: RegExp): (string | undefined)[] => [
  ...new Set([...text.matchAll(pattern)].map(([, found]) => found)),
];

describe('the migrations', () => {
  it('notify the channel that instances listen on', () => {
    expect(all(migrations, /pg_notify\(\s*'([^']+)'/g)).toEqual([worldChannel]);
  });

  it('say how long entries of a chronicle and answers are kept', () => {
    expect([all(migrations, /Kept for (\d+) days/g), all(migrations, /kept for (\d+) hours/g)]).toEqual([
      [String(logEntryKeptMs / dayMs)],
      [String(storedMs / hourMs)],
    ]);
  });
});

describe('the source', () => {
  const { feed, admin, owner } = applicationNames;
  it.each([worldChannel, feed, admin, owner, ...Object.values(advisoryLocks)])(
    'has %s in one place',
    (name) => {
      const grouped = typeof name === 'number' ? name.toLocaleString('en').replaceAll(',', '_') : name;
      const spellings = [String(name), grouped];
      expect(spellings.filter((spelling) => source.includes(spelling))).toEqual([]);
    },
  );

  it('has one key for each advisory lock', () => {
    const keys = Object.values(advisoryLocks);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
