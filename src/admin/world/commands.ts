/** Commands about the world as a whole, and its database. */
import { basename, resolve } from 'node:path';
import { Option } from 'commander';
import { findPending, migrate, schemaVersion } from '../../db/migrate.ts';
import { defineCommand } from '../command.ts';
import { requireSchema } from '../context.ts';
import { pluralize } from '../tables.ts';
import { runVerification } from '../verify.ts';
import { exportWorld } from './export.ts';
import { openWorldFile, sumOfRows } from './file.ts';
import { importWorld, isEmpty, lockForImport } from './import.ts';
import { readInfo } from './info.ts';

/** Such as `1,204 rows in 3.1 s`. */
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
  defineCommand<{ withSessions?: boolean; withMessages?: boolean }>('world export <file>', {
    summary:
      'Exports the whole world to one file, also while servers run. The file contains the e-mail addresses and salted password hashes of all accounts. Only you can read it: keep it private.',
    options: {
      withSessions: new Option(
        '--with-sessions',
        'include sessions and the secret that signs them: players stay logged in, but a thief of the file is too',
      ),
      withMessages: new Option(
        '--with-messages',
        'include the messages between players, and the reports of them',
      ),
    },
    examples: ['world export world.ndjson.gz', 'world export world.ndjson.gz --with-messages'],
    run: async (context, [file = ''], { withSessions = false, withMessages = false }) => {
      const startedAt = performance.now();
      const path = resolve(file);
      const { settings } = await context.openWorld();
      const client = await context.connect();
      const onProgress = context.showProgress('export').update;
      const contents = { with_sessions: withSessions, with_messages: withMessages };
      const exported = await exportWorld(client, path, {
        world: settings,
        contents,
        now: context.clock.now(),
        onProgress,
      });
      await context.audit(basename(path), contents);
      return {
        data: { file: path, ...contents, ...exported },
        text: `Exported to ${path}: ${paceText(exported.rows, startedAt)}.\nSHA-256 of the contents: ${exported.sha256}\nThe file contains ${withSessions ? 'live sessions, ' : ''}${withMessages ? 'private messages, ' : ''}e-mail addresses and password hashes: keep it private.`,
      };
    },
  }),
  defineCommand<{ replace?: boolean }>('world import <file>', {
    summary:
      'Imports a file of `world export` into an empty database in one transaction, then verifies the world. Creates the embedded database if there is none. Stop all servers first.',
    options: { replace: new Option('--replace', 'delete the existing world first') },
    examples: ['world import world.ndjson.gz', 'world import world.ndjson.gz --replace'],
    needs: 'any',
    run: async (context, [file = ''], { replace = false }) => {
      const path = resolve(file);
      const world = await openWorldFile(path, schemaVersion());
      const { header } = world;
      const client = await context.connect();
      await lockForImport(client);
      const [firstPending] = await findPending(context.url);
      const isBlank = firstPending?.startsWith('0001_') === true;
      if (isBlank) await migrate(context.url);
      else await requireSchema(context.url);
      const isReplacing = replace && !(await isEmpty(client));
      if (isReplacing)
        await context.confirm('The world in this database will be deleted permanently.', 'replace');
      const startedAt = performance.now();
      const details = { exported_at: header.exported_at, replaced: isReplacing, rows: header.rows };
      const progress = context.showProgress('import');
      await importWorld(client, world, {
        replace,
        now: context.clock.now(),
        record: (tx) => context.audit(basename(path), details, tx),
        onProgress: progress.update,
      });
      progress.end();
      const pace = paceText(header.rows, startedAt);
      const verified = await runVerification(context, false);
      return {
        data: { file: path, rows: header.rows, world: header.world, verify: verified.data },
        text: `Imported the world of ${header.exported_at} (GAME_SPEED=${header.world.speed}, WORLD_RADIUS=${header.world.radius}): ${pace}.\n\n${verified.text}`,
        isFailure: verified.isFailure ?? false,
      };
    },
  }),
];

export const databaseCommands = [
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
    summary: 'Prints the database URL, password included, for psql and pg_dump.',
    examples: ['database-url'],
    needs: 'running',
    run: ({ url }) => Promise.resolve({ data: { url }, text: url }),
  }),
];
