/** The rate limits of the whole application: the class of each route, the three headers, and the refusal. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  sendAnonymously,
  startTestGame,
  useTestGame,
  type Answer,
  type Player,
  type Ruler,
} from '../support/game.ts';
import { createPlayer, createEmpire } from '../support/players.ts';
import { nameOf, readRoutes } from '../support/routes.ts';

const limits = { auth: 5, data: 60, action: 30 };
const game = useTestGame({ limits });
let routes: string[];

beforeAll(() => {
  routes = readRoutes(game).endpoints.map(nameOf);
});

const expected = (route: string): keyof typeof limits | 'none' => {
  if (route === 'POST /logout') return 'none';
  if (route.startsWith('POST ') && !route.startsWith('POST /api/')) return 'auth';
  return route.startsWith('GET ') ? 'data' : 'action';
};

const classOf = ({ headers }: Answer): string => {
  const limit = headers.get('x-ratelimit-limit');
  return Object.entries(limits).find(([, count]) => String(count) === limit)?.[0] ?? 'none';
};

async function ask(player: Player, route: string): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ');
  return player.send(method, path.replace(/:\w+/, 'x'), method === 'GET' ? undefined : {});
}

describe('the class of a route', () => {
  it('is as listed for every JSON route', async () => {
    const seen: Record<string, string> = {};
    // One player per route, because limits count per user and one of them logs out.
    for (const route of routes) seen[route] = classOf(await ask(await createPlayer(game), route));
    expect(seen).toEqual(Object.fromEntries(routes.map((route) => [route, expected(route)])));
  });

  it.each(['/healthz', '/readyz', '/login', '/register'])('is none for GET %s', async (path) => {
    const answer = await sendAnonymously(game.url, 'GET', path, undefined, { accept: 'text/html' });
    expect([answer.status, classOf(answer)]).toEqual([200, 'none']);
  });

  it('is game data for the dashboard', async () => {
    const player = await createPlayer(game);
    const headers = { authorization: `Bearer ${player.token}`, accept: 'text/html' };
    expect(classOf(await sendAnonymously(game.url, 'GET', '/dashboard', undefined, headers))).toBe('data');
  });
});

/** How many of `times` sequential requests were allowed. */
async function countPassed(times: number, send: () => Promise<Answer>): Promise<number> {
  let passed = 0;
  for (let n = 0; n < times; n++) if ((await send()).status !== 429) passed += 1;
  return passed;
}

describe('a player', () => {
  it('reads 60 times per minute over all routes', async () => {
    const player = await createPlayer(game);
    const pages = ['/api/empires', '/api/map?x=0&y=0', '/api/leaderboard', '/api/battles', '/api/rules'];
    let n = 0;
    const send = (): Promise<Answer> => player.send('GET', pages[(n += 1) % pages.length] ?? '');
    expect(await countPassed(65, send)).toBe(60);
  });

  it('acts 30 times per minute, refused actions included', async () => {
    const player = await createEmpire(game);
    // The founding of the empire was the first action.
    const send = (): Promise<Answer> => player.send('POST', `/api/army/${player.armyId}/recall`);
    expect(await countPassed(35, send)).toBe(29);
  });

  it('may log out after the limit of actions', async () => {
    const player = await createPlayer(game);
    await countPassed(31, () => player.send('POST', '/api/empire', {}));
    expect((await player.send('POST', '/logout')).status).toBe(200);
  });

  it('is not affected by the requests of another player', async () => {
    const [busy, calm] = [await createPlayer(game), await createPlayer(game)];
    await countPassed(61, () => busy.send('GET', '/api/user/profile'));
    expect((await calm.send('GET', '/api/user/profile')).status).toBe(200);
  });

  it('is not affected by requests with an invalid token', async () => {
    const player = await createPlayer(game);
    await countPassed(70, () => sendAnonymously(game.url, 'GET', '/api/user/profile'));
    const { headers } = await player.send('GET', '/api/user/profile');
    expect(headers.get('x-ratelimit-remaining')).toBe('59');
  });
});

describe('a visitor', () => {
  it('may log in at most 5 times per minute and address', async () => {
    const fresh = await startTestGame({ limits });
    const body = { username: 'nobody', password: 'wrong one' };
    const passed = await countPassed(8, () => sendAnonymously(fresh.url, 'POST', '/login', body));
    await fresh.stop();
    expect(passed).toBe(5);
  });

  it('is refused with 401, never 429, on routes that need a session', async () => {
    const answers: number[] = [];
    for (let n = 0; n < 65; n++) {
      answers.push((await sendAnonymously(game.url, 'POST', '/api/empire', {})).status);
    }
    expect(new Set(answers)).toEqual(new Set([401]));
  });
});

describe('a counted response', () => {
  it('reports remaining requests and reset', async () => {
    const { headers } = await (await createPlayer(game)).send('GET', '/api/empires');
    const reset = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    expect([
      headers.get('x-ratelimit-limit'),
      headers.get('x-ratelimit-remaining'),
      Number.isInteger(Number(headers.get('x-ratelimit-reset'))) && reset > 50 && reset < 62,
    ]).toEqual(['60', '59', true]);
  });

  it.each([
    [400, 'POST', '/api/empire', {}],
    [404, 'POST', '/api/army/3f2b8a54-9c1d-4e67-8a01-5b6c7d8e9f00/recall', {}],
  ])('reports them also on a %i', async (status, method, path, body) => {
    const answer = await (await createPlayer(game)).send(method, path, body);
    expect([answer.status, answer.headers.get('x-ratelimit-remaining')]).toEqual([status, '29']);
  });

  it('does not report them on a 401', async () => {
    const { headers } = await sendAnonymously(game.url, 'GET', '/api/empires');
    expect(headers.has('x-ratelimit-limit')).toBe(false);
  });
});

describe('the refusal', () => {
  let ruler: Ruler;
  let refusal: Answer;

  beforeAll(async () => {
    ruler = await createEmpire(game);
    await countPassed(29, () => ruler.send('POST', `/api/army/${ruler.armyId}/recall`));
    refusal = await ruler.send('POST', '/api/army/wrong/recall', ['wrong']);
  });

  it('comes before issues of path and body', () => {
    expect({ status: refusal.status, body: refusal.body }).toEqual({
      status: 429,
      body: { error: 'Too many requests', code: 'RATE_LIMITED' },
    });
  });

  it('has Retry-After', () => {
    const after = Number(refusal.headers.get('retry-after'));
    expect(Number.isInteger(after) && after >= 1 && after <= 60).toBe(true);
  });

  it('has no requests left', () => {
    expect(refusal.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  it('is for actions only', async () => {
    expect((await ruler.send('GET', `/api/empire/${ruler.empireId}`)).status).toBe(200);
  });
});
