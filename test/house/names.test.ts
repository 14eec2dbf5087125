/** Names and numbers that both SQL and source contain are identical. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { advisoryLocks, applicationNames, systemUserId, worldChannel } from '../../src/db/names.ts';
import { storedMs } from '../../src/idempotency/store.ts';
import { dayMs, hourMs } from '../../src/kernel/time.ts';
import { logEntryKeptMs } from '../../src/world/log/event-log.ts';

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

function textsIn(folder: string, ending: string): string[] {
  return readdirSync(root(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.endsWith(join('db', 'names.ts')))
    .map((file) => readFileSync(join(root(folder), file), 'utf8'));
}

const migrations = textsIn('migrations', '.sql').join('\n');
const source = textsIn('src', '.ts').join('\n');

/** Returns the distinct matches of a pattern's first group. */
const findAll = (text: string, pattern: RegExp): (string | undefined)[] => [
  ...new Set([...text.matchAll(pattern)].map(([, match]) => match)),
];

describe('the migrations', () => {
  it('notify the channel on which instances listen', () => {
    expect(findAll(migrations, /pg_notify\(\s*'([^']+)'/g)).toEqual([worldChannel]);
  });

  it('create the system account under its id', () => {
    expect(findAll(migrations, /INSERT INTO users[^;]*VALUES \(\s*'([0-9a-f-]{36})'/g)).toEqual([
      systemUserId,
    ]);
  });

  it('state for how long event log entries and responses are stored', () => {
    expect([
      findAll(migrations, /Kept for (\d+) days/g),
      findAll(migrations, /kept for (\d+) hours/g),
    ]).toEqual([[String(logEntryKeptMs / dayMs)], [String(storedMs / hourMs)]]);
  });
});

describe('the source', () => {
  const { feed, admin, owner } = applicationNames;
  it.each([worldChannel, systemUserId, feed, admin, owner, ...Object.values(advisoryLocks)])(
    'contains %s only in src/db/names.ts',
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
