/** The register and login pages with their forms, and the log out button. */
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { cookieOf } from '../support/accounts.ts';
import { registerPlayer, password, registerAccount } from '../support/game.ts';
import { startTestApp, useTestApp } from '../support/http-app.ts';

const app = useTestApp({
  routes: (express, http) => {
    express.get('/dashboard', http.requireViewer, (_req, res) => {
      res.send('the dashboard');
    });
  },
});

function get(path: string): request.Test {
  return request(app.server).get(path).set('Accept', 'text/html');
}

function sendForm(path: string, fields: object): request.Test {
  return request(app.server).post(path).set('Accept', 'text/html').type('form').send(fields);
}

let number = 0;

function newcomer(): Record<string, string> {
  number += 1;
  const username = `page player ${number}`;
  return { username, email: `page${number}@example.org`, password: 'secret', confirm_password: 'secret' };
}

describe('the pages', () => {
  it.each([
    ['/register', ['username', 'email', 'new-password', 'new-password']],
    ['/login', ['username', 'current-password']],
  ])('%s has autocomplete attributes for password managers', async (path, expected) => {
    const { text } = await get(path);
    expect([...text.matchAll(/autocomplete="([\w-]+)"/g)].map(([, value]) => value)).toEqual(expected);
  });

  it.each(['/register', '/login'])('%s is never cached', async (path) => {
    await get(path).expect('Cache-Control', 'no-store');
  });
});

describe('the register form', () => {
  it('ignores a notice without a valid signature', async () => {
    const { text } = await get('/login').set('Cookie', 'notice=s%3Aforged.signature');
    expect(text).not.toContain('class="notice"');
  });

  const wrongValues: [field: string, value: string, issue: string][] = [
    ['username', '', 'Username must have at least 3 characters'],
    ['username', 'ab', 'Username must have at least 3 characters'],
    ['username', 'a@b', '“@” is not allowed. Use letters, digits, spaces, _ . -'],
    ['username', 'it is 🐎!', '“🐎” is not allowed. Use letters, digits, spaces, _ . -'],
    ['username', '<b>bold', '“&lt;” is not allowed. Use letters, digits, spaces, _ . -'],
    ['email', 'nobody', 'E-mail must be an e-mail address'],
    ['password', '12345', 'Password must have at least 6 characters'],
    ['confirm_password', 'other one', 'The two passwords differ'],
  ];

  it.each(wrongValues)(
    'is returned with 400 and the issue of %s %j beside the field',
    async (field, value, issue) => {
      const { text } = await sendForm('/register', { ...newcomer(), [field]: value }).expect(400);
      expect(text).toContain(`<p class="mistake" id="${field}-mistake">${issue}</p>`);
    },
  );

  it('reports that the name is taken, but of an e-mail only that one of both is', async () => {
    const fields = newcomer();
    await sendForm('/register', fields);
    const { text } = await sendForm('/register', fields).expect(400);
    expect(text).toContain('Username is already taken');
    expect(text).not.toContain('Username or e-mail is already taken');
    const { username } = newcomer();
    expect((await sendForm('/register', { ...fields, username }).expect(400)).text).toContain(
      'Username or e-mail is already taken',
    );
  });

  it('shows the refusal of more than 8 kB in the form', async () => {
    const { status, text } = await sendForm('/register', { ...newcomer(), username: 'x'.repeat(9000) });
    expect([status, text.includes('The body is too large')]).toEqual([400, true]);
  });
});

describe('the login form', () => {
  it('is returned with 400 and the issue beside the missing field', async () => {
    const { text } = await sendForm('/login', { username: 'nobody', password: '' }).expect(400);
    expect(text).toContain('<p class="mistake" id="password-mistake">Password required</p>');
  });
});

describe('a form sent too often', () => {
  const form = (path: string): string => `<form method="post" action="${path}"`;

  it.each(['/register', '/login'])('%s is returned with 429 and the message', async (path) => {
    const limited = await startTestApp(app.database, { limits: { auth: 1, data: 0, action: 0 } });
    const send = (): request.Test =>
      request(limited.server).post(path).set('Accept', 'text/html').type('form').send({});
    await send();
    const { status, text } = await send();
    await limited.close();
    expect(status).toBe(429);
    for (const part of [form(path), '<p class="mistake" role="alert">']) expect(text).toContain(part);
  });
});

describe('the return address after a login', () => {
  async function logInFrom(path: string): Promise<request.Response> {
    const back = cookieOf(await get(path).redirects(0), 'return_to') ?? '';
    const username = await registerAccount(app.url);
    return sendForm('/login', { username, password }).set('Cookie', back);
  }

  it('is the page that required the login', async () => {
    expect((await logInFrom('/dashboard?city=7')).headers.location).toBe('/dashboard?city=7');
  });

  it('is shown with the end of a session', async () => {
    const ended = await get('/dashboard').set('Cookie', 'session_token=s:ended.signature').redirects(0);
    const { text } = await get('/login').set('Cookie', cookieOf(ended, 'notice') ?? '');
    expect(text).toContain('Your session ended: it expired,');
  });

  it('is not that of a refresh, which may have met the logout', async () => {
    const refresh = get('/dashboard')
      .set('X-Refresh', 'visible')
      .set('Cookie', 'session_token=s:ended.signature');
    const { status, headers } = await refresh.redirects(0);
    expect([status, headers.location, headers['set-cookie']]).toEqual([302, '/login', undefined]);
  });

  it('is removed after use', async () => {
    expect(cookieOf(await logInFrom('/dashboard'), 'return_to')).toBe('return_to=');
  });

  it('is ignored in a cookie without a valid signature', async () => {
    const username = await registerAccount(app.url);
    const response = await sendForm('/login', { username, password }).set('Cookie', 'return_to=%2Fevil');
    expect(response.headers.location).toBe('/dashboard');
  });
});

describe('the log out button', () => {
  it('ends the session and redirects to the login page', async () => {
    const player = await registerPlayer(app.url);
    const sent = sendForm('/logout', {}).set('Cookie', player.cookie);
    const notice = cookieOf(await sent.expect(302).expect('Location', '/login'), 'notice') ?? '';
    const login = await get('/login').set('Cookie', notice);
    expect(login.text).toContain('You are logged out.');
    expect(cookieOf(login, 'notice')).toBe('notice=');
    expect((await get('/register').set('Cookie', notice)).text).toContain('class="notice"');
    await get('/dashboard').set('Cookie', player.cookie).expect(302);
  });

  it('redirects to the login page without a session', async () => {
    await sendForm('/logout', {}).expect(302).expect('Location', '/login');
  });
});
