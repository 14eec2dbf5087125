/** The admin command line: help and examples of every command, wrong usage, and how it finds the database. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { commands } from '../../src/admin/program.ts';
import { version } from '../../src/kernel/version.ts';
import { askCommand, endOf, runCommand, startCommand } from '../support/admin.ts';
import { readMarkdown } from '../support/markdown.ts';
import { readBuiltCommit } from '../support/programs.ts';

const nowhere = { databaseUrl: null };

describe.each(commands.map((command) => [command.name, command] as const))('%s', (name, command) => {
  it('has help with its examples', async () => {
    const { code, out } = await runCommand(nowhere, ...name.split(' '), '--help');
    const shown = command.examples.filter((example) => out.includes(`npm run admin -- ${example}`));
    expect([code, shown]).toEqual([0, command.examples]);
  });

  it('has only examples of itself', () => {
    expect(command.examples.filter((example) => !example.startsWith(name))).toEqual([]);
  });

  it('names its options as their flags', () => {
    const named = Object.entries(command.options ?? {}).map(([key, { flags }]) => {
      const [, flag = ''] = /--([\w-]+)/.exec(flags) ?? [];
      return [key, flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
    });
    expect(named.filter(([key, flag]) => key !== flag)).toEqual([]);
  });
});

it('names its version, and as a program the commit of the build', async () => {
  expect(await runCommand(nowhere, '--version')).toMatchObject({ code: 0, out: version });
  const commit = readBuiltCommit();
  const { code, out } = await endOf(startCommand({}, '--version'));
  expect([code, out.trim()]).toEqual([0, commit === null ? version : `${version} (${commit})`]);
});

describe('docs/operate.md', () => {
  const text = readFileSync('docs/operate.md', 'utf8');

  it('has every command in its table', () => {
    expect(commands.map(({ name }) => name).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

it('the documents use only existing commands', () => {
  const all = readMarkdown()
    .map(({ text }) => text)
    .join('\n');
  const used = [...all.matchAll(/run admin -- ([a-z][^\n`")]*)/g)].map(([, words = '']) => words.trim());
  const names = used.filter((words) => !commands.some(({ name }) => `${words} `.startsWith(`${name} `)));
  expect([used.length > 2, names]).toEqual([true, []]);
});

describe('wrong usage', () => {
  it.each([
    [['users', 'list', '--nonsense']],
    [['users', 'list', '--limit', '0']],
    [['users', 'list', 'too', 'much']],
    [['users', 'show']],
    [['users', 'dance']],
    [['users']],
    [['nonsense']],
    [[]],
  ])('%j exits with 2 and prints an error to stderr', async (args) => {
    const { code, out, err } = await runCommand(nowhere, ...args);
    expect([code, out, err.length > 0]).toEqual([2, '', true]);
  });

  it('of a command, an option or a word is answered with the one that was meant', async () => {
    const meant = async (...args: string[]): Promise<string> => (await runCommand(nowhere, ...args)).err;
    expect(await meant('user', 'list')).toContain('(Did you mean users?)');
    expect(await meant('reports', 'handel', '1')).toContain('(Did you mean handle?)');
    expect(await meant('users', 'list', '--limt', '1')).toContain('(Did you mean --limit?)');
  });

  it('is reported as JSON with --json', async () => {
    const { code, data } = await askCommand(nowhere, 'users', 'list', '--nonsense');
    expect([code, data]).toEqual([2, { error: "unknown option '--nonsense'" }]);
  });
});

describe('the database', () => {
  it('is not created by a command that only reads', async () => {
    const dataDir = join(inject('testServer').folder, 'never-made');
    const { code, err } = await runCommand({ databaseUrl: null, dataDir }, 'users', 'list');
    expect([code, err]).toEqual([1, expect.stringContaining('There is no database in') as string]);
  });

  it('is reported in one sentence when it cannot be reached', async () => {
    const { code, err } = await runCommand({ databaseUrl: 'postgres://127.0.0.1:1/x' }, 'users', 'list');
    expect([code, err]).toEqual([1, expect.stringMatching(/^The database cannot be reached/) as string]);
  });
});
