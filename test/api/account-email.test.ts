/** Changing the e-mail: at once without a mail server, otherwise confirmed by a link; and mails that warn the owner. */
import { beforeEach, describe, expect, it } from 'vitest';
import { issueToken } from '../../src/account/tokens.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { captureLog } from '../support/capture-log.ts';
import { begin } from '../support/database.ts';
import { registerPlayer, password, sendAnonymously, useTestGame, type Player } from '../support/game.ts';
import { tokenOf, useMailCatcher } from '../support/mail-catcher.ts';

const dayMs = 86_400_000;
let player: Player;
let fresh: string;
let changes = 0;

function nameAddress(): void {
  changes += 1;
  fresh = `new${changes}@example.org`;
}

const emailOf = async (who: Player): Promise<unknown> =>
  (await who.send('GET', '/api/user/profile')).body.email;
const change = (fields: object = {}) =>
  player.send('POST', '/email', { email: fresh, current_password: password, ...fields });

describe('without a mail server', () => {
  const game = useTestGame({ failedLogins: 3 });
  beforeEach(async () => {
    player = await registerPlayer(game.url);
    nameAddress();
  });

  it('a new e-mail counts at once', async () => {
    expect(await change()).toMatchObject({ status: 200, body: { message: 'The e-mail was changed' } });
    expect(await emailOf(player)).toBe(fresh);
    const login = { username: fresh.toUpperCase(), password };
    expect((await sendAnonymously(game.url, 'POST', '/login', login)).status).toBe(200);
  });

  it('the e-mail of another account is refused, also in other letters', async () => {
    const other = await registerPlayer(game.url);
    const answer = await change({ email: `${other.username.toUpperCase()}@Example.org` });
    expect(answer).toMatchObject({ status: 400, body: { code: 'DUPLICATE_ACCOUNT' } });
  });

  it('of two accounts that want it at once, one gets it', async () => {
    const other = await registerPlayer(game.url);
    const wish = { email: fresh, current_password: password };
    const answers = await Promise.all([player, other].map((who) => who.send('POST', '/email', wish)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('a wrong password changes nothing and counts as a failed login', async () => {
    for (let time = 0; time < 3; time += 1) {
      expect((await change({ current_password: 'guess' })).status).toBe(403);
    }
    expect((await emailOf(player)) === fresh).toBe(false);
    // The account has logged in from here: the session has a count of its own.
    const rows = await game.query<{ hits: number }>(
      `SELECT hits FROM rate_limit_counters
       WHERE key LIKE 'login:' || (SELECT id FROM users WHERE username = $1) || ' %' AND resets_at > now()`,
      player.username,
    );
    expect(rows[0]?.hits).toBe(3);
  });
});

describe('with a mail server', () => {
  const catcher = useMailCatcher();
  const kept = captureLog('debug');
  const game = useTestGame(() => ({ smtpUrl: catcher.url, log: kept.log }));
  beforeEach(async () => {
    player = await registerPlayer(game.url);
    // The mails of a test go to more addresses than a network may reach in a day.
    await game.query('DELETE FROM rate_limit_counters');
    await game.query('UPDATE users SET is_email_confirmed = true');
    nameAddress();
  });
  const oldAddress = () => `${player.username}@example.org`;
  const confirm = (token: string) => sendAnonymously(game.url, 'POST', '/confirm-email', { token });

  it('a new e-mail counts when its link is opened, and the old address is told twice', async () => {
    expect((await change()).status).toBe(200);
    const mail = await catcher.waitFor(fresh);
    expect(mail).toMatchObject({ to: [fresh], from: 'game@example.org' });
    expect(mail.text).toContain('http://localhost:3000/confirm-email?token=');
    expect((await catcher.waitFor(oldAddress())).text).toContain(`to ${fresh}`);
    expect(await emailOf(player)).toBe(oldAddress());
    expect((await confirm(tokenOf(mail))).status).toBe(200);
    expect(await emailOf(player)).toBe(fresh);
    expect((await catcher.waitFor(oldAddress(), 2)).text).toContain(`is ${fresh} now`);
  });

  it('a link works once, also when it is opened twice at the same time', async () => {
    await change();
    const token = tokenOf(await catcher.waitFor(fresh));
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.code).toBe('INVALID_LINK');
  });

  it('a later link voids the earlier one', async () => {
    await change();
    const first = tokenOf(await catcher.waitFor(fresh));
    await change();
    const second = tokenOf(await catcher.waitFor(fresh, 2));
    expect([(await confirm(first)).status, (await confirm(second)).status]).toEqual([400, 200]);
  });

  it('a link is void after a day', async () => {
    await change();
    const token = tokenOf(await catcher.waitFor(fresh));
    game.clock.advance(dayMs);
    expect((await confirm(token)).body.code).toBe('INVALID_LINK');
  });

  it('a new password voids the link', async () => {
    await change();
    const token = tokenOf(await catcher.waitFor(fresh));
    const passwords = {
      current_password: password,
      new_password: 'another one',
      confirm_password: 'another one',
    };
    expect((await player.send('POST', '/password', passwords)).status).toBe(200);
    expect((await confirm(token)).body.code).toBe('INVALID_LINK');
  });

  it('does not reveal whether the address is taken until the link of its mailbox is opened', async () => {
    const other = await registerPlayer(game.url);
    const taken = `${other.username}@example.org`;
    expect((await change({ email: taken })).status).toBe(200);
    const token = tokenOf(await catcher.waitFor(taken));
    expect((await confirm(token)).body.code).toBe('DUPLICATE_ACCOUNT');
    expect(await emailOf(player)).toBe(oldAddress());
  });

  it('sends at most three in an hour', async () => {
    for (let time = 0; time < 3; time += 1) expect((await change()).status).toBe(200);
    const refused = await change();
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
  });

  /** Sends a request that has to wait for the lock of the account, and disconnects while it waits. */
  async function sendAndDisconnect(path: string, body: object): Promise<void> {
    const lock = 'SELECT FROM users WHERE username = $1 FOR UPDATE';
    const holder = await begin(game.instance.pool, lock, [player.username]);
    try {
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
      await holder.commit();
    }
  }

  it('sends the mail about a deletion also if the client disconnects', async () => {
    await sendAndDisconnect('/delete-account', { current_password: password });
    const { text } = await catcher.waitFor(oldAddress());
    expect(text).toContain('Your account will be deleted');
    expect(text).toContain('http://localhost:3000/login');
  });

  it('sends the mail to the old address about a new one also if the client disconnects', async () => {
    await change();
    await catcher.waitFor(oldAddress());
    const token = tokenOf(await catcher.waitFor(fresh));
    await sendAndDisconnect('/confirm-email', { token });
    expect((await catcher.waitFor(oldAddress(), 2)).text).toContain(`is ${fresh} now`);
  });

  it('a password that was changed after it was compared gets no link', async () => {
    const { pool } = game.instance;
    const [row] = await game.query<{ id: string; password_hash: string }>(
      'SELECT id, password_hash FROM users WHERE username = $1',
      player.username,
    );
    const issue = (passwordHash = '') =>
      issueToken(pool, systemRandom, 'email', row?.id ?? '', {
        expiresAtMs: game.clock.now() + 60_000,
        passwordHash,
        email: 'thief@example.net',
        emailKey: 'thief@example.net',
      });
    expect(await issue('an earlier hash')).toBeNull();
    expect(await issue(row?.password_hash)).toMatchObject({ owner: { username: player.username } });
  });
});
