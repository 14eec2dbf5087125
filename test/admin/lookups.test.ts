/** The audit records each command that shows personal data: the operator, the account and the number of entries. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/admin/program.ts';
import { commandsOf } from '../support/admin.ts';
import { useTestGame, useOne } from '../support/game.ts';
import { createPlayer, userIdOf } from '../support/players.ts';

const game = useTestGame();
let annName: string;

const ann = useOne(() => createPlayer(game));
beforeAll(async () => {
  annName = `${ann.username} (${await userIdOf(game, ann)})`;
});

const { run, ask, readAudit } = commandsOf(game);

/** The entries of the audit that a command adds. */
async function entriesOf(...args: string[]): Promise<unknown[]> {
  const last = (await readAudit())[0]?.id ?? 0;
  await run(...args);
  return (await readAudit())
    .filter(({ id }) => id > last)
    .map(({ operator, command, target, details }) => ({ operator, command, target, details }));
}

describe('the audit', () => {
  it.each([
    ['users list --search ANN', 'all accounts', { accounts: 1 }],
    ['users show ANN', 'ANN', {}],
    ['sessions list ANN', 'ANN', { sessions: 1, tokens: 0 }],
    ['reports list', 'reports', { reports: [] }],
    ['watch addresses', 'all accounts', { addresses: 0 }],
    ['watch addresses --user ANN', 'ANN', { addresses: 0 }],
    ['watch plunder', 'all accounts', { pairs: 0 }],
    ['watch plunder --user ANN', 'ANN', { pairs: 0 }],
    ['watch seats', 'all accounts', { pairs: 0 }],
  ])('has the look of %s', async (line, about, details) => {
    const words = line.split(' ').map((word) => (word === 'ANN' ? ann.username : word));
    const [command, target] = [words.slice(0, 2).join(' '), about === 'ANN' ? annName : about];
    const entries = await entriesOf(...words, '--operator', 'olga');
    expect(entries).toEqual([{ operator: 'olga', command, target, details }]);
    // So that `audit list --user` does not count it among the changes.
    expect(commands.find(({ name }) => name === command)?.isLook).toBe(true);
    expect(await ask('audit', 'list', '--user', ann.username)).toEqual({ actions: [] });
  });

  it('has a backup, with its size', async () => {
    const file = join(tmpdir(), `${randomUUID()}.gz`);
    const entries = await entriesOf('backup', file, '--operator', 'olga');
    await rm(file);
    expect(entries).toEqual([
      {
        operator: 'olga',
        command: 'backup',
        target: basename(file),
        details: { rows: expect.any(Number) as number },
      },
    ]);
  });

  it('never has the e-mail address that was looked for', async () => {
    const email = `${ann.username}@example.org`;
    await run('users', 'list', '--search', email);
    await run('users', 'show', email);
    await run('sessions', 'list', email);
    expect(JSON.stringify(await readAudit())).not.toContain('example.org');
  });

  it.each(['users show', 'sessions list', 'watch addresses --user'])(
    'has no look of %s that found nobody',
    async (command) => {
      expect(await entriesOf(...command.split(' '), 'nobody at all')).toEqual([]);
    },
  );

  it.each(['audit list', 'world info'])(
    'has no look of %s, which shows no personal data',
    async (command) => {
      expect(await entriesOf(...command.split(' '))).toEqual([]);
    },
  );
});
