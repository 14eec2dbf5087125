/** Commands about accounts and sessions while a server runs. */
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/admin/program.ts';
import { systemUserId } from '../../src/db/names.ts';
import { commandsOf } from '../support/admin.ts';
import { begin } from '../support/database.ts';
import {
  password,
  registerPlayer,
  sendAnonymously,
  useTestGame,
  useNew,
  type Player,
} from '../support/game.ts';
import { openSession, createPlayer, createEmpire } from '../support/players.ts';

const game = useTestGame({ shared: true, hasRealKeys: true });
const ann = useNew(() => createPlayer(game));

const { run, runTyped, runPiped, ask, readAudit } = commandsOf(game);

/** The latest audit entries about an account. */
const auditEntriesOf = async ({ username }: Player) =>
  (await readAudit()).filter(({ target }) => target.startsWith(`${username} (`));
const listUsers = (...args: string[]) =>
  ask<{ users: { username: string; is_active: boolean }[]; next: string }>('users', 'list', ...args);

const statusOf = async ({ send }: Player): Promise<number> => (await send('GET', '/api/user/profile')).status;

const logIn = async (username: string, word: string): Promise<number> =>
  (await sendAnonymously(game.url, 'POST', '/login', { username, password: word })).status;

describe('users role', () => {
  it('gives a role, which applies to the sessions of the account at once', async () => {
    // The last operator cannot be demoted.
    const { username } = await createPlayer(game);
    expect((await run('users', 'role', username, 'operator')).code).toBe(0);
    const open = async () =>
      (await fetch(`${game.url}/admin/audit`, { headers: { cookie: ann.cookie } })).status;
    expect(await open()).toBe(403);
    expect((await run('users', 'role', ann.username, 'operator')).code).toBe(0);
    expect(await open()).toBe(200);
    expect((await run('users', 'role', ann.username, 'player')).code).toBe(0);
    expect(await open()).toBe(403);
    expect((await auditEntriesOf(ann)).map(({ command, details }) => [command, details])).toEqual([
      ['users role', { before: 'operator', after: 'player' }],
      ['users role', { before: 'player', after: 'operator' }],
    ]);
  });

  it('refuses an unknown role', async () => {
    expect((await run('users', 'role', ann.username, 'god')).code).toBe(2);
  });
});

describe('users list', () => {
  it('leaves out the system account, which no command finds', async () => {
    expect((await listUsers('--search', 'nobody')).users).toEqual([]);
    const err = expect.stringMatching(/^There is no account/) as string;
    expect(await run('users', 'reactivate', systemUserId)).toMatchObject({ code: 1, err });
  });

  it('finds accounts by a part of the name or e-mail', async () => {
    const { users } = await listUsers('--search', `${ann.username}@EX`);
    expect(users.map(({ username }) => username)).toEqual([ann.username]);
  });

  it('pages with --after', async () => {
    await createPlayer(game);
    const first = await listUsers('--limit', '1');
    const second = await listUsers('--limit', '1', '--after', first.next);
    expect(first.users[0]?.username).toBe(first.next);
    expect(second.users[0]?.username).not.toBe(first.next);
  });

  it('shows only deactivated accounts, or only bots', async () => {
    await run('users', 'deactivate', ann.username);
    const { users } = await listUsers('--inactive');
    expect([users.length > 0, users.every((user) => !user.is_active)]).toEqual([true, true]);
    expect((await listUsers('--bots')).users).toEqual([]);
  });

  it('prints a table without --json', async () => {
    const { out } = await run('users', 'list', '--search', ann.username);
    expect(out).toMatch(
      new RegExp(`^name +e-mail .*\\n${ann.username} +${ann.username}@example.org .* yes +no +- +1$`),
    );
  });
});

it.each(['name', 'e-mail', 'id'])('users show finds an account by %s', async (key) => {
  const byName = await ask<{ user: { id: string; email: string } }>('users', 'show', ann.username);
  const { id, email } = byName.user;
  const text = { name: ann.username.toUpperCase(), 'e-mail': email, id }[key] ?? '';
  expect((await ask<{ user: object }>('users', 'show', text)).user).toMatchObject({ id });
});

describe('a deactivated account', () => {
  it('does not get its sessions back when it is reactivated', async () => {
    expect(await statusOf(ann)).toBe(200);
    for (const change of ['deactivate', 'reactivate']) {
      await run('users', change, ann.username);
      expect(await statusOf(ann)).toBe(401);
    }
  });

  it('loses its sessions also when it is deactivated directly in the database', async () => {
    await game.query('UPDATE users SET is_active = false WHERE username = $1', ann.username);
    await game.query('UPDATE users SET is_active = true WHERE username = $1', ann.username);
    expect(await statusOf(ann)).toBe(401);
  });

  it('is not deactivated twice', async () => {
    await run('users', 'deactivate', ann.username);
    const err = `${ann.username} is already deactivated.`;
    expect(await run('users', 'deactivate', ann.username)).toMatchObject({ code: 1, err });
    expect(await auditEntriesOf(ann)).toHaveLength(1);
  });
});

describe('users reset-password', () => {
  it('prints the new password and ends the sessions', async () => {
    const bob = await registerPlayer(game.url);
    const data = await ask<{ password: string }>('users', 'reset-password', bob.username);
    expect(data).toMatchObject({ sessions_ended: 1 });
    expect([await logIn(bob.username, password), await logIn(bob.username, data.password)]).toEqual([
      401, 200,
    ]);
    expect(await statusOf(bob)).toBe(401);
  });

  it('reads the password from stdin and prints none', async () => {
    const { out } = await runPiped('a word of hers\n', 'users', 'reset-password', ann.username, '--stdin');
    expect(await logIn(ann.username, 'a word of hers')).toBe(200);
    expect(out).not.toContain('word of');
  });

  it('refuses a password that is too short', async () => {
    const err = 'The password must have at least 6 characters.';
    const short = await runPiped('short\n', 'users', 'reset-password', ann.username, '--stdin');
    expect([short, await statusOf(ann)]).toMatchObject([{ code: 1, err }, 200]);
  });

  it('keeps the password out of the audit', async () => {
    const data = await ask<{ password: string }>('users', 'reset-password', ann.username);
    expect(JSON.stringify(await auditEntriesOf(ann))).not.toContain(data.password);
  });
});

describe('users delete', () => {
  it('deletes an account without an empire, with its sessions', async () => {
    const { code } = await run('users', 'delete', ann.username, '--yes');
    expect([code, await statusOf(ann), (await run('users', 'show', ann.username)).code]).toEqual([0, 401, 1]);
  });

  it('leaves the empire of an account in the world', async () => {
    const ruler = await createEmpire(game, { x: 50, y: 50 });
    const out = expect.stringMatching(/ is deleted\. Empire of .* stays\./) as string;
    expect(await run('users', 'delete', ruler.username, '--yes')).toMatchObject({ code: 0, out });
    expect(await statusOf(ruler)).toBe(401);
    expect((await run('empire', 'show', ruler.empireId)).out).toContain('[deleted player]');
    expect((await run('users', 'list', '--search', 'deleted')).out).toBe('No accounts found.');
  });

  it('refuses an account that another transaction changes, and records nothing', async () => {
    const rename = 'UPDATE users SET email = email WHERE username = $1';
    const client = await begin(game.instance.pool, rename, [ann.username]);
    const refused = await run('users', 'delete', ann.username, '--yes');
    await client.rollBack();
    expect(refused).toMatchObject({ code: 1, err: 'The server is busy, please try again' });
    expect([await statusOf(ann), await auditEntriesOf(ann)]).toEqual([200, []]);
  });

  it('is announced by users list --leaving, for those whom their players delete', async () => {
    await game.query('UPDATE users SET deletion_at = now() WHERE username = $1', ann.username);
    const { users } = await listUsers('--leaving');
    expect(users.map(({ username }) => username)).toEqual([ann.username]);
  });

  it('asks for the name as confirmation', async () => {
    const typed = (text: string) => runTyped(text, 'users', 'delete', ann.username);
    expect([(await typed('no')).code, await statusOf(ann)]).toEqual([1, 200]);
    expect([(await typed(ann.username)).code, await statusOf(ann)]).toEqual([0, 401]);
  });

  it('refuses without --yes if the input is not a terminal', async () => {
    const err = expect.stringContaining('--yes') as string;
    expect(await run('users', 'delete', ann.username)).toMatchObject({ code: 1, err });
    expect(await statusOf(ann)).toBe(200);
  });
});

describe('sessions', () => {
  it('can be listed and ended one by one', async () => {
    const other = await openSession(game, ann.username);
    const { sessions } = await ask<{ sessions: object[] }>('sessions', 'list', ann.username);
    const rows = await game.query<{ id: string }>('SELECT id FROM sessions WHERE sid = $1', other.token);
    const id = rows[0]?.id ?? '';
    const { code } = await run('sessions', 'revoke', ann.username, '--session', id);
    expect([sessions.length, code, await statusOf(other), await statusOf(ann)]).toEqual([2, 0, 401, 200]);
  });

  it('can all be ended at once', async () => {
    const { out } = await run('sessions', 'revoke', ann.username, '--all');
    expect([out, await statusOf(ann)]).toEqual([`1 session of ${ann.username} ended.`, 401]);
  });

  it('are not ended if they belong to another account', async () => {
    const bob = await createPlayer(game);
    const { sessions } = await ask<{ sessions: { id: string }[] }>('sessions', 'list', bob.username);
    const { code } = await run('sessions', 'revoke', ann.username, '--session', sessions[0]?.id ?? '');
    expect([code, await statusOf(bob)]).toEqual([1, 200]);
  });

  it('are not ended without --session or --all', async () => {
    expect([(await run('sessions', 'revoke', ann.username)).code, await statusOf(ann)]).toEqual([2, 200]);
  });
});

it('every change is recorded in the audit with its operator, also as a table', async () => {
  await run('users', 'deactivate', ann.username, '--operator', 'Sam');
  const { out } = await run('audit', 'list', '--limit', '1');
  expect(out).toMatch(new RegExp(`^id +at.*\\n.* Sam +users deactivate +${ann.username} \\(`));
  await run('users', 'reactivate', ann.username, '--operator', 'Kim');
  expect(await auditEntriesOf(ann)).toMatchObject([
    { operator: 'Kim', command: 'users reactivate', details: { sessions_ended: 0 } },
    { operator: 'Sam', command: 'users deactivate', details: { sessions_ended: 1 } },
  ]);
});

it('world info shows an overview of the world', async () => {
  const { out } = await run('world', 'info');
  expect(out).toMatch(/^speed, radius +1, 1000\n[^]*servers connected +1\n[^]*\ntable +kB\n/);
});

describe('an unknown subject', () => {
  /** By the first argument of a command. */
  const subjects: Record<string, string> = {
    user: 'There is no account with the name, e-mail or id "nobody".',
    empire: 'There is no empire with the name or id "nobody".',
    alliance: 'There is no alliance with the tag or id "nobody".',
  };
  const cases = commands.flatMap(({ name, args }) => {
    const [subject = '', ...others] = [...args.matchAll(/<([\w-]+)>/g)].map(([, argument = '']) => argument);
    return subject in subjects ? [{ name, sentence: subjects[subject], others }] : [];
  });

  it.each(cases)('is refused by $name', async ({ name, sentence, others }) => {
    const options = name === 'sessions revoke' ? ['--all'] : ['--yes'];
    const args = [...name.split(' '), 'nobody', ...others.map(() => 'player'), ...options];
    expect(await run(...args)).toEqual({ code: 1, err: sentence, out: '' });
  });

  it('is reported as JSON with --json', async () => {
    const { code, err } = await run('users', 'show', 'nobody', '--json');
    expect([code, JSON.parse(err)]).toEqual([1, { error: expect.stringContaining('nobody') as string }]);
  });
});
