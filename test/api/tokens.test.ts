/** API tokens: what each scope allows on every route, how they are stored, and how they end. */
import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf, idsOf, routeCases } from '../routes/all.ts';
import { openStage, restore, type Stage } from '../routes/stage.ts';
import { begin } from '../support/database.ts';
import { password, registerPlayer, sendAnonymously, useNew, useTestGame } from '../support/game.ts';
import { createApiToken, createEmpire, createPlayer, openSession, userIdOf } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';

const game = useTestGame();
const ann = useNew(() => createPlayer(game));

interface Created {
  token: { id: string; name: string; expires_at: string | null; last_used_at: string | null };
  secret: string;
}

const make = async (body: object) => (await ann.send<Created>('POST', '/api/user/tokens', body)).body;
const list = async () =>
  (await ann.send<{ tokens: Created['token'][] }>('GET', '/api/user/tokens')).body.tokens;
const readProfile = (secret: string) =>
  sendAnonymously(game.url, 'GET', '/api/user/profile', undefined, { authorization: `Bearer ${secret}` });

/** The routes that concern the account itself: no token may call them. */
const loginOnly = [
  'POST /logout',
  'POST /password',
  'POST /email',
  'POST /delete-account',
  'GET /api/user/data',
  'GET /api/user/sessions',
  'DELETE /api/user/sessions/:session_id',
  'DELETE /api/user/sessions/others',
  'GET /api/user/tokens',
  'POST /api/user/tokens',
  'DELETE /api/user/tokens/:token_id',
  'PUT /api/alarms/settings',
  'PUT /api/alarms/wake',
  'DELETE /api/alarms/wake',
  'POST /api/alarms/devices',
  'DELETE /api/alarms/device/:device_id',
  'POST /api/alarms/device/:device_id/test',
];

let sharedStage: Stage | undefined;

describe.each(Object.entries(routeCases))('%s', (route, routeCase) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = sharedStage ??= await openStage(game);
  });
  beforeEach(() => restore(stage));

  const isOpen = routeCase.nobody !== undefined;
  const isRead = route.startsWith('GET ');

  it.each(['read', 'play'] as const)('with a token that may %s', async (scope) => {
    const { owner } = stage.callers;
    const ids = await idsOf(routeCase, stage);
    const body = await routeCase.body?.(stage);
    const program = await createApiToken(game, owner, scope);
    const [method = ''] = route.split(' ');
    const answer = await program.send<{ code?: string }>(method, addressOf(route, ids), body);
    const isRefused = loginOnly.includes(route) || (!isOpen && !isRead && scope === 'read');
    const expected = isRefused ? [403, 'TOKEN_SCOPE'] : [routeCase.owner ?? 200, answer.body.code];
    expect([answer.status, answer.body.code]).toEqual(expected);
  });
});

describe('a token', () => {
  it('is random, begins with hgm_, and is stored only as its hash', async () => {
    const { secret, token } = await make({ name: 'Program', scope: 'play' });
    expect(secret).toMatch(/^hgm_[\w-]{43}$/);
    const { rows } = await game.instance.pool.query('SELECT * FROM sessions WHERE id = $1', [token.id]);
    const hash = createHash('sha256').update(secret).digest('hex');
    expect(rows).toMatchObject([{ sid: `token:${hash}`, scope: 'play', token_name: 'Program' }]);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4));
    expect(JSON.stringify(await list())).not.toContain(secret.slice(4));
  });

  it('is not valid in the form in which it is stored, or in a cookie', async () => {
    const { secret, token } = await make({ name: 'Program', scope: 'play' });
    const [row] = await game.query<{ sid: string }>('SELECT sid FROM sessions WHERE id = $1', token.id);
    expect((await readProfile(row?.sid ?? '')).status).toBe(401);
    const cookie = { cookie: `session_token=${secret}` };
    const { status } = await sendAnonymously(game.url, 'GET', '/api/user/profile', undefined, cookie);
    expect(status).toBe(401);
  });

  it('notes its use, at most once an hour', async () => {
    const { secret, token } = await make({ name: 'Program', scope: 'read' });
    const usedAt = async () => (await list()).find(({ id }) => id === token.id)?.last_used_at ?? null;
    expect(await usedAt()).toBeNull();
    await readProfile(secret);
    const first = await vi.waitUntil(usedAt);
    await readProfile(secret);
    await new Promise((done) => setTimeout(done, 100));
    expect(await usedAt()).toBe(first);
    await game.query(`UPDATE sessions SET last_used_at = '2026-01-01' WHERE id = $1`, token.id);
    await readProfile(secret);
    await vi.waitUntil(async () => (await usedAt())?.startsWith('2026-01-01') === false);
  });

  it('ends at its end, and then gives its name away', async () => {
    const { secret, token } = await make({ name: 'Program', scope: 'read', days: 2 });
    expect(Date.parse(token.expires_at ?? '') - game.clock.now()).toBeCloseTo(2 * 86_400_000, -5);
    await game.query(
      `UPDATE sessions SET sess = jsonb_set(sess, '{created_at}', '0'), expire = to_timestamp(1) WHERE id = $1`,
      token.id,
    );
    expect((await readProfile(secret)).status).toBe(401);
    expect(await list()).toEqual([]);
    expect((await make({ name: 'Program', scope: 'read' })).token.expires_at).toBeNull();
  });

  it('has a name of its own, and no account has an eleventh', async () => {
    const body = { name: 'Program', scope: 'read' };
    await make(body);
    expect(await refusalOf(game, ann, 'POST', '/api/user/tokens', body)).toEqual(refused(409, 'NAME_TAKEN'));
    const sent = Array.from({ length: 12 }, (_, number) =>
      ann.send('POST', '/api/user/tokens', { name: `Program ${number}`, scope: 'play' }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(9);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
    expect(await list()).toHaveLength(10);
  });

  it('is made once for an Idempotency-Key, also at the same time, and no stored response has it', async () => {
    const request = (key: string, name = key) => {
      const headers = { authorization: `Bearer ${ann.token}`, 'idempotency-key': key };
      return sendAnonymously<Created & { code?: string }>(
        game.url,
        'POST',
        '/api/user/tokens',
        { name, scope: 'read' },
        headers,
      );
    };
    const [first, second] = await Promise.all([request('once'), request('once')]);
    const third = await request('once');
    expect([first.status, second.body, third.body]).toEqual([201, first.body, first.body]);
    const { secret, token } = first.body;
    expect((await readProfile(secret)).status).toBe(200);
    expect((await list()).map(({ id }) => id)).toEqual([token.id]);
    const stored = JSON.stringify(await game.query('SELECT response FROM idempotency_keys'));
    expect(stored).toContain(token.id);
    expect(stored).not.toContain(secret.slice(4));

    expect((await request('once', 'another')).body.code).toBe('IDEMPOTENCY_MISMATCH');
    expect((await request('twice')).body.secret).not.toBe(secret);
  });

  it('opens no page and sends no form', async () => {
    const ruler = await createEmpire(game);
    const program = await createApiToken(game, ruler, 'play');
    for (const path of ['/account', '/dashboard']) expect((await program.send('GET', path)).status).toBe(403);
    for (const path of ['/account/empire', '/account/tokens'])
      expect((await program.send('POST', path, {})).status).toBe(403);
  });
});

describe('the end of tokens', () => {
  const endings: [string, number, (token: Created['token']) => Promise<unknown>][] = [
    ['a revocation', 401, ({ id }) => ann.send('DELETE', `/api/user/tokens/${id}`)],
    ['a deactivation', 401, () => setUser('is_active = false')],
    ['a request to delete the account', 401, () => setUser('deletion_at = now()')],
    ['the end of all other sessions', 200, () => ann.send('DELETE', '/api/user/sessions/others')],
    ['a logout', 200, () => ann.send('POST', '/logout')],
    [
      'twenty further logins',
      200,
      async () => {
        for (let count = 0; count < 20; count += 1) await openSession(game, ann.username);
      },
    ],
  ];
  const setUser = (change: string) =>
    game.instance.pool.query(`UPDATE users SET ${change} WHERE username = $1`, [ann.username]);

  it.each(endings)('after %s a request gets %i', async (_, status, work) => {
    const { secret, token } = await make({ name: 'Program', scope: 'play' });
    expect((await readProfile(secret)).status).toBe(200);
    await work(token);
    expect((await readProfile(secret)).status).toBe(status);
  });

  it('a change of the password ends them', async () => {
    const player = await registerPlayer(game.url);
    const program = await createApiToken(game, player, 'play');
    const change = { current_password: password, new_password: 'another', confirm_password: 'another' };
    expect((await player.send('POST', '/password', change)).status).toBe(200);
    expect((await program.send('GET', '/api/user/profile')).status).toBe(401);
    expect((await player.send('GET', '/api/user/profile')).status).toBe(200);
  });

  it.each(['the change first', 'the token first'])(
    'a change of the password ends a token that another session makes meanwhile, %s',
    async (order) => {
      const player = await registerPlayer(game.url);
      const other = await openSession(game, player.username);
      const lock = 'SELECT FROM users WHERE username = $1 FOR UPDATE';
      const holder = await begin(game.instance.pool, lock, [player.username]);
      const change = { current_password: password, new_password: 'another', confirm_password: 'another' };
      const steps = [
        () => player.send('POST', '/password', change),
        () => other.send('POST', '/api/user/tokens', { name: 'Program', scope: 'play' }),
      ];
      const sent: Promise<unknown>[] = [];
      for (const step of order === 'the change first' ? steps : steps.reverse()) {
        sent.push(step());
        // Both wait for the row of the user, in this order.
        await vi.waitUntil(async () => {
          const waiting = await game.query(`SELECT 1 FROM pg_locks WHERE NOT granted`);
          return waiting.length >= sent.length;
        });
      }
      await holder.commit();
      await Promise.all(sent);
      const selectTokens = 'SELECT 1 FROM sessions WHERE scope IS NOT NULL AND user_id = $1';
      expect(await game.query(selectTokens, await userIdOf(game, player))).toEqual([]);
    },
  );

  it('a login that presents one leaves it', async () => {
    const player = await registerPlayer(game.url);
    const program = await createApiToken(game, player, 'play');
    const { username } = player;
    expect((await program.send('POST', '/login', { username, password })).status).toBe(200);
    expect((await program.send('GET', '/api/user/profile')).status).toBe(200);
  });
});
