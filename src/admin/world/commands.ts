/** Commands about the world as a whole. */
import { basename, resolve } from 'node:path';
import { findPending, migrate, schemaVersion } from '../../db/migrate.ts';
import { defineCommand } from '../command.ts';
import { requireSchema } from '../context.ts';
import { counted } from '../tables.ts';
import { runVerification } from '../verify.ts';
import { exportWorld } from './export.ts';
import { openWorldFile } from './file.ts';
import { importWorld, isEmpty, requireAlone } from './import.ts';
import { readInfo } from './info.ts';

const sumOfRows = (rows: Record<string, number>): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0);

/** Rows and seconds, for people. */
function paceText(rows: Record<string, number>, begun: number): string {
  const seconds = (performance.now() - begun) / 1000;
  return `${counted(sumOfRows(rows), 'row')} in ${seconds.toFixed(1)} s`;
}

export const worldCommands = [
  defineCommand({
    name: 'world info',
    summary: 'Speed and size, counts, sizes of tables, what is due and waits, and who is connected.',
    examples: ['world info', 'world info --json'],
    run: ({ pool }) => readInfo(pool),
  }),
  defineCommand<{ withSessions?: boolean }>({
    name: 'world export',
    summary:
      'Writes the whole world into one file, while the servers go on. It holds the e-mails and the salted hashes of the passwords of all accounts: only you may read it, keep it so.',
    takes: '<file>',
    options: {
      withSessions: {
        flags: '--with-sessions',
        description:
          'sessions and the secret that signs them, too: players stay logged in, and so would a thief be',
      },
    },
    examples: ['world export world.ndjson.gz'],
    run: async (context, [file = ''], { withSessions = false }) => {
      const begun = performance.now();
      const path = resolve(file);
      const { settings } = await context.openWorld();
      const client = await context.connect();
      const onProgress = context.watch('export').emit;
      const exported = await exportWorld(client, path, { world: settings, withSessions, onProgress });
      return {
        data: { file: path, with_sessions: withSessions, ...exported },
        text: `${path} holds the world: ${paceText(exported.rows, begun)}.\nSHA-256 of its contents: ${exported.sha256}\nIt holds e-mails and password hashes${withSessions ? ', and live sessions' : ''}: keep it to yourself.`,
      };
    },
  }),
  defineCommand<{ replace?: boolean }>({
    name: 'world import',
    summary:
      'Reads a file that `world export` wrote into an empty database, which it makes where there is none, whole or not at all, and verifies it. Stop the servers first.',
    takes: '<file>',
    options: { replace: { flags: '--replace', description: 'delete the world that is there' } },
    examples: ['world import world.ndjson.gz', 'world import world.ndjson.gz --replace'],
    needs: 'any',
    run: async (context, [file = ''], { replace = false }) => {
      const path = resolve(file);
      const world = await openWorldFile(path, schemaVersion());
      const { header } = world;
      const client = await context.connect();
      await requireAlone(client);
      const isBlank = (await findPending(context.url)).length === schemaVersion();
      if (isBlank) await migrate(context.url);
      else await requireSchema(context.url);
      const isReplacing = replace && !(await isEmpty(client));
      if (isReplacing)
        await context.confirm('The world in this database will be deleted for ever.', 'replace');
      const begun = performance.now();
      const details = { exported_at: header.exported_at, replaced: isReplacing, rows: header.rows };
      const progress = context.watch('import');
      await importWorld(client, world, {
        replace,
        auditEntry: { operator: context.operator, command: 'world import', target: basename(path), details },
        onProgress: progress.emit,
      });
      progress.end();
      const pace = paceText(header.rows, begun);
      const verified = await runVerification(context, false);
      return {
        data: { file: path, rows: header.rows, world: header.world, verify: verified.data },
        text: `The world of ${header.exported_at} is here (GAME_SPEED=${header.world.speed}, WORLD_RADIUS=${header.world.radius}): ${pace}.\n\n${verified.text}`,
        isWrong: verified.isWrong ?? false,
      };
    },
  }),
];
