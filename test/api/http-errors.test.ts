/** Responses to thrown errors: status and form, without internal details. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import request from 'supertest';
import { systemRandom } from '../../src/kernel/random.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toGameError } from '../../src/http/error-handler.ts';
import { createToken } from '../../src/http/sessions/sessions.ts';
import { GameError } from '../../src/kernel/errors.ts';
import { responseOf } from '../support/accounts.ts';
import { captureLog } from '../support/capture-log.ts';
import { registerPlayer } from '../support/game.ts';
import { startTestApp, useTestApp } from '../support/http-app.ts';

const kept = captureLog('error');
const app = useTestApp({
  log: kept.log,
  routes: (express) => {
    express.get('/pageless', () => {
      // Its page fails on details that are no text.
      throw Object.assign(new GameError('NAME_TAKEN'), { details: 5 });
    });
    express.get(['/api/refused', '/refused'], () => {
      throw new GameError('NAME_TAKEN', 'name: <Rome>');
    });
    express.get(['/api/bug', '/bug'], () => {
      throw new Error('SELECT secret FROM users');
    });
    express.get('/api/odd', () => {
      throw 'a text' as unknown as Error;
    });
    express.get('/api/half', (_req, res) => {
      res.write('half');
      throw new Error('after the headers');
    });
  },
});

function get(path: string, accept = 'application/json'): request.Test {
  return request(app.server).get(path).set('Accept', accept);
}

describe('a refusal', () => {
  it('is JSON below /api', async () => {
    const { status, body } = await responseOf(get('/api/refused'));
    expect({ status, body }).toEqual({
      status: 409,
      body: { error: 'The name is already taken', code: 'NAME_TAKEN', details: 'name: <Rome>' },
    });
  });

  it.each([
    ['below /api also for a browser', '/api/refused', 'text/html'],
    ['elsewhere if JSON is preferred', '/refused', 'application/json'],
  ])('is JSON %s', async (_where, path, accept) => {
    await get(path, accept).expect('Content-Type', /json/);
  });

  it('is a page elsewhere, with its details as text', async () => {
    const { text } = await get('/refused', 'text/html').expect(409);
    expect(text).toContain('<h1>The name is already taken</h1>');
    expect(text).toContain('name: &lt;Rome&gt;');
  });
});

it('is text if its page fails, and the log has the reason', async () => {
  const { text } = await get('/pageless', 'text/html').expect(409).expect('Content-Type', /plain/);
  expect(text).toBe('The name is already taken');
  expect(kept.lines().map(({ msg }) => msg)).toContain('the error page failed');
});

describe('an unexpected error', () => {
  it('is INTERNAL', async () => {
    const { status, body } = await responseOf(get('/api/bug'));
    expect({ status, body }).toEqual({
      status: 500,
      body: { error: 'Internal server error', code: 'INTERNAL' },
    });
  });

  it('is INTERNAL if it is not an Error', async () => {
    expect((await get('/api/odd')).body).toMatchObject({ code: 'INTERNAL' });
  });

  it.each(['/api/bug', '/bug'])('reveals no details at %s', async (path) => {
    expect((await get(path, 'text/html')).text).not.toMatch(/SELECT|secret|at .*\.ts/);
  });

  it('carries the request id of its log line', async () => {
    await get('/api/bug').expect('X-Request-Id', /^[0-9a-f]{12}-[0-9a-z]+$/);
  });

  it('closes the connection when half a response has been sent', async () => {
    await expect(get('/api/half')).rejects.toThrow(/aborted|hang up/);
  });
});

describe('a route that does not exist', () => {
  const unknown = { error: 'Not found', code: 'NOT_FOUND' };

  it.each(['/api', '/api/nothing', '/api/user', '/API/nothing'])('is JSON at %s', async (path) => {
    const { status, body } = await responseOf(get(path, 'text/html'));
    expect({ status, body }).toEqual({ status: 404, body: unknown });
  });

  it.each(['/nothing', '/apis', '/login/x'])('is a page at %s', async (path) => {
    await get(path)
      .expect(404)
      .expect('Content-Type', /^text\/html/);
  });

  it.each([
    ['put', '/login'],
    ['delete', '/register'],
    ['get', '/logout'],
    ['post', '/api/user/profile'],
    ['patch', '/api/user/profile'],
    ['options', '/api/user/profile'],
    ['options', '/login'],
  ] as const)('is what %s %s is', async (method, path) => {
    expect((await request(app.server)[method](path)).status).toBe(404);
  });
});

it('a request that its client cuts is no failure of the server', async () => {
  const before = kept.lines().length;
  const closed = new Promise((resolve) => {
    app.server.once('request', (_request, response) => response.once('close', resolve));
  });
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(
    'POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  await once(app.server, 'request');
  await setImmediate();
  socket.destroy();
  await closed;
  await setImmediate();
  expect(kept.lines().slice(before)).toEqual([]);
});

describe('an unreachable database', () => {
  const nowhere = { url: 'postgres://nobody@127.0.0.1:1/nothing', drop: () => Promise.resolve() };

  it('is 500 UNAVAILABLE', async () => {
    const stranded = await startTestApp(nowhere);
    const { status, body } = await responseOf(
      request(stranded.server)
        .get('/api/user/profile')
        .set('Authorization', `Bearer ${createToken(systemRandom)}`),
    );
    await stranded.close();
    expect([status, body]).toMatchObject([500, { code: 'UNAVAILABLE' }]);
  });

  it('still returns a form with its values', async () => {
    const stranded = await startTestApp(nowhere);
    await request(stranded.server).get('/login').expect(200);
    await stranded.close();
  });

  it('does not affect the next request after a cut connection', async () => {
    const { cookie } = await registerPlayer(app.url);
    await app.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    );
    await request(app.server).get('/api/user/profile').set('Cookie', cookie);
    await request(app.server).get('/api/user/profile').set('Cookie', cookie).expect(200);
  });
});

describe('a ZodError', () => {
  it('becomes VALIDATION_ERROR without the value', () => {
    const { error } = z.object({ name: z.enum(['a']) }).safeParse({ name: 'hunter2' });
    expect(toGameError(error).toBody()).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: expect.not.stringContaining('hunter2') as string,
    });
  });
});
