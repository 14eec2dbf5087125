/** Commands about accounts and sessions, beside a running server. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askCommand, runCommand, type Printed } from '../support/admin.ts';
import { createPlayer, sendAnonymously, startTestGame, type Player, type TestGame } from '../support/game.ts';
import { openSession, seatPlayer, seatRuler } from '../support/guests.ts';
import { closeClients, connect } from '../support/sockets.ts';

let game: TestGame;
let ann: Player;
beforeAll(async () => {
  game = await startTestGame({ shared: true });
});
beforeEach(async () => {
  ann = await seatPlayer(game);
});
afterEach(closeClients);
afterAll(() => game.stop());

const run = (...args: string[]) => runCommand({ databaseUrl: game.databaseUrl }, ...args);
const ask = <Data>(...args: string[]): Promise<Printed<Data>> =>
  askCommand<Data>({ databaseUrl: game.databaseUrl }, ...args);

interface AuditEntry {
  operator: string;
  command: string;
  target: string;
  details: Record<string, unknown>;
}

/** The latest deeds about an account. */
async function deedsOf({ username }: Player): Promise<AuditEntry[]> {
  const { data } = await ask<{ actions: AuditEntry[] }>('audit', 'list');
  return data.actions.filter(({ target }) => target.startsWith(`${username} (`));
}

const statusOf = async ({ send }: Player): Promise<number> => (await send('GET', '/api/user/profile')).status;

function logIn(username: string, password: string) {
  return sendAnonymously(game.url, 'POST', '/login', { username, password });
}

describe('users list', () => {
  it('finds by a part of the name or the e-mail', async () => {
    const { data } = await ask<{ users: { username: string }[] }>(
      'users',
      'list',
      '--search',
      `${ann.username}@EX`,
    );
    expect(data.users.map(({ username }) => username)).toEqual([ann.username]);
  });

  it('goes on after a name, page by page', async () => {
    await seatPlayer(game);
    const first = await ask<{ users: { username: string }[]; next: string }>('users', 'list', '--limit', '1');
    const second = await ask<{ users: { username: string }[] }>(
      'users',
      'list',
      '--limit',
      '1',
      '--after',
      first.data.next,
    );
    expect(first.data.users[0]?.username).toBe(first.data.next);
    expect(second.data.users[0]?.username).not.toBe(first.data.next);
  });

  it('shows only what is deactivated, or only bots', async () => {
    await run('users', 'deactivate', ann.username);
    const inactive = await ask<{ users: { is_active: boolean }[] }>('users', 'list', '--inactive');
    const bots = await ask<{ users: unknown[] }>('users', 'list', '--bots');
    expect([
      inactive.data.users.length > 0,
      inactive.data.users.every((user) => !user.is_active),
      bots.data.users,
    ]).toEqual([true, true, []]);
  });

  it('is a table for people', async () => {
    const { out } = await run('users', 'list', '--search', ann.username);
    expect(out).toMatch(
      new RegExp(`^name +e-mail .*\\n${ann.username} +${ann.username}@example.org .* yes +no +- +1$`),
    );
  });
});

describe('users show', () => {
  it.each(['name', 'e-mail', 'id'])('finds by the %s', async (key) => {
    const byName = await ask<{ user: { id: string; email: string } }>('users', 'show', ann.username);
    const { id, email } = byName.data.user;
    const text = { name: ann.username.toUpperCase(), 'e-mail': email, id }[key] ?? '';
    expect((await ask<{ user: object }>('users', 'show', text)).data.user).toMatchObject({ id });
  });
});

describe('a deactivated account', () => {
  it('has its connection closed', async () => {
    const client = await connect(game.url, { token: ann.token });
    await run('users', 'deactivate', ann.username);
    expect(await client.take('error')).toMatchObject({ code: 'SESSION_ENDED' });
    expect(await client.ended).toBe('io server disconnect');
  });

  it('does not bring its sessions back when it is reactivated', async () => {
    const before = await statusOf(ann);
    await run('users', 'deactivate', ann.username);
    const meanwhile = await statusOf(ann);
    await run('users', 'reactivate', ann.username);
    expect([before, meanwhile, await statusOf(ann)]).toEqual([200, 401, 401]);
  });

  it('loses them also where somebody deactivates it in the database', async () => {
    await game.instance.pool.query('UPDATE users SET is_active = false WHERE username = $1', [ann.username]);
    await game.instance.pool.query('UPDATE users SET is_active = true WHERE username = $1', [ann.username]);
    expect(await statusOf(ann)).toBe(401);
  });

  it('is not deactivated twice', async () => {
    await run('users', 'deactivate', ann.username);
    const { code, err } = await run('users', 'deactivate', ann.username);
    expect([code, err, (await deedsOf(ann)).length]).toEqual([
      1,
      `${ann.username} is deactivated already.`,
      1,
    ]);
  });
});

describe('users reset-password', () => {
  it('prints a password that is right from then on, and ends the sessions', async () => {
    const bob = await createPlayer(game.url);
    const { data } = await ask<{ password: string; sessions_ended: number }>(
      'users',
      'reset-password',
      bob.username,
    );
    expect([
      (await logIn(bob.username, 'correct horse')).status,
      (await logIn(bob.username, data.password)).status,
    ]).toEqual([401, 200]);
    expect([data.sessions_ended, await statusOf(bob)]).toEqual([1, 401]);
  });

  it('reads one from the standard input and prints none', async () => {
    const piped = { databaseUrl: game.databaseUrl, piped: 'a word of hers\n' };
    const { out } = await runCommand(piped, 'users', 'reset-password', ann.username, '--stdin');
    expect([(await logIn(ann.username, 'a word of hers')).status, out.includes('word of')]).toEqual([
      200,
      false,
    ]);
  });

  it('refuses one that is too short', async () => {
    const piped = { databaseUrl: game.databaseUrl, piped: 'short\n' };
    const { code, err } = await runCommand(piped, 'users', 'reset-password', ann.username, '--stdin');
    expect([code, err, await statusOf(ann)]).toEqual([
      1,
      'The password must have at least 6 characters.',
      200,
    ]);
  });

  it('keeps the password out of the audit', async () => {
    const { data } = await ask<{ password: string }>('users', 'reset-password', ann.username);
    expect(JSON.stringify(await deedsOf(ann))).not.toContain(data.password);
  });
});

describe('users delete', () => {
  it('deletes an account without an empire, with its sessions', async () => {
    const { code } = await run('users', 'delete', ann.username, '--yes');
    expect([code, await statusOf(ann), (await run('users', 'show', ann.username)).code]).toEqual([0, 401, 1]);
  });

  it('refuses one with an empire, and says what comes first', async () => {
    const ruler = await seatRuler(game, { x: 50, y: 50 });
    const { code, err } = await run('users', 'delete', ruler.username, '--yes');
    expect([code, err]).toEqual([1, expect.stringContaining('empire delete "Empire of') as string]);
  });

  it('asks for the name', async () => {
    const typed = (what: string) =>
      runCommand({ databaseUrl: game.databaseUrl, typed: what }, 'users', 'delete', ann.username);
    expect([(await typed('no')).code, await statusOf(ann)]).toEqual([1, 200]);
    expect([(await typed(ann.username)).code, await statusOf(ann)]).toEqual([0, 401]);
  });

  it('refuses where nobody can be asked', async () => {
    const { code, err } = await run('users', 'delete', ann.username);
    expect([code, err, await statusOf(ann)]).toEqual([1, expect.stringContaining('--yes') as string, 200]);
  });
});

describe('sessions', () => {
  it('are listed and ended one by one', async () => {
    const other = await openSession(game, ann.username);
    const { data } = await ask<{ sessions: { id: string }[] }>('sessions', 'list', ann.username);
    const { rows } = await game.instance.pool.query<{ id: string }>(
      'SELECT id FROM sessions WHERE session_token = $1',
      [other.token],
    );
    const id = rows[0]?.id ?? '';
    const { code } = await run('sessions', 'revoke', ann.username, '--session', id);
    expect([data.sessions.length, code, await statusOf(other), await statusOf(ann)]).toEqual([
      2, 0, 401, 200,
    ]);
  });

  it('are ended all at once', async () => {
    const client = await connect(game.url, { token: ann.token });
    const { out } = await run('sessions', 'revoke', ann.username, '--all');
    expect([out, await client.ended]).toEqual([
      `1 session of ${ann.username} ended.`,
      'io server disconnect',
    ]);
  });

  it('of another account are not ended', async () => {
    const bob = await seatPlayer(game);
    const { data } = await ask<{ sessions: { id: string }[] }>('sessions', 'list', bob.username);
    const { code } = await run('sessions', 'revoke', ann.username, '--session', data.sessions[0]?.id ?? '');
    expect([code, await statusOf(bob)]).toEqual([1, 200]);
  });

  it('are not ended where nobody says which', async () => {
    expect([(await run('sessions', 'revoke', ann.username)).code, await statusOf(ann)]).toEqual([2, 200]);
  });
});

describe('every change', () => {
  it('is written down with who made it', async () => {
    await run('users', 'deactivate', ann.username, '--operator', 'Sam');
    await run('users', 'reactivate', ann.username, '--operator', 'Kim');
    expect(
      (await deedsOf(ann)).map(({ operator, command, details }) => [operator, command, details]),
    ).toEqual([
      ['Kim', 'users reactivate', { sessions_ended: 0 }],
      ['Sam', 'users deactivate', { sessions_ended: 1 }],
    ]);
  });
});

describe('for people', () => {
  it('the audit is a table', async () => {
    await run('users', 'deactivate', ann.username, '--operator', 'Sam');
    const { out } = await run('audit', 'list', '--limit', '1');
    expect(out).toMatch(new RegExp(`^id +at.*\\n.* Sam +users deactivate +${ann.username} \\(`));
  });

  it('the world is told at a glance', async () => {
    const { out } = await run('world', 'info');
    expect(out).toMatch(/^speed, radius +1, 1000\n[^]*servers connected +1\n[^]*\ntable +kB\n/);
  });
});

describe('somebody who is not there', () => {
  it.each([
    ['users', 'show'],
    ['users', 'deactivate'],
    ['users', 'reactivate'],
    ['users', 'reset-password'],
    ['users', 'delete'],
    ['sessions', 'list'],
  ])('is refused by %s %s', async (group, name) => {
    const { code, err, out } = await run(group, name, 'nobody');
    expect([code, err, out]).toEqual([1, 'There is no account with the name, e-mail or id "nobody".', '']);
  });

  it('is told as JSON to who asked for it', async () => {
    const { code, err } = await run('users', 'show', 'nobody', '--json');
    expect([code, JSON.parse(err)]).toEqual([1, { error: expect.stringContaining('nobody') as string }]);
  });
});
