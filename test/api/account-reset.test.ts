/** A forgotten password: a link by mail that works once, and nothing that reveals an account. */
import { beforeEach, describe, expect, it } from 'vitest';
import { captureLog } from '../support/capture-log.ts';
import {
  registerPlayer,
  password,
  sendAnonymously,
  startTestGame,
  useNew,
  useTestGame,
  type Player,
} from '../support/game.ts';
import { tokenOf, useMailCatcher } from '../support/mail-catcher.ts';

const newPassword = 'battery staple';
const kept = captureLog('info');
const catcher = useMailCatcher();
const game = useTestGame(() => ({ smtpUrl: catcher.url, log: kept.log }));
const player = useNew(() => registerPlayer(game.url));
beforeEach(async () => {
  // The mails of all tests go to more addresses than a network may reach in a day.
  await game.query('DELETE FROM rate_limit_counters');
  await game.query('UPDATE users SET is_email_confirmed = true');
});

const addressOf = ({ username }: Player): string => `${username}@example.org`;
const forget = (username: string, headers: Record<string, string> = {}) =>
  sendAnonymously(game.url, 'POST', '/forgot-password', { username }, headers);
const reset = (token: string, fields: object = {}) =>
  sendAnonymously(game.url, 'POST', '/reset-password', {
    token,
    new_password: newPassword,
    confirm_password: newPassword,
    ...fields,
  });
const logIn = async (tried: string): Promise<number> =>
  (await sendAnonymously(game.url, 'POST', '/login', { username: player.username, password: tried })).status;
async function getToken(): Promise<string> {
  await forget(player.username);
  return tokenOf(await catcher.waitFor(addressOf(player)));
}
const requestsLogged = (): unknown[] =>
  kept.lines().filter(({ security }) => security === 'password_reset_requested');

describe('a link for a forgotten password', () => {
  it('replaces the password and ends all sessions', async () => {
    expect((await reset(await getToken())).status).toBe(200);
    expect((await player.send('GET', '/api/user/profile')).status).toBe(401);
    expect([await logIn(password), await logIn(newPassword)]).toEqual([401, 200]);
  });

  it('is sent for the e-mail, too, and begins with the base URL, whatever the Host header says', async () => {
    await forget(addressOf(player).toUpperCase(), { 'x-forwarded-host': 'evil.example' });
    const { text } = await catcher.waitFor(addressOf(player));
    expect(text).toContain('http://localhost:3000/reset-password?token=');
    expect(text).not.toContain('evil');
  });

  it('works once, also when it is used twice at the same time', async () => {
    const token = await getToken();
    const answers = await Promise.all([reset(token), reset(token), reset(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await reset(token)).body).toMatchObject({ code: 'INVALID_LINK' });
  });

  it('is void after 30 minutes', async () => {
    const token = await getToken();
    game.clock.advance(30 * 60_000);
    expect((await reset(token)).body.code).toBe('INVALID_LINK');
    expect(await logIn(password)).toBe(200);
  });

  it('is void after a change of the password or the e-mail', async () => {
    const token = await getToken();
    await game.query(`UPDATE users SET email_key = 'x' || email_key WHERE username = $1`, player.username);
    expect((await reset(token)).body.code).toBe('INVALID_LINK');
  });

  it('does not confirm an e-mail', async () => {
    const token = await getToken();
    const answer = await sendAnonymously(game.url, 'POST', '/confirm-email', { token });
    expect(answer.body.code).toBe('INVALID_LINK');
  });

  it('is sent three times an hour at most, without a different answer', async () => {
    const before = requestsLogged().length;
    const answers = [];
    for (let time = 0; time < 5; time += 1) answers.push(await forget(player.username));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    await expect.poll(() => requestsLogged().length).toBe(before + 5);
    await catcher.waitFor(addressOf(player), 3);
  });

  it('is neither in the log nor in the database', async () => {
    const token = await getToken();
    await reset(token);
    const rows = await game.query('SELECT * FROM account_tokens');
    expect(kept.text() + JSON.stringify(rows)).not.toContain(token);
    expect(kept.text()).not.toContain('@example.org');
  });
});

describe('an unknown name', () => {
  it('gets the same answer', async () => {
    const known = await forget(player.username);
    await catcher.waitFor(addressOf(player));
    const unknown = await forget('nobody at all');
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  });

  it('is looked for only after the answer has left', async () => {
    const { pool } = game.instance;
    // While every connection of the pool is taken, the answer still arrives.
    const held = await Promise.all([1, 2, 3, 4].map(() => pool.connect()));
    try {
      for (const name of [player.username, 'nobody at all']) expect((await forget(name)).status).toBe(200);
    } finally {
      for (const client of held) client.release();
    }
    await catcher.waitFor(addressOf(player));
  });
});

it('a mail that is refused is logged without its address and counted', async () => {
  catcher.refused.add(addressOf(player));
  expect((await forget(player.username)).status).toBe(200);
  await expect.poll(() => kept.lines().filter(({ msg }) => msg === 'mail failed').length).toBe(1);
  expect(kept.lines().find(({ msg }) => msg === 'mail failed')).toMatchObject({ code: 550 });
  expect(kept.text()).not.toContain(addressOf(player));
  expect(await game.instance.metrics.write()).toContain('hegemon_mails_total{outcome="failed"} 1');
});

it('without a mail server the refusal names the operator', async () => {
  const other = await startTestGame({ operatorContact: 'Ann, ann@example.org' });
  const answer = await sendAnonymously(other.url, 'POST', '/forgot-password', { username: 'x' });
  expect(answer).toMatchObject({ status: 409, body: { code: 'NO_MAIL' } });
  expect(answer.body.details).toBe('ask the operator for a new password: Ann, ann@example.org');
  await other.stop();
});
