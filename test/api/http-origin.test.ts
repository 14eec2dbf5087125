/** Cross-origin requests are refused before any other check; and the security headers. */
import request from 'supertest';
import { afterAll, describe, expect, it } from 'vitest';
import { isOwnOrigin } from '../../src/http/security/same-origin.ts';
import { useOne } from '../support/game.ts';
import { startTestApp, useTestApp, type TestApp } from '../support/http-app.ts';

const app = useTestApp({ limits: { auth: 1000, data: 0, action: 0 } });
const secure = useOne(() => startTestApp(app.database, { baseUrl: 'https://game.test' }));

afterAll(async () => {
  await secure.close();
});

/** 401 means that the request reached the login. */
const through = 401;
const refused = 403;

const table: [headers: Record<string, string>, status: number][] = [
  [{}, through],
  [{ 'Sec-Fetch-Site': 'same-origin' }, through],
  [{ 'Sec-Fetch-Site': 'none' }, through],
  [{ 'Sec-Fetch-Site': 'same-site' }, refused],
  [{ 'Sec-Fetch-Site': 'cross-site' }, refused],
  [{ 'Sec-Fetch-Site': '' }, refused],
  [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, through],
  [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'http://game.test' }, refused],
  [{ Origin: 'http://game.test' }, through],
  [{ Origin: 'http://10.0.0.7:3000', Host: '10.0.0.7:3000' }, through],
  [{ Origin: 'http://evil.test' }, refused],
  [{ Origin: 'http://game.test.evil.test' }, refused],
  [{ Origin: 'http://game.test:8080' }, refused],
  [{ Origin: 'null' }, refused],
  [{ Origin: '' }, refused],
  [{ Origin: 'nonsense' }, refused],
];

describe('a POST', () => {
  it.each(table)('with %j returns %i', async (headers, status) => {
    const body = { username: 'nobody', password: 'wrong one' };
    expect((await request(app.server).post('/login').set(headers).send(body)).status).toBe(status);
  });

  const cross = { 'Sec-Fetch-Site': 'cross-site' };

  it('from another site does not count for the rate limit', async () => {
    const { headers } = await request(app.server).post('/login').set(cross).send({});
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
  });

  it('from another site is refused before its body is read', async () => {
    await request(app.server).post('/login').set(cross).type('json').send('{').expect(403);
  });

  it('from another site gets a page in a browser', async () => {
    const form = request(app.server).post('/login').set(cross).accept('html').type('form');
    await form
      .send({})
      .expect(403)
      .expect('Content-Type', /^text\/html/);
  });

  it('from another site causes no query', async () => {
    app.takeStatements();
    await request(app.server).post('/login').set(cross).send({});
    expect(app.takeStatements()).toEqual([]);
  });
});

describe('a GET', () => {
  it('may come from another site', async () => {
    await request(app.server).get('/login').set({ 'Sec-Fetch-Site': 'cross-site' }).expect(200);
  });
});

describe('the check of a handshake', () => {
  it.each([
    [{}, true],
    [{ origin: 'http://game.test' }, true],
    [{ origin: 'http://10.0.0.7', host: '10.0.0.7' }, true],
    [{ origin: 'http://evil.test', host: 'game.test' }, false],
    [{ origin: 'null', host: 'game.test' }, false],
  ])('for %j returns %j', (headers, expected) => {
    expect(isOwnOrigin(headers, 'http://game.test')).toBe(expected);
  });
});

describe('the security headers', () => {
  async function headersOf(onApp: TestApp): Promise<Record<string, string>> {
    return (await request(onApp.server).get('/login')).headers;
  }

  it('allow only own resources in pages', async () => {
    expect((await headersOf(app))['content-security-policy']).toBe(
      "default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self';manifest-src 'self';" +
        "connect-src 'self' ws://game.test;form-action 'self';base-uri 'none';frame-ancestors 'none'",
    );
  });

  it('use wss over https', async () => {
    expect((await headersOf(secure))['content-security-policy']).toContain(
      "connect-src 'self' wss://game.test;",
    );
  });

  it('upgrade requests over https only', async () => {
    const policies = [await headersOf(app), await headersOf(secure)].map((headers) =>
      headers['content-security-policy']?.includes('upgrade-insecure-requests'),
    );
    expect(policies).toEqual([false, true]);
  });

  it('have HSTS over https only', async () => {
    const present = [await headersOf(app), await headersOf(secure)].map(
      (headers) => 'strict-transport-security' in headers,
    );
    expect(present).toEqual([false, true]);
  });

  it('do not name the framework', async () => {
    expect(await headersOf(app)).not.toHaveProperty('x-powered-by');
  });

  it('let browsers send an Origin with own forms', async () => {
    expect((await headersOf(app))['referrer-policy']).toBe('same-origin');
  });
});
