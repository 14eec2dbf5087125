/** Accounts for the tests, registered and logged in over HTTP. */
import request from 'supertest';
import type { TestApp } from './http-app.ts';

export const password = 'correct horse';

let number = 0;

/** Registers a new account and returns its name. Its e-mail address is the name at example.org. */
export async function registerAccount(app: TestApp): Promise<string> {
  number += 1;
  const username = `player${number}`;
  const email = `${username}@example.org`;
  await request(app.server)
    .post('/register')
    .send({ username, email, password, confirm_password: password })
    .expect(200);
  return username;
}

export interface LoggedIn {
  username: string;
  /** The raw token. */
  token: string;
  /** A value for the Cookie header. */
  cookie: string;
  expiresAt: string;
}

/** The first cookie of this name that a response sets, as `name=value`; undefined if it sets none. */
export function cookieOf(response: request.Response, name: string): string | undefined {
  const set = response.headers['set-cookie'] as unknown as string[] | undefined;
  return set?.find((line) => line.startsWith(`${name}=`))?.split(';')[0];
}

export async function logInAs(app: TestApp, username: string): Promise<LoggedIn> {
  const response = await request(app.server).post('/login').send({ username, password }).expect(200);
  const { token, expires_at: expiresAt } = response.body as { token: string; expires_at: string };
  return { username, token, cookie: cookieOf(response, 'session_token') ?? '', expiresAt };
}

/** A new account with a session. */
export async function registerPlayer(app: TestApp): Promise<LoggedIn> {
  return logInAs(app, await registerAccount(app));
}

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  body: unknown;
}

/** A response whose body has no known type. */
export async function answerOf(test: PromiseLike<request.Response>): Promise<Answer> {
  const { status, headers, text, body } = (await test) as Answer;
  return { status, headers, text, body };
}
