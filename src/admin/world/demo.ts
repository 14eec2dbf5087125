/** The world of the demo: a recorded backup (`npm run record:demo`), moved in time so that it opens now. */
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Announcement } from '../../contract/announcement.ts';
import { Refusal } from '../command.ts';
import { openWorldFile, type RowBatch } from './file.ts';
import { isEmpty, lockForRestore, restoreWorld } from './restore.ts';
import { migrate, schemaVersion } from '../../db/migrate.ts';
import { startCommand } from '../../kernel/installation.ts';
import { isoOf, dayMs } from '../../kernel/time.ts';

/** In a clone and in the package. */
export const demoWorldFile = fileURLToPath(
  new URL('../../../documents/demo-world.ndjson.gz', import.meta.url),
);

/** The account of the visitor. Its password is no secret: the demo serves this machine only. */
export const demoPlayer = { username: 'Visitor', password: 'the demo is open' };

/** Marks a world as a demo; the front page reads its value, `demoPlayer`. */
const demoKey = 'demo';
const yearMs = 365 * dayMs;

/** Numbers this near to the opening are moments in milliseconds: no other number of the recording is as large. */
const aroundMs = 60 * dayMs;
/** As JSON of Postgres writes moments: of jsonb in ISO 8601, of columns with their offset. */
const isoMoment = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

function moveMoments(value: unknown, shiftMs: number, opensAt: number): unknown {
  const move = (inner: unknown): unknown => moveMoments(inner, shiftMs, opensAt);
  if (typeof value === 'number') return Math.abs(value - opensAt) < aroundMs ? value + shiftMs : value;
  if (typeof value === 'string') return isoMoment.test(value) ? isoOf(Date.parse(value) + shiftMs) : value;
  if (Array.isArray(value)) return value.map(move);
  if (typeof value !== 'object' || value === null) return value;
  const days = Math.floor(shiftMs / dayMs);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      // In UTC days since 1970.
      name === 'day' && typeof inner === 'number' ? inner + days : move(inner),
    ]),
  );
}

async function* moveBatches(
  batches: AsyncIterable<RowBatch>,
  shiftMs: number,
  opensAt: number,
): AsyncGenerator<RowBatch> {
  for await (const { table, rows } of batches)
    yield { table, rows: rows.map((row) => JSON.stringify(moveMoments(JSON.parse(row), shiftMs, opensAt))) };
}

const announcementAt = (now: number): Announcement => ({
  text: `This is a demo on your own machine, and each start begins it again. A world that stays: ${startCommand}`,
  announced_at: isoOf(now),
  ends_at: isoOf(now + yearMs),
});

/**
 * Throws a Refusal for a world other than an earlier demo, while a server is connected, or if the recording has another
 * schema.
 */
export async function openDemoWorld(connectionString: string, now: number): Promise<void> {
  const client = new pg.Client(connectionString);
  await client.connect();
  try {
    await lockForRestore(client);
    if (!(await isEmpty(client))) {
      const { rows } = await client.query('SELECT FROM settings WHERE key = $1', [demoKey]);
      if (rows.length === 0)
        throw new Refusal('The folder has a world that is no demo: name another one with --data.');
      await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
      await migrate(connectionString);
    }
    const { header, batches } = await openWorldFile(demoWorldFile, schemaVersion());
    const opensAt = Date.parse(header.at);
    const file = { header, batches: moveBatches(batches, now - opensAt, opensAt) };
    await restoreWorld(client, file, {
      now,
      record: async (tx) => {
        const insert = 'INSERT INTO settings (key, value) VALUES ($1, $2)';
        await tx.query(insert, [demoKey, JSON.stringify(demoPlayer)]);
        await tx.query(insert, ['announcement', JSON.stringify(announcementAt(now))]);
      },
      onProgress: () => undefined,
    });
  } finally {
    await client.end();
  }
}
