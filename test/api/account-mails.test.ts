/** Mails that warn the owner of an account are sent even if the client that caused them disconnects. */
import { beforeEach, expect, it } from 'vitest';
import { issueToken } from '../../src/account/tokens.ts';
import { captureLog } from '../support/capture-log.ts';
import { registerPlayer, password, useNew, useTestGame } from '../support/game.ts';
import { tokenOf, useMailCatcher } from '../support/mail-catcher.ts';
import { systemRandom } from '../../src/kernel/random.ts';

const kept = captureLog('debug');
let address: string;
const catcher = useMailCatcher();
const game = useTestGame(() => ({ smtpUrl: catcher.url, log: kept.log }));
const player = useNew(() => registerPlayer(game.url));

beforeEach(async () => {
  // The mails of a test go to more addresses than a network may reach in a day.
  await game.query('DELETE FROM rate_limit_counters');
  await game.query('UPDATE users SET is_email_confirmed = true');
  address = `${player.username}@example.org`;
});

/** Sends a request that has to wait for the lock of the account, and disconnects while it waits. */
async function sendAndDisconnect(path: string, body: object): Promise<void> {
  const client = await game.instance.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM users WHERE username = $1 FOR UPDATE', [player.username]);
    const controller = new AbortController();
    const answer = fetch(game.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${player.token}` },
      body: JSON.stringify(body),
      signal: controller.signal,
    });
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    // On another connection: a transaction sees the activity of its first look.
    await expect.poll(async () => (await game.instance.pool.query(waiting)).rowCount).toBe(1);
    controller.abort();
    await expect(answer).rejects.toThrow();
    const isClosed = () =>
      kept.lines().some(({ route, status }) => route === path && String(status) === 'aborted');
    await expect.poll(isClosed).toBe(true);
  } finally {
    await client.query('COMMIT');
    client.release();
  }
}

it('the mail about a deletion', async () => {
  await sendAndDisconnect('/delete-account', { current_password: password });
  const { text } = await catcher.waitFor(address);
  expect(text).toContain('Your account will be deleted');
  expect(text).toContain('http://localhost:3000/login');
});

it('the mail to the old address about a new one', async () => {
  const email = `${player.username}@example.net`;
  await player.send('POST', '/email', { email, current_password: password });
  await catcher.waitFor(address);
  const token = tokenOf(await catcher.waitFor(email));
  await sendAndDisconnect('/confirm-email', { token });
  expect((await catcher.waitFor(address, 2)).text).toContain(`is ${email} now`);
});

it('a password that was changed after it was compared gets no link', async () => {
  const { pool } = game.instance;
  const { rows } = await pool.query<{ id: string; password_hash: string }>(
    'SELECT id, password_hash FROM users WHERE username = $1',
    [player.username],
  );
  const issue = (passwordHash = '') =>
    issueToken(pool, systemRandom, 'email', rows[0]?.id ?? '', {
      expiresAtMs: game.clock.now() + 60_000,
      passwordHash,
      email: 'thief@example.net',
      emailKey: 'thief@example.net',
    });
  expect(await issue('an earlier hash')).toBeNull();
  expect(await issue(rows[0]?.password_hash)).toMatchObject({ owner: { username: player.username } });
});
