#!/usr/bin/env node
/** The program of the package: starts the server, or another of its programs by name, in this process. */
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { exitAfterParsing } from '../../kernel/arguments.ts';
import { defaultDataDir, environmentFile } from '../../kernel/installation.ts';
import { version } from '../../kernel/version.ts';

/**
 * @param hasOptions whether it has arguments and a help text of its own
 * @param keepsName whether the name stays the first argument
 */
function addProgram(
  name: string,
  description: string,
  load: () => Promise<unknown>,
  { hasOptions = true, keepsName = false } = {},
): void {
  const program = hegemon.command(name).description(description);
  if (hasOptions) program.helpOption(false).allowUnknownOption().argument('[arguments...]');
  program.action(async () => {
    if (!keepsName) process.argv.splice(2, 1);
    await load();
  });
}

/** In a clone and in the package. */
const settingsDocument = fileURLToPath(new URL('../../../docs/settings.md', import.meta.url));

const hegemon = new Command('hegemon')
  .description('A persistent multiplayer strategy game. Without a command, it starts the server.')
  .version(version)
  .helpCommand(false)
  .enablePositionalOptions()
  .passThroughOptions()
  .exitOverride(exitAfterParsing)
  .addHelpText(
    'after',
    `\nSettings are environment variables or lines of ${environmentFile};\n${settingsDocument}\ndescribes them. The data of the server: ${defaultDataDir}, or DATA_DIR.`,
  );
addProgram('start', 'Starts the server (default).', () => import('./server.ts'), { hasOptions: false });
addProgram('demo', 'Opens a world of 40 empires to look at and play in.', async () => {
  await import('./demo.ts');
  await import('./server.ts');
});
const loadAdmin = (): Promise<unknown> => import('./admin.ts');
addProgram('admin', 'Administers the world: accounts, checks, repairs.', loadAdmin);
addProgram('backup', 'Writes the world to a file, also while the server runs.', loadAdmin, {
  keepsName: true,
});
addProgram('restore', 'Restores a backup into an empty database.', loadAdmin, { keepsName: true });
addProgram('bots', 'Adds bots to a running server.', () => import('./bots.ts'));

if (process.argv.length === 2) process.argv.push('start');
await hegemon.parseAsync();
