/** A login in the middle of a form leads back to the page of the form. */
import { expect, it } from 'vitest';
import { password, registerEmpire, useOne, useTestGame } from '../support/game.ts';

const game = useTestGame();
const limited = useTestGame({ limits: { auth: 1, data: 0, action: 0 } });
const ann = useOne(() => registerEmpire(game.url, { x: 0, y: 0 }));
const accept = 'text/html';

/** Sends a form without a session, logs in, and returns where that leads. */
async function logInAfter(path: string, referrer: string | null): Promise<string | null> {
  const form = await fetch(game.url + path, {
    method: 'POST',
    headers: { accept, ...(referrer === null ? {} : { referer: game.url + referrer }) },
    body: new URLSearchParams({ current_password: 'x' }),
    redirect: 'manual',
  });
  expect([form.status, form.headers.get('location')]).toEqual([302, '/login']);
  const login = await fetch(`${game.url}/login`, {
    method: 'POST',
    headers: {
      accept,
      cookie: form.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    },
    body: new URLSearchParams({ username: ann.username, password }),
    redirect: 'manual',
  });
  return login.headers.get('location');
}

it.each([
  ['/wishes/reserve', '/wishes', '/wishes'],
  ['/wishes/reserve', '/dashboard?x=1', '/dashboard?x=1'],
  ['/wishes/reserve', null, '/wishes'],
  // The page that a refusal of this form has shown, and of another form of the page.
  ['/password', '/password', '/account'],
  ['/email', '/password', '/account'],
  ['/password', null, '/account'],
  ['/logout', null, '/dashboard'],
])('of %s, sent from %s, leads to %s', async (path, referrer, page) => {
  expect(await logInAfter(path, referrer)).toBe(page);
});

it('leads to the city of the form', async () => {
  const page = `/city/${ann.capitalId}`;
  expect(await logInAfter(`${page}/name`, null)).toBe(page);
});

it('leads to no other site', async () => {
  expect(await logInAfter('/wishes/reserve', '//evil.test')).toBe('/wishes');
});

it('says to log in, when a page needs it', async () => {
  const page = await fetch(`${game.url}/armies`, { headers: { accept }, redirect: 'manual' });
  const cookie = page.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const login = await fetch(`${game.url}/login`, { headers: { accept, cookie } });
  expect(await login.text()).toContain('Log in to see this page.');
});

it('says how long a login is refused after too many', async () => {
  const send = (): Promise<Response> =>
    fetch(`${limited.url}/login`, {
      method: 'POST',
      headers: { accept },
      body: new URLSearchParams({ username: 'nobody', password }),
    });
  await send();
  const refused = await send();
  expect([refused.status, await refused.text()]).toEqual([
    429,
    expect.stringMatching(/You are too fast for the server\. You can go on in \d+ (?:s|min)/),
  ]);
});
