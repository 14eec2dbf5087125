/** Precedence of refusals on every unsafe route: other site, session, path, body, world. */
import { beforeAll, describe, expect, it } from 'vitest';
import { unknownId } from '../support/set-state.ts';
import { sendAnonymously, useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';
import { nameOf, readRoutes } from '../support/routes.ts';

const game = useTestGame();
let routes: string[];

const ann = useOne(() => createEmpire(game));
beforeAll(() => {
  routes = readRoutes(game)
    .endpoints.filter(({ method }) => method !== 'get')
    .map(nameOf);
});

/** Status and code of every unsafe route for one kind of request. */
async function askAll(
  id: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    const address = path.replace(/:\w+/, id);
    const answer = await sendAnonymously(game.url, method, address, body, headers);
    answers[route] = `${answer.status} ${String(answer.body.code)}`;
  }
  return answers;
}

const all = (answer: string, except: Record<string, string> = {}): Record<string, string> => ({
  ...Object.fromEntries(routes.map((route) => [route, answer])),
  ...except,
});

describe('a request from another site', () => {
  it.each([
    ['by its origin', { origin: 'https://evil.example' }],
    ['by the browser', { 'sec-fetch-site': 'cross-site' }],
    ['on the same domain', { 'sec-fetch-site': 'same-site' }],
  ])('is refused before all other checks, %s', async (_what, headers) => {
    expect(await askAll('wrong', ['wrong'], headers)).toEqual(all('403 CROSS_ORIGIN'));
  });

  it('is refused despite a valid session', async () => {
    const headers = { cookie: ann.cookie, origin: 'https://evil.example' };
    expect(await askAll(unknownId, {}, headers)).toEqual(all('403 CROSS_ORIGIN'));
  });
});

describe('a request without a session', () => {
  it('gets 401 before path and body are checked', async () => {
    expect(await askAll('wrong', ['wrong'], {})).toEqual(
      all('401 AUTH_REQUIRED', {
        'POST /register': '400 VALIDATION_ERROR',
        'POST /login': '400 VALIDATION_ERROR',
        'POST /confirm-email': '400 VALIDATION_ERROR',
        'POST /forgot-password': '400 VALIDATION_ERROR',
        'POST /reset-password': '400 VALIDATION_ERROR',
      }),
    );
  });
});

describe('a request with a session', () => {
  it.each([
    ['PUT', `/api/empire/${unknownId}`],
    ['POST', `/api/empire/${unknownId}/cities`],
    ['POST', `/api/city/${unknownId}/buildings`],
    ['POST', `/api/city/${unknownId}/train`],
    ['POST', `/api/army/${unknownId}/move`],
    ['POST', `/api/army/${unknownId}/split`],
    ['POST', `/api/army/${unknownId}/merge`],
    ['POST', `/api/army/${unknownId}/dismiss`],
  ])('is checked for its body before 404 at %s %s', async (method, path) => {
    expect(await refusalOf(game, ann, method, path, {})).toEqual(refused(400, 'VALIDATION_ERROR'));
  });
});

describe('a JSON response', () => {
  it('is never cached when it refuses', async () => {
    const { headers } = await ann.send('GET', `/api/empire/${unknownId}`);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});
