/** The administration in the browser: the first operator, reports, acts with their audit, players, the world. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { issueOperatorLink } from '../../src/account/operator-link.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { commandsOf, runCommand } from '../support/admin.ts';
import { password, registerPlayer, useTestGame } from '../support/game.ts';
import { readMetric } from '../support/metrics.ts';
import { createEmpire, createPlayer, userIdOf } from '../support/players.ts';
import { createWriter, write } from '../support/messages.ts';
import { Browser, partOf, wordsOf, type Page } from './browser.ts';

const game = useTestGame();
type Player = Awaited<ReturnType<typeof createPlayer>>;

const setRole = (username: string, role: string) =>
  game.query('UPDATE users SET role = $2 WHERE username = $1', username, role);
async function createStaff(role: string): Promise<Player & { browser: Browser }> {
  const player = await createEmpire(game);
  await setRole(player.username, role);
  return { ...player, browser: new Browser(game, player.cookie) };
}
/** Sends the form of an act. */
const act = (browser: Browser, id: string, fields: Record<string, string | number>) =>
  browser.sendForm(`/admin/act/${id}`, { reason: 'a test', ...fields });

const stateOf = async ({ username }: Pick<Player, 'username'>) => {
  const sql = 'SELECT is_active, coalesce(muted_until, 0) > 0 AS muted, role FROM users WHERE username = $1';
  return (await game.query(sql, username))[0];
};
/** The latest entries of the audit, latest first. */
const readAudit = (limit = 1) =>
  game.query('SELECT operator, command, details FROM admin_actions ORDER BY id DESC LIMIT $1', limit);
const links = ({ html }: Page): string[] =>
  [...html.matchAll(/href="(\/admin\/act\/[^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

/** The values of the form of an act, as a browser would send them. */
function fieldsIn({ html }: Page): Record<string, string> {
  const form = html.slice(html.indexOf('action="/admin/act/'));
  return Object.fromEntries(
    [...form.matchAll(/<input[^>]* name="(\w+)"[^>]* value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  ) as Record<string, string>;
}

describe('the first operator', () => {
  const issue = () =>
    issueOperatorLink(game.instance.pool, systemRandom, game.clock.now(), 'https://game.example');

  const issueToken = async () => ((await issue()) ?? '').split('=')[1] ?? '';
  const become = ({ cookie }: Player, token: string) =>
    new Browser(game, cookie).sendForm('/operator', { token });

  it('comes by a link of the command line, which the audit does not have', async () => {
    const { run, readAudit: audit } = commandsOf(game);
    const { code, out } = await run('operator-link');
    const [, token = ''] = /https:\/\/game\.example\/operator\?token=([\w-]{43})$/.exec(out) ?? [];
    expect([code, JSON.stringify(await audit()).includes(token)]).toEqual([0, false]);
    const player = await createPlayer(game);
    expect((await become(player, token)).location).toBe('/admin');
    expect((await run('operator-link')).err).toBe('There is an operator.');
    await setRole(player.username, 'player');
  });

  it('comes by a link that works once, for an account that registers first; all links end', async () => {
    const link = await issue();
    const other = await issueToken();
    const path = (link ?? '').replace('https://game.example', '');
    expect(path).toMatch(/^\/operator\?token=[\w-]{43}$/);
    const [, token = ''] = path.split('=');
    expect(await game.query('SELECT 1 FROM operator_links WHERE token_hash = $1', token)).toEqual([]);
    const guest = new Browser(game);
    expect((await guest.open(path)).location).toBe('/login');
    const account = { username: 'Zoe', email: 'zoe@example.org', password, confirm_password: password };
    expect((await guest.sendForm('/register', account)).location).toBe(path);
    expect((await guest.open(path)).html).toContain(`value="${token}"`);
    const sent = await guest.sendForm('/operator', { token });
    expect([sent.status, sent.location]).toEqual([302, '/admin']);
    expect((await guest.open('/admin')).html).toContain('You are the operator of this world.');
    expect(await stateOf({ username: 'Zoe' })).toMatchObject({ role: 'operator' });
    expect(await readAudit()).toMatchObject([{ command: 'operator link' }]);
    expect(await issue()).toBeNull();
    const late = await createPlayer(game);
    for (const used of [token, other]) expect((await become(late, used)).status).toBe(400);
  });

  it('is one, even if two players use two links at once', async () => {
    await game.query(`UPDATE users SET role = 'player'`);
    const [one, two] = [await createPlayer(game), await createPlayer(game)];
    const [first, second] = [await issueToken(), await issueToken()];
    const sent = await Promise.all([become(one, first), become(two, second)]);
    expect(sent.map(({ status }) => status).sort()).toEqual([302, 400]);
    expect(await game.query(`SELECT 1 FROM users WHERE role = 'operator'`)).toHaveLength(1);
  });

  it('does not come by an expired link, or one that was never made', async () => {
    await game.query(`UPDATE users SET role = 'player'`);
    const token = await issueToken();
    await game.query('UPDATE operator_links SET expires_at = 1');
    const late = await createPlayer(game);
    for (const bad of [token, 'x'.repeat(43), '']) expect((await become(late, bad)).status).toBe(400);
  });
});

describe('a report', () => {
  async function openReport(staff: { browser: Browser }) {
    const [ann, bob] = [await createWriter(game), await createWriter(game)];
    await write(bob, ann, 'A harmless greeting');
    const { body } = await write(bob, ann, 'Something rude');
    await ann.send('POST', `/api/thread/${body.thread_id}/report`, { number: 2, reason: 'Rude' });
    const page = await staff.browser.open('/admin/reports');
    const rows = await game.query<{ id: number }>('SELECT max(id)::int AS id FROM reports');
    const id = rows[0]?.id ?? 0;
    return { ann, bob, id, page, part: partOf(page, `report-${id}`) };
  }

  it('is handled by a moderator from the link on the page to the mute, with a text to the player', async () => {
    const staff = await createStaff('moderator');
    const { bob, id, page, part } = await openReport(staff);
    expect(wordsOf(part)).toMatch(
      /reports a message of user\d+ : Rude.*A harmless greeting.*reported.*Something rude/,
    );
    const mute =
      links(page).find((href) => href.includes('users-mute') && href.includes(`handles=${id}`)) ?? '';
    const form = await staff.browser.open(mute);
    const fields = { ...fieldsIn(form), hours: '48', reason: 'Rude words', message: 'Please stay polite.' };
    expect(fields).toMatchObject({ user: bob.username, handles: String(id), back: '/admin/reports' });
    const sent = await act(staff.browser, 'users-mute', fields);
    expect([sent.status, sent.location]).toEqual([302, '/admin/reports']);
    const after = await staff.browser.open('/admin/reports');
    expect(wordsOf(after.html)).toMatch(/user\d+ is muted until .* Your message is sent\./);
    expect(after.html).not.toContain('Something rude');
    expect(await stateOf(bob)).toMatchObject({ muted: true });
    const threads = await bob.send<{ threads: { last_message: { text: string } }[] }>('GET', '/api/threads');
    expect(JSON.stringify(threads.body)).toContain('Please stay polite.');
    expect(await readAudit(3)).toMatchObject([
      { command: 'reports list' },
      { command: 'reports handle', details: { reason: 'Rude words' } },
      {
        operator: `${staff.username} (${await userIdOf(game, staff)})`,
        command: 'users mute',
        details: { hours: 48, reason: 'Rude words' },
      },
    ]);
  });

  it('offers a moderator no deactivation, and an operator does it without a shell', async () => {
    const moderator = await openReport(await createStaff('moderator'));
    expect(links(moderator.page).join()).not.toContain('users-deactivate');
    const operator = await createStaff('operator');
    const { bob, id } = await openReport(operator);
    const fields = { user: bob.username, handles: id, message: 'Goodbye', back: '/admin/reports' };
    expect((await act(operator.browser, 'users-deactivate', fields)).status).toBe(302);
    expect(await stateOf(bob)).toMatchObject({ is_active: false });
    expect((await bob.send('GET', '/api/user/profile')).status).toBe(401);
  });

  it('shows no other message, also not to an operator', async () => {
    const operator = await createStaff('operator');
    const [ann, bob] = [await createWriter(game), await createWriter(game)];
    await write(bob, ann, 'A private secret');
    const player = `/admin/players?user=${bob.username}`;
    for (const path of ['/admin', '/admin/reports?all=on', player, '/admin/audit', '/admin/world'])
      expect((await operator.browser.open(path)).html).not.toContain('A private secret');
  });
});

describe('an act', () => {
  it('needs a reason, and says what the command says', async () => {
    const { browser } = await createStaff('operator');
    const { username } = await createPlayer(game);
    const fields = { user: username, hours: '9999' };
    expect((await act(browser, 'users-mute', { ...fields, reason: '' })).status).toBe(400);
    const refused = await act(browser, 'users-mute', fields);
    expect(refused.status).toBe(400);
    expect(wordsOf(refused.html)).toContain('8760');
    const unmute = await act(browser, 'users-unmute', { user: username });
    expect(wordsOf(unmute.html)).toContain(`${username.slice(1)} is not muted.`);
    expect(await stateOf({ username })).toMatchObject({ muted: false });
  });

  it('that cannot be undone needs the password after 15 minutes', async () => {
    const player = await registerPlayer(game.url);
    await setRole(player.username, 'operator');
    const browser = new Browser(game, player.cookie);
    const ruler = await createEmpire(game);
    const user = ruler.username;
    const statusOf = async (current_password: string) =>
      (await act(browser, 'users-delete', { user, current_password })).status;
    expect((await browser.open('/admin/act/users-delete')).html).not.toContain('current_password');
    await game.query(
      `UPDATE sessions SET sess = jsonb_set(sess, '{created_at}', to_jsonb($2::float8)) WHERE sid = $1`,
      player.token,
      game.clock.now() - 15 * 60_000 - 1_000,
    );
    expect((await browser.open('/admin/act/users-delete')).html).toContain('current_password');
    expect([await statusOf(''), await statusOf('wrong')]).toEqual([403, 403]);
    expect((await act(browser, 'users-mute', { user, hours: '1' })).status).toBe(302);
    expect(await statusOf(password)).toBe(302);
    expect(await stateOf(ruler)).toBeUndefined();
  });

  it('leads from a deleted account to the list of accounts', async () => {
    const { browser } = await createStaff('operator');
    const { username } = await createPlayer(game);
    const page = await browser.open(`/admin/players?user=${username}`);
    const link = links(page).find((href) => href.includes('users-delete')) ?? '';
    const fields = { ...fieldsIn(await browser.open(link)), reason: 'The player asked for it' };
    const { location } = await act(browser, 'users-delete', fields);
    expect(location).toBe('/admin/players');
    expect(wordsOf((await browser.open('/admin/players')).html)).toContain(`${username.slice(1)} is deleted`);
  });

  it('leads only back to the administration', async () => {
    const { browser } = await createStaff('operator');
    for (const back of ['https://example.org/', '//example.org', '/account']) {
      const { username: user } = await createPlayer(game);
      const { location } = await act(browser, 'users-mute', { user, hours: '1', back });
      expect(location).toBe('/admin/acts');
    }
  });

  it('renames and dissolves, as the command line does', async () => {
    const { browser } = await createStaff('operator');
    const ruler = await createEmpire(game);
    await ruler.send('POST', '/api/alliances', { name: 'The Cats', tag: 'CAT' });
    const changes: [command: string, fields: Record<string, string>][] = [
      ['empire rename', { empire: ruler.empireId, name: 'New Attica' }],
      ['city rename', { empire: 'New Attica', city: 'Capital', name: 'Larisa' }],
      ['alliance rename', { alliance: 'CAT', name: 'The Dogs', tag: 'DOG' }],
      ['alliance dissolve', { alliance: 'DOG' }],
      ['users role', { user: ruler.username, role: 'moderator' }],
    ];
    for (const [command, fields] of changes)
      expect([command, (await act(browser, command.replace(' ', '-'), fields)).status]).toEqual([
        command,
        302,
      ]);
    expect(await stateOf(ruler)).toMatchObject({ role: 'moderator' });
    const details = { after: 'moderator', reason: 'a test' };
    expect(await readAudit()).toMatchObject([{ command: 'users role', details }]);
    const { html } = await browser.open('/admin/audit');
    for (const [command] of changes) expect(html).toContain(command);
  });

  it('announces and withdraws', async () => {
    const { browser } = await createStaff('operator');
    const text = 'Restart at noon';
    expect((await act(browser, 'announcement-publish', { text, hours: '2' })).status).toBe(302);
    await expect.poll(async () => (await browser.open('/rules')).html).toContain(text);
    expect((await act(browser, 'announcement-withdraw', {})).status).toBe(302);
  });
});

describe('the pages of an operator', () => {
  let staff: Awaited<ReturnType<typeof createStaff>>;
  beforeAll(async () => {
    staff = await createStaff('operator');
    const { send, empireId } = await createEmpire(game);
    await send('PUT', `/api/empire/${empireId}`, { description: 'An order' });
  });

  it('show the state of the server', async () => {
    const words = wordsOf((await staff.browser.open('/admin')).html);
    const labels = [
      'Players in the last 15 minutes',
      'Due and not yet applied',
      'schema',
      'Postgres',
      'free',
      'done',
    ];
    for (const text of labels) expect(words).toContain(text);
    expect(words).toMatch(/HTTP 40\d/);
  });

  it('find a player with sessions, tokens and shared networks; each look is in the audit', async () => {
    const player = await registerPlayer(game.url);
    await player.send('POST', '/api/user/tokens', { name: 'My program', scope: 'read' });
    const list = await staff.browser.open(`/admin/players?search=${player.username.slice(0, 6)}`);
    expect(list.html).toContain(player.username);
    const page = await staff.browser.open(`/admin/players?user=${player.username}`);
    expect(wordsOf(page.html)).toContain(`${player.username}@example.org`);
    expect(wordsOf(partOf(page, 'tokens'))).toContain('My program');
    expect(page.html).not.toContain(player.token);
    const looks = await readAudit(4);
    expect(looks.map(({ command }) => command)).toEqual([
      'watch addresses',
      'watch plunder',
      'sessions list',
      'users show',
    ]);
    expect((await staff.browser.open('/admin/players?user=nobody')).status).toBe(400);
  });

  it('verify the world with progress', async () => {
    const verified = await staff.browser.sendForm('/admin/world/verify', {});
    expect(verified.html).toMatch(/^Verifying the world[^]*No violations found/);
  });

  it('say how old the last backup is, as the metrics do', async () => {
    const wordsOn = async (path: string) => wordsOf((await staff.browser.open(path)).html);
    expect([await wordsOn('/admin'), await wordsOn('/admin/world')]).toEqual([
      expect.stringContaining('Last backup none') as string,
      expect.stringContaining('None yet.') as string,
    ]);
    const file = join(mkdtempSync(join(tmpdir(), 'hegemon-')), 'world.gz');
    await runCommand({ databaseUrl: game.databaseUrl }, 'backup', file);
    await game.query(
      `UPDATE admin_actions SET at = at - interval '50 hours 30 minutes' WHERE command = 'backup'`,
    );
    rmSync(dirname(file), { recursive: true });
    expect(await wordsOn('/admin')).toContain('Last backup 2 d 2 h ago');
    expect(await wordsOn('/admin/world')).toContain('The last backup is 2 d 2 h old.');
    expect(await readMetric(game, 'backup_age_seconds')).toBeCloseTo(50.5 * 3_600, -3);
  });

  it('are linked for the roles that can open them', async () => {
    const href = async (role: string) => {
      const { browser } = await createStaff(role);
      return /href="([^"]*)">Administration/.exec((await browser.open('/rules')).html)?.[1] ?? null;
    };
    const found = [await href('player'), await href('moderator'), await href('operator')];
    expect(found).toEqual([null, '/admin', '/admin']);
  });
});
