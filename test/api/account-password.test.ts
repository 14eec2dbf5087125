/** Changing the password: the old one is asked, other sessions end, and guesses are limited. */
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { finishLogin } from '../../src/account/login-queries.ts';
import { responseOf, type ApiResponse } from '../support/accounts.ts';
import { registerPlayer, password, useNew } from '../support/game.ts';
import { useTestApp } from '../support/http-app.ts';

const failures = 10;
const newPassword = 'battery staple';
const app = useTestApp({ trustProxy: 1, failedLogins: failures });
const player = useNew(() => registerPlayer(app.url));

function change(fields: object = {}, from = '198.51.100.1'): Promise<ApiResponse> {
  return responseOf(
    request(app.server)
      .post('/password')
      .accept('json')
      .set('Cookie', player.cookie)
      .set('X-Forwarded-For', from)
      .send({
        current_password: password,
        new_password: newPassword,
        confirm_password: newPassword,
        ...fields,
      }),
  );
}

const logIn = (tried: string): Promise<ApiResponse> =>
  responseOf(request(app.server).post('/login').send({ username: player.username, password: tried }));
const statusOf = async (token: string): Promise<number> =>
  (await responseOf(request(app.server).get('/api/user/profile').set('Authorization', `Bearer ${token}`)))
    .status;

describe('a changed password', () => {
  it('replaces the old one', async () => {
    expect(await change()).toMatchObject({ status: 200, body: { success: true } });
    expect([(await logIn(password)).status, (await logIn(newPassword)).status]).toEqual([401, 200]);
  });

  it('ends all sessions but the present one', async () => {
    const other = ((await logIn(password)).body as { token: string }).token;
    expect(await statusOf(other)).toBe(200);
    await change();
    expect([await statusOf(other), await statusOf(player.token)]).toEqual([401, 200]);
  });

  it('is not overtaken by a login that checked the old one', async () => {
    const [user] = await app.query<{ id: string; password_hash: string }>(
      'SELECT id, password_hash FROM users WHERE username = $1',
      player.username,
    );
    await change();
    const late = await finishLogin(app.pool, {
      userId: user?.id ?? '',
      token: player.token,
      loggedInMs: Date.now(),
      attemptKeys: [],
      addressHash: '',
      passwordHash: user?.password_hash ?? '',
    });
    expect(late).toBeNull();
  });

  it('is one of two that arrive at once, and the other is refused', async () => {
    const answers = await Promise.all([
      change({ new_password: 'first one', confirm_password: 'first one' }),
      change({ new_password: 'second one', confirm_password: 'second one' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const winner = answers[0].status === 200 ? 'first one' : 'second one';
    expect((await logIn(winner)).status).toBe(200);
  });
});

describe('a change of the password', () => {
  it('is refused with a wrong current password', async () => {
    expect(await change({ current_password: 'a guess' })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', details: 'the current password is wrong' },
    });
    expect((await logIn(password)).status).toBe(200);
  });

  it('waits after 10 wrong ones with the session', async () => {
    for (let time = 0; time < failures; time++) {
      expect((await change({ current_password: `guess ${time}` })).status).toBe(403);
    }
    const right = change();
    await expect.poll(() => app.logins.waiting).toBe(1);
    app.clock.advance(1_000);
    expect((await right).status).toBe(200);
  });

  it.each([
    [{ new_password: 'short', confirm_password: 'short' }, 'new_password: must have at least 6 characters'],
    [{ confirm_password: 'something else' }, 'confirm_password: The two passwords differ'],
    [{ current_password: '' }, 'current_password: required'],
  ])('is refused with %j', async (fields, details) => {
    expect(await change(fields)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', details } });
  });

  it('keeps nothing under an Idempotency-Key', async () => {
    const send = () =>
      responseOf(
        request(app.server)
          .post('/password')
          .accept('json')
          .set('Cookie', player.cookie)
          .set('Idempotency-Key', 'key')
          .send({ current_password: password, new_password: newPassword, confirm_password: newPassword }),
      );
    expect([(await send()).status, (await send()).status]).toEqual([200, 403]);
    expect(await app.query('SELECT FROM idempotency_keys')).toEqual([]);
  });
});
