/** Every page needs a session, except the open ones. */
import { beforeAll, describe, expect, it } from 'vitest';
import { callerNames, carriers, createCallers, type Callers } from '../support/callers.ts';
import { unknownId } from '../support/set-state.ts';
import { sendAnonymously, useTestGame } from '../support/game.ts';
import { nameOf, readRoutes, type Route } from '../support/routes.ts';

const game = useTestGame();
let callers: Callers;
let routes: ReturnType<typeof readRoutes>;
beforeAll(async () => {
  callers = await createCallers(game);
  routes = readRoutes(game);
});

/** Files of the build. */
const isFile = ({ path }: Route): boolean =>
  path.startsWith('/assets/') || path === '/notifications-worker.js';

/** Former and well-known addresses, and where they redirect. */
const moved: Record<string, string> = {
  '/battles': '/reports',
  '/raids': '/reports',
  '/ledger': '/reports',
  '/leaderboard': '/world#rankings',
  '/seats': '/world#seats',
  '/.well-known/change-password': '/account#password',
};

const openPages = new Set([
  'GET /',
  'GET /register',
  'GET /login',
  'GET /forgot-password',
  'GET /reset-password',
  'GET /confirm-email',
  'GET /unsubscribe/:mailbox_id',
  'POST /unsubscribe/:mailbox_id',
  'GET /privacy',
  'GET /battles',
  'GET /raids',
  'GET /ledger',
  'GET /leaderboard',
  'GET /world',
  'GET /map',
  'GET /seats',
  'GET /alliances',
  'GET /alliance/:alliance_id',
  'GET /rules',
  'GET /empire/:empire_id',
  'GET /simulator',
  'GET /docs',
  'GET /changelog',
  'GET /docs/api.md',
  'POST /theme',
  'GET /robots.txt',
  'GET /favicon.ico',
  'GET /apple-touch-icon.png',
  'GET /apple-touch-icon-precomposed.png',
  'GET /.well-known/change-password',
  'GET /.well-known/security.txt',
  'GET /manifest.webmanifest',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
]);

describe('every page except the open ones', () => {
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';

  /** The path after all redirects. */
  async function open({ method, path }: Route, headers: Record<string, string>): Promise<string> {
    const address = path.replace(/:\w+/, unknownId).replace(/\*\w+/, 'x');
    const first = await sendAnonymously(game.url, method.toUpperCase(), address, undefined, {
      ...headers,
      accept: browser,
    });
    const location = first.headers.get('location');
    if (location !== '/dashboard') return location?.split('?')[0] ?? String(first.status);
    return (await open({ method: 'get', path: location }, headers)) === '/login' ? '/login' : location;
  }

  const worthless = callerNames
    .filter((caller) => !['owner', 'rival'].includes(caller))
    .flatMap((caller) => carriers.map((carrier) => ({ caller, carrier })));

  it.each(worthless)('redirects $caller by $carrier to the login', async ({ caller, carrier }) => {
    const pages = routes.others.filter((route) => !openPages.has(nameOf(route)) && !isFile(route));
    const led: Record<string, string> = {};
    for (const page of pages) led[nameOf(page)] = await open(page, callers.headersOf(caller, carrier));
    expect(led).toEqual(Object.fromEntries(pages.map((page) => [nameOf(page), '/login'])));
  });

  it('does not redirect a player with a session to the login', async () => {
    const led: string[] = [];
    for (const page of routes.others) led.push(await open(page, callers.headersOf('rival', 'cookie')));
    expect(led).not.toContain('/login');
  });

  it('does not require a session on open pages', async () => {
    const pages = routes.others.filter((route) => openPages.has(nameOf(route)) && route.path !== '/metrics');
    const led: Record<string, string> = {};
    for (const page of pages) led[nameOf(page)] = await open(page, {});
    // A form without fields is refused. This game has no contact. The page that ends mails says the same of an unknown mailbox.
    const statusOf = ({ method, path }: Route): string => {
      if (path.startsWith('/unsubscribe/')) return '200';
      if (path === '/.well-known/security.txt') return '404';
      if (moved[path] !== undefined) return moved[path];
      return method === 'post' ? '400' : path.includes(':') ? '404' : '200';
    };
    expect(led).toEqual(Object.fromEntries(pages.map((page) => [nameOf(page), statusOf(page)])));
  });
});
