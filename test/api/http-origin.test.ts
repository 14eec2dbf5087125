/** Cross-origin requests are refused before any other check; and the security headers. */
import request from 'supertest';
import { afterAll, describe, expect, it } from 'vitest';
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

describe('the security headers', () => {
  async function headersOf(onApp: TestApp): Promise<Record<string, string>> {
    return (await request(onApp.server).get('/login')).headers;
  }

  const ownOnly = (sockets: string): string =>
    "default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self';manifest-src 'self';" +
    `connect-src 'self' ${sockets}://game.test;form-action 'self';base-uri 'none';frame-ancestors 'none'`;

  it('allow only own resources in pages, and have no HSTS over http', async () => {
    const headers = await headersOf(app);
    expect(headers['content-security-policy']).toBe(ownOnly('ws'));
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('use wss, upgrade requests and have HSTS over https', async () => {
    const headers = await headersOf(secure);
    expect(headers['content-security-policy']).toBe(`${ownOnly('wss')};upgrade-insecure-requests`);
    expect(headers).toHaveProperty('strict-transport-security');
  });

  it('do not name the framework, and let browsers send an Origin with own forms', async () => {
    const headers = await headersOf(app);
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers['referrer-policy']).toBe('same-origin');
  });
});
