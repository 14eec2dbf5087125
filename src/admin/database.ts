/** Commands about the database itself: where it is, and bringing it to the schema of this release. */
import { migrate } from '../db/migrate.ts';
import { defineCommand } from './command.ts';
import { counted } from './tables.ts';

export const databaseCommands = [
  defineCommand({
    name: 'migrate',
    summary:
      'Brings the database to the schema of this release, making the embedded one where there is none.',
    examples: ['migrate'],
    needs: 'any',
    run: async ({ url }) => {
      const applied = await migrate(url);
      const text =
        applied.length === 0
          ? 'The database has the schema of this release.'
          : `${counted(applied.length, 'migration')} applied: ${applied.join(', ')}.`;
      return { data: { applied }, text };
    },
  }),
  defineCommand({
    name: 'database-url',
    summary: 'Prints the address of the database, password included, for psql and pg_dump.',
    examples: ['database-url'],
    needs: 'running',
    run: ({ url }) => Promise.resolve({ data: { url }, text: url }),
  }),
];
