import { basename, resolve } from 'node:path';
import { findPending, migrate, schemaVersion } from '../../db/migrate.ts';
import { defineCommand } from '../command.ts';
import { requireSchema } from '../context.ts';
import { pluralize } from '../tables.ts';
import { runVerification } from '../verify.ts';
import { backUpWorld } from './backup.ts';
import { openWorldFile, sumOfRows } from './file.ts';
import { lockForRestore, restoreWorld } from './restore.ts';
import { readInfo } from './info.ts';

function paceText(rows: Record<string, number>, startedAt: number): string {
  const seconds = (performance.now() - startedAt) / 1000;
  return `${pluralize(sumOfRows(rows), 'row')} in ${seconds.toFixed(1)} s`;
}

export const worldCommands = [
  defineCommand('world info', {
    summary: 'Shows speed, size, row counts, table sizes, due work and connected servers.',
    examples: ['world info', 'world info --json'],
    run: ({ pool }) => readInfo(pool),
  }),
];

export const databaseCommands = [
  defineCommand('backup <file>', {
    summary:
      'Writes everything to one file, also while servers run: a snapshot with all accounts, messages, sessions and the audit. Whoever reads the file can act as every player: keep it private.',
    examples: ['backup world.gz'],
    run: async (context, [file = '']) => {
      const startedAt = performance.now();
      const path = resolve(file);
      const { settings } = await context.openWorld();
      const client = await context.connect();
      const onProgress = context.showProgress('backup').update;
      const options = { world: settings, now: context.clock.now(), onProgress };
      const written = await backUpWorld(client, path, options);
      // Its age is that of the last backup.
      await context.audit(basename(path), { rows: sumOfRows(written.rows) });
      return {
        data: { file: path, ...written },
        text: `Backed up to ${path}: ${paceText(written.rows, startedAt)}.\nSHA-256 of the contents: ${written.sha256}\nThe file contains live sessions, private messages, e-mail addresses and password hashes: keep it private.`,
      };
    },
  }),
  defineCommand('restore <file>', {
    summary:
      'Restores a file of `backup` into an empty database in one transaction, then verifies the world. Creates the embedded database if there is none.',
    examples: ['restore world.gz'],
    needs: 'any',
    run: async (context, [file = '']) => {
      const path = resolve(file);
      const world = await openWorldFile(path, schemaVersion());
      const { header } = world;
      const client = await context.connect();
      await lockForRestore(client);
      const [firstPending] = await findPending(context.url);
      const isBlank = firstPending?.startsWith('0001_') === true;
      if (isBlank) await migrate(context.url);
      else await requireSchema(context.url);
      const startedAt = performance.now();
      const details = { made_at: header.at, release: header.release, rows: sumOfRows(header.rows) };
      const progress = context.showProgress('restore');
      await restoreWorld(client, world, {
        now: context.clock.now(),
        record: (tx) => context.audit(basename(path), details, tx),
        onProgress: progress.update,
      });
      progress.end();
      const pace = paceText(header.rows, startedAt);
      const verified = await runVerification(context, false);
      return {
        data: {
          file: path,
          made_at: header.at,
          rows: header.rows,
          world: header.world,
          verify: verified.data,
        },
        text: `Restored the world of ${header.at} (GAME_SPEED=${header.world.speed}, WORLD_RADIUS=${header.world.radius}): ${pace}.\n\n${verified.text}`,
        isFailure: verified.isFailure ?? false,
      };
    },
  }),
  defineCommand('migrate', {
    summary: 'Applies the migrations of this release; creates the embedded database if there is none.',
    examples: ['migrate'],
    needs: 'any',
    run: async ({ url }) => {
      const applied = await migrate(url);
      const text =
        applied.length === 0
          ? 'The schema is up to date.'
          : `${pluralize(applied.length, 'migration')} applied: ${applied.join(', ')}.`;
      return { data: { applied }, text };
    },
  }),
  defineCommand('database-url', {
    summary: 'Prints the database URL, password included, for psql.',
    examples: ['database-url'],
    needs: 'running',
    run: ({ url }) => Promise.resolve({ data: { url }, text: url }),
  }),
];
