/** Sessions: list, revocation, logout, expiry. */
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { responseOf, cookieOf } from '../support/accounts.ts';
import { registerPlayer, logIn, registerAccount, type Player } from '../support/game.ts';
import { startTestApp, useTestApp } from '../support/http-app.ts';

/** Blocks a slow request, and signals that it is blocked. */
let barrier: { reached: () => void; opened: Promise<void> };

const app = useTestApp({
  routes: (express) => {
    express.post('/slow', async (req, res) => {
      Object.assign(req.session, { note: 'changed by a slow request' });
      barrier.reached();
      await barrier.opened;
      res.json({});
    });
  },
});

function getProfile(player: Player): request.Test {
  return request(app.server).get('/api/user/profile').set('Cookie', player.cookie);
}

function logOut(player: Player): request.Test {
  return request(app.server).post('/logout').accept('json').set('Cookie', player.cookie);
}

interface SessionItem {
  id: string;
  current: boolean;
}

async function listSessions(player: Player): Promise<SessionItem[]> {
  const { body } = await responseOf(
    request(app.server).get('/api/user/sessions').set('Cookie', player.cookie).expect(200),
  );
  return (body as { sessions: SessionItem[] }).sessions;
}

function revoke(player: Player, id: string): request.Test {
  return request(app.server).delete(`/api/user/sessions/${id}`).set('Cookie', player.cookie);
}

const countSessions = async (player: Player): Promise<number> =>
  (await app.query('SELECT FROM sessions WHERE sid = $1', player.token)).length;

describe('GET /api/user/profile', () => {
  it('writes nothing to the session', async () => {
    const player = await registerPlayer(app.url);
    const read = () => app.query('SELECT xmin, * FROM sessions WHERE sid = $1', player.token);
    const before = await read();
    await getProfile(player);
    expect(await read()).toEqual(before);
  });
});

describe('logout', () => {
  it('deletes the row of the session and clears the cookie', async () => {
    const player = await registerPlayer(app.url);
    const response = await logOut(player).expect(200);
    expect(cookieOf(response, 'session_token')).toBe('session_token=');
    expect(await countSessions(player)).toBe(0);
  });

  it('is not undone by a slower request that saves the session afterwards', async () => {
    const player = await registerPlayer(app.url);
    let open = (): void => undefined;
    const reached = new Promise<void>((resolve) => {
      barrier = { reached: resolve, opened: new Promise((release) => (open = release)) };
    });
    const slow = request(app.server).post('/slow').set('Cookie', player.cookie).then();
    await reached;
    await logOut(player).expect(200);
    open();
    await slow;
    expect(await countSessions(player)).toBe(0);
  });
});

describe('the list of sessions', () => {
  it('shows the unexpired sessions of the caller and marks the current one', async () => {
    const username = await registerAccount(app.url);
    await logIn(app.url, username);
    const current = await logIn(app.url, username);
    await registerPlayer(app.url);
    expect((await listSessions(current)).map((item) => item.current).sort()).toEqual([false, true]);
  });

  it('shows time, address and user agent', async () => {
    const [item] = await listSessions(await registerPlayer(app.url));
    expect(item).toMatchObject({
      created_at: new Date(app.clock.now()).toISOString(),
      ip_address: '127.0.0.1',
      user_agent: 'node',
    });
  });

  it('never shows a token', async () => {
    const player = await registerPlayer(app.url);
    expect(JSON.stringify(await listSessions(player))).not.toContain(player.token);
  });

  it('lets the caller end another of their sessions', async () => {
    const first = await registerPlayer(app.url);
    const second = await logIn(app.url, first.username);
    const other = (await listSessions(second)).find((item) => !item.current);
    await revoke(second, other?.id ?? '').expect(200);
    await getProfile(first).expect(401);
  });

  it('ends the current session like a logout', async () => {
    const player = await registerPlayer(app.url);
    const [item] = await listSessions(player);
    expect(cookieOf(await revoke(player, item?.id ?? ''), 'session_token')).toBe('session_token=');
  });
});

describe('the sessions of an account', () => {
  const statusOf = async (player: Player): Promise<number> => (await getProfile(player)).status;

  it('are at most 20; a further login ends the oldest', async () => {
    const username = await registerAccount(app.url);
    const players = [];
    for (let time = 0; time < 21; time++) {
      app.clock.advance(1_000);
      players.push(await logIn(app.url, username));
    }
    const selectSessions = 'SELECT FROM sessions JOIN users u ON u.id = user_id WHERE username = $1';
    expect(await app.query(selectSessions, username)).toHaveLength(20);
    expect(await Promise.all(players.map(statusOf))).toEqual([401, ...Array<number>(20).fill(200)]);
  });

  it('can all be ended but the present one', async () => {
    const username = await registerAccount(app.url);
    const [other, present] = [await logIn(app.url, username), await logIn(app.url, username)];
    const rival = await logIn(app.url, await registerAccount(app.url));
    await request(app.server).delete('/api/user/sessions/others').set('Cookie', present.cookie).expect(200);
    expect(await Promise.all([other, present, rival].map(statusOf))).toEqual([401, 200, 200]);
  });
});

describe('the expiry of a session', () => {
  const dayMs = 24 * 60 * 60 * 1000;

  beforeEach(() => {
    // The store rounds the end of a session up to a second.
    app.clock.set(Math.ceil(app.clock.now() / 1000) * 1000);
  });

  it('follows SESSION_DAYS', async () => {
    const short = await startTestApp(app.database, { sessionDays: 1 });
    const player = await registerPlayer(short.url);
    short.clock.advance(dayMs);
    await request(short.server).get('/api/user/profile').set('Cookie', player.cookie).expect(401);
    await short.close();
  });

  it('removes the session from the list', async () => {
    const player = await registerPlayer(app.url);
    app.clock.advance(30 * dayMs);
    expect(await listSessions(await logIn(app.url, player.username))).toHaveLength(1);
  });
});
