/** Commands about the database itself: apply migrations, print its URL. */
import { migrate } from '../db/migrate.ts';
import { defineCommand } from './command.ts';
import { pluralize } from './tables.ts';

export const databaseCommands = [
  defineCommand({
    name: 'migrate',
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
  defineCommand({
    name: 'database-url',
    summary: 'Prints the database URL, password included, for psql and pg_dump.',
    examples: ['database-url'],
    needs: 'running',
    run: ({ url }) => Promise.resolve({ data: { url }, text: url }),
  }),
];
