/** Measures against a player: a ban with an end, the link to a new password, their history, and how their forms read. */
import { describe, expect, it } from 'vitest';
import { commandsOf } from '../support/admin.ts';
import { password, sendAnonymously, useNew, useOne, useTestGame } from '../support/game.ts';
import { createEmpire, createPlayer, userIdOf } from '../support/players.ts';
import { Browser, partOf, wordsOf } from './browser.ts';

const game = useTestGame();
const { run } = commandsOf(game);
const operator = useOne(async () => {
  const player = await createPlayer(game);
  await game.query(`UPDATE users SET role = 'operator' WHERE username = $1`, player.username);
  return { ...player, browser: new Browser(game, player.cookie) };
});
const ann = useNew(async () => {
  const ruler = await createEmpire(game);
  // With a password that a login accepts.
  const { username } = ruler;
  const link = await run('users', 'reset-link', username);
  const token = /token=([\w-]+)/.exec(link.out)?.[1];
  const chosen = { token, new_password: password, confirm_password: password };
  expect((await sendAnonymously(game.url, 'POST', '/reset-password', chosen)).status).toBe(200);
  return { ...ruler, id: await userIdOf(game, ruler) };
});

const act = (id: string, fields: Record<string, string>) =>
  operator.browser.sendForm(`/admin/act/${id}`, { user: ann.id, reason: 'a test', ...fields });
const logIn = async () =>
  (await sendAnonymously(game.url, 'POST', '/login', { username: ann.username, password })).status;
/** By the clock of the database. */
const endsIn = (ms: number) =>
  game.query(
    'UPDATE users SET inactive_until = extract(epoch FROM clock_timestamp()) * 1000 + $2 WHERE id = $1',
    ann.id,
    ms,
  );
const stateOf = async () =>
  (await game.query('SELECT is_active, inactive_until::float8 AS until FROM users WHERE id = $1', ann.id))[0];

describe('a ban', () => {
  it('with an end lets the player in again from its end on, by login alone', async () => {
    expect(await logIn()).toBe(200);
    expect((await act('users-deactivate', { hours: '72' })).status).toBe(302);
    expect(await stateOf()).toEqual({ is_active: false, until: game.clock.now() + 72 * 3_600_000 });
    await endsIn(60_000);
    expect([await logIn(), (await run('users', 'deactivate', ann.username)).code]).toEqual([401, 1]);
    await endsIn(0);
    expect([await logIn(), await stateOf()]).toEqual([200, { is_active: true, until: null }]);
  });

  it('without an end stays until it is taken back', async () => {
    await act('users-deactivate', {});
    expect(await stateOf()).toEqual({ is_active: false, until: null });
    expect(await logIn()).toBe(401);
    await act('users-reactivate', {});
    expect([await logIn(), await stateOf()]).toEqual([200, { is_active: true, until: null }]);
  });

  it('that has ended can be followed by another, also before a login', async () => {
    await act('users-deactivate', { hours: '1' });
    const link = async () => (await run('users', 'reset-link', ann.username)).code;
    expect(await link()).toBe(1);
    await game.query('UPDATE users SET inactive_until = 1 WHERE id = $1', ann.id);
    expect(await link()).toBe(0);
    expect((await act('users-deactivate', { hours: '2' })).status).toBe(302);
    expect(await logIn()).toBe(401);
  });

  it.each(['0', '8761', '-1', 'x'])('has no end after %s hours', async (hours) => {
    expect((await act('users-deactivate', { hours })).status).toBe(400);
    expect(await stateOf()).toMatchObject({ is_active: true });
  });
});

it('the link to a new password is shown once, works without a shell, and is in the audit without its token', async () => {
  const sent = await act('users-reset-link', {});
  const token =
    /value="http:\/\/localhost:3000\/reset-password\?token=([\w-]{43})"/.exec(sent.html)?.[1] ?? '';
  expect([sent.status, wordsOf(sent.html)]).toEqual([
    200,
    expect.stringContaining('Give this link to') as string,
  ]);
  const [entry] = await game.query('SELECT command, details FROM admin_actions ORDER BY id DESC LIMIT 1');
  expect(entry).toMatchObject({ command: 'users reset-link', details: { reason: 'a test' } });
  for (const path of ['/admin/audit', `/admin/players?user=${ann.id}`, '/admin/act/users-reset-link'])
    expect((await operator.browser.open(path)).html).not.toContain(token);
  const chosen = { token, new_password: 'another horse', confirm_password: 'another horse' };
  const use = async () => (await sendAnonymously(game.url, 'POST', '/reset-password', chosen)).status;
  expect([await use(), await use()]).toEqual([200, 400]);
});

it('the page of an account lists the measures with their reasons, also on its empire, and no looks', async () => {
  await act('users-mute', { hours: '3', reason: 'Rude words' });
  await act('empire-rename', { empire: ann.empireId, name: `Fine ${ann.username}`, reason: 'A rude name' });
  const other = await createEmpire(game);
  // A name that looks like the end of a target.
  await act('users-mute', { user: other.username, hours: '3', reason: 'Somebody else' });
  await operator.browser.open(`/admin/players?user=${ann.id}`);
  const words = wordsOf(partOf(await operator.browser.open(`/admin/players?user=${ann.id}`), 'measures'));
  expect(words).toMatch(/empire rename .* A rude name .*users mute .* Rude words .*users reset-link/);
  for (const word of ['Somebody else', 'users show', 'sessions list']) expect(words).not.toContain(word);
});

describe('the form of an act', () => {
  it('shows the name of whom it is about, not the id', async () => {
    const { html } = await operator.browser.open(`/admin/act/users-mute?user=${ann.id}`);
    expect(wordsOf(html)).toContain(`User: ${ann.username}`);
    expect(wordsOf(html)).not.toContain(ann.id);
    expect(html).toContain(`<input type="hidden" name="user" value="${ann.id}">`);
    const city = await operator.browser.open(
      `/admin/act/city-rename?empire=${ann.empireId}&city=${ann.capitalId}`,
    );
    expect(wordsOf(city.html)).toMatch(/Empire: \S.* City: Capital/);
  });

  it('asks for an account that is not known, and keeps what was typed', async () => {
    const sent = await act('users-mute', { user: 'nobody at all', hours: '1' });
    expect(sent.html).toMatch(/<input id="act-user" name="user"[^>]* value="nobody at all"/);
  });

  it('offers the roles as a choice', async () => {
    const { html } = await operator.browser.open(`/admin/act/users-role?user=${ann.id}&role=moderator`);
    const [, options = ''] = /<select id="act-role" name="role">(.*?)<\/select>/s.exec(html) ?? [];
    expect(options).toBe(
      '<option>player</option><option selected>moderator</option><option>operator</option>',
    );
  });
});
