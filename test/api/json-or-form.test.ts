/** The paths that have a form and a JSON route: which requests each of them takes. */
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { responseOf, type ApiResponse } from '../support/accounts.ts';
import { registerPlayer, useTestGame, useOne } from '../support/game.ts';

const app = useTestGame();
const player = useOne(() => registerPlayer(app.url));

const open = ['/register', '/login', '/forgot-password', '/reset-password', '/confirm-email'];
const ofUsers = ['/password', '/email', '/delete-account'];
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const form = 'application/x-www-form-urlencoded';

/** Sends exactly these headers; supertest adds only those of HTTP itself. */
function post(path: string, headers: Record<string, string>, body?: string): request.Test {
  const test = request(app.url).post(path).set('Cookie', player.cookie).set(headers);
  return body === undefined ? test : test.send(body);
}

const json: [what: string, headers: Record<string, string>, body?: string][] = [
  ['nothing at all', {}],
  ['any Accept', { Accept: '*/*' }],
  ['Accept of JSON', { Accept: 'application/json' }],
  ['JSON', { 'Content-Type': 'application/json' }, '{}'],
  ['JSON from a page', { 'Content-Type': 'application/json', Accept: browser }, '{}'],
  ['an empty body of JSON', { 'Content-Type': 'application/json', 'Content-Length': '0' }],
  ['text', { 'Content-Type': 'text/plain' }, 'hello'],
  ['text from a page', { 'Content-Type': 'text/plain', Accept: browser }, 'hello'],
  ['a form that prefers JSON', { 'Content-Type': form, Accept: 'application/json' }, 'a=1'],
];
const forms: typeof json = [
  ['a form', { 'Content-Type': form }, 'a=1'],
  ['a form with a charset', { 'Content-Type': `${form}; charset=utf-8` }, 'a=1'],
  ['an empty form', { 'Content-Type': form, 'Content-Length': '0' }],
  ['a form of a browser', { 'Content-Type': form, Accept: browser }, 'a=1'],
  ['no body from a browser', { Accept: browser }],
];

describe.each([...open, ...ofUsers])('POST %s', (path) => {
  it.each(json)('refuses %s with 400 as JSON', async (_what, headers, body) => {
    await post(path, headers, body)
      .expect(400)
      .expect('Content-Type', /^application\/json/);
  });

  it.each(forms)('refuses %s with 400 as a page', async (_what, headers, body) => {
    await post(path, headers, body)
      .expect(400)
      .expect('Content-Type', /^text\/html/);
  });
});

describe('POST /logout', () => {
  const logOut = async (headers: Record<string, string>, body?: string): Promise<ApiResponse> => {
    const { cookie } = await registerPlayer(app.url);
    return responseOf(post('/logout', { ...headers, Cookie: cookie }, body));
  };

  it.each(json)('answers %s with JSON', async (_what, headers, sent) => {
    const { status, body } = await logOut(headers, sent);
    expect([status, body]).toEqual([200, { success: true, message: 'You are logged out' }]);
  });

  it.each(forms)('redirects %s to the login page', async (_what, headers, sent) => {
    const answer = await logOut(headers, sent);
    expect([answer.status, answer.headers.location]).toEqual([302, '/login']);
  });
});
