/** The rate limits of the whole application: the class of each route, and the three headers. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sendAnonymously, useTestGame, type ApiResponse, type Player } from '../support/game.ts';
import { createApiToken, createPlayer } from '../support/players.ts';
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

const classOf = ({ headers }: ApiResponse): string => {
  const limit = headers.get('x-ratelimit-limit');
  return Object.entries(limits).find(([, count]) => String(count) === limit)?.[0] ?? 'none';
};

async function ask(player: Player, route: string): Promise<ApiResponse> {
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

  it('is a wide one of its own for the mails that a provider ends', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const end = () => sendAnonymously(game.url, 'POST', `/unsubscribe/${unknown}`);
    const [first, second] = [await end(), await end()];
    await sendAnonymously(game.url, 'GET', '/api/map?x=0&y=0');
    const headers = [first, second, await end()].map((answer) => [
      answer.headers.get('x-ratelimit-limit'),
      answer.headers.get('x-ratelimit-remaining'),
    ]);
    expect(headers).toEqual([
      ['600', '599'],
      ['600', '598'],
      ['600', '597'],
    ]);
  });

  it('is counted together for a player and the programs with tokens', async () => {
    const player = await createPlayer(game);
    const program = await createApiToken(game, player, 'read');
    const left = async (by: Pick<Player, 'send'>) =>
      Number((await by.send('GET', '/api/user/profile')).headers.get('x-ratelimit-remaining'));
    expect([await left(player), await left(program), await left(player)]).toEqual([59, 58, 57]);
  });

  it('is one of its own for the map, of which a player reads more', async () => {
    const player = await createPlayer(game);
    const headers = { authorization: `Bearer ${player.token}`, accept: 'text/html' };
    const read = async (path: string) => {
      const answer = await sendAnonymously(game.url, 'GET', path, undefined, headers);
      return [answer.headers.get('x-ratelimit-limit'), answer.headers.get('x-ratelimit-remaining')];
    };
    const reads = [
      await read('/map'),
      await read('/dashboard'),
      await read('/map'),
      await read('/dashboard'),
    ];
    expect(reads).toEqual([
      ['120', '119'],
      ['60', '59'],
      ['120', '118'],
      ['60', '58'],
    ]);
  });

  it('is game data for the dashboard', async () => {
    const player = await createPlayer(game);
    const headers = { authorization: `Bearer ${player.token}`, accept: 'text/html' };
    expect(classOf(await sendAnonymously(game.url, 'GET', '/dashboard', undefined, headers))).toBe('data');
  });
});

describe('a counted response', () => {
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
